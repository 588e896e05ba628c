// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/key_table_measure.h"

namespace weir::scenario {

std::vector<TableSpec> measure_tables() {
  return {{"measure", "What is measured only where asked, because it costs time."},
          {"measure.baselines", "Ways to find deadlocks that are played beside ITSY: [baselines.md](baselines.md)."}};
}

std::vector<KeySpec> measure_keys() {
  using enum KeyKind;
  return {
      key("measure", "latency", kBoolean, {.initial = "false"},
          "How long packets are under way: quantiles by flow, workload and class, histograms in latency.csv."),
      key("measure", "occupancy", kBoolean, {.initial = "false"},
          "How deep VIQs, VEQs and buffers are for how long: quantiles, histograms in occupancy.csv."),
      key("measure", "feedback", kBoolean, {.initial = "false"},
          "The part of each link that feedback of flow control takes, in each `sample_interval`."),
      key("measure", "standing_after", kTime, {.lowest = "1ns", .highest = "1000s"},
          "A queue that has held packets and sent none for so long stands ([oracle.md](oracle.md#standing)). Default: "
          "twice the longest of the pause time (65535 quanta), a largest frame at the lowest rate that its limiter can "
          "have, and the timers of hosts, units and events; console and results say it."),
      key("measure.baselines", "period", kTime, {.lowest = "1ns", .highest = "1s"},
          "M1 and M2: every so often a control plane looks at its ports. Where it is not set nothing is played."),
      key("measure.baselines", "control_delay", kTime, {.initial = "0ps", .highest = "1s"},
          "M1, M2, PathDump: from a message's arrival until a control plane, or a controller, has acted on it."),
      key("measure.baselines", "bloom_bits", kInteger, {.initial = "512", .lowest = "1", .highest = "65536"},
          "Bloom filter: its size."),
      key("measure.baselines", "bloom_hashes", kInteger, {.initial = "4", .lowest = "1", .highest = "64"},
          "Bloom filter: bits that a switch sets."),
      key("measure.baselines", "unroller_base", kInteger, {.initial = "4", .lowest = "2", .highest = "16"},
          "Unroller: each phase is so many times as long as the one before."),
  };
}

}  // namespace weir::scenario
