// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Declared bits are the flip-flops that Yosys counts, for each RTL block at three sets of parameters or more. Only the
// count: no netlists are made.

#include "tb/cost/synthesis_check.h"

#include "hw_model/asic/declare_switch.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cost::synthesis_check_test {

struct Counted {
  std::map<std::string, std::set<std::map<std::string, std::uint64_t>>> parameters;  // by block
};

void count_all(const SwitchRequest& request, Counted& counted) {
  const cost::Setup setup = make_setup(request, select_mechanisms({"gfc_buffer_based", "gfc_time_based", "gfc_gradient",
                                                                   "cbfc", "tcd", "fera", "itsy", "pfc"}));
  for (const asic::SwitchConfig& variant : variants(setup.device, setup.selection, setup.headrooms)) {
    const ledger::Chip chip = asic::declare_switch(variant);
    for (const ledger::Block& block : chip.blocks()) {
      for (const ledger::RtlInstance& instance : block.rtl_instances()) {
        if (!counted.parameters[instance.block].insert(instance.parameters).second)
          continue;
        const std::vector<synthesis::Parameter> parameters(instance.parameters.begin(), instance.parameters.end());
        const synthesis::Report report =
            synthesis::count_registers(synthesis::block_design(instance.block, parameters));
        EXPECT_EQ(report.flip_flops + report.memory_bits, block.bits_of_one(instance))
            << instance.block << " of " << setup.title;
      }
    }
  }
}

TEST(SynthesisCheck, DeclaredBitsAreFlipFlops) {
  using flow_control::ComparatorForm;
  Counted counted;
  for (const ComparatorForm form : {ComparatorForm::kThreshold, ComparatorForm::kLeadingZero}) {
    count_all({.ports = 4, .rate = BitRate(10'000'000'000), .comparator = form}, counted);
    count_all({.ports = 32, .lossless = 2, .rate = BitRate(400'000'000'000), .comparator = form}, counted);
    count_all({.ports = 64,
               .lossless = 5,
               .rate = BitRate(100'000'000'000),
               .buffer = Bytes(64'000'000),
               .max_frame = Bytes(9216),
               .stages = 8,
               .comparator = form},
              counted);
  }
  // Further RTL of the same blocks, such as pipelined forms, is in no switch.
  for (const char* block :
       {"rate_limiter_stage", "rate_limiter_fixed_point", "stage_comparator_threshold", "stage_comparator_leading_zero",
        "tcd_detector", "gradient_gate", "linear_rate", "ib_credits", "egress_scheduler", "pfc_engine"}) {
    EXPECT_TRUE(counted.parameters.contains(block)) << block;
  }
  for (const auto& [block, parameters] : counted.parameters) {
    EXPECT_GE(parameters.size(), block == "egress_scheduler" ? 1U : 3U) << block;  // no frame is longer than 9216 B
  }
}

// The register's element and its signal: "g_threshold[3].b_q" is element 2 of b_k.
struct Signal {
  std::string held;
  std::size_t element = 0;
};

Signal signal_of(const std::string& rtl, std::string_view block) {
  const std::string last = rtl.substr(rtl.rfind('.') == std::string::npos ? 0 : rtl.rfind('.') + 1);
  const std::size_t open = rtl.find("g_threshold[");
  if (open != std::string::npos && last == "b_q") {
    return {"b_k", std::stoul(rtl.substr(open + std::string("g_threshold[").size())) - 1};
  }
  if (rtl.find("i_accept_pointer.") != std::string::npos) {
    return {"accept_pointer", 0};
  }
  static const std::map<std::string, std::string> kHeld = {
      {"changed_q", "stage_changed"},  {"stamp_q", "tcd_stamp"},        {"running_q", "tcd_running"},
      {"state_q", "last_state"},       {"sample_q", "queue_sample"},    {"pause_seen_q", "tcd_pause_seen"},
      {"room_q", "rate_room"},         {"due_q", "rate_due"},           {"quotient_q", "rate_quotient"},
      {"left_q", "rate_remainder"},    {"steps_q", "rate_step"},        {"held_q", "tcd_held"},
      {"pointer_q", "grant_pointer"},  {"credits_due_q", "credit_due"}, {"deficits_q", "deficit"},
      {"asserted_q", "xoff_asserted"}, {"told_q", "told_paused"},       {"prescaler_q", "quantum_prescaler"}};
  const auto held = kHeld.find(last == "due_q" && block == "ib_credits" ? "credits_due_q" : last);
  return {held != kHeld.end() ? held->second : last.substr(0, last.size() - 2), 0};
}

// What the map says of a register after reset is what Yosys finds in its flip-flops. Returns the differences.
std::vector<std::string> reset_differences(const ledger::Block& block, const ledger::RtlInstance& instance,
                                           const std::map<std::string, std::string>& found) {
  std::vector<std::string> wrong;
  std::uint64_t bits = 0;
  for (const auto& [signal, value] : found) {
    const auto [name, element] = signal_of(signal, instance.block);
    const ledger::RegisterDeclaration* held = block.find(name);
    if (held == nullptr || held->rtl_block != instance.block) {
      wrong.push_back(signal + " is not declared");
      continue;
    }
    const std::uint64_t reset = held->resets.empty() ? held->reset : held->resets.at(element);
    std::string wanted;
    for (unsigned bit = held->width; bit > 0; --bit) {
      wanted.push_back(bit <= 64 && (reset >> (bit - 1) & 1U) != 0 ? '1' : '0');
    }
    const std::string one = wanted;  // all of a class stand side by side in one signal of the RTL
    while (wanted.size() < value.size()) {
      wanted += one;
    }
    bits += value.size();
    if (value != wanted) {
      wrong.push_back(signal + " resets to " + value + ", the map says " + wanted);
    }
  }
  if (bits != block.bits_of_one(instance)) {
    wrong.push_back(std::to_string(bits) + " bits have a reset value, wanted " +
                    std::to_string(block.bits_of_one(instance)));
  }
  return wrong;
}

template <class Visit>
void each_instance(const SwitchRequest& request, Visit visit) {
  const cost::Setup setup = make_setup(
      request, select_mechanisms({"gfc_buffer_based", "gfc_time_based", "gfc_gradient", "cbfc", "pfc", "tcd"}));
  for (const asic::SwitchConfig& variant : variants(setup.device, setup.selection, setup.headrooms)) {
    const ledger::Chip chip = asic::declare_switch(variant);
    for (const ledger::Block& block : chip.blocks()) {
      for (const ledger::RtlInstance& instance : block.rtl_instances()) {
        const std::vector<synthesis::Parameter> parameters(instance.parameters.begin(), instance.parameters.end());
        visit(block, instance, synthesis::block_design(instance.block, parameters));
      }
    }
  }
}

TEST(SynthesisCheck, ResetValuesAreThoseOfTheMap) {
  using flow_control::ComparatorForm;
  std::set<std::string> blocks;
  for (const ComparatorForm form : {ComparatorForm::kThreshold, ComparatorForm::kLeadingZero}) {
    each_instance({.ports = 2, .comparator = form}, [&](const ledger::Block& block, const ledger::RtlInstance& instance,
                                                        synthesis::Design design) {
      design.resets = reset_constants(block, instance);
      EXPECT_EQ(reset_differences(block, instance, synthesis::reset_values(design)), std::vector<std::string>{})
          << instance.block;
      blocks.insert(instance.block);
    });
  }
  EXPECT_EQ(blocks.size(), 11U);
}

// RTL that is not told the map's values wakes up with its own.
TEST(SynthesisCheck, AnotherResetValueIsFound) {
  std::size_t found = 0;
  each_instance({.ports = 2}, [&](const ledger::Block& block, const ledger::RtlInstance& instance,
                                  const synthesis::Design& design) {
    found += reset_differences(block, instance, synthesis::reset_values(design)).size();
    EXPECT_EQ(reset_differences(block, instance, synthesis::reset_values(design)).empty(), instance.resets.empty())
        << instance.block;
  });
  EXPECT_GT(found, 0U);
}

// What the ledger says that the RTL of this name holds, of one lossless class.
std::uint64_t bits_in_rtl(const ledger::Block& block, std::string_view rtl_block) {
  std::uint64_t bits = 0;
  for (const ledger::RegisterDeclaration& held : block.registers()) {
    bits += held.rtl_block == rtl_block ? held.bits() / held.size_of("class") : 0;
  }
  return bits;
}

// The deadlock unit of a switch, as its ledger has it.
ledger::Block deadlock_unit(unsigned ports, const deadlock::ItsyConfig& itsy) {
  cost::Setup setup = make_setup({.ports = ports, .lossless = 2}, select_mechanisms({"itsy", "pfc"}));
  setup.device.deadlock.itsy = itsy;
  const std::vector<asic::SwitchConfig> switches = variants(setup.device, setup.selection, setup.headrooms);
  return *asic::declare_switch(switches.front()).find("deadlock");
}

struct Unit {
  unsigned ports = 0;
  bool sums = false;
  bool wide = false;
};

TEST(SynthesisCheck, TheCausalityUnitHasTheRegistersOfTheLedger) {
  for (const Unit& unit : {Unit{.ports = 3}, Unit{.ports = 3, .sums = true}, Unit{4, true, true}}) {
    const deadlock::ItsyConfig itsy = {.wide_entries = unit.wide, .sums = unit.sums};
    const ledger::Block block = deadlock_unit(unit.ports, itsy);
    const frame::ItsyWidths widths = itsy.widths();
    const std::vector<synthesis::Parameter> parameters = {
        {"PORTS", unit.ports},          {"COUNT_W", block.find("traffic_count")->width},
        {"SWITCH_W", widths.switch_id}, {"PORT_W", widths.port},
        {"SEQ_W", widths.seq},          {"TTL_W", widths.ttl},
        {"SUMS", unit.sums ? 1U : 0U}};
    const synthesis::Report report = synthesis::count_registers(synthesis::block_design("itsy_causality", parameters));
    EXPECT_EQ(report.flip_flops + report.memory_bits, bits_in_rtl(block, "itsy_causality")) << unit.ports;
    const ledger::Block other = deadlock_unit(unit.ports, {.wide_entries = unit.wide, .sums = !unit.sums});
    EXPECT_NE(report.flip_flops + report.memory_bits, bits_in_rtl(other, "itsy_causality")) << unit.ports;
  }
}

TEST(SynthesisCheck, SumsAreInTheLedgerWhereTheyAreSet) {
  const ledger::Block with = deadlock_unit(4, {});
  const ledger::Block without = deadlock_unit(4, {.sums = false});
  std::uint64_t sums = 0;
  for (const char* name :
       {"stuck_count", "sum_due", "sum_at", "sum_members", "sum_rows", "sum", "sum_busy", "sum_check"}) {
    ASSERT_NE(with.find(name), nullptr) << name;
    EXPECT_EQ(without.find(name), nullptr) << name;
    sums += with.find(name)->bits();
  }
  EXPECT_EQ(with.bits().total(), without.bits().total() + sums);
}

// The published protocol has none.
TEST(SynthesisCheck, NoRegisterOfThePublishedProtocolIsSaidToBeInRtl) {
  const ledger::Block block = deadlock_unit(4, {.protocol = deadlock::Protocol::kPublished});
  EXPECT_NE(block.find("traffic_mapping"), nullptr);
  EXPECT_EQ(bits_in_rtl(block, "itsy_causality"), 0U);
}

// Detectors of a switch with FERA, as its ledger has it.
ledger::Block fera_meters(unsigned ports, const reference::FeraSettings& meter) {
  cost::Setup setup = make_setup({.ports = ports}, select_mechanisms({"fera", "pfc"}));
  setup.device.congestion.fera.meter = meter;
  const std::vector<asic::SwitchConfig> switches = variants(setup.device, setup.selection, setup.headrooms);
  return *asic::declare_switch(switches.front()).find("congestion");
}

TEST(SynthesisCheck, TheMetersHaveTheRegistersOfTheLedger) {
  using reference::FeraForm;
  struct Meters {
    unsigned ports;
    reference::FeraSettings settings;
  };
  for (const FeraForm form : {FeraForm::kDivisorFree, FeraForm::kDividing}) {
    for (const Meters& meters : {Meters{2, {.form = form}}, Meters{3, {.interval = Time(100'000'000), .form = form}},
                                 Meters{2, {.form = form, .rate_bits = 30, .fraction_bits = 12}}}) {
      const ledger::Block block = fera_meters(meters.ports, meters.settings);
      const std::string rtl = form == FeraForm::kDivisorFree ? "fera_meter" : "fera_meter_dividing";
      const auto width = [&](const char* name) -> std::uint64_t { return block.find(name)->width; };
      const std::vector<synthesis::Parameter> parameters = {{"PORTS", meters.ports},
                                                            {"PORT_W", width("fera_port")},
                                                            {"R_W", width("fera_rate")},
                                                            {"F_W", meters.settings.fraction_bits},
                                                            {"Q_W", width("fera_queue")},
                                                            {"A_W", width("fera_arrived")},
                                                            {"T_W", width("fera_paused")},
                                                            {"CT_W", width("fera_capacity")},
                                                            {"FIRST", block.find("fera_rate")->reset}};
      const synthesis::Report report = synthesis::count_registers(synthesis::block_design(rtl, parameters));
      EXPECT_EQ(report.flip_flops + report.memory_bits, bits_in_rtl(block, rtl)) << rtl << ", " << meters.ports;
    }
  }
}

// Settings that the RTL has not, or hardware that is not built with them.
TEST(SynthesisCheck, OtherMetersAreNotSaidToBeInRtl) {
  using reference::FeraSettings;
  for (const FeraSettings& meter :
       {FeraSettings{.lambda = 0.5}, FeraSettings{.delta = 0.1}, FeraSettings{.gamma = 0.9},
        FeraSettings{.scaling = reference::FeraScaling::kNever}, FeraSettings{.clock = reference::FeraClock::kRuns},
        FeraSettings{.queue_control = reference::FeraQueueControl::kMultistage},
        FeraSettings{.form = reference::FeraForm::kDividing, .division = reference::FeraDivision::kTable}}) {
    const ledger::Block block = fera_meters(4, meter);
    for (const char* rtl : {"fera_meter", "fera_meter_dividing"}) {
      EXPECT_EQ(bits_in_rtl(block, rtl), 0U);
    }
  }
}

// Forwarding of a switch whose class is by this.
ledger::Block forwarding_by(const reference::ClassMapperConfig& mapper) {
  cost::Setup setup = make_setup({.ports = 2}, select_mechanisms({"pfc"}));
  setup.device.class_mapper = mapper;
  return *asic::declare_switch(variants(setup.device, setup.selection, setup.headrooms).front()).find("forwarding");
}

// Registers and what they are after a reset: "g_dscp[3].class_q" is element 3 of dscp_class, "g_pcp[3].class_q" of
// pcp_class.
TEST(SynthesisCheck, TheClassMapperHasTheRegistersOfTheLedger) {
  using reference::ClassSource;
  for (const reference::ClassMapperConfig& mapper :
       {reference::ClassMapperConfig{}, reference::ClassMapperConfig{.source = ClassSource::kTtl, .ttl0 = 5},
        reference::ClassMapperConfig{.source = ClassSource::kTtlParity, .ttl0 = 15},
        reference::ClassMapperConfig{.source = ClassSource::kLabel}}) {
    const ledger::Block block = forwarding_by(mapper);
    const synthesis::Design design = synthesis::block_design(
        "class_mapper", std::vector<synthesis::Parameter>{{"TTL_W", block.find("ttl0")->width},
                                                          {"SOURCE", block.find("class_source")->reset},
                                                          {"TTL0", block.find("ttl0")->reset}});
    std::uint64_t declared = 0;
    for (const char* const name : {"class_source", "ttl0", "pcp_class", "dscp_class"}) {
      EXPECT_EQ(block.find(name)->rtl_block, "class_mapper") << name;
      declared += block.find(name)->bits();
    }
    EXPECT_EQ(synthesis::count_registers(design).flip_flops, declared);
    for (const auto& [signal, value] : synthesis::reset_values(design)) {
      const std::size_t open = signal.find('[', signal.find("g_"));
      const bool by_pcp = signal.find("g_pcp[") != std::string::npos;
      const ledger::RegisterDeclaration& held =
          *block.find(by_pcp                                         ? "pcp_class"
                      : open != std::string::npos                    ? "dscp_class"
                      : signal.find("source_q") != std::string::npos ? "class_source"
                                                                     : "ttl0");
      const std::size_t element = open == std::string::npos ? 0 : std::stoul(signal.substr(open + 1));
      EXPECT_EQ(std::stoull(value, nullptr, 2), held.resets.empty() ? held.reset : held.resets.at(element)) << signal;
    }
  }
}

// The accounts of a switch with partitions, and what asks for pauses.
TEST(SynthesisCheck, PartitionAdmissionHasTheRegistersOfTheLedger) {
  for (const unsigned ports : {2U, 3U}) {
    for (const Bytes buffer : {Bytes(3'000'000), Bytes(12'000'000)}) {
      cost::Setup setup = make_setup({.ports = ports, .lossless = 8, .buffer = buffer}, select_mechanisms({"ttl_pfc"}));
      const std::vector<asic::SwitchConfig> switches = variants(setup.device, setup.selection, setup.headrooms);
      const ledger::Chip chip = asic::declare_switch(switches.front());
      const ledger::Block& block = *chip.find("mmu");
      std::uint64_t declared = 0;
      for (const ledger::RegisterDeclaration& held : block.registers()) {
        declared += held.rtl_block == "partition_admission" ? held.bits() : 0;
      }
      const ledger::RegisterDeclaration& asks = *chip.find("flow_control")->find("xoff_asserted");
      const std::vector<synthesis::Parameter> parameters = {{"PORTS", ports},
                                                            {"CLASSES", block.find("partition_size")->size_of("class")},
                                                            {"CELL_W", block.find("viq_cells")->width},
                                                            {"Q_W", block.find("viq_depth")->width}};
      const synthesis::Report report =
          synthesis::count_registers(synthesis::block_design("partition_admission", parameters));
      EXPECT_EQ(report.flip_flops + report.memory_bits, declared + asks.bits()) << ports;
    }
  }
}

// The pointers of a switch whose crossbar is matched by iSLIP, and what they are after a reset.
TEST(SynthesisCheck, IslipHasTheRegistersOfTheLedger) {
  for (const unsigned ports : {2U, 3U, 5U}) {
    cost::Setup setup = make_setup({.ports = ports}, select_mechanisms({"pfc"}));
    setup.device.crossbar.strategy = crossbar::Strategy::kInputQueued;
    setup.device.crossbar.arbiter = crossbar::Arbiter::kIslip;
    setup.device.crossbar.iterations = 2;
    const std::vector<asic::SwitchConfig> switches = variants(setup.device, setup.selection, setup.headrooms);
    const ledger::Chip chip = asic::declare_switch(switches.front());
    const ledger::Block& block = *chip.find("crossbar");
    ASSERT_EQ(block.rtl_instances().size(), 1U);
    const ledger::RtlInstance& instance = block.rtl_instances().front();
    ASSERT_EQ(instance.block, "islip");
    const std::vector<synthesis::Parameter> parameters(instance.parameters.begin(), instance.parameters.end());
    const synthesis::Design design = synthesis::block_design(instance.block, parameters);
    EXPECT_EQ(synthesis::count_registers(design).flip_flops, block.bits_of_one(instance));
    EXPECT_EQ(reset_differences(block, instance, synthesis::reset_values(design)), std::vector<std::string>{});
  }
}

// As the page of the block says.
TEST(SynthesisCheck, FiveFlipFlopsOfTheLookaheadAreTwins) {
  const synthesis::Design design = synthesis::block_design("rate_limiter_stage_lookahead");
  std::size_t declared = 0;
  for (const auto& [signal, value] : synthesis::reset_values(design)) {
    declared += value.size();
  }
  EXPECT_EQ(declared, 527U);
  EXPECT_EQ(synthesis::count_registers(design).flip_flops, declared);
  EXPECT_EQ(synthesis::synthesise(design, {.cache = "", .fpgas = false}).flip_flops, 522U);
}

}  // namespace weir::cost::synthesis_check_test
