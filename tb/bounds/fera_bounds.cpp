// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/fera_bounds.h"

#include <algorithm>
#include <cmath>

#include "hw_model/mechanisms/congestion/fera_rules.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/reference/fera_rate_error.h"
#include "tb/bounds/detector_card.h"
#include "tb/bounds/fera_delay.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
using reference::FeraQueueControl;
using reference::FeraSettings;
using text::to_text;

namespace {

void add_once(std::vector<std::string>& list, const std::string& text) {
  if (std::find(list.begin(), list.end(), text) == list.end()) {
    list.push_back(text);
  }
}

std::string gain_warning(double gain, const link::LinkConfig& link) {
  if (gain < 1) {
    return "";
  }
  return "congestion.fera: k C T/q_eq = " + digits(gain) + " at ports of " + to_text(link.rate) + ": " +
         (gain < 2 ? "from 1 on queues overshoot q_eq, and with the delay of the loop they may swing for ever"
                   : "from 2 on queues swing for ever");
}

// Warns where the measured queue itself causes PAUSE at or below its target, which it then never reaches.
std::string target_warning(const asic::SwitchConfig& device) {
  const Bytes q_eq = device.congestion.fera.meter.q_eq;
  const Bytes xoff = device.flow_control.pfc.highest_xoff();
  if (!flow_control::traits_of(device.flow_control.scheme).pauses_ports_by_egress() || q_eq < xoff) {
    return "";
  }
  return "congestion.fera.q_eq = " + to_text(q_eq) + " is not below flow_control.pfc.xoff = " + to_text(xoff) +
         ": PAUSE keeps queues below q_eq, and rates rise for ever";
}

// Flows with tags to the host at the end of this cable, and the longest of their frames.
struct Tagged {
  std::int64_t flows = 0;
  Bytes frame;
};

Tagged tagged_over(const scenario::Scenario& scenario, const network::Cable& cable) {
  Tagged tagged;
  for (const scenario::Flow& flow : scenario.flows) {
    const bool last = flow.destination == cable.a.device || flow.destination == cable.b.device;
    if (last && flow.control != nullptr && flow.control->tags) {
      ++tagged.flows;
      tagged.frame = std::max(tagged.frame, flow.frame_length);
    }
  }
  return tagged;
}

std::string load_warning(const Alike& alike, const network::Cable& cable) {
  const FeraSettings& meter = alike.device->congestion.fera.meter;
  const Tagged tagged = tagged_over(*alike.scenario, cable);
  const std::string who = std::to_string(tagged.flows) + " flows over " + name_of(*alike.scenario, cable);
  if (const double load = fera_least_load(*alike.scenario, cable, meter.n_max); load > 1) {
    return "congestion.fera.n_max = " + std::to_string(meter.n_max) + " is too small for " + who +
           ": at the least rate these flows and their tags are " + digits(100 * load) +
           " % of the link's rate, for ever";
  }
  const Time least = serialization_time(tagged.frame * 3 * tagged.flows, cable.link.rate);
  if (meter.interval < least) {
    return "congestion.fera.interval = " + to_text(meter.interval) + " is less than 3 N L/C = " + to_text(least) +
           " of " + who + ": each flow sends so few frames in an interval that the measured load is noise";
  }
  return "";
}

}  // namespace

double fera_loop_gain(const FeraSettings& settings, Bytes interval_bytes) {
  const bool curved = settings.queue_control == FeraQueueControl::kHyperbolic;
  const double slope = curved ? (settings.a - 1) / settings.a : settings.k;
  return slope * static_cast<double>(interval_bytes.count()) / static_cast<double>(settings.q_eq.count());
}

double fera_loop_gain(const Alike& alike, const link::LinkConfig& link) {
  const congestion::PortContext context = context_at(*alike.device, link);
  return fera_loop_gain(context.config.fera.meter, fera_interval_bytes(context));
}

double fera_steps(double gain) { return std::log(0.1) / std::log(1 - gain); }

double fera_steps_as_printed(double gain) { return std::log(0.1 / (1 - gain)) / std::log(1 - gain); }

namespace {

// Warnings about the control loop without its delay.
std::vector<std::string> fera_warnings(const Alike& alike) {
  std::vector<std::string> found;
  if (const std::string warning = target_warning(*alike.device); !warning.empty()) {
    found.push_back(named(alike) + warning);
  }
  for (const Inbound& inbound : alike.links) {
    const double gain = fera_loop_gain(alike, inbound.cable->link);
    if (const std::string warning = gain_warning(gain, inbound.cable->link); !warning.empty()) {
      add_once(found, named(alike) + warning);
    }
  }
  for (const network::Cable& cable : alike.scenario->topology.cables) {
    const auto ours = [&](std::size_t device) {
      return std::binary_search(alike.switches.begin(), alike.switches.end(), device);
    };
    const std::string warning = ours(cable.a.device) || ours(cable.b.device) ? load_warning(alike, cable) : "";
    if (!warning.empty()) {
      add_once(found, named(alike) + warning);
    }
  }
  return found;
}

// Notes about each sort of port: C T, gain and steps of the loop, errors of rounding.
std::vector<std::string> fera_notes(const Alike& alike) {
  std::vector<std::string> notes;
  for (const Inbound& inbound : alike.links) {
    const congestion::PortContext context = context_at(*alike.device, inbound.cable->link);
    const FeraSettings& meter = context.config.fera.meter;
    const Bytes interval_bytes = fera_interval_bytes(context);
    const double gain = fera_loop_gain(meter, interval_bytes);
    std::string note = named(alike) + "FERA at ports of " + to_text(inbound.cable->link.rate) +
                       ": C T = " + to_text(interval_bytes) + ", k C T/q_eq = " + digits(gain);
    if (gain < 1) {
      note += ", an empty queue within a tenth of q_eq after " + digits(std::ceil(fera_steps(gain))) + " T (" +
              digits(std::max(0.0, std::ceil(fera_steps_as_printed(gain)))) + " by eq. (7) as printed)";
    }
    const reference::FeraRateErrors errors = fera_rate_errors(meter, fera_port(context), 0.05);
    note += "; " + std::string(name_in(reference::kFeraForms, meter.form)) + ": a rate is rounded by " +
            digits(errors.rounding.worst) + " at most, and " + digits(errors.form.worst) +
            " from r f/rho for rho within 5 % of 1";
    add_once(notes, note);
  }
  return notes;
}

std::vector<std::string> both(std::vector<std::string> first, const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

class FeraCard final : public DetectorCard {
 public:
  std::vector<std::string> warnings(const Alike& alike) const override {
    return both(fera_warnings(alike), fera_delay_warnings(alike));
  }
  std::vector<std::string> notes(const Alike& alike) const override {
    return both(fera_notes(alike), fera_delay_notes(alike));
  }
};

}  // namespace

const DetectorCard& fera_card() {
  static const FeraCard kCard;
  return kCard;
}

}  // namespace weir::bounds
