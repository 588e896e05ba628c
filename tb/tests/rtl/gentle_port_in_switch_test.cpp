// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Two ports in RTL with gentle flow control, at the ends of a link: the same frames, packets and instants as those of
// the models; and a wrong RTL is found in lock-step, and followed where it stands alone.

#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/two_ports.h"
#include "tb/tests/rtl/wrong_rtl.h"

namespace weir::cosim::lossless_port_in_switch_test {

constexpr Setting kGentle{.scheme = Scheme::kGfcBufferBased};

TEST(GentlePortInSwitch, SaysWhatTheModelsSay) {
  Setting fast = kGentle;
  fast.rate = 1600_Gbps;
  Setting odd = kGentle;
  odd.rate = BitRate(33'333'333'333);
  Setting one = kGentle;
  one.rate = 100_Gbps;
  one.lossless = 0x80;
  one.rounding = reference::Rounding::kNearest;
  one.rate_raise = reference::RateRaise::kHold;
  expect_what_the_models_say("gentle_port", {kGentle, fast, odd, one});
}

// Rates that come while classes wait for others.
Setting gentle_walking() {
  Setting walking = kGentle;
  walking.rate_raise = reference::RateRaise::kHold;
  walking.walks = true;
  return walking;
}

TEST(GentlePortInSwitch, SaysWhatTheModelsSayInWaits) {
  Setting clamps = gentle_walking();
  clamps.rate_raise = reference::RateRaise::kClamp;
  expect_what_the_models_say("gentle_port", {gentle_walking(), clamps}, 2'000);
}

// Each wrong operator of the top and of its limiters shows at a port, but for those about what a switch does not bring:
// packets or frames that are due beside a frame of stages, a packet that comes in the cycle in which one leaves, a
// table that changes beside a depth, a depth of another class while a class has a clock, stages beyond N, a limiter
// that hears anything but the stage of its class, or the same one anew; and for those about instants that are rare: two
// packets that end in one tick, a rate that is raised when as much is left, what a limiter hears behind the tick in
// which it comes.
TEST(GentlePortInSwitch, FindsWrongOperators) {
  const Operators operators = played_operators("gentle_port", [](const reference::Factories& factories) {
    Link(kGentle, factories, 1).play(20'000);
    Setting odd = kGentle;
    odd.rate = BitRate(33'333'333'333);
    odd.rounding = reference::Rounding::kCeil;
    odd.rate_raise = reference::RateRaise::kHold;
    Link(odd, factories, 1).play(20'000);
    Setting fast = kGentle;
    fast.rate = 1600_Gbps;
    Link(fast, factories, 1).play(20'000);
    Link(gentle_walking(), factories, 1).play(8'000);
  });
  expect_missed(operators, {"a_tick_is_owed_without_one",
                            "admitted_counts_last",
                            "admitted_of_all",
                            "admitted_unless_one_is_released",
                            "admitted_without_valid",
                            "assigned_without_a_frame",
                            "clamp_by_the_count_before",
                            "clamp_with_a_tick_alone",
                            "clamp_with_the_same_rate_too",
                            "hears_any_control_frame",
                            "hears_credit_messages",
                            "hears_without_valid",
                            "loaded_with_a_tick_alone",
                            "moves_with_a_packet_alone_without_a_tick",
                            "moves_with_a_rate_alone_without_a_tick",
                            "nothing_is_taken_while_stages_are_due",
                            "one_packet_a_cycle",
                            "packets_go_beside_stages",
                            "phase_with_a_tick_alone",
                            "released_of_all",
                            "released_without_valid",
                            "residual_of_a_tick_alone",
                            "residual_with_a_tick_alone",
                            "sent_in_reset",
                            "sent_while_idle",
                            "sent_without_valid",
                            "stages_after_packets",
                            "stages_before_all",
                            "stages_before_frames",
                            "stages_before_messages",
                            "stages_beyond_n_are_obeyed",
                            "stages_have_the_class_of_the_packet",
                            "table_taken_with_a_depth",
                            "table_taken_without_a_depth",
                            "told_is_the_stage_that_comes",
                            "told_unless_a_depth_comes",
                            "told_with_any_frame",
                            "valid_of_either",
                            "valid_of_one",
                            "wait_stands_without_a_tick"});
  EXPECT_GT(operators.found, 60U);
}

TEST(GentlePortInSwitch, TellsWhereAndWhen) {
  expect_told_where_and_when("gentle_port", "classes_turned_around", "s1.p",
                             [](const reference::Factories& factories) { Link(kGentle, factories, 1).play(20'000); });
}

TEST(GentlePortInSwitch, RefusesWhatIsNotBuilt) {
  const reference::Factories factories = factories_at("gentle_port", Fidelity::rtl);
  const auto limiter = [&](const reference::RateLimiterConfig& config, reference::RateForm form) {
    factories.of<reference::RateLimiter>()(form, config, "s1.p0.c0");
  };
  EXPECT_EQ(error_of([&] { limiter({}, reference::RateForm::kFixedPoint); }),
            "the limiters of the port in RTL have stages; use fidelity \"reference\"");
  EXPECT_EQ(error_of([&] { limiter({.subticks = 40}, reference::RateForm::kStage); }),
            "the RTL is built with SUBTICKS = 60, asked for 40; use fidelity \"reference\"");
  const auto comparator = [&](const reference::StageComparatorConfig& config) {
    factories.of<reference::StageComparator>()(config, "s1.p0.c0");
  };
  EXPECT_EQ(error_of([&] {
              comparator({.thresholds = {100_B, 150_B, 160_B}});
            }),
            "the port in RTL has thresholds of Bm less powers of two; use fidelity \"reference\"");
  EXPECT_EQ(error_of([&] { comparator({.thresholds = {100_B}, .q_bits = 26}); }),
            "the RTL is built with Q_W = 25, asked for 26; use fidelity \"reference\"");
}

// Without a comparison a wrong RTL is followed: other stages are told, other packets go.
TEST(GentlePortInSwitch, TheRtlDecides) {
  expect_the_rtl_decides(
      "gentle_port", {"classes_turned_around", "gap_of_a_stage_more", "never_counts"},
      [](const reference::Factories& factories) { return Link(kGentle, factories, 1).play(20'000); });
}

}  // namespace weir::cosim::lossless_port_in_switch_test
