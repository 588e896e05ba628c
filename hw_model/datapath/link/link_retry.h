// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Link-level retry as a port and its egress scheduler see it. Of two ports of one cable both have it or none.
//
// Sending, when the port is free: control frames without a number go first, then replays, then new frames. A new frame
// that would be numbered waits while the window is closed, and all data behind it waits, too, since a MAC takes frames
// in one order. Receiving: the port shows every frame at its last bit, before anybody else sees that frame; a frame
// that is not accepted ends there.

#pragma once

#include <cstdint>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/packet.h"

namespace weir::link {

// How a frame that may begin now leaves.
enum class WayOut : std::uint8_t {
  kNumbered,  // with a number, and kept until it is acknowledged
  kPlain,     // without: the frame is lost if the link damages it
  kDiscard,   // not at all, but for as long as it would take: a MAC takes frames at line rate, and drops this one
  kLater,     // the port is told when to ask again
};

class LinkRetry {
 public:
  virtual WayOut way_out(const frame::Packet& data) const = 0;
  // The same for a control frame whose source wants it numbered.
  virtual WayOut control_way_out() const = 0;

  // A frame begins whose way out, not kLater, the caller has asked for at this instant; gives it its number. False: the
  // frame is discarded. Its time on the wire passes with nothing there, and the caller releases the frame.
  virtual bool begins(frame::Packet& packet, WayOut way, Time now) = 0;
  virtual bool control_begins(frame::Packet& packet, Time now) = 0;

  // The frame that was numbered last leaves with a poisoned FCS, and so does each replay of that frame.
  virtual void sent_poisoned() = 0;

  // Whether a kept frame is to be sent again; and a copy of that frame, which begins now.
  virtual bool replays() const = 0;
  // Whether that frame waits, because these classes are paused. Control frames without a number then do not wait.
  virtual bool replay_waits(ClassMask paused) const = 0;
  // Whether control frames without a number wait until a replay is over.
  virtual bool replays_first() const = 0;
  // Whether the pauses of flow control get numbers.
  virtual bool numbers_pauses() const = 0;
  virtual frame::Packet& replay(Time now) = 0;

  // The last bit of a frame has arrived. Whether the frame goes on into the port; if not, the caller releases it.
  // `deaf`: the device is being reset and hears nothing.
  virtual bool takes(frame::Packet& packet, bool deaf, Time now) = 0;

 protected:
  ~LinkRetry() = default;
};

}  // namespace weir::link
