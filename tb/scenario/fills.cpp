// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/fills.h"

#include <algorithm>

#include "tb/text/quantity.h"

namespace weir::scenario {
namespace {

std::size_t ports_of(const network::Topology& topology) {
  std::size_t ports = 0;
  for (const network::DeviceSpec& device : topology.devices) {
    ports += device.ports;
  }
  return ports;
}

std::string too_many_ports(const Scenario& scenario) {
  return "queues are not sampled in a network of more than " + std::to_string(kMostSampledPorts) +
         " ports; this one has " + std::to_string(ports_of(scenario.topology));
}

// Frames of a capture may have been marked before.
bool plays_captures(const Scenario& scenario) {
  return std::any_of(scenario.flows.begin(), scenario.flows.end(),
                     [](const Flow& flow) { return flow.capture != nullptr; });
}

bool marks(const asic::SwitchConfig& device) { return !device.congestion.detectors.empty(); }

}  // namespace

bool samples_queues(const network::Topology& topology) { return ports_of(topology) <= kMostSampledPorts; }

Time default_sample_interval(const Scenario& scenario) {
  constexpr std::int64_t kSamples = 1'000;
  constexpr std::int64_t kLooks = 20;
  const bool sampled = samples_queues(scenario.topology) || samples_flows(scenario.flows.size());
  return std::max(scenario.duration / (sampled ? kSamples : kLooks), Time(1));
}

std::vector<std::string> sampling_notes(const Scenario& scenario) {
  std::vector<std::string> notes;
  if (!samples_queues(scenario.topology)) {
    notes.push_back("timeseries.csv has no columns of queues: " + too_many_ports(scenario));
  }
  if (!samples_flows(scenario.flows.size())) {
    notes.push_back("timeseries.csv has no columns of flows: flows are not sampled where there are more than " +
                    std::to_string(kMostSampledFlows) + "; here are " + std::to_string(scenario.flows.size()));
  }
  return notes;
}

namespace {

bool declares(const asic::SwitchConfig& device) { return device.deadlock.unit == deadlock::Unit::kItsy; }
bool tells_storms(const asic::SwitchConfig& device) { return device.deadlock.unit == deadlock::Unit::kPfcwd; }

}  // namespace

bool sends_tags(const Scenario& scenario) {
  bool any = false;
  for_each_sort_of_flow(scenario,
                        [&](const Flow& flow) { any = any || (flow.control != nullptr && flow.control->tags); });
  return any;
}

namespace {

bool sends_cnps(const Scenario& scenario) {
  bool any = false;
  for_each_sort_of_flow(scenario, [&](const Flow& flow) { any = any || flow.settings.notify_interval != kNever; });
  return any;
}

template <class Of>
bool any_tcp(const Scenario& scenario, Of of) {
  return std::any_of(scenario.flows.begin(), scenario.flows.end(),
                     [&](const Flow& flow) { return flow.tcp != nullptr && of(*flow.tcp); });
}

}  // namespace

std::string nothing_fills(report::Needs needs, const Scenario& scenario) {
  switch (needs) {
    case report::Needs::kNothing:
      break;
    case report::Needs::kSamples: {
      const Time last = scenario.duration / scenario.sample_interval * scenario.sample_interval;
      if (!samples_queues(scenario.topology)) {
        return too_many_ports(scenario);
      }
      if (last < scenario.duration - scenario.duration / 4) {
        return "no multiple of scenario.sample_interval, " + text::to_text(scenario.sample_interval) +
               ", is in the last quarter of " + text::to_text(scenario.duration);
      }
      break;
    }
    case report::Needs::kCeMarks:
      return plays_captures(scenario) || any_switch(scenario, marks) ? "" : "nothing marks packets CE";
    case report::Needs::kUeMarks:
      return undetermined_of(scenario) ? "" : "nothing marks packets UE";
    case report::Needs::kNotifications:
      return any_notifies(scenario) ? "" : "no switch tells sources of congestion";
    case report::Needs::kCnps:
      return sends_cnps(scenario) ? "" : "no destination notifies its source of marks";
    case report::Needs::kTags:
      return sends_tags(scenario) ? "" : "no flow sends rate tags";
    case report::Needs::kTcp:
      return any_tcp(scenario, [](const host::TcpSettings&) { return true; }) ? "" : "no flow has framing = \"tcp\"";
    case report::Needs::kTransactions:
      return any_tcp(scenario, [](const host::TcpSettings& tcp) { return tcp.transaction > 0; })
                 ? ""
                 : "no flow sends in transactions";
    case report::Needs::kLatency:
      return scenario.measure.latency ? "" : "measure.latency is false";
    case report::Needs::kOccupancy:
      return scenario.measure.occupancy ? "" : "measure.occupancy is false";
    case report::Needs::kFeedback:
      return scenario.measure.feedback ? "" : "measure.feedback is false";
    case report::Needs::kDetections:
      return any_switch(scenario, declares) ? "" : "no switch looks for deadlocks and declares them";
    case report::Needs::kStorms:
      return any_switch(scenario, tells_storms) ? "" : "no switch has deadlock.unit = \"pfcwd\"";
    case report::Needs::kBaselines:
      return scenario.measure.baselines ? "" : "measure.baselines.period is not set";
    case report::Needs::kWorkloads:
      return scenario.drawn.empty() ? "no flow is drawn" : "";
    case report::Needs::kGoBackN: {
      const auto resends = [](const Flow& flow) {
        return (flow.control != nullptr && flow.control->resends) || flow.tcp != nullptr;
      };
      const auto of_workload = [&](const Workload& workload) { return resends(workload.flow); };
      if (std::none_of(scenario.flows.begin(), scenario.flows.end(), resends) &&
          std::none_of(scenario.workloads.begin(), scenario.workloads.end(), of_workload)) {
        return "no flow resends packets";
      }
      break;
    }
  }
  return "";
}

}  // namespace weir::scenario
