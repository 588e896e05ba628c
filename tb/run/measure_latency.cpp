// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/measure_latency.h"

#include <fmt/format.h>

#include "hw_model/base/units.h"

namespace weir {
namespace {

// Fills a result and adds the histogram's lines.
void fill(const std::string& name, const host::Distribution& latencies, report::LatencyResult& result,
          std::string& csv) {
  const auto quantile = [&](double share) { return seconds(Time(latencies.quantile(share))); };
  result.latency_median_seconds = quantile(0.5);
  result.latency_p95_seconds = quantile(0.95);
  result.latency_p99_seconds = quantile(0.99);
  result.latency_highest_seconds = seconds(Time(latencies.highest()));
  for (const host::Distribution::Bin& bin : latencies.bins()) {
    csv += fmt::format("{},{},{},{:.0f}\n", name, bin.from, bin.to, bin.weight);
  }
}

}  // namespace

host::Latencies latencies_of(const network::Network& net) {
  host::Latencies all;
  for (const std::size_t d : net.here()) {
    if (const host::Nic* const nic = net.devices[d].nic) {
      add(nic->latencies(), all);
    }
  }
  return all;
}

void add(const host::Latencies& of_host, host::Latencies& all) {
  for (const auto& [flow, latencies] : of_host.flows) {
    all.flows[flow].add(latencies);
  }
  for (const auto& [workload, latencies] : of_host.workloads) {
    all.workloads[workload].add(latencies);
  }
  for (const auto& [traffic_class, latencies] : of_host.classes) {
    all.classes[traffic_class].add(latencies);
  }
}

std::string measure_latency(const scenario::Scenario& scenario, const host::Latencies& all, report::Results& results) {
  if (!scenario.measure.latency) {
    return {};
  }
  std::string csv = "of,from_ps,to_ps,packets\n";
  for (const auto& [traffic_class, latencies] : all.classes) {
    report::ClassResult& result = results.classes.emplace_back();
    result.name = "c" + std::to_string(traffic_class.index());
    fill("class." + result.name, latencies, result, csv);
  }
  for (const auto& [workload, latencies] : all.workloads) {
    fill("workload." + results.workloads[workload].name, latencies, results.workloads[workload], csv);
  }
  for (const auto& [flow, latencies] : all.flows) {
    fill("flow." + results.flows[flow].name, latencies, results.flows[flow], csv);
  }
  return csv;
}

}  // namespace weir
