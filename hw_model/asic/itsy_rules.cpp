// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/itsy_rules.h"

#include <algorithm>
#include <string>

#include "hw_model/base/quantity_text.h"
#include "hw_model/frame/ethernet.h"

namespace weir::asic {
namespace {

using deadlock::Protocol;
using flow_control::Scheme;
using ledger::Complaints;

// Flow control's, the one before this one at the port, and itself.
constexpr std::int64_t kControlFrames = 3;

Time longest_hop(const SwitchConfig& config, const link::LinkConfig& port) {
  const Bytes line =
      config.max_frame + link::kWireOverhead + (frame::kMinFrameLength + link::kWireOverhead) * kControlFrames;
  return port.delay + serialization_time(line, port.rate) + config.flow_control.processing_delay;
}

// Its counts are of VIQs that PFC pauses by their depth, whose packets wait for one egress alone.
void check_around(const SwitchConfig& config, Complaints& complaints) {
  const Scheme scheme = config.flow_control.scheme;
  complaints.unless(scheme == Scheme::kPfc, {"deadlock.unit", "flow_control.scheme"},
                    "itsy follows PFC from a VIQ to the queue that fills it, of the same class; wanted "
                    "flow_control.scheme = \"pfc\"; got \"" +
                        std::string(name_in(flow_control::kSchemes, scheme)) + "\"");
  complaints.unless(config.flow_control.lossless != 0, {"deadlock.unit", "flow_control.lossless"},
                    "itsy looks for deadlocks of lossless classes; wanted at least one");
  const bool at_inputs = config.crossbar.strategy != crossbar::Strategy::kOutputQueued;
  complaints.unless(!at_inputs || config.crossbar.queueing == crossbar::Queueing::kVirtualOutput,
                    {"deadlock.unit", "switch.crossbar.queueing"},
                    "itsy counts what waits for each egress, and in one FIFO an input packets wait for that of the "
                    "head; wanted switch.crossbar.queueing = \"virtual_output\", or strategy = \"output_queued\"");
}

void check_refresh(const SwitchConfig& config, Complaints& complaints) {
  const flow_control::PfcConfig& pfc = config.flow_control.pfc;
  const double part = pfc.refresh_quanta != 0
                          ? static_cast<double>(pfc.refresh_quanta) / static_cast<double>(pfc.pause_quanta)
                          : pfc.refresh_fraction;
  complaints.unless(part <= 1.0 / 3.0, {"deadlock.unit", "flow_control.pfc.refresh_fraction"},
                    "itsy: a pause that lapses looks like a RESUME; wanted a refresh after at most a third of it, so "
                    "that two may be lost, flow_control.pfc.refresh_fraction of at most 0.333");
}

void check_itself(const SwitchConfig& config, Complaints& complaints) {
  const deadlock::ItsyConfig& itsy = config.deadlock.itsy;
  const frame::ItsyWidths widths = itsy.widths();
  const std::string or_wider = itsy.wide_entries ? "" : ", or deadlock.itsy.wide_entries = true";
  const std::string wants_wider = itsy.wide_entries ? "" : "; wanted deadlock.itsy.wide_entries = true";
  complaints.unless(
      itsy.resolution != deadlock::Resolution::kFlowLevel, {"deadlock.itsy.resolution"},
      "\"flow_level\" is declared for its cost only; wanted \"none\", \"count_min_drop\" or \"port_level\"");
  complaints.unless(itsy.resolution == deadlock::Resolution::kNone || itsy.protocol == Protocol::kRepaired,
                    {"deadlock.itsy.resolution", "deadlock.itsy.protocol"},
                    "what is done about a deadlock follows a message that only the repaired protocol has; wanted "
                    "deadlock.itsy.protocol = \"repaired\", or resolution = \"none\"");
  complaints.unless(config.ports.size() <= std::size_t{1} << widths.port, {"deadlock.itsy.wide_entries"},
                    "a message names " + std::to_string(1U << widths.port) + " ports, and the switch has " +
                        std::to_string(config.ports.size()) + wants_wider);
  complaints.unless(itsy.switch_id >> widths.switch_id == 0, {"deadlock.itsy.wide_entries"},
                    "a message names " + std::to_string((1U << widths.switch_id) - 1) + " switches, and there are " +
                        std::to_string(itsy.switch_id) + " or more" + wants_wider);
  complaints.unless(
      itsy.ttl >= 1 && itsy.ttl <= 1U << widths.ttl, {"deadlock.itsy.ttl"},
      "wanted 1 to " + std::to_string(1U << widths.ttl) + " hops" + or_wider + "; got " + std::to_string(itsy.ttl));
  if (itsy.protocol != Protocol::kRepaired || config.ports.empty())
    return;
  const Time life = itsy_life(config);
  complaints.unless(itsy_t_re(config) > life * 2, {"deadlock.itsy.t_re", "deadlock.itsy.ttl"},
                    "wanted more than twice what a message lives, " + quantity_text(life) + " for " +
                        std::to_string(itsy.ttl) + " hops; got " + quantity_text(itsy.t_re));
}

}  // namespace

Time itsy_life(const SwitchConfig& config) {
  Time hop(0);
  for (const link::LinkConfig& port : config.ports)
    hop = std::max(hop, longest_hop(config, port));
  return hop * static_cast<std::int64_t>(config.deadlock.itsy.ttl);
}

Time itsy_t_re(const SwitchConfig& config) {
  constexpr std::int64_t kLives = 4;
  const Time wanted = config.deadlock.itsy.t_re;
  return wanted > Time(0) ? wanted : itsy_life(config) * kLives;
}

void check_itsy(const SwitchConfig& config, Complaints& complaints) {
  if (config.deadlock.unit != deadlock::Unit::kItsy)
    return;
  check_around(config, complaints);
  check_refresh(config, complaints);
  check_itself(config, complaints);
}

}  // namespace weir::asic
