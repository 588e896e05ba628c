// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/packet_crossbar.h"

#include <string>

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/crossbar/arbiter.h"
#include "hw_model/datapath/crossbar/crossbar_settings.h"

namespace weir::crossbar {

namespace {

constexpr std::uint64_t kTransfersBetweenWalks = 64;

// Tells the end of an input's reading from the end of a transfer to the output of the same number.
constexpr ClassId kReadingEnds = ClassId(1);

}  // namespace

PacketCrossbar::PacketCrossbar(const CrossbarContext& context)
    : scheduler_(*context.scheduler),
      side_(
          {context.config.queueing, context.ports, context.max_frame, context.config.output_buffer, context.own_input},
          *context.output, context.gate),
      ports_(side_.inputs()),
      max_frame_(context.max_frame),
      jitter_(context.config.jitter),
      gated_(context.gate != nullptr),
      read_rate_(context.config.queueing == Queueing::kFifo ? crossing_rate(context.config, context.fastest_port)
                                                            : BitRate(0)),
      weights_(make_weights(context.config.arbiter, ports_)),
      clocked_(weights_ == nullptr ? make_clocked_arbiters(context.factories, context.name, "grant", ports_) : nullptr),
      lanes_(ports_),
      free_inputs_(ports_),
      reading_(ports_),
      read_until_(ports_),
      to_serve_(ports_) {
  free_inputs_.fill();
  if (jitter_ > Time(0)) {
    for (std::size_t output = 0; output < ports_; ++output) {
      delays_.emplace_back(context.seed, "crossbar transfer to output " + std::to_string(output));
    }
  }
}

void PacketCrossbar::packet_in(frame::Packet& packet, Time now) { take_in(packet.ingress.index(), packet, now); }

void PacketCrossbar::own_in(frame::Packet& packet, Time now) { take_in(side_.own_input(), packet, now); }

void PacketCrossbar::take_in(std::size_t input, frame::Packet& packet, Time now) {
  const std::size_t output = packet.egress.index();
  side_.push(input, packet, now);
  to_serve_.insert(output);
  if (gated_) {
    wake_outputs(input);  // which now may take packets that waited there
  }
  serve(output, now);
}

void PacketCrossbar::output_has_room(PortId port, ClassId c, Time now) {
  side_.room_made(port, c, now);
  to_serve_.insert(port.index());
  serve(port.index(), now);
}

void PacketCrossbar::slot(PortId port, Time now) {
  Lane& lane = lanes_[port.index()];
  if (lane.busy && lane.until == now) {
    lane.busy = false;
    hand_over(lane.input, port, lane.traffic_class, now);
    to_serve_.insert(port.index());
    if (read_rate_ == BitRate(0)) {
      free_inputs_.insert(lane.input.index());
      wake_outputs(lane.input.index());
    }
  }
  // The output that has just been served comes last.
  serve(port.index() + 1 == ports_ ? 0 : port.index() + 1, now);
}

// Scheduled ends of transfers find their output idle.
void PacketCrossbar::reset(std::vector<frame::Packet*>& packets, Time now) {
  side_.reset(packets);
  for (Lane& lane : lanes_) {
    lane.busy = false;
    lane.turn = 0;
  }
  if (weights_ != nullptr) {
    weights_->reset();
  }
  if (clocked_ != nullptr) {
    clocked_->at(now);
    clocked_->reset();
  }
  free_inputs_.fill();
  reading_ = PortSet(ports_);
  to_serve_ = PortSet(ports_);
}

// Frees inputs by time, not by event: an output that falls idle at the same picosecond as an input may take a packet
// from it.
void PacketCrossbar::free_inputs(Time now) {
  for_each_port(reading_.bits(), [&](std::size_t input) {
    if (read_until_[input] <= now) {
      reading_.erase(input);
      free_inputs_.insert(input);
      wake_outputs(input);
    }
  });
}

// Marks the outputs that may have waited for this input.
void PacketCrossbar::wake_outputs(std::size_t input) {
  for_each_port(side_.outputs().bits(), [&](std::size_t output) {
    if (side_.requests().contains(output, input)) {
      to_serve_.insert(output);
    }
  });
}

// When a packet leaves a FIFO, the new head may be for another output, and so on: hence a list of outputs, not a
// recursion.
void PacketCrossbar::serve(std::size_t first, Time now) {
  free_inputs(now);
  for (std::size_t output = next_in(to_serve_.bits(), first); output != kNoPort;
       output = next_in(to_serve_.bits(), first)) {
    to_serve_.erase(output);
    take(output, now);
  }
}

std::size_t PacketCrossbar::next_input(std::size_t output) {
  const PortBits asking = side_.requests().row(output);
  const PortBits free = free_inputs_.bits();
  const std::size_t turn = lanes_[output].turn;
  if (weights_ != nullptr) {
    return weights_->next(asking, free, output, turn);
  }
  const std::size_t input = next_in_both(asking, free, turn);
  if (clocked_ == nullptr || input == kNoPort) {
    return input;
  }
  const std::size_t chosen = clocked_->choose(output, asking[0] & free[0], turn, input);
  clocked_->accept(output);
  clocked_->edge();
  return chosen;
}

void PacketCrossbar::take(std::size_t output, Time now) {
  Lane& lane = lanes_[output];
  if (clocked_ != nullptr) {
    clocked_->at(now);
  }
  while (!lane.busy) {
    const std::size_t input = next_input(output);
    if (input == kNoPort) {
      return;
    }
    lane.turn = reference::turn_after(input, ports_);
    lane.input = PortId(input);
    lane.traffic_class = side_.offered(PortId(input), PortId(output));
    if (weights_ != nullptr) {
      weights_->begins(PortId(input), PortId(output));
      weights_->ends(PortId(input), PortId(output));
    }
    side_.send_cell(PortId(input), PortId(output), max_frame_, now);  // all of it is one cell
    const Time delay =
        delays_.empty()
            ? Time(0)
            : Time(static_cast<std::int64_t>(delays_[output].below(static_cast<std::uint64_t>(jitter_.count()) + 1)));
    if (read_rate_ > BitRate(0)) {
      const Bytes length = side_.head_length(lane.input, PortId(output), lane.traffic_class);
      read_until_[input] = now + delay + serialization_time(length, read_rate_);
      reading_.insert(input);
      free_inputs_.erase(input);
      scheduler_.schedule(read_until_[input], EventKind::kCrossbarSlot, PortId(input), kReadingEnds);
    }
    if (delay == Time(0)) {
      hand_over(lane.input, PortId(output), lane.traffic_class, now);
      continue;
    }
    free_inputs_.erase(input);
    lane.busy = true;
    lane.until = now + delay;
    scheduler_.schedule(lane.until, EventKind::kCrossbarSlot, PortId(output));
  }
}

void PacketCrossbar::hand_over(PortId input, PortId output, ClassId c, Time now) {
  side_.deliver(input, output, c, now);
  if (const std::size_t next = side_.head_output(input, output, c); next != kNoPort) {
    to_serve_.insert(next);
  }
  if constexpr (kCheckInvariants) {
    if (++transfers_ % kTransfersBetweenWalks == 0) {
      side_.check(now);
    }
  }
}

}  // namespace weir::crossbar
