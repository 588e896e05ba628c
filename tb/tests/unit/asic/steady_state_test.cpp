// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Once a network has warmed up it allocates nothing: counted where the program's memory comes from. Each test needs a
// process of its own, as ctest gives it.

#include "hw_model/base/invariant.h"
#include "tb/scenario/builder.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/allocations.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::asic::steady_state_test {

struct Run {
  std::string name;
  std::string file;
  std::vector<std::string> sets;
  Time warm_up;
};

class SteadyState : public testing::TestWithParam<Run> {};

TEST_P(SteadyState, AllocatesNothing) {
  const auto [name, file, sets, warm_up] = GetParam();
  constexpr Time kWatched = 2'000_us;
  const scenario::Scenario scenario =
      scenario::load_file(std::string(WEIR_SCENARIOS) + "/" + file, {.sets = sets, .seed = {}, .until = "1s"});
  const auto network = scenario::build(scenario);
  const auto delivered = [&] {
    std::uint64_t packets = 0;
    for (const host::FlowMeasurement& flow : network->measurements) {
      packets += flow.received.packets;
    }
    return packets;
  };
  std::vector<frame::Packet*> frames;  // as many as there will ever be: how far the pool grows is not asked here
  for (int i = 0; i < 8'000; ++i) {
    frames.push_back(&network->pool.acquire());
  }
  for (frame::Packet* packet : frames) {
    network->pool.release(*packet);
  }
  EXPECT_GT(allocations, 100U) << "nothing is counted at all";
  run(warm_up);
  const std::uint64_t before = delivered();
  allocations = 0;
  run(kWatched);
  // In a network whose queues wander, now and then one grows to a length that it has not had before.
  EXPECT_LE(allocations, (delivered() - before) / 1'000);
  EXPECT_GT(delivered() - before, 200U);
}

// The walk over the queues of an input-queued crossbar, now and then in the checked build, allocates: not among these.
INSTANTIATE_TEST_SUITE_P(
    Networks, SteadyState,
    testing::Values(
        Run{"star_none", "bench/star16_shift.toml", {}, 2_ms}, Run{"fat_tree_pfc", "bench/ft4_perm.toml", {}, 3_ms},
        Run{"incast_pfc", "small/pfc_incast.toml", {}, 2_ms},
        Run{"two_to_one_conceptual", "small/gfc_two_to_one.toml", {}, 2_ms},
        Run{"ring_buffer_based", "ring/gfc_buffer_based.toml", {"switch.crossbar.strategy=output_queued"}, 20_ms},
        Run{"ring_time_based", "ring/gfc_time_based.toml", {"switch.crossbar.strategy=output_queued"}, 20_ms},
        Run{"star_window",
            "bench/star16_shift.toml",
            {"traffic.acknowledged=false", "traffic.control=window", "traffic.window=60KB"},
            2_ms},
        Run{"star_credits", "bench/star16_shift.toml", {"flow_control.scheme=cbfc"}, 2_ms},
        Run{"fera_edges", "fera/fera_edge_liar.toml", {}, 30_ms},
        Run{"event_by_event", "small/pfc_incast.toml", {"scenario.quantum=off"}, 2_ms}),
    [](const auto& instance) { return instance.param.name; });

}  // namespace weir::asic::steady_state_test
