// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A switch in a platform of somebody else's: time resolutions, causality, names, unused ports. Each test needs a
// process of its own, as ctest gives it.

#include "tb/tests/unit/asic/platform.h"

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "hw_model/datapath/link/terminator.h"
#include "hw_model/frame/mac_control.h"

namespace weir::asic::platform_test {

std::vector<Time> arrivals_at(const FarEnd& far) {
  std::vector<Time> arrivals;
  for (const FarEnd::Call& call : far.received) {
    arrivals.push_back(call.at + call.delay);
  }
  return arrivals;
}

// Frames that go through the switch, and a register read on the way, at whatever resolution.
void expect_exact_times() {
  Platform platform("top");
  FarEnd right("right");
  platform.plug(right);
  run(0_us);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(platform.send(3_us + i * 1_us + 7_ps), tlm::TLM_OK_RESPONSE);
  }
  run(20_us);
  EXPECT_THAT(arrivals_at(right), ElementsAre(5_us + 7_ps, 6_us + 7_ps, 7_us + 7_ps, 8_us + 7_ps, 9_us + 7_ps));
}

TEST(Resolution, OfAFemtosecondIsExact) {
  sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
  expect_exact_times();
}

TEST(Resolution, OfAPicosecondIsExact) { expect_exact_times(); }

// Between two picoseconds a frame arrives at the later one.
TEST(Resolution, FinerTimesAreRoundedUp) {
  sc_core::sc_set_time_resolution(100, sc_core::SC_FS);
  Platform platform("top");
  FarEnd right("right");
  platform.plug(right);
  sc_core::sc_start(sc_core::sc_time(2'000'300, sc_core::SC_FS));
  EXPECT_EQ(platform.send(3_us), tlm::TLM_OK_RESPONSE);
  run(20_us);
  EXPECT_THAT(arrivals_at(right), ElementsAre(5'002'001_ps));
}

class CoarseResolution : public testing::TestWithParam<std::pair<double, sc_core::sc_time_unit>> {};

TEST_P(CoarseResolution, IsRefused) {
  sc_core::sc_set_time_resolution(GetParam().first, GetParam().second);
  EXPECT_THAT(report_of([] { Platform platform("top"); }),
              HasSubstr("wanted 1 ps or finer: frames begin and end at picoseconds"));
}
INSTANTIATE_TEST_SUITE_P(Units, CoarseResolution,
                         testing::Values(std::pair(10.0, sc_core::SC_PS), std::pair(1.0, sc_core::SC_NS)));

// A component that sends a frame back from within the call that brings one.
class Mirror final : public sc_core::sc_module {
 public:
  Mirror(const sc_core::sc_module_name& name, std::optional<Time> delay)
      : sc_core::sc_module(name), in("in"), out("out"), delay_(delay) {
    in.register_nb_transport_fw(this, &Mirror::nb_transport_fw);
  }

  tlm_utils::simple_target_socket<Mirror> in;
  tlm_utils::simple_initiator_socket<Mirror> out;

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& frame, tlm::tlm_phase&, sc_core::sc_time& delay) {
    frame::DataFrameFields fields = some_fields();
    fields.length = 1250_B;
    fields.destination_ip = frame::Ipv4Address(10, 0, 0, 1);
    std::vector<std::uint8_t> bytes = bytes_of(fields);
    tlm::tlm_generic_payload back;
    back.set_command(tlm::TLM_WRITE_COMMAND);
    back.set_data_ptr(bytes.data());
    back.set_data_length(1246);
    back.set_streaming_width(1246);
    sc_core::sc_time when = delay_ ? link::to_kernel(*delay_) : delay + link::to_kernel(2_us);
    out->b_transport(back, when);
    frame.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  }

  std::optional<Time> delay_;
};

TEST(Causality, AFrameMayBeSentBackInTheCall) {
  Platform platform("top");
  platform.s1.forwarding().add_host(0x0a000001, std::vector{kLeft});
  Mirror mirror("mirror", std::nullopt);
  platform.plug(mirror);
  run(0_us);
  platform.send(3_us);
  run(20_us);
  EXPECT_THAT(arrivals_at(platform.left), ElementsAre(9_us))
      << "5 us at the mirror, 7 us at the switch, 1 us out, 1 us";
}

TEST(Causality, AFrameSentBackIntoThePastIsRefused) {
  Platform platform("top");
  Mirror mirror("mirror", 10_ns);
  platform.plug(mirror);
  run(0_us);
  platform.send(3'500_ns);
  EXPECT_EQ(
      report_of([] { run(20_us); }),
      "top.s1.p1: packet 1 of those that came in at top.s1.p1 arrives at 3010000 ps, and this device may have done "
      "all work before 4000000 ps, the end of its quantum: the annotated delay is shorter than the quantum, "
      "1000000 ps; lengthen it, or set a smaller Timing::quantum");
}

// The switch has not been woken in this quantum and could take the frame; that it sometimes could is no rule.
TEST(Causality, AFrameWithinTheQuantumIsRefusedByAnIdleSwitch) {
  Platform platform("top");
  FarEnd right("right");
  platform.plug(right);
  run(5'300_ns);
  EXPECT_THAT(report_of([&] { platform.send(200_ns); }), HasSubstr("before 6000000 ps, the end of its quantum"));
  EXPECT_EQ(platform.send(700_ns), tlm::TLM_OK_RESPONSE);
  run(20_us);
  EXPECT_THAT(arrivals_at(right), ElementsAre(8_us));
  EXPECT_EQ(platform.pool.in_use(), 0U);
}

TEST(Causality, AQuantumLongerThanACableIsRefusedAtElaboration) {
  Platform platform("top", two_ports(), {.quantum = 2_us});
  FarEnd right("right");
  platform.plug(right);
  EXPECT_EQ(report_of([] { run(0_us); }),
            "top.s1.p0: the delay of its cable is 1000000 ps, shorter than the quantum, 2000000 ps: what is sent in a "
            "quantum would arrive in it; Timing::quantum is at most the smallest delay of the cables");
}

// An initiator that hands frames over as their last bits arrive, as one behind pins does.
TEST(Causality, WithoutQuantaFramesMayBeHandedOverAsTheyArrive) {
  SwitchConfig config = two_ports();
  config.ports.push_back(config.ports.front());
  Platform platform("top", config, {.quantum = 0_us});
  FarEnd right("right");
  FarEnd third("third");
  platform.plug(right);
  plug(platform.s1.port(PortId(2)), third);
  platform.s1.forwarding().add_host(0x0a000003, std::vector{PortId(2)});
  run(5_us);
  EXPECT_EQ(platform.send(0_us), tlm::TLM_OK_RESPONSE);
  run(0_us);  // the switch does all work of this instant
  frame::DataFrameFields fields = some_fields();
  fields.length = 1250_B;
  std::vector<std::uint8_t> bytes(1246);
  frame::write_data_frame(bytes, fields);
  EXPECT_EQ(third.send(bytes, 0_us), tlm::TLM_OK_RESPONSE) << "a delta later";
  run(20_us);
  EXPECT_THAT(arrivals_at(right), ElementsAre(7_us, 8_us));
}

// Neither a resume lost behind a pause that comes later, nor the other way about.
TEST(Causality, ControlFramesKeepTheOrderOfTheWire) {
  Platform platform("top");
  FarEnd right("right");
  platform.plug(right);
  run(0_us);
  std::vector<std::uint8_t> pfc(frame::kControlFrameBytes);
  frame::write_pfc(pfc, frame::MacAddress(2), frame::pfc_frame(1, 0));
  EXPECT_EQ(right.send(pfc, 5_us), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(
      report_of([&] { right.send(pfc, 4_us); }),
      "top.s1.p1: packet 2 of those that came in at top.s1.p1 arrives at 4000000 ps, before the one that was sent "
      "before it: calls come in the order of the wire");
}

// A listener, as a platform has it, learns which of its frames are lost.
class Lost final : public DropListener {
 public:
  void dropped(const SwitchAsic&, const Drop& drop, Time) override { packets.push_back(frame::identity(drop.packet)); }
  std::vector<std::string> packets;
};

TEST(Names, ALostForeignFrameHasItsNumberAndPort) {
  SwitchConfig config = two_ports();
  config.mmu = {.viq_limit = 2'000_B};
  config.ports.front().rate = 100_Gbps;
  Platform platform("top", config);
  FarEnd right("right");
  platform.plug(right);
  Lost lost;
  Lost too;
  platform.s1.tell_drops(lost);
  platform.s1.tell_drops(too);
  run(0_us);
  for (int i = 0; i < 3; ++i) {
    platform.send(3_us + i * 100_ns);
  }
  run(20_us);
  EXPECT_THAT(lost.packets,
              ElementsAre("2 of those that came in at top.s1.p0", "3 of those that came in at top.s1.p0"));
  EXPECT_EQ(too.packets, lost.packets) << "several may listen";
}

// A fault inside the device reaches the platform's report handler under a name of its own.
TEST(Names, AFaultOfADeviceIsAReport) {
  Platform platform("top");
  FarEnd right("right");
  platform.plug(right);
  platform.s1.at(5_us, [](Time) { throw std::runtime_error("no such thing"); });
  try {
    run(20_us);
    ADD_FAILURE();
  } catch (const sc_core::sc_report& report) {
    EXPECT_STREQ(report.get_msg_type(), "weir/device");
    EXPECT_STREQ(report.get_msg(), "no such thing");
  }
}

TEST(Ports, UnusedOnesTakeATerminator) {
  SwitchConfig config = two_ports();
  config.ports.resize(4, config.ports.front());
  Platform platform("top", config);
  link::Terminator no_cable("no_cable");
  const link::Terminator unused("unused");
  for (const std::size_t p : {1U, 2U, 3U}) {
    no_cable.plug(platform.s1.port(PortId(p)));
  }
  run(0_us);
  platform.send(3_us);
  run(20_us);
  EXPECT_EQ(no_cable.frames(), 1U);
  EXPECT_EQ(unused.frames(), 0U);
  EXPECT_EQ(platform.pool.in_use(), 0U);
}

TEST(Ports, TwoDevicesOfANetworkHaveIndicesOfTheirOwn) {
  link::FramePool pool;
  const SwitchAsic s1("s1", two_ports(), Timing{.quantum = kDelay}, Factories{}, pool, 4, 1);
  EXPECT_EQ(
      error_of([&] { const SwitchAsic s2("s2", two_ports(), Timing{.quantum = kDelay}, Factories{}, pool, 4, 1); }),
      "s2: index 4 is that of s1, and so would be the addresses of its ports; wanted one of its own");
}

// The limiter and the comparator of the library, where the platform brings none.
class GfcScheme : public testing::TestWithParam<flow_control::Scheme> {};

TEST_P(GfcScheme, NeedsNoFactories) {
  SwitchConfig config = two_ports();
  config.flow_control.scheme = GetParam();
  config.flow_control.lossless = mask_of(ClassId(3));
  Platform platform("top", config);
  FarEnd right("right");
  platform.plug(right);
  run(0_us);
  platform.send(3_us);
  run(20_us);
  std::size_t data = 0;
  for (const FarEnd::Call& call : right.received) {
    data += call.data.size() > frame::kControlFrameBytes ? 1 : 0;
  }
  EXPECT_EQ(data, 1U);
}
INSTANTIATE_TEST_SUITE_P(Schemes, GfcScheme,
                         testing::Values(flow_control::Scheme::kGfcConceptual, flow_control::Scheme::kGfcBufferBased,
                                         flow_control::Scheme::kGfcTimeBased));

}  // namespace weir::asic::platform_test
