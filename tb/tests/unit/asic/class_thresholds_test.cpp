// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// XOFF, XON and the limit of VIQs as one number for each class: in the engine, the MMU, the registers, the bounds and
// the file. No two classes have the same numbers, so that one taken for another shows.

#include "hw_model/asic/declare_switch.h"
#include "hw_model/asic/switch_asic.h"
#include "hw_model/asic/switch_settings.h"
#include "tb/bounds/judged.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/datapath/mmu_bench.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"
#include "tb/tests/unit/scenario/scenario_text.h"

namespace weir::asic::class_thresholds_test {

using flow_control::Scheme;

constexpr ClassMask kLossless = 0x0c;  // classes 2 and 3
constexpr PerClass<Bytes> kXoff{50'000_B, 51'000_B, 52'000_B, 43'000_B, 54'000_B, 55'000_B, 56'000_B, 57'000_B};
constexpr PerClass<Bytes> kXon{20'000_B, 21'000_B, 32'000_B, 23'000_B, 24'000_B, 25'000_B, 26'000_B, 27'000_B};
constexpr PerClass<Bytes> kLimit{60'000_B, 61'000_B, 62'000_B, 53'000_B, 64'000_B, 65'000_B, 66'000_B, 67'000_B};

SwitchConfig config_by_class(Scheme scheme = Scheme::kPfc) {
  SwitchConfig config;
  config.ports.assign(3, link::LinkConfig{.rate = 10_Gbps, .delay = 1_us});
  config.mmu = {.buffer = 4_MB, .viq_limit = kLimit, .headroom = 40'000_B};
  config.flow_control.scheme = scheme;
  config.flow_control.lossless = kLossless;
  config.flow_control.pfc = {.xoff = kXoff, .xon = kXon};
  return config;
}

std::string refusal(const SwitchConfig& config) {
  return error_of([&] { checked(config); });
}

TEST(ClassThresholds, AnEnginePausesEachClassAtItsOwn) {
  flow_control::FakePort port;
  flow_control::PortContext context = context_for(Scheme::kPfc, port, kLossless);
  context.config.pfc = config_by_class().flow_control.pfc;
  const std::unique_ptr<flow_control::FlowControl> engine = make_flow_control(context);
  for (const ClassId c : {ClassId(2), ClassId(3)}) {
    const Bytes xoff = kXoff[c.index()];
    const Bytes xon = kXon[c.index()];
    EXPECT_EQ(engine->first_threshold_of(c), xoff);
    engine->packet_admitted(c, 1500_B, xoff - 1_B, 1_us);
    EXPECT_FALSE(engine->feedback_pending());
    engine->packet_admitted(c, 1500_B, xoff, 2_us);
    EXPECT_EQ(sent_pfc(*engine, 2_us), frame::pfc_frame(mask_of(c), 0xffff));
    EXPECT_EQ(engine->viq_pauses()->resumes_at(c), xon);
    EXPECT_TRUE(engine->holds_peer_at(c, xon + 1_B, 0_B));
    EXPECT_FALSE(engine->holds_peer_at(c, xon, 0_B));
    EXPECT_EQ(engine->viq_pauses()->pause_levels(c)->xoff, xoff);
    EXPECT_EQ(engine->viq_pauses()->pause_levels(c)->xon, xon);
    engine->packet_released(c, 1500_B, xon + 1_B, 3_us);
    EXPECT_FALSE(engine->feedback_pending());
    engine->packet_released(c, 1500_B, xon, 4_us);
    EXPECT_EQ(sent_pfc(*engine, 4_us), frame::pfc_frame(mask_of(c), 0));
  }
  EXPECT_EQ(engine->first_threshold(), 57'000_B) << "the highest";
}

// With a threshold of the moment each class keeps its own way from XOFF to XON.
TEST(ClassThresholds, MoveWithTheThresholdOfTheMoment) {
  flow_control::FakePort port;
  flow_control::PortContext context = context_for(Scheme::kPfc, port, kLossless);
  context.config.pfc = config_by_class().flow_control.pfc;
  const std::unique_ptr<flow_control::FlowControl> engine = make_flow_control(context);
  flow_control::MovingThreshold* const moving = engine->moving_threshold();
  ASSERT_NE(moving, nullptr);
  moving->threshold_moved(ClassId(2), 50'000_B);
  EXPECT_EQ(engine->viq_pauses()->resumes_at(ClassId(2)), 30'000_B) << "20 KB below";
  moving->threshold_moved(ClassId(3), 50'000_B);
  EXPECT_EQ(engine->viq_pauses()->resumes_at(ClassId(3)), 23'000_B) << "its XOFF is lower than that";
  engine->packet_admitted(ClassId(3), 1500_B, 43'000_B, 1_us);
  EXPECT_EQ(moving->resumes_under(ClassId(3), 10'000_B), 30'000_B) << "20 KB above";
}

TEST(ClassThresholds, TheMmuLimitsTheViqsOfEachClassByItsOwn) {
  const mmu::MmuConfig config = {
      .buffer = 1_MB, .cell = 100_B, .viq_limit = PerClass<Bytes>{10'000_B, 12'000_B}, .headroom = 5'000_B};
  using mmu::Admission;
  using mmu::Bench;
  EXPECT_EQ(Bench::at(config, 9'000_B, 1'000_B, mmu::kLossless), Admission::kShared);
  EXPECT_EQ(Bench::at(config, 9'000_B, 1'001_B, mmu::kLossless), Admission::kHeadroom);
  EXPECT_EQ(Bench::at(config, 14'000_B, 1'000_B, mmu::kLossless), Admission::kHeadroom);
  EXPECT_EQ(Bench::at(config, 14'000_B, 1'001_B, mmu::kLossless), Admission::kHeadroomExhausted);
  EXPECT_EQ(Bench::at(config, 11'000_B, 1'000_B, mmu::kLossy), Admission::kShared);
  EXPECT_EQ(Bench::at(config, 11'000_B, 1'001_B, mmu::kLossy), Admission::kViqFull);
  Bench bench(config);
  EXPECT_EQ(bench.mmu().limit(PortId(1), mmu::kLossless), 15'000_B);
  EXPECT_EQ(bench.mmu().limit(PortId(1), mmu::kLossy), 12'000_B);
  bench.admit(11'000_B);
  EXPECT_EQ(bench.mmu().headroom_peak(PortId(0), mmu::kLossless), 1'000_B);
}

// XOFF and XON of each lossless class of a port, as their state; the limit of each class of the switch.
TEST(ClassThresholds, AreRegistersWhereTheyAreOneForEachClass) {
  const ledger::Chip chip = declare_switch(config_by_class());
  const auto declared = [&](const char* block, const char* name) { return *chip.find(block)->find(name); };
  EXPECT_EQ(declared("flow_control", "xoff").count(), 3U * 2);
  EXPECT_THAT(declared("flow_control", "xoff").resets, ElementsAre(52'000, 43'000));
  EXPECT_THAT(declared("flow_control", "xon").resets, ElementsAre(32'000, 23'000));
  EXPECT_EQ(declared("flow_control", "xoff").width, 16U) << "of the highest, 57,000 B";
  EXPECT_THAT(declared("mmu", "viq_limit").resets,
              ElementsAre(60'000, 61'000, 62'000, 53'000, 64'000, 65'000, 66'000, 67'000));
  SwitchConfig plain = config_by_class();
  plain.flow_control.pfc = {.xoff = 50'000_B, .xon = 40'000_B};
  plain.mmu.viq_limit = 67'000_B;
  const ledger::Chip alike = declare_switch(plain);
  EXPECT_EQ(alike.find("flow_control")->find("xoff")->count(), 3U);
  EXPECT_EQ(alike.find("mmu")->find("viq_limit")->count(), 1U);
}

TEST(ClassThresholds, SoftwareWritesThatOfOneClass) {
  link::FramePool pool;
  SwitchAsic asic("s1", config_by_class(), Timing{.quantum = 1_us, .until = 1_ms}, Factories{}, pool, 7, 1);
  ledger::RegisterBank& bank = asic.csr().bank();
  const ledger::MappedRegister* xoff = bank.map().find("flow_control", "xoff");
  const ledger::MappedRegister* limit = bank.map().find("mmu", "viq_limit");
  const auto write = [&](const ledger::MappedRegister* mapped, std::uint64_t element, std::uint64_t value) {
    const ledger::RegisterBank::Write one{mapped, element, 0, value, ~std::uint64_t{0}};
    return error_of([&] { bank.write(std::span(&one, 1), Time(0)); });
  };
  EXPECT_EQ(write(xoff, 2 * 1 + 1, 33'000), "") << "of port 1, class 3";
  EXPECT_EQ(bank.read(*xoff, 3, 0, Time(0)), 33'000U);
  EXPECT_EQ(bank.read(*xoff, 2, 0, Time(0)), 52'000U);
  EXPECT_EQ(asic.engine(PortId(1)).first_threshold_of(ClassId(3)), 33'000_B);
  EXPECT_EQ(asic.engine(PortId(0)).first_threshold_of(ClassId(3)), 43'000_B);
  EXPECT_EQ(write(xoff, 3, 23'000), "flow_control.pfc.xon: wanted less than xoff of class 3, 23KB; got 23KB");
  EXPECT_EQ(write(limit, 3, 2'999),
            "flow_control.pfc.xoff: wanted at most what a VIQ may take (switch.mmu.viq_limit and headroom), 42.999KB, "
            "or PAUSE would never be sent; got 43KB for class 3");
  EXPECT_EQ(write(limit, 3, 45'000), "");
  EXPECT_EQ(asic.mmu().limit(PortId(0), ClassId(3)), 85'000_B);
  EXPECT_EQ(asic.mmu().limit(PortId(0), ClassId(2)), 102'000_B);
}

TEST(ClassThresholds, AreRefusedByClass) {
  EXPECT_EQ(refusal(config_by_class()), "");
  SwitchConfig config = config_by_class();
  config.flow_control.pfc.xon.set(ClassId(3), 43'000_B);
  EXPECT_EQ(refusal(config), "flow_control.pfc.xon: wanted less than xoff of class 3, 43KB; got 43KB");
  config = config_by_class();
  config.flow_control.pfc.xon.set(ClassId(1), 51'000_B);
  EXPECT_EQ(refusal(config), "") << "of a lossy class nobody looks at it";
  config = config_by_class();
  config.mmu.viq_limit.set(ClassId(2), 11'999_B);
  EXPECT_EQ(refusal(config),
            "flow_control.pfc.xoff: wanted at most what a VIQ may take (switch.mmu.viq_limit and headroom), 51.999KB, "
            "or PAUSE would never be sent; got 52KB for class 2");
  config.mmu.viq_limit.set(ClassId(2), 12'000_B);
  EXPECT_EQ(refusal(config), "");
  config.mmu.viq_limit.set(ClassId(6), 1'499_B);
  EXPECT_EQ(refusal(config),
            "switch.mmu.viq_limit: wanted at least a frame of switch.max_frame, 1.5KB, or it would never be admitted; "
            "got 1.499KB for class 6");
  config = config_by_class();
  config.flow_control.pfc.xoff.set(ClassId(5), 0_B);
  EXPECT_EQ(refusal(config), "flow_control.pfc.xoff: wanted a length in bytes from 1B to 4096MiB; got 0B for class 5");
  EXPECT_EQ(refusal(config_by_class(Scheme::kPause)),
            "flow_control.pfc.xoff: wanted one value for all classes under pause, or flow_control.scheme = \"pfc\" or "
            "\"ttl_pfc\", which compare single VIQs; got a list");
  EXPECT_THAT(refusal(config_by_class(Scheme::kEgressPfc)), HasSubstr("under egress_pfc"));
}

// 10 Gbps, 1 us: 5628 B after XOFF (eq. 14). XOFF of class 0 is 30 KB below its limit and needs none of the headroom.
std::vector<std::string> in_file(const std::string& headroom) {
  return {"flow_control.scheme=pfc",
          "flow_control.lossless=[0, 2]",
          "flow_control.pfc.xoff=[\"30KB\", \"1KB\", \"90KB\", \"1KB\", \"1KB\", \"1KB\", \"1KB\", \"1KB\"]",
          "flow_control.pfc.xon_offset=1KB",
          "switch.mmu.viq_limit=[\"60KB\", \"10KB\", \"90KB\", \"10KB\", \"10KB\", \"10KB\", \"10KB\", \"10KB\"]",
          "switch.mmu.headroom=" + headroom};
}

TEST(ClassThresholds, AFileHasThemAsALengthOrAList) {
  const scenario::Scenario scenario = scenario::load_minimal(in_file("10KB"));
  const flow_control::PfcConfig& pfc = scenario.device.flow_control.pfc;
  EXPECT_EQ(pfc.xoff, ByClass<Bytes>(PerClass<Bytes>{30_KB, 1_KB, 90_KB, 1_KB, 1_KB, 1_KB, 1_KB, 1_KB}));
  EXPECT_EQ(pfc.xon, ByClass<Bytes>(PerClass<Bytes>{29_KB, 0_B, 89_KB, 0_B, 0_B, 0_B, 0_B, 0_B}));
  EXPECT_EQ(pfc.xoff.highest(), 90_KB);
  EXPECT_EQ(scenario.device.mmu.viq_limit[ClassId(0)], 60_KB);
  EXPECT_EQ(scenario.device.mmu.viq_limit[ClassId(2)], 90_KB);
  EXPECT_EQ(scenario.device.mmu.viq_limit.lowest_of(0x05), 60_KB);
  EXPECT_FALSE(scenario::load_minimal({}).device.mmu.viq_limit.is_list());
}

TEST(ClassThresholds, TheBoundIsThatOfTheClassWithTheLeastAboveXoff) {
  EXPECT_THAT(bounds::judged(scenario::load_minimal(in_file("4500B"))).warnings, IsEmpty());
  const scenario::Scenario scenario = bounds::judged(scenario::load_minimal(in_file("4499B")));
  EXPECT_THAT(scenario.required_headroom, Optional(4'500_B));
  EXPECT_THAT(scenario.warnings,
              ElementsAre(HasSubstr("the headroom above flow_control.pfc.xoff of class 2 (switch.mmu.viq_limit + "
                                    "headroom - xoff) = 4.499KB breaks the safety bound")));
}

// 3 ports x (60 + 10 + 90 + 10) KB.
TEST(ClassThresholds, TheViqsOfAllClassesFitIntoTheBuffer) {
  std::vector<std::string> sets = in_file("10KB");
  sets.emplace_back("switch.mmu.buffer=600KB");
  const scenario::Scenario fits = bounds::judged(scenario::load_minimal(sets));
  EXPECT_THAT(fits.warnings, IsEmpty());
  sets.back() = "switch.mmu.buffer=509KB";
  EXPECT_THAT(bounds::judged(scenario::load_minimal(sets)).warnings, ElementsAre(HasSubstr("= 510KB")));
}

}  // namespace weir::asic::class_thresholds_test
