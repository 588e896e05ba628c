// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/pfc_engine_cycle.h"

#include "hw_model/reference/pfc_timer.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::pfc_engine_cycle_test {

constexpr std::uint32_t kQuantum = 512;

std::uint16_t first(std::uint64_t times) { return static_cast<std::uint16_t>(times >> 48U); }

PfcEngineInputs message(std::uint16_t time, std::uint32_t step) {
  return {.heard = true, .step = step, .heard_head = 0x01010001, .heard_times_0_3 = std::uint64_t{time} << 48U};
}

// The cycles of the wave in rtl/pfc_engine/pfc_engine.md, as signs in its order: what class 0 shows.
TEST(PfcEngineCycle, ThirteenCyclesByHand) {
  PfcEngineCycle engine({});
  const std::string filled = "0100000000000", drained = "0000000000100", told = "0010000100010",
                    heard = "0100010000000";
  const std::string pauses = "0010000000000", refreshes = "0000001100000", resumes = "0000000000010";
  const std::string said = "0090009900000", refresh = "0003210032100", pause = "0021002100000";
  const std::string blocked = "0011001100000", expires = "0001000100000";
  for (std::size_t n = 0; n < filled.size(); ++n) {
    PfcEngineInputs in = heard[n] == '1' ? message(2, kQuantum) : PfcEngineInputs{.step = kQuantum};
    in.filled = filled[n] == '1' ? 1 : 0;
    in.drained = drained[n] == '1' ? 1 : 0;
    in.told = told[n] == '1';
    in.pause_quanta = 9;
    in.refresh_quanta = 3;
    const PfcEngineOutputs out = engine.clock(in);
    const std::uint16_t shown[] = {out.pauses,
                                   out.refreshes,
                                   out.resumes,
                                   first(out.times_0_3),
                                   first(out.refresh_timers_0_3),
                                   first(out.pause_timers_0_3),
                                   out.blocked,
                                   out.expires};
    const char wanted[] = {pauses[n], refreshes[n], resumes[n], said[n], refresh[n], pause[n], blocked[n], expires[n]};
    for (std::size_t k = 0; k < std::size(wanted); ++k) {
      EXPECT_EQ(shown[k], wanted[k] - '0') << "cycle " << n << ", output " << k;
    }
  }
}

// All rates at both clocks: the quanta counted are those that have passed, rounded down, for as long as one looks.
TEST(PfcEngineCycle, KeepsTheFractionOfAQuantumAtEveryRateAndClock) {
  for (const std::uint32_t gbps : {10U, 25U, 40U, 50U, 100U, 200U, 400U, 800U}) {
    for (const std::uint32_t tenths : {10U, 12U}) {  // of a nanosecond
      ASSERT_EQ(gbps * tenths % 10, 0U);
      const std::uint32_t bits = gbps * tenths / 10;
      PfcEngineCycle engine({});
      std::uint64_t counted = 0;
      for (std::uint64_t cycles = 1; cycles <= 200'000; ++cycles) {
        counted += engine.clock({.step = bits}).quanta;
        ASSERT_EQ(counted, cycles * bits / kQuantum) << gbps << " Gbps, cycle " << cycles;
      }
    }
  }
}

// A pause ends within a quantum and a cycle of when the switch's own model ends it, which knows picoseconds.
TEST(PfcEngineCycle, BlocksAsLongAsTheSwitchsTimerWithinAQuantum) {
  constexpr std::int64_t kTick = 1200;
  for (const std::int64_t gbps : {10, 100, 400, 800}) {
    const auto step = static_cast<std::uint32_t>(gbps * kTick / 1000);
    PfcTimer timer{BitRate(gbps * 1'000'000'000)};
    const std::int64_t quantum = pause_time(1, BitRate(gbps * 1'000'000'000)).count();
    PfcEngineCycle engine({});
    std::int64_t now = 0;
    for (const unsigned quanta : {1U, 2U, 3U, 100U, 1'001U, 65'535U}) {
      timer.load(static_cast<std::uint16_t>(quanta), Time(now));
      engine.clock(message(static_cast<std::uint16_t>(quanta), step));
      std::int64_t ends = now;
      while (engine.clock({.step = step}).blocked != 0) {
        ends += kTick;
      }
      EXPECT_LE(std::abs((Time(ends) - timer.expires_at()).count()), quantum + kTick) << gbps << " Gbps, " << quanta;
      EXPECT_LT(ends, timer.expires_at().count() + kTick) << gbps << " Gbps, " << quanta;
      now = ends + 7 * kTick;
      for (int n = 0; n < 7; ++n) {
        engine.clock({.step = step});
      }
    }
  }
}

TEST(PfcEngineCycle, TwoQuantaTakenFromOneLeaveNone) {
  for (const std::uint16_t time : {std::uint16_t{1}, std::uint16_t{2}}) {
    PfcEngineCycle engine({});
    engine.clock(message(time, kQuantum + 1));  // a fraction of 1
    const PfcEngineOutputs out = engine.clock({.step = 2 * kQuantum - 1});
    EXPECT_EQ(out.quanta, 2);
    EXPECT_EQ(out.expires, 1);
    EXPECT_EQ(engine.registers().pause_timer[0], 0);
  }
}

TEST(PfcEngineCycle, RefusesAFractionThatItCannotCount) {
  EXPECT_THROW(PfcEngineCycle({.prescaler_bits = 0}), std::invalid_argument);
  EXPECT_THROW(PfcEngineCycle({.prescaler_bits = 25}), std::invalid_argument);
}

}  // namespace weir::reference::pfc_engine_cycle_test
