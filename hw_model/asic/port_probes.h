// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Waveform probes of a device's (port, class) queues: VIQ and VEQ depth, what flow control reports and obeys, whether
// the class is held, and what the transmitter does. Only changed values are recorded, and only of selected signals.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/trace.h"
#include "hw_model/datapath/egress/egress.h"
#include "hw_model/mechanisms/flow_control/bench_view.h"

namespace weir::asic {

class PortProbes {
 public:
  // `classes`: the classes to show of each port. `engines`: by port.
  PortProbes(Trace& trace, const TraceSelection& selection, const std::string& device, ClassMask classes,
             const egress::Egress& egress, std::vector<const flow_control::BenchView*> engines);

  // The last instant before the selection's window: update() of all ports then gives the values at its beginning.
  Time first() const { return first_; }

  // Records what has changed at this port by `now`. viq_depth(c): the depth of VIQ (port, c).
  template <class ViqDepth>
  void update(PortId p, Time now, ViqDepth viq_depth) {
    if (now < first_ || until_ <= now) {
      return;
    }
    for (const ClassId c : classes_[p.index()]) {
      Values values = values_of(p, c);
      values[kViq] = static_cast<std::uint64_t>(viq_depth(c).count());
      record(p, c, values, now);
    }
  }

 private:
  enum Kind { kViq, kVeq, kReceiver, kSender, kHeld, kTransmitter, kKinds };
  using Values = std::array<std::uint64_t, kKinds>;
  // The state of a detector.
  struct ShownDetector {
    const congestion::Detector* detector = nullptr;
    std::uint32_t probe = 0;
    std::uint64_t value = 0;
  };
  struct Shown {
    std::array<std::optional<std::uint32_t>, kKinds> probe;  // none: not selected
    Values value;
    std::vector<ShownDetector> detectors;
    std::optional<std::uint32_t> deadlock_probe;  // none: no unit declares deadlocks
    bool deadlock = false;
  };

  bool declare(PortId p, ClassId c, const TraceSelection& selection, const std::string& device);
  Values values_of(PortId p, ClassId c) const;
  void record(PortId p, ClassId c, const Values& values, Time now);

  Trace& trace_;
  Time first_;
  Time until_;
  std::vector<std::vector<ClassId>> classes_;  // by port, those of which a signal is selected
  PerPortClass<Shown> shown_;
  const egress::Egress& egress_;
  std::vector<const flow_control::BenchView*> engines_;
};

}  // namespace weir::asic
