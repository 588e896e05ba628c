// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What few ports have on their wire: ordered sets, a capture, damage, link-level retry.

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/port/port.h"

namespace weir::port {

void Port::join_sets(link::SetSource* source, link::SetSink* sink) {
  if (!sets_) {
    sets_ = std::make_unique<link::OrderedSetLine>(scheduler_, id_, link_.rate);
    sets_->set_damage(damage_);
    attend_to(kSets, true);
  }
  sets_->join(source, sink);
  connect_sets();
  if (peer_ != nullptr) {
    peer_->connect_sets();
  }
}

void Port::connect_sets() {
  if (sets_) {
    sets_->connect(peer_ == nullptr ? nullptr : peer_->sets_.get(), link_.delay);
  }
}

void Port::reset_sets(Time now, Time deaf_until) {
  if (sets_) {
    sets_->reset(now, deaf_until);
  }
}

void Port::set_spacing(const link::CtlosSpacing& spacing) {
  if (sets_) {
    sets_->set_spacing(spacing);
  }
}

void Port::damage(link::LinkDamage& damage) {
  damage_ = &damage;
  attend_to(kDamaged, true);
  if (sets_) {
    sets_->set_damage(damage_);
  }
}

void Port::set_link(bool up) {
  link_state_.up = up;
  attend_to(kDown, !up);
  if (sets_) {
    sets_->cut(!up);
  }
}

// What few ports do with a frame that they send. Returns whether the frame goes to the other end; otherwise it is gone.
[[gnu::hot]] bool Port::attend(frame::Packet& packet, Time end) {
  const Time begin = end - wire_time(packet.length);
  const bool damaged = (attended_ & kDamaged) != 0;
  const link::FrameFate fate = damaged ? damage_->frame_leaves(packet, begin, end) : link::FrameFate();
  if (fate.sent_poisoned) {
    packet.extras |= frame::kFcsWrong | frame::kPoisoned;
    if (packet.link_number != frame::kNoLinkNumber) {
      retry_->sent_poisoned();
    }
  }
  if ((attended_ & kTapped) != 0) {
    (*tap_)(packet, end, Direction::kOut);
  }
  if ((attended_ & kSets) != 0) {
    sets_->frame_begins(begin, end);
  }
  if (damaged) {
    packet.extras = static_cast<std::uint8_t>((packet.extras & ~link::kWrong) | fate.found);
  }
  if ((attended_ & kDown) == 0) {
    return true;
  }
  ++link_state_.lost;
  if (peer_ == nullptr) {
    pool_.release(packet);
    return false;
  }
  packet.extras |= frame::kFcsWrong | frame::kMarked;
  return true;
}

bool Port::comes_out_of_band(const frame::Packet& packet) const {
  return takes_as_control(packet) && control_kind(packet)->out_of_band;
}

// With link-level retry nothing is known of a frame before its last bit.
[[gnu::hot]] void Port::await(frame::Packet& packet, Time arrival) {
  if (arrival < (arriving_.empty() ? scheduler_.horizon() : awaited_)) {
    broken_invariant("a frame arrives before the one that was sent before it, or in the past of its receiver", name(),
                     frame::identity(packet), arrival);
  }
  awaited_ = arrival;
  packet.at = arrival;
  packet.ingress = id_;
  if ((attended_ & kTapped) != 0) {
    (*tap_)(packet, arrival, Direction::kIn);
  }
  arriving_.push_back(packet);
  if (&arriving_.front() == &packet) {
    scheduler_.schedule(arrival, EventKind::kFrameArrival, id_);
  }
}

}  // namespace weir::port
