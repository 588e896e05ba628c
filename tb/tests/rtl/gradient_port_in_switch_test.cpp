// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Ports in RTL with the gradient rule, those of a switch and of a host at each: the same packets and messages as those
// of the models; and a wrong RTL is found in lock-step, and followed where it stands alone.

#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/gradient_star.h"
#include "tb/tests/rtl/wrong_rtl.h"

namespace weir::cosim::gradient_port_in_switch_test {

using gradient_star::Setting;
using gradient_star::Star;

constexpr char kTop[] = "gradient_port";
constexpr Setting kSome{.lossless = 0b1011'0110, .whole_ports = true};
constexpr Setting kBuilt{.lossless = 0b1011'0110, .counter_bits = 12, .whole_ports = true};  // as its faults are

TEST(GradientPortInSwitch, SaysWhatTheModelsSay) {
  Setting all = kSome;
  all.lossless = kAllClasses;
  Setting one = kSome;
  one.lossless = 0x08;
  for (const Setting& setting : {kSome, all, one}) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      const std::vector<std::uint64_t> model =
          Star(factories_at(kTop, Fidelity::reference), seed, setting).play(20'000);
      for (const std::uint64_t answer : {0U, 1U, 2U, 3U, 10U})
        EXPECT_GT(std::ranges::count(model, answer), 20) << answer;
      EXPECT_TRUE(model == Star(factories_at(kTop, Fidelity::rtl), seed, setting).play(20'000));
      EXPECT_TRUE(model == Star(factories_at(kTop, Fidelity::lockstep), seed, setting).play(20'000));
    }
  }
}

// Each wrong operator of the top shows at a port, but for those about what a switch does not bring: events that share a
// cycle, also of two classes, packets that wait beside a message, classes without the rule or without messages, PAUSE
// frames and messages of credits, links that come up, a port in reset.
TEST(GradientPortInSwitch, FindsWrongOperators) {
  const Operators operators =
      played_operators(kTop, [](const reference::Factories& factories) { Star(factories, 1, kBuilt).play(50'000); });
  expect_missed(operators, {"admitted_unless_one_is_taken",
                            "admitted_unless_released",
                            "at_bm_without_messages",
                            "class_of_a_message_that_waits",
                            "control_frames_are_heard",
                            "credits_for_all_others",
                            "due_with_a_new_link",
                            "due_with_credits_alone",
                            "freed_of_a_message_that_waits",
                            "heard_unless_the_link_is_new",
                            "heard_with_a_new_link",
                            "heard_with_credits_alone",
                            "heard_without_valid",
                            "judged_by_messages_of_the_class_shown",
                            "judged_with_messages_of_any",
                            "judged_without_messages",
                            "left_unless_admitted",
                            "left_unless_told",
                            "messages_after_packets",
                            "messages_before_all",
                            "messages_before_frames",
                            "messages_before_those_of_the_port",
                            "messages_have_the_class_of_the_packet",
                            "messages_without_credits",
                            "news_with_what_leaves",
                            "not_due_with_a_new_link",
                            "nothing_is_taken_while_messages_are_due",
                            "others_refused",
                            "others_with_credits_alone",
                            "others_without_valid",
                            "packets_go_beside_messages",
                            "period_lost_as_told",
                            "period_lost_while_due",
                            "period_of_all",
                            "sent_of_a_message_that_waits",
                            "shallow_without_messages",
                            "taken_unless_admitted",
                            "taken_unless_one_is_wanted",
                            "takes_of_classes_with_the_rule_alone",
                            "takes_without_a_port",
                            "the_port_has_no_credits",
                            "told_unless_a_message_comes",
                            "told_unless_one_leaves",
                            "told_with_any_frame",
                            "two_causes_do_not_clock",
                            "valid_of_one",
                            "wanted_unless_a_message_comes",
                            "wanted_unless_one_is_taken"});
  EXPECT_GT(operators.found, 60U);
}

TEST(GradientPortInSwitch, TellsWhereAndWhen) {
  expect_told_where_and_when(kTop, "wanted_of_the_class_turned_around", "",
                             [](const reference::Factories& factories) { Star(factories, 1, kBuilt).play(50'000); });
}

TEST(GradientPortInSwitch, RefusesWhatIsNotBuilt) {
  const auto gate = [](const reference::Factories& factories, const reference::GradientGateConfig& asked) {
    return error_of([&] { factories.of<reference::GradientGateBlock>()(asked, "s1.p0.c3"); });
  };
  const reference::Factories factories = factories_at(kTop, Fidelity::rtl);
  EXPECT_EQ(gate(factories, {.blocks_bits = 12}), "");
  EXPECT_EQ(gate(factories, {.counter_bits = 12}),
            "the RTL is built with COUNTER_W = 16, asked for 12; use fidelity \"reference\"");
  EXPECT_EQ(gate(factories, {.blocks_bits = 13}),
            "the RTL is built with BLOCKS_W = 12, asked for 13; use fidelity \"reference\"");
  EXPECT_EQ(gate(factories_with(kTop, "never_told", Fidelity::rtl), {.counter_bits = 12}),
            "the port in RTL has no gradient rule for class 3; use fidelity \"reference\"");
}

// Without a comparison a wrong RTL is followed: other packets are taken, other messages go.
TEST(GradientPortInSwitch, TheRtlDecides) {
  expect_the_rtl_decides(kTop, {"takes_whatever_is_wanted", "freed_is_sent", "untaken_crosswise"},
                         [](const reference::Factories& factories) { return Star(factories, 1, kBuilt).play(20'000); });
}

}  // namespace weir::cosim::gradient_port_in_switch_test
