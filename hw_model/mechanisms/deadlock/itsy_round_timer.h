// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rounds of one lossless class in a switch (reference/itsy_rounds.h), by the switch's clock: a round begins at each
// multiple of its period; the clock is late by the skew in some switches. A class without held egresses and pauses
// takes no part; one that took no part joins the round under way with all its ports alive, as they were. Latency: none
// of its own.

#pragma once

#include <cstdint>
#include <functional>

#include "hw_model/mechanisms/deadlock/deadlock.h"
#include "hw_model/reference/itsy_rounds.h"

namespace weir::deadlock {

class ItsyRoundTimer {
 public:
  // `causality`: of the class, under the same owner.
  ItsyRoundTimer(const SwitchContext& context, ClassId c, const reference::ItsyCausality& causality,
                 SwitchActions& actions);

  // An event of the class is about to change its state: the class takes part from now on.
  void follow(Time now);

  // The event has changed the state.
  void held(PortId e) { rounds_.held(causality_, e); }
  void departed(PortId i) { rounds_.departed(causality_, i); }
  void pausing(PortId i) { rounds_.pausing(causality_, i); }
  void arrived(PortId p, std::uint8_t number) { rounds_.arrived(causality_, p, number); }
  void reset(Time now);

  // ALIVE has been sent out of i.
  void said(PortId i) { rounds_.taken(i); }

  // A timer of port 0: begins a round, repeats its messages or ends it; returns whether the round has ended. After what
  // follows from that, go_on() asks for the next timer.
  bool is_due(PortId p, Time now) const { return p == PortId(0) && now == next_at_; }
  bool timer(Time now);
  void go_on(Time now);

  const reference::ItsyRounds& rounds() const { return rounds_; }

  static void declare(ledger::Block& block, const SwitchContext& context);
  // `of_class`: of the class with this number.
  static void bind_registers(const ledger::Binder& binder,
                             const std::function<const reference::ItsyRounds&(std::uint64_t)>& of_class);

 private:
  void expect(Time now);

  ClassId c_;
  const reference::ItsyCausality& causality_;
  SwitchActions& actions_;
  Time hop_;
  Time length_;         // of one round
  Time period_;         // from the start of one round to that of the next
  Time late_{0};        // by so much is this switch's clock late
  Time longest_pause_;  // of a peer, after a reset
  reference::ItsyRounds rounds_;
  Time began_{0};          // start of the round under way, or of the last one
  Time next_at_ = kNever;  // next timer; kNever: the class takes no part
  Time silent_until_{0};   // after a reset
};

}  // namespace weir::deadlock
