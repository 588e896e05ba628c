// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Who is told of the egress queues of a device: the congestion detectors of each port, the deadlock unit with its
// listener, and a listener to holds and pauses. Each hears of an event in this order: detectors, the unit's listener,
// the unit, which may act when it is told, and whose act is reported, too.
//
// The egress scheduler is the only teller. A device without watchers tells nobody: watched() is false.

#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/scheduler.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/egress/detector_row.h"
#include "hw_model/datapath/egress/gate_listener.h"
#include "hw_model/frame/packet.h"
#include "hw_model/mechanisms/deadlock/deadlock.h"

namespace weir::egress {

class Watchers {
 public:
  Watchers(Scheduler& scheduler, std::size_t ports) : scheduler_(scheduler), detectors_(ports), watched_(ports) {}

  // Before the run: detectors at a port, no effect without any; at most one unit (null: none), one listener to what the
  // unit hears, and one listener to holds and pauses.
  void watch(PortId p, DetectorRow::Row detectors, const DetectorRow::Surroundings& around = {});
  void watch(deadlock::DeadlockUnit* unit);
  void listen(deadlock::DeadlockUnit& listener);
  void listen(GateListener& listener) { gate_listener_ = &listener; }

  DetectorRow* detectors(PortId p) const { return detectors_[p.index()].get(); }
  const deadlock::DeadlockUnit* unit() const { return unit_; }
  // Whether anybody is told of what comes to this port and leaves it: detectors, the unit or its listener.
  bool watched(PortId p) const { return watched_[p.index()] != 0; }

  // A packet has come to a VEQ of now `depth` bytes in `waiting` packets.
  void queued(const frame::Packet& packet, Bytes depth, std::size_t waiting, Time now) const;
  // A packet begins to leave, until `end`: `behind` bytes in `waiting` packets stay.
  void leaving(frame::Packet& packet, Bytes behind, std::size_t waiting, Time now, Time end) const;
  // A packet was taken out of a VEQ, which has `waiting` left.
  void taken(const frame::Packet& packet, std::size_t waiting, Time now) const;
  // Flow control opens or holds a VEQ of `waiting` packets.
  void gate(PortId p, ClassId c, bool open, std::size_t waiting, Time now) const;
  // The port pauses or resumes its peer. All detectors hear it, since the VIQs of a port hold packets for every port.
  void pausing(PortId p, ClassId c, bool on, Time now);
  // A queue of this port asks its inputs for packets, or no longer.
  void asking(PortId p, ClassId c, bool on, Time now) const;
  // The peer of the port has sent a PFC frame.
  void pfc_received(PortId p, ClassId c, std::uint16_t quanta, Time now) const;

  // A reset ends a hold of a VEQ; detectors and unit are reset by themselves.
  void hold_ended_by_reset(PortId p, ClassId c, Time now) const;
  void reset_detectors(Time now) const;
  void reset_unit(Time now) const;

  // Whether detectors or the deadlock unit have been told of a pause since the last call: then any port may show
  // another state.
  bool take_pausing_told() { return std::exchange(pausing_told_, false); }

 private:
  template <class Tell>
  void tell_units(Tell tell) const {
    for (deadlock::DeadlockUnit* const told : {listener_, unit_}) {
      if (told != nullptr) {
        tell(*told);
      }
    }
  }
  void note_who_is_watched();

  Scheduler& scheduler_;                                 // of the detectors' timers
  std::vector<std::unique_ptr<DetectorRow>> detectors_;  // by port; null: none
  std::vector<std::uint8_t> watched_;                    // by port, whether anybody watches it
  deadlock::DeadlockUnit* unit_ = nullptr;
  deadlock::DeadlockUnit* listener_ = nullptr;
  GateListener* gate_listener_ = nullptr;
  bool any_watched_ = false;
  bool pausing_told_ = false;  // for take_pausing_told()
};

}  // namespace weir::egress
