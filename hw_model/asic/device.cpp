// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/device.h"

#include <algorithm>
#include <string>
#include <utility>

#include "hw_model/asic/switch_settings.h"
#include "hw_model/frame/itsy_message.h"

namespace weir::asic {

Device::Device(const sc_core::sc_module_name& name, const SwitchConfig& config, const Timing& timing,
               const Factories& factories, link::FramePool& pool, std::uint32_t index)
    : TimedDevice(name, timing),
      deafness_(config.ports.size()),
      pool_(pool),
      parser_("parser", config.parser),
      ports_(make_ports(config, parser_, scheduler(), pool)),
      egress_("egress", config.egress, ports_, scheduler(), static_cast<egress::Departure&>(*this)) {
  pool.claim_index(index, this->name());
  engines_ = make_engines(config, basename(), index, factories, ports_, egress_);
  sets_ = join_sets(config, engines_, ports_);
  retries_ = make_retries(config, factories, basename(), ports_, egress_, scheduler(), pool);
  keeps_order_ = std::any_of(engines_.begin(), engines_.end(),
                             [](const auto& engine) { return engine->frame_order() != nullptr; });
}

Device::~Device() { std::ranges::reverse(ports_); }

void Device::take_disciplines(const SwitchConfig& config, std::uint64_t seed) {
  const egress::DisciplineCard* const card = egress::card_of(config.egress.discipline);
  std::vector<std::unique_ptr<egress::PortDiscipline>> disciplines;
  for (std::size_t p = 0; card != nullptr && p < ports(); ++p)
    disciplines.push_back(
        card->make(discipline_context(config, config.ports[p], basename() + (".p" + std::to_string(p)), seed)));
  egress_.take_disciplines(std::move(disciplines));
}

void Device::trace_classes(ClassMask classes, const TraceSelection& selection) {
  enable_trace();
  std::vector<const PortRetry*> retries;
  for (const auto& retry : retries_) {
    retries.push_back(retry.get());
  }
  probes_ =
      std::make_unique<PortProbes>(*trace(), selection, basename(), classes, egress_,
                                   flow_control::sides<const flow_control::BenchView>(engines_), retries, scheduler());
  if (trace()->probes().empty()) {
    probes_.reset();
    disable_trace();
  }
}

void Device::join(const control::Roles& roles) {
  for (std::size_t p = 0; p < ports(); ++p) {
    join(PortId(p), roles);
  }
}

void Device::join(PortId p, const control::Roles& roles) {
  if (roles.source != nullptr) {
    egress_.join(p, *roles.source);
  }
  if (roles.sink == nullptr) {
    return;
  }
  if (sinks_.empty()) {
    sinks_.resize(ports());
    for (std::size_t i = 0; i < ports(); ++i) {
      sinks_[i].add(*engines_[i]);
    }
  }
  sinks_[p.index()].add(*roles.sink);
  port(p).take_control(sinks_[p.index()].takes(), engines_[p.index()]->address());
}

std::uint64_t Device::frames_sent() const {
  std::uint64_t frames = 0;
  for (const auto& port : ports_) {
    frames += port->counters().frames_sent;
  }
  return frames;
}

std::uint64_t Device::control_frames_sent(PortId p) const {
  std::uint64_t frames = port(p).counters().frames_sent;
  for (std::size_t c = 0; c < kClasses; ++c) {
    frames -= egress_.counters(p, ClassId(c)).sent;
  }
  if (const PortRetry* of = retry(p)) {
    frames += of->data_discarded() - of->replayed();
  }
  return frames;
}

void Device::start_of_simulation() {
  for (auto& engine : engines_) {
    engine->start(Time(0));
  }
  for (auto& retry : retries_) {
    if (retry) {
      retry->start(Time(0));
    }
  }
}

inline void Device::admit(PortId p, Time now) {
  if (keeps_order_) [[unlikely]] {
    engines_[p.index()]->frame_order()->frame_comes(ports_[p.index()]->data_under_way().front().at, now);
  }
  admission(p, now);
}

[[gnu::hot]] void Device::work(Event event) {
  const PortId p = event.port;
  const Time now = event.at;
  switch (event.kind) {
    case EventKind::kTransmitEnd:
      egress_.transmit_end(p, now);
      break;
    case EventKind::kOrderedSet:
    case EventKind::kSetArrival:
      event.kind == EventKind::kSetArrival ? ports_[p.index()]->set_arrives(now) : ports_[p.index()]->set_leaves(now);
      break;
    case EventKind::kFrameArrival:
      if (const Time at = ports_[p.index()]->frame_arrives(deafness_.is_deaf(p, now), now); at != kNever) {
        admit(p, at);
      }
      break;
    case EventKind::kRetryTimer:
      retries_[p.index()]->timer(now);
      break;
    case EventKind::kControlArrival:
      control_arrival(p, now);
      break;
    case EventKind::kControlEffect:
      control_effect(p, now);
      break;
    case EventKind::kPauseExpiry:
      engines_[p.index()]->pause_expiry(event.traffic_class, now);
      break;
    case EventKind::kAdmission:
      admit(p, now);
      break;
    case EventKind::kFeedbackTimer:
      engines_[p.index()]->feedback_timer(event.traffic_class, now);
      break;
    case EventKind::kGateOpen:
      egress_.gate_open(p, now);
      break;
    case EventKind::kDetectorTimer:
      egress_.watchers().detectors(p)->timer(event.traffic_class, now);
      break;
    case EventKind::kCrossbarSlot:
    case EventKind::kDeadlockTimer:
    case EventKind::kEdgeTimer:
    case EventKind::kInternalFrame:
    case EventKind::kHostService:
    case EventKind::kSource:
    case EventKind::kRegisterAccess:
      own_work(event);
      return show_all(now);
    case EventKind::kAction:
    case EventKind::kSample:
    case EventKind::kTrace:
      break;  // TimedDevice does these
  }
  if (probes_) {
    egress_.watchers().take_pausing_told() ? show_all(now) : show(p, now);
  }
}

void Device::show_each(Time now) {
  for (std::size_t p = 0; p < ports_.size(); ++p) {
    show(PortId(p), now);
  }
}

void Device::control_arrival(PortId p, Time now) {
  const frame::Packet& packet = ports_[p.index()]->arrived_control(now);
  if (!deafness_.is_deaf(p, now)) [[likely]] {
    engines_[p.index()]->arrival_listener()->feedback_arrived(packet.bytes, now);
  }
}

void Device::control_effect(PortId p, Time now) {
  frame::Packet& packet = ports_[p.index()]->take_effective_control();
  const Time arrival = packet.at - engines_[p.index()]->config().processing_delay;
  if (deafness_.is_deaf(p, arrival)) [[unlikely]] {
    if (deafness_.why(p, arrival) == Deafness::Why::kLinkDown) {
      ports_[p.index()]->count_lost();
    }
    messages_unheard_ += frame::is_itsy(packet.bytes) ? 1 : 0;
    return pool_.release(packet);
  }
  if (sinks_.empty()) [[likely]] {
    engines_[p.index()]->feedback_received(packet.bytes, now);
  } else {
    sinks_[p.index()].control(p, packet.bytes, now);
  }
  pool_.release(packet);
}

void Device::prefetch(Event event, unsigned round) const {
  const PortId p = event.port;
  if (event.kind == EventKind::kAdmission) {
    ports_[p.index()]->prefetch_admission(round);
  } else if (event.kind == EventKind::kTransmitEnd) {
    egress_.prefetch_transmission(p, round);
    ports_[p.index()]->prefetch_sending(round);
  }
}

}  // namespace weir::asic
