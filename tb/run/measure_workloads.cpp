// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/measure_workloads.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/run/quotients.h"

namespace weir {
namespace {

// One drawn flow, in picoseconds.
struct Flow {
  const scenario::DrawnFlow* drawn = nullptr;
  const host::FlowSpec* spec = nullptr;
  const host::FlowMeasurement* measured = nullptr;
  std::optional<Time> took;  // nothing: it is not complete
  std::optional<Time> alone;

  std::optional<double> slowdown() const {
    return took && alone ? std::optional(static_cast<double>(took->count()) / static_cast<double>(alone->count()))
                         : std::nullopt;
  }
};

// The drawn flows that have begun.
std::vector<Flow> flows_of(const scenario::Scenario& scenario, const network::Network& net, const TimeAlone& alone) {
  std::vector<Flow> flows;
  for (std::size_t i = 0; i < scenario.drawn.size(); ++i) {
    const host::FlowSpec& spec = net.flows[net.listed_flows + i];
    const host::FlowMeasurement& measured = net.measurements[spec.index];
    if (measured.sent.packets == 0 && measured.sent.started == kNever) {
      continue;
    }
    Flow& flow = flows.emplace_back(Flow{&scenario.drawn[i], &spec, &measured, {}, alone(spec)});
    if (measured.received.packets == spec.demand.packets) {
      flow.took = measured.received.last - measured.sent.started;
    }
  }
  return flows;
}

// The least of the values that at least so many percent of them do not pass.
template <class T>
std::optional<T> percentile(const std::vector<T>& sorted, std::size_t percent) {
  if (sorted.empty()) {
    return std::nullopt;
  }
  return sorted[std::max<std::size_t>((sorted.size() * percent + 99) / 100, 1) - 1];
}

std::optional<double> mean(const std::vector<double>& values) {
  if (values.empty()) {
    return std::nullopt;
  }
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// `takes(flow)`: whether it counts here.
template <class Takes>
void complete(const std::vector<Flow>& flows, Takes takes, report::Completions& completions) {
  std::vector<double> fct;
  std::vector<double> slowdown;
  for (const Flow& flow : flows) {
    if (!takes(flow)) {
      continue;
    }
    ++completions.flows;
    completions.ce_flows += flow.measured->received.marked > 0 ? 1 : 0;
    completions.ue_flows += flow.measured->received.undetermined > 0 ? 1 : 0;
    if (flow.took) {
      ++completions.complete_flows;
      fct.push_back(seconds(*flow.took));
    }
    if (const std::optional<double> slower = flow.slowdown()) {
      slowdown.push_back(*slower);
    }
  }
  std::sort(fct.begin(), fct.end());
  std::sort(slowdown.begin(), slowdown.end());
  completions.fct_mean_seconds = mean(fct);
  completions.fct_median_seconds = percentile(fct, 50);
  completions.fct_p95_seconds = percentile(fct, 95);
  completions.fct_p99_seconds = percentile(fct, 99);
  completions.slowdown_mean = mean(slowdown);
  completions.slowdown_median = percentile(slowdown, 50);
  completions.slowdown_p95 = percentile(slowdown, 95);
  completions.slowdown_p99 = percentile(slowdown, 99);
}

std::string flows_csv(const scenario::Scenario& scenario, const network::Network& net, std::vector<Flow> flows) {
  std::string text =
      "flow,workload,src,dst,bytes,packets,delivered_packets,delivered_bytes,ce_packets,ue_packets,start_ps,fct_ps,"
      "alone_ps,"
      "slowdown\n";
  std::stable_sort(flows.begin(), flows.end(),
                   [](const Flow& a, const Flow& b) { return a.measured->sent.started < b.measured->sent.started; });
  for (const Flow& flow : flows) {
    const auto picoseconds = [](const std::optional<Time>& time) {
      return time ? std::to_string(time->count()) : std::string();
    };
    const auto& devices = net.topology.devices;
    const host::Received& received = flow.measured->received;
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", flow.spec->name,
                        scenario.workloads[flow.drawn->workload].name, devices[flow.drawn->source].name,
                        devices[flow.drawn->destination].name, flow.drawn->size.count(), flow.spec->demand.packets,
                        received.packets, received.bytes, received.marked, received.undetermined,
                        flow.measured->sent.started.count(), picoseconds(flow.took), picoseconds(flow.alone),
                        flow.slowdown() ? fmt::format("{:.6g}", *flow.slowdown()) : "");
  }
  return text;
}

}  // namespace

std::string measure_workloads(const scenario::Scenario& scenario, const network::Network& net, const TimeAlone& alone,
                              Time end, report::Results& results) {
  if (scenario.workloads.empty()) {
    return {};
  }
  std::vector<Flow> flows = flows_of(scenario, net, alone);
  const Time quarter = scenario.duration / 4;
  for (std::uint32_t w = 0; w < scenario.workloads.size(); ++w) {
    const scenario::Workload& workload = scenario.workloads[w];
    report::WorkloadResult& result = results.workloads.emplace_back();
    result.name = workload.name;
    complete(
        flows, [&](const Flow& flow) { return flow.drawn->workload == w; }, result);
    std::uint64_t steady_bytes = 0;
    for (const Flow& flow : flows) {
      if (flow.drawn->workload == w) {
        result.payload_bytes += static_cast<std::uint64_t>(flow.drawn->size.count());
        result.delivered_bytes += flow.measured->received.bytes;
        steady_bytes += flow.measured->received.steady_bytes;
      }
    }
    if (end >= scenario.duration && quarter > Time(0)) {
      result.steady_bps = bits_per_second(steady_bytes, quarter);
    }
    Bytes above(0);
    for (std::size_t b = 0; b <= workload.bins.size(); ++b) {
      const Bytes up_to = b < workload.bins.size() ? workload.bins[b] : Bytes::max();
      report::BinResult& bin = results.bins.emplace_back();
      bin.workload = workload.name;
      bin.name = std::to_string(b + 1);
      bin.up_to_bytes = b < workload.bins.size() ? std::optional(up_to.count()) : std::nullopt;
      complete(
          flows,
          [&](const Flow& flow) {
            return flow.drawn->workload == w && flow.drawn->size > above && flow.drawn->size <= up_to;
          },
          bin);
      above = up_to;
    }
  }
  return flows_csv(scenario, net, std::move(flows));
}

}  // namespace weir
