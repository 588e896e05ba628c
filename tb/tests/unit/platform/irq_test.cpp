// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The interrupt pin of weir::Switch: high from the picosecond of its cause on, whatever the quantum.

#include "hw_model/asic/switch_asic.h"
#include "hw_model/datapath/link/kernel_time.h"
#include "tb/tests/unit/platform/star_bench.h"

namespace weir::irq_test {

using star_bench::kStar;
using star_bench::Sink;

constexpr unsigned kDrop = 0x02;
constexpr unsigned kLinkChange = 0x40;

// When the pin changes, and when frames are dropped.
struct Recorder : sc_core::sc_module, asic::DropListener {
  explicit Recorder(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    SC_HAS_PROCESS(Recorder);
    SC_METHOD(changed);
    sensitive << irq;
    dont_initialize();
  }
  void changed() { (irq.read() ? rises : falls).push_back(link::kernel_time()); }
  void dropped(const asic::SwitchAsic&, const asic::Drop&, Time now) override { drops.push_back(now); }

  sc_core::sc_signal<bool> irq{"irq"};
  std::vector<Time> rises;
  std::vector<Time> falls;
  std::vector<Time> drops;
};

// `quantum`: "1us", "100ns", which the cable of h3 makes so, or "off".
struct Bench {
  explicit Bench(const std::string& quantum) : s1("s1", settings(quantum)) {
    h1.connect(s1, 0);
    software.out.bind(s1.csr);
    s1.irq.bind(recorder.irq);
    s1.link[0].bind(cable);
    cable = true;
    chip().tell_drops(recorder);
  }
  static Settings settings(const std::string& quantum) {
    const std::string near = "\n[[topology.link]]\nbetween = [\"s1\", \"h3\"]\ndelay = \"100ns\"\n";
    Settings made = from_text(kStar + (quantum == "100ns" ? near : ""));
    made.set("switch.forwarding.tables", "bridged");
    return quantum == "off" ? made.set("scenario.quantum", "off") : made;
  }
  asic::SwitchAsic& chip() { return dynamic_cast<asic::SwitchAsic&>(*sc_core::sc_find_object("s1.s1")); }

  void fill(tlm::tlm_generic_payload& payload, const std::string& name, std::uint32_t& value) {
    payload.set_write();
    payload.set_address(s1.address(name, {0}));
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
  }
  void write_now(const std::string& name, std::uint32_t value) {
    tlm::tlm_generic_payload payload;
    fill(payload, name, value);
    EXPECT_EQ(software.out->transport_dbg(payload), 4U);
  }
  // An access over the bus, which takes effect at the end of the quantum.
  void write_at(Time at, const std::string& name, std::uint32_t value) {
    sc_core::sc_spawn([this, at, name, value]() mutable {
      sc_core::wait(link::to_kernel(at));
      tlm::tlm_generic_payload payload;
      fill(payload, name, value);
      sc_core::sc_time delay;
      software.out->b_transport(payload, delay);
      EXPECT_EQ(payload.get_response_status(), tlm::TLM_OK_RESPONSE);
    });
  }
  // A frame to nobody, whose last bit arrives 3 us later.
  void lose_at(Time at) {
    sc_core::sc_spawn([this, at] {
      sc_core::wait(link::to_kernel(at));
      h1.send({2, 0, 0, 9, 0, 0, 2, 0, 0, 0, 0, 0, 0x88, 0xb6});
    });
  }

  Switch s1;
  Sink h1{"h1"};
  Sink software{"software"};
  Recorder recorder{"recorder"};
  sc_core::sc_signal<bool> cable{"cable"};
};

class Irq : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Quantum, Irq, testing::Values("1us", "100ns", "off"),
                         [](const auto& value) { return "q" + value.param; });

TEST_P(Irq, RisesAtThePicosecondOfItsCause) {
  Bench bench(GetParam());
  bench.write_now("interrupt.mask", kDrop);
  for (const Time at : {7_us + 123_ps, 8_us, 27_us + 777_ns, 57_us + 1_ps})
    bench.lose_at(at);
  bench.write_at(20_us + 500_ns, "interrupt.status", kDrop);
  bench.write_at(40_us, "interrupt.status", kDrop);
  run_until(100_us);
  EXPECT_THAT(bench.recorder.drops, ElementsAre(10_us + 123_ps, 11_us, 30_us + 777_ns, 60_us + 1_ps));
  EXPECT_THAT(bench.recorder.rises, ElementsAre(10_us + 123_ps, 30_us + 777_ns, 60_us + 1_ps));
  EXPECT_THAT(bench.recorder.falls, SizeIs(2));
}

TEST_P(Irq, FallsWhenAnAccessTakesEffect) {
  Bench bench(GetParam());
  bench.write_now("interrupt.mask", kDrop);
  bench.lose_at(7_us);
  bench.write_at(20_us + 550_ns, "interrupt.status", kDrop);
  run_until(30_us);
  const Time effect = GetParam() == "100ns" ? 20_us + 600_ns : 21_us;
  EXPECT_THAT(bench.recorder.falls, ElementsAre(effect));
}

TEST_P(Irq, AMaskedCauseWaitsForItsMask) {
  Bench bench(GetParam());
  bench.lose_at(7_us);
  bench.write_at(20_us, "interrupt.mask", kDrop);
  bench.write_at(40_us, "interrupt.mask", kDrop | kLinkChange);
  run_until(50_us);
  const Time effect = GetParam() == "100ns" ? 20_us + 100_ns : 21_us;
  EXPECT_THAT(bench.recorder.rises, ElementsAre(effect));
  EXPECT_THAT(bench.recorder.falls, IsEmpty());
}

TEST_P(Irq, ACauseAndItsClearingInOneInstantAreNoPulse) {
  Bench bench(GetParam());
  bench.write_now("interrupt.mask", kLinkChange);
  bench.write_at(10_us + 20_ns, "interrupt.status", kLinkChange);
  run_until(10_us + 10_ns);
  bench.cable = false;  // at the end of the quantum, and just before the access
  run_until(20_us);
  EXPECT_THAT(bench.recorder.rises, IsEmpty());
  bench.cable = true;
  run_until(30_us);
  EXPECT_THAT(bench.recorder.rises, SizeIs(1));
}

// Nothing runs for a pin that does not change.
TEST_P(Irq, ASecondCauseChangesNothing) {
  Bench bench(GetParam());
  bench.write_now("interrupt.mask", 0xff);
  bench.lose_at(7_us);
  run_until(15_us);
  EXPECT_THAT(bench.recorder.rises, SizeIs(1));
  bench.lose_at(20_us);
  run_until(40_us);
  EXPECT_THAT(bench.recorder.rises, SizeIs(1));
  EXPECT_TRUE(bench.recorder.irq.read());
}

}  // namespace weir::irq_test
