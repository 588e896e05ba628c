// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The VIQ of a host that takes its packets slowly: what its queue says is what its samples show. Each test needs a
// process of its own, as ctest gives it.

#include "tb/run/simulation.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::host_queue_test {

Outcome run_slow_host(const char* scheme, const char* service_rate) {
  const std::string text = R"([scenario]
duration = "1ms"
[topology]
kind = "star"
hosts = 3
[switch.mmu]
viq_limit = "90KB"
headroom = "60KB"
[flow_control.pfc]
xoff = "90KB"
xon = "45KB"
[[flow]]
src = "h1"
dst = "h2"
rate = "5Gbps"
kind = "constant_rate"
[[host]]
hosts = ["h2"]
)";
  Observation observation;
  observation.series = true;
  return simulate(scenario::load_text(
                      text + "service_rate = \"" + service_rate + "\"\n[flow_control]\nscheme = \"" + scheme + "\"\n",
                      "slow_host.toml", {}),
                  observation);
}

const report::QueueResult* queue_of(const Outcome& run, std::string_view device) {
  const auto found = std::ranges::find(run.results.queues, device, &report::QueueResult::device);
  return found == run.results.queues.end() ? nullptr : &*found;
}

std::vector<double> depths(const Outcome& run) {
  const auto column =
      std::ranges::find(run.series.columns, "h2.p0.c0.viq_depth_bytes", &report::TimeSeries::Column::name);
  return column == run.series.columns.end() ? std::vector<double>{} : column->values;
}

void hold_to_samples(const Outcome& run) {
  const report::QueueResult* queue = queue_of(run, "h2");
  ASSERT_NE(queue, nullptr);
  const std::vector<double> sampled = depths(run);
  ASSERT_FALSE(sampled.empty());
  EXPECT_GE(static_cast<double>(queue->viq_peak_bytes), std::ranges::max(sampled));
  EXPECT_LE(static_cast<double>(queue->viq_peak_bytes), std::ranges::max(sampled) + 2 * 1500);
  EXPECT_NEAR(static_cast<double>(queue->viq_final_bytes), sampled.back(), 2 * 1500);
  EXPECT_GT(queue->viq_final_bytes, 40'000);
}

TEST(HostQueue, PeakAndFinalDepthAreThoseOfItsPackets) { hold_to_samples(run_slow_host("pfc", "1Gbps")); }

TEST(HostQueue, LikewiseWhereTheHostPausesNobody) { hold_to_samples(run_slow_host("none", "1Gbps")); }

TEST(HostQueue, OnePacketAtATimeIsOnePacketDeep) {
  const Outcome run = run_slow_host("pfc", "100Gbps");
  const report::QueueResult* queue = queue_of(run, "h2");
  ASSERT_NE(queue, nullptr);
  EXPECT_EQ(queue->viq_peak_bytes, 1500);
  EXPECT_LE(queue->viq_final_bytes, 1500);
}

}  // namespace weir::host_queue_test
