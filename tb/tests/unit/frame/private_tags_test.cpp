// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/private_tags.h"

#include "tb/tests/unit/frame/hex.h"

namespace weir::frame::private_tags_test {

const MacAddress kSource = MacAddress::of_port(2, 0);
const char* const kStart = "0180c200000e 020000020000 88b5 ";

std::vector<std::uint8_t> frame_of(const std::string& rest) { return padded(hex(kStart + rest), kControlFrameBytes); }

std::string reason(std::span<const std::uint8_t> bytes) {
  const auto message = read_private_message(bytes);
  return message ? "accepted" : std::string(name(message.error()));
}

TEST(CbfcCredit, KnownBytes) {
  const CbfcCredit credit{.virtual_lane = ClassId(3), .op = CbfcOp::kInit, .fctbs = 0x01020304, .fccl = 0xfffefdfc};
  std::vector<std::uint8_t> bytes(kControlFrameBytes, 0xee);
  ASSERT_EQ(write_cbfc_credit(bytes, kSource, credit), kControlFrameBytes);
  EXPECT_EQ(bytes, frame_of("01 03 01 00 01020304 fffefdfc"));
  EXPECT_EQ(read_private_message(bytes), PrivateMessage(credit));
}

TEST(GfcQueueDepth, KnownBytes) {
  const GfcQueueDepth message{.traffic_class = ClassId(7), .depth = 75_KB};
  std::vector<std::uint8_t> bytes(kControlFrameBytes, 0xee);
  ASSERT_EQ(write_gfc_queue_depth(bytes, kSource, message), kControlFrameBytes);
  EXPECT_EQ(bytes, frame_of("02 07 0000 000124f8"));
  EXPECT_EQ(read_private_message(bytes), PrivateMessage(message));
}

TEST(GfcQueueDepth, TheWholeRangeOfTheField) {
  std::array<std::uint8_t, kControlFrameBytes> bytes{};
  for (const std::int64_t depth : {0L, 1L, 0xffff'ffffL}) {
    const GfcQueueDepth message{.traffic_class = ClassId(0), .depth = Bytes(depth)};
    ASSERT_EQ(write_gfc_queue_depth(bytes, kSource, message), kControlFrameBytes);
    EXPECT_EQ(read_private_message(bytes), PrivateMessage(message));
  }
  for (const std::int64_t depth : {-1L, 0x1'0000'0000L}) {
    EXPECT_EQ(write_gfc_queue_depth(bytes, kSource, {.traffic_class = ClassId(0), .depth = Bytes(depth)}), 0U);
  }
}

TEST(PrivateMessage, ReservedBytesAndPaddingAreIgnored) {
  auto bytes = frame_of("01 00 00 ff 00000001 00000002");
  bytes.back() = 0x77;
  EXPECT_EQ(read_private_message(bytes), PrivateMessage(CbfcCredit{.fctbs = 1, .fccl = 2}));
  EXPECT_EQ(read_private_message(frame_of("02 01 ffff 00000009")),
            PrivateMessage(GfcQueueDepth{.traffic_class = ClassId(1), .depth = 9_B}));
}

TEST(PrivateMessage, EveryTruncationIsAnError) {
  const auto credit = frame_of("01 00 00 00 00000001 00000002");
  for (std::size_t size = 0; size < 26; ++size) {
    EXPECT_EQ(reason(std::span(credit).first(size)), "truncated") << size;
  }
  EXPECT_EQ(reason(std::span(credit).first(26)), "accepted");
  const auto depth = frame_of("02 00 0000 00000001");
  for (std::size_t size = 0; size < 22; ++size) {
    EXPECT_EQ(reason(std::span(depth).first(size)), "truncated") << size;
  }
  EXPECT_EQ(reason(std::span(depth).first(22)), "accepted");
}

TEST(PrivateMessage, MalformedFramesAreRefusedWithTheirReason) {
  const auto refused = [](std::size_t at, std::uint8_t value) {
    auto bytes = frame_of("01 00 00 00 00000001 00000002");
    bytes[at] = value;
    return reason(bytes);
  };
  EXPECT_EQ(refused(5, 0x01), "wrong_destination");
  EXPECT_EQ(refused(13, 0xb6), "wrong_ethertype");
  EXPECT_EQ(refused(14, 0x00), "unknown_subtype");
  EXPECT_EQ(refused(14, 0x10), "unknown_subtype");  // set aside for the FERA tag
  EXPECT_EQ(refused(15, 0x08), "field_out_of_range");
  EXPECT_EQ(refused(16, 0x02), "field_out_of_range");
}

TEST(RoutedMessage, HasATagAndAUnicastAddress) {
  std::array<std::uint8_t, kControlFrameBytes> bytes{};
  bytes.fill(0xee);
  const MacAddress to(0x02'00'00'00'00'07U);
  ASSERT_EQ(write_routed_header(bytes, to, kSource, ClassId(5), 0x7f), 19U);
  const auto ethernet = read_ethernet(bytes).value();
  EXPECT_EQ(ethernet.destination, to);
  EXPECT_EQ(ethernet.source, kSource);
  ASSERT_EQ(ethernet.tag_count, 1);
  EXPECT_EQ(ethernet.tags[0], VlanTag{.pcp = 5});
  EXPECT_EQ(ethernet.ethertype, EtherType::kLocalExperiment);
  const auto message = read_routed_message(bytes).value();
  EXPECT_EQ(message.subtype, 0x7f);
  ASSERT_EQ(message.body.size(), 41U);
  EXPECT_THAT(message.body, testing::Each(0));
}

TEST(RoutedMessage, HasItsTtlInFrontOfTheFcs) {
  std::array<std::uint8_t, kControlFrameBytes> bytes{};
  write_routed_header(bytes, MacAddress(0x02), kSource, ClassId(0), 0x7f);
  set_routed_ttl(bytes, 7);
  EXPECT_EQ(bytes[59], 7U);
  EXPECT_EQ(read_routed_message(bytes).value().body.back(), 7U);
}

TEST(RoutedMessage, IsReadBehindAnyTagsAndOnlyThen) {
  std::array<std::uint8_t, kControlFrameBytes> bytes{};
  write_routed_header(bytes, MacAddress(0x02), kSource, ClassId(0), 0x7f);
  std::vector<std::uint8_t> untagged(bytes.begin(), bytes.end());
  untagged.erase(untagged.begin() + 12, untagged.begin() + 16);
  EXPECT_EQ(read_routed_message(untagged).value().subtype, 0x7f);
  for (std::size_t size = 0; size < 19; ++size) {
    EXPECT_EQ(read_routed_message(std::span(bytes).first(size)).error(), DecodeError::kTruncated) << size;
  }
  EXPECT_EQ(read_routed_message(std::span(bytes).first(19)).value().body.size(), 0U);
  bytes[17] = 0xb6;
  EXPECT_EQ(read_routed_message(bytes).error(), DecodeError::kWrongEtherType);
}

TEST(RoutedMessage, RefusesGroupAddressesAndShortSpans) {
  std::array<std::uint8_t, kControlFrameBytes> bytes{};
  EXPECT_EQ(write_routed_header(bytes, kNearestBridgeAddress, kSource, ClassId(0), 1), 0U);
  EXPECT_EQ(write_routed_header(bytes, MacAddress(0x02), kSource, ClassId(8), 1), 0U);
  EXPECT_EQ(write_routed_header(std::span(bytes).first(59), MacAddress(0x02), kSource, ClassId(0), 1), 0U);
  EXPECT_THAT(bytes, testing::Each(0));
}

TEST(PrivateMessage, RefusesToWriteWhatTheFieldsCannotHold) {
  std::array<std::uint8_t, kControlFrameBytes> bytes{};
  EXPECT_EQ(write_cbfc_credit(bytes, kSource, {.virtual_lane = ClassId(8)}), 0U);
  EXPECT_EQ(write_gfc_queue_depth(bytes, kSource, {.traffic_class = ClassId(8)}), 0U);
  EXPECT_EQ(write_cbfc_credit(std::span(bytes).first(59), kSource, {}), 0U);
  EXPECT_EQ(write_gfc_queue_depth(std::span(bytes).first(59), kSource, {}), 0U);
  EXPECT_THAT(bytes, testing::Each(0));
}

}  // namespace weir::frame::private_tags_test
