// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The gradient rule in whole networks: no VIQ passes theorem B's bound (docs/reference/gradient_gate.md), nothing is
// lost, and once sources stop everything is delivered. Each test needs a process of its own, as ctest gives it.

#include "tb/bounds/gradient_bounds.h"
#include "tb/tests/unit/oracle/live.h"

namespace weir::asic::gfc_gradient_live_test {

using oracle::Live;

constexpr ClassId kClass{0};

Bytes bound_of(const scenario::Scenario& scenario) {
  return bounds::gradient_bound(bounds::alike_switches(scenario).front()).value().held;
}

Bytes highest(network::Network& network) {
  Bytes highest;
  for (const network::Device& device : network.devices) {
    for (std::size_t p = 0; device.asic && p < device.asic->ports(); ++p)
      highest = std::max(highest, device.asic->mmu().counters(PortId(p), kClass).peak);
  }
  return highest;
}

Bytes inside(network::Network& network) {
  Bytes inside;
  for (const network::Device& device : network.devices) {
    if (device.asic)
      inside += device.asic->egress().total() + device.asic->crossbar().in_transit();
  }
  return inside;
}

// What an architect chooses between.
const std::vector<std::vector<std::string>> kArbitrations{
    {},
    {"switch.crossbar.arbiter=islip", "switch.crossbar.iterations=2"},
    {"switch.crossbar.queueing=fifo"},
    {"switch.crossbar.transfer=packet"},
    {"switch.crossbar.queueing=fifo", "switch.crossbar.transfer=packet"},
    {"switch.crossbar.queueing=fifo", "switch.crossbar.transfer=packet", "switch.crossbar.jitter=100ns"},
    {"switch.crossbar.strategy=combined", "switch.crossbar.speedup=2.0"},
};

class GradientRing : public testing::TestWithParam<std::size_t> {
 protected:
  void run(std::vector<std::string> sets) {
    const std::vector<std::string>& more = kArbitrations[GetParam()];
    sets.insert(sets.end(), more.begin(), more.end());
    live_ = std::make_unique<Live>("ring/gfc_gradient.toml", sets, 50_us);
    live_->run(4);
  }
  std::unique_ptr<Live> live_;
};

TEST_P(GradientRing, StaysBelowTheBoundAndNear) {
  run({"scenario.duration=30ms"});
  const Bytes bound = bound_of(live_->scenario());
  EXPECT_EQ(bound, 108'996_B) << "Bm - 1 + 6 L in blocks of 4 B";
  EXPECT_LE(highest(live_->network()), bound);
  EXPECT_GE(highest(live_->network()), 97'000_B) << "and VIQs do fill";
  for (std::size_t d = 0; d < live_->network().devices.size(); ++d)
    EXPECT_THAT(live_->drops().of(d).lossless(), IsEmpty());
  EXPECT_EQ(live_->deadlock().found(), nullptr);
}

TEST_P(GradientRing, DeliversEverythingOnceSourcesStop) {
  run({"scenario.duration=10ms", "traffic.stop=8ms"});
  EXPECT_GE(highest(live_->network()), 97'000_B);
  EXPECT_EQ(inside(live_->network()), 0_B);
}

INSTANTIATE_TEST_SUITE_P(EachArbitration, GradientRing, testing::Range<std::size_t>(0, 7));

}  // namespace weir::asic::gfc_gradient_live_test
