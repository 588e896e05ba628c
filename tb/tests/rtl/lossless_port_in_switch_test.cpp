// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Two ports in RTL as a whole at the ends of a link, with engine, scheduler and queues: the same frames, packets and
// holds as those of the models; and a wrong RTL is found in lock-step, and followed where it stands alone.

#include "hw_model/cycle_models/ib_credits_cycle.h"
#include "hw_model/mechanisms/flow_control/clocked_pauses.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/two_ports.h"
#include "tb/tests/rtl/wrong_rtl.h"

namespace weir::cosim::lossless_port_in_switch_test {

using flow_control::ClockedPauses;
using flow_control::PauseRegisters;

// A class of a port whose queue grows to `depth`, and falls to `then`.
struct Queue {
  explicit Queue(const reference::Factories& factories) : engine(make_flow_control(context(factories))) {
    engine->start(Time(0));
  }
  PortContext context(const reference::Factories& factories) {
    return context_of(port, {.lossless = 0x04}, factories, "s1.p0");
  }
  // Whether a frame is due after a packet that comes, or leaves.
  bool comes(Bytes depth) {
    engine->packet_admitted(ClassId(2), 64_B, depth, now += 100_ns);
    return said();
  }
  bool leaves(Bytes depth) {
    engine->packet_released(ClassId(2), 64_B, depth, now += 100_ns);
    return said();
  }
  bool said() {
    flow_control::Bytes60 bytes{};
    const bool due = engine->feedback_pending();
    if (due)
      engine->build_feedback(bytes, now);
    return due;
  }
  FakePort port;
  std::unique_ptr<FlowControl> engine;
  Time now{};
};

// A pause is asked for, and no frame goes until all values of the port have been read.
void wait_to_be_told(const reference::Factories& factories) {
  Queue queue(factories);
  for (std::int64_t n = 0; n < 400; ++n)
    queue.engine->packet_admitted(ClassId(2), 64_B, kXoff + Bytes(n), queue.now += 100_ns);
}

TEST(LosslessPortInSwitch, SaysWhatTheModelsSay) {
  expect_what_the_models_say(
      "lossless_port",
      {Setting{}, Setting{.rate = 400_Gbps, .pause_quanta = 21},
       Setting{.rate = BitRate(33'333'333'333), .moves = true}, Setting{.scheme = Scheme::kPause, .rate = 25_Gbps},
       Setting{.pause_quanta = 3'000, .lossless = 0x01}, Setting{.scheme = Scheme::kCbfc},
       Setting{.scheme = Scheme::kCbfc, .lossless = 0xff, .counter_bits = 16}, Setting{.scheme = Scheme::kNone}});
}

// Each wrong operator of the top shows at a port, but for those about what a switch does not bring: two events in one
// cycle, levels beside depths, interrupts, values that others hold, a link that is off by its register.
TEST(LosslessPortInSwitch, FindsWrongOperators) {
  const Operators operators = played_operators("lossless_port", [](const reference::Factories& factories) {
    Link({}, factories, 1).play(20'000);
    Link({.scheme = Scheme::kPause}, factories, 1).play(6'000);
    Link({.scheme = Scheme::kCbfc}, factories, 1).play(6'000);
    wait_to_be_told(factories);
  });
  expect_missed(operators, {"all_classes_are_lossless",
                            "all_groups_are_held",
                            "all_live_under_port_pause",
                            "asserted_is_not_left",
                            "bank_has_no_force",
                            "bank_is_released_with_the_port",
                            "below_does_not_clock",
                            "class_in_reset",
                            "class_of_a_frame",
                            "class_of_a_packet_beside_a_frame",
                            "class_of_both",
                            "credits_are_due_though_not_credited",
                            "credits_clocked_in_reset",
                            "credits_of_credited_alone",
                            "engine_is_up_with_the_link",
                            "event_does_not_clock",
                            "flags_and_levels_interrupt",
                            "flags_do_not_interrupt",
                            "force_alone_is_a_level",
                            "force_hides_levels",
                            "force_is_no_level",
                            "frames_and_messages_are_3",
                            "goes_if_open",
                            "idle_beside_a_frame",
                            "idle_beside_a_message",
                            "idle_beside_control",
                            "idle_in_reset",
                            "init_does_not_clock",
                            "levels_do_not_interrupt",
                            "link_is_always_up",
                            "mask_ignored",
                            "mask_turned_around",
                            "message_beside_a_frame",
                            "messages_before_frames",
                            "messages_without_valid",
                            "not_admitted_beside_a_release",
                            "not_admitted_beside_a_sent",
                            "not_released_beside_an_admission",
                            "not_sent_beside_a_message",
                            "not_sent_while_the_mac_is_ready",
                            "nothing_is_asked_for",
                            "nothing_is_left",
                            "offers_in_reset",
                            "outside_is_held",
                            "period_beside_a_take_lost",
                            "period_of_all",
                            "read_is_held",
                            "release_shows_after_one_edge",
                            "released_by_the_first_edge",
                            "scheduler_clocked_while_idle",
                            "sent_by_the_class_heard",
                            "taken_beside_a_frame",
                            "taken_beside_a_sent_alone",
                            "time_goes_on",
                            "told_is_not_left",
                            "told_unless_messages_are_due",
                            "up_though_disabled",
                            "values_behind_are_held"});
  EXPECT_GT(operators.found, 100U);
}

TEST(LosslessPortInSwitch, TellsWhereAndWhen) {
  expect_told_where_and_when("lossless_port", "up_without_a_link", "s1.p",
                             [](const reference::Factories& factories) { Link({}, factories, 1).play(20'000); });
}

// At XOFF to the byte, and at XON: by the comparators of the RTL.
TEST(LosslessPortInSwitch, ComparesDepthsToTheByte) {
  for (const Fidelity fidelity : {Fidelity::rtl, Fidelity::lockstep}) {
    Queue queue(factories_at("lossless_port", fidelity));
    EXPECT_FALSE(queue.comes(kXoff - 1_B));
    EXPECT_FALSE(queue.leaves(kXon));
    EXPECT_TRUE(queue.comes(kXoff));
    EXPECT_FALSE(queue.comes(kXoff + 1_B)) << "said before";
    EXPECT_FALSE(queue.leaves(kXon + 1_B));
    EXPECT_TRUE(queue.leaves(kXon));
    queue.engine->moving_threshold()->threshold_moved(ClassId(2), 100_B);
    EXPECT_FALSE(queue.comes(99_B));
    EXPECT_TRUE(queue.comes(100_B));
    EXPECT_FALSE(queue.leaves(1_B)) << "XON is 0 by now";
    EXPECT_TRUE(queue.leaves(0_B));
  }
}

// Thresholds that the registers do not hold are compared beside the RTL; depths beyond its bits are the deepest.
TEST(LosslessPortInSwitch, TakesThresholdsBeyondItsRegisters) {
  Queue queue(factories_at("lossless_port", Fidelity::lockstep));
  EXPECT_TRUE(queue.comes(40'000'000_B));
  EXPECT_TRUE(queue.leaves(0_B));
  queue.engine->viq_pauses()->raise_levels(ClassId(2), 20'000'000_B);
  EXPECT_FALSE(queue.comes(19'999'999_B));
  EXPECT_TRUE(queue.comes(20'006'000_B));
  EXPECT_FALSE(queue.leaves(20'003'001_B));
  EXPECT_TRUE(queue.leaves(20'003'000_B));
}

// Without a comparison a wrong RTL is followed: it pauses and resumes a byte too late.
TEST(LosslessPortInSwitch, TheRtlDecides) {
  Queue late(factories_with("lossless_port", "filled_beyond_xoff", Fidelity::rtl));
  EXPECT_FALSE(late.comes(kXoff));
  EXPECT_TRUE(late.comes(kXoff + 1_B));
  Queue long_paused(factories_with("lossless_port", "drained_below_xon", Fidelity::rtl));
  EXPECT_TRUE(long_paused.comes(kXoff));
  EXPECT_FALSE(long_paused.leaves(kXon));
  EXPECT_TRUE(long_paused.leaves(kXon - 1_B));
}

// RTL and cycle model agree, and the models of the parts do not.
TEST(LosslessPortInSwitch, TellsWhatTheModelHas) {
  const reference::Factories factories = factories_at("lossless_port", Fidelity::lockstep);
  ClockedPauses pauses(factories.of<reference::PfcEngineBlock>()({}, "s1.p0"), 10_Gbps, 0xff, false);
  PauseRegisters model{.asks = 0x02, .pause_quanta = 9};
  EXPECT_TRUE(pauses.due(model, 1_us));
  model.told = 0x02;
  EXPECT_EQ(error_of<LockstepMismatch>([&] { pauses.due(model, 2_us); }),
            "lock-step: s1.p0 (pfc_engine of lossless_port) at 2us: after 7 cycles due_o is 1 in RTL, 0 in the "
            "switch's model");
  const auto block = egress::make_clocked_scheduler(factories, "s1", PortId(1), kScheduling);
  PortAsks asks{.waiting = 0b0110, .credit = 0xff, .open = 0xff, .port_open = 0xff};
  asks.lengths.fill(64_B);
  Turns turns(kScheduling, 2);
  EXPECT_EQ(error_of<LockstepMismatch>([&] { block->choose(asks, 2, kScheduling, turns, 300_ns); }),
            "lock-step: s1.p1 (egress_scheduler of lossless_port) at 300ns: after 5 cycles chosen_o is 2 in RTL, 4 in "
            "the switch's model");
}

TEST(LosslessPortInSwitch, RefusesWhatIsNotBuilt) {
  const reference::Factories factories = factories_at("lossless_port", Fidelity::rtl);
  EXPECT_EQ(error_of([&] { Link({.scheme = Scheme::kCbfc, .counter_bits = 20}, factories, 1); }),
            "the RTL is built with COUNTER_W = 12 and 16, asked for 20; use fidelity \"reference\"");
  EXPECT_EQ(
      error_of([&] { factories.of<reference::IbCreditsBlock>()({.counter_bits = 12, .blocks_bits = 9}, "s1.p0.c0"); }),
      "the RTL is built with BLOCKS_W = 8, asked for 9; use fidelity \"reference\"");
}

}  // namespace weir::cosim::lossless_port_in_switch_test
