// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/itsy_rules.h"

#include <algorithm>
#include <string>

#include "hw_model/base/quantity_text.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/deadlock/causality_widths.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/mechanisms/llr/llr_loop.h"

namespace weir::asic {
namespace {

using deadlock::Protocol;
using ledger::Complaints;

// The control frames that a message may wait for: flow control's, the previous message at the port, the message itself,
// and with rounds ALIVE.
std::int64_t control_frames(const SwitchConfig& config) { return config.deadlock.itsy.rounds > 0 ? 4 : 3; }

void check_refresh(const SwitchConfig& config, Complaints& complaints) {
  const flow_control::PfcConfig& pfc = config.flow_control.pfc;
  const double part = pfc.refresh_quanta != 0
                          ? static_cast<double>(pfc.refresh_quanta) / static_cast<double>(pfc.pause_quanta)
                          : pfc.refresh_fraction;
  complaints.unless(part <= 1.0 / 3.0, {"deadlock.unit", "flow_control.pfc.refresh_fraction"},
                    "itsy takes a pause that runs out for a RESUME; wanted flow_control.pfc.refresh_fraction of at "
                    "most 0.333, so that two refreshes may be lost");
}

const char* ports_key(const deadlock::ItsyConfig& itsy) {
  return itsy.port_bits == 0 ? "deadlock.itsy.wide_entries" : "deadlock.itsy.port_bits";
}

// The setting with which a message can name so many ports.
std::string names_ports(const deadlock::ItsyConfig& itsy, std::size_t ports) {
  if (itsy.port_bits == 0 && ports <= std::size_t{1} << frame::kItsyUpTo256Ports.port)
    return "deadlock.itsy.wide_entries = true";
  const unsigned bits = ledger::bits_to_name(ports);
  return bits <= deadlock::ItsyConfig::kMostPortBits
             ? "deadlock.itsy.port_bits = " + std::to_string(bits)
             : std::to_string(1U << deadlock::ItsyConfig::kMostPortBits) + " ports at most";
}

void check_itself(const SwitchConfig& config, Complaints& complaints) {
  const deadlock::ItsyConfig& itsy = config.deadlock.itsy;
  const frame::ItsyWidths widths = itsy.widths();
  const std::string or_wider = itsy.wide_entries ? "" : ", or deadlock.itsy.wide_entries = true";
  const std::string wants_wider = itsy.wide_entries ? "" : "; wanted deadlock.itsy.wide_entries = true";
  complaints.unless(config.ports.size() <= std::size_t{1} << widths.port, {ports_key(itsy)},
                    "a message can name " + std::to_string(1U << widths.port) + " ports, and the switch has " +
                        std::to_string(config.ports.size()) + "; wanted " + names_ports(itsy, config.ports.size()));
  complaints.unless(itsy.switch_id >> widths.switch_id == 0, {"deadlock.itsy.wide_entries"},
                    "a message can name " + std::to_string((1U << widths.switch_id) - 1) + " switches, and there are " +
                        std::to_string(itsy.switch_id) + " or more" + wants_wider);
  complaints.unless(
      itsy.ttl >= 1 && itsy.ttl <= 1U << widths.ttl, {"deadlock.itsy.ttl"},
      "wanted 1 to " + std::to_string(1U << widths.ttl) + " hops" + or_wider + "; got " + std::to_string(itsy.ttl));
  if (itsy.protocol != Protocol::kRepaired || config.ports.empty())
    return;
  const Time life = itsy_life(config);
  complaints.unless(itsy_t_re(config) > life * 2, {"deadlock.itsy.t_re", "deadlock.itsy.ttl"},
                    "wanted more than twice the life of a message, " + quantity_text(life) + " for " +
                        std::to_string(itsy.ttl) + " hops; got " + quantity_text(itsy.t_re));
}

void check_rounds(const SwitchConfig& config, Complaints& complaints) {
  const deadlock::ItsyConfig& itsy = config.deadlock.itsy;
  const deadlock::ItsyNetwork& network = itsy.network;
  if (itsy.rounds == 0)
    return;
  complaints.unless(itsy.protocol == Protocol::kRepaired, {"deadlock.itsy.rounds", "deadlock.itsy.protocol"},
                    "published has no rounds; wanted deadlock.itsy.protocol = \"repaired\", or rounds = 0");
  complaints.unless(itsy.rounds >= network.pauses || itsy.round_attack, {"deadlock.itsy.rounds"},
                    "a chain of pauses may pass every VIQ by which a switch pauses another switch; wanted " +
                        std::to_string(network.pauses) + " hops or more; got " + std::to_string(itsy.rounds));
  const Time least = itsy.round_length() + itsy.round_skew + network.longest_hop;
  complaints.unless(itsy.period_of_rounds() >= least, {"deadlock.itsy.round_period", "deadlock.itsy.rounds"},
                    "a round lasts " + std::to_string(itsy.rounds) + " hops of " + quantity_text(network.longest_hop) +
                        "; wanted a period of " + quantity_text(least) + " or more; got " +
                        quantity_text(itsy.period_of_rounds()));
}

}  // namespace

std::string not_in_causality(const SwitchConfig& config) {
  if (!deadlock::declares(config.deadlock))
    return {};
  if (config.deadlock.itsy.protocol != Protocol::kRepaired)
    return "deadlock.itsy.protocol is \"published\", and the RTL has the repaired one";
  if (const deadlock::Lender* const lender = deadlock::lender_of(config.deadlock))
    return std::string(lender->setting) + " moves XON, and the RTL has one for all VIQs";
  if (config.mmu.pooled())
    return "switch.mmu.headroom_pool moves XON, and the RTL has one for all VIQs";
  return {};
}

reference::ItsyCausalityConfig causality_of(const SwitchConfig& config) {
  const Bytes counted = config.mmu.count_cells ? config.mmu.cell : Bytes(1);
  return deadlock::causality_widths(config.deadlock.itsy, config.ports.size(), config.mmu.buffer, counted);
}

bool waits_in_one_fifo(const SwitchConfig& config) {
  return config.crossbar.strategy != crossbar::Strategy::kOutputQueued &&
         config.crossbar.queueing == crossbar::Queueing::kFifo;
}

unsigned itsy_repairs(const SwitchConfig& config) {
  constexpr unsigned kMost = 4;
  return std::clamp(unsigned{config.llr.link.replay_count_max}, 1U, kMost);
}

Time itsy_hop(const SwitchConfig& config, const link::LinkConfig& cable, bool retries) {
  const Bytes line =
      config.max_frame + link::kWireOverhead + (frame::kMinFrameLength + link::kWireOverhead) * control_frames(config);
  const Time hop = cable.delay + serialization_time(line, cable.rate) + config.flow_control.processing_delay;
  if (!retries)
    return hop;
  const Time repair = llr::recovery_time(config.llr.link, {cable.rate, cable.delay, Time(0)}, config.max_frame);
  return hop + std::int64_t{itsy_repairs(config)} * repair;
}

Time itsy_life(const SwitchConfig& config) {
  Time hop(0);
  for (std::size_t p = 0; p < config.ports.size(); ++p)
    hop = std::max(hop, itsy_hop(config, config.ports[p], has_llr(config, PortId(p))));
  return hop * static_cast<std::int64_t>(config.deadlock.itsy.ttl);
}

Time itsy_t_re(const SwitchConfig& config) {
  constexpr std::int64_t kLives = 4;
  const Time wanted = config.deadlock.itsy.t_re;
  return wanted > Time(0) ? wanted : itsy_life(config) * kLives;
}

// ITSY counts in VIQs that PFC pauses by their depth, and whose packets wait for one egress, or behind a head that
// does.
void check_beside_itsy(const SwitchConfig& config, Complaints& complaints) {
  const flow_control::Scheme scheme = config.flow_control.scheme;
  complaints.unless(flow_control::traits_of(scheme).pauses_own_class(), {"deadlock.unit", "flow_control.scheme"},
                    "itsy follows PFC from a VIQ to the queue that fills it, of the same class; wanted "
                    "flow_control.scheme = \"pfc\"; got \"" +
                        std::string(flow_control::name_of(scheme)) + "\"");
  complaints.unless(config.flow_control.lossless != 0, {"deadlock.unit", "flow_control.lossless"},
                    "itsy looks for deadlocks of lossless classes; wanted at least one");
  const bool one_fifo = waits_in_one_fifo(config);
  const deadlock::ItsyConfig& itsy = config.deadlock.itsy;
  complaints.unless(!one_fifo || itsy.protocol == Protocol::kRepaired, {"deadlock.unit", "switch.crossbar.queueing"},
                    "published ITSY does not say what a packet waits for if it stands behind the head of an input's "
                    "FIFO; wanted switch.crossbar.queueing = \"virtual_output\", strategy = \"output_queued\", or "
                    "deadlock.itsy.protocol = \"repaired\"");
  complaints.unless(!one_fifo || itsy.resolution == deadlock::Resolution::kNone,
                    {"deadlock.itsy.resolution", "switch.crossbar.queueing"},
                    "a resolution releases or drops packets that wait for the egress of a loop, but in an input's FIFO "
                    "such packets stand behind the head; wanted switch.crossbar.queueing = \"virtual_output\", "
                    "strategy = \"output_queued\", or resolution = \"none\"");
  complaints.unless(itsy.resolution != deadlock::Resolution::kFlowLevel ||
                        config.crossbar.strategy == crossbar::Strategy::kOutputQueued,
                    {"deadlock.itsy.resolution", "switch.crossbar.strategy"},
                    "\"flow_level\" lets some packets of a class pass others at the egress, but packets that wait at "
                    "inputs cannot pass each other; wanted switch.crossbar.strategy = \"output_queued\"");
}

void check_itsy(const SwitchConfig& config, Complaints& complaints) {
  check_refresh(config, complaints);
  check_itself(config, complaints);
  check_rounds(config, complaints);
}

}  // namespace weir::asic
