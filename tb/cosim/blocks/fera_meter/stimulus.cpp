// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/fera_meter/stimulus.h"

#include <algorithm>
#include <bit>

#include "hw_model/reference/fera_fixed_point.h"

namespace weir::cosim {

using reference::FeraMeterCycle;
using reference::FeraMeterInputs;

namespace {

constexpr std::uint64_t kPhaseCycles = 4096;
constexpr unsigned kRareTicks = 11;
constexpr unsigned kGuardBits = 2;  // of 1/(C T)

}  // namespace

FeraMeterStimulus::FeraMeterStimulus(std::uint64_t seed, const reference::FeraMeterConfig& config)
    : random_(seed, "fera_meter_stimulus"), config_(config), unit_(config), ports_(config.ports) {
  for (Port& port : ports_) {
    port.capacity = most_of(config.capacity_bits);
    next_port(port);
  }
}

void FeraMeterStimulus::fill(std::span<FeraMeterInputs> cycles) {
  for (FeraMeterInputs& cycle : cycles) {
    if (phase_left_ == 0) {
      next_phase();
    }
    --phase_left_;
    std::uint64_t draw = random_.next();
    cycle_.rst_n = take(draw, 14) != 0;
    if (!unit_.busy()) {
      if (take(draw, 2) == 0) {
        next_settings();
      }
      if (take(draw, 1) == 0) {
        next_port(ports_[random_.below(config_.ports)]);
      }
      if (unit_.due(unit_.port()) && random_.below(2) == 0) {
        next_load(ports_[unit_.port()]);
      }
      aim(ports_[unit_.port()]);
    }
    draw = random_.next();
    cycle_.arrives_port = port(draw);
    cycle_.tick_port = port(draw);
    cycle_.read_port = port(draw);
    cycle_.arrives = take(draw, calm_) == 0;
    cycle_.tick = take(draw, ticks_) == 0;
    draw = random_.next();
    const std::uint64_t length = take(draw, 16);
    cycle_.arrives_length = static_cast<std::uint32_t>((flood_ ? ~std::uint64_t{0} : length) & most_of(length_));
    if (take(draw, 4) == 0) {
      cycle_.asks ^= std::uint64_t{1} << take(draw, 6) % config_.ports;
    }
    cycle_.tick_queue = depth(draw);
    unit_.clock(cycle_);
    cycle = cycle_;
  }
}

// Below 2^n for an n that is drawn, too.
std::uint64_t FeraMeterStimulus::any_magnitude(unsigned bits) {
  return random_.below(std::uint64_t{1} << (1 + random_.below(bits)));
}

void FeraMeterStimulus::next_phase() {
  phase_left_ = kPhaseCycles;
  calm_ = static_cast<unsigned>(random_.below(12));
  length_ = static_cast<unsigned>(1 + random_.below(config_.length_bits));
  ticks_ = static_cast<unsigned>(random_.below(12));
  flood_ = random_.below(8) == 0;
  if (flood_) {
    calm_ = 0;
    length_ = config_.length_bits;
    ticks_ = kRareTicks;
  }
  favourite_ = static_cast<std::uint32_t>(random_.below(config_.ports));
  cycle_.asks = 0;
}

void FeraMeterStimulus::next_settings() {
  const std::uint64_t one = std::uint64_t{1} << config_.fraction_bits;
  cycle_.interval = static_cast<std::uint32_t>(std::max<std::uint64_t>(1, any_magnitude(config_.interval_bits)));
  const std::uint64_t floor = random_.below(4);
  cycle_.least_clock = floor == 0   ? cycle_.interval
                       : floor == 1 ? cycle_.interval / 2
                       : floor == 2 ? 0
                                    : static_cast<std::uint32_t>(random_.below(cycle_.interval + std::uint64_t{1}));
  cycle_.q_eq = static_cast<std::uint32_t>(any_magnitude(config_.q_bits));
  // Mostly of a size that leaves f between its ends.
  const unsigned gain = config_.fraction_bits + config_.q_bits;
  const auto span = static_cast<unsigned>(std::bit_width(std::uint64_t{cycle_.q_eq}));
  cycle_.gain = random_.below(4) == 0 ? any_magnitude(gain) : any_magnitude(std::max(1U, gain - std::min(span, gain)));
  cycle_.least_f = static_cast<std::uint32_t>(random_.below(8) == 0 ? random_.below(2 * one) : random_.below(one));
  cycle_.most_step = static_cast<std::uint32_t>(random_.below(2) == 0 ? 2 * one : random_.below(4 * one));
  cycle_.least_step = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(cycle_.most_step, random_.below(2) == 0 ? one - one / 4 : random_.below(2 * one)));
  cycle_.scales_fall = random_.below(4) != 0;
  cycle_.scales_rise = random_.below(2) == 0;
}

// C T of the size of A, so that r moves a little.
void FeraMeterStimulus::next_load(Port& port) {
  const std::uint64_t arrived = unit_.arrived_last(unit_.port());
  const std::uint64_t near = arrived / 2 + random_.below(arrived + 1);
  port.capacity = std::clamp<std::uint64_t>(near, 1, most_of(config_.capacity_bits));
  follow(port);
}

// Draws the next values of a port; one in eight is of any magnitude.
void FeraMeterStimulus::next_port(Port& port) {
  const std::uint64_t kind = random_.below(8);
  const std::uint64_t most = most_of(config_.capacity_bits);
  port.capacity = kind == 1   ? std::max<std::uint64_t>(1, any_magnitude(config_.capacity_bits))
                  : kind == 2 ? std::max<std::uint64_t>(1, port.capacity / (2 + random_.below(10)))
                  : kind == 3 ? std::min(most, port.capacity * (2 + random_.below(10)))
                  : kind == 4 ? std::clamp<std::uint64_t>(port.capacity + random_.below(5) - 2, 1, most)
                              : port.capacity;
  const auto bits = static_cast<unsigned>(std::bit_width(port.capacity)) + kGuardBits;
  port.shift = bits;
  port.inverse = static_cast<std::uint32_t>(reference::fera_quotient(Wide{1} << (bits + config_.fraction_bits),
                                                                     port.capacity, reference::FeraRounding::kNearest));
  if (kind == 0) {
    port.shift = static_cast<std::uint32_t>(random_.below(1U << kShiftBits));
    port.inverse = static_cast<std::uint32_t>(random_.below(std::uint64_t{1} << (config_.fraction_bits + 4)));
  }
  const std::uint64_t full = std::uint64_t{1} << (config_.rate_bits - 1);
  port.line = random_.below(2) == 0 ? full : any_magnitude(config_.rate_bits);
  port.least = random_.below(8) == 0 ? any_magnitude(config_.rate_bits) : random_.below(full / 64);
  port.kbps = static_cast<std::uint32_t>(any_magnitude(32));
}

// Sets the inputs that follow from C.
void FeraMeterStimulus::follow(Port& port) const {
  const auto bits = static_cast<unsigned>(std::bit_width(port.capacity)) + kGuardBits;
  port.shift = bits;
  port.inverse = static_cast<std::uint32_t>(reference::fera_quotient(Wide{1} << (bits + config_.fraction_bits),
                                                                     port.capacity, reference::FeraRounding::kNearest));
}

void FeraMeterStimulus::aim(const Port& port) {
  cycle_.line = port.line;
  cycle_.least = port.least;
  cycle_.capacity = port.capacity;
  cycle_.inverse = port.inverse;
  cycle_.shift = port.shift;
  cycle_.kbps = port.kbps;
  // C T in T cycles, rounded up.
  const Wide most = (Wide{1} << FeraMeterCycle::kCycleBytesBits) - 1;
  const Wide capacity = Wide{port.capacity} << FeraMeterCycle::kCycleBits;
  cycle_.cycle_bytes = static_cast<std::uint64_t>(std::min(most, (capacity + cycle_.interval - 1) / cycle_.interval));
}

// Takes 12 bits. One in sixteen is of any number that the bits hold.
std::uint32_t FeraMeterStimulus::port(std::uint64_t& draw) const {
  const std::uint64_t kind = take(draw, 4);
  const auto any = static_cast<std::uint32_t>(take(draw, 8));
  return kind == 0  ? static_cast<std::uint32_t>(any & most_of(config_.port_bits))
         : kind < 8 ? favourite_
                    : any % config_.ports;
}

// Takes 26 bits: at Q_eq or beside it, near it, or any.
std::uint32_t FeraMeterStimulus::depth(std::uint64_t& draw) const {
  const std::uint64_t kind = take(draw, 2);
  const auto any = static_cast<std::int64_t>(take(draw, 24));
  const auto most = static_cast<std::int64_t>(most_of(config_.q_bits));
  const std::int64_t q_eq = cycle_.q_eq;
  const std::int64_t depth = kind == 0   ? q_eq + any % 3 - 1
                             : kind == 1 ? any % (2 * q_eq + 2)
                             : kind == 2 ? q_eq + any % 4096 - 2048
                                         : any >> (any % 24);
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(depth, 0, most));
}

}  // namespace weir::cosim
