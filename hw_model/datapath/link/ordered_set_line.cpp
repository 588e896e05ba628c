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

}  // namespace

void OrderedSetLine::join(SetSource* source, SetSink* sink) {
  if (source != nullptr)
    sources_.push_back(source);
  if (sink != nullptr)
    sinks_.push_back(sink);
}

// The byte that is on the line; and the first instant at which it is. A frame's end between two bytes is that of the
// byte before, so that a set that waits for it leaves before the next frame.
Bytes OrderedSetLine::byte_at(Time now) const { return rate_offset_ + bytes_in(now - rate_since_, rate_); }
Time OrderedSetLine::time_of(Bytes at) const { return rate_since_ + serialization_time(at - rate_offset_, rate_); }

// Behind the last byte that has begun before `now`.
Bytes OrderedSetLine::begun_before(Time now) const {
  const Bytes floor = byte_at(now);
  return time_of(floor) < now ? floor + Bytes(1) : floor;
}

SetSource* OrderedSetLine::idler() const {
  const auto first = std::find_if(sources_.begin(), sources_.end(), [](const SetSource* one) { return one->idles(); });
  return first == sources_.end() || peer_ == nullptr ? nullptr : *first;
}

// The ACK slots from one byte to before another. On a line without a frame they follow one another in the target
// spacing, and are visited together; in a frame one by one.
template <class Visit>
void OrderedSetLine::visit_slots(CtlosPacer& pacer, Bytes from, Bytes before, Visit visit) {
  const Bytes apart = std::max(pacer.spacing().target, pacer.spacing().any_two);
  for (Bytes at = pacer.earliest(CtlosKind::kAck, from); at < before; at = pacer.earliest(CtlosKind::kAck, at)) {
    const std::int64_t more = at < pacer.state().frame_end ? 0 : (before - Bytes(1) - at) / apart;
    visit(Slots{at, apart, more + 1});
    at += apart * more;
    pacer.leaves(CtlosKind::kAck, at);
  }
}

void OrderedSetLine::settle(Bytes before) {
  if (before <= settled_)
    return;
  const Bytes from = std::exchange(settled_, before);
  SetSource* const source = idler();
  if (source == nullptr)
    return;
  const Bytes late = damage_ == nullptr ? Bytes(0) : bytes_in(2 * damage_->set_delay(time_of(before)), rate_);
  std::int64_t sets = 0;
  visit_slots(pacer_, from, before, [&](const Slots& slots) {
    if (tapped()) [[unlikely]]
      show_idle(*source, slots);
    free_at_ = std::max(free_at_, time_of(slots.last())) + serialization_time(kSetLength, rate_);
    if (damage_ != nullptr) [[unlikely]] {
      const LinkDamage* const delays = speaker(CtlosKind::kInit) == nullptr ? damage_ : nullptr;
      last_arrival_ = late_arrival(delays, time_of(slots.last()), set_crossing(), last_arrival_);
    }
    under_way_.push(slots, before - in_flight_ - late);
    sets += slots.count;
  });
  idle_ += static_cast<std::uint64_t>(sets);
  source->idled(static_cast<std::uint64_t>(sets));
}

// Those of which the last byte has reached the other end before `now`. The line may not be settled as far, or farther.
std::uint64_t OrderedSetLine::idle_arrived(Time now) const {
  const Time left = std::max(left_by(now), rate_since_);
  const Bytes by = begun_before(left);
  std::int64_t later = under_way_.from(by);
  if (by > settled_ && idler() != nullptr) {
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
  in_flight_ = bytes_in(2 * delay_, rate_) + 2 * kSetLength;
}

void OrderedSetLine::set_rate(BitRate rate, Time now) {
  settle(now);
  rate_offset_ = byte_at(now);
  rate_since_ = now;
  rate_ = rate;
  in_flight_ = bytes_in(2 * delay_, rate_) + 2 * kSetLength;
  set_due(now);
}

SetSource* OrderedSetLine::speaker(CtlosKind kind) const {
  const auto first =
      std::find_if(sources_.begin(), sources_.end(), [&](const SetSource* source) { return source->wants(kind); });
  return first == sources_.end() ? nullptr : *first;
}

void OrderedSetLine::set_due(Time now) {
  if (peer_ == nullptr)
    return;
  settle(now);
  arm(now);
}

// Schedules the set that leaves next as things are. A frame that begins before only postpones it.
void OrderedSetLine::arm(Time now) {
  std::array<bool, kCtlosKinds> wanted{};
  for (std::size_t n = 0; n < kCtlosKinds; ++n)
    wanted[n] = speaker(static_cast<CtlosKind>(n)) != nullptr;
  const std::optional<CtlosTurn> turn = pacer_.next(wanted, byte_at(now));
  if (!turn)
    return;
  const Time at = std::max(now, time_of(turn->at));
  if (at < due_) {
    due_ = at;
    scheduler_.schedule(at, EventKind::kOrderedSet, id_);
  }
}

void OrderedSetLine::leave(Time now) {
  if (now != due_)
    return;  // an earlier one has been armed since
  due_ = kNever;
  settle(now);
  std::array<bool, kCtlosKinds> wanted{};
  for (std::size_t n = 0; n < kCtlosKinds; ++n)
    wanted[n] = speaker(static_cast<CtlosKind>(n)) != nullptr;
  const Bytes byte = byte_at(now);
  const std::optional<CtlosTurn> turn = pacer_.next(wanted, byte);
  if (turn && turn->at <= byte) {
    pacer_.leaves(turn->kind, time_of(byte) < now ? byte + Bytes(1) : byte);  // never closer than the spacing
    put_on_wire(turn->kind, now);
  }
  arm(now);
}

void OrderedSetLine::put_on_wire(CtlosKind kind, Time now) {
  const Time length = serialization_time(kSetLength, rate_);
  const Time gone = now < frame_end_ ? std::min(now + length, frame_end_) : now + length;
  free_at_ = std::max(free_at_, now) + length;
  ++counters_.sent;
  SetSource& source = *speaker(kind);
  const frame::OrderedSetBytes bytes = source.take(kind, now);
  SeenSet seen{.bytes = bytes, .first = now, .last = gone, .in_frame = in_frame(byte_at(now))};
  if (damage_ != nullptr && damage_->spoils_set(now, now + length)) {
    seen.damaged = true;
    show(seen, gone + delay_);
    return source.lost(kind, now);
  }
  // While this end initialises, a set comes late only behind a late one: a late LLR_INIT would come behind frames that
  // it does not know of.
  const bool delayed = damage_ != nullptr && speaker(CtlosKind::kInit) == nullptr;
  const Time late = delayed ? damage_->set_delay(now) : Time(0);
  last_arrival_ = std::max(last_arrival_, gone + delay_ + late);
  show(seen, last_arrival_);
  peer_->receive({last_arrival_, bytes});
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
  set.leaves = false;
  set.damaged = damaged;
  set.first += arrives - set.last;
  set.last = arrives;
  if (peer_ != nullptr && peer_->tap_ != nullptr)
    peer_->tap_->seen(set);
}

void OrderedSetLine::show_idle(const SetSource& source, const Slots& slots) const {
  const Time length = serialization_time(kSetLength, rate_);
  SeenSet set{.bytes = source.idle_ack(), .first = {}, .last = {}, .in_frame = in_frame(slots.first)};
  set.without_news = true;
  const LinkDamage* const delays = speaker(CtlosKind::kInit) == nullptr ? damage_ : nullptr;
  Time arrival = damage_ != nullptr ? last_arrival_ : Time(0);
  for (std::int64_t n = 0; n < slots.count; ++n) {
    set.first = time_of(slots.first + slots.apart * n);
    set.last = set.first + length;
    arrival = late_arrival(delays, set.first, set_crossing(), arrival);
    show(set, arrival);
  }
}

void OrderedSetLine::receive(const OnWire& set) {
  if (count_ == ring_.size()) {
    std::rotate(ring_.begin(), ring_.begin() + static_cast<std::ptrdiff_t>(first_), ring_.end());
    first_ = 0;
    ring_.resize(2 * count_);
  }
  ring_[(first_ + count_) & (ring_.size() - 1)] = set;
  if (++count_ == 1)
    scheduler_.schedule(set.arrival, EventKind::kSetArrival, id_);
}

void OrderedSetLine::arrive(Time now) {
  const OnWire set = ring_[first_];
  first_ = (first_ + 1) & (ring_.size() - 1);
  if (--count_ != 0)
    scheduler_.schedule(ring_[first_].arrival, EventKind::kSetArrival, id_);
  if (set.down_until != Time(0)) {
    for (SetSink* sink : sinks_)
      sink->line_down(set.down_until, now);
    return;
  }
  if (now < deaf_until_)
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
    peer_->receive({last_arrival_, {}, deaf_until + delay_});
  }
}

}  // namespace weir::link
