// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring a causality unit into a given state and query it. Follows the registers, so that a check
// can carry its initiator's present number.

#pragma once

#include <algorithm>

#include "hw_model/cycle_models/itsy_causality_cycle.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

using ItsyPort = std::uint32_t;

class ItsyWriter : public ScriptWriter<ItsyWriter, reference::ItsyCausalityInputs> {
 public:
  static constexpr std::uint32_t kSelf = 5;
  static constexpr std::uint32_t kOther = 9;
  static constexpr std::uint32_t kXon = 3;

  explicit ItsyWriter(const reference::ItsyCausalityConfig& config) : config_(config), unit_(config) {}

  const reference::ItsyCausalityConfig& config() const { return config_; }
  const reference::ItsyCausalityCycle& unit() const { return unit_; }
  ItsyPort ports() const { return config_.ports; }
  ItsyPort next(ItsyPort port) const { return (port + 1) % config_.ports; }
  std::uint32_t most_seq() const { return most(config_.seq_bits); }
  std::uint32_t most_ttl() const { return most(config_.ttl_bits); }
  std::uint32_t most_count() const { return most(config_.count_bits); }
  static std::uint32_t most(unsigned bits) { return (std::uint32_t{1} << bits) - 1; }

  // Settings of the following cycles.
  void set(std::uint32_t switch_id, std::uint32_t xon, std::uint32_t ttl) {
    switch_id_ = switch_id;
    xon_ = xon;
    ttl_ = ttl;
  }
  void set_default() { set(kSelf, kXon, most_ttl()); }

  void add(In in) {
    in.switch_id = switch_id_;
    in.xon = xon_;
    in.ttl = ttl_;
    unit_.clock(in);
    cycles_.push_back(in);
  }
  void idle() { add({}); }
  // Reads all state, a port and a pair per cycle.
  void look() {
    for (ItsyPort e = 0; e < ports(); ++e) {
      for (ItsyPort i = 0; i < ports(); ++i) {
        add({.read_egress = e, .read_ingress = i});
      }
    }
  }
  void look(ItsyPort e, ItsyPort i) { add({.read_egress = e, .read_ingress = i}); }

  static In pause(ItsyPort i, In in = {}) { return pauses(i, true, in); }
  static In resume(ItsyPort i, In in = {}) { return pauses(i, false, in); }
  static In hold(ItsyPort e, In in = {}) { return holds(e, true, in); }
  static In release(ItsyPort e, In in = {}) { return holds(e, false, in); }
  static In take(ItsyPort i, In in = {}) {
    in.take = true;
    in.take_port = i;
    in.read_ingress = i;
    return in;
  }
  static In again(ItsyPort i, In in = {}) {
    in.again = true;
    in.again_port = i;
    in.read_ingress = i;
    return in;
  }
  static In life_over(In in = {}) {
    in.life_over = true;
    return in;
  }
  static In clear(In in = {}) {
    in.clear = true;
    return in;
  }
  static In enqueue(ItsyPort e, ItsyPort i, std::uint32_t amount, In in = {}) {
    in.enqueues = true;
    in.enqueues_egress = in.read_egress = e;
    in.enqueues_ingress = in.read_ingress = i;
    in.enqueues_amount = amount;
    return in;
  }
  static In depart(ItsyPort e, ItsyPort i, std::uint32_t amount, In in = {}) {
    in.departs = true;
    in.departs_egress = in.read_egress = e;
    in.departs_ingress = in.read_ingress = i;
    in.departs_amount = amount;
    return in;
  }
  static In check(ItsyPort p, std::uint32_t of_switch, ItsyPort initiator, std::uint32_t seq, std::uint32_t ttl,
                  In in = {}) {
    in.check = true;
    in.check_port = in.read_egress = p;
    in.check_switch = of_switch;
    in.check_initiator = initiator;
    in.check_seq = seq;
    in.check_ttl = ttl;
    return in;
  }
  // The latest check of i, at p.
  In home(ItsyPort p, ItsyPort i, In in = {}) const { return check(p, switch_id_, i, unit_.seq(i), most_ttl(), in); }
  // A check of another switch.
  In passing(ItsyPort p, In in = {}) const {
    return check(p, kOther, 3, std::min(most_seq(), 77U), std::max(1U, most_ttl() - 1), in);
  }

  // An edge from e to i, completed by its last packet.
  void knot(ItsyPort e, ItsyPort i) {
    add(pause(i));
    add(hold(e));
    add(enqueue(e, i, xon_ + 1));
  }
  // Uses up this many numbers of i, which pauses.
  void advance(ItsyPort i, std::uint32_t numbers) {
    for (std::uint32_t n = 0; n < numbers; ++n) {
      if (unit_.taken(i) == most_seq() / 2) {
        add(life_over());
      }
      add(again(i));
    }
  }
  void take_all() {
    for (int twice = 0; twice < 2; ++twice) {
      for (ItsyPort i = 0; i < ports(); ++i) {
        add(take(i));
      }
    }
  }

 private:
  static In pauses(ItsyPort i, bool on, In in) {
    in.pause = true;
    in.pause_on = on;
    in.pause_port = in.read_ingress = i;
    return in;
  }
  static In holds(ItsyPort e, bool on, In in) {
    in.hold = true;
    in.hold_on = on;
    in.hold_port = in.read_egress = e;
    return in;
  }

  reference::ItsyCausalityConfig config_;
  reference::ItsyCausalityCycle unit_;
  std::uint32_t switch_id_ = kSelf;
  std::uint32_t xon_ = kXon;
  std::uint32_t ttl_ = most(config_.ttl_bits);
};

// Whether numbers can run out or wrap within a script: this takes one cycle per number, too many for wide numbers.
inline bool comes_round(const reference::ItsyCausalityConfig& config) { return config.seq_bits <= 10; }

// A walk of directed.cpp, in a file of its own.
void itsy_coincidences(ItsyWriter& write);
void itsy_numbers(ItsyWriter& write);
void itsy_sums(ItsyWriter& write);
void itsy_beside(ItsyWriter& write);

}  // namespace weir::cosim
