// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/safety_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "hw_model/base/class_mask.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/bound_parts.h"
#include "tb/bounds/buffer_bounds.h"
#include "tb/bounds/filled_viqs.h"
#include "tb/bounds/gfc_bounds.h"
#include "tb/bounds/gradient_bounds.h"
#include "tb/bounds/lossless_lengths.h"
#include "tb/bounds/slowed_feedback.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
using scenario::Flow;
using scenario::Scenario;
using text::to_text;

namespace {

constexpr Bytes kPfcFrame{64};
constexpr Bytes kLeast{std::numeric_limits<std::int64_t>::min()};

bool tells_classes_apart(const asic::SwitchConfig& device) {
  return device.flow_control.pfc.by_class() || device.mmu.viq_limit_by_class;
}

// What a VIQ counts for each length of lossless frames.
std::vector<Bytes> counted_lengths(const Alike& alike) {
  const mmu::MmuConfig& mmu = alike.device->mmu;
  std::vector<Bytes> lengths = lossless_lengths(*alike.scenario);
  if (mmu.count_cells) {
    std::transform(lengths.begin(), lengths.end(), lengths.begin(),
                   [&mmu](Bytes length) { return mmu.whole_cells(length); });
  }
  return lengths;
}

// Above XOFF. Eq. 14 counts what arrives after the packet that reaches XOFF; that packet itself may end above it.
struct PfcRoom {
  Worst worst;  // eq. 14 with this pipeline added to its t_pro
  Bytes counted;
};

// A lossless class that packets are in at switches, with its own XOFF and the limit of its VIQs.
struct PausedClass {
  ClassId c;
  Bytes xoff;
  Bytes limit;
  Bytes overshoot;  // of the packet that reaches XOFF
};

// Where all classes have the same, the first for all.
std::vector<PausedClass> paused_classes(const Alike& alike) {
  const asic::SwitchConfig& device = *alike.device;
  const flow_control::PfcConfig& pfc = device.flow_control.pfc;
  const std::vector<Bytes> lengths = counted_lengths(alike);
  std::vector<PausedClass> found;
  const auto add = [&](ClassId c) {
    found.push_back({c, pfc.xoff_of(c), device.mmu.limit_of(c), largest_overshoot(pfc.xoff_of(c), lengths)});
  };
  if (tells_classes_apart(device)) {
    for_each_class(flow_control::at_switches(device.flow_control), add);
  } else {
    add(ClassId(0));
  }
  return found;
}

PfcRoom pfc_room(const Alike& alike) {
  const asic::SwitchConfig& device = *alike.device;
  const auto margin = [&](const link::LinkConfig& link, const asic::SwitchConfig& sender) {
    const Time processing = sender.flow_control.processing_delay + parser::longest_latency(device.parser);
    return pfc_headroom(on_wire(device.max_frame, link), on_wire(kPfcFrame, link), link.rate, link.delay, processing);
  };
  const auto in_viq = [&](const link::LinkConfig& link, const asic::SwitchConfig& sender) {
    return counted(alike, margin(link, sender), link);
  };
  return {worst_of(alike, margin), worst_of(alike, in_viq).margin};
}

// Of the pool: the first packet over the threshold goes there whole, and then what eq. 14 counts, whatever the
// threshold does.
Bytes pooled_requirement(const Alike& alike) {
  const PfcRoom room = pfc_room(alike);
  const std::vector<Bytes> lengths = counted_lengths(alike);
  const Bytes first = lengths.empty() ? Bytes(0) : lengths.back();
  return first + alike.device->mmu.whole_cells(room.counted);
}

std::string pooled_warning(const Alike& alike) {
  const asic::SwitchConfig& device = *alike.device;
  const Bytes each = pooled_requirement(alike);
  if (device.mmu.headroom < each) {
    return named(alike) + "switch.mmu.headroom = " + to_text(device.mmu.headroom) +
           ", the most that a VIQ takes of the headroom pool, is less than a packet and 2 (MTU + s_pfc + r t_wire) + "
           "r t_pro, in whole cells " +
           to_text(each) + " (TTL-based buffer management, eq. 14): packets may be lost";
  }
  const bool by_routes = flow_control::traits_of(device.flow_control.scheme).follows_ttl;
  const FilledViqs filled(*alike.scenario);
  for (const std::size_t index : alike.switches) {
    const network::DeviceSpec& spec = alike.scenario->topology.devices[index];
    const auto viqs = static_cast<std::int64_t>(filled.of_switch(index));
    if (each * viqs > device.mmu.headroom_pool) {
      const std::string which = by_routes
                                    ? std::to_string(viqs) + " that packets can fill x "
                                    : std::to_string(spec.ports) + " ports x " +
                                          std::to_string(viqs / static_cast<std::int64_t>(spec.ports)) + " classes x ";
      return "switch.mmu.headroom_pool = " + to_text(device.mmu.headroom_pool) +
             " is less than what the lossless VIQs of " + spec.name + " may need at once, " + which + to_text(each) +
             " = " + to_text(each * viqs) + ": packets may be lost";
    }
  }
  return "";
}

std::string pfc_warning(const Alike& alike) {
  const asic::SwitchConfig& device = *alike.device;
  if (device.mmu.pooled()) {
    return pooled_warning(alike);
  }
  const PfcRoom room = pfc_room(alike);
  const auto above_xoff = [&](const PausedClass& one) { return one.limit + device.mmu.headroom - one.xoff; };
  const std::vector<PausedClass> classes = paused_classes(alike);
  const auto worst = std::min_element(classes.begin(), classes.end(), [&](const auto& a, const auto& b) {
    return above_xoff(a) - a.overshoot < above_xoff(b) - b.overshoot;
  });
  if (room.worst.at.cable == nullptr || worst == classes.end() ||
      above_xoff(*worst) >= room.counted + worst->overshoot) {
    return "";
  }
  const Bytes headroom = above_xoff(*worst);
  const std::string of_class =
      tells_classes_apart(device) ? " of class " + std::to_string(worst->c.index()) : std::string();
  const std::string what = named(alike) + "the headroom above flow_control.pfc.xoff" + of_class +
                           " (switch.mmu.viq_limit + headroom - xoff) = " + to_text(headroom);
  const Time pipeline = parser::longest_latency(device.parser);
  const std::string as_kept = device.mmu.count_cells ? ", in whole cells " : ", with hop labels ";
  const std::string bound =
      "the safety bound 2 (MTU + s_pfc + r t_wire) + r t_pro = " + to_text(room.worst.margin) +
      (room.counted != room.worst.margin ? as_kept + to_text(room.counted) : "") + " (link " +
      name_of(*alike.scenario, *room.worst.at.cable) +
      (pipeline > Time(0) ? ", t_pro with " + to_text(pipeline) + " of the switch's own pipeline" : "") +
      "; TTL-based buffer management, eq. 14)";
  if (headroom < room.counted) {
    return what + " breaks " + bound + ": packets may be lost";
  }
  return what + " keeps " + bound + ", but not the " + to_text(worst->overshoot) +
         " by which the packet that reaches XOFF may end above it: packets may be lost";
}

// What is left of a PAUSE when its refresh becomes due.
Time left_at_refresh(const flow_control::PfcConfig& pfc, const link::LinkConfig& link) {
  return pause_time(pfc.pause_quanta, link.rate) - flow_control::refresh_interval(pfc, link.rate);
}

// A refresh may wait for a frame, and must still arrive before the PAUSE that it renews has run out.
std::string refresh_warning(const Alike& alike) {
  const flow_control::PfcConfig& pfc = alike.device->flow_control.pfc;
  for (const Inbound& inbound : alike.links) {
    const network::Cable& cable = *inbound.cable;
    const Time left = left_at_refresh(pfc, cable.link);
    const Time frame = wire_time(alike.device->max_frame, cable.link);
    if (left < frame) {
      return named(alike) + "flow_control.pfc.pause_quanta x (1 - refresh_fraction) = " + to_text(left) + " on link " +
             name_of(*alike.scenario, cable) + " is shorter than the " + to_text(frame) +
             " for which the refresh of a PAUSE may wait behind a frame: the peer may resume, and packets may be lost";
    }
  }
  return "";
}

// Whether a VIQ above XOFF stops whatever fills it. A captured frame may come in class 0, which nothing pauses under
// TTL-shifted PFC.
bool pauses_what_fills_it(const Scenario& scenario) {
  using flow_control::Scheme;
  const Scheme scheme = scenario.device.flow_control.scheme;
  const bool captures = std::any_of(scenario.flows.begin(), scenario.flows.end(),
                                    [](const Flow& flow) { return flow.capture != nullptr; });
  return scheme == Scheme::kPfc || scheme == Scheme::kPause || (scheme == Scheme::kTtlPfc && !captures);
}

}  // namespace

Time feedback_latency(Bytes frame, BitRate rate, Time wire, Time processing) {
  return serialization_time(2 * frame, rate) + 2 * wire + processing;
}

Bytes conceptual_margin(BitRate rate, Time tau) { return bytes_at_least(4 * tau, rate); }

Bytes buffer_based_margin(BitRate rate, Time tau) { return bytes_at_least(2 * tau, rate); }

Bytes time_based_margin(BitRate rate, Time tau, Time period) {
  // (sqrt(tau/T) + 1)^2 T = tau + 2 sqrt(tau T) + T: only the root is not exact.
  const double root = std::sqrt(static_cast<double>(tau.count()) * static_cast<double>(period.count()));
  return bytes_at_least(tau + period + Time(static_cast<std::int64_t>(std::ceil(2 * root))), rate);
}

Bytes late_margin(BitRate rate, Time late) {
  return bytes_at_least(Time(static_cast<std::int64_t>(std::ceil(std::numbers::e * static_cast<double>(late.count())))),
                        rate);
}

Bytes pfc_headroom(Bytes frame, Bytes pfc_frame, BitRate rate, Time wire, Time processing) {
  return 2 * (frame + pfc_frame) + bytes_at_least(2 * wire + processing, rate);
}

Bytes egress_pause_headroom(std::size_t ports, BitRate rate, Time tau) {
  const auto senders = static_cast<std::int64_t>(ports) - 1;
  return senders > 1 ? bytes_at_least((senders - 1) * tau, rate) : Bytes(0);
}

Bytes largest_overshoot(Bytes threshold, const std::vector<Bytes>& lengths) {
  // Depths are sums of packets, so multiples of what all lengths have in common.
  std::int64_t step = 0;
  std::int64_t longest = 0;
  for (const Bytes length : lengths) {
    step = std::gcd(step, length.count());
    longest = std::max(longest, length.count());
  }
  if (step == 0) {
    return Bytes(0);
  }
  const std::int64_t highest_below = (threshold.count() - 1) / step * step;
  return Bytes(highest_below + longest) - threshold;
}

std::optional<Bytes> required_headroom(const Alike& alike) {
  const Scenario& scenario = *alike.scenario;
  if (!scenario.link_faults.empty() || !slowed_feedback_warning(alike).empty()) {
    return std::nullopt;  // feedback may come too late, and more data than a wire carries
  }
  const asic::SwitchConfig& device = *alike.device;
  if (pauses_what_fills_it(scenario) && refresh_warning(alike).empty()) {
    if (device.mmu.pooled()) {
      return pooled_requirement(alike);
    }
    const Bytes after = pfc_room(alike).counted;
    std::optional<Bytes> most;
    for (const PausedClass& one : paused_classes(alike)) {
      most = std::max(most.value_or(kLeast), one.xoff + after + one.overshoot - one.limit);
    }
    return most;
  }
  if (device.flow_control.scheme == flow_control::Scheme::kCbfc && !device.mmu.count_cells) {
    return device.flow_control.cbfc.buffer - least_limit(alike);
  }
  if (const auto bound = gradient_bound(alike)) {
    return bound->held - least_limit(alike);
  }
  if (const auto room = gfc_room(alike)) {
    return *room - least_limit(alike);
  }
  return std::nullopt;
}

// Other control frames that are due may stand in the way, too, one of each source at the port.
bool pauses_may_lapse(const Alike& alike) {
  constexpr int kControlFrames = 4;
  const flow_control::FlowControlConfig& config = alike.device->flow_control;
  return flow_control::traits_of(config.scheme).pauses &&
         std::any_of(alike.links.begin(), alike.links.end(), [&](const Inbound& inbound) {
           const link::LinkConfig& link = inbound.cable->link;
           return left_at_refresh(config.pfc, link) <=
                  wire_time(alike.device->max_frame, link) + kControlFrames * wire_time(kPfcFrame, link);
         });
}

std::optional<Bytes> required_headroom(const Scenario& scenario) {
  for (const Alike& alike : alike_switches(scenario)) {
    if (alike.own == Scenario::kCommon) {
      return required_headroom(alike);
    }
  }
  return std::nullopt;
}

std::vector<std::string> safety_warnings(const Alike& alike) {
  using flow_control::Scheme;
  const flow_control::FlowControlConfig& config = alike.device->flow_control;
  std::vector<std::string> found;
  switch (config.scheme) {
    case Scheme::kNone:
      return {};
    case Scheme::kEgressPfc:
    case Scheme::kEgressPause:
      found = {refresh_warning(alike), slowed_feedback_warning(alike)};
      std::erase(found, "");
      return found;
    case Scheme::kCbfc:
      found.push_back(room_warning(alike, "flow_control.cbfc.buffer", config.cbfc.buffer));
      break;
    case Scheme::kGfcConceptual:
    case Scheme::kGfcBufferBased:
    case Scheme::kGfcTimeBased:
      found = gfc_warnings(alike);
      break;
    case Scheme::kGfcGradient:
      found = gradient_warnings(alike);
      break;
    default:  // of another scheme no bound is known
      if (flow_control::traits_of(config.scheme).pauses) {
        found.push_back(pfc_warning(alike));
        found.push_back(refresh_warning(alike));
      }
  }
  if (!alike.device->mmu.pooled()) {  // with a pool a VIQ that finds no shared cell takes headroom, and pauses
    found.push_back(alike.device->mmu.partitioned() ? divided_warning(alike) : buffer_warning(alike));
  }
  found.push_back(slowed_feedback_warning(alike));
  std::erase(found, "");
  return found;
}

std::vector<std::string> safety_warnings(const Scenario& scenario) {
  std::vector<std::string> found;
  for (const Alike& alike : alike_switches(scenario)) {
    for (std::string& warning : safety_warnings(alike)) {
      found.push_back(std::move(warning));
    }
  }
  return found;
}

}  // namespace weir::bounds
