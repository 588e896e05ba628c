// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/pfc_engine_cycle.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw_model/frame/mac_control.h"
#include "hw_model/reference/width_ranges.h"

namespace weir::reference {

namespace {

constexpr auto kPause = static_cast<std::uint16_t>(frame::MacControlOpcode::kPause);
constexpr auto kPfc = static_cast<std::uint16_t>(frame::MacControlOpcode::kPfc);
constexpr std::size_t kTimesOfWord = 4;

std::uint16_t field(std::uint64_t word, std::size_t place) {
  return static_cast<std::uint16_t>(word >> (16 * (kTimesOfWord - 1 - place)));
}

// Four times of a frame, from class `first` on.
template <class Time>
std::uint64_t word_of(std::size_t first, Time time) {
  std::uint64_t word = 0;
  for (std::size_t c = first; c < first + kTimesOfWord; ++c) {
    word = word << 16U | std::uint64_t{time(c)};
  }
  return word;
}

bool holds(ClassMask mask, std::size_t c) { return (mask >> c & 1U) != 0; }

// Takes the quanta of a cycle from a timer; whether it has run out by them.
bool elapse(std::uint16_t& timer, unsigned quanta) {
  const bool ran = timer != 0;
  timer = static_cast<std::uint16_t>(timer - std::min<unsigned>(timer, quanta));
  return ran && timer == 0;
}

}  // namespace

void PfcEngineConfig::validate() const {
  const std::string wrong = out_of_range("prescaler_bits", prescaler_bits, "PRESCALER_W");
  if (!wrong.empty()) {
    throw std::invalid_argument("PFC engine: " + wrong);
  }
}

ClassMask pfc_engine_loads(const PfcEngineInputs& in) {
  if (!in.heard || in.heard_head >> 16U != (in.port_pause ? kPause : kPfc)) {
    return 0;
  }
  return static_cast<ClassMask>(in.port_pause ? 1U : in.heard_head & 0xffU);
}

std::uint16_t pfc_engine_time(const PfcEngineInputs& in, std::size_t c) {
  if (in.port_pause && c == 0) {
    return static_cast<std::uint16_t>(in.heard_head);
  }
  return field(c < kTimesOfWord ? in.heard_times_0_3 : in.heard_times_4_7, c % kTimesOfWord);
}

PfcEngineCycle::PfcEngineCycle(const PfcEngineConfig& config)
    : prescaler_bits_((config.validate(), config.prescaler_bits)) {}

ClassMask PfcEngineCycle::due(const PfcEngineInputs& in) const {
  const unsigned due = (at_.asserted ^ at_.told) | (at_.asserted & at_.refresh_due);
  return static_cast<ClassMask>(due & pfc_engine_live(in));
}

void PfcEngineCycle::body(const PfcEngineInputs& in, PfcEngineOutputs& out) const {
  const ClassMask said = due(in);
  const auto time = [&](std::size_t c) {
    return holds(static_cast<ClassMask>(said & at_.asserted), c) ? in.pause_quanta : std::uint16_t{0};
  };
  if (in.port_pause) {
    out.head = std::uint32_t{kPause} << 16U | std::uint32_t{time(0)};
    return;
  }
  out.head = std::uint32_t{kPfc} << 16U | std::uint32_t{said};
  out.times_0_3 = word_of(0, time);
  out.times_4_7 = word_of(kTimesOfWord, time);
}

PfcEngineOutputs PfcEngineCycle::evaluate(const PfcEngineInputs& in) {
  if (!in.rst_n) {
    at_ = {};
  }
  const ClassMask live = pfc_engine_live(in);
  PfcEngineOutputs out{.quanta = static_cast<std::uint8_t>(quanta(in)),
                       .due = due(in) != 0,
                       .pauses = static_cast<ClassMask>(live & at_.asserted & ~at_.told),
                       .refreshes = static_cast<ClassMask>(live & at_.asserted & at_.told & at_.refresh_due),
                       .resumes = static_cast<ClassMask>(live & ~at_.asserted & at_.told),
                       .asserted = at_.asserted,
                       .told = at_.told,
                       .refresh_due = at_.refresh_due,
                       .prescaler = at_.prescaler};
  body(in, out);
  const auto refresh = [&](std::size_t c) { return at_.refresh_timer[c]; };
  const auto pause = [&](std::size_t c) { return at_.pause_timer[c]; };
  out.refresh_timers_0_3 = word_of(0, refresh);
  out.refresh_timers_4_7 = word_of(kTimesOfWord, refresh);
  out.pause_timers_0_3 = word_of(0, pause);
  out.pause_timers_4_7 = word_of(kTimesOfWord, pause);
  const auto kept = static_cast<ClassMask>(live & ~pfc_engine_loads(in));
  for (std::size_t c = 0; c < kClasses; ++c) {
    const std::size_t entry = in.port_pause ? 0 : c;
    std::uint16_t timer = at_.pause_timer[entry];
    const auto bit = static_cast<ClassMask>(1U << c);
    out.blocked |= timer != 0 ? bit : ClassMask{0};
    out.expires |= elapse(timer, out.quanta) && holds(kept, entry) ? bit : ClassMask{0};
  }
  return out;
}

PfcEngineOutputs PfcEngineCycle::clock(const PfcEngineInputs& in) {
  const PfcEngineOutputs out = evaluate(in);
  if (!in.rst_n) {
    return out;
  }
  const ClassMask said = in.told ? due(in) : ClassMask{0};
  const ClassMask loads = pfc_engine_loads(in);
  const ClassMask live = pfc_engine_live(in);
  at_.prescaler = (at_.prescaler + in.step) & ((1U << prescaler_bits_) - 1);
  for (std::size_t c = 0; c < kClasses; ++c) {
    const auto bit = static_cast<ClassMask>(1U << c);
    at_.refresh_due |= elapse(at_.refresh_timer[c], out.quanta) ? bit : ClassMask{0};
    elapse(at_.pause_timer[c], out.quanta);
    if (holds(said, c)) {
      at_.refresh_due &= static_cast<ClassMask>(~bit);
      at_.refresh_timer[c] = holds(at_.asserted, c) ? in.refresh_quanta : std::uint16_t{0};
    }
    if (holds(loads, c)) {
      at_.pause_timer[c] = pfc_engine_time(in, c);
    }
    if (!holds(live, c)) {
      at_.refresh_timer[c] = at_.pause_timer[c] = 0;
    }
  }
  at_.told = static_cast<ClassMask>(live & ((at_.told & ~said) | (at_.asserted & said)));
  at_.refresh_due &= live;
  unsigned asserted = at_.asserted | in.filled;
  asserted = (asserted & ~unsigned{in.drained}) | in.above;
  at_.asserted = static_cast<ClassMask>(asserted & ~unsigned{in.below} & live);
  return out;
}

}  // namespace weir::reference
