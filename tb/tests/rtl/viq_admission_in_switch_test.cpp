// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The admission of a switch in RTL: the same answers, and the same pauses at the same instants as by the model; and a
// wrong RTL is found in lock-step, and followed where it stands alone.

#include "hw_model/base/invariant.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/admitting_switch.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/wrong_rtl.h"

namespace weir::cosim::viq_admission_in_switch_test {

using mmu::Admission;
using mmu::MmuConfig;
using testing::StartsWith;

constexpr char kBlock[] = "viq_admission";

struct Settings {  // in cells, but for alphas
  std::int64_t minimum = 0;
  std::int64_t pool = 0;
  std::uint32_t alpha = 0;
  std::uint32_t lossless_alpha = 0;
  std::int64_t buffer = 300;
  std::size_t ports = 4;
};

// Thresholds that stand and that move, without a pool and with one, in buffers that fill.
constexpr Settings kAll[] = {{.minimum = 2, .alpha = 64},
                             {.pool = 90, .alpha = 13, .lossless_alpha = 128},
                             {.minimum = 3, .pool = 60, .lossless_alpha = 40, .buffer = 500},
                             {.alpha = 8192, .buffer = 900},
                             {.pool = 90},
                             {.pool = 120, .lossless_alpha = 64, .buffer = 900, .ports = 9}};

MmuConfig config_of(const Settings& settings) {
  return {.buffer = cells(settings.buffer),
          .cell = Bytes(kAdmissionCell),
          .count_cells = true,
          .viq_reserved = cells(settings.minimum),
          .alpha_128ths = settings.alpha,
          .viq_limit = cells(60) + Bytes(7),  // is no depth of whole cells, and the same as 60
          .headroom = cells(35),
          .headroom_pool = cells(settings.pool),
          .lossless_alpha_128ths = settings.lossless_alpha,
          .veq_limit = cells(40)};
}

class Switch : public AdmittingSwitch {
 public:
  Switch(const Settings& settings, const reference::Factories& factories, std::uint64_t seed)
      : AdmittingSwitch({.stream = "viq_admission_in_switch_test",
                         .ports = settings.ports,
                         .pfc = {.xoff = cells(48) - Bytes(1), .xon = cells(36) + Bytes(5)},
                         .deep = cells(40),
                         .seldom_deep = 16,
                         .seldom_changed = 400},
                        config_of(settings), seed) {
    mmu().take_block(factories, "s1");
  }

 private:
  void change(MmuConfig& draft, RandomStream& random) override {
    if (draft.alpha_128ths != 0)
      draft.alpha_128ths = static_cast<std::uint32_t>(1 + random.below(8192));
    if (draft.lossless_alpha_128ths != 0)
      draft.lossless_alpha_128ths = static_cast<std::uint32_t>(20 + random.below(130));
  }
};

TEST(ViqAdmissionInSwitch, TheSameAnswersAndPauses) {
  std::set<std::uint64_t> seen;
  for (const Settings& settings : kAll) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const auto model = Switch(settings, factories_at(kBlock, Fidelity::reference), seed).play(6'000);
      seen.insert(model.begin(), model.end());
      EXPECT_TRUE(model == Switch(settings, factories_at(kBlock, Fidelity::rtl), seed).play(6'000));
      EXPECT_TRUE(model == Switch(settings, factories_at(kBlock, Fidelity::lockstep), seed).play(6'000));
    }
  }
  for (std::uint64_t answer = 0; answer < 7; ++answer)
    EXPECT_TRUE(seen.contains(answer)) << answer;
  EXPECT_GT(seen.size(), 100U);
}

// Each wrong operator of the RTL shows in a switch, but for those about packets of one cycle or of successive cycles,
// and about what no switch does: packets of no cells, departures of more than there is, counts that wrap, a limit below
// XOFF.
TEST(ViqAdmissionInSwitch, FindsWrongOperators) {
  const Operators operators = played_operators(kBlock, [](const reference::Factories& factories) {
    for (const Settings& settings : kAll)
      Switch(settings, factories, 1).play(3'000);
  });
  expect_missed(operators, {"a_look_takes_cells",
                            "arrival_written_over_the_departure",
                            "arrives_alone",
                            "asked_before_alone",
                            "bypass_of_a_departure_alone",
                            "empty_viqs_ask",
                            "fits_beyond_its_bits",
                            "given_back_as_without_an_arrival",
                            "given_back_with_dropped_packets",
                            "given_back_without_what_came_of_shared_cells",
                            "given_back_without_what_came_to_the_pool",
                            "headroom_given_back_as_without_an_arrival",
                            "headroom_given_back_with_dropped_packets",
                            "more_is_not_told",
                            "more_than_before_is_told",
                            "more_than_shared_cells_is_told",
                            "more_than_the_pool_is_told",
                            "more_than_with_dropped_packets_is_told",
                            "taken_beside_a_departure_lost",
                            "xoff_beats_xon",
                            "xoff_is_not_below_the_limit"});
  EXPECT_GT(operators.found, 60U);
}

// Without a comparison a wrong RTL is followed: in its answers, and in the pauses that it wants.
TEST(ViqAdmissionInSwitch, TheRtlDecides) {
  const auto played = [](const reference::Factories& factories) { return Switch(kAll[1], factories, 1).play(3'000); };
  expect_the_rtl_decides(kBlock, {"looks_at_none", "never_resumes", "never_asks", "lossy_threshold_of_all_cells"},
                         played);
  EXPECT_THAT(error_of<InvariantBroken>([&] { played(factories_with(kBlock, "room_for_all", Fidelity::rtl)); }),
              StartsWith("the block viq_admission admits a packet for which there is no room; "));
}

// RTL and cycle model agree, and the switch's model does not: its minimums have grown while a VIQ holds cells.
TEST(ViqAdmissionInSwitch, TellsWhatTheModelHas) {
  Switch one({.alpha = 13}, factories_at(kBlock, Fidelity::lockstep), 1);
  EXPECT_EQ(one.come(PortId(1), ClassId(2), 5 * kAdmissionCell), Admission::kShared);
  one.mmu().reconfigure(config_of({.minimum = 2, .alpha = 13}), 1_us);
  EXPECT_THAT(
      error_of<LockstepMismatch>([&] { one.come(PortId(1), ClassId(2), kAdmissionCell); }),
      StartsWith("lock-step: s1 (viq_admission) at 0ps: after 4 cycles taken_o is 5 in RTL, 3 in the switch's model"));
}

}  // namespace weir::cosim::viq_admission_in_switch_test
