// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/port_probes.h"

#include <algorithm>
#include <utility>

#include "hw_model/base/class_mask.h"

namespace weir::asic {
namespace {

Time before(const TraceWindow& window) { return std::max(window.from - Time(1), Time(0)); }

}  // namespace

PortProbes::PortProbes(Trace& trace, const TraceSelection& selection, const std::string& device, ClassMask classes,
                       const egress::Egress& egress, std::vector<const flow_control::BenchView*> engines,
                       const std::vector<const PortRetry*>& retries, Scheduler& scheduler)
    : trace_(trace),
      windows_(selection.windows),
      until_(0),
      classes_(engines.size()),
      shown_(engines.size()),
      retry_(trace, selection, device, retries),
      egress_(egress),
      engines_(std::move(engines)),
      scheduler_(scheduler) {
  for (std::size_t p = 0; p < engines_.size(); ++p) {
    for_each_class(classes, [&](ClassId c) {
      if (declare(PortId(p), c, selection, device)) {
        classes_[p].push_back(c);
      }
    });
    for (const TraceWindow& window : windows_) {
      if (window.from > Time(1) && (!classes_[p].empty() || retry_.any_of(PortId(p)))) {
        scheduler_.schedule(before(window), EventKind::kTrace, PortId(p));
      }
    }
  }
  enter_window(Time(0));
}

bool PortProbes::enter_window(Time now) {
  while (until_ <= now) {
    if (windows_.empty()) {
      first_ = kNever;
      return false;
    }
    first_ = before(windows_.front());
    until_ = windows_.front().until;
    windows_.erase(windows_.begin());
  }
  return first_ <= now;
}

// Returns whether a signal of the queue is selected.
bool PortProbes::declare(PortId p, ClassId c, const TraceSelection& selection, const std::string& device) {
  const std::size_t before = trace_.probes().size();
  Shown& shown = shown_.at(p, c);
  shown.value = values_of(p, c);
  shown.value[kViq] = 0;
  const Declare declared = [&](Probe probe, std::uint64_t initial) -> std::optional<std::uint32_t> {
    probe.device = device;
    probe.port = "p" + std::to_string(p.index());
    probe.name += "_c" + std::to_string(c.index());
    return selection.takes(probe) ? std::optional(trace_.declare(std::move(probe), initial)) : std::nullopt;
  };
  const auto declare = [&](Kind kind, Probe probe) {
    shown.probe[kind] = declared(std::move(probe), shown.value[kind]);
  };
  const Probe::Kind state = Probe::Kind::kState;
  declare(kViq, {.name = "viq_depth", .unit = "B"});
  declare(kVeq, {.name = "veq_depth", .unit = "B"});
  declare(kReceiver, engines_[p.index()]->receiver_probe());
  declare(kSender, engines_[p.index()]->sender_probe());
  declare_rtl(p, c, shown.rtl, declared);
  declare(kHeld, {.name = "egress_gate", .kind = state, .width = 1, .states = {"open", "held"}});
  declare(kTransmitter, {.name = "transmitter", .kind = state, .width = 1, .states = {"idle", "sending"}});
  if (egress_.watchers().unit() != nullptr && egress_.watchers().unit()->declared(p, c)) {
    shown.deadlock_probe = declared({.name = "deadlock", .kind = state, .width = 1, .states = {"none", "declared"}}, 0);
  }
  const egress::DetectorRow* detectors = egress_.watchers().detectors(p);
  for (std::size_t i = 0; detectors != nullptr && i < detectors->size(); ++i) {
    const congestion::Detector& detector = (*detectors)[i];
    std::optional<Probe> probe = detector.probe();
    const std::uint64_t value = detector.state(c);
    if (const auto index = probe ? declared(std::move(*probe), value) : std::nullopt) {
      shown.detectors.push_back({&detector, *index, value});
    }
  }
  return trace_.probes().size() > before;
}

void PortProbes::declare_rtl(PortId p, ClassId c, ShownRtl& shown, const Declare& declared) {
  const flow_control::BenchView& engine = *engines_[p.index()];
  std::vector<Probe> probes = engine.rtl_probes(c);
  if (probes.empty()) {
    return;
  }
  engine.rtl_values(c, Time(0), shown.values);
  for (std::size_t i = 0; i < probes.size(); ++i) {
    shown.probes.push_back(declared(std::move(probes[i]), shown.values[i]));
  }
  if (std::ranges::none_of(shown.probes, [](const auto& probe) { return probe.has_value(); })) {
    shown.probes.clear();
  }
}

PortProbes::Values PortProbes::values_of(PortId p, ClassId c) const {
  const flow_control::BenchView& engine = *engines_[p.index()];
  Values values{};
  values[kVeq] = static_cast<std::uint64_t>(egress_.veq_depth(p, c).count());
  values[kReceiver] = engine.receiver_state(c);
  values[kSender] = engine.sender_state(c);
  values[kHeld] = egress_.counters(p, c).held.running() ? 1 : 0;
  values[kTransmitter] = egress_.transmitting(p) ? 1 : 0;
  return values;
}

void PortProbes::record(PortId p, ClassId c, const Values& values, Time now) {
  Shown& shown = shown_.at(p, c);
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    if (values[kind] != shown.value[kind] && shown.probe[kind]) {
      shown.value[kind] = values[kind];
      trace_.record(now, *shown.probe[kind], values[kind]);
    }
  }
  if (shown.deadlock_probe && egress_.watchers().unit()->declared(p, c) != shown.deadlock) {
    shown.deadlock = !shown.deadlock;
    trace_.record(now, *shown.deadlock_probe, shown.deadlock ? 1 : 0);
  }
  if (!shown.rtl.probes.empty()) {
    record_rtl(p, c, shown.rtl, now);
  }
  for (ShownDetector& shown_detector : shown.detectors) {
    const std::uint64_t state = shown_detector.detector->state(c);
    if (state != shown_detector.value) {
      shown_detector.value = state;
      trace_.record(now, shown_detector.probe, state);
    }
  }
}

void PortProbes::record_rtl(PortId p, ClassId c, ShownRtl& shown, Time now) {
  rtl_values_.clear();
  const Time changes_at = engines_[p.index()]->rtl_values(c, now, rtl_values_);
  for (std::size_t i = 0; i < rtl_values_.size(); ++i) {
    if (rtl_values_[i] != shown.values[i] && shown.probes[i]) {
      shown.values[i] = rtl_values_[i];
      trace_.record(now, *shown.probes[i], rtl_values_[i]);
    }
  }
  if (changes_at != shown.changes_at && changes_at < until_) {
    scheduler_.schedule(changes_at, EventKind::kTrace, p, c);
  }
  shown.changes_at = changes_at;
}

}  // namespace weir::asic
