// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/cell_crossbar.h"

#include <algorithm>
#include <string>
#include <utility>

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/crossbar/crossbar_settings.h"

namespace weir::crossbar {

namespace {

Bytes room_of(const CrossbarContext& context) {
  return context.config.output_buffer > Bytes(0) ? context.config.output_buffer : 3 * context.max_frame;
}

// The largest frame is complete this many slots after the boundary at which it begins.
std::size_t reach_of(const CrossbarContext& context) {
  const Bytes cell = context.config.cell;
  return static_cast<std::size_t>((context.max_frame + cell - Bytes(1)) / cell) + 1;
}

[[noreturn, gnu::noinline, gnu::cold]] void no_matching(PortId input, PortId output, Time now) {
  broken_invariant("the arbiter's choice is no matching of the requests",
                   "input " + std::to_string(input.index()) + " to output " + std::to_string(output.index()), "", now);
}

}  // namespace

CellCrossbar::CellCrossbar(const CrossbarContext& context, std::unique_ptr<CellArbiter> arbiter,
                           std::unique_ptr<RoundWeights> weights)
    : scheduler_(*context.scheduler),
      cell_(context.config.cell),
      slot_time_(crossbar::slot_time(context.config, context.fastest_port)),
      side_({context.config.queueing, context.ports, context.max_frame, room_of(context), context.own_input},
            *context.output, context.gate, this),
      weights_(std::move(weights)),
      arbiter_(std::move(arbiter)),
      islip_(dynamic_cast<Islip*>(arbiter_.get())),
      clocked_(arbiter_->clocked()),
      in_order_(clocked_ || context.gate != nullptr),
      is_plain_(side_.is_plain() && islip_ != nullptr && islip_->is_plain()),
      ends_(side_.inputs(), reach_of(context)),
      open_(side_.inputs()),
      due_(reach_of(context)),
      seen_inputs_(side_.inputs()),
      seen_outputs_(side_.inputs()) {
  matches_.reserve(side_.inputs());
  alone_.reserve(side_.inputs());
  late_.reserve(side_.inputs());
}

[[gnu::hot]] void CellCrossbar::packet_in(frame::Packet& packet, Time now) {
  const std::size_t input = packet.ingress.index();
  is_plain_ ? side_.push<Width::kWord>(input, packet, now) : side_.push(input, packet, now);
}

void CellCrossbar::own_in(frame::Packet& packet, Time now) { side_.push(side_.own_input(), packet, now); }

void CellCrossbar::output_has_room(PortId port, ClassId c, Time now) {
  is_plain_ ? side_.room_made<Width::kWord>(port, c, now) : side_.room_made(port, c, now);
}

[[gnu::hot]] void CellCrossbar::packet_left(PortId port, ClassId c, Bytes length, Time now) {
  is_plain_ ? side_.packet_left<Width::kWord>(port, c, length, now)
            : side_.packet_left<Width::kAny>(port, c, length, now);
}

// Makes up for the boundaries before `first` that have had no event. Nothing has begun there and no packet has been
// completed, so that requests have stayed the same.
inline void CellCrossbar::follow_up(Slot first, bool busy) {
  if (busy) {
    passed_over_ += first - 1 - decided_;
    if (contended_ && first - 1 != decided_) {
      is_plain_ ? follow_plain(first) : follow_arbiter(first);
    }
  }
  if (clocked_ && first - 1 > decided_) [[unlikely]] {
    rest();
  }
  decided_ = first - 1;
}

void CellCrossbar::follow_arbiter(Slot first) {
  for (Slot slot = decided_ + 1; slot < first; ++slot) {
    if (clocked_) [[unlikely]] {
      arbiter_->at(slot * slot_time_);
    }
    arbiter_->match(side_.requests(), open_, matches_);
    if (clocked_) [[unlikely]] {
      arbiter_->settle(asked(), matches_);
    }
    for (const Match& match : matches_) {
      side_.pass_cell<Width::kAny>(match.input, match.output);
    }
  }
}

[[gnu::hot]] void CellCrossbar::follow_plain(Slot first) {
  for (Slot slot = decided_ + 1; slot < first; ++slot) {
    islip_->match_plain(side_.requests(), open_.word<Width::kWord>(0), [&](std::size_t input, std::size_t output) {
      side_.pass_cell<Width::kWord>(PortId(input), PortId(output));
    });
  }
}

// The first boundary that is not decided yet: the one that is due; of an idle crossbar the next one; and while packets
// cross the first one after what the device has done, because those before it needed no event.
inline Slot CellCrossbar::undecided(Time now) {
  if (!awake_) {
    Slot first = (now + slot_time_ - Time(1)) / slot_time_;
    const bool busy = this->busy();
    if (busy && first * slot_time_ == now && scheduler_.passed(now, EventKind::kCrossbarSlot)) {
      ++first;
    }
    follow_up(std::max(first, decided_ + 1), busy);
  }
  return decided_ + 1;
}

std::int64_t CellCrossbar::passed_over(Time before) const {
  const Slot last = (before - Time(1)) / slot_time_;
  return passed_over_ + (!awake_ && busy() ? std::max<Slot>(last - decided_, 0) : 0);
}

// Packets that were alone are not any more: from the first boundary that is not decided on, the arbiter matches them.
[[gnu::hot]] void CellCrossbar::requests(std::size_t word, PortWord inputs, PortId output, Time now) {
  const Slot first = undecided(now);
  const PortWord alone = inputs & ends_.inputs().word(word);
  if (alone != 0 || ends_.outputs().contains(output.index())) {
    stop_met(alone, word, output, first);
  }
  contended_ = true;
  wake(first);
}

// Stops the packets of these inputs and of the output.
[[gnu::hot]] void CellCrossbar::stop_met(PortWord inputs, std::size_t word, PortId output, Slot first) {
  if (ends_.outputs().contains(output.index())) {
    stop(ends_.to(output.index()), first);
  }
  for_each_in(inputs & ends_.inputs().word(word),
              [&](std::size_t bit) { stop(ends_.from(word * kPortsPerWord + bit), first); });
}

[[gnu::hot]] void CellCrossbar::stop(const KnownEnds::Packet& packet, Slot first) {
  if (packet.end == first) {
    return;  // its last cell is crossing
  }
  const KnownEnds::Packet stopped = packet;
  ends_.remove<Width::kAny>(stopped);
  if (stopped.end != planned_) {
    forget<Width::kAny>(stopped.end);
  }
  side_.set_cells_left(stopped.way.input, stopped.way.output, stopped.traffic_class,
                       static_cast<std::uint32_t>(stopped.end - first));
}

[[gnu::always_inline]] inline void CellCrossbar::wake(Slot first) {
  if (!awake_) {
    awake_ = true;
    due_.insert(first);
    next_ = first;
    scheduler_.set_slot(first * slot_time_);
  }
}

// The boundary is not due any more, unless a known packet is complete there. Another one is due before it.
template <Width kWidth>
[[gnu::hot]] void CellCrossbar::forget(Slot slot) {
  if (!ends_.any<kWidth>(slot)) {
    due_.erase(slot);
  }
}

[[gnu::hot]] void CellCrossbar::slot(PortId /*port*/, Time /*now*/) {
  is_plain_ ? decide_all<Width::kWord>() : decide_all<Width::kAny>();
}

// Decides the boundaries that are due as long as no other work of the device comes before them.
template <Width kWidth>
[[gnu::hot]] inline void CellCrossbar::decide_all() {
  for (;;) {
    decide<kWidth>(next_);
    next_ = due_.first(decided_ + 1);
    if (next_ == DueSlots::kNone) {
      return;
    }
    const Time at = next_ * slot_time_;
    if (!scheduler_.takes_turn(at, EventKind::kCrossbarSlot)) {
      return scheduler_.set_slot(at);
    }
    ++passed_over_;
  }
}

template <Width kWidth>
[[gnu::always_inline]] inline void CellCrossbar::decide(Slot slot) {
  due_.erase(slot);
  if (!busy<kWidth>() && !awake_) [[unlikely]] {
    --passed_over_;  // the end of a packet that has been stopped, and is complete since: there is no slot
    return;
  }
  follow_up(slot, true);
  awake_ = true;
  const Time now = slot * slot_time_;
  ends_.take<kWidth>(slot,
                     [&](const KnownEnds::Packet& packet) { complete<kWidth>(packet.way, packet.traffic_class, now); });
  if (!late_.empty()) {
    for (const Complete& done : late_) {
      complete<kWidth>(done.way, done.traffic_class, now);
    }
    late_.clear();
  }
  if constexpr (kCheckInvariants) {
    if (--until_walk_ == 0) [[unlikely]] {
      until_walk_ = kSlotsBetweenWalks;
      side_.check(now);
    }
  }
  if (kWidth == Width::kAny && in_order_) {
    cross_in_order(slot, now);
  } else {
    cross<kWidth>(slot, now);
  }
  plan<kWidth>(slot);
}

// Matches the inputs and outputs of which no known packet is crossing, and sends their cells.
template <Width kWidth>
[[gnu::always_inline]] inline void CellCrossbar::cross(Slot slot, Time now) {
  decided_ = slot;
  contended_ = open_.assign_less<kWidth>(side_.outputs(), ends_.outputs());
  if (!contended_) {
    return;
  }
  for_each_port(open_.bits<kWidth>(), [&](std::size_t output) {
    const std::size_t input = side_.alone_at<kWidth>(output);
    if (input == kNoPort) {
      return;
    }
    const Match pair{PortId(input), PortId(output)};
    if constexpr (kWidth == Width::kWord) {
      islip_->move_pointers(input, output);
    } else {
      arbiter_->match_alone(side_.requests(), pair);
    }
    open_.erase<kWidth>(output);
    send_alone<kWidth>(pair, now);
  });
  contended_ = !open_.empty<kWidth>();
  if (!contended_) {
    return;
  }
  if (kWidth == Width::kWord && islip_->iterations() == 1) [[likely]] {
    islip_->match_once(side_.requests(), open_.word<kWidth>(0), [&](std::size_t input, std::size_t output) {
      const Match pair{PortId(input), PortId(output)};
      if constexpr (kCheckInvariants) {
        check<kWidth>(pair, now);
      }
      send_first<kWidth>(pair, now);
    });
    if constexpr (kCheckInvariants) {
      forget_checked<kWidth>();
    }
    return;
  }
  send_all<kWidth>(arbiter_->match(side_.requests(), open_, matches_), now);
}

// Sends a cell of each match, the first ones being of the first iteration.
template <Width kWidth>
void CellCrossbar::send_all(std::size_t of_the_first, Time now) {
  if constexpr (kCheckInvariants) {
    for (const Match& match : matches_) {
      check<kWidth>(match, now);
    }
    forget_checked<kWidth>();
  }
  for (std::size_t i = 0; i < matches_.size(); ++i) {
    i < of_the_first ? send_first<kWidth>(matches_[i], now) : send_further<kWidth>(matches_[i], now);
  }
}

// Finds the next boundary at which something can happen other than that cells cross: a known end is due; among the
// others a packet may begin, or send its last cell.
template <Width kWidth>
inline void CellCrossbar::plan(Slot slot) {
  awake_ = false;
  contended_ = contended_ && open_.assign_less<kWidth>(side_.outputs(), ends_.outputs());
  const Slot next = !contended_ ? -1 : slot + (late_.empty() ? quiet_slots<kWidth>() : 1);
  if (planned_ > slot && planned_ != next) {
    forget<kWidth>(planned_);
  }
  planned_ = next;
  if (contended_) {
    awake_ = next == slot + 1;
    due_.insert(next);
  }
}

// How many slots from now a packet of those that compete may begin, or send its last cell: at least as many as the
// fewest cells left.
template <Width kWidth>
inline Slot CellCrossbar::quiet_slots() const {
  static_assert(InputSide::kNotBegun + 1 == 0);
  std::uint32_t fewest = InputSide::kNotBegun;  // and one; 0: of a packet that has not begun
  any_port(open_.bits<kWidth>(), [&](std::size_t output) {
    return any_port(side_.requests().row<kWidth>(output), [&](std::size_t input) {
      fewest = std::min(fewest, side_.cells_left<kWidth>(PortId(input), PortId(output)) + 1);
      return fewest <= 2;
    });
  });
  return std::max<Slot>(fewest, 2) - 1;
}

template <Width kWidth>
inline void CellCrossbar::complete(const Match& way, ClassId c, Time now) {
  if (kWidth == Width::kAny && weights_ != nullptr) {
    weights_->ends(way.input, way.output);
  }
  side_.deliver<kWidth>(way.input, way.output, c, now);
}

// The packet sends one of its other cells in each slot after this one.
template <Width kWidth>
inline void CellCrossbar::know_end(const Match& pair, const InputSide::Sent& sent) {
  const Slot end = decided_ + 1 + sent.left;
  ends_.add<kWidth>({pair, sent.traffic_class, end});
  due_.insert(end);
}

// The packet of a pair that is alone crosses: its end is known.
template <Width kWidth>
[[gnu::always_inline]] inline void CellCrossbar::send_alone(const Match& pair, Time now) {
  note_begin<kWidth>(pair);
  know_end<kWidth>(pair, side_.send_alone<kWidth>(pair.input, pair.output, cell_, now));
}

template <Width kWidth>
inline void CellCrossbar::note_begin(const Match& pair) {
  if (kWidth == Width::kAny && weights_ != nullptr && !side_.has_begun(pair.input, pair.output)) {
    weights_->begins(pair.input, pair.output);
  }
}

// A pair of the first iteration.
template <Width kWidth>
[[gnu::always_inline]] inline void CellCrossbar::send_first(const Match& match, Time now) {
  note_begin<kWidth>(match);
  const InputSide::Sent sent = side_.send_all<kWidth>(match.input, match.output, cell_, now);
  if (sent.left != InputSide::kCompetes) {
    know_end<kWidth>(match, sent);
  }
}

// A pair of another iteration.
template <Width kWidth>
inline void CellCrossbar::send_further(const Match& match, Time now) {
  note_begin<kWidth>(match);
  const InputSide::Sent sent = side_.send_cell<kWidth>(match.input, match.output, cell_, now);
  if (sent.left == 0) {
    late_.push_back({match, sent.traffic_class});
  }
}

template void CellCrossbar::send_all<Width::kAny>(std::size_t, Time);

// An event for a boundary finds no packet to move.
void CellCrossbar::reset(std::vector<frame::Packet*>& packets, Time now) {
  if (busy()) {
    wake(undecided(now));
  }
  side_.reset(packets);
  ends_.clear();
  late_.clear();
  arbiter_->reset();
  if (weights_ != nullptr) {
    weights_->reset();
  }
}

// Checks that each input and each output takes part in a slot at most once, and only with a request.
template <Width kWidth>
inline void CellCrossbar::check(const Match& match, Time now) {
  const auto [input, output] = match;
  if (seen_inputs_.contains<kWidth>(input.index()) || seen_outputs_.contains<kWidth>(output.index()) ||
      !side_.requests().contains<kWidth>(output.index(), input.index())) [[unlikely]] {
    no_matching(input, output, now);
  }
  seen_inputs_.insert<kWidth>(input.index());
  seen_outputs_.insert<kWidth>(output.index());
}

}  // namespace weir::crossbar
