// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/fera_tag.h"

#include "hw_model/frame/data_frame.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_tags.h"
#include "tb/tests/unit/frame/hex.h"

namespace weir::frame::fera_tag_test {

constexpr MacAddress kHere{0x02'00'00'05'00'00U};
constexpr MacAddress kThere{0x02'00'00'01'00'00U};
constexpr MacAddress kPort{0x02'00'00'09'00'03U};

constexpr FeraTag kSome{.op = FeraOp::kForward,
                        .traffic_class = ClassId(3),
                        .flow = 0x01020304,
                        .rate_kbps = 10'000'000,
                        .lowered_by = kFeraNobody,
                        .sequence = 7,
                        .clock_ns = 0x0102030405060708};

using Start = std::array<std::uint8_t, kHeaderBytes>;

Start written(const FeraTag& tag) {
  Start bytes{};
  bytes.fill(0xee);
  EXPECT_EQ(write_fera_tag(bytes, kThere, kHere, tag), kControlFrameBytes);
  return bytes;
}

Decoded<FeraTag> read(const Start& bytes) { return read_fera_tag(read_routed_message(bytes).value().body); }

TEST(FeraTag, KnownBytes) {
  const Start bytes = written(kSome);
  EXPECT_EQ(std::vector(bytes.begin(), bytes.begin() + kControlFrameBytes),
            padded(hex("020000010000 020000050000 8100 6000 88b5 10"
                       "01 00 03 01020304 00989680 ffffffff 00000007 0102030405060708"),
                   kControlFrameBytes));
}

TEST(FeraTag, IsReadAsItWasWritten) {
  const Start bytes = written(kSome);
  const auto message = read_routed_message(bytes).value();
  EXPECT_EQ(message.subtype, 0x10);
  EXPECT_EQ(read_fera_tag(message.body).value(), kSome);
  constexpr std::size_t kBody = 27;
  for (std::size_t size = 0; size < kBody; ++size) {
    EXPECT_EQ(read_fera_tag(message.body.first(size)).error(), DecodeError::kTruncated) << size;
  }
  EXPECT_TRUE(read_fera_tag(message.body.first(kBody)).has_value());
  FeraTag returning = kSome;
  returning.op = FeraOp::kReturning;
  EXPECT_EQ(read(written(returning)).value(), returning);
}

TEST(FeraTag, RefusesWhatHasNoMeaning) {
  for (const auto& [offset, value] : {std::pair{19, 2}, {19, 0}, {20, 2}, {21, 8}}) {
    Start bytes = written(kSome);
    bytes[static_cast<std::size_t>(offset)] = static_cast<std::uint8_t>(value);
    EXPECT_EQ(read(bytes).error(), DecodeError::kFieldOutOfRange) << offset;
  }
  Start still = written(kSome);
  std::fill_n(still.begin() + 26, 4, std::uint8_t{0});
  EXPECT_EQ(read(still).error(), DecodeError::kFieldOutOfRange);
}

TEST(FeraTag, IsNotWrittenWithWhatHasNoMeaning) {
  Start bytes{};
  FeraTag tag = kSome;
  tag.rate_kbps = 0;
  EXPECT_EQ(write_fera_tag(bytes, kThere, kHere, tag), 0U);
  tag = kSome;
  tag.traffic_class = ClassId(8);
  EXPECT_EQ(write_fera_tag(bytes, kThere, kHere, tag), 0U);
  EXPECT_EQ(write_fera_tag(bytes, MacAddress(0x01'80'c2'00'00'0eU), kHere, kSome), 0U);
  EXPECT_EQ(write_fera_tag(std::span(bytes).first(59), kThere, kHere, kSome), 0U);
}

TEST(FeraTag, ARateIsRoundedDownAndNeverNone) {
  EXPECT_EQ(fera_rate(BitRate(0)), 1U);
  EXPECT_EQ(fera_rate(BitRate(1'999)), 1U);
  EXPECT_EQ(fera_rate(10_Gbps), 10'000'000U);
  EXPECT_EQ(fera_rate(BitRate(9'000'000'000'000'000)), kFeraNotLimited - 1);
}

TEST(FeraTag, IsLoweredToWhatThePortAdvertises) {
  const Start before = written(kSome);
  Start bytes = before;
  EXPECT_EQ(lower_fera_tag(bytes, 2_Gbps, kPort), FeraLowering::kLowered);
  FeraTag lowered = kSome;
  lowered.rate_kbps = 2'000'000;
  lowered.lowered_by = 0x00090003;
  EXPECT_EQ(read(bytes).value(), lowered);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i < 26 || i >= 34) {
      EXPECT_EQ(bytes[i], before[i]) << "byte " << i << " is neither rate nor port";
    }
  }
}

TEST(FeraTag, IsNeverRaised) {
  Start bytes = written(kSome);
  ASSERT_EQ(lower_fera_tag(bytes, 2_Gbps, kPort), FeraLowering::kLowered);
  const Start before = bytes;
  EXPECT_EQ(lower_fera_tag(bytes, 2_Gbps, kHere), FeraLowering::kPassed);
  EXPECT_EQ(lower_fera_tag(bytes, 10_Gbps, kHere), FeraLowering::kPassed);
  EXPECT_EQ(bytes, before);
}

TEST(FeraTag, OneThatIsNotLimitedIsLoweredByAnyPort) {
  FeraTag tag = kSome;
  tag.rate_kbps = kFeraNotLimited;
  Start bytes = written(tag);
  EXPECT_EQ(lower_fera_tag(bytes, 400_Gbps, kPort), FeraLowering::kLowered);
  EXPECT_EQ(read(bytes)->rate_kbps, 400'000'000U);
}

// What is not a forward tag stays as it is: a returning tag, one of another version, another message, data, and a tag
// without its VLAN tag, which no host of ours sends.
TEST(FeraTag, NothingElseIsLowered) {
  std::vector<Start> others;
  FeraTag returning = kSome;
  returning.op = FeraOp::kReturning;
  others.push_back(written(returning));
  others.push_back(written(kSome));
  others.back()[19] = 2;
  others.push_back(written(kSome));
  others.back()[18] = 0x30;
  others.push_back(written(kSome));
  others.back()[12] = 0x88;
  others.back()[13] = 0xa8;
  others.emplace_back();
  write_data_frame(others.back(), {.traffic_class = ClassId(3), .length = 1500_B});
  Start untagged{};
  const Start tagged = written(kSome);
  std::copy_n(tagged.begin(), 12, untagged.begin());
  std::copy(tagged.begin() + 16, tagged.end(), untagged.begin() + 12);
  others.push_back(untagged);
  for (std::size_t i = 0; i < others.size(); ++i) {
    Start bytes = others[i];
    EXPECT_EQ(lower_fera_tag(bytes, BitRate(1'000), kPort), FeraLowering::kNoTag) << i;
    EXPECT_EQ(bytes, others[i]) << i;
  }
}

// Back with its addresses traded; the rate, and all else, stays.
TEST(FeraTag, IsTurnedToWhereItCameFrom) {
  Start bytes = written(kSome);
  turn_fera_tag(bytes);
  FeraTag returning = kSome;
  returning.op = FeraOp::kReturning;
  Start wanted{};
  wanted.fill(0xee);
  ASSERT_EQ(write_fera_tag(wanted, kHere, kThere, returning), kControlFrameBytes);
  EXPECT_EQ(bytes, wanted);
}

TEST(FeraTag, SaysWhichWayItGoes) {
  Start bytes = written(kSome);
  EXPECT_EQ(fera_op(bytes), FeraOp::kForward);
  turn_fera_tag(bytes);
  EXPECT_EQ(fera_op(bytes), FeraOp::kReturning);
  Start unknown = bytes;
  unknown[20] = 2;
  EXPECT_EQ(fera_op(unknown), std::nullopt);
  Start later = bytes;
  later[19] = 2;
  EXPECT_EQ(fera_op(later), std::nullopt) << "another version";
  Start data{};
  write_data_frame(data, {.traffic_class = ClassId(3), .length = 1500_B});
  EXPECT_EQ(fera_op(data), std::nullopt);
}

TEST(FeraTag, IsToldFromOtherFrames) {
  EXPECT_TRUE(is_fera_tag(written(kSome)));
  Start data{};
  write_data_frame(data, {.traffic_class = ClassId(3), .length = 1500_B});
  EXPECT_FALSE(is_fera_tag(data));
  for (const std::size_t byte : {12U, 13U, 16U, 17U, 18U}) {
    Start bytes = written(kSome);
    bytes[byte] ^= 1U;
    EXPECT_FALSE(is_fera_tag(bytes)) << byte;
  }
}

}  // namespace weir::frame::fera_tag_test
