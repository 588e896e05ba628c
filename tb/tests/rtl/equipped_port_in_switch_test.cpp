// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Two ports in RTL with their detectors, at the ends of a link: the same frames, packets, marks and states as those of
// the models; and a wrong RTL is found in lock-step, and followed where it stands alone.

#include "hw_model/mechanisms/flow_control/clocked_pauses.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/two_ports.h"
#include "tb/tests/rtl/wrong_rtl.h"

namespace weir::cosim::lossless_port_in_switch_test {

TEST(EquippedPortInSwitch, SaysWhatTheModelsSay) {
  expect_what_the_models_say(
      "equipped_port",
      {Setting{.detects = true}, Setting{.rate = 400_Gbps, .pause_quanta = 21, .detects = true, .to_host = true},
       Setting{.rate = BitRate(33'333'333'333), .moves = true, .detects = true},
       Setting{.scheme = Scheme::kPause, .rate = 25_Gbps, .detects = true},
       Setting{.pause_quanta = 3'000, .lossless = 0x01, .detects = true}, Setting{.pause_quanta = 3'000}});
}

// Each wrong operator of the top shows at a port, but for those about what a switch does not bring: credits, and an OFF
// period that ends in the cycle of a departure.
TEST(EquippedPortInSwitch, FindsWrongOperators) {
  const Operators operators = played_operators("equipped_port", [](const reference::Factories& factories) {
    Link({.detects = true}, factories, 1).play(20'000);
    Link({.pause_quanta = 600, .moves = true, .detects = true}, factories, 1).play(20'000);
    Link({.scheme = Scheme::kPause, .detects = true}, factories, 1).play(6'000);
  });
  expect_missed(operators, {"departs_unless_an_off_period_ends", "off_by_a_pause_alone", "off_by_credits_of_another",
                            "off_is_no_end_with_a_departure", "off_without_a_packet"});
  EXPECT_GT(operators.found, 60U);
}

TEST(EquippedPortInSwitch, TellsWhereAndWhen) {
  expect_told_where_and_when("equipped_port", "code_points_of_all", "s1.p", [](const reference::Factories& factories) {
    Link({.detects = true}, factories, 1).play(20'000);
  });
}

// A detector of such a port, whose classes the peer holds or not.
struct Detector {
  explicit Detector(const reference::Factories& factories)
      : tcd(detectors_of({.lossless = 0x04}, factories, "s1.p0")),
        scheduler(egress::make_clocked_scheduler(factories, "s1", PortId(0), kScheduling)) {
    tcd.join(port);
    if (auto block = factories.of<reference::PfcEngineBlock>()({}, "s1.p0"))
      pauses.emplace(std::move(block), 10_Gbps, ClassMask{0x04}, false);
  }
  void hear(std::uint16_t quanta, Time now) {
    PerClass<Time> ends{};
    ends[2] = now + pause_time(quanta, 10_Gbps);
    if (pauses)
      pauses->hear(frame::pfc_frame(0x04, quanta), 0x04, ends, now);
  }
  frame::Packet depart(Time now) {
    frame::Packet packet = congestion::bench_packet(ClassId(2));
    const PortAsks asks{.waiting = 0x04, .credit = 0xff, .open = 0xff, .port_open = 0xff, .lengths = lengths()};
    if (scheduler == nullptr || (scheduler->choose(asks, 2, kScheduling, turns, now) == 2 && scheduler->start()))
      tcd.departs(packet, 4'000_B, now);
    turns.sent(PortId(0), ClassId(2), 1'000_B, asks.waiting);
    return packet;
  }
  static PerClass<Bytes> lengths() {
    PerClass<Bytes> lengths{};
    lengths[2] = 1'000_B;
    return lengths;
  }
  congestion::BenchPort port;
  congestion::Tcd tcd;
  std::optional<flow_control::ClockedPauses> pauses;
  Turns turns{kScheduling, 1};
  std::unique_ptr<ClockedScheduler> scheduler;
};

// RTL and cycle model agree, and the switch's model does not: an OFF period ends of which the port knows nothing.
TEST(EquippedPortInSwitch, TellsWhatTheModelHas) {
  Detector detector(factories_at("equipped_port", Fidelity::lockstep));
  detector.hear(100, 1_us);
  detector.tcd.gate(ClassId(2), false, 1_us);
  detector.hear(0, 2_us);
  detector.tcd.gate(ClassId(2), true, 2_us);
  EXPECT_EQ(
      error_of<LockstepMismatch>([&] { detector.tcd.gate(ClassId(2), true, 12_us); }),
      "lock-step: s1.p0.c2 (tcd_detector of equipped_port) at 12us: after 18 cycles the stamp at the end of an OFF "
      "period is 1666 in RTL, 10000 in the switch's model");
}

TEST(EquippedPortInSwitch, RefusesWhatIsNotBuilt) {
  const auto made = [](const reference::TcdDetectorConfig& asked) {
    return factories_at("equipped_port", Fidelity::rtl).of<reference::TcdBlock>()(asked, "s1.p0.c0")->widths();
  };
  EXPECT_EQ(made({.stamp_bits = 30, .q_bits = 30}).q_bits, 30U);
  EXPECT_EQ(error_of([&] { made({.q_bits = 31}); }),
            "the RTL is built with Q_W = 30, asked for 31; use fidelity \"reference\"");
  EXPECT_EQ(error_of([&] { made({.stamp_bits = 31}); }),
            "the RTL is built with STAMP_W = 30, asked for 31; use fidelity \"reference\"");
}

// A span that is over stays over as software makes spans longer.
TEST(EquippedPortInSwitch, HasNewSettings) {
  for (const Fidelity fidelity : {Fidelity::reference, Fidelity::rtl, Fidelity::lockstep}) {
    Detector detector(factories_at("equipped_port", fidelity));
    for (const Time over : {21_us, 30_us}) {
      detector.hear(1'000, 1_us + over);
      detector.hear(0, 2_us + over);
      detector.tcd.gate(ClassId(2), true, 2_us + over);
      congestion::Tcd::Settings settings = detector.tcd.settings();
      settings.undetermined = frame::Ecn::kEct0;
      detector.tcd.set(settings, 3_us + over);
    }
    congestion::Tcd::Settings settings = detector.tcd.settings();
    settings.longest_on *= 3;
    detector.tcd.set(settings, 55_us);
    EXPECT_EQ(frame::ecn_of(detector.depart(56_us)), frame::Ecn::kCongestion) << "deep, and long ON";
    detector.hear(1'000, 60_us);
    detector.hear(0, 61_us);
    detector.tcd.gate(ClassId(2), true, 61_us);
    EXPECT_EQ(frame::ecn_of(detector.depart(61_us + 50_us)), frame::Ecn::kEct0) << "within the longer span";
  }
}

// Without a comparison a wrong RTL is followed: nothing is undetermined.
TEST(EquippedPortInSwitch, TheRtlDecides) {
  const auto marks = [](const reference::Factories& factories) {
    Detector detector(factories);
    detector.hear(100, 1_us);
    detector.hear(0, 2_us);
    detector.tcd.gate(ClassId(2), true, 2_us);
    return frame::ecn_of(detector.depart(3_us));
  };
  EXPECT_EQ(marks(factories_at("equipped_port", Fidelity::lockstep)), frame::Ecn::kEct0);
  EXPECT_EQ(marks(factories_with("equipped_port", "code_point_of_the_class_turned_around", Fidelity::rtl)),
            frame::Ecn::kNotCapable);
}

}  // namespace weir::cosim::lossless_port_in_switch_test
