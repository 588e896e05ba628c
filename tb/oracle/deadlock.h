// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The deadlock oracle: finds true deadlocks of a running network. It sees everything and influences nothing.
//
// Devices run ahead of one another by up to a quantum, so the oracle never looks into a device from outside: each
// device calls snapshot() from its own sampler (TimedDevice::sample_every), and an instant is judged when all devices
// have called. So the findings depend neither on the quantum nor on how a run is cut into stretches.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tb/network/network.h"
#include "tb/oracle/cycle_link.h"
#include "tb/oracle/wait_for_graph.h"

namespace weir::oracle {

struct DeadlockFound {
  Time formed_at;                  // exact, whatever the sampling interval
  Time found_at;                   // the sampled instant at which the deadlock was proved
  std::vector<std::string> cycle;  // egress queues in waiting order, "s1.p2.c0"
  std::vector<CycleLink> links;    // the same queues in the same order
  // Stuck::closed_by; at port 1 of a host: the class that the host has stopped taking for ever.
  QueueId closed_by;
  std::vector<std::string> waiting_on_cycle;  // other queues that can never be released because of this cycle
  std::vector<std::string> behind;   // hosts that have stopped, "h3.c0", without which there would be no deadlock
  std::optional<Time> dissolved_at;  // the first sampled instant at which a queue of the cycle was free again
};

// A deadlock never dissolves by itself. If the run may break one (a deadlock unit, an event of the scenario, software),
// the deadlock is over when the first queue of its cycle is released, and others may follow.
enum class Dissolving { kIsAFault, kMayHappen };

class DeadlockOracle {
 public:
  // Judges multiples of `interval` only; 0: every instant with snapshot(). `network` must outlive the oracle.
  explicit DeadlockOracle(const network::Network& network, Time interval = Time(0),
                          Dissolving dissolving = Dissolving::kIsAFault);

  // Called by device `device` (index in network.devices) at its time t, after all other work of that instant; every
  // device calls at the same times, ascending.
  void snapshot(std::size_t device, Time t);

  // In a network divided among ranks, between stretches of the run, on every rank: the instants of which all devices
  // here have told since the last call, as a text for hear(). Such an oracle judges what it hears alone.
  std::string tell();
  // On the rank that judges: what each rank has told. Judges the instants of which all ranks have told.
  void hear(const std::vector<std::string>& told);

  // Call between stretches of the run. Throws InvariantBroken if a deadlock has dissolved by itself, which shows a
  // fault of oracle or model. The findings do not depend on when evaluate() is called.
  void evaluate() const;

  // found(): the first deadlock; null: none. all(): all deadlocks, in the order of finding.
  const DeadlockFound* found() const { return all_.empty() ? nullptr : &all_.front(); }
  const std::vector<DeadlockFound>& all() const { return all_; }

  // Queues that are never released although they wait for no cycle (the peer never takes a packet), as of the latest
  // judged instant.
  const std::vector<std::string>& stuck_without_cycle() const { return stuck_without_cycle_; }

  // "s1.p2.c0"
  std::string name(QueueId queue) const;

 private:
  struct Held {
    QueueId queue;
    Time since;
    Bytes head;  // length of its first packet
  };
  // How a VIQ holds the upstream device, as of one instant; recorded, because the VIQ's device may have gone on when
  // that instant is judged.
  struct Grip {
    ClassMask held = 0;  // the upstream device's held classes
    flow_control::HoldsAt holds;
    // Whether this is the grip of the VIQ that holds the queue, whose cable ends at `peer`.
    bool holds_queue(QueueId queue, QueueId viq, const network::Peer& peer) const {
      return viq.device == peer.device && viq.port == peer.port && (held & mask_of(queue.traffic_class)) != 0;
    }
  };
  struct Viq {
    QueueId viq;
    Grip grip;
    Time paused_since;
    Bytes depth;
    std::vector<WaitingBytes> waiting;
  };
  // Packets of one flow in a VIQ that wait behind held queues.
  struct Part {
    QueueId viq;
    CycleLink::Share share;
  };
  // A class that a host has stopped taking for ever; in the graph, a queue at a port that hosts do not have.
  struct Stopped {
    QueueId viq;
    Grip grip;
    Time since;
    Bytes depth;  // by flow control's count
    QueueId sink() const { return {viq.device, kSink, viq.traffic_class}; }
  };
  static constexpr PortId kSink{1};
  struct Instant {
    std::size_t arrived = 0;
    std::vector<Held> held;
    std::vector<Viq> viqs;
    std::vector<Part> parts;
    std::vector<Stopped> stopped;
  };

  // The instants as JSON (deadlock_told.cpp).
  struct Told;

  void record_stopped(std::size_t device, Instant& instant) const;
  void record_held(std::size_t device, Time t, Instant& instant) const;
  void record_asking(std::size_t device, std::size_t first_held, Instant& instant) const;
  void record_viqs(std::size_t device, std::size_t first_held, Instant& instant) const;
  Viq viq_of(std::size_t device, PortId port, ClassId c, Grip grip, std::vector<WaitingBytes> waiting) const;
  static Grip grip_of(const flow_control::BenchView& engine, ClassId viq);
  std::vector<HeldQueue> picture_of(const Instant& instant) const;
  std::vector<std::string> behind(const Instant& instant) const;
  CycleLink link_of(const Instant& instant, const Held& held) const;
  void judge(const Instant& instant, Time t);
  void confirm(const Instant& instant, Time t);
  std::vector<std::string> names(const std::vector<QueueId>& queues) const;

  const network::Network& network_;
  Time interval_;
  Dissolving dissolving_;
  std::size_t here_;                         // the number of devices that call snapshot()
  std::size_t tellers_;                      // the number of ranks that have devices
  std::map<Time, Instant> heard_;            // of which not all ranks have told; `arrived` counts ranks
  std::vector<std::vector<Time>> settling_;  // [device][port]: longest time until frames under way have settled
  std::map<Time, Instant> pending_;
  std::vector<Held> members_;  // the cycle of the present deadlock
  std::vector<DeadlockFound> all_;
  std::vector<std::string> stuck_without_cycle_;
  std::string fault_;
};

}  // namespace weir::oracle
