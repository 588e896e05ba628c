// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Nothing appears, nothing vanishes, nothing arrives twice, out of order or at the wrong host.
//
// snapshot() closes the books of one device at one instant of its own time, and those of the network once every device
// has done so. audit() counts every packet that exists, flow by flow: a frame always lies in a queue of exactly one
// device (sending hands it to the receiver's port), so this holds whenever no device is at work, however far each of
// them has run.

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

  // Software gives packets other classes or ways in the middle of the run: from then on one may overtake another of its
  // flow.
  void packets_may_overtake() { may_overtake_ = true; }

  // Of device `device`, called by it at time t, after all other work of that instant; for every device at the same
  // times, ascending. Keeps the first fault for evaluate().
  void snapshot(std::size_t device, Time t);

  // Between stretches of the run (calls of sc_start), at time `now`. Throws InvariantBroken, with flow or packet,
  // device and time, if the books have not balanced. Counts every packet in builds that check invariants.
  void evaluate(Time now);

  // Counts every packet, in every build; for the end of a run. Throws as evaluate() does.
  void audit(Time now);

 private:
  struct Instant {
    std::size_t arrived = 0;
    std::vector<DeviceBooks> devices;
  };
  // What had been sent into a link some time ago; refreshed when it has had time to arrive.
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
  void audit_packets(Time now);
  std::vector<FlowBooks> flow_books(const NetworkBooks& network) const;
  std::string port_name(std::size_t device, std::size_t port) const;
  void note(const std::optional<Imbalance>& imbalance, Time t);
  void note_link(std::size_t device, PortId port, std::optional<Imbalance> imbalance, Time t);

  const network::Network& network_;
  const Drops& drops_;
  bool may_overtake_ = false;
  std::vector<std::vector<std::uint32_t>> sent_by_;      // flows, by source device
  std::vector<std::vector<std::uint32_t>> received_by_;  // flows, by destination device
  std::vector<std::vector<Mark>> marks_;                 // [device][port]
  std::map<Time, Instant> pending_;
  std::string fault_;
};

}  // namespace weir::oracle
