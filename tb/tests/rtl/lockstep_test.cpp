// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdio>

#include "tb/cosim/blocks/class_mapper/class_mapper.h"
#include "tb/cosim/blocks/egress_scheduler/egress_scheduler.h"
#include "tb/cosim/blocks/equipped_port/equipped_port.h"
#include "tb/cosim/blocks/gentle_port/gentle_port.h"
#include "tb/cosim/blocks/gradient_gate/gradient_gate.h"
#include "tb/cosim/blocks/gradient_port/gradient_port.h"
#include "tb/cosim/blocks/ib_credits/ib_credits.h"
#include "tb/cosim/blocks/islip/islip.h"
#include "tb/cosim/blocks/itsy_causality/itsy_causality.h"
#include "tb/cosim/blocks/leading_zero_comparator/leading_zero_comparator.h"
#include "tb/cosim/blocks/linear_port/linear_port.h"
#include "tb/cosim/blocks/linear_rate/linear_rate.h"
#include "tb/cosim/blocks/llr_rx/llr_rx.h"
#include "tb/cosim/blocks/llr_tx/llr_tx.h"
#include "tb/cosim/blocks/lossless_port/lossless_port.h"
#include "tb/cosim/blocks/partition_admission/partition_admission.h"
#include "tb/cosim/blocks/pfc_engine/pfc_engine.h"
#include "tb/cosim/blocks/port_registers/port_registers.h"
#include "tb/cosim/blocks/rate_limiter/rate_limiter.h"
#include "tb/cosim/blocks/rr_arbiter/rr_arbiter.h"
#include "tb/cosim/blocks/stage_comparator/stage_comparator.h"
#include "tb/cosim/blocks/tcd_detector/tcd_detector.h"
#include "tb/cosim/blocks/ue_cbfc_receiver/ue_cbfc_receiver.h"
#include "tb/cosim/blocks/ue_cbfc_sender/ue_cbfc_sender.h"
#include "tb/cosim/blocks/viq_admission/viq_admission.h"
#include "tb/cosim/run_block.h"
#include "tb/tests/rtl/variants.h"
#include "tb/tests/unit/switch_kit.h"
#include "tb/tests/unit/temporary_directory.h"

namespace weir::cosim::lockstep_test {

using reference::RateForm;
using reference::RateLimiterConfig;
using reference::RateLimiterCycle;
using reference::RateLimiterInputs;
using reference::RateLimiterOutputs;
using reference::RateRaise;
using reference::Rounding;
using reference::StageComparatorConfig;
using reference::StageComparatorCycle;
using reference::StageComparatorInputs;
using reference::StageComparatorOutputs;

constexpr std::uint64_t kCycles = 1'000'000;

template <class Lock, class Stimulus>
void run(Lock& lockstep, Stimulus stimulus, std::uint64_t cycles = kCycles) {
  while (lockstep.cycles() < cycles) {
    stimulus.fill(lockstep.room_for(Lock::kBatch));
    lockstep.clock_prepared(Lock::kBatch);
  }
}

// Every variant of a kind in every mode, for so many cycles of random stimulus.
template <class Kind>
void agree(std::uint64_t cycles = kCycles) {
  for (const Variant<Kind>& variant : Kind::variants()) {
    for (const auto& mode : Kind::modes(variant.setup)) {
      SCOPED_TRACE(std::string(variant.name) + " " + mode.name);
      auto lockstep = lockstep_of(variant, mode.setup, variant.rtl);
      ASSERT_NO_THROW(run(lockstep, typename Kind::Stimulus(1, mode.setup), cycles));
    }
  }
}

TEST(RateLimiterLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<RateLimiterKind>(); }
TEST(StageComparatorLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<StageComparatorKind>(); }
TEST(LeadingZeroLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<LeadingZeroComparatorKind>(); }
TEST(ItsyCausalityLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<ItsyCausalityKind>(); }
TEST(GradientGateLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<GradientGateKind>(); }
TEST(LinearRateLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<LinearRateKind>(); }
TEST(ClassMapperLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<ClassMapperKind>(); }
TEST(PartitionAdmissionLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<PartitionAdmissionKind>(); }
TEST(ViqAdmissionLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<ViqAdmissionKind>(); }
TEST(PfcEngineLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<PfcEngineKind>(); }
TEST(LlrRxLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<LlrRxKind>(); }
TEST(LlrTxLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<LlrTxKind>(); }
TEST(UeCbfcReceiverLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<UeCbfcReceiverKind>(); }
TEST(UeCbfcSenderLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<UeCbfcSenderKind>(); }
TEST(IbCreditsLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<IbCreditsKind>(); }
TEST(RrArbiterLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<RrArbiterKind>(); }
TEST(EgressSchedulerLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<EgressSchedulerKind>(); }
TEST(PortRegistersLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<PortRegistersKind>(); }
TEST(LosslessPortLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<LosslessPortKind>(); }
TEST(EquippedPortLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<EquippedPortKind>(kCycles / 4); }
TEST(GentlePortLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<GentlePortKind>(kCycles / 8); }
TEST(LinearPortLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<LinearPortKind>(kCycles / 8); }
TEST(GradientPortLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<GradientPortKind>(kCycles / 4); }
TEST(IslipLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<IslipKind>(); }
TEST(TcdDetectorLockstep, ReferenceAndRtlAgreeEveryCycle) { agree<TcdDetectorKind>(); }

// The latency of each pipelined form is as it says, and no other.
template <class Kind>
void differ_with_another_latency() {
  for (Variant<Kind> variant : Kind::variants()) {
    const unsigned right = variant.latency;
    for (const unsigned wrong : {right - 1, right + 1}) {
      if (right == 0) {
        continue;
      }
      variant.latency = wrong;
      auto lockstep = lockstep_of(variant, variant.setup, variant.rtl);
      EXPECT_THROW(run(lockstep, typename Kind::Stimulus(1, variant.setup), 200'000), LockstepMismatch)
          << variant.name << ", " << wrong << " cycles late";
    }
  }
}

TEST(RateLimiterLockstep, APipelinedFormIsAsLateAsItSays) { differ_with_another_latency<RateLimiterKind>(); }
TEST(StageComparatorLockstep, APipelinedFormIsAsLateAsItSays) { differ_with_another_latency<StageComparatorKind>(); }
TEST(PartitionAdmissionLockstep, TheMemoryFormIsAsLateAsItSays) {
  differ_with_another_latency<PartitionAdmissionKind>();
}

TEST(Late, AScriptIsPlayedSoThatNothingIsOnItsWayWhenAResetComes) {
  const std::vector<RateLimiterInputs> script = {{.rst_n = false},
                                                 {.rst_n = false},
                                                 {.sent = true, .r_l_ticks = 7},
                                                 {.rst_n = false},
                                                 {.sent = true, .r_l_ticks = 9}};
  std::vector<cosim::Run<RateLimiterInputs>> runs;
  for (const RateLimiterInputs& in : script) {
    runs.push_back({in});
  }
  EXPECT_EQ(cycles_of(with_time_to_arrive(runs, 0)), script.size());
  // What arrives, apart from the cycles in which nothing does.
  const std::vector<cosim::Run<RateLimiterInputs>> spaced = with_time_to_arrive(runs, 3);
  std::vector<RateLimiterInputs> cycles(cycles_of(spaced));
  RunReader<RateLimiterInputs>(spaced).fill(cycles);
  LateInputs<RateLimiterInputs> late(3);
  std::vector<RateLimiterInputs> arrived;
  for (const RateLimiterInputs& in : cycles) {
    if (const RateLimiterInputs next = late.next(in); next != RateLimiterInputs{}) {
      arrived.push_back(next);
    }
  }
  EXPECT_EQ(arrived, script);
}

RateLimiterSetup setup_of(RateForm form, const RateLimiterConfig& config = {}) { return {form, config}; }

Variant<RateLimiterKind> limiter_of(RateForm form) {
  return variant_named<RateLimiterKind>(form == RateForm::kStage ? "rate_limiter_stage" : "rate_limiter_fixed_point");
}

// Lock-step with something else in the place of the reference.
LockstepFor<RateLimiterKind> lockstep_with(std::unique_ptr<DutFor<RateLimiterKind>> reference, RateForm form,
                                           LockstepOptions options = {}) {
  const auto variant = limiter_of(form);
  return {std::string(variant.name), std::move(reference), variant.rtl(variant.setup),
          RateLimiterKind::ports(variant.setup), std::move(options)};
}

// What random stimulus reaches, so that agreement means something.
TEST(RateLimiterStimulus, ReachesWaitsIdleSaturationAndClamps) {
  const RateLimiterConfig config;
  RateLimiterStimulus stimulus(1, setup_of(RateForm::kStage, config));
  RateLimiterCycle limiter(RateForm::kStage, config);
  std::vector<RateLimiterInputs> cycles(100'000);
  stimulus.fill(cycles);
  int ran_down = 0, saturated = 0, clamped = 0, carried = 0, followed = 0, reset_while_counting = 0;
  RateLimiterOutputs before;
  for (const RateLimiterInputs& in : cycles) {
    const RateLimiterOutputs out = limiter.clock(in);
    ran_down += !before.idle && out.idle && out.r_c > 0;
    saturated += out.r_c_d == (std::uint64_t{1} << config.r_c) - 1;
    clamped += in.rate_valid && !in.sent && in.rst_n && out.r_c_d + 60 < out.r_c;
    carried += in.sent && out.idle && out.r_c > 0;
    followed += in.sent && out.follow;
    reset_while_counting += !in.rst_n && !before.idle;
    before = out;
  }
  for (const int count : {ran_down, saturated, clamped, carried, followed, reset_while_counting}) {
    EXPECT_GT(count, 20);
  }
}

TEST(RateLimiterStimulus, IsTheSameInBatchesOfAnySize) {
  const RateLimiterConfig config;
  std::vector<RateLimiterInputs> whole(5000);
  std::vector<RateLimiterInputs> parts(5000);
  RateLimiterStimulus(7, setup_of(RateForm::kStage, config)).fill(whole);
  RateLimiterStimulus stimulus(7, setup_of(RateForm::kStage, config));
  for (std::size_t from = 0, step = 1; from < parts.size(); from += step, step = step % 97 + 1) {
    stimulus.fill(std::span(parts).subspan(from, std::min(step, parts.size() - from)));
  }
  EXPECT_EQ(whole, parts);
}

// Faults planted in the reference: the model itself, driven or set up wrongly.
class WrongRateLimiter {
 public:
  using Change = void (*)(RateLimiterInputs&);
  WrongRateLimiter(RateForm form, const RateLimiterConfig& config, Change change)
      : right_(form, config), change_(change) {}
  RateLimiterOutputs clock(RateLimiterInputs in) {
    change_(in);
    return right_.clock(in);
  }
  RateLimiterOutputs evaluate(RateLimiterInputs in) {
    change_(in);
    return right_.evaluate(in);
  }

 private:
  RateLimiterCycle right_;
  Change change_;
};

struct PlantedFault {
  const char* name;
  void (*config)(RateLimiterConfig&);
  WrongRateLimiter::Change inputs;
};

void no_config(RateLimiterConfig&) {}
void no_inputs(RateLimiterInputs&) {}

constexpr std::array kPlantedFaults = {
    PlantedFault{"59 subticks a tick", [](RateLimiterConfig& c) { c.period = Time(1180), c.subticks = 59; }, no_inputs},
    PlantedFault{"floor instead of residual", [](RateLimiterConfig& c) { c.rounding = Rounding::kFloor; }, no_inputs},
    PlantedFault{"no clamp", [](RateLimiterConfig& c) { c.rate_raise = RateRaise::kHold; }, no_inputs},
    PlantedFault{"R_c one bit short", [](RateLimiterConfig& c) { --c.r_c; }, no_inputs},
    PlantedFault{"lost reset", no_config, [](RateLimiterInputs& in) { in.rst_n = true; }},
    PlantedFault{"phase off by one", no_config, [](RateLimiterInputs& in) { in.phase += in.phase < 59; }},
    PlantedFault{"phase ignored", no_config, [](RateLimiterInputs& in) { in.phase = 0; }},
    PlantedFault{"packet missed when the rate changes", no_config,
                 [](RateLimiterInputs& in) { in.sent = in.sent && !in.rate_valid; }},
    PlantedFault{"rate missed when a packet ends", no_config,
                 [](RateLimiterInputs& in) { in.rate_valid = in.rate_valid && !in.sent; }},
    PlantedFault{"R_l low bit stuck", no_config, [](RateLimiterInputs& in) { in.r_l_subticks |= 1; }},
};

TEST(RateLimiterLockstep, FindsFaultsPlantedInTheReference) {
  for (const RateForm form : {RateForm::kStage, RateForm::kFixedPoint}) {
    for (const PlantedFault& fault : kPlantedFaults) {
      RateLimiterConfig wrong;
      fault.config(wrong);
      auto lockstep = lockstep_with(
          std::make_unique<DutOf<RateLimiterInputs, RateLimiterOutputs, WrongRateLimiter>>(form, wrong, fault.inputs),
          form);
      EXPECT_THROW(run(lockstep, RateLimiterStimulus(1, setup_of(form)), 200'000), LockstepMismatch) << fault.name;
    }
  }
}

class WrongStageComparator {
 public:
  explicit WrongStageComparator(const StageComparatorConfig& config) : right_(config) {}
  StageComparatorOutputs clock(StageComparatorInputs in) {
    in.q -= in.q > 0;  // so that a depth exactly at a threshold counts as below it
    return right_.clock(in);
  }
  StageComparatorOutputs evaluate(const StageComparatorInputs& in) { return right_.evaluate(in); }

 private:
  StageComparatorCycle right_;
};

TEST(StageComparatorLockstep, FindsAWrongStageAtTheExactThresholdInTheReference) {
  const StageComparatorConfig config;
  const auto variant = variant_named<StageComparatorKind>("stage_comparator_threshold");
  LockstepFor<StageComparatorKind> lockstep(
      "comparator",
      std::make_unique<DutOf<StageComparatorInputs, StageComparatorOutputs, WrongStageComparator>>(config),
      variant.rtl(config), StageComparatorKind::ports(config), {});
  EXPECT_THROW(run(lockstep, StageComparatorStimulus(1, config), 10'000), LockstepMismatch);
}

// Standard output of a command.
std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 4096> buffer;
  while (const std::size_t read = fread(buffer.data(), 1, buffer.size(), pipe)) {
    text.append(buffer.data(), read);
  }
  EXPECT_EQ(pclose(pipe), 0) << command;
  return text;
}

TEST(LockstepMismatch, NamesCycleInputsBothOutputsAndLeavesAWaveform) {
  const TemporaryDirectory temporary;
  const auto& folder = temporary.path();
  RateLimiterConfig wrong;
  wrong.rate_raise = RateRaise::kHold;
  auto lockstep = lockstep_with(reference_dut<RateLimiterKind>(setup_of(RateForm::kStage, wrong)), RateForm::kStage,
                                {.instance_name = "s1.p2.c3", .wave_folder = folder, .wave_cycles = 50});
  std::vector<RateLimiterInputs> cycles(1000);
  cycles[600] = {.rate_valid = true, .r_r = 3};
  cycles[610] = {.sent = true, .r_l_ticks = 100};
  cycles[620] = {.rate_valid = true, .r_r = 1};
  try {
    lockstep.clock(cycles);
    FAIL() << "not found";
  } catch (const LockstepMismatch& mismatch) {
    EXPECT_EQ(mismatch.cycle(), 620U);
    EXPECT_THAT(mismatch.what(),
                HasSubstr("s1.p2.c3 (rate_limiter_stage) differs in r_c_d_o at cycle 620; inputs rst_ni=1 "
                          "rounding_i=3 clamp_i=1 sent_i=0 "));
    EXPECT_THAT(mismatch.what(), HasSubstr("reference idle_o=0 follow_o=0 r_c_o=41460 r_c_d_o=41400"));
    EXPECT_THAT(mismatch.what(), HasSubstr("rtl idle_o=0 follow_o=0 r_c_o=41460 r_c_d_o=6000"));
    EXPECT_EQ(mismatch.waves(), folder / "lockstep_s1.p2.c3.fst");
    const std::string vcd = output_of("fst2vcd " + mismatch.waves().string());
    EXPECT_THAT(vcd, HasSubstr("$scope module reference"));
    EXPECT_THAT(vcd, HasSubstr("r_c_d_o"));
    EXPECT_THAT(vcd, HasSubstr("#" + std::to_string((620 - 49) * 1200))) << "the first of the last 50 cycles";
    EXPECT_THAT(vcd, HasSubstr("#" + std::to_string(621 * 1200))) << "the edge that ends the last";
    EXPECT_THAT(vcd, HasSubstr("b" + std::string(27, '0') + "1011101110000 ")) << "6000, the value that differs";
  }
}

TEST(LockstepMismatch, CountsTheCyclesInWhichTheClockRested) {
  const TemporaryDirectory temporary;
  const auto& folder = temporary.path();
  RateLimiterConfig wrong;
  wrong.rounding = Rounding::kCeil;
  auto lockstep = lockstep_with(reference_dut<RateLimiterKind>(setup_of(RateForm::kStage, wrong)), RateForm::kStage,
                                {.wave_folder = folder, .wave_cycles = 50});
  std::vector<RateLimiterInputs> cycles(300);
  lockstep.clock(cycles);
  ASSERT_TRUE(lockstep.holds({}));
  lockstep.rest(1'000'000);
  try {
    lockstep.clock(std::span(cycles).first(9));
    lockstep.clock(RateLimiterInputs{.sent = true, .r_l_ticks = 1, .r_l_subticks = 7});
    lockstep.clock(RateLimiterInputs{});
    FAIL() << "not found";
  } catch (const LockstepMismatch& mismatch) {
    EXPECT_EQ(mismatch.cycle(), 1'000'311U);
    const std::string vcd = output_of("fst2vcd " + mismatch.waves().string());
    EXPECT_THAT(vcd, HasSubstr("#" + std::to_string(std::int64_t{301} * 1200) + "\n1")) << "the edge before the rest";
    EXPECT_THAT(vcd, Not(HasSubstr("#" + std::to_string(std::int64_t{302} * 1200) + "\n"))) << "none in the rest";
    EXPECT_THAT(vcd, HasSubstr("#" + std::to_string(std::int64_t{1'000'302} * 1200) + "\n1")) << "the first after it";
  }
}

TEST(Holds, OnlyWhereNothingChangesAndNothingIsOnItsWay) {
  for (const Variant<RateLimiterKind>& variant : RateLimiterKind::variants()) {
    auto lockstep = lockstep_of(variant, variant.setup, variant.rtl);
    const std::uint64_t rate = variant.setup.form == RateForm::kStage ? 1 : std::uint64_t{1} << 16;
    lockstep.clock(RateLimiterInputs{.rate_valid = true, .r_r = rate});
    EXPECT_EQ(lockstep.holds({}), variant.latency == 0) << variant.name << ": the rate was assigned the cycle before";
    for (int cycle = 0; cycle < 20; ++cycle) {
      lockstep.clock(RateLimiterInputs{});
    }
    EXPECT_TRUE(lockstep.holds({})) << variant.name;
    lockstep.clock(RateLimiterInputs{.sent = true, .r_l_ticks = 40});
    bool held = false;
    std::uint64_t cycles = 0;
    for (; !held && cycles < 100; ++cycles) {
      held = lockstep.holds({});
    }
    EXPECT_EQ(cycles, 41 + variant.latency) << variant.name;
  }
}

TEST(LockstepMismatch, IsReportedWithoutAWaveformWhenThereIsNoPlaceForIt) {
  RateLimiterConfig wrong;
  wrong.rounding = Rounding::kCeil;
  auto lockstep = lockstep_with(reference_dut<RateLimiterKind>(setup_of(RateForm::kStage, wrong)), RateForm::kStage,
                                {.wave_folder = "/proc/no/such/folder"});
  try {
    lockstep.clock(RateLimiterInputs{.sent = true, .r_l_ticks = 1, .r_l_subticks = 7});
    lockstep.clock(RateLimiterInputs{});
    FAIL() << "not found";
  } catch (const LockstepMismatch& mismatch) {
    EXPECT_THAT(mismatch.what(), HasSubstr("no waves: "));
    EXPECT_TRUE(mismatch.waves().empty());
  }
}

}  // namespace weir::cosim::lockstep_test
