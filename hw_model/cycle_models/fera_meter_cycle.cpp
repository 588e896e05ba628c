// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/fera_meter_cycle.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw_model/frame/fera_tag.h"
#include "hw_model/reference/fera_steps.h"
#include "hw_model/reference/fera_unit_widths.h"

namespace weir::reference {
namespace {

constexpr std::uint64_t kParts = 7;  // bits of t in 64ths of T

void require_between(const char* field, unsigned value, unsigned least, unsigned most) {
  if (value < least || value > most) {
    throw std::invalid_argument(std::string(field) + " is " + std::to_string(value) + ", wanted " +
                                std::to_string(least) + " to " + std::to_string(most));
  }
}

FeraFraction fraction_of(const FeraMeterConfig& config) { return {.bits = config.fraction_bits}; }

bool divides(const FeraMeterConfig& config) { return config.form == FeraForm::kDividing; }

FeraUnitWidths widths_of(const FeraMeterConfig& config) {
  return {.divides = divides(config),
          .rate = config.rate_bits,
          .fraction = config.fraction_bits,
          .depth = config.q_bits,
          .arrived = config.arrived_bits,
          .interval = config.interval_bits,
          .capacity = config.capacity_bits};
}

// Cycles of a product: one for each bit, and one in which it is written; without its shifts.
std::uint64_t product(const FeraMeterConfig& config) { return std::uint64_t{widths_of(config).consumed()} + 1; }

// Cycles of a load, and of a change of C.
std::uint64_t of_a_load(const FeraMeterConfig& config, unsigned shift) {
  const std::uint64_t shifts = config.fraction_bits + config.q_bits + config.fraction_bits;
  return divides(config) ? 4 * product(config) + FeraMeterCycle::kCycleBits + shifts + 1 + config.capacity_bits +
                               config.fraction_bits
                         : 1 + kParts + 4 * product(config) + shift + shifts;
}
std::uint64_t of_a_change(const FeraMeterConfig& config, unsigned shift_before) {
  return divides(config) ? product(config) + 1 + widths_of(config).dividend()
                         : 2 * product(config) + shift_before + config.fraction_bits;
}
std::uint64_t of_a_tag(const FeraMeterConfig& config) { return product(config) + config.rate_bits - 1; }

}  // namespace

void FeraMeterConfig::validate() const {
  require_between("ports", ports, 2, FeraMeterCycle::kMostPorts);
  require_between("port_bits", port_bits, 1, 16);
  require_between("rate_bits", rate_bits, 8, 40);
  require_between("fraction_bits", fraction_bits, 4, 24);
  require_between("q_bits", q_bits, 1, 30);
  require_between("arrived_bits", arrived_bits, 4, 48);
  require_between("interval_bits", interval_bits, 2, 30);
  require_between("capacity_bits", capacity_bits, 4, 40);
  require_between("length_bits", length_bits, 1, 16);
  if (ports > (1U << port_bits)) {
    throw std::invalid_argument("port_bits is " + std::to_string(port_bits) + ", which do not name " +
                                std::to_string(ports) + " ports");
  }
  if (form == FeraForm::kExact) {
    throw std::invalid_argument("form is exact, which no hardware is; wanted divisor_free or dividing");
  }
  if (length_bits > arrived_bits) {
    throw std::invalid_argument("length_bits is " + std::to_string(length_bits) + ", wanted at most arrived_bits, " +
                                std::to_string(arrived_bits));
  }
  if (first < 1 || first >= std::uint64_t{1} << std::min(rate_bits, 31U)) {
    throw std::invalid_argument("first is " + std::to_string(first) + ", wanted 1 or more, of rate_bits");
  }
}

FeraMeterCycle::FeraMeterCycle(const FeraMeterConfig& config) : config_(config) {
  config.validate();
  reset();
}

void FeraMeterCycle::reset() {
  ports_.assign(config_.ports, Port{.rate = config_.first});
  port_ = 0;
  stage_ = Stage::kLooks;
  left_ = next_ = 0;
}

bool FeraMeterCycle::operator==(const FeraMeterCycle& other) const {
  return ports_ == other.ports_ && port_ == other.port_ && stage_ == other.stage_ && left_ == other.left_ &&
         next_ == other.next_;
}

std::uint64_t FeraMeterCycle::cycle_bytes(BitRate rate, Time clock) {
  const Wide bytes = Wide{rate.count()} * clock.count() << kCycleBits;
  const Wide in_a_second = Wide{kBitsPerByte} * kPicosecondsPerSecond;
  constexpr Wide kMost = (Wide{1} << kCycleBytesBits) - 1;
  return static_cast<std::uint64_t>(std::min(kMost, (bytes + in_a_second - 1) / in_a_second));
}

std::uint64_t FeraMeterCycle::longest(const FeraMeterConfig& config, unsigned shift, unsigned shift_before) {
  return 1 + of_a_load(config, shift) + of_a_change(config, shift_before) + of_a_tag(config);
}

FeraMeterOutputs FeraMeterCycle::evaluate(const FeraMeterInputs& in) {
  if (!in.rst_n) {
    reset();
  }
  FeraMeterOutputs out;
  out.busy = busy();
  out.port = port_;
  out.late = in.tick && in.tick_port < config_.ports && ports_[in.tick_port].due;
  for (unsigned n = 0; n < config_.ports; ++n) {
    out.due |= std::uint64_t{ports_[n].due} << n;
  }
  if (in.read_port < config_.ports) {
    const Port& port = ports_[in.read_port];
    out.rate = port.rate;
    out.tag_rate = port.tag_rate;
    out.arrived = port.arrived;
    out.arrived_last = port.arrived_last;
    out.queue = port.queue;
    out.paused = port.paused;
    out.paused_last = port.paused_last;
  }
  return out;
}

FeraMeterOutputs FeraMeterCycle::clock(const FeraMeterInputs& in) {
  const FeraMeterOutputs out = evaluate(in);
  if (in.rst_n) {
    const bool was_due = in.tick && in.tick_port < config_.ports && ports_[in.tick_port].due;
    work(in);
    FeraMeterInputs measured = in;
    measured.tick = in.tick && !was_due;
    measure(measured);
  }
  return out;
}

void FeraMeterCycle::measure(const FeraMeterInputs& in) {
  if (in.arrives && in.arrives_port < config_.ports) {
    std::uint64_t& arrived = ports_[in.arrives_port].arrived;
    arrived = std::min(arrived + in.arrives_length, (std::uint64_t{1} << config_.arrived_bits) - 1);
  }
  const std::uint32_t longest = (std::uint32_t{1} << config_.interval_bits) - 1;
  for (unsigned n = 0; n < config_.ports; ++n) {
    if ((in.asks >> n & 1U) != 0) {
      ports_[n].paused = std::min(ports_[n].paused + 1, longest);
    }
  }
  if (in.tick && in.tick_port < config_.ports) {
    Port& port = ports_[in.tick_port];
    port.due = true;
    port.arrived_last = port.arrived;
    port.paused_last = port.paused;
    port.queue = in.tick_queue;
    port.arrived = 0;
    port.paused = 0;
  }
}

void FeraMeterCycle::work(const FeraMeterInputs& in) {
  Port& port = ports_[port_];
  const auto go_on = [&] { port_ = port_ + 1 == config_.ports ? 0 : port_ + 1; };
  if (stage_ == Stage::kLooks) {
    if (!port.due) {
      go_on();
      return;
    }
    const Result result = worked_out(in, port);
    stage_ = Stage::kWorks;
    left_ = result.cycles;
    next_ = result.rate;
    return;
  }
  if (--left_ > 0) {
    return;
  }
  if (stage_ == Stage::kWorks) {
    port.rate = next_;
    if (divides(config_)) {
      port.capacity_last = in.capacity;
    } else {
      port.inverse_last = in.inverse;
      port.shift_last = in.shift;
    }
    stage_ = Stage::kTells;
    left_ = of_a_tag(config_);
    next_ = frame::fera_rate(fera_advertised(static_cast<std::int64_t>(port.rate), config_.rate_bits,
                                             BitRate(std::int64_t{in.kbps} * frame::kFeraRateUnit)));
    return;
  }
  port.tag_rate = static_cast<std::uint32_t>(next_);
  port.due = false;
  stage_ = Stage::kLooks;
  go_on();
}

std::int64_t FeraMeterCycle::stepped(const FeraMeterInputs& in, const Port& port) const {
  const FeraFraction fraction = fraction_of(config_);
  const auto arrived = static_cast<std::int64_t>(port.arrived_last);
  const auto r = static_cast<std::int64_t>(port.rate);
  const std::int64_t counted =
      std::max<std::int64_t>(in.least_clock, std::int64_t{in.interval} - std::int64_t{port.paused_last});
  const std::int64_t f = fera_slope(fraction, static_cast<std::int64_t>(in.gain), config_.q_bits,
                                    std::int64_t{port.queue} - in.q_eq, in.least_f);
  if (divides(config_)) {
    const Wide most = (Wide{1} << config_.capacity_bits) - 1;
    const Wide capacity = std::clamp((Wide{in.cycle_bytes} * counted) >> kCycleBits, Wide{1}, most);
    return fera_divided(fraction, r, f, fera_quotient(capacity << fraction.bits, arrived, fraction.rounding));
  }
  const std::int64_t rho = fera_load(fraction, arrived, in.inverse, in.shift, fera_parts(counted, in.interval));
  return fera_stepped(fraction, r, f, rho, in.least_step, in.most_step);
}

// The direction in which C has changed, as fera_change(); 0 if there is no earlier C.
int FeraMeterCycle::change(const FeraMeterInputs& in, const Port& port) const {
  if (divides(config_)) {
    return port.capacity_last == 0 || in.capacity == port.capacity_last ? 0 : in.capacity < port.capacity_last ? -1 : 1;
  }
  return port.shift_last == 0 ? 0 : fera_change(in.inverse, in.shift, port.inverse_last, port.shift_last);
}

std::int64_t FeraMeterCycle::scaled(const FeraMeterInputs& in, const Port& port, std::int64_t r) const {
  const auto capacity = static_cast<std::int64_t>(in.capacity);
  return divides(config_)
             ? static_cast<std::int64_t>(fera_quotient(
                   Wide{r} * capacity, static_cast<std::int64_t>(port.capacity_last), FeraRounding::kNearest))
             : fera_scaled(fraction_of(config_), r, capacity, port.inverse_last, port.shift_last);
}

// The steps of FeraMeter::tick that the hardware has.
FeraMeterCycle::Result FeraMeterCycle::worked_out(const FeraMeterInputs& in, const Port& port) const {
  auto r = static_cast<std::int64_t>(port.rate);
  std::uint64_t cycles = 1;
  if (port.arrived_last > 0) {
    r = stepped(in, port);
    cycles = of_a_load(config_, in.shift);
  }
  const int changed = change(in, port);
  if ((changed < 0 && in.scales_fall) || (changed > 0 && in.scales_rise)) {
    r = scaled(in, port, r);
    cycles += of_a_change(config_, port.shift_last);
  }
  const auto least = static_cast<std::int64_t>(std::max<std::uint64_t>(1, in.least));
  const auto most = std::max(least, static_cast<std::int64_t>(in.line));
  return {.rate = static_cast<std::uint64_t>(std::clamp(r, least, most)), .cycles = cycles};
}

}  // namespace weir::reference
