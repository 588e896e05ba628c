// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/topology.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::network::topology_test {

Topology line_of_three() {
  Topology topology;
  topology.add_device("h1", DeviceKind::kHost);
  topology.add_device("s1", DeviceKind::kSwitch);
  topology.add_device("s2", DeviceKind::kSwitch);
  topology.add_cable(0, 1, {});
  topology.add_cable(1, 2, {});
  topology.add_cable(1, 2, {});
  return topology;
}

TEST(Topology, NumbersPortsInTheOrderOfCables) {
  const Topology topology = line_of_three();
  EXPECT_EQ(topology.devices[0].ports, 1U);
  EXPECT_EQ(topology.devices[1].ports, 3U);
  EXPECT_EQ(topology.devices[2].ports, 2U);
  EXPECT_EQ(topology.cables[2].a.port, PortId(2));
  EXPECT_EQ(topology.cables[2].b.port, PortId(1));
}

TEST(Topology, TakesPortsThatTheCallerNumbers) {
  Topology topology;
  topology.add_device("s1", DeviceKind::kSwitch);
  topology.add_device("s2", DeviceKind::kSwitch);
  topology.add_cable_at({0, PortId(1)}, {1, PortId(0)}, {});
  topology.add_cable_at({0, PortId(0)}, {1, PortId(1)}, {});
  EXPECT_EQ(topology.devices[0].ports, 2U);
  EXPECT_EQ(topology.devices[1].ports, 2U);
}

TEST(Topology, FindsDevicesByName) {
  const Topology topology = line_of_three();
  EXPECT_EQ(topology.find("s2"), 2U);
  EXPECT_EQ(topology.find("s3"), topology.devices.size());
}

TEST(Topology, ClosesTheGapOfARemovedCable) {
  Topology topology = line_of_three();
  EXPECT_TRUE(topology.remove_cable(2, 1));  // the first of two, from either side
  EXPECT_EQ(topology.devices[1].ports, 2U);
  EXPECT_EQ(topology.devices[2].ports, 1U);
  ASSERT_EQ(topology.cables.size(), 2U);
  EXPECT_EQ(topology.cables[0].b.port, PortId(0));
  EXPECT_EQ(topology.cables[1].a.port, PortId(1));
  EXPECT_EQ(topology.cables[1].b.port, PortId(0));
  EXPECT_FALSE(topology.remove_cable(0, 2));
}

TEST(Topology, TakesOutWhatFailsBetweenSwitches) {
  Topology topology = line_of_three();
  int asked = 0;
  EXPECT_EQ(topology.remove_trunks([&] { return ++asked == 1; }), 1U);
  EXPECT_EQ(asked, 2) << "the host's cable is not asked for";
  ASSERT_EQ(topology.cables.size(), 2U);
  EXPECT_EQ(topology.devices[1].ports, 2U);
  EXPECT_EQ(topology.cables[1].a.port, PortId(1));
  EXPECT_EQ(topology.cables[1].b.port, PortId(0));
}

TEST(Topology, TakesOutASwitchWithoutCables) {
  Topology topology = line_of_three();
  topology.add_device("s3", DeviceKind::kSwitch);
  topology.add_cable(1, 3, {});
  int asked = 0;
  EXPECT_EQ(topology.remove_trunks([&] { return ++asked <= 2; }), 2U);  // both cables of s2
  ASSERT_EQ(topology.devices.size(), 3U);
  EXPECT_EQ(topology.devices[2].name, "s3");
  ASSERT_EQ(topology.cables.size(), 2U);
  EXPECT_EQ(topology.cables[1].a.device, 1U);
  EXPECT_EQ(topology.cables[1].a.port, PortId(1));
  EXPECT_EQ(topology.cables[1].b.device, 2U);
}

}  // namespace weir::network::topology_test
