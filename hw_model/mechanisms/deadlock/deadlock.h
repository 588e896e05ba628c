// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The deadlock unit of a switch: the one interface behind which the watchdog and ITSY stand. It is told which queues
// hold which packets, which of them flow control holds, and which ingresses this switch pauses; it may do to the switch
// what SwitchActions has. Latency: none of its own.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/five_tuple.h"
#include "hw_model/frame/itsy_groups.h"
#include "hw_model/frame/itsy_message.h"
#include "hw_model/frame/packet.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/mechanisms/control/control.h"
#include "hw_model/mechanisms/deadlock/deadlock_config.h"

namespace weir::deadlock {

// Whether a packet that waits may be dropped.
using MayDrop = std::function<bool(const frame::Packet&)>;

// A deadlock that a unit has found: VIQ (ingress, class) of its switch can never go on by itself.
struct Declaration {
  PortId ingress;
  ClassId traffic_class;
  std::optional<frame::ItsyTrigger> trigger = {};  // who paused first, where that is known
  bool again = false;                              // the same pause of the same VIQ has been declared before
};

// A flow whose packets come in at `ingress` from a host is limited from now on, or no longer.
struct FlowLimit {
  PortId ingress;
  ClassId traffic_class;
  frame::FiveTuple flow;
  bool on = true;
};

// Messages of a port: what rode on frames that left anyhow, and frames of their own, in each of which may be several.
struct MessageCounters {
  std::uint64_t rode = 0;
  std::uint64_t alone = 0;
  std::uint64_t frames = 0;
  std::uint64_t taken = 0;  // of such frames: those that have come in
};

// What a unit may do to its switch, and ask of it.
class SwitchActions {
 public:
  // Asks for timer(p, c, at). Several may be pending of a queue; none is taken back.
  virtual void schedule(PortId p, ClassId c, Time at) = 0;

  // Drops the packet at the head of a VEQ, with the unit's reason: it leaves VEQ, VIQ and buffer at once, as if it had
  // been sent. The unit is told by left().
  virtual void drop_head(PortId egress, ClassId c, Time now) = 0;

  // Lends VIQ (ingress, class) free shared buffer, so that it may grow by `room` from where it stands, with all of its
  // headroom behind that. It gives it back by itself, when it has fallen to XON. False, and nothing is lent, where so
  // much is not free beside what others have been promised, and where headroom is a pool, or flow control does not
  // pause by the depth of a VIQ.
  virtual bool lend(PortId ingress, ClassId c, Bytes room, Time now) = 0;

  // Tells the peer at `ingress` to go on though the VIQ stands above XON; it is told to pause again where the VIQ
  // reaches XOFF and what it has been lent. False, and nothing happens, where it is there already, and under flow
  // control that does not pause by the depth of a VIQ.
  virtual bool resume(PortId ingress, ClassId c, Time now) = 0;

  // Drops the first packet of that ingress in a VEQ which `may` says may be dropped, wherever it stands: it leaves VEQ,
  // VIQ and buffer at once. Of a held queue: hardware walks its links, one a cycle, and takes it out of them. The unit
  // is told by left(). False: there is none.
  virtual bool drop_waiting(PortId /*egress*/, ClassId, PortId /*ingress*/, const MayDrop&, Time) { return false; }

  // From now on the peer at `ingress` stands told to pause however little the VIQ holds, or no longer: as often as it
  // is kept it has to be let go. False, and nothing happens, under flow control that does not pause a class.
  virtual bool keep_paused(PortId /*ingress*/, ClassId, bool /*on*/, Time) { return false; }

  // Whoever looks on is told of it; and that something is about to be done about it, for the first time or again.
  virtual void declare(const Declaration&, Time) {}
  virtual void resolves(PortId /*ingress*/, ClassId, Time) {}
  virtual void limits(const FlowLimit&, Time) {}

  // Depth of VIQ (ingress, class), as the MMU counts, at or below which its peer is told to go on; of schemes that
  // pause by the depth of a VIQ.
  virtual Bytes xon(PortId /*ingress*/, ClassId) const { return Bytes(0); }

  // What the VIQ has been lent and not yet given back; XON is so much higher.
  virtual Bytes lent(PortId /*ingress*/, ClassId) const { return Bytes(0); }

  // Groups of destinations of which some packet may leave by that port, as routes are.
  virtual frame::DestinationGroups groups_to(PortId /*egress*/) const { return {}; }

  // From now on packets of these destinations do not leave that VEQ, and those behind them go ahead; none: all may.
  virtual void block_groups(PortId /*egress*/, ClassId, const frame::DestinationGroups&, Time) {}

  // Calls with each packet that waits in the VEQ, in their order.
  virtual void visit_waiting(PortId /*egress*/, ClassId, const std::function<void(const frame::Packet&)>&) const {}

  // Source of the frames of that port.
  virtual frame::MacAddress address(PortId) const { return {}; }

 protected:
  ~SwitchActions() = default;
};

class DeadlockUnit {
 public:
  DeadlockUnit() = default;
  virtual ~DeadlockUnit() = default;
  DeadlockUnit(const DeadlockUnit&) = delete;
  DeadlockUnit& operator=(const DeadlockUnit&) = delete;

  // The MMU is about to take or to drop this packet, whose ingress, egress and class are known. A frame that pauses the
  // peer because of it may leave before decided().
  virtual void offered(const frame::Packet&, Time) {}

  // It has taken it, or not. `pauses`: its VIQ asks for a pause, or goes on asking; of schemes with PAUSE frames.
  virtual void decided(const frame::Packet&, bool /*taken*/, bool /*pauses*/, Time) {}

  // A packet is in its VEQ, and `waiting` packets with it that have not begun to leave.
  virtual void queued(const frame::Packet&, std::size_t /*waiting*/, Time) {}

  // It begins to leave, and its last bit leaves at `end`, or was dropped at the head, `end` being now; `waiting` are
  // left.
  virtual void left(const frame::Packet&, std::size_t /*waiting*/, Time /*now*/, Time /*end*/) {}

  // Flow control holds the VEQ, or no longer: edges only. A packet on the wire ends all the same.
  virtual void held(PortId /*egress*/, ClassId, bool /*on*/, std::size_t /*waiting*/, Time) {}

  // This switch tells the peer at `ingress` to pause what fills VIQ (ingress, class), or to go on: edges only.
  virtual void pausing(PortId /*ingress*/, ClassId, bool /*on*/, Time) {}

  virtual void timer(PortId, ClassId, Time) {}

  // The switch is reset: back to the reset values, settings and counters apart. Queues are empty and nothing is held,
  // which it is not told beside; timers that it had asked for still come.
  virtual void reset(Time) {}

  // What it sends and takes as control frames, at all ports.
  virtual control::Roles roles() { return {}; }

  // Binds the registers of declare_deadlock to this unit.
  virtual void bind_registers(const ledger::Binder&) {}

  // Messages that it has sent at that port so far; none where it never sends any.
  virtual std::optional<MessageCounters> messages(PortId) const { return std::nullopt; }

  // Whether it declares deadlocks, and the pause of VIQ (ingress, class) has been declared one.
  virtual std::optional<bool> declared(PortId, ClassId) const { return std::nullopt; }

  // Packets that it has dropped at that egress queue.
  virtual std::uint64_t dropped(PortId, ClassId) const { return 0; }
};

// Everything that the unit of one switch is built from.
struct SwitchContext {
  DeadlockConfig config;
  std::size_t ports = 1;
  ClassMask lossless = 0x01;  // a deadlock is one of lossless classes
  Bytes buffer;               // of the whole switch: what may have to move to a queue of the loop
  std::uint64_t cells = 1;    // of the buffer: packets that one queue may hold
  Bytes counted{1};           // VIQs count multiples of it: a byte, or a cell
  bool one_fifo = false;      // an input: packets wait behind a head whose output has no room
  Bytes output_room;          // then, of each output and class; 0: for one packet, where there is none
  Time t_re;                  // of ITSY, resolved
  std::string name;           // of the switch, and
  std::uint64_t seed = 0;     // of its random numbers
};

// The unit that `context.config.unit` names; null for none, and for one that is only declared. Throws
// std::invalid_argument as declare_deadlock.
std::unique_ptr<DeadlockUnit> make_deadlock_unit(const SwitchContext& context, SwitchActions& actions);

// The registers of the unit, of the whole switch: the dimension "port" is outermost where there is one. "class" is the
// lossless classes in ascending order, "ingress" the ports as senders into an egress port. Throws
// std::invalid_argument, one line that names the setting, when no hardware could have it.
ledger::Block declare_deadlock(const SwitchContext& context);

}  // namespace weir::deadlock
