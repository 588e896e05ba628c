// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/lossy_link.h"

#include <algorithm>

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/link/kernel_time.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/itsy_message.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_tags.h"

namespace weir::network {
namespace {

constexpr std::size_t kEtherType = 12;
constexpr std::size_t kBody = 14;

unsigned two_octets(const frame::Packet& packet, std::size_t at) {
  return (unsigned{packet.bytes[at]} << 8U) | packet.bytes[at + 1];
}

bool is(const frame::Packet& packet, frame::EtherType type) {
  return two_octets(packet, kEtherType) == static_cast<unsigned>(type);
}

bool is_pfc(const frame::Packet& packet) {
  return is(packet, frame::EtherType::kMacControl) &&
         two_octets(packet, kBody) == static_cast<unsigned>(frame::MacControlOpcode::kPfc);
}

}  // namespace

LinkFaultCounters& LinkFaultCounters::operator+=(const LinkFaultCounters& other) {
  lost += other.lost;
  doubled += other.doubled;
  delayed += other.delayed;
  lost_bytes += other.lost_bytes;
  doubled_bytes += other.doubled_bytes;
  return *this;
}

Time LossyLink::Drawn::extra() {
  const auto range = static_cast<std::uint64_t>((fault.most - fault.least).count());
  return fault.least + Time(static_cast<std::int64_t>(random.below(range + 1)));
}

LossyLink::LossyLink(const sc_core::sc_module_name& name, link::FramePool& pool, Time delay, Time quantum)
    : OnCable(name, pool), delay_(delay), quantum_(quantum) {
  SC_HAS_PROCESS(LossyLink);
  SC_METHOD(turns_are_over);
  sensitive << due_;
  dont_initialize();
  SC_METHOD(hand_over);
  sensitive << turns_over_;
  dont_initialize();
}

void LossyLink::take(frame::Packet& packet, Time arrival) {
  if (const auto kind = private_frame_of(packet)) {
    strike(packet, *kind, arrival);
  } else {
    if (is_pfc(packet)) {
      pfc_frame(packet);
    }
    hold(packet, arrival, is(packet, frame::EtherType::kMacControl));
  }
  turns_over_.notify(sc_core::SC_ZERO_TIME);
}

// A private frame to a group address is control of this link; one to a unicast address crosses switches as data.
std::optional<LossyLink::PrivateFrame> LossyLink::private_frame_of(const frame::Packet& packet) {
  if ((packet.bytes[0] & 1U) != 0) {
    return is(packet, frame::EtherType::kLocalExperiment) ? std::optional(PrivateFrame{packet.bytes[kBody], false})
                                                          : std::nullopt;
  }
  const auto message = frame::read_routed_message(packet.bytes);
  return message ? std::optional(PrivateFrame{message->subtype, true}) : std::nullopt;
}

void LossyLink::strike(frame::Packet& packet, const PrivateFrame& kind, Time arrival) {
  for (Drawn& drawn : faults_) {
    const LinkFault& fault = drawn.fault;
    if (fault.riding || fault.subtype.value_or(kind.subtype) != kind.subtype || !drawn.strikes()) {
      continue;
    }
    switch (fault.kind) {
      case FaultKind::kLose:
        count(packet, kind, &LinkFaultCounters::lost);
        return pool_.release(packet);
      case FaultKind::kDouble:
        count(packet, kind, &LinkFaultCounters::doubled);
        hold(pool_.copy(packet), arrival + drawn.extra(), !kind.is_data);
        break;
      case FaultKind::kDelay:
        count(packet, kind, &LinkFaultCounters::delayed);
        arrival += drawn.extra();
        break;
    }
  }
  hold(packet, arrival, !kind.is_data);
}

void LossyLink::count(const frame::Packet& packet, const PrivateFrame& kind,
                      std::uint64_t LinkFaultCounters::*counter) {
  ++(counters_.*counter);
  if (!kind.is_data && !frame::is_itsy(packet.bytes)) {
    return;
  }
  LinkFaultCounters& alike = kind.is_data ? data_[packet.flow] : unit_messages_;
  ++(alike.*counter);
  alike.lost_bytes += counter == &LinkFaultCounters::lost ? frame::made_length(packet) : Bytes(0);
  alike.doubled_bytes += counter == &LinkFaultCounters::doubled ? frame::made_length(packet) : Bytes(0);
}

LinkFaultCounters LossyLink::data() const {
  LinkFaultCounters all;
  for (const auto& [flow, counters] : data_) {
    all += counters;
  }
  return all;
}

Time LossyLink::longest_delay() const {
  Time longest;
  for (const Drawn& drawn : faults_) {
    longest += drawn.fault.kind == FaultKind::kDelay ? drawn.fault.most : Time(0);
  }
  return longest;
}

// Strikes the rider on a PFC frame, or lets the waiting rider go on a frame without one.
void LossyLink::pfc_frame(frame::Packet& packet) {
  const auto octets = packet.bytes.begin() + kFirstRidingOctet;
  const auto end = octets + kRidingOctets;
  if (std::all_of(octets, end, [](std::uint8_t octet) { return octet == 0; })) {
    if (rider_) {
      std::copy(rider_->begin(), rider_->end(), octets);
      rider_.reset();
    }
    return;
  }
  for (Drawn& drawn : faults_) {
    if (!drawn.fault.riding || !drawn.strikes()) {
      continue;
    }
    if (drawn.fault.kind != FaultKind::kLose) {
      std::copy(octets, end, rider_.emplace().begin());
    }
    ++(drawn.fault.kind == FaultKind::kLose     ? counters_.lost
       : drawn.fault.kind == FaultKind::kDouble ? counters_.doubled
                                                : counters_.delayed);
    if (drawn.fault.kind != FaultKind::kDouble) {
      return static_cast<void>(std::fill(octets, end, std::uint8_t{0}));
    }
  }
}

// Inserts the frame behind all that arrive no later, so that untouched frames keep their order.
void LossyLink::hold(frame::Packet& packet, Time arrival, bool control) {
  const auto behind = std::upper_bound(held_.begin(), held_.end(), arrival,
                                       [](Time at, const Held& held) { return at < held.arrival; });
  held_.insert(behind, {arrival, &packet, control});
}

void LossyLink::turns_are_over() { turns_over_.notify(sc_core::SC_ZERO_TIME); }

void LossyLink::hand_over() {
  const Time now = link::kernel_time();
  const Time step = std::max(quantum_, Time(1));
  auto next = held_.begin();
  while (next != held_.end() && next->arrival < now + step + delay_) {
    send(*next++);
  }
  held_.erase(held_.begin(), next);
  if (!held_.empty()) {
    due_.notify(link::until((held_.front().arrival - delay_) / step * step));
  }
}

void LossyLink::send(const Held& held) {
  if (held.arrival < handed_over_) {
    broken_invariant("a link has handed over a frame too early", name(), frame::identity(*held.packet), held.arrival);
  }
  handed_over_ = held.arrival;
  give(*held.packet, held.arrival);
}

}  // namespace weir::network
