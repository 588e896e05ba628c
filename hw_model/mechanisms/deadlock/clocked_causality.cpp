// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/clocked_causality.h"

#include <utility>

namespace weir::deadlock {

using reference::ItsySlot;

namespace {

constexpr unsigned kMostDue = 2;  // checks of a port to be sent: its own, and a forwarded one

std::uint32_t number(PortId port) { return static_cast<std::uint32_t>(port.index()); }
std::uint64_t bit(PortId port) { return std::uint64_t{1} << port.index(); }

}  // namespace

ClockedCausality::ClockedCausality(std::unique_ptr<reference::ItsyCausalityBlock> block, const Settings& settings)
    : block_(std::move(block)), settings_(settings) {}

ClockedCausality::Inputs ClockedCausality::idle(PortId e, PortId i) const {
  Inputs in;
  in.read_egress = number(e);
  in.read_ingress = number(i);
  in.switch_id = settings_.switch_id;
  in.xon = xon_;
  in.ttl = settings_.ttl - 1U;
  return in;
}

std::uint64_t ClockedCausality::shown(const ItsySlot& slot) const {
  const reference::ItsyCausalityConfig widths = block_->widths();
  std::uint64_t all = slot.valid;
  for (const auto& [value, width] : {std::pair{slot.entry.switch_id, widths.switch_bits},
                                     {number(slot.entry.port), widths.port_bits},
                                     {slot.entry.seq, widths.seq_bits},
                                     {slot.entry.ttl - 1U, widths.ttl_bits}})
    all = all << width | (slot.valid != 0 ? value : 0);
  return all;
}

// What the registers have by the protocol, of all ports, and of this egress and ingress.
ClockedCausality::Outputs ClockedCausality::registers(PortId e, PortId i, const Protocol& protocol) const {
  const reference::ItsyCausality& waits = protocol.causality();
  Outputs out;
  for (std::size_t n = 0; n < waits.ports(); ++n) {
    const PortId port(n);
    const Protocol::Port& state = protocol.state(port);
    bool edge = false;
    for (std::size_t m = 0; m < waits.ports(); ++m)
      edge = edge || waits.edge(PortId(m), port);
    const bool sum = waits.pausing(port) && in_units(waits.stuck(port)) > xon_;
    out.due |= protocol.due(port) ? bit(port) : 0;
    out.own |= state.own.valid != 0 ? bit(port) : 0;
    out.wants |= state.wants != 0 ? bit(port) : 0;
    out.held |= waits.held(port) ? bit(port) : 0;
    out.pausing |= waits.pausing(port) ? bit(port) : 0;
    out.stuck |= (settings_.sums ? sum : edge) ? bit(port) : 0;
    out.strong |= in_units(waits.count(port, i)) > xon_ ? bit(port) : 0;
  }
  const Protocol::Port& ingress = protocol.state(i);
  out.count = in_units(waits.count(e, i));
  out.seq = ingress.seq;
  out.given = ingress.given;
  out.taken = ingress.taken;
  out.forwarded = shown(ingress.forwarded);
  out.seen = shown(protocol.state(e).seen);
  out.stuck_count = settings_.sums ? in_units(waits.stuck(i)) : 0;
  return out;
}

// A cycle; of its outputs the decisions are compared.
ClockedCausality::Outputs ClockedCausality::decide(const Inputs& in, const Outputs& decided) {
  const Outputs out = block_->clock(in);
  Outputs model = out;
  model.count_wrong = false;
  if (!apart_) {
    model.leaves = decided.leaves;
    model.leaves_switch = decided.leaves_switch;
    model.leaves_initiator = decided.leaves_initiator;
    model.leaves_seq = decided.leaves_seq;
    model.leaves_ttl = decided.leaves_ttl;
    model.deadlock = decided.deadlock;
    model.deadlock_port = decided.deadlock_port;
  }
  block_->compare(out, model);
  return out;
}

// Whether what is marked and what is to be sent differs at any port.
bool ClockedCausality::is_apart(const Protocol& protocol) {
  for (std::size_t n = 0; n < protocol.causality().ports(); ++n) {
    const PortId port(n);
    const Outputs out = block_->evaluate(idle(port, port));
    if (out.seen != shown(protocol.state(port).seen) || out.forwarded != shown(protocol.state(port).forwarded))
      return true;
  }
  return false;
}

// After an event of this egress and ingress.
void ClockedCausality::settle(PortId e, PortId i, const Protocol& protocol) {
  apart_ = apart_ && is_apart(protocol);
  const Outputs out = block_->evaluate(idle(e, i));
  Outputs model = registers(e, i, protocol);
  model.sum_busy = out.sum_busy;
  model.sum_due = out.sum_due;
  model.sum_at = out.sum_at;
  model.sum_members = out.sum_members;
  model.sum_rows = out.sum_rows;
  model.sum = out.sum;
  if (apart_) {
    model.due = out.due;
    model.forwarded = out.forwarded;
    model.seen = out.seen;
  }
  due_ = out.due;
  taken_ = 0;
  block_->compare(out, model);
}

void ClockedCausality::enqueued(PortId e, PortId i, std::uint32_t amount, const Protocol& protocol) {
  Inputs in = idle(e, i);
  in.enqueues = true;
  in.enqueues_egress = number(e);
  in.enqueues_ingress = number(i);
  in.enqueues_amount = in_units(amount);
  decide(in, {});
  settle(e, i, protocol);
}

void ClockedCausality::departed(PortId e, PortId i, std::uint32_t amount, const Protocol& protocol) {
  Inputs in = idle(e, i);
  in.departs = true;
  in.departs_egress = number(e);
  in.departs_ingress = number(i);
  in.departs_amount = in_units(amount);
  decide(in, {});
  settle(e, i, protocol);
}

void ClockedCausality::held(PortId e, bool on, const Protocol& protocol) {
  Inputs in = idle(e, e);
  in.hold = true;
  in.hold_on = on;
  in.hold_port = number(e);
  decide(in, {});
  settle(e, e, protocol);
}

void ClockedCausality::pausing(PortId i, bool on, const Protocol& protocol) {
  Inputs in = idle(i, i);
  in.pause = true;
  in.pause_on = on;
  in.pause_port = number(i);
  decide(in, {});
  settle(i, i, protocol);
}

void ClockedCausality::again(PortId i, const Protocol& protocol) {
  Inputs in = idle(i, i);
  in.again = true;
  in.again_port = number(i);
  decide(in, {});
  settle(i, i, protocol);
}

void ClockedCausality::life_over(const Protocol& protocol) {
  Inputs in = idle(PortId(0), PortId(0));
  in.life_over = true;
  decide(in, {});
  settle(PortId(0), PortId(0), protocol);
}

void ClockedCausality::reset(const Protocol& protocol) {
  Inputs in = idle(PortId(0), PortId(0));
  in.clear = true;
  decide(in, {});
  apart_ = false;
  settle(PortId(0), PortId(0), protocol);
}

// Cycles until no sum is due. `by_sum`: the port to which the check has come home by a sum, by the protocol; that one
// has to come, if the block adds it up.
std::optional<PortId> ClockedCausality::add_up(PortId p, const std::optional<PortId>& by_sum, bool is_added) {
  const std::size_t ports = settings_.ports;
  Outputs shown = block_->evaluate(idle(p, p));
  std::optional<PortId> home;
  for (std::size_t left = ports * (ports + 1); left > 0 && (shown.sum_busy || shown.sum_due != 0); --left) {
    const Outputs out = block_->clock(idle(p, p));
    if (out.sum_deadlock)
      home = PortId(out.sum_deadlock_port);
    shown = block_->evaluate(idle(p, p));
  }
  const bool wanted = is_added && by_sum.has_value();
  if (!apart_) {
    Outputs out = shown;
    out.sum_deadlock = home.has_value();
    out.sum_deadlock_port = home ? number(*home) : 0;
    Outputs model = out;
    model.sum_busy = false;
    model.sum_due = 0;
    model.sum_deadlock = wanted;
    model.sum_deadlock_port = wanted ? number(*by_sum) : 0;
    block_->compare(out, model);
  }
  return is_added ? home : by_sum;
}

// The block does not add up a check that has no hop to go, or that was the last to come here before.
std::optional<PortId> ClockedCausality::arrived(PortId p, const frame::ItsyMessage& message, Protocol& protocol) {
  const frame::ItsyEntry& entry = message.entry;
  const reference::ItsyCausality& waits = protocol.causality();
  const bool home = waits.held(p) && protocol.home(p, entry);
  const bool single = home && waits.edge(p, entry.port);
  const bool repeated = protocol.saw(p, entry) && protocol.state(p).seen.entry.ttl >= entry.ttl - 1;
  const bool is_added = entry.ttl > 1 && !repeated;
  const std::optional<PortId> declared = protocol.arrived(p, message);
  Inputs in = idle(p, p);
  in.check = true;
  in.check_port = number(p);
  in.check_switch = entry.switch_id;
  in.check_initiator = number(entry.port);
  in.check_seq = entry.seq;
  in.check_ttl = entry.ttl - 1U;
  Outputs decided;
  decided.deadlock = single;
  decided.deadlock_port = single ? number(entry.port) : 0;
  const Outputs out = decide(in, decided);
  const std::optional<PortId> by_sum = add_up(p, home && !single ? std::optional(entry.port) : std::nullopt, is_added);
  std::optional<PortId> by_block = out.deadlock ? std::optional(PortId(out.deadlock_port)) : by_sum;
  if (apart_ || (by_block && by_block->index() >= waits.ports()))
    by_block = declared;
  apart_ = apart_ || (by_sum.has_value() && is_added);
  settle(p, p, protocol);
  return by_block;
}

std::optional<frame::ItsyMessage> ClockedCausality::take(PortId i, Protocol& protocol) {
  const std::optional<frame::ItsyMessage> message = protocol.take(i);
  Inputs in = idle(i, i);
  in.take = true;
  in.take_port = number(i);
  Outputs decided;
  decided.leaves = message.has_value();
  if (message) {
    decided.leaves_switch = message->entry.switch_id;
    decided.leaves_initiator = number(message->entry.port);
    decided.leaves_seq = message->entry.seq;
    decided.leaves_ttl = message->entry.ttl - 1U;
  }
  const bool by_model = apart_;
  const Outputs out = decide(in, decided);
  const unsigned taken = taken_at_ == i ? taken_ + 1 : 1;
  settle(i, i, protocol);
  taken_ = taken;
  taken_at_ = i;
  if (!out.leaves || taken_ >= kMostDue)
    due_ &= ~bit(i);  // whatever a wrong block says
  if (by_model)
    return message;
  if (!out.leaves)
    return std::nullopt;
  return frame::ItsyMessage{.kind = frame::ItsyKind::kChecking,
                            .entry = {.switch_id = out.leaves_switch,
                                      .port = PortId(out.leaves_initiator),
                                      .seq = out.leaves_seq,
                                      .ttl = static_cast<std::uint8_t>(out.leaves_ttl + 1)},
                            .trigger = {}};
}

bool ClockedCausality::due(PortId i, const Protocol& protocol) const {
  return apart_ ? protocol.due(i) : (due_ & bit(i)) != 0;
}

}  // namespace weir::deadlock
