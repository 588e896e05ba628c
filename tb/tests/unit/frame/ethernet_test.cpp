// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/ethernet.h"

#include "tb/tests/unit/frame/hex.h"

namespace weir::frame::ethernet_test {

const MacAddress kDestination{0x0a0b0c0d0e0fU};
const MacAddress kSource = MacAddress::of_port(1, 3);

TEST(MacAddress, PortsHaveLocallyAdministeredUnicastAddresses) {
  EXPECT_EQ(to_string(MacAddress::of_port(1, 3)), "02-00-00-01-00-03");
  EXPECT_EQ(to_string(MacAddress::of_port(0xabcdef, 0xffff)), "02-ab-cd-ef-ff-ff");
  EXPECT_FALSE(kSource.is_group());
  EXPECT_TRUE(MacAddress(0x0180c2000001U).is_group());
}

TEST(Ethernet, UntaggedHeader) {
  const EthernetHeader header{.destination = kDestination, .source = kSource, .ethertype = EtherType::kIpv4};
  std::array<std::uint8_t, kEthernetHeaderBytes> bytes{};
  ASSERT_EQ(write_ethernet(bytes, header), kEthernetHeaderBytes);
  EXPECT_THAT(bytes, testing::ElementsAreArray(hex("0a0b0c0d0e0f 020000010003 0800")));
  EXPECT_EQ(read_ethernet(bytes), header);
}

TEST(Ethernet, OneTag) {
  const EthernetHeader header{.destination = kDestination,
                              .source = kSource,
                              .tags = {VlanTag{.pcp = 5, .drop_eligible = true, .vid = 0x123}},
                              .tag_count = 1,
                              .ethertype = EtherType::kIpv4};
  std::array<std::uint8_t, 18> bytes{};
  ASSERT_EQ(write_ethernet(bytes, header), 18U);
  EXPECT_THAT(bytes, testing::ElementsAreArray(hex("0a0b0c0d0e0f 020000010003 8100 b123 0800")));
  EXPECT_EQ(read_ethernet(bytes), header);
}

TEST(Ethernet, ServiceTagOutsideCustomerTag) {
  const EthernetHeader header{
      .destination = kDestination,
      .source = kSource,
      .tags = {VlanTag{.pcp = 7, .vid = 4095, .tpid = EtherType::kServiceTag}, VlanTag{.pcp = 3, .vid = 1}},
      .tag_count = 2,
      .ethertype = EtherType::kLocalExperiment};
  std::array<std::uint8_t, 22> bytes{};
  ASSERT_EQ(write_ethernet(bytes, header), header.length());
  EXPECT_THAT(bytes, testing::ElementsAreArray(hex("0a0b0c0d0e0f 020000010003 88a8 efff 8100 6001 88b5")));
  EXPECT_EQ(read_ethernet(bytes), header);
}

TEST(Ethernet, EveryTruncationIsAnError) {
  const auto whole = hex("0a0b0c0d0e0f 020000010003 88a8 efff 8100 6001 88b5");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_EQ(read_ethernet(std::span(whole).first(size)), tl::unexpected(DecodeError::kTruncated)) << size;
  }
}

TEST(Ethernet, ThirdTagIsRefused) {
  const auto bytes = hex("0a0b0c0d0e0f 020000010003 8100 0001 8100 0002 8100 0003 0800");
  EXPECT_EQ(read_ethernet(bytes), tl::unexpected(DecodeError::kTooManyTags));
}

TEST(Ethernet, RefusesToWriteWhatTheFieldsCannotHold) {
  std::array<std::uint8_t, 64> bytes{};
  EthernetHeader header{.tags = {VlanTag{.pcp = 8}}, .tag_count = 1};
  EXPECT_EQ(write_ethernet(bytes, header), 0U);
  header.tags[0] = VlanTag{.vid = 4096};
  EXPECT_EQ(write_ethernet(bytes, header), 0U);
  header.tags[0] = VlanTag{.tpid = EtherType::kIpv4};
  EXPECT_EQ(write_ethernet(bytes, header), 0U);
  header.tag_count = 3;
  EXPECT_EQ(write_ethernet(bytes, header), 0U);
  EXPECT_EQ(write_ethernet(std::span(bytes).first(13), EthernetHeader{}), 0U);
}

TEST(FrameCheckSequence, CheckValueOfTheCrc) {
  const std::string_view text = "123456789";
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  EXPECT_EQ(frame_check_sequence(bytes), 0xcbf43926U);  // CRC-32/ISO-HDLC
}

TEST(FrameCheckSequence, ClosesAFrameAndNoticesEveryChangedByte) {
  auto frame = padded(hex("0180c2000001 020000010003 8808 0001 ffff"), 64);
  ASSERT_EQ(write_fcs(frame), 64U);
  EXPECT_THAT(std::span(frame).last(4), testing::ElementsAreArray(hex("29 d7 4d f0")));
  EXPECT_TRUE(fcs_holds(frame));
  for (std::uint8_t& byte : frame) {
    byte ^= 0x10U;
    EXPECT_FALSE(fcs_holds(frame));
    byte ^= 0x10U;
  }
}

TEST(FrameCheckSequence, TooShortForAnFcs) {
  std::array<std::uint8_t, 3> bytes{};
  EXPECT_EQ(write_fcs(bytes), 0U);
  EXPECT_FALSE(fcs_holds(bytes));
}

}  // namespace weir::frame::ethernet_test
