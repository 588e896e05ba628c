// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/link/ordered_set_line.h"

#include <algorithm>
#include <utility>

namespace weir::link {

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

SetSource* OrderedSetLine::idler() const {
  const auto first = std::find_if(sources_.begin(), sources_.end(), [](const SetSource* one) { return one->idles(); });
  return first == sources_.end() || peer_ == nullptr ? nullptr : *first;
}

// On a line without a frame the slots follow one another in the target spacing; in a frame one by one.
void OrderedSetLine::settle(Bytes before) {
  if (before <= settled_)
    return;
  const Bytes from = std::exchange(settled_, before);
  SetSource* const source = idler();
  if (source == nullptr)
    return;
  std::uint64_t sets = 0;
  for (Bytes at = pacer_.earliest(CtlosKind::kAck, from); at < before; at = pacer_.earliest(CtlosKind::kAck, at)) {
    const Bytes apart = std::max(pacer_.spacing().target, pacer_.spacing().any_two);
    const std::int64_t more = at < pacer_.state().frame_end ? 0 : (before - Bytes(1) - at) / apart;
    at += apart * more;
    pacer_.leaves(CtlosKind::kAck, at);
    free_at_ = std::max(free_at_, time_of(at)) + serialization_time(kSetLength, rate_);
    sets += static_cast<std::uint64_t>(more) + 1;
  }
  idle_ += sets;
  source->idled(sets);
}

// Of the sets since the line was settled last, those that leave a delay earlier.
std::uint64_t OrderedSetLine::idle_arrived(Time now) const {
  const Bytes by = byte_at(std::max(now - delay_, rate_since_));
  if (idler() == nullptr || by <= settled_)
    return idle_;
  const Bytes first = pacer_.earliest(CtlosKind::kAck, settled_);
  return idle_ + (first >= by ? 0 : static_cast<std::uint64_t>((by - Bytes(1) - first) / pacer_.spacing().target) + 1);
}

void OrderedSetLine::set_rate(BitRate rate, Time now) {
  settle(now);
  rate_offset_ = byte_at(now);
  rate_since_ = now;
  rate_ = rate;
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
  if (damage_ != nullptr && damage_->spoils_set(now, now + length)) {
    return source.lost(kind, now);
  }
  // While this end initialises, a set comes late only behind a late one: a late LLR_INIT would come behind frames that
  // it does not know of.
  const bool delayed = damage_ != nullptr && speaker(CtlosKind::kInit) == nullptr;
  const Time late = delayed ? damage_->set_delay(now) : Time(0);
  last_arrival_ = std::max(last_arrival_, gone + delay_ + late);
  peer_->receive({last_arrival_, bytes});
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
