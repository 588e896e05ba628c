// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/hop_label.h"

#include <numeric>

#include "tb/tests/unit/switch_kit.h"

namespace weir::frame::hop_label_test {

std::vector<std::uint8_t> frame_with(std::span<const VlanTag> tags) {
  std::vector<std::uint8_t> bytes(60);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
  EthernetHeader header{.destination = MacAddress(0x02'00'00'00'00'01),
                        .source = MacAddress(0x02'00'00'00'00'02),
                        .ethertype = EtherType::kIpv4};
  std::copy(tags.begin(), tags.end(), header.tags.begin());
  header.tag_count = static_cast<std::uint8_t>(tags.size());
  EXPECT_NE(write_ethernet(bytes, header), 0U);
  return bytes;
}

TEST(HopLabel, IsTheOuterServiceTagAndNothingElseChanges) {
  const VlanTag own{.pcp = 5, .vid = 42};
  for (const std::size_t tags : {0, 1}) {
    const std::vector<std::uint8_t> before = frame_with(std::span(&own, tags));
    EXPECT_FALSE(hop_label(before));
    EXPECT_TRUE(takes_hop_label(before));
    for (std::size_t label = 0; label < kClasses; ++label) {
      std::vector<std::uint8_t> bytes = before;
      put_on_hop_label(bytes, ClassId(label), 0xabc);
      ASSERT_EQ(bytes.size(), before.size() + kVlanTagBytes);
      const auto header = read_ethernet(bytes);
      ASSERT_TRUE(header);
      EXPECT_EQ(header->tag_count, tags + 1);
      EXPECT_EQ(header->tags[0],
                (VlanTag{.pcp = static_cast<std::uint8_t>(label), .vid = 0xabc, .tpid = EtherType::kServiceTag}));
      EXPECT_EQ(tags == 0 || header->tags[1] == own, true);
      EXPECT_EQ(hop_label(bytes), ClassId(label));
      set_hop_label(bytes, ClassId(7 - label));
      EXPECT_EQ(hop_label(bytes), ClassId(7 - label));
      EXPECT_EQ(read_ethernet(bytes)->tags[0].vid, 0xabc);
      take_off_hop_label(bytes);
      EXPECT_EQ(bytes, before);
    }
  }
}

TEST(HopLabel, HasNoPlaceOnTwoTags) {
  const std::array<VlanTag, 2> two{VlanTag{.pcp = 1, .tpid = EtherType::kServiceTag}, VlanTag{.pcp = 2}};
  EXPECT_FALSE(takes_hop_label(frame_with(two)));
  EXPECT_TRUE(takes_hop_label(frame_with(std::span(two).first(1))));
}

}  // namespace weir::frame::hop_label_test
