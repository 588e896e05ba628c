// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/key_table_measure.h"

namespace weir::scenario {

std::vector<TableSpec> measure_tables() {
  return {
      {"measure", "Measurements that cost time and are off by default, and the story of the run."},
      {"measure.baselines", "Other methods of finding deadlocks, played beside ITSY: [baselines.md](baselines.md)."}};
}

std::vector<KeySpec> measure_keys() {
  using enum KeyKind;
  return {
      key("measure", "latency", kBoolean, {.initial = "false"},
          "Whether latencies of packets are measured: quantiles by flow, workload and class, histograms in "
          "latency.csv."),
      key("measure", "occupancy", kBoolean, {.initial = "false"},
          "Whether the depths of VIQs, VEQs and buffers over time are measured: quantiles, histograms in "
          "occupancy.csv."),
      key("measure", "feedback", kBoolean, {.initial = "false"},
          "Whether the part of each link that flow-control feedback takes in each `sample_interval` is measured."),
      key("measure", "story", kBoolean, {.initial = "true"},
          "Whether the run keeps a record of its pauses, holds and losses, and tells from it what happened: "
          "[story.md](story.md)."),
      key("measure", "probes", kTexts, {},
          "Queues whose samples timeseries.csv has in a network of more than 256 ports: names of queues, ports or "
          "devices, `*` for any letters (`s1.p2.c0`, `sa*.p0`, `s1`); default: up to 32 queues of the story. A smaller "
          "network samples all queues."),
      key("measure", "standing_after", kTime, {.lowest = "1ns", .highest = "1000s"},
          "Time without sending after which a queue with packets counts as standing ([oracle.md](oracle.md#standing)). "
          "Default: twice the longest of the pause time (65535 quanta), a largest frame at the lowest rate of its "
          "limiter, and the timers of hosts, units and events; console and results show it."),
      key("measure.baselines", "period", kTime, {.lowest = "1ns", .highest = "1s"},
          "M1 and M2: period at which control planes poll their ports. Without `period` no method is played."),
      key("measure.baselines", "control_delay", kTime, {.initial = "0ps", .highest = "1s"},
          "M1, M2, PathDump: time from a message's arrival until a control plane, or the controller, has acted on the "
          "message."),
      key("measure.baselines", "bloom_bits", kInteger, {.initial = "512", .lowest = "1", .highest = "65536"},
          "Bloom filter: bits of the filter."),
      key("measure.baselines", "bloom_hashes", kInteger, {.initial = "4", .lowest = "1", .highest = "64"},
          "Bloom filter: bits that each port sets."),
      key("measure.baselines", "unroller_base", kInteger, {.initial = "4", .lowest = "2", .highest = "16"},
          "Unroller: factor by which each phase is longer than the phase before."),
  };
}

}  // namespace weir::scenario
