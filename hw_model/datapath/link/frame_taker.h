// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A component on a cable that a port of this program recognises: a frame reaches the component without a transaction,
// as the component would take it out of one.

#pragma once

#include "hw_model/base/units.h"
#include "hw_model/frame/packet.h"

namespace weir::link {

class FrameTaker {
 public:
  // A frame of the sender's pool has been sent whose last bit arrives at `arrival`; it belongs to this object now.
  virtual void take(frame::Packet& packet, Time arrival) = 0;

 protected:
  ~FrameTaker() = default;
};

}  // namespace weir::link
