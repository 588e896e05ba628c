// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The interface of a switch's deadlock unit, which the watchdogs and ITSY implement. The switch tells the unit which
// queues hold which packets, which queues flow control holds, and which ingresses the switch pauses; the unit acts on
// the switch through SwitchActions. Latency: none of its own.

#pragma once

#include <bit>
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
#include "hw_model/reference/factories.h"

namespace weir::deadlock {

// True if this waiting packet may be dropped.
using MayDrop = std::function<bool(const frame::Packet&)>;

// A deadlock that a unit has found: VIQ (ingress, class) of its switch can never drain by itself.
struct Declaration {
  PortId ingress;
  ClassId traffic_class;
  std::optional<frame::ItsyTrigger> trigger = {};  // the initial trigger, if known
  bool again = false;                              // the same pause of the same VIQ has been declared before
  std::optional<PortId> egress = {};               // over which the check came home; nothing: by no check
  unsigned hops = 0;                               // cables that the check passed; 0: not known
};

// The limit of a flow that a host sends into `ingress` begins (`on`) or ends.
struct FlowLimit {
  PortId ingress;
  ClassId traffic_class;
  frame::FiveTuple flow;
  bool on = true;
};

// Messages of a port. A message rides on another source's frame or leaves in a frame of the unit's own, which may hold
// several.
struct MessageCounters {
  std::uint64_t rode = 0;
  std::uint64_t alone = 0;
  std::uint64_t frames = 0;
  std::uint64_t taken = 0;  // frames of the peer unit's own that have arrived
};

// What a unit may do to its switch, and ask its switch.
class SwitchActions {
 public:
  // Asks the switch to call timer(p, c, at). A queue may have several timers pending; none can be cancelled.
  virtual void schedule(PortId p, ClassId c, Time at) = 0;

  // Drops the packet at the head of a VEQ (drop reason "watchdog"): the packet leaves VEQ, VIQ and buffer at once, as
  // if it had been sent. The switch then calls left().
  virtual void drop_head(PortId egress, ClassId c, Time now) = 0;

  // Lends free shared buffer to VIQ (ingress, class): the VIQ may grow by `room` from its present depth, with all of
  // its headroom above that. The loan ends by itself when the VIQ has fallen to the XON of the settings. Returns false
  // and lends nothing if too little of the buffer is free beside what other VIQs are promised, if headroom is a pool,
  // or if flow control does not pause by the depth of a VIQ.
  virtual bool lend(PortId ingress, ClassId c, Bytes room, Time now) = 0;

  // Sends RESUME to the peer at `ingress` although the VIQ is above XON; the peer is paused again when the VIQ reaches
  // XOFF plus its loan. Returns false and sends nothing if the VIQ is at that level already, or if flow control does
  // not pause by the depth of a VIQ.
  virtual bool resume(PortId ingress, ClassId c, Time now) = 0;

  // Drops the first packet from `ingress` for which `may` is true, wherever it stands in a held VEQ: the packet leaves
  // VEQ, VIQ and buffer at once. Hardware walks the queue's links, one a cycle, and unlinks the packet. The switch then
  // calls left(). Returns false if there is no such packet.
  virtual bool drop_waiting(PortId /*egress*/, ClassId, PortId /*ingress*/, const MayDrop&, Time) { return false; }

  // Keeps the peer at `ingress` paused however little the VIQ holds (`on`), or ends that: each call with `on` needs one
  // without. Returns false and does nothing if flow control does not pause classes.
  virtual bool keep_paused(PortId /*ingress*/, ClassId, bool /*on*/, Time) { return false; }

  // Drops all packets that wait in a VEQ (drop reason "pfcwd"): they leave VEQ, VIQ and buffer at once. The switch then
  // calls left() for each.
  virtual void drop_queue(PortId /*egress*/, ClassId, Time) {}

  // Takes the class out of the PFC mask of a port (not `on`): the queue sends whatever the peer has told and tells; or
  // puts it back: a pause that still stands holds the queue from now on.
  virtual void obey(PortId /*egress*/, ClassId, bool /*on*/, Time) {}

  // Reports to the switch's listeners that a storm of PFC frames at that queue has begun, or ended.
  virtual void storm(PortId /*egress*/, ClassId, bool /*on*/, Time) {}

  // Reports to the switch's listeners: a deadlock; that its pause has ended; a resolution that is about to act, newly
  // or again; a flow's limit.
  virtual void declare(const Declaration&, Time) {}
  virtual void declaration_over(PortId /*ingress*/, ClassId, Time) {}
  virtual void resolves(PortId /*ingress*/, ClassId, Time) {}
  virtual void limits(const FlowLimit&, Time) {}

  // Depth of VIQ (ingress, class), in the MMU's count, at or below which its peer is resumed, the loan included; for
  // schemes that pause by the depth of a VIQ.
  virtual Bytes xon(PortId /*ingress*/, ClassId) const { return Bytes(0); }

  // The VIQ's loan that has not ended; 0: none. xon() is higher by as much.
  virtual Bytes lent(PortId /*ingress*/, ClassId) const { return Bytes(0); }

  // Destination groups of which at least one destination is routed to that port.
  virtual frame::DestinationGroups groups_to(PortId /*egress*/) const { return {}; }

  // Keeps packets to these destinations in that VEQ and lets later packets overtake them; the empty set frees all.
  virtual void block_groups(PortId /*egress*/, ClassId, const frame::DestinationGroups&, Time) {}

  // Calls the function with each packet that waits in the VEQ, in queue order.
  virtual void visit_waiting(PortId /*egress*/, ClassId, const std::function<void(const frame::Packet&)>&) const {}

  // The MAC address of that port: the source of the frames that the unit sends there.
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

  // The MMU is about to admit or drop this packet, whose ingress, egress and class are known. A PAUSE that this packet
  // causes may leave before decided() is called.
  virtual void offered(const frame::Packet&, Time) {}

  // The MMU has admitted the packet (`taken`) or dropped it. `pauses`: the packet's VIQ asks for a pause, newly or
  // still; for schemes with PAUSE frames.
  virtual void decided(const frame::Packet&, bool /*taken*/, bool /*pauses*/, Time) {}

  // A packet has entered its VEQ. `waiting`: packets there that have not begun to leave, this one included.
  virtual void queued(const frame::Packet&, std::size_t /*waiting*/, Time) {}

  // A packet begins to leave its VEQ, its last bit at `end`; or it was dropped from the VEQ, and `end` is now.
  // `waiting`: packets that remain.
  virtual void left(const frame::Packet&, std::size_t /*waiting*/, Time /*now*/, Time /*end*/) {}

  // Flow control begins or ceases to hold the VEQ; called at changes only. A packet on the wire is sent to its end.
  virtual void held(PortId /*egress*/, ClassId, bool /*on*/, std::size_t /*waiting*/, Time) {}

  // This switch pauses or resumes the peer at `ingress` for VIQ (ingress, class); called at changes only.
  virtual void pausing(PortId /*ingress*/, ClassId, bool /*on*/, Time) {}

  // A PFC frame of the peer at `port` takes effect, which names the class: paused for `quanta`, or, if they are 0, no
  // more. Only from schemes that pause classes.
  virtual void pfc_received(PortId /*port*/, ClassId, std::uint16_t /*quanta*/, Time) {}

  // Whether the switch is to drop this packet, whose egress and class are known, in place of admitting it (drop reason
  // "pfcwd").
  virtual bool refuses(const frame::Packet&) { return false; }

  virtual void timer(PortId, ClassId, Time) {}

  // The switch is reset: all state but settings and counters takes its reset value. Queues are then empty and not held,
  // without calls of left() and held(); timers asked for before the reset still come.
  virtual void reset(Time) {}

  // The unit's roles as source and sink of control frames, at all ports.
  virtual control::Roles roles() { return {}; }

  // Binds the registers of declare_deadlock to this unit.
  virtual void bind_registers(const ledger::Binder&) {}

  // Message counters of that port; nothing for a unit without messages.
  virtual std::optional<MessageCounters> messages(PortId) const { return std::nullopt; }

  // Whether the present pause of VIQ (ingress, class) has been declared a deadlock; nothing for a unit that declares
  // none.
  virtual std::optional<bool> declared(PortId, ClassId) const { return std::nullopt; }

  // Whether XON of no VIQ may change while the switch runs, because a block of the unit has one for ever.
  virtual bool keeps_xon() const { return false; }

  // Packets that the unit has dropped at that egress queue.
  virtual std::uint64_t dropped(PortId, ClassId) const { return 0; }
};

// Everything that the unit of one switch is built from.
struct SwitchContext {
  DeadlockConfig config;
  std::size_t ports = 1;
  ClassMask lossless = 0x01;                        // only lossless classes can deadlock
  Bytes buffer;                                     // of the whole switch: no queue holds more
  std::uint64_t cells = 1;                          // of the buffer: no queue holds more packets
  Bytes counted{1};                                 // unit in which VIQs count: a byte or a cell
  std::vector<BitRate> rates;                       // of the ports' links
  bool one_fifo = false;                            // each input is one FIFO a class, with head-of-line blocking
  Bytes output_room;                                // if one_fifo: of each output and class; 0: one packet at a time
  Time t_re;                                        // of ITSY, resolved
  std::string name;                                 // of the switch
  const reference::Factories* factories = nullptr;  // of clocked blocks, while the unit is made; null: none
  std::uint64_t seed = 0;                           // of the unit's random numbers, with `name`
};

// One for each (port, lossless class).
inline ledger::Dimensions per_queue(const SwitchContext& context) {
  return {{"port", context.ports}, {"class", static_cast<std::uint64_t>(std::popcount(context.lossless))}};
}

// The unit that `context.config.unit` names; null for kNone. Throws std::invalid_argument as declare_deadlock.
std::unique_ptr<DeadlockUnit> make_deadlock_unit(const SwitchContext& context, SwitchActions& actions);

// The registers of the unit, of the whole switch: the dimension "port" is outermost where there is one. "class" is the
// lossless classes in ascending order, "ingress" the ports as senders into an egress port. Throws
// std::invalid_argument, one line that names the setting, when no hardware could have it.
ledger::Block declare_deadlock(const SwitchContext& context);

}  // namespace weir::deadlock
