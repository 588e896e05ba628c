// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The log of one device for the oracle of knots, in its local time. It receives the calls that a deadlock unit gets,
// does nothing else, and writes down pauses, and the bytes that stand at egresses while flow control holds them; of
// packets that pass freely only sums are kept. A device runs ahead of others by up to a quantum, so entries are read
// when all devices have come as far (KnotOracle).

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/mechanisms/deadlock/deadlock.h"
#include "tb/network/network.h"
#include "tb/oracle/knot_fifos.h"
#include "tb/oracle/knot_judge.h"

namespace weir::oracle {

class KnotLog final : public deadlock::DeadlockUnit {
 public:
  using Told = std::function<void()>;

  // For device `device` (index in network.devices), whose places begin with `first`: one for each class of each port.
  // `fifo_room`: set if packets wait in one FIFO per input and class; room of each VEQ (knot_fifos.h). `told` is called
  // after each entry.
  KnotLog(const network::Network& network, std::size_t device, std::size_t first, std::optional<Bytes> fifo_room,
          Told told);

  void declared(PortId ingress, ClassId c, Time now);
  void resolves(PortId ingress, ClassId c, Time now);  // the unit is about to resolve
  void resolved(PortId ingress, ClassId c, Time now);  // the unit makes the peer resume

  // Appends the entries before `until` to `into` and removes them here.
  void take_until(Time until, std::vector<KnotEntry>& into);

 private:
  struct Egress {
    bool gated = false;
    std::int64_t times = 0;  // how many times it was gated
    Time sends_until{0};     // end of the packet on the wire, or of the latest one
    std::vector<Bytes> of;   // waiting bytes by ingress; empty: no packet has ever waited
  };

  struct Ingress {
    bool pauses = false;
    Bytes xon;
  };

  void decided(const frame::Packet& packet, bool taken, bool pauses, Time now) override;
  void queued(const frame::Packet& packet, std::size_t waiting, Time now) override;
  void left(const frame::Packet& packet, std::size_t waiting, Time now, Time end) override;
  void held(PortId egress, ClassId c, bool on, std::size_t waiting, Time now) override;
  void pausing(PortId ingress, ClassId c, bool on, Time now) override;
  void reset(Time now) override;

  std::size_t place(PortId p, ClassId c) const { return first_ + p.index() * kClasses + c.index(); }
  bool watches(const frame::Packet& packet) const;
  Bytes counted(const frame::Packet& packet) const;
  void changes(PortId egress, PortId ingress, ClassId c, Bytes more, Time now);
  KnotFifos* fifos(const frame::Packet& packet);
  KnotFifos::Packet waiting(const frame::Packet& packet) const;
  void follow_fifos(ClassId c, Time now);
  Bytes xon_of(PortId ingress, ClassId c) const;
  void follow_xon(ClassId c, Time now);
  Time acts_at(PortId ingress, Time now) const;
  void write(const KnotEntry& entry);

  const network::Network& network_;
  std::size_t device_;
  std::size_t first_;
  Told told_;
  bool xon_moves_ = false;
  PerPortClass<Egress> egresses_;
  PerPortClass<Ingress> ingresses_;
  std::vector<KnotFifos> fifos_;  // by class; empty: packets wait for their own egress alone
  std::vector<KnotEntry> entries_;
};

}  // namespace weir::oracle
