// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Waveform probes of a device's (port, class) queues: VIQ and VEQ depth, what flow control reports and obeys, whether
// the class is held, and what the transmitter does; and of its ports with link-level retry. Only changed values are
// recorded, and only of selected signals.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/asic/retry_probes.h"
#include "hw_model/base/ids.h"
#include "hw_model/base/scheduler.h"
#include "hw_model/base/trace.h"
#include "hw_model/datapath/egress/egress.h"
#include "hw_model/mechanisms/flow_control/bench_view.h"

namespace weir::asic {

class PortProbes {
 public:
  // `classes`: the classes to show of each port. `engines`, `retries`: by port (RetryProbes). Before the run. Schedules
  // EventKind::kTrace at a port where update() is wanted though no other event of the port comes.
  PortProbes(Trace& trace, const TraceSelection& selection, const std::string& device, ClassMask classes,
             const egress::Egress& egress, std::vector<const flow_control::BenchView*> engines,
             const std::vector<const PortRetry*>& retries, Scheduler& scheduler);

  // Records what has changed at this port by `now`. viq_depth(c): the depth of VIQ (port, c).
  template <class ViqDepth>
  void update(PortId p, Time now, ViqDepth viq_depth) {
    if (now < first_ || (until_ <= now && !enter_window(now))) {
      return;
    }
    for (const ClassId c : classes_[p.index()]) {
      Values values = values_of(p, c);
      values[kViq] = static_cast<std::uint64_t>(viq_depth(c).count());
      record(p, c, values, now);
    }
    retry_.record(p, now);
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
  // Registers of RTL.
  struct ShownRtl {
    std::vector<std::optional<std::uint32_t>> probes;  // as BenchView::rtl_probes(); empty: none is selected
    std::vector<std::uint64_t> values;
    Time changes_at = kNever;  // an update at that instant is scheduled
  };
  struct Shown {
    std::array<std::optional<std::uint32_t>, kKinds> probe;  // none: not selected
    Values value;
    std::vector<ShownDetector> detectors;
    ShownRtl rtl;
    std::optional<std::uint32_t> deadlock_probe;  // none: no unit declares deadlocks
    bool deadlock = false;
  };

  // Declares a signal, which `probe` names without device, port and class; nothing: it is not selected.
  using Declare = std::function<std::optional<std::uint32_t>(Probe probe, std::uint64_t initial)>;

  bool declare(PortId p, ClassId c, const TraceSelection& selection, const std::string& device);
  void declare_rtl(PortId p, ClassId c, ShownRtl& shown, const Declare& declared);
  Values values_of(PortId p, ClassId c) const;
  void record(PortId p, ClassId c, const Values& values, Time now);
  void record_rtl(PortId p, ClassId c, ShownRtl& shown, Time now);
  // Takes the next window where the present one is over. Returns whether `now` is in a window.
  bool enter_window(Time now);

  Trace& trace_;
  std::vector<TraceWindow> windows_;  // that are to come, by time
  // Of the present window. An update at the last instant before it gives the values at its beginning.
  Time first_;
  Time until_;
  std::vector<std::vector<ClassId>> classes_;  // by port, those of which a signal is selected
  PerPortClass<Shown> shown_;
  RetryProbes retry_;
  const egress::Egress& egress_;
  std::vector<const flow_control::BenchView*> engines_;
  Scheduler& scheduler_;
  std::vector<std::uint64_t> rtl_values_;  // of the update at hand
};

}  // namespace weir::asic
