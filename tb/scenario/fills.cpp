// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/fills.h"

#include <algorithm>
#include <bit>

#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/expectation_key.h"
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
  return "queues are not all sampled in a network of more than " + std::to_string(kMostSampledPorts) +
         " ports; this one has " + std::to_string(ports_of(scenario.topology));
}

// Frames of a capture may have been marked before.
bool plays_captures(const Scenario& scenario) {
  return std::any_of(scenario.flows.begin(), scenario.flows.end(),
                     [](const Flow& flow) { return flow.capture != nullptr; });
}

bool marks(const asic::SwitchConfig& device) { return !device.congestion.detectors.empty(); }

}  // namespace

ClassMask classes_of(const Scenario& scenario) {
  ClassMask classes = 0;
  for_each_sort_of_flow(scenario, [&](const Flow& flow) { classes |= mask_of(flow.traffic_class); });
  return classes;
}

namespace {

std::int64_t queues_of(const Scenario& scenario) {
  return static_cast<std::int64_t>(ports_of(scenario.topology)) * std::popcount(classes_of(scenario));
}

// Without a look at the number of samples.
SampledQueues wanted_queues(const Scenario& scenario) {
  if (ports_of(scenario.topology) <= kMostSampledPorts) {
    return SampledQueues::kAll;
  }
  if (!scenario.measure.probes.empty()) {
    return SampledQueues::kProbes;
  }
  return scenario.measure.story ? SampledQueues::kStory : SampledQueues::kNone;
}

}  // namespace

SampledQueues sampled_queues(const Scenario& scenario) {
  const SampledQueues wanted = wanted_queues(scenario);
  const bool too_many = queues_of(scenario) * (scenario.duration / scenario.sample_interval) > kMostSamplesForStory;
  return wanted == SampledQueues::kStory && too_many ? SampledQueues::kNone : wanted;
}

bool is_probed(const Scenario& scenario, std::string_view queue) {
  return std::ranges::any_of(scenario.measure.probes,
                             [&](const std::string& pattern) { return matches_within(pattern, queue); });
}

std::vector<std::string> queue_names(const Scenario& scenario) {
  const ClassMask classes = classes_of(scenario);
  std::vector<std::string> names;
  for (const network::DeviceSpec& device : scenario.topology.devices) {
    for (std::size_t port = 0; port < device.ports; ++port) {
      for_each_class(classes, [&](ClassId c) {
        names.push_back(device.name + ".p" + std::to_string(port) + ".c" + std::to_string(c.index()));
      });
    }
  }
  return names;
}

Time default_sample_interval(const Scenario& scenario) {
  constexpr std::int64_t kSamples = 1'000;
  constexpr std::int64_t kLooks = 20;
  constexpr std::int64_t kAllSamples = 1'024'000;
  const SampledQueues queues = wanted_queues(scenario);
  std::int64_t samples = queues == SampledQueues::kNone && !samples_flows(scenario.flows.size()) ? kLooks : kSamples;
  if (queues == SampledQueues::kStory) {
    samples = std::clamp(kAllSamples / std::max<std::int64_t>(queues_of(scenario), 1), kLooks, kSamples);
  }
  return std::max(scenario.duration / samples, Time(1));
}

std::string word_note(const Scenario& scenario) {
  return scenario.says_cbfc ? "flow_control.scheme = \"cbfc\" is credits of InfiniBand; write \"ib_credits\", the same "
                              "scheme, because Ultra Ethernet calls its credits CBFC, too"
                            : "";
}

std::vector<std::string> sampling_notes(const Scenario& scenario) {
  std::vector<std::string> notes;
  const std::string all = std::to_string(kMostSampledPorts) + " ports; this one has " +
                          std::to_string(ports_of(scenario.topology)) + "; measure.probes chooses queues";
  switch (sampled_queues(scenario)) {
    case SampledQueues::kAll:
    case SampledQueues::kProbes:
      break;
    case SampledQueues::kStory:
      notes.push_back("timeseries.csv has columns of up to " + std::to_string(kMostStoryQueues) +
                      " queues, those of the story: all are sampled in a network of at most " + all);
      break;
    case SampledQueues::kNone:
      notes.push_back("timeseries.csv has no columns of queues: all are sampled in a network of at most " + all);
      if (scenario.measure.story) {
        notes.back() +=
            "; those of the story need scenario.sample_interval >= " +
            text::to_text(scenario.duration / std::max<std::int64_t>(kMostSamplesForStory / queues_of(scenario), 1));
      }
  }
  if (!samples_flows(scenario.flows.size())) {
    notes.push_back("timeseries.csv has no columns of flows: flows are not sampled where there are more than " +
                    std::to_string(kMostSampledFlows) + "; here are " + std::to_string(scenario.flows.size()));
  }
  return notes;
}

namespace {

bool declares(const asic::SwitchConfig& device) { return deadlock::declares(device.deadlock); }
bool tells_storms(const asic::SwitchConfig& device) { return deadlock::tells_storms(device.deadlock); }

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

namespace {

// Why there are no samples of queues in the last quarter; empty: there are.
std::string no_samples(const Scenario& scenario) {
  const SampledQueues queues = sampled_queues(scenario);
  if (queues != SampledQueues::kAll && queues != SampledQueues::kProbes) {
    return too_many_ports(scenario);
  }
  const Time last = scenario.duration / scenario.sample_interval * scenario.sample_interval;
  if (last < scenario.duration - scenario.duration / 4) {
    return "no multiple of scenario.sample_interval, " + text::to_text(scenario.sample_interval) +
           ", is in the last quarter of " + text::to_text(scenario.duration);
  }
  return "";
}

bool any_link_repairs(const Scenario& scenario) {
  return std::ranges::any_of(scenario.topology.cables,
                             [&](const network::Cable& cable) { return carries_llr(scenario, cable); });
}

bool sends_by_channel(const asic::SwitchConfig& device) {
  return flow_control::traits_of(device.flow_control.scheme).by_channel;
}

}  // namespace

std::string nothing_fills(report::Needs needs, const Scenario& scenario) {
  switch (needs) {
    case report::Needs::kNothing:
      break;
    case report::Needs::kSamples:
      return no_samples(scenario);
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
    case report::Needs::kRetry:
      return any_link_repairs(scenario) ? "" : "no link has link-level retry";
    case report::Needs::kUeCredits:
      return any_switch(scenario, sends_by_channel) ? "" : "no switch has flow_control.scheme = \"ue_cbfc\"";
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
