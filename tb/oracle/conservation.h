// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Conservation of packets: none appears, vanishes, or arrives twice, out of order or at the wrong host.
//
// snapshot() closes the books of one device at one instant of its local time, and the books of the network when every
// device has done so for that instant. audit() counts every existing packet, flow by flow: a frame always lies in a
// queue of exactly one device (sending passes it to the receiver's port), so audit() holds whenever no device is at
// work, however far each has run.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tb/network/network.h"
#include "tb/oracle/books.h"
#include "tb/oracle/drops.h"
#include "tb/oracle/packet_books.h"

namespace weir::oracle {

class ConservationChecker {
 public:
  // Both outlive the checker.
  ConservationChecker(const network::Network& network, const Drops& drops);

  // Software changes classes or routes during the run: from then on packets of a flow may overtake each other.
  void packets_may_overtake() { may_overtake_ = true; }

  // Called by device `device` at its time t, after all other work of that instant; every device calls at the same
  // times, ascending. The first fault is kept for evaluate().
  void snapshot(std::size_t device, Time t);

  // Call between stretches of the run (calls of sc_start), at time `now`. Throws InvariantBroken, with flow or packet,
  // device and time, if the books did not balance. Builds that check invariants also count every packet.
  void evaluate(Time now);

  // Counts every packet, in every build; call at the end of a run. Throws as evaluate() does. In a divided network it
  // counts what is here, without the flows.
  void audit(Time now);

  // The two parts of audit(). Of a divided network the books are those of all ranks; `network` has all measurements by
  // then.
  void audit_books(const NetworkBooks& books, Time now);
  void audit_queues(Time now);

 private:
  struct Instant {
    std::size_t arrived = 0;
    std::vector<DeviceBooks> devices;
  };
  // Frames sent into a link up to a time; refreshed when they have had time to arrive.
  struct Mark {
    Time at;
    std::uint64_t sent = 0;
  };

  DeviceBooks books_of(std::size_t device) const;
  PortBooks port_books(std::size_t device, PortId port) const;
  LinkBooks link_books(std::size_t device, PortId port) const;  // of the link from this port
  void count_host(std::size_t device, DeviceBooks& books) const;
  void count_flows(std::size_t device, DeviceBooks& books) const;
  void count_switch(std::size_t device, DeviceBooks& books) const;
  void close(const Instant& instant, Time t);
  void audit_links(Time now);
  void audit_repaired_links(Time now);
  void audit_packets(const NetworkBooks& books, Time now);
  std::vector<FlowBooks> flow_books(const NetworkBooks& network) const;
  std::string port_name(std::size_t device, std::size_t port) const;
  void note(const std::optional<Imbalance>& imbalance, Time t);
  void note_link(std::size_t device, PortId port, std::optional<Imbalance> imbalance, Time t);

  const network::Network& network_;
  const Drops& drops_;
  std::size_t here_;  // the number of devices that call snapshot()
  bool may_overtake_ = false;
  std::vector<std::vector<std::uint32_t>> sent_by_;      // flows, by source device
  std::vector<std::vector<std::uint32_t>> received_by_;  // flows, by destination device
  std::vector<std::vector<Mark>> marks_;                 // [device][port]
  std::map<Time, Instant> pending_;
  std::string fault_;
};

}  // namespace weir::oracle
