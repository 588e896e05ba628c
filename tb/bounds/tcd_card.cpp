// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cards of ternary congestion detection, behind pauses and behind credits. Sources: TCD, SIGCOMM '21, section 4;
// else derived.

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "hw_model/base/class_mask.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/congestion/tcd_timing.h"
#include "hw_model/mechanisms/congestion/thresholds.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/class_share.h"
#include "tb/bounds/detector_bounds.h"
#include "tb/bounds/detector_card.h"
#include "tb/bounds/lossless_lengths.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
using congestion::DetectorTraits;
using congestion::ReleaseRule;
using text::to_text;

namespace {

// The advertised buffer of credits whose lack alone stops a sender, without a rate limiter; nothing: there are no such
// credits.
std::optional<flow_control::AdvertisedBuffer> credits_of(const asic::SwitchConfig& device) {
  const bool limited = flow_control::traits_of(device.flow_control.scheme).limiter.has_value();
  return limited ? std::nullopt : flow_control::advertised_by(device.flow_control);
}

bool pauses(const asic::SwitchConfig& device) { return flow_control::traits_of(device.flow_control.scheme).pauses; }

// Cables from other switches, whose ports have detectors.
std::vector<Inbound> from_switches(const Alike& alike) {
  const scenario::Scenario& scenario = *alike.scenario;
  std::vector<Inbound> links;
  for (const network::Cable& cable : scenario.topology.cables) {
    for (const auto& [from, to] : {std::pair{cable.a.device, cable.b.device}, {cable.b.device, cable.a.device}}) {
      const bool is_switch = scenario.topology.devices[from].kind == network::DeviceKind::kSwitch;
      if (is_switch && std::binary_search(alike.switches.begin(), alike.switches.end(), to)) {
        links.push_back({&cable, &scenario.device_of(from)});
      }
    }
  }
  return links;
}

// The longest frame of flows in classes with flow control.
Bytes longest_frame(const Alike& alike) {
  const std::vector<Bytes> lengths = lossless_lengths(*alike.scenario);
  return lengths.empty() ? alike.device->max_frame : std::min(lengths.back(), alike.device->max_frame);
}

// A root whose peer's buffer is too small for T_c has no credits at the end of each period.
std::string credit_warning(const Alike& alike) {
  const auto credits = credits_of(*alike.device);
  std::string worst;
  Time least = kNever;
  for (const Inbound& inbound : from_switches(alike)) {
    const link::LinkConfig& link = inbound.cable->link;
    if (!any_detector(inbound.sender->congestion, &DetectorTraits::times_credits) || !credits) {
      continue;
    }
    const Bytes frame = longest_frame(alike);
    const Time longest = longest_credit_period({.buffer = credits->buffer,
                                                .block = credits->credits.block,
                                                .frame = frame,
                                                .on_wire = on_wire(frame, link),
                                                .rate = link.rate,
                                                .wire = link.delay});
    const Time period = flow_control::credit_period(credits->credits, link.rate);
    if (period > longest && longest < least) {
      least = longest;
      worst = std::string(credits->table) + "period, T_c = " + to_text(period) +
              ", is beyond B/C - 2 t_p - 2 MTU/C = " + to_text(std::max(longest, Time(0))) +
              ", with B in whole frames of " + to_text(frame) + ", on link " +
              name_of(*alike.scenario, *inbound.cable) +
              ": even a queue whose downstream is free runs out of credits in each period, and tcd_infiniband never "
              "declares it congested";
    }
  }
  return worst.empty() ? "" : named(alike) + worst;
}

std::string period_warning(const Alike& alike) {
  const asic::SwitchConfig& device = *alike.device;
  const auto advertised = credits_of(device);
  if (!advertised) {
    return "";
  }
  for (const Inbound& inbound : alike.links) {
    const congestion::PortContext context = context_at(device, inbound.cable->link);
    const Time period = sample_period(context);
    const Time credits = flow_control::credit_period(advertised->credits, inbound.cable->link.rate);
    if (period <= credits) {
      return named(alike) + "congestion.tcd.period, T = " + to_text(period) +
             ", is not longer than T_c = " + to_text(credits) +
             ": a queue rises and falls once in T_c, as credits come, and may be taken for congested while it drains";
    }
  }
  return "";
}

// Credits come once in T_c, whatever the class's share of the line, and bytes that lacked credits at the end of one
// period can be sent until the end of the next. In the class's own time that is its share of T_c.
std::string longest_on_warning(const Alike& alike) {
  const asic::SwitchConfig& device = *alike.device;
  const congestion::TcdConfig& tcd = device.congestion.tcd;
  const auto advertised = credits_of(device);
  if (!advertised || tcd.longest_on == Time(0) || tcd.time == congestion::TcdTime::kOwn) {
    return "";
  }
  for (const Inbound& inbound : alike.links) {
    const Time credits = flow_control::credit_period(advertised->credits, inbound.cable->link.rate);
    if (tcd.longest_on < credits) {
      return named(alike) + "congestion.tcd.longest_on = " + to_text(tcd.longest_on) +
             " is less than T_c = " + to_text(credits) +
             ": a queue that runs out of credits in each period is released in each, too";
    }
  }
  return "";
}

std::string epsilon_warning(const asic::SwitchConfig& device) {
  constexpr double kMostWithFifos = 0.05;
  const congestion::TcdConfig& tcd = device.congestion.tcd;
  if (tcd.longest_on != Time(0) || tcd.epsilon <= kMostWithFifos ||
      device.crossbar.strategy != crossbar::Strategy::kOutputQueued) {
    return "";
  }
  return "congestion.tcd.epsilon is above 0.05, and outputs are FIFOs (switch.crossbar.strategy = \"output_queued\"): "
         "an "
         "ON period may outlast max(T_on), and a victim be taken for congested";
}

std::string blocking_warning(const asic::SwitchConfig& device) {
  if (device.crossbar.strategy == crossbar::Strategy::kOutputQueued ||
      device.crossbar.queueing != crossbar::Queueing::kFifo) {
    return "";
  }
  return "with one FIFO an input (switch.crossbar.queueing = \"fifo\") packets wait behind packets for other ports: a "
         "port that was never paused may be taken for congested, and no rule of TCD helps";
}

std::vector<std::string> level_warnings(const Alike& alike) {
  const asic::SwitchConfig& device = *alike.device;
  if (!pauses(device) || alike.links.empty()) {
    return {};
  }
  const congestion::PortContext context = context_at(device, alike.links.front().cable->link);
  std::vector<std::string> found{level_warning(alike, "congestion.tcd.k_max", tcd_marking(context).k_max,
                                               "so that a root that was never paused is marked by chance alone"),
                                 level_warning(alike, "congestion.tcd.host_hard_level", host_hard_level_of(context),
                                               "and the level does nothing there")};
  if (!device.congestion.red_ecn.beside && device.congestion.red_ecn != congestion::RedEcnConfig{}) {
    found.push_back(named(alike) + "congestion.red_ecn is set, and does nothing under congestion.detector = \"tcd\", " +
                    "whose thresholds are congestion.tcd.k_min, k_max and p_max");
  }
  return found;
}

// Warns of a sender whose own code point is that of the undetermined state.
std::string code_point_warning(const Alike& alike) {
  const std::optional<frame::Ecn> ue = congestion::undetermined_of(alike.device->congestion);
  bool found = false;
  for_each_sort_of_flow(*alike.scenario, [&](const scenario::Flow& flow) { found = found || flow.ecn == ue; });
  return found ? "a flow sends with the code point of congestion.undetermined: its packets look undetermined everywhere"
               : "";
}

// Notes the loads from which innocent packets are taken for congestion after holds of three lengths.
std::string innocents_note(const congestion::PortContext& context) {
  if (context.xoff == Bytes(0) || release_rule(context) != ReleaseRule::kRiseOrPausing) {
    return "";
  }
  constexpr double kPercent = 100;
  const Time longest_on = longest_on_period(context);
  const Time period = sample_period(context);
  std::string text = "; innocent packets may get CE once a port with two feeders or more was held: ";
  for (const int times : {1, 3, 9}) {
    const Time held = (longest_on + period) * times;
    const std::string load = std::to_string(std::lround(innocent_load(held, longest_on, period) * kPercent));
    text += (times == 1 ? "from a load of " + load + " % on" : ", " + load + " %") + " after " + to_text(held);
  }
  return text;
}

// Whether max(T_on) has what link-level retry adds to it.
std::string retry_text(const congestion::PortContext& context) {
  if (context.recovery == Time(0)) {
    return "";
  }
  const std::string more = "a loop and a replay timer of link-level retry, " + to_text(context.recovery);
  return context.config.tcd.longest_on > Time(0) ? " (as written, without " + more + ")" : " (with " + more + ")";
}

class TcdCard : public DetectorCard {
 public:
  std::vector<std::string> warnings(const Alike& alike) const final {
    std::vector<std::string> found = of_form(alike);
    found.push_back(code_point_warning(alike));
    const std::vector<std::string> levels = level_warnings(alike);
    found.insert(found.end(), levels.begin(), levels.end());
    return found;
  }

  std::vector<std::string> notes(const Alike& alike) const final {
    std::vector<std::string> notes;
    for (const Inbound& inbound : alike.links) {
      const link::LinkConfig& link = inbound.cable->link;
      const congestion::PortContext context = context_at(*alike.device, link);
      const std::string note = named(alike) + "TCD at ports of " + to_text(link.rate) + " and " + to_text(link.delay) +
                               ": max(T_on) = " + to_text(longest_on_period(context)) + retry_text(context) +
                               ", T = " + to_text(sample_period(context)) + ", rule " +
                               std::string(name_in(congestion::kReleaseRules, release_rule(context))) +
                               note_of_form(context);
      if (std::find(notes.begin(), notes.end(), note) == notes.end()) {
        notes.push_back(note);
      }
    }
    return notes;
  }

 private:
  virtual std::vector<std::string> of_form(const Alike& alike) const = 0;
  virtual std::string note_of_form(const congestion::PortContext&) const { return ""; }
};

class BehindPausesCard final : public TcdCard {
 public:
  std::vector<std::string> misfits(const asic::SwitchConfig& device) const override {
    return {pauses(device)
                ? ""
                : "congestion.detector = \"tcd\" wants a scheme that pauses: max(T_on) is computed from pauses",
            blocking_warning(device)};
  }

 private:
  std::vector<std::string> of_form(const Alike& alike) const override {
    std::vector<std::string> found = share_warnings(alike);
    if (const std::string warning = epsilon_warning(*alike.device); !warning.empty()) {
      found.insert(found.begin(), named(alike) + warning);
    }
    return found;
  }
  std::string note_of_form(const congestion::PortContext& context) const override { return innocents_note(context); }
};

class BehindCreditsCard final : public TcdCard {
 public:
  std::string receiver_warning(const Alike& alike) const override { return credit_warning(alike); }
  std::vector<std::string> misfits(const asic::SwitchConfig& device) const override {
    return {scheme_warning(device), blocking_warning(device)};
  }

 private:
  static std::string scheme_warning(const asic::SwitchConfig& device) {
    if (!credits_of(device)) {
      return "congestion.detector = \"tcd_infiniband\" takes the credit period for max(T_on), and flow_control.scheme "
             "is not \"cbfc\"";
    }
    return device.congestion.tcd.rule == ReleaseRule::kRiseOrPausing && !pauses(device)
               ? "congestion.tcd.rule = \"rise_or_pausing\" is \"rise_2mtu\" under a scheme that tells nobody to pause"
               : "";
  }
  std::vector<std::string> of_form(const Alike& alike) const override {
    return {period_warning(alike), longest_on_warning(alike)};
  }
};

}  // namespace

Time longest_credit_period(const CreditLine& line) {
  const std::int64_t blocks = (line.frame + line.block - Bytes(1)) / line.block;
  const std::int64_t frames = line.buffer / line.block / blocks;
  const Bytes whole = line.on_wire * (frames - 2);
  const Time sent = whole > Bytes(0) ? serialization_time(whole, line.rate) : -serialization_time(-whole, line.rate);
  return sent - 2 * line.wire;
}

double innocent_load(Time held, Time longest_on, Time period) {
  const auto released = static_cast<double>((longest_on + period).count());
  return released / (released + static_cast<double>(held.count()));
}

const DetectorCard& tcd_card() {
  static const BehindPausesCard kCard;
  return kCard;
}

const DetectorCard& tcd_infiniband_card() {
  static const BehindCreditsCard kCard;
  return kCard;
}

}  // namespace weir::bounds
