// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/link/ordered_set_line.h"

#include <algorithm>
#include <utility>

namespace weir::link {

namespace {

// When an ACK without news that left then has arrived: late as other sets are, and not before what left `earlier` has.
Time late_arrival(const LinkDamage* delays, Time left, Time crossing, Time earlier) {
  return std::max(earlier, left + crossing + (delays != nullptr ? delays->set_delay(left) : Time(0)));
}

bool says(const SetSource& source, CtlosKind kind) { return (source.needs().wanted & bit_of(kind)) != 0; }

}  // namespace

void OrderedSetLine::join(SetSource* source, SetSink* sink) {
  if (source != nullptr)
    sources_.push_back(source);
  if (sink != nullptr)
    sinks_.push_back(sink);
}

// At this rate from now on.
void OrderedSetLine::count_at(BitRate rate) {
  rate_ = rate;
  byte_time_ = whole_byte_time(rate);
  set_time_ = serialization_time(frame::kOrderedSetLength, rate);
  in_flight_ = bytes_in(2 * delay_, rate_) + 2 * frame::kOrderedSetLength;
  armed_ = 0;
}

// Behind the last byte that has begun before `now`.
Bytes OrderedSetLine::begun_before(Time now) const {
  const Bytes floor = byte_at(now);
  return time_of(floor) < now ? floor + Bytes(1) : floor;
}

[[gnu::hot]] void OrderedSetLine::ask_sources() {
  wanted_ = 0;
  idler_ = nullptr;
  for (SetSource* const source : sources_) {
    const SetNeeds needs = source->needs();
    wanted_ = static_cast<CtlosMask>(wanted_ | needs.wanted);
    if (needs.idles && idler_ == nullptr && peer_ != nullptr)
      idler_ = source;
  }
}

// The ACK slots from one byte to before another. On a line without a frame they follow one another in the target
// spacing, and are visited together; in a frame one by one.
template <class Visit>
[[gnu::hot]] void OrderedSetLine::visit_slots(CtlosPacer& pacer, Bytes from, Bytes before, Visit visit) {
  const Bytes apart = std::max(pacer.spacing().target, pacer.spacing().any_two);
  for (Bytes at = pacer.earliest(CtlosKind::kAck, from); at < before; at = pacer.earliest(CtlosKind::kAck, at)) {
    const std::int64_t more = at < pacer.state().frame_end ? 0 : (before - Bytes(1) - at) / apart;
    visit(Slots{at, apart, more + 1});
    at += apart * more;
    pacer.leaves(CtlosKind::kAck, at);
  }
}

// ACKs without news from that byte on.
[[gnu::hot]] void OrderedSetLine::leave_idle(Bytes from, Bytes before) {
  std::int64_t sets = 0;
  visit_slots(pacer_, from, before, [&](const Slots& slots) {
    if (tapped()) [[unlikely]]
      show_idle(*idler_, slots);
    free_at_ = std::max(free_at_, time_of(slots.last())) + set_time_;
    Bytes late{0};
    if (damage_ != nullptr) [[unlikely]] {
      const LinkDamage* const delays = initialises() ? nullptr : damage_;
      last_arrival_ = late_arrival(delays, time_of(slots.last()), set_crossing(), last_arrival_);
      const Time delay = damage_->set_delay(time_of(before));
      late = delay > Time(0) ? bytes_in(2 * delay, rate_) : Bytes(0);
    }
    under_way_.push(slots, before - in_flight_ - late);
    sets += slots.count;
  });
  if (sets == 0)
    return;
  idle_ += static_cast<std::uint64_t>(sets);
  idler_->idled(static_cast<std::uint64_t>(sets));
}

// Those of which the last byte has reached the other end before `now`. The line may not be settled as far, or farther.
std::uint64_t OrderedSetLine::idle_arrived(Time now) const {
  const Time left = std::max(left_by(now), rate_since_);
  const Bytes by = begun_before(left);
  std::int64_t later = under_way_.from(by);
  if (by > settled_ && idler_ != nullptr) {
    CtlosPacer ahead = pacer_;
    visit_slots(ahead, settled_, by, [&](const Slots& slots) { later -= slots.count; });
  }
  return idle_ - static_cast<std::uint64_t>(later);
}

Time OrderedSetLine::left_by(Time arrival) const {
  const Time in_time = arrival - set_crossing();
  return damage_ == nullptr ? in_time : in_time - damage_->set_delay(in_time);
}

void OrderedSetLine::connect(OrderedSetLine* peer, Time delay) {
  peer_ = peer;
  delay_ = delay;
  in_flight_ = bytes_in(2 * delay_, rate_) + 2 * frame::kOrderedSetLength;
}

void OrderedSetLine::set_rate(BitRate rate, Time now) {
  settle(now);
  rate_offset_ = seen_ = byte_at(now);
  rate_since_ = seen_since_ = now;
  count_at(rate);
  set_due(now);
}

[[gnu::hot]] SetSource& OrderedSetLine::speaker(CtlosKind kind) const {
  if (sources_.size() == 1) [[likely]]
    return *sources_.front();
  return **std::find_if(sources_.begin(), sources_.end(),
                        [kind](const SetSource* source) { return says(*source, kind); });
}

bool OrderedSetLine::initialises() const {
  return std::any_of(sources_.begin(), sources_.end(),
                     [](const SetSource* source) { return says(*source, CtlosKind::kInit); });
}

[[gnu::hot]] void OrderedSetLine::set_due(Time now) {
  if (peer_ == nullptr)
    return;
  settle(now);
  ask_sources();
  arm(now);
}

// Schedules the set that leaves next as things are. A frame that begins before only postpones it: while an event is
// pending, kinds that were wanted when it was scheduled need no other.
[[gnu::hot]] void OrderedSetLine::arm(Time now) {
  if (wanted_ == 0 || (due_ != kNever && (wanted_ & ~armed_) == 0))
    return;
  armed_ = wanted_;
  const Time at = std::max(now, time_of(pacer_.next(wanted_, byte_at(now))->at));
  if (at < due_) {
    due_ = at;
    scheduler_.schedule(at, EventKind::kOrderedSet, id_);
  }
}

[[gnu::hot]] void OrderedSetLine::leave(Time now) {
  if (now != due_)
    return;  // an earlier one has been armed since
  due_ = kNever;
  settle(now);
  ask_sources();
  const Bytes byte = reach(now);
  const std::optional<CtlosTurn> turn = pacer_.next(wanted_, byte);
  if (turn && turn->at <= byte) {
    pacer_.leaves(turn->kind, time_of(byte) < now ? byte + Bytes(1) : byte);  // never closer than the spacing
    put_on_wire(turn->kind, now);
  }
  arm(now);
}

[[gnu::hot]] void OrderedSetLine::put_on_wire(CtlosKind kind, Time now) {
  const Time gone = now < frame_end_ ? std::min(now + set_time_, frame_end_) : now + set_time_;
  free_at_ = std::max(free_at_, now) + set_time_;
  ++counters_.sent;
  SetSource& source = speaker(kind);
  const frame::OrderedSetBytes bytes = source.take(kind, now);
  SetFate fate = damage_ != nullptr ? damage_->set_leaves(now, now + set_time_) : SetFate::kArrives;
  if (cut_) [[unlikely]]
    fate = SetFate::kSpoiled;
  const auto seen = [&] {
    return SeenSet{.bytes = bytes,
                   .first = now,
                   .last = gone,
                   .in_frame = in_frame(byte_at(now)),
                   .damaged = fate == SetFate::kSpoiled};
  };
  if (fate == SetFate::kSpoiled) [[unlikely]] {
    show(seen(), gone + delay_);
    source.lost(kind, now);
    return ask_sources();
  }
  ask_sources();
  // While this end initialises, a set comes late only behind a late one: a late LLR_INIT would come behind frames that
  // it does not know of.
  const bool delayed = damage_ != nullptr && (wanted_ & bit_of(CtlosKind::kInit)) == 0;
  const Time late = delayed ? damage_->set_delay(now) : Time(0);
  last_arrival_ = std::max(last_arrival_, gone + delay_ + late);
  if (tapped()) [[unlikely]]
    show(seen(), last_arrival_);
  peer_->receive(last_arrival_, bytes);
  if (fate == SetFate::kDoubled) [[unlikely]] {
    show_arrival(seen(), last_arrival_);
    peer_->receive(last_arrival_, bytes);
  }
}

// Bytes of the frame that is on the line which go before this byte; 0: none is.
Bytes OrderedSetLine::in_frame(Bytes at) const {
  const CtlosPacerState& line = pacer_.state();
  return line.frame_start <= at && at < line.frame_end ? at - line.frame_start : Bytes(0);
}

// `arrives`: its last byte, at the peer.
void OrderedSetLine::show(SeenSet set, Time arrives) const {
  const bool damaged = std::exchange(set.damaged, false);  // which the sender cannot see
  set.leaves = true;
  if (tap_ != nullptr)
    tap_->seen(set);
  set.damaged = damaged;
  show_arrival(set, arrives);
}

void OrderedSetLine::show_arrival(SeenSet set, Time arrives) const {
  set.leaves = false;
  set.first += arrives - set.last;
  set.last = arrives;
  if (peer_ != nullptr && peer_->tap_ != nullptr)
    peer_->tap_->seen(set);
}

void OrderedSetLine::show_idle(const SetSource& source, const Slots& slots) const {
  SeenSet set{.bytes = source.idle_ack(), .first = {}, .last = {}, .in_frame = in_frame(slots.first)};
  set.without_news = true;
  const LinkDamage* const delays = initialises() ? nullptr : damage_;
  Time arrival = damage_ != nullptr ? last_arrival_ : Time(0);
  for (std::int64_t n = 0; n < slots.count; ++n) {
    set.first = time_of(slots.first + slots.apart * n);
    set.last = set.first + set_time_;
    arrival = late_arrival(delays, set.first, set_crossing(), arrival);
    show(set, arrival);
  }
}

[[gnu::hot]] void OrderedSetLine::receive(Time arrival, frame::OrderedSetBytes bytes, Time down_until) {
  if (count_ == ring_.size()) {
    std::rotate(ring_.begin(), ring_.begin() + static_cast<std::ptrdiff_t>(first_), ring_.end());
    first_ = 0;
    ring_.resize(2 * count_);
  }
  ring_[(first_ + count_) & (ring_.size() - 1)] = {arrival, bytes, down_until};
  if (++count_ == 1)
    scheduler_.schedule(arrival, EventKind::kSetArrival, id_);
}

[[gnu::hot]] void OrderedSetLine::arrive(Time now) {
  const OnWire set = ring_[first_];
  first_ = (first_ + 1) & (ring_.size() - 1);
  if (--count_ != 0)
    scheduler_.schedule(ring_[first_].arrival, EventKind::kSetArrival, id_);
  if (set.down_until != Time(0)) {
    for (SetSink* sink : sinks_)
      sink->line_down(set.down_until, now);
    return;
  }
  if (now < deaf_until_ || cut_)
    return;
  ++counters_.received;
  for (SetSink* sink : sinks_)
    sink->set_arrived(set.bytes, now);
}

void OrderedSetLine::reset(Time now, Time deaf_until) {
  settle(now);
  const CtlosSpacing spacing = pacer_.spacing();
  pacer_ = CtlosPacer(spacing);
  if (now < frame_end_)
    pacer_.frame_begins(byte_at(now), byte_at(frame_end_) - byte_at(now));
  due_ = kNever;
  deaf_until_ = deaf_until;
  if (peer_ != nullptr) {
    last_arrival_ = std::max(last_arrival_, now + delay_);
    peer_->receive(last_arrival_, {}, deaf_until == kNever ? kNever : deaf_until + delay_);
  }
}

}  // namespace weir::link
