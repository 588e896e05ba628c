// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The view of a flow-control engine that oracles, waveforms and summaries have: what it shows and what it promises.
// Nothing here changes an engine.

#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/trace.h"
#include "hw_model/base/units.h"

namespace weir::flow_control {

// Whether a sender whose head packet has `head` bytes stays held while `stuck` bytes never leave.
using HoldsAt = std::function<bool(Bytes stuck, Bytes head)>;

class BenchView {
 public:
  // For the oracle: whether the sender at the other end, now held with a head packet of `head` bytes, would stay held
  // for ever if packets that occupy `stuck` never left this VIQ. The answer goes by the state and settings of this
  // moment, whenever the function is called.
  virtual HoldsAt holds_peer(ClassId) const {
    return [](Bytes, Bytes) { return false; };
  }
  bool holds_peer_at(ClassId c, Bytes stuck, Bytes head) const { return holds_peer(c)(stuck, head); }

  // For the oracle: the classes whose VIQs here, or VEQs, count as one with that of class `c`.
  virtual ClassMask counted_with(ClassId c) const { return mask_of(c); }

  // For the oracle: the class of the VIQ here whose feedback holds class `held` at the other end.
  virtual ClassId holding_class(ClassId held) const { return held; }

  // What a packet of `length`, which the MMU counts as `counted`, occupies in this scheme's own count: VIQ depth, or
  // whole credit blocks.
  virtual Bytes occupies(Bytes /*length*/, Bytes counted) const { return counted; }

  // The number shown as this class's stage or state in waveforms: receiving
  // side (what was last decided) and sending side (what is obeyed): PFC 0 open,
  // 1 paused; buffer-based GFC the stage; CBFC free blocks; rates in Mbit/s.
  virtual std::uint64_t receiver_state(ClassId) const { return 0; }
  virtual std::uint64_t sender_state(ClassId) const { return 0; }

  // How these two are to be shown: name, unit or names of states, width. Device and port are filled in by the reader.
  virtual Probe receiver_probe() const { return {.name = "receiver_state"}; }
  virtual Probe sender_probe() const { return {.name = "sender_state"}; }

  // The registers of RTL that works for class `c`, for waveforms: names without the class. None: no RTL does.
  virtual std::vector<Probe> rtl_probes(ClassId) const { return {}; }
  // Their values at `now`, in the order of rtl_probes(). Returns the next instant at which they differ though nothing
  // happens; kNever: there is none.
  virtual Time rtl_values(ClassId, Time /*now*/, std::vector<std::uint64_t>& /*values*/) const { return kNever; }

  // Time for which the peer was paused because of VIQ `c`; and since when it is paused, kNever: it is not.
  virtual Time pausing(ClassId, Time /*now*/) const { return Time(0); }
  virtual Time pausing_since(ClassId) const { return kNever; }

  // VIQ depth at which the scheme first acts; 0: never.
  virtual Bytes first_threshold() const { return Bytes(0); }

  // The same of the VIQs of class `c`; first_threshold() is the highest of these.
  virtual Bytes first_threshold_of(ClassId /*c*/) const { return first_threshold(); }

 protected:
  ~BenchView() = default;
};

}  // namespace weir::flow_control
