// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the wire of one direction does to the frames and ordered sets that leave a port: the interface of the port to
// the bench, which knows the errors of the cable. A clean link has none of it.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/frame/packet.h"

namespace weir::link {

// The bits of Packet::extras by which a receiver finds a frame wrong.
inline constexpr std::uint8_t kWrong = frame::kFcsWrong | frame::kPoisoned | frame::kMarked;

struct FrameFate {
  std::uint8_t found = 0;      // which of kWrong the receiver will find; 0: the frame arrives whole
  bool sent_poisoned = false;  // the sender itself makes the FCS wrong, so that a kept frame is kept so
};

enum class SetFate : std::uint8_t {
  kArrives,
  kSpoiled,  // the receiver discards it
  kDoubled,  // it arrives twice, at once one behind the other
};

class LinkDamage {
 public:
  // A frame is on the wire from `begin` to `end`, its gap included where the link charges it. Called once for each
  // frame, in the order in which they leave. A replay of a poisoned frame comes as such.
  virtual FrameFate frame_leaves(const frame::Packet& packet, Time begin, Time end) = 0;

  // An ordered set is on the wire from `begin` to `end`, between frames or inside the one that left last.
  virtual SetFate set_leaves(Time begin, Time end) = 0;

  // The time by which a set that leaves now comes later than over a cable. Sets keep their order. Not asked while the
  // sender initialises link-level retry.
  virtual Time set_delay(Time now) const = 0;

 protected:
  ~LinkDamage() = default;
};

}  // namespace weir::link
