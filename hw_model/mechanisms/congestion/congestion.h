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

namespace weir::congestion {

// What a source is told of a queue.
struct Notice {
  Bytes depth;
  std::int32_t index = 0;  // BCN's e; 0: none
};

// What a detector may ask of its port.
class DetectorPort {
 public:
  // Asks for timer(c, at). One is pending a class: a later call takes the place of an earlier one; kNever: none.
  virtual void schedule(ClassId c, Time at) = 0;

  // Tells the source of this packet of the queue in which it is, over any number of hops. May be called at any time.
  // False: no frame was made, because the packet is not IPv4, no table has the way to its source, or the buffer of such
  // frames is full. That it arrives is not promised.
  virtual bool notify(const frame::Packet& about, const Notice& notice, Time now) = 0;

  // Whether some ingress that this switch has told to pause in class c holds packets for this port in it, that which
  // departs included. Of a detector that asks for it (asks_for_feeders); in one step, whatever the number of ports.
  virtual bool pauses_feeder(ClassId c) const = 0;

 protected:
  ~DetectorPort() = default;
};

// Makes the frames of notify(): the switch around the ports.
class Notifier {
 public:
  virtual bool notify(PortId port, const frame::Packet& about, const Notice& notice, Time now) = 0;

 protected:
  ~Notifier() = default;
};

// Of a switch: frames that were made and have not left.
inline constexpr std::size_t kNotificationPlaces = 64;

class Detector {
 public:
  Detector() = default;
  virtual ~Detector() = default;
  Detector(const Detector&) = delete;
  Detector& operator=(const Detector&) = delete;

  // Before anything else: the port at which it stands.
  void join(DetectorPort& port) {
    port_ = &port;
    joined();
  }

  // The class may send from now on (ON), or may not (OFF): it is paused, or short of credits. Edges only.
  virtual void gate(ClassId, bool /*open*/, Time) {}

  // A packet that was routed here, before the MMU decides on it; `depth` of its VEQ without it.
  virtual void offered(const frame::Packet&, Bytes /*depth*/, Time) {}

  // It has its place in the switch: from now on it waits for this port, until it departs or is removed.
  virtual void admitted(const frame::Packet&, Time) {}

  // It is in its VEQ, whose depth is `depth` with it.
  virtual void queued(const frame::Packet&, Bytes /*depth*/, Time) {}

  // It leaves: its header may be written. `behind`: bytes that wait for this port in its class behind it.
  virtual void departs(frame::Packet&, Bytes /*behind*/, Time) {}

  // And after that: data of this class is on the wire until then.
  virtual void sends(ClassId, Time /*now*/, Time /*until*/) {}

  // It was at the head of its VEQ, and is dropped there.
  virtual void removed(const frame::Packet&, Time) {}

  // This switch tells the peer at `ingress` to pause what fills VIQ (ingress, class), or to go on: edges only, when the
  // frame that says so begins to leave. All ports' detectors are told, that of the ingress included.
  virtual void pausing(PortId /*ingress*/, ClassId, bool /*on*/, Time) {}

  // What waits for this port in class c asks peers of the switch to pause, or no more: flow control by egress queues
  // (egress_pfc, egress_pause). Edges only, at once.
  virtual void asking(ClassId, bool /*on*/, Time) {}

  // C of this port from now on.
  virtual void line_rate(BitRate, Time) {}

  virtual void timer(ClassId, Time) {}

  // What departs() would write into a rate tag that was to leave by this port, and goes back instead (fera_edge.h).
  virtual void turns(frame::Packet&, Time) {}

  // Whether it asks which ingresses hold packets for this port: they are counted for those who do.
  virtual bool asks_for_feeders() const { return false; }

  // The switch is reset: back to the reset values, settings and counters apart. Queues are empty and gates open, which
  // it is not told beside; timers that it had asked for do not come.
  virtual void reset(Time) {}

  // What it sends and takes as control frames, at its port.
  virtual control::Roles roles() { return {}; }

  // The number shown as this detector's state of a class in waveforms, and how; nothing where it has none. Device, port
  // and class are filled in by the reader.
  virtual std::uint64_t state(ClassId) const { return 0; }
  virtual std::optional<Probe> probe() const { return std::nullopt; }

  // Packets that it has marked as having met congestion; and those marked as having met a port that does not know.
  virtual std::uint64_t marked(ClassId) const { return 0; }
  virtual std::uint64_t marked_undetermined(ClassId) const { return 0; }

  // Binds the registers of declare_congestion, which `binder` has for this port, to this detector.
  virtual void bind_registers(const ledger::Binder&) {}

 protected:
  // The port is there: timers may be asked for.
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
  Bytes buffer;                 // of the whole switch: what one queue may hold
  unsigned classes = kClasses;  // that the hardware has queues for
  ClassMask lossless = 0x01;    // classes with flow control: those that TCD, FECN and BCN watch
  bool pauses = true;           // flow control tells peers to pause
  bool pauses_port = false;     // and then all classes
  Bytes xoff = {};              // at which it does, the least of those classes; 0: it tells nobody
  bool to_host = false;         // the port's neighbour is a host
  bool at_inputs = false;       // packets may wait at their inputs
  std::size_t ports = 1;        // that may all send to this one
  BitRate fastest_port;         // among them
  Time clock = Time(1'200);     // of the egress pipeline
  std::string name = {};        // of the port, "s1.p2": names its random numbers
  std::uint64_t seed = 0;
  frame::MacAddress address = {};  // of the port: names it in tags
};

// The detectors of one port, in the order of `context.config.row()`. Of those that are only declared there is none.
// Throws std::invalid_argument as declare_congestion.
std::vector<std::unique_ptr<Detector>> make_detectors(const PortContext& context);

// That its settings go together, and with the port.
void check(const PortContext& context, ledger::Complaints& complaints);

// "class" of a declaration: all classes, or the lossless ones in ascending order.
ledger::Dimensions per_class(const PortContext& context);
ledger::Dimensions per_lossless_class(const PortContext& context);

// Bits of a VEQ's depth in bytes.
unsigned depth_bits(const PortContext& context);

// The registers of the detectors of one port. Throws std::invalid_argument, one line that names the setting, when no
// hardware could have it, or when the same registers are asked for twice.
ledger::Block declare_congestion(const PortContext& context);

// What all ports of the switch share; `context` of any of them. Empty for most detectors.
ledger::Block declare_shared_congestion(const PortContext& context);

}  // namespace weir::congestion
