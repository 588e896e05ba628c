// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bench/row.h"

#include <algorithm>

namespace weir::bench {

namespace {

using Settings = std::vector<std::string>;

const Settings kCells = {"switch.crossbar.strategy=input_queued", "switch.crossbar.arbiter=islip"};

// 0.9 of each line, preamble and gap included.
const Settings kBernoulli = {"traffic.pattern=all_to_all", "traffic.kind=bernoulli", "traffic.rate=5.92Gbps",
                             "traffic.acknowledged=false"};

// GFC's thresholds want more of a VIQ than the workloads give.
const Settings kRoom = {"switch.mmu.viq_limit=300KB"};
const Settings kGfc = {"flow_control.scheme=gfc_buffer_based", "flow_control.gfc_buffer_based.b1=200KB",
                       "flow_control.gfc_buffer_based.bm=290KB"};

std::vector<Row> compared_rows() {
  const std::string short_run = "scenario.duration=1ms";
  return {
      {"star16_shift.cells", "star16_shift", {}, kCells},
      {"star64_shift.cells", "star64_shift", {}, kCells},
      {"star16_incast15.cells", "star16_incast15", {}, kCells},
      {"star16_shift.bernoulli_cells", "star16_shift", kBernoulli, kCells},
      {"ft4_perm.cells", "ft4_perm", {}, kCells},
      {"ft4_perm.cells_4_iterations", "ft4_perm", {}, joined(kCells, {"switch.crossbar.iterations=4"})},
      {"ft4_perm.packets", "ft4_perm", {}, joined(kCells, {"switch.crossbar.transfer=packet"})},
      {"ft4_perm.weighted",
       "ft4_perm",
       {},
       {"switch.crossbar.strategy=input_queued", "switch.crossbar.arbiter=weighted_round_robin"}},
      {"ft4_perm.gfc_buffer_based", "ft4_perm", kRoom, kGfc},
      {"ft4_perm.gfc_lockstep",
       "ft4_perm",
       joined(joined(kRoom, kGfc), {short_run}),
       {"fidelity.rate_limiter=lockstep"}},
      {"ft4_perm.gfc_gradient",
       "ft4_perm",
       joined(kCells, kRoom),
       {"flow_control.scheme=gfc_gradient", "flow_control.gfc_gradient.bm=200KB"}},
      {"ft4_perm.ttl_pfc",
       "ft4_perm",
       {},
       {"flow_control.scheme=ttl_pfc", "switch.class_mapper.source=ttl", "flow_control.lossless=[0,1,2,3,4,5,6,7]"}},
      {"ft4_perm.tcd", "ft4_perm", {}, {"congestion.detector=tcd"}},
      {"ft4_perm.fera", "ft4_perm", {}, {"congestion.detector=fera", "traffic.control=fera"}},
      {"ft4_perm.itsy", "ft4_perm", {}, {"deadlock.unit=itsy", "flow_control.pfc.refresh_fraction=0.33"}},
      {"ft4_perm.dcqcn",
       "ft4_perm",
       {"traffic.framing=rocev2", "traffic.acknowledged=false"},
       {"congestion.detector=red_ecn", "traffic.control=dcqcn", "traffic.ecn=ect0"}},
      {.name = "ft4_perm.waves", .workload = "ft4_perm", .load = {short_run}, .waves = true},
      {.name = "star16_shift.sweep",
       .workload = "star16_shift",
       .load = {"scenario.duration=20us", "scenario.sample_interval=10us"},
       .sweep = true},
      {.name = "star8_shift.switch_foreign", .workload = "star8_shift", .foreign = true},
      {.name = "ft16_perm.ranks_2", .workload = "ft16_perm", .ranks = 2},
      {.name = "ft16_perm.ranks_4", .workload = "ft16_perm", .ranks = 4},
  };
}

}  // namespace

std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

std::vector<Row> rows_of(const std::vector<std::string>& workloads) {
  const std::vector<Row> compared = compared_rows();
  std::vector<Row> rows;
  for (const std::string& workload : workloads) {
    rows.push_back({workload, workload});
    std::copy_if(compared.begin(), compared.end(), std::back_inserter(rows),
                 [&](const Row& row) { return row.workload == workload; });
  }
  return rows;
}

}  // namespace weir::bench
