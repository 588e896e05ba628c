// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The worst case of PFC's headroom (bounds/pause_headroom.h), in the whole switch: how far a VIQ from which
// nothing leaves goes beyond XOFF, exactly, at every phase of the frame for which the PAUSE waits. Each test needs a
// process of its own, as ctest gives it.

#include "hw_model/base/random_stream.h"
#include "hw_model/frame/mac_control.h"
#include "tb/bounds/judged.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/oracle/drops.h"
#include "tb/scenario/builder.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/asic/worst_case_flows.h"

namespace weir::asic::pfc_headroom_test {

const std::string kWorstCase = R"([scenario]
duration = "40us"
sample_interval = "40us"

[topology]
kind = "star"
hosts = 6
rate = "40Gbps"
delay = "500ns"

[switch.mmu]
viq_limit = "1MB"

[flow_control]
scheme = "pfc"
processing_delay = "768ns"

[flow_control.pfc]
xoff = "30KB"
xon = "27KB"
)" + kWorstCaseFlows;

scenario::Scenario load(const std::vector<std::string>& sets, std::string_view text = kWorstCase) {
  return bounds::judged(scenario::load_text(text, "worst_case.toml", {sets, {}, {}}));
}

// Any number of them in one kernel; SystemC gives the second s1 another name, and would say so.
class Networks {
 public:
  Networks() { sc_core::sc_report_handler::set_actions(sc_core::SC_ID_INSTANCE_EXISTS_, sc_core::SC_DO_NOTHING); }

  void add(const scenario::Scenario& scenario) {
    networks_.push_back(scenario::build(scenario));
    drops_.push_back(std::make_unique<oracle::Drops>(*networks_.back(), scenario.required_headroom));
    duration_ = std::max(duration_, scenario.duration);
  }
  void run() { weir::run(duration_); }

  const SwitchAsic& s1(std::size_t i) const { return *networks_[i]->devices[networks_[i]->topology.find("s1")].asic; }
  Bytes peak(std::size_t i) const { return s1(i).mmu().counters(PortId(0), ClassId(0)).peak; }
  std::uint64_t drops(std::size_t i) const { return s1(i).drops(PortId(0), ClassId(0)).total(); }
  const std::vector<oracle::LosslessDrop>& lost(std::size_t i) const {
    return drops_[i]->of(networks_[i]->topology.find("s1")).lossless();
  }

 private:
  std::vector<std::unique_ptr<network::Network>> networks_;
  std::vector<std::unique_ptr<oracle::Drops>> drops_;  // a loss against the bound ends the run
  Time duration_;
};

// Frames of `length` that still come in after the one that reached XOFF, when the PAUSE waits for `wait`: those whose
// first bit leaves up to the instant, included, at which the PAUSE takes effect.
std::int64_t frames_after_xoff(Bytes length, Time wait, Time wire, Time processing) {
  const Time frame = serialization_time(length, 40_Gbps);
  const Time until = wait + serialization_time(frame::kControlFrameLength, 40_Gbps) + wire + processing + wire;
  return until / frame + 1;
}

struct Sweep {
  Bytes length;
  Bytes highest;  // above XOFF
  Bytes bound;    // the headroom that is asked for
};

// `phases` starts of h1, evenly over the time of a frame. From its first frame on h1 is at a boundary every frame time,
// and so is the port back to h1: the phase of the start is how much of a frame has been sent when XOFF is reached.
Sweep sweep(Bytes length, Time wire, int phases) {
  const Time frame = serialization_time(length, 40_Gbps);
  const Time first = 10 * frame;
  const std::string text = std::to_string(length.count()) + "B";
  std::vector<Time> wait;
  Networks networks;
  Sweep result{length, Bytes(0), Bytes(0)};
  const Bytes xoff = 20 * length;
  for (int i = 0; i < phases; ++i) {
    const Time phase = frame * i / phases;
    scenario::Scenario scenario =
        load({"topology.delay=" + std::to_string(wire.count()) + "ps", "switch.max_frame=" + text,
              "traffic.frame_length=" + text, "flow_control.pfc.xoff=" + std::to_string(xoff.count()) + "B"});
    scenario.flows.front().start = first + phase;
    networks.add(scenario);
    wait.push_back(frame - phase);
    result.bound = scenario.device.mmu.viq_limit + *scenario.required_headroom - xoff;
  }
  networks.run();
  for (std::size_t i = 0; i < wait.size(); ++i) {
    const Bytes above = networks.peak(i) - xoff;
    EXPECT_EQ(above, frames_after_xoff(length, wait[i], wire, 768_ns) * length) << "wait " << wait[i].count() << " ps";
    EXPECT_LE(above, result.bound);
    EXPECT_EQ(networks.drops(i), 0U);
    result.highest = std::max(result.highest, above);
  }
  return result;
}

// After the packet that reaches XOFF the sender begins frames for another 10,404 B, which is 6.94 of them: 7 come,
// 10,500 B. Eq. 14 has 2 (1500 + 64 + 2500) + 3840 B = 11,968 B.
TEST(PfcHeadroom, IsExactAtEveryPhase) {
  const Sweep swept = sweep(1500_B, 500_ns, 300);
  EXPECT_EQ(swept.bound, 10'500_B);
  EXPECT_EQ(swept.highest, swept.bound);
}

// The example of the document: 300 m.
TEST(PfcHeadroom, IsThatOfTheDocument) {
  const Sweep swept = sweep(1500_B, 1'500_ns, 100);
  EXPECT_EQ(swept.bound, 21'000_B);
  EXPECT_EQ(swept.highest, swept.bound);
}

// Frames of 1484 B fit without a rest: 64 + 5000 + 3840 B are six of them, and the last one begins in the very instant
// in which the PAUSE acts. Eq. 14 has its second s_pfc more.
TEST(PfcHeadroom, IsUsedToTheLastFrameThatBeginsInTime) {
  const Sweep swept = sweep(1484_B, 500_ns, 371);
  EXPECT_EQ(swept.bound, 8 * 1484_B);
  EXPECT_EQ(swept.highest, swept.bound);
  EXPECT_EQ(bounds::pfc_headroom(1484_B, 64_B, 40_Gbps, 500_ns, 768_ns) - swept.bound, 64_B);
}

std::string bytes(std::int64_t count) { return std::to_string(count) + "B"; }
std::string picoseconds(std::int64_t count) { return std::to_string(count) + "ps"; }

// Settings at random: the rate, cable, t_r, pipeline, frame lengths, XOFF, start, and what a VIQ counts.
std::vector<std::string> random_settings(RandomStream& random) {
  const auto between = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(high - low + 1)));
  };
  constexpr std::array kRates{"7300Mbps", "10Gbps", "25Gbps", "40Gbps", "100Gbps"};
  const std::int64_t max_frame = between(64, 3000);
  const std::int64_t xoff = between(20'000, 40'000);
  return {"scenario.duration=150us",
          "topology.rate=" + std::string(kRates[random.below(kRates.size())]),
          "topology.delay=" + picoseconds(between(10'000, 2'000'000)),
          "topology.wire_overhead=" + std::string(random.below(4) == 0 ? "true" : "false"),
          "flow_control.processing_delay=" + picoseconds(between(0, 2'000'000)),
          "flow_control.pfc.xoff=" + bytes(xoff),
          "flow_control.pfc.xon=" + bytes(between(0, xoff - 1)),
          "switch.max_frame=" + bytes(max_frame),
          "switch.parser.state_cycles=" + std::to_string(between(0, 20)),
          "switch.parser.lookup_cycles=" + std::to_string(between(0, 100)),
          "switch.mmu.viq_limit=" + bytes(xoff + between(0, 5'000)),
          "switch.mmu.count_cells=" + std::string(random.below(4) == 0 ? "true" : "false"),
          "traffic.frame_length=" + bytes(max_frame)};
}

// Two flows of h1 that share the class, with lengths and starts at random; headroom as the loader asks for it.
scenario::Scenario random_scenario(RandomStream& random, const std::vector<std::string>& more) {
  static const std::string text = kWorstCase + "[[flow]]\nname = \"fill_too\"\nsrc = \"h1\"\ndst = \"h2\"\n";
  std::vector<std::string> settings = random_settings(random);
  settings.insert(settings.end(), more.begin(), more.end());
  scenario::Scenario scenario = load(settings, text);
  const auto longest = static_cast<std::uint64_t>(scenario.device.max_frame.count());
  for (scenario::Flow* flow : {&scenario.flows.front(), &scenario.flows.back()}) {
    flow->frame_length = Bytes(static_cast<std::int64_t>(64 + random.below(longest - 63)));
    flow->start = 20_us + Time(static_cast<std::int64_t>(random.below(3'000'000)));
  }
  scenario.required_headroom = bounds::required_headroom(scenario);
  scenario.device.mmu.headroom = std::max(*scenario.required_headroom, Bytes(0));
  return scenario;
}

// With the headroom that the loader asks for nothing is lost; a loss would throw. The most of it that is used.
double most_used(std::size_t count, const std::vector<std::string>& more) {
  RandomStream random(1, "headroom");
  Networks networks;
  std::vector<Bytes> xoff;
  std::vector<Bytes> limit;
  for (std::size_t i = 0; i < count; ++i) {
    const scenario::Scenario scenario = random_scenario(random, more);
    EXPECT_THAT(bounds::safety_warnings(scenario), testing::IsEmpty());
    xoff.push_back(scenario.device.flow_control.pfc.xoff);
    limit.push_back(scenario.device.mmu.viq_limit + *scenario.required_headroom);
    networks.add(scenario);
  }
  networks.run();
  double fullest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(networks.drops(i), 0U) << i;
    EXPECT_LE(networks.peak(i), limit[i]) << i;
    EXPECT_GE(networks.peak(i), xoff[i]) << i << ": XOFF was not reached, so nothing was tried";
    fullest = std::max(fullest, static_cast<double>((networks.peak(i) - xoff[i]).count()) /
                                    static_cast<double>((limit[i] - xoff[i]).count()));
  }
  return fullest;
}

TEST(PfcHeadroom, HoldsWhateverTheSettings) {
  EXPECT_GT(most_used(300, {}), 0.95) << "never near the bound: the settings try nothing";
}

// A cell of 208 B for 84 to 148 B of the line.
TEST(PfcHeadroom, HoldsForShortFramesInCellsOnALineThatChargesItsOverhead) {
  const std::vector<std::string> more{"switch.mmu.count_cells=true", "topology.wire_overhead=true",
                                      "switch.max_frame=128B", "traffic.frame_length=128B"};
  EXPECT_GT(most_used(100, more), 0.9) << "never near the bound: the settings try nothing";
}

// 32 B less than seven packets: the last packet is lost, the run goes on, and the fault says what is needed.
TEST(PfcHeadroom, TooSmallLosesAndSaysWhy) {
  Networks networks;
  scenario::Scenario scenario = load({"switch.mmu.viq_limit=30KB", "switch.mmu.headroom=10468B"});
  scenario.flows.front().start = 3_us;
  ASSERT_EQ(scenario.warnings.size(), 1U);
  networks.add(scenario);
  networks.run();
  EXPECT_EQ(networks.drops(0), 1U);
  ASSERT_EQ(networks.lost(0).size(), 1U);
  EXPECT_EQ(networks.lost(0).front().text,
            "lossless class 0 lost packet 26 of flow 0 (1500 B) at queue s1.p0.c0: VIQ depth 39000 B + 1500 B is over "
            "viq_limit 30000 B + headroom 10468 B; the headroom that loses nothing is 10500 B");
}

// The same loss where the switch has been told that it cannot happen: the model is wrong, and says so.
TEST(PfcHeadroom, LossAgainstTheBoundStopsTheRun) {
  Networks networks;
  scenario::Scenario scenario = load({"switch.mmu.viq_limit=30KB", "switch.mmu.headroom=10468B"});
  scenario.flows.front().start = 3_us;
  scenario.required_headroom = 10'468_B;
  networks.add(scenario);
  try {
    networks.run();
    ADD_FAILURE() << "the run has not stopped";
  } catch (const std::exception& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("a lossless class loses a packet although its headroom is as required: VIQ depth "
                          "39000 B + 1500 B is over viq_limit 30000 B + headroom 10468 B"));
    EXPECT_THAT(error.what(), HasSubstr("; queue s1.p0.c0; packet 26 of flow 0 (1500 B); at "));
  }
}

}  // namespace weir::asic::pfc_headroom_test
