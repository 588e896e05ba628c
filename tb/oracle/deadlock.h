// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Finds true deadlocks of a running network. Sees all, and is never seen by the chip.
//
// Devices run ahead of one another by up to a quantum, so the oracle never looks at one from outside: each device calls
// snapshot() from its own sampler (TimedDevice::sample_every), and an instant is judged as soon as all have delivered
// it. So what is found does not depend on the quantum, nor on how a run is cut into pieces.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tb/network/network.h"
#include "tb/oracle/wait_for_graph.h"

namespace weir::oracle {

struct DeadlockFound {
  Time formed_at;                             // exact, whatever the sampling interval
  Time found_at;                              // the sampled instant at which it was proved
  std::vector<std::string> cycle;             // egress queues in waiting order, "s1.p2.c0"
  std::vector<std::string> waiting_on_cycle;  // other queues that can never be released because of it
  std::vector<std::string> behind;            // hosts that have stopped, "h3.c0", without which it would not stand
  std::optional<Time> dissolved_at;           // the first sampled instant at which a queue of the cycle was free again
};

// A deadlock never dissolves by itself. Where something in the run may break one (a deadlock unit, an event of the
// scenario, software), it is over when the first queue of its cycle is free, and there may be another.
enum class Dissolving { kIsAFault, kMayHappen };

class DeadlockOracle {
 public:
  // Looks at multiples of `interval` only; 0: at every instant for which snapshot() is called. `network` outlives it.
  explicit DeadlockOracle(const network::Network& network, Time interval = Time(0),
                          Dissolving dissolving = Dissolving::kIsAFault);

  // Of device `device` (index in network.devices), called by it at time t, after all other work of that instant; for
  // every device at the same times, ascending.
  void snapshot(std::size_t device, Time t);

  // Between stretches of the run. Throws InvariantBroken if a deadlock that was found has dissolved by itself: then the
  // oracle or the model is wrong. What is found does not depend on when this is called.
  void evaluate() const;

  // The first deadlock found; null: none. And all of them, one after the other.
  const DeadlockFound* found() const { return all_.empty() ? nullptr : &all_.front(); }
  const std::vector<DeadlockFound>& all() const { return all_; }

  // Queues that nothing will ever release though they wait for no cycle (a peer that never takes a packet), as of the
  // latest judged instant.
  const std::vector<std::string>& stuck_without_cycle() const { return stuck_without_cycle_; }

  // "s1.p2.c0"
  std::string name(QueueId queue) const;

 private:
  struct Held {
    QueueId queue;
    Time since;
    Bytes head;  // length of its first packet
  };
  // How a VIQ holds the sender at the other end of its cable, as of an instant: its device may have gone on when that
  // instant is judged.
  struct Grip {
    ClassMask held = 0;  // the sender's classes
    flow_control::HoldsAt holds;
  };
  struct Viq {
    QueueId viq;
    Grip grip;
    std::vector<WaitingBytes> waiting;
  };
  // A class of which a host takes nothing any more, ever. It stands in the graph as a queue at a port that no host has.
  struct Stopped {
    QueueId viq;
    Grip grip;
    Time since;
    Bytes depth;  // as flow control reckons
    QueueId sink() const { return {viq.device, kSink, viq.traffic_class}; }
  };
  static constexpr PortId kSink{1};
  struct Instant {
    std::size_t arrived = 0;
    std::vector<Held> held;
    std::vector<Viq> viqs;
    std::vector<Stopped> stopped;
  };

  void record_stopped(std::size_t device, Instant& instant) const;
  void record_held(std::size_t device, Time t, Instant& instant) const;
  void record_asking(std::size_t device, std::size_t first_held, Instant& instant) const;
  void record_viqs(std::size_t device, std::size_t first_held, Instant& instant) const;
  static Grip grip_of(const flow_control::FlowControl& engine, ClassId viq);
  std::vector<HeldQueue> picture_of(const Instant& instant) const;
  std::vector<std::string> behind(const Instant& instant) const;
  void judge(const Instant& instant, Time t);
  void confirm(const Instant& instant, Time t);
  std::vector<std::string> names(const std::vector<QueueId>& queues) const;

  const network::Network& network_;
  Time interval_;
  Dissolving dissolving_;
  std::vector<std::vector<Time>> settling_;  // [device][port]: how long what a peer has said may be under way
  std::map<Time, Instant> pending_;
  std::vector<Held> members_;  // of the cycle of the deadlock that stands
  std::vector<DeadlockFound> all_;
  std::vector<std::string> stuck_without_cycle_;
  std::string fault_;
};

}  // namespace weir::oracle
