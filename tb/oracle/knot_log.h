// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What one device tells the oracle of knots, in its own time: it is told what a deadlock unit is told, does nothing,
// and writes down what bears on a deadlock. That is pauses, and what stands at egresses while flow control holds them;
// of packets that pass freely only sums are kept. A device runs ahead of others by up to a quantum, so what it has
// written is read when all have come as far (KnotOracle).

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

  // Of device `device` (index in network.devices) whose places begin with `first`: one for each class of each port.
  // `fifo_room`: packets wait in one FIFO an input and class, and this is the room of each VEQ (knot_fifos.h). `told`
  // is called after each entry.
  KnotLog(const network::Network& network, std::size_t device, std::size_t first, std::optional<Bytes> fifo_room,
          Told told);

  void declared(PortId ingress, ClassId c, Time now);
  void resolves(PortId ingress, ClassId c, Time now);  // it is about to
  void resolved(PortId ingress, ClassId c, Time now);  // the unit has the peer resume

  // Appends what has been written of the time before `until`, and forgets it.
  void take_until(Time until, std::vector<KnotEntry>& into);

 private:
  struct Egress {
    bool gated = false;
    std::int64_t times = 0;  // that it was
    Time sends_until{0};     // its packet on the wire, or the last one
    std::vector<Bytes> of;   // what waits, by ingress; empty: nothing ever has
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
  std::vector<KnotFifos> fifos_;  // by class; none: packets wait for their own egress alone
  std::vector<KnotEntry> entries_;
};

}  // namespace weir::oracle
