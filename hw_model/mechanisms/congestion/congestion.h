// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Congestion detectors of an egress port: the one interface behind which RED, FECN, TCD and the meters stand. Several
// stand in a row at a port; each sees what the one before it did to a packet's header.
//
// A packet's way past a detector, in order: offered (routed, before any drop), admitted (it has its place in the
// switch), queued (in its VEQ), departs (its first byte is not yet on the wire: the header may be written), sends.
// Beside it, as they happen: gate edges, pauses of ingresses by this switch, timers. The depth of a VEQ belongs to the
// egress scheduler. Latency: none; a mark is on the packet that leaves.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/trace.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/packet.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/complaints.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/mechanisms/congestion/congestion_config.h"
#include "hw_model/mechanisms/control/control.h"

namespace weir::reference {
class Factories;
}  // namespace weir::reference

namespace weir::congestion {

// What a source is told of a queue.
struct Notice {
  Bytes depth;
  std::int32_t index = 0;  // BCN's e; 0: none
};

// What a detector may ask of its port.
class DetectorPort {
 public:
  // Asks for timer(c, at). One timer is pending a class: a later call replaces an earlier one; kNever: no timer.
  virtual void schedule(ClassId c, Time at) = 0;

  // Notifies the packet's source of the queue in which the packet is, over any number of hops. May be called at any
  // time. False: no frame was made, because the packet is not IPv4, no table has a route to its source, or the buffer
  // of such frames is full. The frame may be lost on its way.
  virtual bool notify(const frame::Packet& about, const Notice& notice, Time now) = 0;

  // Whether an ingress whose peer this switch pauses in class c holds packets of that class for this port, the
  // departing one included. Only for detectors with asks_for_feeders(); one step, whatever the number of ports.
  virtual bool pauses_feeder(ClassId c) const = 0;

 protected:
  ~DetectorPort() = default;
};

// The maker of notify()'s frames: the switch around the ports.
class Notifier {
 public:
  virtual bool notify(PortId port, const frame::Packet& about, const Notice& notice, Time now) = 0;

 protected:
  ~Notifier() = default;
};

// The most frames of a switch that were made and have not left.
inline constexpr std::size_t kNotificationPlaces = 64;

class Detector {
 public:
  Detector() = default;
  virtual ~Detector() = default;
  Detector(const Detector&) = delete;
  Detector& operator=(const Detector&) = delete;

  // Called before anything else, with the detector's port.
  void join(DetectorPort& port) {
    port_ = &port;
    joined();
  }

  // From now on the class may send (ON), or may not (OFF): it is paused, or short of credits. Called at changes only.
  virtual void gate(ClassId, bool /*open*/, Time) {}

  // A packet was routed here, and the MMU is about to decide on it; `depth` of its VEQ without the packet.
  virtual void offered(const frame::Packet&, Bytes /*depth*/, Time) {}

  // The packet was admitted: from now on it waits for this port, until it departs or is removed.
  virtual void admitted(const frame::Packet&, Time) {}

  // The packet has entered its VEQ, whose depth with the packet is `depth`.
  virtual void queued(const frame::Packet&, Bytes /*depth*/, Time) {}

  // The packet leaves: its header may be written. `behind`: bytes of its class that wait for this port behind it.
  virtual void departs(frame::Packet&, Bytes /*behind*/, Time) {}

  // After departs(): data of this class is on the wire until `until`.
  virtual void sends(ClassId, Time /*now*/, Time /*until*/) {}

  // The packet is dropped out of its VEQ.
  virtual void removed(const frame::Packet&, Time) {}

  // This switch pauses or resumes the peer at `ingress` for VIQ (ingress, class); called at changes only, when the
  // frame that says so begins to leave. The detectors of all ports are told, those of the ingress included.
  virtual void pausing(PortId /*ingress*/, ClassId, bool /*on*/, Time) {}

  // The queue of this port in class c asks the switch's peers to pause, or no more: flow control by egress queues
  // (egress_pfc, egress_pause). Called at changes only, at once.
  virtual void asking(ClassId, bool /*on*/, Time) {}

  // C of this port from now on.
  virtual void line_rate(BitRate, Time) {}

  virtual void timer(ClassId, Time) {}

  // Writes what departs() would write, into a rate tag that was to leave by this port and goes back instead
  // (fera_edge.h).
  virtual void turns(frame::Packet&, Time) {}

  // True if this detector calls pauses_feeder(); only then does the port count packets per ingress.
  virtual bool asks_for_feeders() const { return false; }

  // The switch is reset: all state but settings and counters takes its reset value. Queues are then empty and gates
  // open, without calls that say so; timers asked for before the reset do not come.
  virtual void reset(Time) {}

  // The detector's roles as source and sink of control frames, at its port.
  virtual control::Roles roles() { return {}; }

  // The number shown as this detector's state of a class in waveforms, and its description; nothing without such a
  // state. Device, port and class are filled in by the reader.
  virtual std::uint64_t state(ClassId) const { return 0; }
  virtual std::optional<Probe> probe() const { return std::nullopt; }

  // Packets that the detector has marked as congested; and packets that it has marked as undetermined.
  virtual std::uint64_t marked(ClassId) const { return 0; }
  virtual std::uint64_t marked_undetermined(ClassId) const { return 0; }

  // Binds the registers of declare_congestion, which `binder` has for this port, to this detector.
  virtual void bind_registers(const ledger::Binder&) {}

 protected:
  // The detector has its port: timers may be asked for.
  virtual void joined() {}

  DetectorPort* port_ = nullptr;
};

// Everything that the detectors of one port are built from.
struct PortContext {
  CongestionConfig config;
  BitRate line_rate;
  Bytes wire_overhead;          // that a frame costs on its line beside its bytes
  Time propagation;             // t_p of the port's link
  Bytes max_frame;              // MTU
  Bytes buffer;                 // of the whole switch: no queue holds more
  unsigned classes = kClasses;  // that the hardware has queues for
  ClassMask lossless = 0x01;    // classes with flow control: those that TCD, FECN and BCN watch
  bool pauses = true;           // flow control tells peers to pause
  bool pauses_port = false;     // a pause stops all classes
  Bytes xoff = {};              // the lowest XOFF of those classes; 0: no peer is paused
  bool to_host = false;         // the port's neighbour is a host
  Time recovery = {};           // by which link-level retry lengthens an ON period: a loop and a replay timer
  bool at_inputs = false;       // packets may wait at their inputs
  std::size_t ports = 1;        // that may all send to this one
  BitRate fastest_port;         // among them
  Time clock = Time(1'200);     // of the egress pipeline
  std::string name = {};        // of the port, "s1.p2": names its random numbers
  std::uint64_t seed = 0;
  frame::MacAddress address = {};                   // of the port: names it in tags
  const reference::Factories* factories = nullptr;  // of clocked blocks, while detectors are made; null: none
};

// The detectors of one port, in the order of `context.config.row()`. Throws std::invalid_argument as
// declare_congestion.
std::vector<std::unique_ptr<Detector>> make_detectors(const PortContext& context);

// The rules between the settings of detectors, and between them and the port.
void check(const PortContext& context, ledger::Complaints& complaints);

// "class" of a declaration: all classes, or the lossless ones in ascending order.
ledger::Dimensions per_class(const PortContext& context);
ledger::Dimensions per_lossless_class(const PortContext& context);

// Bits of a VEQ's depth in bytes.
unsigned depth_bits(const PortContext& context);

// The registers of the detectors of one port. Throws std::invalid_argument, one line that names the setting, when no
// hardware could have it, or when the same registers are asked for twice.
ledger::Block declare_congestion(const PortContext& context);

// The registers that all ports of the switch share; `context`: of any port. Empty for most detectors.
ledger::Block declare_shared_congestion(const PortContext& context);

}  // namespace weir::congestion
