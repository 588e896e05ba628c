// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/itsy_causality_cycle.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw_model/reference/width_ranges.h"

namespace weir::reference {
namespace {

constexpr unsigned kMostCheckBits = 63;  // one number with its valid bit

}  // namespace

void ItsyCausalityConfig::validate() const {
  for (const std::string& wrong :
       {out_of_range("ports", ports, "PORTS"), out_of_range("count_bits", count_bits, "COUNT_W"),
        out_of_range("switch_bits", switch_bits, "SWITCH_W"), out_of_range("port_bits", port_bits, "PORT_W"),
        out_of_range("seq_bits", seq_bits, "SEQ_W"), out_of_range("ttl_bits", ttl_bits, "TTL_W"),
        out_of_range("sums", sums, "SUMS")}) {
    if (!wrong.empty()) {
      throw std::invalid_argument("ITSY causality: " + wrong);
    }
  }
  if (most_of(port_bits) + 1 < ports) {
    throw std::invalid_argument("ITSY causality: port_bits is " + std::to_string(port_bits) + ", which cannot name " +
                                std::to_string(ports) + " ports");
  }
  if (const unsigned check = switch_bits + port_bits + seq_bits + ttl_bits; check > kMostCheckBits) {
    throw std::invalid_argument("ITSY causality: a check has " + std::to_string(check) + " bits, wanted " +
                                std::to_string(kMostCheckBits) + " at most");
  }
}

ItsyCausalityCycle::ItsyCausalityCycle(const ItsyCausalityConfig& config)
    : config_((config.validate(), config)),
      counts_(std::size_t{config.ports} * config.ports),
      strong_(config.ports),
      ports_(config.ports),
      stuck_(config.ports),
      scan_{.check = {}, .sums = std::vector<std::uint32_t>(config.ports)} {}

ItsyCausalityOutputs ItsyCausalityCycle::evaluate(const ItsyCausalityInputs& in) {
  if (!in.rst_n) {
    reset(false);
  }
  const Now flags = now(in);
  return outputs(in, flags, arrival(in, flags), counts(in), summing(in, flags));
}

ItsyCausalityOutputs ItsyCausalityCycle::clock(const ItsyCausalityInputs& in) {
  if (!in.rst_n) {
    reset(false);
  }
  const Now flags = now(in);
  const Arrival check = arrival(in, flags);
  const Counts moves = counts(in);
  const Summing sums = summing(in, flags);
  const ItsyCausalityOutputs out = outputs(in, flags, check, moves, sums);
  if (in.rst_n && in.clear) {
    reset(true);
  } else if (in.rst_n) {
    edge(in, flags, check, moves, sums);
  }
  return out;
}

void ItsyCausalityCycle::reset(bool keeps_seq) {
  std::ranges::fill(counts_, 0);
  std::ranges::fill(strong_, 0);
  for (Port& port : ports_) {
    const std::uint32_t seq = keeps_seq ? port.seq : 0;  // numbers of before may be under way
    port = {};
    port.seq = seq;
  }
  held_ = pausing_ = wants_ = own_ = 0;
  std::ranges::fill(stuck_, 0);
  scan_ = {.check = keeps_seq ? scan_.check : Slot{}, .sums = std::vector<std::uint32_t>(config_.ports)};
}

ItsyCausalityCycle::Now ItsyCausalityCycle::now(const ItsyCausalityInputs& in) const {
  Now now{.held = held_, .pausing = pausing_};
  if (in.pause) {
    now.pauses = bit(in.pause_port);
    now.pausing = in.pause_on ? pausing_ | now.pauses : pausing_ & ~now.pauses;
  }
  if (in.hold) {
    const Ports held = bit(in.hold_port);
    now.held = in.hold_on ? held_ | held : held_ & ~held;
    now.became_held = now.held & ~held_;
  }
  if (config_.sums != 0) {
    add_up_held(in, now);
  } else {
    now.stuck = edges(now, now.held);
  }
  return now;
}

// The ingresses to which an edge from one of these egresses holds.
ItsyCausalityCycle::Ports ItsyCausalityCycle::edges(const Now& now, Ports egresses) const {
  Ports found = 0;
  for (std::size_t e = 0; e < config_.ports; ++e) {
    found |= has(egresses & now.held, e) ? strong_[e] : 0;
  }
  return found & now.pausing;
}

ItsyCausalityCycle::Arrival ItsyCausalityCycle::arrival(const ItsyCausalityInputs& in, const Now& now) const {
  Arrival to;
  if (!in.check || (now.held & bit(in.check_port)) == 0) {
    return to;
  }
  to.over = edges(now, bit(in.check_port));
  to.home = in.check_switch == in.switch_id && (to.over & bit(in.check_initiator)) != 0 &&
            of_this_pause(in.check_initiator, in.check_seq, now);
  if (to.home || in.check_ttl == 0) {
    return to;
  }
  to.on = {.valid = true,
           .switch_id = in.check_switch,
           .port = in.check_initiator,
           .seq = in.check_seq,
           .ttl = in.check_ttl - 1};
  const Slot& seen = ports_[in.check_port].seen;
  to.on.valid = !(seen.valid && seen.same_initiation(to.on) && seen.ttl >= to.on.ttl);
  return to;
}

bool ItsyCausalityCycle::of_this_pause(std::uint32_t i, std::uint32_t seq, const Now& now) const {
  const std::uint32_t age = (ports_[i].seq - seq) & most_of(config_.seq_bits);
  const std::uint32_t given = has(now.pauses, i) ? 0 : ports_[i].given;
  return age < given || given == most_of(config_.seq_bits);
}

// The packet that departs goes first, so that the one that comes may be of its pair.
ItsyCausalityCycle::Counts ItsyCausalityCycle::counts(const ItsyCausalityInputs& in) const {
  const std::uint32_t most = most_of(config_.count_bits);
  Counts sums;
  const bool departs = in.departs && pair(in.departs_egress, in.departs_ingress);
  if (departs) {
    const std::uint32_t before = count(in.departs_egress, in.departs_ingress);
    sums.wrong = before < in.departs_amount;
    sums.departed = sums.wrong ? 0 : before - in.departs_amount;
    sums.less = before - sums.departed;
    sums.departed_strong = sums.departed > in.xon;
  }
  if (in.enqueues && pair(in.enqueues_egress, in.enqueues_ingress)) {
    const bool same = departs && in.enqueues_egress == in.departs_egress && in.enqueues_ingress == in.departs_ingress;
    const std::uint32_t before = same ? sums.departed : count(in.enqueues_egress, in.enqueues_ingress);
    const std::uint64_t sum = std::uint64_t{before} + in.enqueues_amount;
    sums.wrong = sums.wrong || sum > most;
    sums.enqueued = static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, most));
    sums.more = sums.enqueued - before;
    sums.enqueued_strong = sums.enqueued > in.xon;
    const bool was = same ? sums.departed_strong : strong(in.enqueues_egress, in.enqueues_ingress);
    sums.passes = !was && sums.enqueued_strong;
  }
  return sums;
}

// The slot as one number; an empty slot shows only that it is empty.
std::uint64_t ItsyCausalityCycle::shown(const Slot& slot) const {
  std::uint64_t bits = slot.valid ? 1 : 0;
  for (const auto& [value, width] :
       {std::pair{slot.switch_id, config_.switch_bits}, std::pair{slot.port, config_.port_bits},
        std::pair{slot.seq, config_.seq_bits}, std::pair{slot.ttl, config_.ttl_bits}}) {
    bits = bits << width | (slot.valid ? value : 0);
  }
  return bits;
}

void ItsyCausalityCycle::show(const ItsyCausalityInputs& in, ItsyCausalityOutputs& out) const {
  out.due = own_;
  for (std::size_t i = 0; i < config_.ports; ++i) {
    out.due |= ports_[i].forwarded.valid ? Ports{1} << i : 0;
  }
  out.own = own_;
  out.wants = wants_;
  out.held = held_;
  out.pausing = pausing_;
  if (config_.sums != 0) {
    show_sums(in, out);
  } else {
    out.stuck = edges({.held = held_, .pausing = pausing_}, held_);
  }
  const Ports ingress = bit(in.read_ingress);
  for (std::size_t e = 0; e < config_.ports; ++e) {
    out.strong |= (strong_[e] & ingress) != 0 ? Ports{1} << e : 0;
  }
  if (pair(in.read_egress, in.read_ingress)) {
    out.count = count(in.read_egress, in.read_ingress);
  }
  if (ingress != 0) {
    const Port& port = ports_[in.read_ingress];
    out.seq = port.seq;
    out.given = port.given;
    out.taken = port.taken;
    out.forwarded = shown(port.forwarded);
  }
  if (bit(in.read_egress) != 0) {
    out.seen = shown(ports_[in.read_egress].seen);
  }
}

ItsyCausalityOutputs ItsyCausalityCycle::outputs(const ItsyCausalityInputs& in, const Now& now, const Arrival& arrival,
                                                 const Counts& counts, const Summing& summing) const {
  ItsyCausalityOutputs out;
  show(in, out);
  if (in.clear) {
    return out;
  }
  out.count_wrong = counts.wrong;
  out.deadlock = arrival.home;
  out.deadlock_port = arrival.home ? in.check_initiator : 0;
  out.sum_deadlock = summing.home;
  out.sum_deadlock_port = summing.home ? scan_.check.port : 0;
  out.sum_deadlock_seq = summing.home ? scan_.check.seq : 0;
  const Ports taken = in.take ? bit(in.take_port) & ~now.pauses : 0;
  if ((taken & own_) != 0) {
    out.leaves = true;
    out.leaves_switch = in.switch_id;
    out.leaves_initiator = in.take_port;
    out.leaves_seq = ports_[in.take_port].seq;
    out.leaves_ttl = in.ttl;
  } else if ((taken & now.stuck) != 0 && ports_[in.take_port].forwarded.valid) {
    const Slot& check = ports_[in.take_port].forwarded;
    out.leaves = true;
    out.leaves_switch = check.switch_id;
    out.leaves_initiator = check.port;
    out.leaves_seq = check.seq;
    out.leaves_ttl = check.ttl;
  }
  return out;
}

// The ingresses that initiate a check: where an edge is completed, where it is time to repeat one, and where one had to
// wait for a number.
ItsyCausalityCycle::Ports ItsyCausalityCycle::initiates(const ItsyCausalityInputs& in, const Now& now,
                                                        const Counts& counts) const {
  Ports ports = in.pause && in.pause_on ? now.pauses & now.stuck : 0;
  ports |= edges(now, now.became_held) | sum_passes(in, now, counts);
  if (counts.passes && has(now.held, in.enqueues_egress)) {
    ports |= bit(in.enqueues_ingress) & now.pausing;
  }
  if (in.again) {
    ports |= bit(in.again_port) & now.pausing;
  }
  return in.life_over ? ports | (wants_ & ~now.pauses) : ports;
}

void ItsyCausalityCycle::edge(const ItsyCausalityInputs& in, const Now& now, const Arrival& arrival,
                              const Counts& counts, const Summing& summing) {
  const Ports requests = initiates(in, now, counts);
  if (config_.sums != 0) {
    sum_edge(in, now, arrival, counts, summing);
  }
  send(in, now, arrival, summing);
  initiate(in, now, requests);
  const auto write = [&](std::uint32_t e, std::uint32_t i, std::uint32_t count, bool strong) {
    if (pair(e, i)) {
      counts_[e * config_.ports + i] = count;
      strong_[e] = strong ? strong_[e] | bit(i) : strong_[e] & ~bit(i);
    }
  };
  if (in.departs) {
    write(in.departs_egress, in.departs_ingress, counts.departed, counts.departed_strong);
  }
  if (in.enqueues) {
    write(in.enqueues_egress, in.enqueues_ingress, counts.enqueued, counts.enqueued_strong);
  }
  held_ = now.held;
  pausing_ = now.pausing;
}

// Updates which checks are taken, dropped, marked as seen and passed on. The registers still hold the values from the
// beginning of the cycle.
void ItsyCausalityCycle::send(const ItsyCausalityInputs& in, const Now& now, const Arrival& arrival,
                              const Summing& summing) {
  const Ports taken = in.take ? bit(in.take_port) : 0;
  const Ports takes_own = taken & own_;
  own_ &= ~(now.pauses | taken);
  for (std::size_t n = 0; n < config_.ports; ++n) {
    Port& port = ports_[n];
    const bool goes = has(now.pauses | (taken & ~takes_own), n);
    if (arrival.on.valid && has(arrival.over, n)) {
      port.forwarded = arrival.on;
    } else if (!summing.home && has(summing.over, n)) {
      port.forwarded = scan_.check;
    } else if (goes) {
      port.forwarded = {};
    }
    if (!has(now.held, n)) {
      port.seen = {};
    }
  }
  if (arrival.on.valid) {
    ports_[in.check_port].seen = arrival.on;
  }
}

void ItsyCausalityCycle::initiate(const ItsyCausalityInputs& in, const Now& now, Ports requests) {
  const std::uint32_t most = most_of(config_.seq_bits);
  wants_ &= ~now.pauses;
  for (std::size_t n = 0; n < config_.ports; ++n) {
    Port& port = ports_[n];
    port.given = has(now.pauses, n) ? 0 : port.given;
    port.taken = in.life_over ? 0 : port.taken;
    if (!has(requests, n)) {
      continue;
    }
    const Ports bit = Ports{1} << n;
    if (port.taken == most / 2) {
      wants_ |= bit;
      continue;
    }
    wants_ &= ~bit;
    own_ |= bit;
    ++port.taken;
    port.seq = (port.seq + 1) & most;
    port.given = std::min(port.given + 1, most);
  }
}

bool ItsyCausalityCycle::operator==(const ItsyCausalityCycle& other) const {
  return counts_ == other.counts_ && strong_ == other.strong_ && ports_ == other.ports_ && stuck_ == other.stuck_ &&
         scan_ == other.scan_ && held_ == other.held_ && pausing_ == other.pausing_ && wants_ == other.wants_ &&
         own_ == other.own_;
}

}  // namespace weir::reference
