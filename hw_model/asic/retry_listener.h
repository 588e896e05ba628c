// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A listener to what link-level retry does at the ports of a device. Hardware has states and counters; the order of
// events is for listeners outside the chip.

#pragma once

#include "hw_model/base/amount.h"
#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"

namespace weir::asic {

class RetryListener {
 public:
  // The transmitter of this port enters REPLAY, or begins its replay anew: it sends the frames again that it has kept.
  virtual void replays(PortId, const Amount& kept, Time now) = 0;

  // It has entered FLUSH, and the frames that it had kept are gone.
  virtual void flushes(PortId, const Amount& given_up, Time now) = 0;

  // It leaves INIT, other than for the first time: frames have numbers again.
  virtual void initialised(PortId, Time now) = 0;

 protected:
  ~RetryListener() = default;
};

}  // namespace weir::asic
