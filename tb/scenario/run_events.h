// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Executes the events of a scenario in its network.
//
// An event with a time is scheduled before the run, exact to the picosecond. A condition is evaluated by the
// destination of its flow at the end of each interval, in that device's local time and before all other work of the
// instant. When it is true, the event takes place at Timing::boundary_after() that instant, which no device has passed
// and which does not depend on how devices are scheduled. Events precede all other work of their instant; only a
// register write comes after it, like a write over the bus.

#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tb/network/network.h"
#include "tb/scenario/channel_software.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

class RunEvents {
 public:
  // Called for each event with the time at which it takes place, before any device has passed that time.
  using Told = std::function<void(const ScenarioEvent& event, Time at)>;

  // Before the run; both references must outlive it.
  RunEvents(const Scenario& scenario, network::Network& network, Told told = nullptr);
  RunEvents(const RunEvents&) = delete;
  RunEvents& operator=(const RunEvents&) = delete;

  // The first register write refused by a switch, at which the kernel is told to pause; nullopt: none.
  struct Refusal {
    Time at;
    const WriteRegister* write = nullptr;
    Time end;  // the run ends here, at a time that no device has passed, however devices are scheduled
    std::string why;
  };
  const std::optional<Refusal>& refusal() const { return refusal_; }

  // In a network that is divided among ranks, conditions and refused writes are known on one rank at first. All ranks
  // have to stop at the next meeting, where each hears what all tell; kNever: there is none. No device has passed the
  // meeting. The same on all ranks.
  Time next_meeting(Time now) const;
  std::string tell();
  void hear(const std::vector<std::string>& told);

  // When each event took place in a run that has reached `end`; nullopt: it has not.
  std::vector<std::optional<Time>> times(Time end) const;
  // When what software does at an event was done: of set_up_channel and remove_channel; nullopt: not yet.
  std::optional<Time> done(std::size_t event, Time end) const;

 private:
  // The state of a condition.
  struct Watch {
    std::size_t event = 0;
    std::size_t destination = 0;
    std::uint64_t bytes_before = 0;
    bool was_above = false;
  };

  // A condition that was met on this rank, with the place of its destination among all.
  struct Met {
    Time at;
    std::size_t destination = 0;
    std::size_t event = 0;
    auto operator<=>(const Met&) const = default;
  };

  void refused(std::optional<Refusal>& first, Refusal refusal) const;
  void watch(std::size_t event);
  void look(Watch& watch, Time now);
  void take_place(std::size_t event, Time at);
  void act(const SetLinkRate& set, Time at);
  void act(const StopHost& stop, Time at);
  void act(const SetDrainRate& set, Time at);
  void act(const StartFlow& start, Time at);
  void act(const WriteRegister& write, Time at);
  void act(const ResetSwitch& reset, Time at);
  void act(const ActAtPorts& act, Time at);
  void act(const CutLink& cut, Time at);
  void act(const SetChannels& set, Time at);
  void clear_counters(const network::End& end, Time at);

  const Scenario& scenario_;
  network::Network& network_;
  Told told_;
  ChannelWork channels_;
  asic::Timing timing_;  // of all devices: the boundaries at which events act elsewhere
  std::deque<Watch> watches_;
  std::vector<Met> met_;                    // on ranks, since the last meeting
  std::optional<Refusal> refused_on_rank_;  // likewise
  std::optional<Refusal> refusal_;
  std::vector<Time> times_;  // by event; kNever: not yet
};

// Whether some event may end a deadlock, or cause a message to be late, lost or repeated.
bool may_end_deadlocks(const Scenario& scenario);

}  // namespace weir::scenario
