// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/cell_crossbar.h"

#include <string>
#include <utility>

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/crossbar/crossbar_settings.h"

namespace weir::crossbar {

namespace {

// A walk over all queues in every slot would make the checked build quadratic in the number of waiting packets.
constexpr std::uint64_t kSlotsBetweenWalks = 256;

Bytes room_of(const CrossbarContext& context) {
  return context.config.output_buffer > Bytes(0) ? context.config.output_buffer : 3 * context.max_frame;
}

}  // namespace

CellCrossbar::CellCrossbar(const CrossbarContext& context, std::unique_ptr<CellArbiter> arbiter,
                           std::unique_ptr<RoundWeights> weights)
    : scheduler_(*context.scheduler),
      cell_(context.config.cell),
      slot_time_(crossbar::slot_time(context.config, context.fastest_port)),
      side_({context.config.queueing, context.ports, context.max_frame, room_of(context), context.own_input},
            *context.output, context.gate),
      weights_(std::move(weights)),
      arbiter_(std::move(arbiter)),
      seen_inputs_(side_.inputs()),
      seen_outputs_(side_.inputs()) {
  matches_.reserve(side_.inputs());
  complete_.reserve(side_.inputs());
}

void CellCrossbar::packet_in(frame::Packet& packet, Time now) {
  side_.push(packet.ingress.index(), packet, now);
  arm(now);
}

void CellCrossbar::own_in(frame::Packet& packet, Time now) {
  side_.push(side_.own_input(), packet, now);
  arm(now);
}

void CellCrossbar::output_has_room(PortId port, ClassId c, Time now) {
  side_.room_made(port, c, now);
  arm(now);
}

void CellCrossbar::slot(PortId /*port*/, Time now) {
  armed_ = false;
  decided_ = now;
  for (const Complete& done : complete_) {
    side_.deliver(done.way.input, done.way.output, done.traffic_class, now);
  }
  complete_.clear();
  arbiter_->match(side_.requests(), side_.outputs(), matches_);
  if constexpr (kCheckInvariants) {
    check(now);
  }
  for (const Match& match : matches_) {
    send(match, now);
  }
  arm(now);
}

void CellCrossbar::send(const Match& match, Time now) {
  const ClassId c = side_.offered(match.input, match.output);
  if (weights_ != nullptr && !side_.has_begun(match.input, match.output, c)) {
    weights_->begins(match.input, match.output);
  }
  if (side_.send_cell(match.input, match.output, c, cell_, now)) {
    complete_.push_back({match, c});
    if (weights_ != nullptr) {
      weights_->ends(match.input, match.output);
    }
  }
}

// A slot event that is scheduled finds no packet to move.
void CellCrossbar::reset(std::vector<frame::Packet*>& packets) {
  side_.reset(packets);
  complete_.clear();
  arbiter_->reset();
  if (weights_ != nullptr) {
    weights_->reset();
  }
}

// Schedules an event at the first boundary that is not decided yet, if there is work for it.
void CellCrossbar::arm(Time now) {
  if (armed_ || (complete_.empty() && side_.outputs().empty())) {
    return;
  }
  const Time boundary = ((now + slot_time_ - Time(1)) / slot_time_) * slot_time_;
  armed_ = true;
  scheduler_.schedule(boundary > decided_ ? boundary : boundary + slot_time_, EventKind::kCrossbarSlot, PortId(0));
}

// Checks that each input and each output takes part in a slot at most once, and only with a request.
void CellCrossbar::check(Time now) {
  seen_inputs_.clear();
  seen_outputs_.clear();
  for (const auto& [input, output] : matches_) {
    if (seen_inputs_.contains(input.index()) || seen_outputs_.contains(output.index()) ||
        !side_.requests().contains(output.index(), input.index())) {
      broken_invariant("the arbiter's choice is no matching of the requests",
                       "input " + std::to_string(input.index()) + " to output " + std::to_string(output.index()), "",
                       now);
    }
    seen_inputs_.insert(input.index());
    seen_outputs_.insert(output.index());
  }
  if (++slots_ % kSlotsBetweenWalks == 0) {
    side_.check(now);
  }
}

}  // namespace weir::crossbar
