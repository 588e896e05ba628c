// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/loader.h"

#include <variant>

#include "hw_model/asic/switch_settings.h"
#include "tb/bounds/judged.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/event.h"
#include "tb/tests/unit/scenario/scenario_text.h"

namespace weir::scenario::loader_test {

Scenario load(const std::vector<std::string>& sets = {}) {
  return load_text(kMinimalScenario, "some/file.toml", {sets, {}, {}});
}

std::string refusal(const Overrides& overrides) {
  return error_of<ScenarioError>([&] { load_text(kMinimalScenario, "s.toml", overrides); });
}

TEST(Loader, FillsInWhatTheFileLeavesOut) {
  const Scenario scenario = load();
  EXPECT_EQ(scenario.file, "some/file.toml");
  EXPECT_EQ(scenario.name, "file");
  EXPECT_EQ(scenario.seed, 1U);
  EXPECT_EQ(scenario.duration, 1_ms);
  EXPECT_EQ(scenario.sample_interval, 1_us);
  EXPECT_TRUE(scenario.quantum);
  EXPECT_TRUE(scenario.warnings.empty());
}

TEST(Loader, HasTheDefaultsOfTheModel) {
  const Scenario scenario = load();
  asic::SwitchConfig wanted = asic::resolved({});
  wanted.flow_control.lossless = 0;  // none protects none
  for (const asic::SettingTable& table : asic::setting_tables()) {
    for (const auto& setting : table.settings) {
      for (std::size_t i = 0; i < setting.elements; ++i) {
        EXPECT_EQ(setting.get(scenario.device, i), setting.get(wanted, i)) << table.path << "." << setting.word;
      }
    }
  }
  EXPECT_EQ(load({"flow_control.scheme=cbfc"}).device.flow_control.lossless, 0x01);
  EXPECT_EQ(load({"switch.mmu.alpha=0.5"}).device.mmu.alpha_128ths, 64U);
  EXPECT_EQ(scenario.fidelity.rate_limiter, Fidelities{}.rate_limiter);
  EXPECT_EQ(scenario.fidelity.stage_comparator, Fidelities{}.stage_comparator);
  const link::LinkConfig link = scenario.topology.cables.front().link;
  EXPECT_EQ(link.rate, link::LinkConfig{}.rate);
  EXPECT_EQ(link.delay, link::LinkConfig{}.delay);
  EXPECT_EQ(link.wire_overhead, link::LinkConfig{}.wire_overhead);
}

TEST(Loader, CombinedQueueingHasASpeedupAndRoomBehindIt) {
  const std::string combined = "switch.crossbar.strategy=combined";
  const crossbar::CrossbarConfig unless_told = load({combined, "switch.mmu.buffer=2MB"}).device.crossbar;
  EXPECT_EQ(unless_told.speedup, 2.0);
  EXPECT_EQ(unless_told.output_buffer, 2_MB);
  const auto told =
      load({combined, "switch.crossbar.speedup=1.5", "switch.crossbar.output_buffer=9KB"}).device.crossbar;
  EXPECT_EQ(told.speedup, 1.5);
  EXPECT_EQ(told.output_buffer, 9_KB);
}

TEST(Loader, TakesEveryWordForWhatItSays) {
  using crossbar::Arbiter;
  using crossbar::Queueing;
  using crossbar::Strategy;
  using crossbar::Transfer;
  const auto device = [](const std::string& set) { return load({set}).device; };
  EXPECT_EQ(device("switch.crossbar.strategy=output_queued").crossbar.strategy, Strategy::kOutputQueued);
  EXPECT_EQ(device("switch.crossbar.strategy=input_queued").crossbar.strategy, Strategy::kInputQueued);
  EXPECT_EQ(device("switch.crossbar.strategy=combined").crossbar.strategy, Strategy::kCombined);
  EXPECT_EQ(device("switch.crossbar.queueing=fifo").crossbar.queueing, Queueing::kFifo);
  EXPECT_EQ(device("switch.crossbar.queueing=virtual_output").crossbar.queueing, Queueing::kVirtualOutput);
  EXPECT_EQ(device("switch.crossbar.arbiter=round_robin").crossbar.arbiter, Arbiter::kRoundRobin);
  EXPECT_EQ(device("switch.crossbar.arbiter=islip").crossbar.arbiter, Arbiter::kIslip);
  EXPECT_EQ(load({"switch.crossbar.strategy=input_queued", "switch.crossbar.arbiter=weighted_round_robin"})
                .device.crossbar.arbiter,
            Arbiter::kWeightedRoundRobin);
  EXPECT_EQ(device("switch.crossbar.transfer=cell").crossbar.transfer, Transfer::kCell);
  EXPECT_EQ(device("switch.crossbar.transfer=packet").crossbar.transfer, Transfer::kPacket);
  using reference::ClassSource;
  EXPECT_EQ(device("switch.class_mapper.source=pcp").class_mapper.source, ClassSource::kPcp);
  EXPECT_EQ(device("switch.class_mapper.source=dscp").class_mapper.source, ClassSource::kDscp);
  EXPECT_EQ(device("switch.class_mapper.source=ttl").class_mapper.source, ClassSource::kTtl);
  EXPECT_EQ(device("switch.egress.discipline=strict_priority").egress.discipline, egress::Discipline::kStrictPriority);
  EXPECT_EQ(device("switch.egress.discipline=round_robin").egress.discipline, egress::Discipline::kRoundRobin);
  EXPECT_EQ(device("switch.egress.discipline=dwrr").egress.discipline, egress::Discipline::kDwrr);
}

TEST(Loader, ReadsWeightsStrictClassesAndQuantum) {
  const egress::EgressConfig is =
      load({"switch.egress.discipline=strict_over_dwrr", "switch.egress.strict=[7, 5]",
            "switch.egress.weights=[1, 2, 3, 4, 5, 6, 7, 255]", "switch.egress.quantum=3KB"})
          .device.egress;
  EXPECT_EQ(is.discipline, egress::Discipline::kStrictOverDwrr);
  EXPECT_EQ(is.strict, 0xa0);
  EXPECT_EQ(is.weights, (PerClass<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 255}));
  EXPECT_EQ(is.quantum, 3_KB);
  EXPECT_EQ(load({"switch.max_frame=9KB"}).device.egress.quantum, 9_KB) << "0B: the largest frame";
}

TEST(Loader, TakesEveryWordOfTheMechanismsForWhatItSays) {
  using flow_control::Scheme;
  using reference::RateRaise;
  using reference::Rounding;
  const auto scheme = [](const std::string& word) {
    return load({"flow_control.scheme=" + word}).device.flow_control.scheme;
  };
  EXPECT_EQ(scheme("none"), Scheme::kNone);
  EXPECT_EQ(scheme("pfc"), Scheme::kPfc);
  EXPECT_EQ(scheme("cbfc"), Scheme::kCbfc);
  EXPECT_EQ(scheme("ib_credits"), Scheme::kCbfc);
  EXPECT_EQ(scheme("gfc_conceptual"), Scheme::kGfcConceptual);
  EXPECT_EQ(scheme("gfc_buffer_based"), Scheme::kGfcBufferBased);
  EXPECT_EQ(scheme("gfc_time_based"), Scheme::kGfcTimeBased);
  EXPECT_EQ(
      load({"flow_control.scheme=gfc_gradient", "switch.crossbar.strategy=input_queued"}).device.flow_control.scheme,
      Scheme::kGfcGradient);
  EXPECT_EQ(scheme("pause"), Scheme::kPause);
  const auto limiter = [](const std::string& set) { return load({set}).device.limiter; };
  EXPECT_EQ(limiter("limiter.rounding=floor").rounding, Rounding::kFloor);
  EXPECT_EQ(limiter("limiter.rounding=ceil").rounding, Rounding::kCeil);
  EXPECT_EQ(limiter("limiter.rounding=nearest").rounding, Rounding::kNearest);
  EXPECT_EQ(limiter("limiter.rounding=residual").rounding, Rounding::kResidual);
  EXPECT_EQ(limiter("limiter.rate_raise=hold").rate_raise, RateRaise::kHold);
  EXPECT_EQ(limiter("limiter.rate_raise=clamp").rate_raise, RateRaise::kClamp);
  EXPECT_EQ(load({"limiter.fidelity=rtl"}).fidelity.rate_limiter, cosim::Fidelity::rtl);
  EXPECT_EQ(load({"limiter.fidelity=reference"}).fidelity.rate_limiter, cosim::Fidelity::reference);
  EXPECT_EQ(load({"limiter.comparator_fidelity=lockstep"}).fidelity.stage_comparator, cosim::Fidelity::lockstep);
  EXPECT_EQ(load({"limiter.comparator_fidelity=lockstep"}).fidelity.rate_limiter, cosim::Fidelity::reference);
  EXPECT_FALSE(load({"scenario.quantum=off"}).quantum);
}

TEST(Loader, ReadsNumbersListsAndText) {
  const Scenario scenario =
      load({"scenario.name=my_run", "scenario.description=What it shows, \"quoted\"", "scenario.seed=7",
            "flow_control.scheme=pfc", "flow_control.lossless=[0, 3]", "switch.crossbar.speedup=2",
            "switch.crossbar.iterations=4", "switch.mmu.count_cells=true", "flow_control.pfc.pause_quanta=100",
            "flow_control.cbfc.period=52.4us"});
  EXPECT_EQ(scenario.name, "my_run");
  EXPECT_EQ(scenario.description, "What it shows, \"quoted\"");
  EXPECT_EQ(scenario.seed, 7U);
  EXPECT_EQ(scenario.device.flow_control.lossless, 0x09);
  EXPECT_EQ(scenario.device.crossbar.speedup, 2.0);
  EXPECT_EQ(scenario.device.crossbar.iterations, 4U);
  EXPECT_TRUE(scenario.device.mmu.count_cells);
  EXPECT_EQ(scenario.device.flow_control.pfc.pause_quanta, 100);
  EXPECT_EQ(scenario.device.flow_control.cbfc.period, 52'400_ns);
}

TEST(Loader, ReadsTheCreditsOfTimeBasedGfc) {
  const flow_control::GfcTimeBasedConfig config =
      load({"flow_control.gfc_time_based.bm=640KB", "flow_control.gfc_time_based.period=10us"})
          .device.flow_control.gfc_time_based;
  EXPECT_EQ(config.bm, 640_KB);
  EXPECT_EQ(config.credits.period, 10_us);
}

TEST(Loader, PutsTheCommandLineOverTheFile) {
  Overrides overrides{{"scenario.seed=3", "scenario.duration=2ms"}, {}, {}};
  EXPECT_EQ(load_text(kMinimalScenario, "s.toml", overrides).seed, 3U);
  EXPECT_EQ(load_text(kMinimalScenario, "s.toml", overrides).duration, 2_ms);
  overrides.seed = 9;
  overrides.until = "3ms";
  EXPECT_EQ(load_text(kMinimalScenario, "s.toml", overrides).seed, 9U);
  EXPECT_EQ(load_text(kMinimalScenario, "s.toml", overrides).duration, 3_ms);
  overrides.sets.emplace_back("scenario.seed=4");
  EXPECT_EQ(load_text(kMinimalScenario, "s.toml", overrides).seed, 9U);
}

TEST(Loader, FitsTheSampleIntervalOfTheFileToAShorterRun) {
  std::string file(kMinimalScenario);
  file.insert(file.find('\n') + 1, "sample_interval = \"1ms\"\n");
  EXPECT_EQ(load_text(file, "s.toml", {{}, {}, "5ms"}).sample_interval, 1_ms);
  EXPECT_EQ(load_text(file, "s.toml", {{}, {}, "1ms"}).sample_interval, 1_ms);
  EXPECT_EQ(load_text(file, "s.toml", {{}, {}, "500us"}).sample_interval, 500_ns);
  EXPECT_EQ(refusal({{"scenario.sample_interval=1ms"}, {}, "500us"}),
            "--set scenario.sample_interval=1ms: key 'scenario.sample_interval': wanted at most the duration, 500us; "
            "got 1ms");
}

TEST(Loader, WarnsOfWhatWillNotGoAsItSeems) {
  const auto warnings = [](std::vector<std::string> sets) {
    return load_text(kMinimalScenario, "s.toml", {std::move(sets), {}, {}}).warnings;
  };
  EXPECT_THAT(warnings({"flow.f1.size=10500B"}), testing::IsEmpty());
  EXPECT_THAT(warnings({"flow.f1.size=10KB"}),
              testing::ElementsAre("flow f1: size 10KB is no whole number of frames of 1.5KB: 10.5KB are sent"));
  EXPECT_THAT(warnings({"flow.f1.kind=constant_rate", "flow.f1.rate=10Gbps"}), testing::IsEmpty());
  EXPECT_THAT(warnings({"flow.f1.kind=constant_rate", "flow.f1.rate=10001Mbps"}),
              testing::ElementsAre("flow f1: rate 10.001Gbps is above the 10Gbps of its host's cable: packets that are "
                                   "due but not sent pile up"));
  EXPECT_THAT(warnings({"switch.forwarding.tables=listed"}),
              testing::ElementsAre(
                  "switch.forwarding.tables = \"listed\" and no [[switch.route]]: switches find no way for any "
                  "flow without a route of its own, and drop its packets"));
}

TEST(Loader, NamesTheOptionInItsErrors) {
  EXPECT_EQ(
      refusal({{"switch.mmu.bufer=1MB"}, {}, {}}),
      "--set switch.mmu.bufer=1MB: key 'switch.mmu.bufer': unknown key; the nearest known key is 'switch.mmu.buffer'");
  EXPECT_EQ(refusal({{"topology.delay=5"}, {}, {}}),
            "--set topology.delay=5: key 'topology.delay': wanted a time such as \"1.5us\" (units ps, ns, us, ms, s); "
            "got \"5\", which has "
            "no unit");
  EXPECT_EQ(refusal({{}, {}, "5"}),
            "--until: wanted a time such as \"1.5us\" (units ps, ns, us, ms, s); got \"5\", which has no unit");
  EXPECT_EQ(refusal({{}, {}, "0us"}), "--until: wanted a time later than 0; got \"0us\"");
}

TEST(Loader, BuildsACustomTopology) {
  const Scenario scenario = load_text(kCustomScenario, "s.toml");
  const network::Topology& topology = scenario.topology;
  ASSERT_EQ(topology.devices.size(), 5U);
  EXPECT_EQ(topology.devices[topology.find("s1")].ports, 3U);
  ASSERT_EQ(topology.cables.size(), 4U);
  EXPECT_EQ(topology.cables[0].link.rate, 10_Gbps);
  EXPECT_EQ(topology.cables[1].link.rate, 5_Gbps);
  EXPECT_EQ(topology.cables[2].link.delay, 10_us);
  EXPECT_EQ(topology.cables[3].link.delay, 1_us);
}

TEST(Loader, TakesFailedCablesOut) {
  const Scenario scenario =
      load_text(kMinimalScenario, "s.toml",
                {{"topology={kind=\"fat_tree\", k=4, failed=[[\"sc1\",\"sa5\"],[\"sa2\",\"se1\"]]}"}, {}, {}});
  EXPECT_EQ(scenario.topology.cables.size(), 48U - 2U);
}

// The cable limit of a buffer of n blocks: 2^(bits - 1) is expressible, one more is not.
TEST(Loader, RefusesCreditsThatTheCountersCannotExpress) {
  const std::vector<std::string> standard{"flow_control.scheme=cbfc", "flow_control.cbfc.counter_bits=12"};
  std::vector<std::string> fits = standard;
  fits.emplace_back("flow_control.cbfc.buffer=131072B");
  EXPECT_EQ(refusal({fits, {}, {}}), "");
  std::vector<std::string> exceeds = standard;
  exceeds.emplace_back("flow_control.cbfc.buffer=131136B");
  EXPECT_EQ(refusal({exceeds, {}, {}}),
            "--set flow_control.cbfc.buffer=131136B: key 'flow_control.cbfc.buffer': wanted at most 2048 blocks of "
            "64B, 131.072KB, which is what counters "
            "of 12 bits express; got 131.136KB");
}

TEST(Loader, OffersByCreditsWhatAViqMayTake) {
  const auto buffer = [](std::vector<std::string> sets) {
    sets.emplace_back("flow_control.scheme=cbfc");
    return load_minimal(sets).device.flow_control.cbfc.buffer;
  };
  EXPECT_EQ(buffer({}), 1_MB) << "the default of switch.mmu.viq_limit";
  EXPECT_EQ(buffer({"switch.mmu.viq_limit=300KB", "switch.mmu.headroom=20KB"}), 320_KB);
  EXPECT_EQ(buffer({"flow_control.lossless=[1]",
                    "switch.mmu.viq_limit=[\"90KB\",\"300KB\",\"1MB\",\"1MB\",\"1MB\","
                    "\"1MB\",\"1MB\",\"1MB\"]"}),
            300_KB)
      << "of lossless classes";
  EXPECT_EQ(buffer({"flow_control.cbfc.counter_bits=12"}), 131'072_B) << "all that 12 bits express";
  EXPECT_EQ(buffer({"switch.mmu.viq_limit=300KB", "flow_control.cbfc.buffer=1MB"}), 1_MB) << "as it is said";
}

TEST(Loader, RefusesRedBesideNothingOrWithNothingLeft) {
  const std::vector<std::string> beside{"congestion.red_ecn.beside=true"};
  for (const std::string detector : {"none", "red_ecn"}) {
    EXPECT_THAT(refusal({{"congestion.detector=" + detector, beside.front()}, {}, {}}),
                testing::HasSubstr("wanted beside = false, or another congestion.detector"))
        << detector;
  }
  std::vector<std::string> sets{"congestion.detector=ib_fecn", beside.front()};
  EXPECT_EQ(refusal({sets, {}, {}}), "");
  sets.insert(sets.end(), {"flow_control.scheme=pfc", "congestion.red_ecn.classes=[0]"});
  EXPECT_THAT(refusal({sets, {}, {}}), testing::HasSubstr("wanted a class without flow control for red_ecn to mark"));
}

TEST(Loader, WarnsOfCapturedFramesThatNoClassOfTtlPfcIsFor) {
  const std::string file = WEIR_SOURCE_DIR "/scenarios/real_frames/pcap_replay.toml";
  const std::vector<std::string> ttl{"flow_control.scheme=ttl_pfc", "switch.class_mapper.source=ttl"};
  const std::string why = "without a TTL from 1 to switch.class_mapper.ttl0, 8: in class 0, which nothing pauses";
  EXPECT_THAT(load_file(file, {ttl, {}, {}}).warnings, testing::Contains(testing::HasSubstr(why)));
  EXPECT_THAT(load_file(file).warnings, testing::Not(testing::Contains(testing::HasSubstr(why))));
}

TEST(Loader, ServesHopsInTurnUnderTtlPfc) {
  const std::vector<std::string> ttl{"flow_control.scheme=ttl_pfc", "switch.class_mapper.source=ttl"};
  EXPECT_EQ(load_minimal(ttl).device.egress.discipline, egress::Discipline::kRoundRobin);
  EXPECT_EQ(load_minimal({}).device.egress.discipline, egress::Discipline::kStrictPriority);
  std::vector<std::string> strict = ttl;
  strict.emplace_back("switch.egress.discipline=strict_priority");
  EXPECT_EQ(load_minimal(strict).device.egress.discipline, egress::Discipline::kStrictPriority);
}

// Whoever chooses otherwise is told whom it starves.
TEST(Loader, HasTheDefaultsThatAUserOfTheLibraryGets) {
  const asic::SwitchConfig loaded =
      load_minimal({"flow_control.scheme=ttl_pfc", "switch.class_mapper.source=ttl"}).device;
  asic::SwitchConfig own = load_minimal({}).device;
  own.flow_control.scheme = flow_control::Scheme::kTtlPfc;
  own.class_mapper.source = reference::ClassSource::kTtl;
  own = asic::resolved(asic::with_defaults(own, [](std::string_view, std::string_view) { return false; }));
  EXPECT_EQ(own.flow_control.lossless, loaded.flow_control.lossless);
  EXPECT_EQ(own.egress.discipline, loaded.egress.discipline);
  EXPECT_TRUE(own.mmu.partitioned());
  EXPECT_EQ(own.mmu.partition_size, loaded.mmu.partition_size);
  own.flow_control.scheme = flow_control::Scheme::kNone;
  EXPECT_EQ(asic::with_defaults(own, [](std::string_view, std::string_view) { return true; }).flow_control.lossless, 0);
}

TEST(Loader, WarnsOfStrictPriorityAmongHops) {
  const auto warnings = [](std::vector<std::string> sets, bool ttl = true) {
    if (ttl) {
      sets.insert(sets.end(), {"flow_control.scheme=ttl_pfc", "switch.class_mapper.source=ttl"});
    }
    return load_minimal(std::move(sets)).warnings;
  };
  const auto starves = testing::ElementsAre(testing::HasSubstr("may starve hosts at other distances for ever"));
  EXPECT_THAT(warnings({}), testing::IsEmpty());
  EXPECT_THAT(warnings({"switch.egress.discipline=strict_priority"}), starves);
  EXPECT_THAT(warnings({"switch.egress.discipline=strict_priority"}, false), testing::IsEmpty());
  EXPECT_THAT(warnings({"switch.egress.discipline=dwrr"}), testing::IsEmpty());
  EXPECT_THAT(warnings({"switch.egress.discipline=strict_over_dwrr", "switch.egress.strict=[2]"}), starves);
}

TEST(Loader, NamesAFileThatCannotBeRead) {
  const auto what = [](const std::string& path) { return error_of<ScenarioError>([&] { load_file(path); }); };
  EXPECT_EQ(what("no/such/file.toml"), "no/such/file.toml: cannot be read: No such file or directory");
  EXPECT_EQ(what("."), ".: is a directory; wanted a scenario file");
}

// Every scenario of the project loads, and breaks only the bounds that its paper breaks.
TEST(Loader, LoadsEveryScenario) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(WEIR_SOURCE_DIR "/scenarios")) {
    if (entry.path().extension() != ".toml") {
      continue;
    }
    SCOPED_TRACE(entry.path());
    ++count;
    Scenario scenario;
    ASSERT_NO_THROW(scenario = load_file(entry.path()));
    EXPECT_FALSE(scenario.description.empty());
    EXPECT_FALSE(scenario.source.empty());
    EXPECT_FALSE(scenario.expectations.empty());
    const std::string name = entry.path().stem().string();
    const bool unsafe = name.starts_with("gfc_two_to_one") || name == "fault_late_depths" ||
                        name == "pfc_incast_short_headroom" || name == "ttl_headroom_short" || name == "tcd_blocking" ||
                        name == "phases" || entry.path().parent_path().filename() / name == "ring/gfc_time_based";
    const std::size_t of_traffic = scenario.warnings.size();
    const bool slowed = std::any_of(scenario.events.begin(), scenario.events.end(), [&](const ScenarioEvent& event) {
      const auto* set = std::get_if<SetLinkRate>(&event.what);
      return set != nullptr && set->rate < scenario.topology.cables.front().link.rate;
    });
    const bool twice = name == "fera_thousand" || name == "transmission_repaired";  // of two sorts of switch
    // Retry repairs what is hit, but no PFC frames, and not where CC_Updates have no numbers. A stage of GFC comes
    // late.
    const bool pauses = name == "llr" || name == "ft4_perm_llr" || name == "llr_itsy_rounds" ||
                        name.starts_with("llr_cut_link") || name == "gfc_over_retry" || name == "gfc_late_feedback";
    const bool numbered = scenario.device.flow_control.ue_cbfc.credits.cc_update_eligible;
    const bool repaired = has_llr(scenario, scenario.topology.cables.front().a) && !pauses && numbered;
    const bool hits =
        std::any_of(scenario.link_damage.begin(), scenario.link_damage.end(), [](const LinkErrors& errors) {
          return network::hits_data(errors.error) || network::hits_control(errors.error);
        });
    const bool errs = hits && !repaired;
    const bool ack_late = name == "ue_cbfc_errors";  // frames on the way back put it off until the replay timer ends
    const std::size_t warned =
        twice ? 2 : (unsafe ? 1U : 0U) + (slowed ? 1U : 0U) + (errs ? 1U : 0U) + (ack_late ? 1U : 0U);
    EXPECT_EQ(bounds::judged(scenario).warnings.size() - of_traffic, warned);
  }
  EXPECT_GE(count, 16U);
}

}  // namespace weir::scenario::loader_test
