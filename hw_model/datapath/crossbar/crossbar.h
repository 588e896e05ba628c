// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The interface of the crossbar between admission and egress: output_queued (virtual, at once), input_queued (packets
// wait at their input; cells move at the crossbar's own clock), or combined (the same crossbar, faster than the ports
// and with room at its outputs). The egress scheduler tells the crossbar when an output has room again.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/scheduler.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/crossbar/crossbar_config.h"
#include "hw_model/frame/packet.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/reference/factories.h"

namespace weir::crossbar {

// The egress side, as the crossbar sees it.
class Output {
 public:
  // The packet has reached VEQ (packet.egress, packet.traffic_class).
  virtual void enqueue(frame::Packet& packet, Time now) = 0;

  // Bytes now in that VEQ, the frame in transmission included.
  virtual Bytes veq_depth(PortId port, ClassId c) const = 0;

 protected:
  ~Output() = default;
};

// A condition for a packet to begin to cross, beside the room at its output. Null: no further condition.
class Gate {
 public:
  // Whether the output may take a packet of class c from this input.
  virtual bool may_begin(PortId input, PortId output, ClassId c) const = 0;

  // The output takes this packet. Afterwards may_begin() of this input and of this output may have become false.
  virtual void begins(const frame::Packet& packet) = 0;

 protected:
  ~Gate() = default;
};

class RoundWeights;

// Walks over packets that wait at an input, in no particular order; for the oracle and for invariants.
class WaitingVisitor {
 public:
  // `blocked_by`: the head of the packet's queue if the head's output does not take it; otherwise the packet itself,
  // because no packet in front of it is stuck.
  virtual void waiting(const frame::Packet& packet, const frame::Packet& blocked_by) = 0;

 protected:
  ~WaitingVisitor() = default;
};

struct CrossbarContext {
  CrossbarConfig config;
  std::size_t ports = 0;
  bool own_input = false;  // one more input, for frames that the switch makes itself
  BitRate fastest_port;
  Bytes max_frame;
  std::uint64_t seed = 0;  // of the transfer jitter
  Output* output = nullptr;
  Gate* gate = nullptr;
  Scheduler* scheduler = nullptr;
  std::string name{};                               // of the switch, for blocks beside the model
  const reference::Factories* factories = nullptr;  // that make them; null: the model alone
};

class Crossbar {
 public:
  virtual ~Crossbar() = default;

  // An admitted packet, at packet.ingress, for (packet.egress, packet.traffic_class).
  virtual void packet_in(frame::Packet& packet, Time now) = 0;

  // A frame that the switch has made itself (frame::kNoIngress). It crosses like a packet, from the crossbar's own
  // input for such frames; the gate is not asked.
  virtual void own_in(frame::Packet& packet, Time now) = 0;

  // VEQ (port, class) has become shorter, or the gate lets more packets go there.
  virtual void output_has_room(PortId, ClassId, Time) {}

  // A packet of `length` bytes has left VEQ (port, class).
  virtual void packet_left(PortId port, ClassId c, Bytes /*length*/, Time now) { output_has_room(port, c, now); }

  // Appends all packets that wait or move to the list; the caller owns them. VEQs may have changed meanwhile; the
  // caller reports their room (output_has_room).
  virtual void reset(std::vector<frame::Packet*>&, Time) {}

  // The work of a kCrossbarSlot event.
  virtual void slot(PortId, Time) {}

  // Slots before this time whose work was done without an event, less the events in which there was no slot.
  virtual std::int64_t passed_over(Time /*before*/) const { return 0; }

  // The longest that a packet of VIQ (input, c) at the head of its queue has waited because of the gate, up to `now`.
  virtual Time longest_refused(PortId /*input*/, ClassId, Time /*now*/) const { return Time(0); }

  // The weights of inputs at the outputs, which software sets; null if there are none.
  virtual RoundWeights* weights() { return nullptr; }

  // Bytes admitted and not yet in a VEQ.
  virtual Bytes in_transit() const { return Bytes(0); }
  virtual void visit_waiting(WaitingVisitor&) const {}

  // Binds the registers of block "crossbar" to this crossbar; a virtual crossbar has none.
  virtual void bind_registers(const ledger::Binder&) const {}
};

std::unique_ptr<Crossbar> make_crossbar(const CrossbarContext& context);

}  // namespace weir::crossbar
