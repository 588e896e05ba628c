// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/fera.h"

#include <algorithm>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/random_stream.h"
#include "hw_model/base/require.h"
#include "hw_model/frame/fera_tag.h"
#include "hw_model/mechanisms/congestion/fera_block_rules.h"
#include "hw_model/mechanisms/congestion/fera_rules.h"

namespace weir::congestion {
namespace {

constexpr ClassId kTimer{0};  // one timer a port

const PortContext& valid(const PortContext& context) {
  ledger::Refusal refusal;
  check_fera(context, refusal);
  return context;
}

// A phase in [0, T).
Time phase_of(const PortContext& context) {
  if (context.config.fera.phase == FeraPhase::kAligned) {
    return Time(0);
  }
  RandomStream stream(context.seed, context.name + ".fera");
  const auto bound = static_cast<std::uint64_t>(context.config.fera.meter.interval.count());
  return Time(static_cast<std::int64_t>(stream.below(bound)));
}

}  // namespace

Fera::Fera(const PortContext& context)
    : context_(valid(context)),
      meter_(context.config.fera.meter, fera_port(context)),
      clocked_(make_clocked_fera(context)),
      phase_(phase_of(context)),
      began_(phase_ - context.config.fera.meter.interval) {}

void Fera::joined() { port_->schedule(kTimer, phase_ == Time(0) ? config().meter.interval : phase_); }

// The first tick of the port's grid after `now`.
Time Fera::next_tick(Time now) const {
  const Time interval = config().meter.interval;
  return now + interval - ((now - phase_) % interval + interval) % interval;
}

void Fera::offered(const frame::Packet& packet, Bytes, Time now) {
  if (counts(packet.traffic_class)) {
    meter_.arrived(packet.length + context_.wire_overhead);
    if (clocked_) {
      clocked_->arrived(packet.length + context_.wire_overhead, now);
    }
  }
}

BitRate Fera::advertised() const {
  const std::optional<BitRate> by_block = clocked_ ? clocked_->advertised() : std::nullopt;
  return by_block ? *by_block : meter_.advertised();
}

void Fera::admitted(const frame::Packet& packet, Time) { waiting_[packet.traffic_class.index()] += packet.length; }

void Fera::removed(const frame::Packet& packet, Time) { waiting_[packet.traffic_class.index()] -= packet.length; }

void Fera::departs(frame::Packet& packet, Bytes, Time) {
  const ClassId c = packet.traffic_class;
  waiting_[c.index()] -= packet.length;
  leaving_[c.index()] = packet.length;
  lower(packet);
}

void Fera::lower(frame::Packet& packet) {
  const ClassId c = packet.traffic_class;
  if (!counts(c) || !frame::is_fera_tag(packet.bytes)) {
    return;
  }
  const frame::FeraLowering done = frame::lower_fera_tag(packet.bytes, advertised(), context_.address);
  lowered_[c.index()] += done == frame::FeraLowering::kLowered ? 1 : 0;
}

void Fera::sends(ClassId c, Time, Time until) { leaves_at_[c.index()] = until; }

// The bytes of egress.veq_depth, and those that wait at inputs.
Bytes Fera::queue(Time now) const {
  Bytes sum(0);
  for_each_class(config().classes, [&](ClassId c) {
    sum += waiting_[c.index()] + (now < leaves_at_[c.index()] ? leaving_[c.index()] : Bytes(0));
  });
  return sum;
}

void Fera::asking(ClassId c, bool on, Time now) {
  asking_ = static_cast<ClassMask>(on ? asking_ | mask_of(c) : asking_ & ~mask_of(c));
  run_clocks(now);
}

void Fera::gate(ClassId c, bool open, Time now) {
  closed_ = static_cast<ClassMask>(open ? closed_ & ~mask_of(c) : closed_ | mask_of(c));
  run_clocks(now);
}

// OFF time in which the clock stands is not taken off twice.
void Fera::run_clocks(Time now) {
  const bool asks = (asking_ & config().classes) != 0;
  const unsigned gated = config().classes & context_.lossless;
  const bool off = gated != 0 && (closed_ & gated) == gated;
  const bool stands = asks && config().meter.clock == reference::FeraClock::kStands;
  paused_.set(asks, now);
  off_.set(off && !stands, now);
  if (clocked_) {
    clocked_->asks(asks, now);
  }
}

void Fera::line_rate(BitRate rate, Time) {
  meter_.set_capacity(std::min(rate, context_.line_rate));
  if (clocked_) {
    clocked_->set_capacity(meter_.capacity());
  }
}

void Fera::timer(ClassId, Time now) {
  const Time interval = now - began_;
  meter_.tick({.queue = queue(now),
               .paused = std::min(interval, paused_.total(now) - paused_before_),
               .off = std::min(interval, off_.total(now) - off_before_)});
  if (clocked_) {
    clocked_->tick(queue(now), now);
  }
  paused_before_ = paused_.total(now);
  off_before_ = off_.total(now);
  began_ = now;
  port_->schedule(kTimer, next_tick(now));
}

// The grid of the ticks stays, because a reset does not stop the clock in which ticks are counted.
void Fera::reset(Time now) {
  meter_.reset();
  waiting_ = leaving_ = {};
  leaves_at_ = {};
  asking_ = closed_ = 0;
  run_clocks(now);
  if (clocked_) {
    clocked_->reset(now);
  }
  paused_before_ = paused_.total(now);
  off_before_ = off_.total(now);
  began_ = now;
  port_->schedule(kTimer, next_tick(now));
}

std::uint64_t Fera::state(ClassId c) const { return counts(c) ? frame::fera_rate(advertised()) : 0; }

std::optional<Probe> Fera::probe() const { return Probe{.name = "fera_rate", .unit = "kbit/s"}; }

void Fera::check_settings(const FeraConfig& config) const {
  PortContext draft = context_;
  draft.config.fera = config;
  ledger::Refusal refusal;
  check_fera(draft, refusal);
  if (clocked_) {
    check_beside_block(config.meter);
  }
}

// The block has the clock, widths and form with which it was made.
void Fera::check_beside_block(const reference::FeraSettings& draft) const {
  const reference::FeraPort port = fera_port(context_);
  const std::string other = not_in_fera_block(draft, context_.line_rate);
  require(other.empty(), other + " in a switch with the RTL of fera_meter");
  const reference::FeraSettings& now = config().meter;
  require(fera_clock(draft) == fera_clock(now) && fera_block_widths(draft, port) == fera_block_widths(now, port),
          "congestion.fera: other widths, or another clock, than those of the RTL of fera_meter in the switch");
}

// The width of A, which is built, and the interval that has begun stay.
void Fera::set(const FeraConfig& config, Time now) {
  context_.config.fera = config;
  meter_.set(config.meter);
  if (clocked_) {
    clocked_->set(config.meter);
  }
  run_clocks(now);
}

}  // namespace weir::congestion
