// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// RTL blocks of which a switch has one, or one a class: their flip-flops are the bits that the ledger declares. And of
// all blocks: a register that is said to be in RTL is in an instance, and in one alone.

#include "hw_model/asic/declare_switch.h"
#include "tb/cost/synthesis_check.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cost::whole_switch_check_test {

ledger::Chip chip_of(const cost::Setup& setup) {
  return asic::declare_switch(variants(setup.device, setup.selection, setup.headrooms).front());
}

// The one instance of this RTL in the block; of nothing where there is none.
ledger::RtlInstance instance_of(const ledger::Block& block, std::string_view rtl) {
  for (const ledger::RtlInstance& instance : block.rtl_instances()) {
    if (instance.block == rtl)
      return instance;
  }
  return {};
}

synthesis::Design design_of(const ledger::Block& block, const ledger::RtlInstance& instance) {
  const std::vector<synthesis::Parameter> parameters(instance.parameters.begin(), instance.parameters.end());
  synthesis::Design design = synthesis::block_design(instance.block, parameters);
  design.resets = reset_constants(block, instance);
  return design;
}

std::uint64_t flip_flops_of(const ledger::Block& block, const ledger::RtlInstance& instance) {
  const synthesis::Report report = synthesis::count_registers(design_of(block, instance));
  return report.flip_flops + report.memory_bits;
}

std::uint64_t bits_in_rtl(const ledger::Block& block, std::string_view rtl) {
  std::uint64_t bits = 0;
  for (const ledger::RegisterDeclaration& held : block.registers())
    bits += held.rtl_block == rtl ? held.bits() : 0;
  return bits;
}

// Where each RTL block of a chip is: in which block of the ledger. Adds a line for each register in no instance.
std::map<std::string, std::string> places_of(const ledger::Chip& chip, std::vector<std::string>& wrong) {
  std::map<std::string, std::string> places;
  for (const ledger::Block& block : chip.blocks()) {
    for (const ledger::RtlInstance& instance : block.rtl_instances()) {
      if (!places.emplace(instance.block, block.name()).second)
        wrong.push_back(instance.block + " is there twice");
    }
  }
  for (const ledger::Block& block : chip.blocks()) {
    for (const ledger::RegisterDeclaration& held : block.registers()) {
      const auto place = places.find(held.rtl_block);
      if (!held.rtl_block.empty() && (place == places.end() || place->second != block.name()))
        wrong.push_back(block.name() + "." + held.name + " is in no instance of " + held.rtl_block);
    }
  }
  return places;
}

TEST(WholeSwitchCheck, ARegisterInRtlIsInAnInstance) {
  std::set<std::string> seen;
  const auto look = [&](const cost::Setup& setup, std::string_view what) {
    std::vector<std::string> wrong;
    for (const auto& [rtl, block] : places_of(chip_of(setup), wrong))
      seen.insert(rtl);
    EXPECT_EQ(wrong, std::vector<std::string>{}) << what << ", " << setup.device.ports.size();
  };
  for (const MechanismName& one : known_mechanisms()) {
    for (const unsigned lossless : {2U, 8U}) {
      for (const unsigned ports : {4U, 32U, 128U}) {
        cost::Setup setup = make_setup({.ports = ports, .lossless = lossless}, select_mechanisms({one.name}));
        look(setup, one.name);
        setup.device.mmu.partition_accounts = mmu::PartitionAccounts::kMemory;
        look(setup, one.name);
        setup.device.mmu.count_cells = true;
        look(setup, one.name);
      }
    }
  }
  for (const char* rtl : {"class_mapper", "partition_admission", "partition_admission_memory", "viq_admission",
                          "fera_meter", "itsy_causality", "pfc_engine"})
    EXPECT_TRUE(seen.contains(rtl)) << rtl;
}

// XOFF is in both, and each holds it for itself.
TEST(WholeSwitchCheck, NoBitIsCountedTwice) {
  const ledger::Chip chip = chip_of(make_setup({.ports = 4, .lossless = 8}, select_mechanisms({"ttl_pfc"})));
  EXPECT_EQ(chip.find("mmu")->find("viq_asks")->rtl_block, "partition_admission");
  EXPECT_EQ(chip.find("flow_control")->find("xoff_asserted")->rtl_block, "pfc_engine");
  const ledger::Chip plain = chip_of(make_setup({.ports = 4, .lossless = 8}, select_mechanisms({"pfc"})));
  EXPECT_EQ(plain.find("mmu")->find("viq_asks"), nullptr);
  EXPECT_EQ(instance_of(*plain.find("mmu"), "partition_admission").block, "");
}

TEST(WholeSwitchCheck, PartitionAdmission) {
  for (const SwitchRequest& request :
       {SwitchRequest{.ports = 2, .lossless = 8, .buffer = Bytes(3'000'000)},
        SwitchRequest{.ports = 3, .lossless = 8, .buffer = Bytes(12'000'000)}, SwitchRequest{.ports = 2, .lossless = 3},
        SwitchRequest{.ports = 5, .classes = 4, .lossless = 2}}) {
    const ledger::Chip chip = chip_of(make_setup(request, select_mechanisms({"ttl_pfc"})));
    const ledger::Block& block = *chip.find("mmu");
    const ledger::RtlInstance instance = instance_of(block, "partition_admission");
    EXPECT_EQ(instance.count(), 1U);
    EXPECT_EQ(instance.parameters.at("PORTS"), request.ports);
    EXPECT_EQ(flip_flops_of(block, instance), block.bits_of_one(instance)) << request.ports;
  }
}

// The same with the accounts in a memory: with rows of no VIQ and without; of many ports it is small enough to build.
// Where each number names a port, or each a class, flags of numbers that name none are no registers.
TEST(WholeSwitchCheck, PartitionAdmissionInMemory) {
  constexpr mmu::PartitionAccounts kMemory = mmu::PartitionAccounts::kMemory;
  for (const SwitchRequest& request :
       {SwitchRequest{.ports = 5, .classes = 4, .lossless = 2, .partition_accounts = kMemory},
        SwitchRequest{.ports = 5, .lossless = 2, .partition_accounts = kMemory},
        SwitchRequest{.ports = 8, .classes = 4, .lossless = 2, .partition_accounts = kMemory},
        SwitchRequest{.ports = 32, .lossless = 2, .partition_accounts = kMemory}}) {
    const cost::Setup setup = make_setup(request, select_mechanisms({"ttl_pfc"}));
    const ledger::Chip chip = chip_of(setup);
    const ledger::Block& block = *chip.find("mmu");
    const ledger::RtlInstance instance = instance_of(block, "partition_admission_memory");
    EXPECT_EQ(instance.count(), 1U);
    EXPECT_EQ(bits_in_rtl(block, "partition_admission"), 0U);
    const synthesis::Report report = synthesis::count_registers(design_of(block, instance));
    EXPECT_EQ(report.flip_flops, block.bits_of_one(instance)) << request.ports;
    EXPECT_EQ(report.memory_bits, block.memory_bits_of_one(instance)) << request.ports;
    EXPECT_GT(report.memory_bits, 0U);
    EXPECT_THAT(not_built(setup), IsEmpty());
  }
}

// A switch that counts whole cells: with and without a pool, of as many VIQs as numbers and of fewer, with flow control
// and without.
cost::Setup by_viq(const SwitchRequest& request, const char* mechanism, Bytes pool) {
  cost::Setup setup = make_setup(request, select_mechanisms({mechanism}));
  setup.device.mmu.count_cells = true;
  setup.device.mmu.headroom_pool = pool;
  return setup;
}

TEST(WholeSwitchCheck, AdmissionByViq) {
  for (const cost::Setup& setup :
       {by_viq({.ports = 4, .lossless = 8}, "pfc", Bytes(0)),
        by_viq({.ports = 4, .lossless = 8}, "pfc", Bytes(1'000'000)),
        by_viq({.ports = 3, .lossless = 2, .buffer = Bytes(100'000)}, "pfc", Bytes(20'000)),
        by_viq({.ports = 5, .classes = 4, .lossless = 2, .buffer = Bytes(30'000'000)}, "pfc", Bytes(0)),
        by_viq({.ports = 2, .buffer = Bytes(100'000)}, "none", Bytes(0))}) {
    const ledger::Chip chip = chip_of(setup);
    const ledger::Block& block = *chip.find("mmu");
    const ledger::RtlInstance instance = instance_of(block, "viq_admission");
    ASSERT_EQ(instance.block, "viq_admission");
    const synthesis::Report report = synthesis::count_registers(design_of(block, instance));
    EXPECT_EQ(report.flip_flops, block.bits_of_one(instance)) << setup.title;
    EXPECT_EQ(report.memory_bits, block.memory_bits_of_one(instance)) << setup.title;
    EXPECT_GT(report.memory_bits, 0U);
  }
}

// What that RTL does not do, and other RTL or none does.
TEST(WholeSwitchCheck, OtherMmusAreNotSaidToBeByViq) {
  const auto bits = [](const cost::Setup& setup) { return bits_in_rtl(*chip_of(setup).find("mmu"), "viq_admission"); };
  const SwitchRequest request{.ports = 4, .lossless = 8};
  EXPECT_GT(bits(by_viq(request, "pfc", Bytes(0))), 0U);
  EXPECT_EQ(bits(make_setup(request, select_mechanisms({"pfc"}))), 0U) << "counts bytes";
  EXPECT_EQ(bits(by_viq(request, "ttl_pfc", Bytes(0))), 0U) << "has partitions";
  EXPECT_EQ(bits(by_viq(request, "gfc_buffer_based", Bytes(0))), 0U) << "compares depths itself";
  EXPECT_EQ(bits(by_viq({.ports = 65, .lossless = 8}, "pfc", Bytes(0))), 0U) << "has too many ports";
  cost::Setup setup = by_viq(request, "pfc", Bytes(0));
  setup.device.flow_control.pfc.xon.set(ClassId(1), Bytes(400'000));
  EXPECT_EQ(bits(setup), 0U) << "has an XON for each class";
  setup = make_setup(request, select_mechanisms({"pfc", "watchdog"}));
  setup.device.mmu.count_cells = true;
  EXPECT_GT(bits(setup), 0U);
  setup.device.deadlock.watchdog.action = deadlock::Action::kLendAndResume;
  EXPECT_EQ(bits(setup), 0U) << "lends";
}

// What the RTL does not do has no RTL: a headroom pool, loans, more ports than it has parameters for.
TEST(WholeSwitchCheck, OtherAdmissionIsNotSaidToBeInRtl) {
  cost::Setup setup = make_setup({.ports = 4, .lossless = 8}, select_mechanisms({"ttl_pfc"}));
  setup.device.mmu.count_cells = true;
  setup.device.mmu.headroom_pool = Bytes(1'000'000);
  EXPECT_EQ(bits_in_rtl(*chip_of(setup).find("mmu"), "partition_admission"), 0U);
  setup.device.mmu.partition_accounts = mmu::PartitionAccounts::kMemory;
  EXPECT_EQ(bits_in_rtl(*chip_of(setup).find("mmu"), "partition_admission_memory"), 0U);
  const ledger::Chip large = chip_of(make_setup({.ports = 65, .lossless = 8}, select_mechanisms({"ttl_pfc", "fera"})));
  EXPECT_EQ(bits_in_rtl(*large.find("mmu"), "partition_admission"), 0U);
  EXPECT_EQ(large.find("mmu")->find("viq_asks"), nullptr);
  EXPECT_EQ(bits_in_rtl(*large.find("congestion"), "fera_meter"), 0U);
}

// A line says what is not built, and how to build it.
TEST(WholeSwitchCheck, LargeBlocksAreNotBuiltButNamed) {
  const auto lines = [](unsigned ports, const char* mechanism) {
    return not_built(make_setup({.ports = ports, .lossless = 2}, select_mechanisms({mechanism})));
  };
  EXPECT_THAT(lines(4, "ttl_pfc"), IsEmpty());
  EXPECT_THAT(lines(4, "fera"), IsEmpty());
  EXPECT_THAT(lines(4, "itsy"), IsEmpty());
  ASSERT_THAT(lines(32, "ttl_pfc"), SizeIs(1));
  EXPECT_EQ(lines(32, "ttl_pfc").front(),
            "--synth: partition_admission is not built: 1 block with 11,416 flip-flops each, and blocks of more than "
            "2,048 take long; --synth-largest builds them, and weir synth partition_admission --parameter CELL_W=17 "
            "--parameter CLASSES=8 "
            "--parameter PORTS=32 --parameter PORT_W=5 --parameter Q_W=25 builds one");
  cost::Setup larger = make_setup({.ports = 32, .lossless = 2}, select_mechanisms({"ttl_pfc"}));
  larger.most_built_bits = 11'416;
  EXPECT_THAT(not_built(larger), IsEmpty());
  larger.most_built_bits = 11'415;
  EXPECT_THAT(not_built(larger), SizeIs(1));
  ASSERT_THAT(lines(64, "itsy"), SizeIs(1));
  EXPECT_THAT(lines(64, "itsy").front(),
              AllOf(HasSubstr("itsy_causality is not built: 2 blocks"), HasSubstr("--parameter PORTS=64")));
}

// The deadlock unit of a switch, as its ledger has it.
ledger::Block deadlock_unit(unsigned ports, const deadlock::ItsyConfig& itsy) {
  cost::Setup setup = make_setup({.ports = ports, .lossless = 2}, select_mechanisms({"itsy", "pfc"}));
  setup.device.deadlock.itsy = itsy;
  return *chip_of(setup).find("deadlock");
}

TEST(WholeSwitchCheck, TheCausalityUnit) {
  struct Unit {
    unsigned ports;
    bool sums;
    bool wide;
  };
  for (const Unit& unit : {Unit{3, false, false}, Unit{3, true, false}, Unit{4, true, true}}) {
    const ledger::Block block = deadlock_unit(unit.ports, {.wide_entries = unit.wide, .sums = unit.sums});
    const ledger::RtlInstance instance = instance_of(block, "itsy_causality");
    EXPECT_EQ(instance.count(), 2U) << "one a lossless class";
    const std::uint64_t found = flip_flops_of(block, instance);
    EXPECT_EQ(found, block.bits_of_one(instance)) << unit.ports;
    const ledger::Block other = deadlock_unit(unit.ports, {.wide_entries = unit.wide, .sums = !unit.sums});
    EXPECT_NE(found, other.bits_of_one(instance)) << unit.ports;
  }
}

TEST(WholeSwitchCheck, SumsAreInTheLedgerWhereTheyAreSet) {
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
TEST(WholeSwitchCheck, NoRegisterOfThePublishedProtocolIsSaidToBeInRtl) {
  const ledger::Block block = deadlock_unit(4, {.protocol = deadlock::Protocol::kPublished});
  EXPECT_NE(block.find("traffic_mapping"), nullptr);
  EXPECT_EQ(bits_in_rtl(block, "itsy_causality"), 0U);
  EXPECT_TRUE(block.rtl_instances().empty());
}

// Detectors of a switch with FERA, as its ledger has it. `slower`: of the last port.
ledger::Block fera_meters(unsigned ports, const reference::FeraSettings& meter, bool slower = false) {
  cost::Setup setup = make_setup({.ports = ports}, select_mechanisms({"fera", "pfc"}));
  setup.device.congestion.fera.meter = meter;
  if (slower)
    setup.device.ports.front().rate = 10_Gbps;
  return *chip_of(setup).find("congestion");
}

TEST(WholeSwitchCheck, TheMeters) {
  using reference::FeraForm;
  struct Meters {
    unsigned ports;
    reference::FeraSettings settings;
    bool slower = false;
  };
  for (const FeraForm form : {FeraForm::kDivisorFree, FeraForm::kDividing}) {
    for (const Meters& meters :
         {Meters{2, {.form = form}}, Meters{3, {.interval = Time(100'000'000), .form = form}},
          Meters{2, {.form = form, .rate_bits = 30, .fraction_bits = 12}}, Meters{2, {.form = form}, true}}) {
      const ledger::Block block = fera_meters(meters.ports, meters.settings, meters.slower);
      const std::string rtl = form == FeraForm::kDivisorFree ? "fera_meter" : "fera_meter_dividing";
      const ledger::RtlInstance instance = instance_of(block, rtl);
      ASSERT_EQ(instance.block, rtl);
      EXPECT_EQ(flip_flops_of(block, instance), block.bits_of_one(instance)) << rtl << ", " << meters.ports;
      // r of each port, and nothing else, is not 0 after reset.
      std::set<std::string> values;
      for (const auto& [signal, value] : synthesis::reset_values(design_of(block, instance))) {
        if (value.find('1') != std::string::npos)
          values.insert(value);
      }
      ASSERT_EQ(values.size(), 1U) << rtl;
      EXPECT_EQ(std::stoull(*values.begin(), nullptr, 2), block.find("fera_rate")->reset) << rtl;
    }
  }
}

// Settings that the RTL has not, or hardware that is not built with them.
TEST(WholeSwitchCheck, OtherMetersAreNotSaidToBeInRtl) {
  using reference::FeraSettings;
  for (const FeraSettings& meter :
       {FeraSettings{.lambda = 0.5}, FeraSettings{.delta = 0.1}, FeraSettings{.gamma = 0.9},
        FeraSettings{.scaling = reference::FeraScaling::kNever}, FeraSettings{.clock = reference::FeraClock::kRuns},
        FeraSettings{.queue_control = reference::FeraQueueControl::kMultistage}, FeraSettings{.rate_bits = 32},
        FeraSettings{.form = reference::FeraForm::kDividing, .division = reference::FeraDivision::kTable}}) {
    const ledger::Block block = fera_meters(4, meter);
    for (const char* rtl : {"fera_meter", "fera_meter_dividing"})
      EXPECT_EQ(bits_in_rtl(block, rtl), 0U);
    EXPECT_TRUE(block.rtl_instances().empty());
  }
}

// Forwarding of a switch whose class is by this.
ledger::Block forwarding_by(const reference::ClassMapperConfig& mapper) {
  cost::Setup setup = make_setup({.ports = 2}, select_mechanisms({"pfc"}));
  setup.device.class_mapper = mapper;
  return *chip_of(setup).find("forwarding");
}

// Registers and what they are after a reset: "g_dscp[3].class_q" is element 3 of dscp_class, "g_pcp[3].class_q" of
// pcp_class.
TEST(WholeSwitchCheck, TheClassMapper) {
  using reference::ClassSource;
  for (const reference::ClassMapperConfig& mapper :
       {reference::ClassMapperConfig{}, reference::ClassMapperConfig{.source = ClassSource::kTtl, .ttl0 = 5},
        reference::ClassMapperConfig{.source = ClassSource::kTtlParity, .ttl0 = 15},
        reference::ClassMapperConfig{.source = ClassSource::kLabel}}) {
    const ledger::Block block = forwarding_by(mapper);
    const ledger::RtlInstance instance = instance_of(block, "class_mapper");
    const synthesis::Design design = design_of(block, instance);
    EXPECT_EQ(synthesis::count_registers(design).flip_flops, block.bits_of_one(instance));
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

}  // namespace weir::cost::whole_switch_check_test
