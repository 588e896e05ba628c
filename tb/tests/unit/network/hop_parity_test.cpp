// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/hop_parity.h"

#include "tb/network/fat_tree.h"
#include "tb/network/leaf_spine.h"
#include "tb/network/ring.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::network::hop_parity_test {

bool is_odd(const Topology& topology, const std::string& name) { return hop_parity(topology).odd[topology.find(name)]; }

TEST(HopParity, OfAFatTreeIsThatOfTheLevel) {
  const Topology tree = make_fat_tree(4, {});
  EXPECT_EQ(hop_parity(tree).fault, "");
  for (const DeviceSpec& device : tree.devices) {
    const bool odd = device.name.starts_with("se") || device.name.starts_with("sc");
    EXPECT_EQ(is_odd(tree, device.name), odd) << device.name;
  }
}

TEST(HopParity, OfALeafSpine) {
  const Topology network = make_leaf_spine(3, 2, 2, {});
  EXPECT_EQ(hop_parity(network).fault, "");
}

// An odd circle, and an even one with hosts on both sides.
TEST(HopParity, IsNoneInARing) {
  EXPECT_NE(hop_parity(make_ring(3, {})).fault.find("closes a circle with an odd number of links"), std::string::npos);
  EXPECT_NE(hop_parity(make_ring(4, {})).fault.find("are an odd number of links apart"), std::string::npos);
}

// A circle of four switches, hosts at two that are not neighbours.
TEST(HopParity, IsThereInARingWithHostsOnOneSide) {
  Topology ring;
  const std::size_t first = ring.add_devices("s", 1, 4, DeviceKind::kSwitch);
  const std::size_t hosts = ring.add_devices("h", 1, 2, DeviceKind::kHost);
  for (std::size_t i = 0; i < 4; ++i) {
    ring.add_cable(first + i, first + (i + 1) % 4, {});
  }
  ring.add_cable(hosts, first, {});
  ring.add_cable(hosts + 1, first + 2, {});
  EXPECT_EQ(hop_parity(ring).fault, "");
  EXPECT_TRUE(is_odd(ring, "s1"));
  EXPECT_FALSE(is_odd(ring, "s2"));
  EXPECT_TRUE(is_odd(ring, "s3"));
  EXPECT_FALSE(is_odd(ring, "h2"));
}

// Two parts that nothing joins are by themselves.
TEST(HopParity, IsOfEachPartByItself) {
  Topology parts;
  const std::size_t switches = parts.add_devices("s", 1, 3, DeviceKind::kSwitch);
  const std::size_t hosts = parts.add_devices("h", 1, 3, DeviceKind::kHost);
  parts.add_cable(hosts, switches, {});
  parts.add_cable(hosts + 1, switches + 1, {});
  parts.add_cable(switches + 1, switches + 2, {});
  EXPECT_EQ(hop_parity(parts).fault, "");
  parts.add_cable(hosts + 2, switches + 2, {});
  EXPECT_EQ(hop_parity(parts).fault, "hosts h2 and h3 are an odd number of links apart");
}

}  // namespace weir::network::hop_parity_test
