// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The ordered sets of one port, in both directions of its link; present only where somebody has joined.
//
// Sending: a set leaves at the first byte at which its pacer lets it, between frames or inside one, before a frame that
// could begin at the same instant. It takes its eight bytes of line time. Since a port announces a frame's end when it
// sends the first bit, a set inside a frame does not lengthen the frame, but the gap behind it: the next frame begins
// no earlier than free_at(). The gap that a link charges with a frame counts as the end of that frame.
//
// Receiving: sets and frames of a direction are one FIFO. A set that leaves inside a frame arrives before that frame's
// last bit, or with it and then first (EventKind); a set that leaves behind a frame arrives behind it.
//
// Bytes of line time are counted from the start of the run at the rate of the moment. At rates of whole picoseconds a
// byte, all standard ones, they are counted on from the byte that was looked at last: a division of few digits.
//
// ACKs without news (SetNeeds::idles) take their eight bytes of line time, but are no events. The line works them out
// whenever somebody needs to know: when a frame is to begin, when another set leaves, and when settle() is called.

#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/scheduler.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/link/link_config.h"
#include "hw_model/datapath/link/link_damage.h"
#include "hw_model/datapath/link/ordered_sets.h"
#include "hw_model/datapath/link/set_tap.h"
#include "hw_model/datapath/link/slots_under_way.h"
#include "hw_model/reference/ctlos_pacer.h"

namespace weir::link {

struct OrderedSetCounters {
  std::uint64_t sent = 0;  // without ACKs that have no news
  std::uint64_t received = 0;
};

class OrderedSetLine {
 public:
  OrderedSetLine(Scheduler& scheduler, PortId id, BitRate rate) : scheduler_(scheduler), id_(id) { count_at(rate); }

  void join(SetSource* source, SetSink* sink);
  void set_spacing(const CtlosSpacing& spacing) {
    pacer_.set_spacing(spacing);
    armed_ = 0;
  }
  const CtlosPacer& pacer() const { return pacer_; }
  const OrderedSetCounters& counters() const { return counters_; }

  // Where sets arrive: the line of the port at the other end, `delay` away. Null: nowhere, and none are sent.
  void connect(OrderedSetLine* peer, Time delay);
  bool connected() const { return peer_ != nullptr; }

  // What the wire does to the sets that leave; null: nothing.
  void set_damage(LinkDamage* damage) { damage_ = damage; }

  // Shows every set that leaves or arrives here; null: none. ACKs without news are shown when the line works them out.
  void set_tap(SetTap* tap) { tap_ = tap; }

  // From now on the line has this rate.
  void set_rate(BitRate rate, Time now);

  // A frame is on the wire from `now` to `end`, its gap included where the link charges it.
  void frame_begins(Time now, Time end) {
    const Bytes first = reach(now);
    pacer_.frame_begins(first, byte_at(end) - first);
    frame_end_ = free_at_ = end;
  }
  // No frame may begin earlier.
  Time free_at(Time now) {
    settle(reach(now) + Bytes(1));
    return free_at_;
  }

  // Works out the ACKs without news that have left before `now`.
  void settle(Time now) { settle(reach(now)); }
  // ACKs without news that have left and have wholly arrived at the other end before `now`.
  std::uint64_t idle_arrived(Time now) const;
  // ACKs without news of which the first byte has left before `now`.
  std::uint64_t idle_left(Time now) {
    settle(begun_before(now));
    return idle_;
  }
  // When a set left of which the last byte arrives then: sets that left before have arrived.
  Time left_by(Time arrival) const;

  // A source may have something to say.
  void set_due(Time now);
  // Asks the sources what they need: for one that has no more to say.
  void ask_sources();
  // The work of kOrderedSet and kSetArrival.
  void leave(Time now);
  void arrive(Time now);

  // Both directions forget everything; sets that arrive before `deaf_until` are not heard. kNever: until another reset.
  void reset(Time now, Time deaf_until);

  // While the cable is cut, sets that leave are lost, and sets that arrive are not heard.
  void cut(bool is_cut) { cut_ = is_cut; }

  std::size_t under_way() const { return count_; }

 private:
  static constexpr std::int64_t kFewDigits = UINT32_MAX;

  struct OnWire {
    Time arrival;
    frame::OrderedSetBytes bytes;
    Time down_until = Time(0);  // not 0: no set, but the loss of the line until that time
  };

  // The byte that is on the line; and the first instant at which it is. A frame's end between two bytes is that of the
  // byte before, so that a set that waits for it leaves before the next frame.
  Bytes byte_at(Time now) const {
    const std::int64_t since = (now - seen_since_).count();
    if (since < 0 || since > kFewDigits || byte_time_ == 0) [[unlikely]]
      return rate_offset_ + bytes_in(now - rate_since_, rate_);
    return since < byte_time_ ? seen_ : seen_ + Bytes(static_cast<std::uint32_t>(since) / byte_time_);
  }
  Time time_of(Bytes at) const {
    const Bytes bytes = at - rate_offset_;
    return rate_since_ + (byte_time_ != 0 ? Time(bytes.count() * byte_time_) : serialization_time(bytes, rate_));
  }
  // The byte at `now`, from which those to come are counted on.
  Bytes reach(Time now) {
    const Bytes byte = byte_at(now);
    if (byte != seen_ && byte_time_ != 0) {
      seen_ = byte;
      seen_since_ = time_of(byte);
    }
    return byte;
  }
  Bytes begun_before(Time now) const;
  Time set_crossing() const { return set_time_ + delay_; }
  void count_at(BitRate rate);
  SetSource& speaker(CtlosKind kind) const;
  bool initialises() const;
  void settle(Bytes before) {
    if (before <= settled_)
      return;
    const Bytes from = std::exchange(settled_, before);
    if (idler_ != nullptr && pacer_.ack_slot() < before)
      leave_idle(from, before);
  }
  void leave_idle(Bytes from, Bytes before);
  void arm(Time now);
  void put_on_wire(CtlosKind kind, Time now);
  bool tapped() const { return tap_ != nullptr || (peer_ != nullptr && peer_->tap_ != nullptr); }
  Bytes in_frame(Bytes at) const;
  void show(SeenSet set, Time arrives) const;
  void show_arrival(SeenSet set, Time arrives) const;
  template <class Visit>
  static void visit_slots(CtlosPacer& pacer, Bytes from, Bytes before, Visit visit);
  void show_idle(const SetSource& source, const Slots& slots) const;
  void receive(Time arrival, frame::OrderedSetBytes bytes, Time down_until = Time(0));

  Scheduler& scheduler_;
  PortId id_;
  BitRate rate_;
  std::uint32_t byte_time_ = 0;  // whole_byte_time()
  Time set_time_;                // of an ordered set
  Time rate_since_;              // when the line took this rate, and the byte of line time then
  Bytes rate_offset_;
  Time seen_since_;  // the first instant of the byte that was looked at last
  Bytes seen_;
  std::vector<SetSource*> sources_;
  std::vector<SetSink*> sinks_;
  CtlosMask wanted_ = 0;        // the kinds that the sources wanted when they were asked last
  SetSource* idler_ = nullptr;  // the source that idled then
  CtlosPacer pacer_;
  OrderedSetLine* peer_ = nullptr;
  LinkDamage* damage_ = nullptr;
  bool cut_ = false;
  SetTap* tap_ = nullptr;
  Time delay_;
  Time frame_end_;
  Time free_at_;
  Bytes settled_;            // ACKs without news are worked out up to this byte
  std::uint64_t idle_ = 0;   // so many
  SlotsUnderWay under_way_;  // the last ones of them
  Bytes in_flight_;          // at least what leaves in two delays: a reader may be a delay behind
  Time last_arrival_;        // at the peer
  Time due_ = kNever;        // of the pending kOrderedSet
  CtlosMask armed_ = 0;      // no set of these kinds can leave before
  OrderedSetCounters counters_;

  // Sets that have not arrived yet: a ring, whose length is a power of two.
  std::vector<OnWire> ring_ = std::vector<OnWire>(4);
  std::size_t first_ = 0;
  std::size_t count_ = 0;
  Time deaf_until_;
};

}  // namespace weir::link
