// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/cc_update.h"

#include "tb/tests/unit/frame/hex.h"

namespace weir::frame::cc_update_test {

const MacAddress kSource = MacAddress::of_port(1, 3);

std::vector<std::uint8_t> written(const CcUpdate& update) {
  std::vector<std::uint8_t> bytes(kControlFrameBytes, 0xee);
  EXPECT_EQ(write_cc_update(bytes, kSource, update), kControlFrameBytes);
  return bytes;
}
std::string reason(std::span<const std::uint8_t> bytes) {
  const auto update = read_cc_update(bytes);
  return update ? "accepted" : std::string(name(update.error()));
}

TEST(CcUpdate, KnownBytes) {
  CcUpdate update;
  update.consumed[0] = 0xABCDE;
  update.consumed[1] = 0x12345;
  update.consumed[15] = 0xFFFFF;
  EXPECT_EQ(written(update), hex("0180c2000001 020000010003 8808 fffe fa7acb 01 abcde12345 0000000000 0000000000 "
                                 "0000000000 0000000000 0000000000 0000000000 00000fffff"));
  update.first_vc = 16;
  EXPECT_EQ(written(update)[19], 2);
}

TEST(CcUpdate, IsReadAsItWasWritten) {
  std::mt19937 random(1);
  for (int n = 0; n < 500; ++n) {
    CcUpdate update{.first_vc = random() % 2 * 16};
    for (std::uint32_t& consumed : update.consumed)
      consumed = static_cast<std::uint32_t>(random() % (1U << 20U));
    EXPECT_EQ(read_cc_update(written(update)), update);
  }
}

TEST(CcUpdate, RefusesOtherFrames) {
  const std::vector<std::uint8_t> right = written({});
  const auto with = [&right](std::size_t place, std::uint8_t value) {
    std::vector<std::uint8_t> bytes = right;
    bytes[place] = value;
    return reason(bytes);
  };
  EXPECT_EQ(reason(right), "accepted");
  EXPECT_EQ(with(0, 0x02), "wrong_destination");
  EXPECT_EQ(with(12, 0x08), std::string(name(DecodeError::kWrongEtherType)));
  EXPECT_EQ(with(15, 0x01), "unknown_opcode");
  for (const std::size_t place : {16U, 17U, 18U})
    EXPECT_EQ(with(place, 0x00), "unknown_subtype");
  EXPECT_EQ(with(19, 0x00), "unknown_subtype");
  EXPECT_EQ(with(19, 0x03), "unknown_subtype");
  for (std::size_t length = 0; length < right.size(); ++length)
    EXPECT_EQ(reason(std::span(right).first(length)), "truncated") << length;
  std::vector<std::uint8_t> short_one(59);
  EXPECT_EQ(write_cc_update(short_one, kSource, {}), 0U);
}

}  // namespace weir::frame::cc_update_test
