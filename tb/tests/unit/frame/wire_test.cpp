// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/wire.h"

#include "tb/tests/unit/frame/hex.h"

namespace weir::frame::wire_test {

TEST(WireReader, ReadsBigEndianFields) {
  const auto bytes = hex("01 0203 04050607 08090a0b0c0d");
  WireReader in(bytes);
  EXPECT_EQ(in.u8(), 0x01);
  EXPECT_EQ(in.u16(), 0x0203);
  EXPECT_EQ(in.u32(), 0x04050607U);
  EXPECT_EQ(in.u48(), 0x08090a0b0c0dU);
  EXPECT_TRUE(in.ok());
  EXPECT_EQ(in.remaining(), 0U);
}

TEST(WireReader, FailsForGoodAfterTheFirstStepTooFar) {
  const auto bytes = hex("ff ff ff");
  WireReader in(bytes);
  EXPECT_EQ(in.u16(), 0xffff);
  EXPECT_EQ(in.u16(), 0);  // one byte is left
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.u8(), 0) << "the byte that is left must not be read after a failure";
  EXPECT_EQ(in.position(), 2U);
}

TEST(WireReader, SkipIsBounded) {
  const auto bytes = hex("01 02");
  WireReader in(bytes);
  in.skip(2);
  EXPECT_TRUE(in.ok());
  in.skip(static_cast<std::size_t>(-1));
  EXPECT_FALSE(in.ok());
}

TEST(WireWriter, WritesBigEndianFieldsAndPadding) {
  std::array<std::uint8_t, 16> bytes{};
  bytes.fill(0xee);
  WireWriter out(bytes);
  out.u8(0x01);
  out.u16(0x0203);
  out.u32(0x04050607);
  out.u48(0x08090a0b0c0d);
  out.zeros_until(15);
  EXPECT_EQ(out.written(), 15U);
  EXPECT_THAT(bytes, testing::ElementsAreArray(hex("01 0203 04050607 08090a0b0c0d 0000 ee")));
}

TEST(WireWriter, PadsMoreThanOneNumberHolds) {
  std::array<std::uint8_t, 40> bytes{};
  bytes.fill(0xee);
  WireWriter out(bytes);
  out.zeros_until(40);
  EXPECT_THAT(bytes, testing::Each(0));
  out.zeros_until(3);  // behind the position: nothing to do
  EXPECT_EQ(out.written(), 40U);
}

TEST(WireWriter, WritesNothingBeyondItsSpan) {
  std::array<std::uint8_t, 4> bytes{0xaa, 0xaa, 0xaa, 0xaa};
  WireWriter out(std::span<std::uint8_t>(bytes).first(3));
  out.u16(0x0102);
  out.u16(0x0304);
  EXPECT_FALSE(out.ok());
  EXPECT_EQ(out.written(), 0U);
  out.u8(0x05);
  EXPECT_THAT(bytes, testing::ElementsAre(0x01, 0x02, 0xaa, 0xaa));
}

TEST(Wire, CursorsWorkInConstantExpressions) {
  constexpr auto round_trip = [] {
    std::array<std::uint8_t, 4> bytes{};
    WireWriter(bytes).u32(0xdeadbeef);
    return WireReader(bytes).u32();
  };
  static_assert(round_trip() == 0xdeadbeef);
}

TEST(DecodeError, EveryReasonHasItsOwnName) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kDecodeErrors; ++i) {
    names.insert(name(static_cast<DecodeError>(i)));
  }
  EXPECT_EQ(names.size(), kDecodeErrors);
  EXPECT_FALSE(names.contains("unknown_error"));
  EXPECT_EQ(name(static_cast<DecodeError>(kDecodeErrors)), "unknown_error") << "kDecodeErrors is too small";
}

}  // namespace weir::frame::wire_test
