// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Lets the events of a scenario take place in its network.
//
// An event at a time is set before the run, to the picosecond. A condition is looked at by the destination of its flow
// at the end of each interval, in that device's own time and before all other work of the instant; where it has come
// true, the event takes place at Timing::boundary_after() that instant, which no device has passed yet and which does
// not depend on how devices are scheduled. Either is before all other work of its instant; a register write is behind
// it, as one that came over the bus.

#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tb/network/network.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

class RunEvents {
 public:
  // Who is told of each event and of the time at which it takes place, before any device has passed that time.
  using Told = std::function<void(const ScenarioEvent& event, Time at)>;

  // Before the run; both outlive it.
  RunEvents(const Scenario& scenario, network::Network& network, Told told = nullptr);
  RunEvents(const RunEvents&) = delete;
  RunEvents& operator=(const RunEvents&) = delete;

  // The first register write that a switch has refused; nothing: none has. The kernel has been told to pause then.
  struct Refusal {
    Time at;
    const WriteRegister* write = nullptr;
    Time end;  // when no device has passed it, however devices are scheduled: there the run ends
    std::string why;
  };
  const std::optional<Refusal>& refusal() const { return refusal_; }

  // When each event took place in a run that has reached `end`; nothing: it has not.
  std::vector<std::optional<Time>> times(Time end) const;

 private:
  // A condition, and what has been seen of it.
  struct Watch {
    std::size_t event = 0;
    std::size_t destination = 0;
    std::uint64_t bytes_before = 0;
    bool was_above = false;
  };

  void watch(std::size_t event);
  void look(Watch& watch, Time now);
  void take_place(std::size_t event, Time at);
  void act(const SetLinkRate& set, Time at);
  void act(const StopHost& stop, Time at);
  void act(const StartFlow& start, Time at);
  void act(const WriteRegister& write, Time at);
  void act(const ResetSwitch& reset, Time at);

  const Scenario& scenario_;
  network::Network& network_;
  Told told_;
  std::deque<Watch> watches_;
  std::optional<Refusal> refusal_;
  std::vector<Time> times_;  // by event; kNever: not yet
};

// Whether something that takes place may end a deadlock, or a message that was late or lost and comes again.
bool may_end_deadlocks(const Scenario& scenario);

}  // namespace weir::scenario
