// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/pfc_engine/coverage.h"

#include <bit>

#include "tb/cosim/powers_passed.h"
#include "tb/cosim/vectors.h"

namespace weir::cosim {

using reference::PfcEngineConfig;

namespace {

// NOLINTBEGIN(performance-enum-size)
enum Event : std::size_t {
  kFilled,
  kDrained,
  kAbove,
  kBelow,
  kPauseTold,
  kRefreshTold,
  kResumeTold,
  kRefreshOver,
  kPauseOver,
  kCleared,
  kLoaded,
  kOff,
  kClassEvents
};
enum PortEvent : std::size_t { kTold, kDepths, kHeard, kDown, kReset };
enum Value : std::size_t { kPause, kRefresh, kTimes };
// NOLINTEND(performance-enum-size)

const std::vector<std::string> kEventNames = {"filled",         "drained",      "above",       "below",
                                              "pause_told",     "refresh_told", "resume_told", "refresh_runs_out",
                                              "pause_runs_out", "cleared",      "loaded",      "off"};
const std::vector<std::string> kPortEvents = {"told", "depths", "heard", "link_down", "reset"};
const std::vector<std::string> kNoYes = {"no", "yes"};
constexpr unsigned kTimerBits = 16;
constexpr std::uint64_t kManyRefreshes = (std::uint64_t{1} << 9) + 1;
constexpr std::size_t kSmall = 4;    // 0 to 3
constexpr std::size_t kBesides = 4;  // one bit from the third on, and 0 to 3 more
constexpr std::size_t kAllOnes = kSmall + (kTimerBits - 2) * kBesides;
constexpr std::size_t kUncounted = kAllOnes + 1;

CoverageDimension timer_values() {
  CoverageDimension values{"value", {"0", "1", "2", "3"}};
  for (unsigned bit = 2; bit < kTimerBits; ++bit) {
    for (std::size_t more = 0; more < kBesides; ++more) {
      values.bins.push_back(std::to_string((1U << bit) + more));
    }
  }
  values.bins.emplace_back("all_ones");
  return values;
}

std::size_t timer_bin(std::uint16_t value) {
  if (value < kSmall) {
    return value;
  }
  if (value == 0xffffU) {
    return kAllOnes;
  }
  const unsigned higher = value & ~3U;
  if (!std::has_single_bit(higher)) {
    return kUncounted;
  }
  return kSmall + (static_cast<std::size_t>(std::bit_width(higher)) - 3) * kBesides + (value & 3U);
}

CoverageDimension opcodes() {
  CoverageDimension bins{"opcode", {"obeyed", "other"}};
  for (const char* of : {"obeyed", "other"}) {
    for (unsigned bit = 0; bit < 16; ++bit) {
      bins.bins.push_back(std::string(of) + "_without_bit_" + std::to_string(bit));
    }
  }
  return bins;
}

std::uint16_t time_at(std::uint64_t low, std::uint64_t high, std::size_t c) {
  return static_cast<std::uint16_t>((c < 4 ? low : high) >> (48 - 16 * (c % 4)));
}

bool has(unsigned mask, std::size_t c) { return (mask >> c & 1U) != 0; }

}  // namespace

PfcEngineCoverage::PfcEngineCoverage(const PfcEngineConfig& config, unsigned /*latency*/)
    : prescaler_bits_(config.prescaler_bits),
      states_("state", {{"state", {"open", "due", "paused", "refresh_due", "resume_due", "resume_and_refresh_due"}},
                        numbers("depth_inputs", 0, 15),
                        {"told", kNoYes}}),
      classes_("class", {{"event", kEventNames}, numbers("class", 0, kClasses - 1)}),
      together_("together", {{"one", kEventNames}, {"other", kEventNames}}),
      timers_("timer", {{"timer", {"refresh", "pause"}}, timer_values(), numbers("quanta", 0, 2)}),
      opcodes_("opcode", {{"mode", {"pfc", "802.3x"}}, opcodes()}),
      bits_("bit", {{"of", {"pause_quanta", "refresh_quanta", "times"}},
                    numbers("bit", 0, kTimerBits - 1),
                    {"is", {"alone_0", "alone_1"}}}),
      carries_("carry", {numbers("into_bit", 1, config.prescaler_bits + 1)}),
      rows_("over_2^9_refreshes_in_a_row", {numbers("class", 0, kClasses - 1)}),
      parts_("part_kept", {numbers("over_log2_cycles", 0, kShortAge)}),
      events_(kPortEvents) {
  for (std::size_t one = 0; one < kClassEvents; ++one) {
    for (std::size_t other = 0; other <= one; ++other) {
      together_.rule_out(together_.index({one, other}));
    }
  }
  // A frame says one thing of a class; a timer that is not told does not run; what refreshes has run out before.
  const auto never = [&](std::size_t one, std::size_t other) { together_.rule_out(together_.index({one, other})); };
  never(kPauseTold, kRefreshTold);
  never(kPauseTold, kResumeTold);
  never(kRefreshTold, kResumeTold);
  never(kPauseTold, kRefreshOver);
  never(kRefreshTold, kRefreshOver);
  never(kCleared, kLoaded);
  // Of a class that takes no part nothing is due.
  never(kPauseTold, kOff);
  never(kRefreshTold, kOff);
  never(kResumeTold, kOff);
  events_.rule_out(kReset, kTold);  // nothing is due
  events_.rule_out(kDown, kTold);
}

void PfcEngineCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    unsigned events = 0;
    if (in[i].rst_n) {
      events |= in[i].told && out[i].due ? 1U << kTold : 0U;
      events |= (in[i].filled | in[i].drained | in[i].above | in[i].below) != 0 ? 1U << kDepths : 0U;
      events |= in[i].heard ? 1U << kHeard : 0U;
      events |= !in[i].link_up ? 1U << kDown : 0U;
      for (std::size_t c = 0; c < kClasses; ++c) {
        of_class(in[i], out[i], c);
      }
      of_port(in[i], out[i]);
      follow(in[i], out[i]);
    } else {
      events |= 1U << kReset;
      refreshes_ = {};
      kept_ = 0;
    }
    events_.events(events);
  }
}

void PfcEngineCoverage::of_class(const Inputs& in, const Outputs& out, std::size_t c) {
  constexpr std::size_t kPlaces[2][2][2] = {{{0, 6}, {4, 5}}, {{1, 6}, {2, 3}}};  // 6: none
  const std::size_t state = kPlaces[has(out.asserted, c)][has(out.told, c)][has(out.refresh_due, c)];
  const std::size_t depths = std::size_t{has(in.filled, c)} + 2 * std::size_t{has(in.drained, c)} +
                             4 * std::size_t{has(in.above, c)} + 8 * std::size_t{has(in.below, c)};
  if (state < 6) {
    states_.hit(states_.index({state, depths, in.told ? 1U : 0U}));
  }
  const std::uint16_t refresh = time_at(out.refresh_timers_0_3, out.refresh_timers_4_7, c);
  const std::uint16_t pause = time_at(out.pause_timers_0_3, out.pause_timers_4_7, c);
  of_timer(0, refresh, out.quanta);
  of_timer(1, pause, out.quanta);
  const bool loads = has(reference::pfc_engine_loads(in), c);
  const std::uint16_t time = reference::pfc_engine_time(in, c);
  unsigned events = 0;
  const auto met = [&](bool happens, Event event) { events |= happens ? 1U << event : 0U; };
  met(has(in.filled, c), kFilled);
  met(has(in.drained, c), kDrained);
  met(has(in.above, c), kAbove);
  met(has(in.below, c), kBelow);
  met(in.told && has(out.pauses, c), kPauseTold);
  met(in.told && has(out.refreshes, c), kRefreshTold);
  met(in.told && has(out.resumes, c), kResumeTold);
  met(refresh != 0 && refresh <= out.quanta, kRefreshOver);
  met(pause != 0 && pause <= out.quanta, kPauseOver);
  met(loads && time == 0, kCleared);
  met(loads && time != 0, kLoaded);
  met(!has(reference::pfc_engine_live(in), c), kOff);
  for (unsigned one = events; one != 0; one &= one - 1) {
    const auto first = static_cast<std::size_t>(std::countr_zero(one));
    classes_.hit(classes_.index({first, c}));
    for (unsigned other = one & (one - 1); other != 0; other &= other - 1) {
      together_.hit(together_.index({first, static_cast<std::size_t>(std::countr_zero(other))}));
    }
  }
  if (loads) {
    set_bits(kTimes, time, kTimerBits);
  }
  if (in.told && has(out.pauses, c)) {
    set_bits(kPause, in.pause_quanta, kTimerBits);
    set_bits(kRefresh, in.refresh_quanta, kTimerBits);
  }
}

void PfcEngineCoverage::of_timer(std::size_t which, std::uint16_t value, unsigned quanta) {
  const std::size_t bin = timer_bin(value);
  if (bin != kUncounted) {
    timers_.hit(timers_.index({which, bin, quanta}));
  }
}

// Numbers of which one bit differs from all others.
void PfcEngineCoverage::set_bits(std::size_t of, std::uint32_t value, unsigned width) {
  for (const unsigned is : {0U, 1U}) {
    const std::uint32_t alone = is == 1 ? value : ~value & ((1U << width) - 1);
    if (std::has_single_bit(alone)) {
      bits_.hit(bits_.index({of, static_cast<std::size_t>(std::countr_zero(alone)), is}));
    }
  }
}

void PfcEngineCoverage::of_port(const Inputs& in, const Outputs& out) {
  if (in.heard) {
    const std::uint32_t obeyed = in.port_pause ? 0x0001 : 0x0101;
    const std::size_t mode = in.port_pause ? 1 : 0;
    for (const std::uint32_t other : {0U, 1U}) {
      const std::uint32_t differs = (in.heard_head >> 16U) ^ (other == 0 ? obeyed : obeyed ^ 0x0100U);
      if (differs == 0) {
        opcodes_.hit(opcodes_.index({mode, other}));
      } else if (std::has_single_bit(differs)) {
        opcodes_.hit(
            opcodes_.index({mode, 2 + std::size_t{other} * 16 + static_cast<std::size_t>(std::countr_zero(differs))}));
      }
    }
  }
  const std::uint32_t sum = out.prescaler + in.step;
  for (std::uint32_t into = out.prescaler ^ in.step ^ sum; into != 0; into &= into - 1) {
    const auto bit = static_cast<std::size_t>(std::countr_zero(into));
    if (bit <= prescaler_bits_ + 1) {
      carries_.hit(carries_.index({bit - 1}));
    }
  }
}

// Refreshes in a row, and how long a part of a quantum is kept while no class is held.
void PfcEngineCoverage::follow(const Inputs& in, const Outputs& out) {
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (!has(out.told, c)) {
      refreshes_[c] = 0;
    } else if (in.told && has(out.refreshes, c) && ++refreshes_[c] == kManyRefreshes) {
      rows_.hit(c);
    }
  }
  kept_ = in.step == 0 && !in.heard && out.prescaler != 0 && out.blocked == 0 ? kept_ + 1 : 0;
  if (const auto k = power_passed(kept_, kShortAge)) {
    parts_.hit(*k);
  }
}

}  // namespace weir::cosim
