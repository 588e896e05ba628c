// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/lossless_lengths.h"

#include <algorithm>

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "tb/bounds/message_ways.h"
#include "tb/host/notification_length.h"
#include "tb/host/rate_control.h"
#include "tb/traffic/capture_file.h"

namespace weir::bounds {
using congestion::DetectorTraits;
using scenario::Flow;
using scenario::Scenario;

namespace {

// Frames that a switch makes are counted by the next switch, so they matter only in networks with two.
bool joins_switches(const network::Topology& topology) {
  return std::any_of(topology.cables.begin(), topology.cables.end(),
                     [&](const network::Cable& cable) { return topology.joins_switches(cable); });
}

void sort_once(std::vector<Bytes>& lengths) {
  std::sort(lengths.begin(), lengths.end());
  lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
}

// What some switch does with packets of flows; asked once, since there may be thousands of flows and of switches.
struct Switches {
  explicit Switches(const Scenario& scenario) : tell_any(any_edge(scenario)) {
    any_switch(scenario, [&](const asic::SwitchConfig& device) {
      const congestion::CongestionConfig& config = device.congestion;
      const bool notifies = congestion::notifies(config);
      mark_ip = mark_ip || any_detector(config, &DetectorTraits::marks_ip);
      mark_transport = mark_transport || any_detector(config, &DetectorTraits::marks_transport);
      tell_any = tell_any || (notifies && any_detector(config, &DetectorTraits::sends_index));
      tell_capable = tell_capable || notifies;
      return false;  // look at the others, too
    });
  }

  bool mark_ip = false;
  bool mark_transport = false;
  bool tell_any;              // a frame of their own about packets of any flow
  bool tell_capable = false;  // about those of flows that are capable of ECN
};

class Gatherer {
 public:
  Gatherer(const Scenario& scenario, bool filling)
      : scenario_(scenario),
        filling_(filling),
        joined_(!filling && joins_switches(scenario.topology)),
        switches_(scenario) {}

  std::vector<Bytes> gather() {
    for_each_sort_of_flow(scenario_, [&](const Flow& flow) { flow.capture ? add_captured(flow) : add(flow); });
    for (const scenario::DrawnFlow& drawn : scenario_.drawn) {
      const scenario::Workload& workload = scenario_.workloads[drawn.workload];
      if (is_lossless(workload.flow.traffic_class)) {
        lengths_.push_back(workload.frames_of(drawn.size).last);
      }
    }
    sort_once(lengths_);
    return std::move(lengths_);
  }

 private:
  // Where classes follow hops a packet is in another class at each hop, so any lossless class counts.
  bool is_lossless(ClassId c) const {
    const bool by_hop = !reference::service_of(scenario_.device.class_mapper, c).is_plain();
    const ClassMask lossless = scenario_.device.flow_control.lossless;
    return by_hop ? lossless != 0 : (lossless & mask_of(c)) != 0;
  }

  void add(const Flow& flow) {
    if (is_lossless(flow.traffic_class)) {
      lengths_.push_back(flow.frame_length);
      add_answers(flow);
    }
    if (filling_) {
      return;
    }
    const bool has_messages = (flow.control != nullptr && flow.control->tags) || (joined_ && is_told_of(flow));
    if (has_messages && is_lossless(message_class(scenario_.device.class_mapper, flow.traffic_class))) {
      lengths_.push_back(frame::kControlFrameLength);
    }
  }

  void add_answers(const Flow& flow) {
    const bool windowed = flow.tcp != nullptr || (flow.control != nullptr && flow.control->resends);
    if (flow.acknowledged || (!filling_ && windowed)) {
      lengths_.push_back(flow.acknowledgement_length);
    }
    if (!filling_ && flow.settings.notify_interval != kNever && may_be_marked(flow)) {
      lengths_.push_back(host::notification_length(flow.framing, flow.acknowledgement_length));
    }
  }

  void add_captured(const Flow& flow) {
    for (const traffic::CapturedFrame& frame : flow.capture->frames()) {
      lengths_.push_back(frame.length);
    }
    if (joined_ && any_notifies(scenario_)) {
      lengths_.push_back(frame::kControlFrameLength);
    }
  }

  bool may_be_marked(const Flow& flow) const {
    return (switches_.mark_ip && flow.ecn != frame::Ecn::kNotCapable) ||
           (switches_.mark_transport && flow.framing == host::Framing::kRoceV2);
  }

  // Whether switches send frames of their own about its packets.
  bool is_told_of(const Flow& flow) const {
    return switches_.tell_any || (switches_.tell_capable && flow.ecn != frame::Ecn::kNotCapable);
  }

  const Scenario& scenario_;
  const bool filling_;
  const bool joined_;
  const Switches switches_;
  std::vector<Bytes> lengths_;
};

std::vector<Bytes> with_tags(const Scenario& scenario, std::vector<Bytes> lengths) {
  const Bytes tag = asic::tag_length(scenario.device);
  for (std::size_t i = 0, made = lengths.size(); tag > Bytes(0) && i < made; ++i) {
    lengths.push_back(lengths[i] + tag);
  }
  sort_once(lengths);
  return lengths;
}

}  // namespace

std::vector<Bytes> made_lengths(const Scenario& scenario) { return Gatherer(scenario, false).gather(); }

std::vector<Bytes> sent_lengths(const Scenario& scenario, const asic::SwitchConfig& device) {
  std::vector<Bytes> made = made_lengths(scenario);
  return made.empty() ? std::vector<Bytes>{device.max_frame} : made;
}

std::vector<Bytes> filling_lengths(const Scenario& scenario) {
  return with_tags(scenario, Gatherer(scenario, true).gather());
}

std::vector<Bytes> lossless_lengths(const Scenario& scenario) { return with_tags(scenario, made_lengths(scenario)); }

}  // namespace weir::bounds
