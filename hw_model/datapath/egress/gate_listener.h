// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A listener to what flow control does at a device: which egress queues it holds, and which peers the device pauses.
// Hardware has stopwatches and counters; the order of events is for listeners outside the chip.

#pragma once

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"

namespace weir::egress {

class GateListener {
 public:
  // Flow control begins or ceases to hold the egress queue (egress, class), whether or not packets wait in the queue;
  // called at changes only. A packet on the wire is sent to its end.
  virtual void held(PortId egress, ClassId, bool on, Time now) = 0;

  // The device pauses or resumes its peer at `ingress` for VIQ (ingress, class); called at changes only. Schemes with
  // credits or rates never pause.
  virtual void pausing(PortId ingress, ClassId, bool on, Time now) = 0;

 protected:
  ~GateListener() = default;
};

}  // namespace weir::egress
