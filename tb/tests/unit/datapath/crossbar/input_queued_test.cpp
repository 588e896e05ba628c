// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/input_queued.h"

#include "hw_model/datapath/crossbar/crossbar_settings.h"
#include "tb/tests/unit/datapath/crossbar/crossbar_bench.h"

namespace weir::crossbar::input_queued_test {

Time slot(Bytes cell, Time clock, double speedup, BitRate rate) {
  CrossbarConfig config;
  config.cell = cell;
  config.clock = clock;
  config.speedup = speedup;
  return slot_time(config, rate);
}

TEST(SlotTime, IsTheCellsTimeRoundedDownToWholePeriods) {
  EXPECT_EQ(slot(64_B, 1'200_ps, 1.0, 10_Gbps), 50'400_ps);   // 51.2 ns
  EXPECT_EQ(slot(64_B, 1'200_ps, 1.0, 40_Gbps), 12'000_ps);   // 12.8 ns
  EXPECT_EQ(slot(64_B, 1'200_ps, 1.0, 400_Gbps), 1'200_ps);   // 1.28 ns
  EXPECT_EQ(slot(64_B, 1'200_ps, 2.0, 10_Gbps), 25'200_ps);   // 25.6 ns
  EXPECT_EQ(slot(64_B, 1_ps, 1.1, 10_Gbps), 46'545_ps);       // 46.5454... ns
  EXPECT_EQ(slot(64_B, 1'200_ps, 1.02, 10_Gbps), 49'200_ps);  // 50.196 ns
}

TEST(SlotTime, AWholeNumberOfPeriodsStaysWhole) {
  EXPECT_EQ(slot(60_B, 1'200_ps, 1.0, 10_Gbps), 48'000_ps);
  EXPECT_EQ(slot(66_B, 1'200_ps, 1.1, 10_Gbps), 48'000_ps);  // 1.1 is no binary fraction
  EXPECT_EQ(slot(9_KB, 1_ns, 1.2, 1_Gbps), 60_us);
}

TEST(InputQueued, SaysWhichSettingCannotWork) {
  const auto complaint = [](auto change) -> std::string {
    CrossbarConfig config;
    change(config);
    try {
      CrossbarBench bench(config, 4, 1500_B);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(complaint([](CrossbarConfig&) {}), "none");
  EXPECT_EQ(complaint([](CrossbarConfig& c) { c.cell = 0_B; }),
            "switch.crossbar.cell: wanted a length in bytes from 1B to 9216B; got 0B");
  EXPECT_EQ(complaint([](CrossbarConfig& c) { c.clock = 0_ps; }),
            "switch.crossbar.clock: wanted a time from 1ps to 1us; got 0ps");
  EXPECT_EQ(
      complaint([](CrossbarConfig& c) { c.clock = 60_ns; }),
      "switch.crossbar.clock: a cell of 64B has 51.2ns to cross, less than a clock of 60ns; wanted a larger cell, a "
      "faster clock or less speedup");
  EXPECT_EQ(complaint([](CrossbarConfig& c) { c.speedup = 0.99; }),
            "switch.crossbar.speedup: wanted a number from 1.0 to 64.0; got 0.99");
  EXPECT_EQ(complaint([](CrossbarConfig& c) { c.output_buffer = 1'499_B; }),
            "switch.crossbar.output_buffer: wanted 0B or at least switch.max_frame, 1.5KB; got 1.499KB");
  EXPECT_EQ(complaint([](CrossbarConfig& c) {
              c.arbiter = Arbiter::kIslip;
              c.iterations = 5;
            }),
            "switch.crossbar.iterations: wanted at most the ports of the switch, 4; got 5");
  EXPECT_EQ(complaint([](CrossbarConfig& c) {
              c.transfer = Transfer::kPacket;
              c.jitter = Time(-1);
            }),
            "switch.crossbar.jitter: wanted a time from 0ps to 1ms; got -1ps");
  EXPECT_EQ(
      complaint([](CrossbarConfig& c) {
        c.strategy = Strategy::kCombined;
        c.speedup = 1.0;
      }),
      "switch.crossbar.speedup: strategy = \"combined\" wants more than 1, or packets would wait at the inputs alone");
  EXPECT_EQ(
      complaint([](CrossbarConfig& c) {
        c.strategy = Strategy::kCombined;
        c.transfer = Transfer::kPacket;
      }),
      "switch.crossbar.transfer: strategy = \"combined\" wants \"cell\": only cells cross faster than they leave");
}

}  // namespace weir::crossbar::input_queued_test
