// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/switch_asic.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "hw_model/asic/admission_rules.h"
#include "hw_model/asic/itsy_rules.h"
#include "hw_model/asic/switch_settings.h"
#include "hw_model/base/invariant.h"
#include "hw_model/datapath/mmu/policy_card.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::asic {

std::uint64_t DropCounters::total() const {
  std::uint64_t sum =
      std::accumulate(by_error.begin(), by_error.end(),
                      no_route + no_class + no_channel + not_ip + reset + link_down + refused + policed + pfcwd);
  for (std::size_t i = 0; i < mmu::kAdmissions; ++i) {
    if (mmu::is_drop(static_cast<mmu::Admission>(i))) {
      sum += admission[i];
    }
  }
  return sum;
}

SwitchAsic::SwitchAsic(const sc_core::sc_module_name& name, const SwitchConfig& config, const Timing& timing,
                       const Factories& factories, link::FramePool& pool, std::uint32_t index, std::uint64_t seed,
                       const Watchers& watchers)
    : Device(name, checked(config), timing, factories, pool, index),
      config_(resolved(config)),
      forwarding_("forwarding", seed, config.class_mapper, config.forwarding, class_mapper_of(config_).own()),
      own_mapper_(reference::make_own(config.class_mapper.source, mapper_context(config_, basename(), seed))),
      by_packets_(own_mapper_ != nullptr && !own_mapper_->is_by_fields()),
      policy_(mmu::make_policy(policy_context(config_, basename(), seed))),
      mmu_("mmu", config_.mmu, flow_control::sides<flow_control::ReceivingSide>(engines_)),
      crossbar_(crossbar::make_crossbar({.config = config_.crossbar,
                                         .ports = config.ports.size(),
                                         .own_input = makes_frames(config, watchers),
                                         .fastest_port = fastest_port(config),
                                         .max_frame = config.max_frame,
                                         .seed = seed,
                                         .output = &egress_,
                                         .gate = engines_.front()->input_judge() != nullptr ? this : nullptr,
                                         .scheduler = &scheduler(),
                                         .name = basename(),
                                         .factories = &factories})),
      drops_(config.ports.size()),
      internal_source_(pool),
      by_channel_(flow_control::traits_of(config.flow_control.scheme).by_channel),
      keeps_(config.ports.size()),
      interrupts_(config.ports.size()),
      csr_("csr", config.csr, timing, scheduler(), [this] { return make_register_bank(); }) {
  take_disciplines(config_, seed);
  egress_.take_blocks(factories, basename());
  if (not_beside_mmu(config_).empty())
    mmu_.take_block(factories, basename());
  if (not_by_partition(config_).empty())
    mmu_.take_partitions(factories, basename());
  for (const auto& engine : engines_) {
    if (engine->input_judge() != nullptr) {
      engine->input_judge()->judge_inputs();
    }
  }
  watch_ports(config_, watchers, factories, basename(), seed, egress_, engines_, *this);
  const auto& make_unit = watchers.deadlock_unit;
  deadlock::SwitchContext unit_context = deadlock_context(config_);
  unit_context.name = basename();
  unit_context.seed = seed;
  if (not_in_causality(config_).empty())
    unit_context.factories = &factories;
  deadlock_unit_ = make_unit ? make_unit(unit_context, *this) : deadlock::make_deadlock_unit(unit_context, *this);
  egress_.watchers().watch(deadlock_unit_.get());
  if (deadlock_unit_) {
    join(deadlock_unit_->roles());
  }
  edges_ = make_edges(config_, *this);
  take_mappers(factories);
  screened_ = !mappers_.empty() || by_channel_ || by_packets_ || !edges_.empty() || policy_ != nullptr;
  for (std::size_t p = 0; p < ports(); ++p) {
    const egress::DetectorRow* row = egress_.watchers().detectors(PortId(p));
    for (std::size_t i = 0; row != nullptr && i < row->size(); ++i) {
      join(PortId(p), (*row)[i].roles());
    }
  }
}

void SwitchAsic::own_work(Event event) {
  if (event.kind == EventKind::kCrossbarSlot) {
    crossbar_->slot(event.port, event.at);  // packet transfer: a slot of cells is no event
  } else if (event.kind == EventKind::kDeadlockTimer) {
    deadlock_unit_->timer(event.port, event.traffic_class, event.at);
  } else if (event.kind == EventKind::kEdgeTimer) {
    edges_[event.port.index()]->timer(event.at);
  } else if (event.kind == EventKind::kInternalFrame) {
    enter_internal(event.at);
  } else if (event.kind == EventKind::kRegisterAccess) {
    csr_.access(event.at);
  } else {
    broken_invariant("a switch has no sources of its own", name(), "", event.at);
  }
}

// A packet's way in: parsed, routed, admitted, handed to the crossbar.
[[gnu::hot]] void SwitchAsic::admission(PortId p, Time now) {
  parser::HeaderVector header;
  frame::Packet& packet = ports_[p.index()]->take_admitted(header);
  if (timing().turns != nullptr) {
    forwarding_.prefetch(ports_[p.index()]->head(), 1);
  }
  const auto drops = [&]() -> DropCounters& { return drops_of(p, forwarding_.class_of(header)); };
  if (deafness_.is_deaf(p, packet.at)) [[unlikely]] {
    return drop_unheard(p, packet, header, now);
  }
  if (header.error) {
    if (!mappers_.empty()) [[unlikely]] {
      show_mapper(p, header, now);
    }
    std::uint64_t& counter = drops().by_error[static_cast<std::size_t>(*header.error)];
    return drop(packet, counter, {packet, frame::name(*header.error)}, now);
  }
  if (!forwarding_.route(packet, header)) {
    const bool ip = header.network != parser::Network::kNone;
    return drop(packet, ip ? drops().no_route : drops().not_ip, {packet, ip ? "no_route" : "not_ip"}, now);
  }
  if (reference::follows_hops(forwarding_.mapper().source) && !has_class(p, packet, header, now)) [[unlikely]] {
    return;
  }
  if (screened_ && !passes_screens(p, packet, header, now)) [[unlikely]] {
    return;
  }
  if (egress_.watchers().watched(packet.egress) && unit_refuses(packet)) [[unlikely]] {
    return drop(packet, drops_of(p, packet.traffic_class).pfcwd, {packet, "pfcwd"}, now);
  }
  const Bytes queued = egress_.veq_depth(packet.egress, packet.traffic_class);
  const mmu::Admission admission =
      egress_.watchers().watched(packet.egress) ? admit_watched(packet, queued, now) : mmu_.admit(packet, queued, now);
  if (mmu::is_drop(admission)) {
    DropCounters& counters = drops_of(p, packet.traffic_class);  // perhaps not the header's class
    return drop(packet, counters.admission[static_cast<std::size_t>(admission)],
                {packet, mmu::name(admission), admission}, now, Lost::kPacket);
  }
  const PortId egress = packet.egress;
  crossbar_->packet_in(packet, now);
  show(egress, now);
}

// Whether this hop has a class for the packet, where classes follow hops. False: the packet has been dropped.
bool SwitchAsic::has_class(PortId p, frame::Packet& packet, const parser::HeaderVector& header, Time now) {
  if (forwarding_.beyond_its_service(header)) {
    drop(packet, drops_of(p, forwarding_.class_of(header)).no_class, {packet, "no_class"}, now);
    return false;
  }
  return !reference::is_in_frames(forwarding_.mapper().source) || label(p, packet, header, now);
}

mmu::Admission SwitchAsic::admit_watched(const frame::Packet& packet, Bytes queued, Time now) {
  egress::DetectorRow* const detectors = egress_.watchers().detectors(packet.egress);
  tell_units([&](deadlock::DeadlockUnit& unit) { unit.offered(packet, now); });
  if (detectors != nullptr) {
    detectors->offered(packet, queued, now);
  }
  const mmu::Admission admission = mmu_.admit(packet, queued, now);
  const bool taken = !mmu::is_drop(admission);
  if (detectors != nullptr && taken) {
    detectors->admitted(packet, now);
  }
  tell_units([&](deadlock::DeadlockUnit& unit) {
    const bool pauses = engines_[packet.ingress.index()]->receiver_state(packet.traffic_class) != 0;
    unit.decided(packet, taken, pauses, now);
  });
  return admission;
}

void SwitchAsic::set_line_rate(PortId p, BitRate rate, Time now) {
  port(p).set_rate(rate, now);
  if (const egress::DetectorRow* detectors = egress_.watchers().detectors(p))
    detectors->line_rate(rate, now);
}

const DropCounters& SwitchAsic::drops(PortId p, ClassId c) const {
  static const DropCounters kNone;
  const auto& counters = drops_.at(p, c);
  return counters ? *counters : kNone;
}

DropCounters& SwitchAsic::drops_of(PortId p, ClassId c) {
  auto& counters = drops_.at(p, c);
  if (!counters) {
    counters = std::make_unique<DropCounters>();
  }
  return *counters;
}

void SwitchAsic::drop(frame::Packet& packet, std::uint64_t& counter, const Drop& drop, Time now, Lost lost) {
  for (DropListener* const listener : drop_listeners_) {
    listener->dropped(*this, drop, now);
  }
  ++counter;
  const PortId p = packet.ingress;
  if (lost != Lost::kByReset && p != frame::kNoIngress) {
    interrupts_.dropped(p, lost == Lost::kPacket && engines_[p.index()]->lossless(packet.traffic_class), now);
  }
  pool_.release(packet);
}

// A packet that is out of its VEQ leaves as if it had been sent: the crossbar learns of the room.
void SwitchAsic::drop_taken(frame::Packet& packet, PortId egress, ClassId c, std::uint64_t DropCounters::*counter,
                            std::string_view reason, Time now) {
  if (packet.ingress == frame::kNoIngress) {
    const Bytes length = packet.length;
    internal_source_.drop(packet);
    return crossbar_->packet_left(egress, c, length, now);
  }
  departed(egress, packet.ingress, c, packet.length, now);
  drop(packet, drops_of(packet.ingress, c).*counter, {packet, reason}, now);
}

void SwitchAsic::drop_head(PortId egress, ClassId c, Time now) {
  frame::Packet* packet = egress_.take(egress, c, 0, now);
  if (packet == nullptr) {
    broken_invariant("the deadlock unit drops the head of an empty queue", name(), "", now);
  }
  interrupts_.raise(Cause::kWatchdog, egress, now);
  drop_taken(*packet, egress, c, &DropCounters::watchdog, "watchdog", now);
}

// What the room lets in meanwhile is dropped, too.
void SwitchAsic::drop_queue(PortId egress, ClassId c, Time now) {
  while (frame::Packet* packet = egress_.take(egress, c, 0, now)) {
    drop_taken(*packet, egress, c, &DropCounters::pfcwd_waiting, "pfcwd", now);
  }
}

void SwitchAsic::obey(PortId egress, ClassId c, bool on, Time now) {
  engines_[egress.index()]->obey(c, on, now);
  show(egress, now);
}

void SwitchAsic::storm(PortId egress, ClassId c, bool on, Time now) {
  for (DeclarationListener* const listener : declaration_listeners_) {
    listener->storm(*this, egress, c, on, now);
  }
  interrupts_.raise(on ? Cause::kWatchdog : Cause::kWatchdogOver, egress, now);
}

bool SwitchAsic::drop_waiting(PortId egress, ClassId c, PortId ingress, const deadlock::MayDrop& may, Time now) {
  const frame::PacketQueue& waiting = egress_.waiting(egress, c);
  const auto chosen = std::find_if(waiting.begin(), waiting.end(), [&](const frame::Packet& packet) {
    return packet.ingress == ingress && may(packet);
  });
  if (chosen == waiting.end())
    return false;
  const auto place = static_cast<std::size_t>(std::distance(waiting.begin(), chosen));
  drop_taken(*egress_.take(egress, c, place, now), egress, c, &DropCounters::resolution, "resolution", now);
  return true;
}

bool SwitchAsic::keep_paused(PortId ingress, ClassId c, bool on, Time now) {
  std::uint8_t& keeps = keeps_.at(ingress, c);
  keeps = static_cast<std::uint8_t>(on ? keeps + 1 : keeps - 1);
  if (keeps != (on ? 1 : 0))
    return true;
  flow_control::ViqPauses* const pauses = engines_[ingress.index()]->viq_pauses();
  const bool can = pauses != nullptr && pauses->keep_paused(c, on, now);
  keeps = can ? keeps : 0;
  show(ingress, now);
  return can;
}

void SwitchAsic::declare(const deadlock::Declaration& declaration, Time now) {
  for (DeclarationListener* const listener : declaration_listeners_) {
    listener->declared(*this, declaration, now);
  }
  interrupts_.raise(Cause::kDeadlock, declaration.ingress, now);
  show(declaration.ingress, now);
}

void SwitchAsic::resolves(PortId ingress, ClassId c, Time now) {
  for (DeclarationListener* const listener : declaration_listeners_) {
    listener->resolves(*this, ingress, c, now);
  }
}

void SwitchAsic::limits(const deadlock::FlowLimit& limit, Time now) {
  for (DeclarationListener* const listener : declaration_listeners_) {
    listener->limits(*this, limit, now);
  }
}

Bytes SwitchAsic::xon(PortId ingress, ClassId c) const {
  const flow_control::ViqPauses* const pauses = engines_[ingress.index()]->viq_pauses();
  return pauses != nullptr ? pauses->resumes_at(c) : Bytes(0);
}

frame::MacAddress SwitchAsic::address(PortId p) const { return engines_[p.index()]->address(); }

bool SwitchAsic::lend(PortId ingress, ClassId c, Bytes room, Time) { return mmu_.lend(ingress, c, room); }

bool SwitchAsic::resume(PortId ingress, ClassId c, Time now) {
  for (DeclarationListener* const listener : declaration_listeners_) {
    listener->resumed(*this, ingress, c, now);
  }
  flow_control::ViqPauses* const pauses = engines_[ingress.index()]->viq_pauses();
  const bool goes_on = pauses != nullptr && pauses->let_go(c, mmu_.viq_depth(ingress, c), now);
  show(ingress, now);
  return goes_on;
}

// A packet's way out: it leaves VEQ and VIQ together, and the crossbar learns of the room.
[[gnu::hot]] void SwitchAsic::departed(PortId egress, PortId ingress, ClassId traffic_class, Bytes length, Time now) {
  if (ingress == frame::kNoIngress) [[unlikely]] {
    internal_source_.left(length);
    return crossbar_->packet_left(egress, traffic_class, length, now);
  }
  mmu_.release(ingress, traffic_class, length, now);
  if (config_.crossbar.strategy != crossbar::Strategy::kOutputQueued)
    crossbar_->packet_left(egress, traffic_class, length, now);
  show(ingress, now);
}

// A notification is routed like any packet, but enters its queue when the work at hand, its caller's, is done.
bool SwitchAsic::notify(PortId port, const frame::Packet& about, const congestion::Notice& notice, Time now) {
  frame::Packet* packet = internal_source_.make(engines_[port.index()]->address(), about, notice, own_ttl());
  if (packet == nullptr) {
    return false;
  }
  const parser::HeaderVector header = parser_.parse(*packet);
  if (!goes(*packet, header) || !has_next_class(*packet, header)) {
    internal_source_.give_up(*packet);
    return false;
  }
  enter(*packet, now);
  return true;
}

void SwitchAsic::enter(frame::Packet& packet, Time now) {
  if (internal_source_.wait(packet)) {
    scheduler().schedule(now, EventKind::kInternalFrame, PortId(0));
  }
}

// A frame that the switch makes has its first hop here, as a frame of a host has: where classes follow the TTL, it
// comes with the TTL of hosts, less the hop before this one where packets are at even hops only.
std::uint8_t SwitchAsic::own_ttl() const {
  const reference::ClassMapperConfig& mapper = forwarding_.mapper();
  if (!reference::follows_ttl(mapper.source)) {
    return 0;
  }
  return static_cast<std::uint8_t>(mapper.ttl0 - (config_.flow_control.ttl_pfc.class_shift ? 0 : 1));
}

bool SwitchAsic::goes(frame::Packet& packet, const parser::HeaderVector& header) {
  if (header.error || forwarding_.beyond_its_service(header) || !forwarding_.route(packet, header)) {
    return false;
  }
  map_by_packet(packet, header, local_time());
  return has_channel(packet);
}

void SwitchAsic::enter_internal(Time now) {
  while (frame::Packet* packet = internal_source_.enter()) {
    if (egress::DetectorRow* const detectors = egress_.watchers().detectors(packet->egress)) {
      detectors->admitted(*packet, now);
    }
    crossbar_->own_in(*packet, now);
  }
}

void SwitchAsic::check() const {
  mmu_.check(name(), local_time());
  const Bytes queued = egress_.total() + crossbar_->in_transit() - internal_source_.queued();
  if (!mmu_.config().count_cells && mmu_.buffer().counted() != queued) {
    broken_invariant("the VIQs hold " + std::to_string(mmu_.buffer().counted().count()) + " B, VEQs and crossbar " +
                         std::to_string(queued.count()),
                     name(), "", local_time());
  }
}

}  // namespace weir::asic
