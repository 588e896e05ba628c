// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/itsy_heavy_hitters.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::itsy_heavy_hitters_test {

using testing::Field;

constexpr PortId kA(1);
constexpr PortId kB(2);

ItsyFlowId flow(std::uint64_t n) { return {.addresses = n, .ports = 1}; }
auto is(std::uint64_t n) { return Field(&ItsyHeavyHitters::Flow::id, flow(n)); }

void send(ItsyHeavyHitters& port, std::uint64_t n, int packets, PortId ingress) {
  for (int i = 0; i < packets; ++i)
    port.passes(flow(n), Bytes(640), ingress);
}

TEST(ItsyHeavyHitters, AreThoseThatHaveSentMore) {
  ItsyHeavyHitters port({}, 4);
  send(port, 1, 10, kA);
  send(port, 2, 3, kB);
  EXPECT_THAT(port.above(30), ElementsAre(is(1))) << "30 units are not more than 30";
  EXPECT_THAT(port.above(29), UnorderedElementsAre(is(1), is(2)));
  EXPECT_THAT(port.above(100), IsEmpty());
  EXPECT_EQ(port.ingress_of(flow(1)), kA);
  EXPECT_EQ(port.ingress_of(flow(2)), kB);
  EXPECT_EQ(port.ingress_of(flow(3)), std::nullopt);
}

TEST(ItsyHeavyHitters, CountByWindows) {
  ItsyHeavyHitters port({}, 4);
  send(port, 1, 10, kA);
  port.turn();
  send(port, 1, 2, kB);
  EXPECT_THAT(port.above(50), ElementsAre(is(1))) << "of the window before";
  EXPECT_EQ(port.ingress_of(flow(1)), kB) << "where it comes from now";
  port.turn();
  EXPECT_THAT(port.above(50), IsEmpty()) << "two windows together do not count";
  EXPECT_THAT(port.above(0), ElementsAre(is(1)));
  port.turn();
  EXPECT_THAT(port.above(0), IsEmpty());
}

TEST(ItsyHeavyHitters, TheSmallestMakesRoom) {
  ItsyHeavyHitters port({}, 2);
  send(port, 1, 3, kA);
  send(port, 2, 5, kA);
  send(port, 3, 4, kB);
  EXPECT_THAT(port.above(0), UnorderedElementsAre(is(2), is(3)));
  EXPECT_EQ(port.ingress_of(flow(3)), kB);
  port.reset();
  EXPECT_THAT(port.above(0), IsEmpty());
}

}  // namespace weir::reference::itsy_heavy_hitters_test
