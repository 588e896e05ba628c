// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Two ports in RTL with time-based gentle flow control, at the ends of a link: the same messages, packets and instants
// as those of the models; and a wrong RTL is found in lock-step, and followed where it stands alone.

#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/two_ports.h"
#include "tb/tests/rtl/wrong_rtl.h"

namespace weir::cosim::lossless_port_in_switch_test {

constexpr Setting kLinear{.scheme = Scheme::kGfcTimeBased, .rate = 800_Gbps};

TEST(LinearPortInSwitch, SaysWhatTheModelsSay) {
  Setting fast = kLinear;
  fast.rate = 1600_Gbps;
  Setting late = kLinear;
  late.lossless = 0xff;
  late.counter_bits = 16;
  late.delay = 2_us;
  Setting one = kLinear;
  one.lossless = 0x80;
  one.delay = 100_ns;
  one.rounding = reference::Rounding::kNearest;
  one.rate_raise = reference::RateRaise::kHold;
  expect_what_the_models_say("linear_port", {kLinear, fast, late, one});
}

// Rates that come while classes wait for others.
Setting linear_walking() {
  Setting walking = kLinear;
  walking.rate_raise = reference::RateRaise::kHold;
  walking.walks = true;
  walking.delay = 500_ns;
  return walking;
}

TEST(LinearPortInSwitch, SaysWhatTheModelsSayInWaits) {
  Setting clamps = linear_walking();
  clamps.rate_raise = reference::RateRaise::kClamp;
  expect_what_the_models_say("linear_port", {linear_walking(), clamps}, 2'000);
}

// Each wrong operator of the top shows at a port, but for those about what a switch does not bring: events that share a
// cycle, also of two classes, packets that end without a tick, messages that wait for a division, blocks without their
// event, classes without GFC, PAUSE frames, packets that wait beside a message, links that come up.
TEST(LinearPortInSwitch, FindsWrongOperators) {
  const Operators operators = played_operators("linear_port", [](const reference::Factories& factories) {
    Link(kLinear, factories, 1).play(20'000);
    Setting late = kLinear;
    late.delay = 500_ns;
    late.rounding = reference::Rounding::kCeil;
    late.rate_raise = reference::RateRaise::kHold;
    Link(late, factories, 1).play(20'000);
    Setting fast = kLinear;
    fast.rate = 1600_Gbps;
    Link(fast, factories, 1).play(20'000);
    Link(linear_walking(), factories, 1).play(8'000);
  });
  expect_missed(operators, {"a_new_link_does_not_clock",
                            "admitted_unless_released",
                            "admitted_without_valid",
                            "all_are_next",
                            "all_are_taken",
                            "all_that_wait_are_divided",
                            "clamp_with_the_same_rate_too",
                            "class_of_a_message_that_waits",
                            "control_frames_are_heard",
                            "credits_for_all_others",
                            "divided_unless_a_message_comes",
                            "divided_while_it_divides",
                            "fccl_of_a_message_that_waits",
                            "fctbs_of_a_message_that_waits",
                            "heard_without_valid",
                            "kept_for_a_cycle",
                            "kept_over_a_new_link",
                            "kept_unless_a_packet_ends",
                            "kept_unless_a_rate_is_there",
                            "kept_unless_one_divides",
                            "kept_unless_one_waits",
                            "kept_with_a_new_link",
                            "loaded_with_a_tick_alone",
                            "messages_after_packets",
                            "messages_before_all",
                            "messages_before_frames",
                            "messages_before_those_of_the_port",
                            "messages_have_the_class_of_the_packet",
                            "messages_without_credits",
                            "moves_with_a_rate_alone_without_a_tick",
                            "nothing_is_taken_while_messages_are_due",
                            "one_cause_clocks_the_division",
                            "packets_go_beside_messages",
                            "period_of_all",
                            "period_unless_told",
                            "phase_with_a_tick_alone",
                            "rate_unless_one_waits",
                            "released_unless_admitted",
                            "released_without_valid",
                            "remains_behind_the_packet",
                            "remains_if_none_waits",
                            "remains_of_all_that_wait",
                            "remains_of_any_message",
                            "residual_of_a_tick_alone",
                            "residual_with_a_tick_alone",
                            "sent_without_valid",
                            "taken_over_kept",
                            "taken_while_it_divides",
                            "takes_after_a_cycle_at_rest",
                            "takes_while_it_divides",
                            "the_class_before_is_next",
                            "the_port_has_no_credits",
                            "told_unless_a_message_comes",
                            "told_with_any_frame",
                            "two_causes_do_not_clock",
                            "valid_of_one"});
  EXPECT_GT(operators.found, 60U);
}

TEST(LinearPortInSwitch, TellsWhereAndWhen) {
  expect_told_where_and_when("linear_port", "gap_of_the_rate_before", "s1.p",
                             [](const reference::Factories& factories) { Link(kLinear, factories, 1).play(20'000); });
}

TEST(LinearPortInSwitch, RefusesWhatIsNotBuilt) {
  const reference::Factories factories = factories_at("linear_port", Fidelity::rtl);
  const auto limiter = [&](const reference::RateLimiterConfig& config, reference::RateForm form) {
    factories.of<reference::RateLimiter>()(form, config, "s1.p0.c0");
  };
  EXPECT_EQ(error_of([&] { limiter({}, reference::RateForm::kStage); }),
            "the limiters of the port in RTL have factors; use fidelity \"reference\"");
  EXPECT_EQ(error_of([&] { limiter({.factor_frac = 12}, reference::RateForm::kFixedPoint); }),
            "the RTL is built with FACTOR_FRAC_W = 16, asked for 12; use fidelity \"reference\"");
}

// Without a comparison a wrong RTL is followed: other packets go.
TEST(LinearPortInSwitch, TheRtlDecides) {
  expect_the_rtl_decides(
      "linear_port", {"gap_of_the_rate_before", "never_counts", "rate_for_all"},
      [](const reference::Factories& factories) { return Link(kLinear, factories, 1).play(20'000); });
}

}  // namespace weir::cosim::lossless_port_in_switch_test
