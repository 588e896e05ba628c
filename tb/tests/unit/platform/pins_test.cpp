// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The pins of weir::Switch: reset and links, with and without quanta.

#include "hw_model/asic/switch_asic.h"
#include "tb/tests/unit/platform/star_bench.h"

namespace weir::pins_test {

using star_bench::kStar;
using star_bench::read;
using star_bench::report_of;
using star_bench::Sink;

constexpr unsigned kLong = 0xffff;  // quanta: 3.4 ms

// h1 sends to h2, which pauses the switch.
struct Bench {
  explicit Bench(const std::string& quantum)
      : s1("s1", from_text(kStar).set("switch.forwarding.tables", "bridged").set("scenario.quantum", quantum)) {
    h1.connect(s1, 0);
    h2.connect(s1, 1);
    software.out.bind(s1.csr);
    s1.rst_n.bind(rst_n);
    for (std::size_t i = 0; i < s1.link.size(); ++i)
      s1.link[i].bind(link[i]);
    rst_n = true;
    for (auto& one : link)
      one = true;
  }

  std::uint64_t used() { return read32("mmu.used"); }
  std::uint64_t read32(const std::string& name, const std::vector<std::uint64_t>& indices = {}) {
    std::uint64_t value = 0;
    tlm::tlm_generic_payload payload;
    payload.set_read();
    payload.set_address(s1.address(name, indices));
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    EXPECT_EQ(software.out->transport_dbg(payload), 4U);
    return value;
  }
  const asic::SwitchAsic& chip() { return dynamic_cast<const asic::SwitchAsic&>(*sc_core::sc_find_object("s1.s1")); }
  // So many frames of 1,500 B of h1, one after the other from 1.2 us on.
  void burst(unsigned frames) {
    for (unsigned i = 0; i < frames; ++i) {
      h1.send({2, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0x88, 0xb6}, 1496);
      run(1250_ns);
    }
  }

  Switch s1;
  Sink h1{"h1"};
  Sink h2{"h2"};
  Sink software{"software"};
  sc_core::sc_signal<bool> rst_n{"rst_n"};
  std::array<sc_core::sc_signal<bool>, 3> link;
};

class Pins : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Quantum, Pins, testing::Values("on", "off"), [](const auto& value) { return value.param; });

TEST_P(Pins, ResetActsAtTheEndOfTheQuantumAndLeavesNothing) {
  Bench bench(GetParam());
  run(100_ns);
  bench.h2.pause(kLong);
  bench.burst(10);
  run_until(20'300_ns);
  EXPECT_EQ(bench.used(), 15'000U);
  bench.rst_n = false;
  run_until(20'900_ns);
  EXPECT_EQ(bench.used(), 15'000U);
  run_until(21'100_ns);
  EXPECT_EQ(bench.used(), 0U);
  bench.h1.send();
  run_until(30'300_ns);
  EXPECT_EQ(bench.chip().drops(PortId(0), ClassId(0)).reset, 1U) << "what arrives meanwhile is lost";
  bench.rst_n = true;
  run_until(31'000_ns);
  bench.h1.send();
  run_until(40'000_ns);
  EXPECT_EQ(bench.h2.frames, 1U) << "the pause of before is forgotten";
  EXPECT_EQ(bench.used(), 0U);
  bench.chip().check();
}

TEST_P(Pins, AnAccessInTheMiddleOfAResetIsAnsweredWithAnError) {
  Bench bench(GetParam());
  std::vector<std::pair<sc_core::sc_time, tlm::tlm_response_status>> answers;
  const auto access = [&](Time at) {
    sc_core::sc_spawn([&bench, &answers, at] {
      sc_core::wait(sc_core::sc_time(static_cast<double>(at.count()), sc_core::SC_PS));
      std::uint64_t value = 0;
      tlm::tlm_generic_payload payload;
      payload.set_read();
      payload.set_address(bench.s1.address("mmu.used"));
      payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
      payload.set_data_length(4);
      payload.set_streaming_width(4);
      sc_core::sc_time delay;
      bench.software.out->b_transport(payload, delay);
      answers.emplace_back(sc_core::sc_time_stamp() + delay, payload.get_response_status());
    });
  };
  access(10'400_ns);  // under way when the pin falls
  access(12'400_ns);  // meanwhile
  access(14'100_ns);  // before the pin rises, whose edge comes first
  access(15'100_ns);
  run_until(10'600_ns);
  bench.rst_n = false;
  run_until(14'600_ns);
  bench.rst_n = true;
  run_until(20'000_ns);
  const auto at = [](double us) { return sc_core::sc_time(us, sc_core::SC_US); };
  EXPECT_THAT(answers,
              ElementsAre(Pair(at(11.0096), tlm::TLM_GENERIC_ERROR_RESPONSE),
                          Pair(at(13.0096), tlm::TLM_GENERIC_ERROR_RESPONSE),
                          Pair(at(15.0096), tlm::TLM_GENERIC_ERROR_RESPONSE), Pair(at(16.0096), tlm::TLM_OK_RESPONSE)));
}

TEST_P(Pins, ASwitchThatIsHeldFromTheStartWaits) {
  Bench bench(GetParam());
  bench.rst_n = false;
  run_until(1'100_ns);
  bench.h1.send();
  run_until(9'500_ns);
  EXPECT_EQ(bench.h2.frames, 0U);
  bench.rst_n = true;
  run_until(10'000_ns);
  bench.h1.send();
  run_until(20'000_ns);
  EXPECT_EQ(bench.h2.frames, 1U);
}

// What waits for a dead link leaves its buffer, and is lost.
TEST_P(Pins, ALinkThatGoesDownLosesWhatIsSentAndForgetsThePause) {
  Bench bench(GetParam());
  run(100_ns);
  bench.h2.pause(kLong);
  bench.burst(10);
  run_until(20'300_ns);
  bench.link[1] = false;
  run_until(20'900_ns);
  EXPECT_EQ(bench.used(), 15'000U);
  run_until(40'000_ns);
  EXPECT_EQ(bench.used(), 0U);
  EXPECT_EQ(bench.h2.frames, 0U);
  EXPECT_EQ(bench.chip().port(PortId(1)).link_state().lost, 10U);
  bench.h2.pause(kLong);  // is not heard
  run_until(50'300_ns);
  EXPECT_EQ(bench.chip().port(PortId(1)).link_state().lost, 11U);
  bench.link[1] = true;
  bench.h1.send();
  run_until(60'000_ns);
  EXPECT_EQ(bench.h2.frames, 1U);
  bench.chip().check();
}

TEST_P(Pins, ALinkThatGoesDownLosesWhatIsOnItsWire) {
  Bench bench(GetParam());
  run(100_ns);
  bench.h1.send();  // arrives at 3.1 us
  run_until(2'500_ns);
  bench.link[0] = false;
  run_until(10'500_ns);
  EXPECT_EQ(bench.h2.frames, 0U);
  EXPECT_EQ(bench.chip().port(PortId(0)).link_state().lost, 1U);
  EXPECT_EQ(bench.chip().drops(PortId(0), ClassId(0)).link_down, 1U);
  bench.link[0] = true;
  bench.h1.send();
  run_until(20'000_ns);
  EXPECT_EQ(bench.h2.frames, 1U);
  EXPECT_EQ(bench.read32("mmu.admitted", {0, 0}), 1U);
}

// The peer of a port that comes up knows nothing of the pause that it was told before.
TEST_P(Pins, ALinkThatComesUpTellsItsPeerAnew) {
  Bench bench(GetParam());
  run(100_ns);
  bench.h2.pause(kLong);
  bench.burst(40);
  EXPECT_GE(bench.used(), 50'000U);
  EXPECT_EQ(bench.h1.pauses, 1U);
  run_until(100'300_ns);
  bench.link[0] = false;
  run_until(110'300_ns);
  EXPECT_EQ(bench.h1.pauses, 1U);
  bench.link[0] = true;
  run_until(120'000_ns);
  EXPECT_EQ(bench.h1.pauses, 2U);
  EXPECT_GE(bench.used(), 50'000U) << "packets stay";
}

TEST(PinsBound, AreRefusedWherePeersWouldGoOnCounting) {
  Switch s1("s1", from_text(kStar).set("flow_control.scheme", "cbfc"));
  sc_core::sc_signal<bool> pin("pin");
  s1.link[2].bind(pin);
  EXPECT_THAT(report_of([] { run(1_us); }), StartsWith("weir/settings: s1.link_2: the peers of this switch would"));
}

TEST(PinsBound, HaveTheNumberOfAPort) {
  Switch s1("s1", from_text(kStar));
  EXPECT_EQ(report_of([&] { s1.link[3]; }), "weir/settings: s1: link[3]: the switch has 3 ports, from 0");
}

}  // namespace weir::pins_test
