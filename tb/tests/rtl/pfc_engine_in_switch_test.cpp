// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The PAUSE frames of two ports at the ends of a link in RTL: the same frames, and classes held and let go at the same
// instants, as those of the model; and a wrong RTL is found in lock-step, and followed where it stands alone.

#include "hw_model/base/random_stream.h"
#include "hw_model/mechanisms/flow_control/clocked_pauses.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/wrong_rtl.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::pfc_engine_in_switch_test {

using flow_control::ClockedPauses;
using flow_control::FakePort;
using flow_control::FlowControl;
using flow_control::PauseRegisters;
using flow_control::PortContext;
using flow_control::Scheme;
using testing::HasSubstr;

constexpr char kBlock[] = "pfc_engine";

struct Setting {
  Scheme scheme = Scheme::kPfc;
  BitRate rate = 10_Gbps;
  std::uint16_t pause_quanta = 60;
  ClassMask lossless = 0b1011'0110;
};

PortContext context_of(FakePort& port, const Setting& setting, const reference::Factories& factories,
                       const std::string& name) {
  PortContext context = flow_control::context_for(setting.scheme, port, setting.lossless);
  context.config.pfc = {.xoff = 80_KB, .xon = 77_KB, .pause_quanta = setting.pause_quanta};
  context.line_rate = setting.rate;
  context.name = name;
  context.factories = factories;
  return context;
}

// Two ports and what one says to the other; of the frames one of eight is lost.
class Link {
 public:
  Link(const Setting& setting, const reference::Factories& factories, std::uint64_t seed)
      : random_(seed, "pfc_engine_in_switch_test"),
        setting_(setting),
        ends_{End(setting, factories, "s1.p0"), End(setting, factories, "s1.p1")} {
    for (End& end : ends_)
      end.engine->start(Time(0));
  }

  // What the ends write and hold, as numbers. Steps often share an instant; frames do not: a port sends one after the
  // other.
  std::vector<std::uint64_t> play(int steps) {
    std::vector<std::uint64_t> said;
    for (int step = 0; step < steps; ++step) {
      pass(random_.below(3) == 0 ? Time(0) : some_of_a_quantum());
      if (random_.below(200) == 0)
        pass(pause_time(setting_.pause_quanta, setting_.rate) * static_cast<std::int64_t>(random_.below(3)));
      act(random_.below(2), said);
    }
    for (const End& end : ends_) {
      for (const FakePort::GateChange& gate : end.port->gates)
        said.insert(said.end(), {gate.c.index(), static_cast<std::uint64_t>(gate.at.count())});
    }
    return said;
  }

 private:
  struct End {
    End(const Setting& setting, const reference::Factories& factories, const std::string& name)
        : engine(make_flow_control(context_of(*port, setting, factories, name))) {}
    std::unique_ptr<FakePort> port = std::make_unique<FakePort>();
    std::unique_ptr<FlowControl> engine;
    Time free_at{};
  };

  Time some_of_a_quantum() {
    return Time(pause_time(1, setting_.rate).count() * static_cast<std::int64_t>(random_.below(6)) / 5);
  }
  void pass(Time span) {
    now_ += span;
    for (End& end : ends_)
      end.port->run(*end.engine, now_);
  }
  void act(std::size_t at, std::vector<std::uint64_t>& said) {
    End& end = ends_[at];
    const ClassId c(random_.below(kClasses));
    switch (random_.below(10)) {
      case 0:
      case 1:
        return end.engine->packet_admitted(c, 1500_B, random_.below(2) == 0 ? 80_KB : 78_KB, now_);
      case 2:
        return end.engine->packet_released(c, 1500_B, random_.below(2) == 0 ? 77_KB : 79_KB, now_);
      case 3:
        if (random_.below(60) == 0)
          random_.below(2) == 0 ? end.engine->reset(now_) : end.engine->forget_peer(now_);
        else if (setting_.scheme != Scheme::kPause && random_.below(4) == 0)
          end.engine->obey(c, random_.below(2) == 0, now_);
        return;
      case 4:
        return strange(end);
      default:
        message(end, ends_[1 - at], said);
        said.push_back(end.engine->held());
    }
  }
  // A frame of the other kind, or with times of its own.
  void strange(End& end) {
    flow_control::Bytes60 bytes{};
    if (random_.below(3) == 0) {
      frame::write_pause(bytes, flow_control::kPeer, {.quanta = static_cast<std::uint16_t>(random_.below(9))});
    } else {
      frame::PfcFrame pfc{.enabled = static_cast<ClassMask>(random_.below(256))};
      for (std::uint16_t& time : pfc.time)
        time = static_cast<std::uint16_t>(random_.below(3) * random_.below(40));
      frame::write_pfc(bytes, flow_control::kPeer, pfc);
    }
    end.engine->feedback_received(bytes, now_);
  }
  void message(End& end, End& peer, std::vector<std::uint64_t>& said) {
    if (now_ < end.free_at || !end.engine->feedback_pending())
      return;
    end.free_at = now_ + serialization_time(84_B, setting_.rate);
    flow_control::Bytes60 bytes{};
    const std::size_t written = end.engine->build_feedback(bytes, now_);
    said.insert(said.end(), bytes.begin(), bytes.begin() + 34);
    if (written != 0 && random_.below(8) != 0)
      peer.engine->feedback_received({bytes.data(), written}, now_);
  }

  RandomStream random_;
  Setting setting_;
  std::array<End, 2> ends_;
  Time now_;
};

// At rates whose quanta are whole picoseconds, and at others.
TEST(PfcEngineInSwitch, SaysWhatTheModelSays) {
  for (const Setting& setting :
       {Setting{}, Setting{.rate = 400_Gbps, .pause_quanta = 21}, Setting{.rate = BitRate(33'333'333'333)},
        Setting{.scheme = Scheme::kPause, .rate = 25_Gbps}, Setting{.scheme = Scheme::kPause, .pause_quanta = 9},
        Setting{.pause_quanta = 3'000, .lossless = 0x01}}) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const std::vector<std::uint64_t> model =
          Link(setting, factories_at(kBlock, Fidelity::reference), seed).play(20'000);
      EXPECT_GT(model.size(), 15'000U);
      EXPECT_TRUE(model == Link(setting, factories_at(kBlock, Fidelity::rtl), seed).play(20'000))
          << setting.pause_quanta;
      EXPECT_TRUE(model == Link(setting, factories_at(kBlock, Fidelity::lockstep), seed).play(20'000))
          << setting.pause_quanta;
    }
  }
}

// Each wrong operator of the RTL shows at a port, but for those about two events of one cycle, since each event has its
// own; about levels, which are 0; and about classes that take no part and bits that frames of the model never have.
TEST(PfcEngineInSwitch, FindsWrongOperators) {
  const Operators operators = played_operators(kBlock, [](const reference::Factories& factories) {
    Link({}, factories, 1).play(6'000);
    Link({.scheme = Scheme::kPause}, factories, 1).play(6'000);
  });
  expect_missed(operators, {"above_after_below",
                            "above_ignored",
                            "below_ignored",
                            "crossing_by_a_level_lost_beside_a_frame",
                            "crossing_is_taken_for_said",
                            "crossing_lost_beside_a_frame",
                            "crossing_lost_beside_a_message",
                            "drain_lost_beside_a_frame",
                            "drain_lost_beside_a_message",
                            "drained_after_above",
                            "expires_not_beside_any_message",
                            "expires_though_loaded",
                            "expires_though_off",
                            "filled_after_below",
                            "filled_after_drained",
                            "fraction_kept_while_something_happens",
                            "fraction_stands_while_down",
                            "levels_before_pulses",
                            "not_heard_beside_a_crossing",
                            "not_heard_beside_a_drain",
                            "not_heard_while_told",
                            "not_heard_with_a_quantum",
                            "not_heard_with_two_quanta",
                            "not_loaded_as_it_runs_out",
                            "not_loaded_beside_its_frame",
                            "not_told_beside_a_crossing",
                            "not_told_beside_a_drain",
                            "not_told_beside_a_message",
                            "not_told_with_a_quantum",
                            "not_told_with_two_quanta",
                            "pause_timer_stands_beside_a_crossing",
                            "pause_timer_stands_beside_a_frame",
                            "pause_timer_stands_beside_a_message",
                            "port_lives_beside_its_classes",
                            "port_lives_in_all",
                            "quanta_of_its_own_cycle_count",
                            "quanta_of_the_loading_count",
                            "refresh_due_beside_its_frame",
                            "refresh_lost_beside_a_drain",
                            "refresh_lost_beside_a_frame_of_others",
                            "refresh_lost_beside_a_message",
                            "refresh_lost_beside_its_own_load",
                            "refresh_lost_by_a_frame_of_others",
                            "refresh_timer_by_what_comes",
                            "refresh_timer_stands_beside_a_crossing",
                            "refresh_timer_stands_beside_a_message",
                            "resumes_though_off",
                            "time_of_class_0_is_the_vector",
                            "told_is_what_comes",
                            "upper_octet_counts"});
  EXPECT_GT(operators.found, 100U);
}

// A time that is not heard stops the run.
TEST(PfcEngineInSwitch, TellsWhereAndWhen) {
  expect_told_where_and_when(kBlock, "opcodes_changed_over", "s1.p",
                             [](const reference::Factories& factories) { Link({}, factories, 1).play(5'000); });
}

// Without a comparison a wrong RTL is followed.
TEST(PfcEngineInSwitch, TheRtlDecides) {
  expect_the_rtl_decides(
      kBlock, {"opcodes_changed_over", "resumes_are_not_due", "body_pauses_what_resumes", "a_quantum_at_most"},
      [](const reference::Factories& factories) { return Link({}, factories, 1).play(5'000); });
}

// The block in lock-step, and what the model says of it, at 10 Gbps: a quantum is 51.2 ns.
struct Port {
  ClockedPauses pauses{factories_at(kBlock, Fidelity::lockstep).of<reference::PfcEngineBlock>()({}, "s1.p0"), 10_Gbps,
                       0xff, false};
  PauseRegisters model{.pause_quanta = 9};

  void hear(std::uint16_t quanta, Time end, Time now) {
    PerClass<Time> ends{};
    ends[0] = end;
    pauses.hear(frame::pfc_frame(0x01, quanta), 0x01, ends, now);
  }
};

// RTL and cycle model agree, and the port's model does not.
TEST(PfcEngineInSwitch, TellsWhatTheModelHas) {
  Port port;
  port.model.asks = 0x02;
  EXPECT_TRUE(port.pauses.due(port.model, 1_us));
  port.model.told = 0x02;
  EXPECT_EQ(error_of<LockstepMismatch>([&] { port.pauses.due(port.model, 2_us); }),
            "lock-step: s1.p0 (pfc_engine) at 2us: after 3 cycles due_o is 1 in RTL, 0 in the switch's model");
}

// The body of a frame that the model writes otherwise.
TEST(PfcEngineInSwitch, ComparesBodies) {
  Port port;
  port.model.asks = 0x02;
  EXPECT_EQ(error_of<LockstepMismatch>([&] { port.pauses.build(port.model, frame::pfc_frame(0x02, 8), 3_us, 1_us); }),
            "lock-step: s1.p0 (pfc_engine) at 1us: after 2 cycles times_0_3_o is 38654705664 in RTL, 34359738368 in "
            "the switch's model");
}

// A pause that begins within a quantum ends at the model's instant, also in RTL.
TEST(PfcEngineInSwitch, WaitsForTheEndOfAPause) {
  Port port;
  port.hear(2, 130'000_ps + 102'400_ps, 130'000_ps);
  EXPECT_EQ(port.pauses.blocked(port.model, 232'399_ps), 0x01);
  EXPECT_EQ(port.pauses.blocked(port.model, 232'400_ps), 0x01) << "until it is said to end";
  port.pauses.end_pause(ClassId(0));
  EXPECT_EQ(port.pauses.blocked(port.model, 232'400_ps), 0x00);
}

// A model whose pauses last a quantum less than hardware's, or three more, is found.
TEST(PfcEngineInSwitch, WaitsForNoOtherEnd) {
  const auto played = [](int quanta) {
    return error_of<LockstepMismatch>([&] {
      Port port;
      port.hear(2, Time(quanta * 51'200), Time(0));
      port.pauses.blocked(port.model, Time(quanta * 51'200 - 1));
      port.pauses.end_pause(ClassId(0));
      port.pauses.blocked(port.model, Time(quanta * 51'200));
    });
  };
  EXPECT_EQ(played(2), "");
  EXPECT_THAT(played(1), HasSubstr("at 51.2ns: after 3 cycles blocked_o is 1 in RTL, 0 in the switch's model"));
  EXPECT_THAT(played(5), HasSubstr("cycles blocked_o is 0 in RTL, 1 in the switch's model"));
}

// Of a pause and a refresh that end within a quantum each ends at its instant for the port.
TEST(PfcEngineInSwitch, TwoTimersOfAQuantum) {
  for (const Time refresh : {251'000_ps, 233'000_ps}) {
    Port port;
    port.model.asks = 0x02;
    port.pauses.build(port.model, frame::pfc_frame(0x02, 9), refresh, 10'000_ps);
    port.model.told = 0x02;
    port.hear(3, 240'000_ps, 240'000_ps - Time(3 * 51'200));
    const auto at = [&](Time now) { return port.pauses.blocked(port.model, now); };
    if (refresh < 240'000_ps) {
      at(refresh);
      port.pauses.end_refresh(0x02);
      port.model.refresh_due = 0x02;
      EXPECT_EQ(at(refresh), 0x01);
      EXPECT_TRUE(port.pauses.due(port.model, refresh));
    }
    EXPECT_EQ(at(239'999_ps), 0x01);
    port.pauses.end_pause(ClassId(0));
    EXPECT_EQ(at(240'000_ps), 0x00);
    if (refresh > 240'000_ps) {
      EXPECT_FALSE(port.pauses.due(port.model, refresh));
      port.pauses.end_refresh(0x02);
      port.model.refresh_due = 0x02;
      EXPECT_TRUE(port.pauses.due(port.model, refresh));
    }
  }
}

}  // namespace weir::cosim::pfc_engine_in_switch_test
