// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Declared bits are the flip-flops that Yosys counts, for each RTL block at three sets of parameters or more. Only the
// count: no netlists are made.

#include "tb/cost/synthesis_check.h"

#include "hw_model/asic/declare_switch.h"
#include "hw_model/ledger/port_bank.h"
#include "tb/cost/gfc_forms.h"
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
        // Larger ones: their counts follow from their ports (whole_switch_check_test.cpp).
        if (block.bits_of_one(instance) > kMostBuiltBits ||
            !counted.parameters[instance.block].insert(instance.parameters).second)
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
        "tcd_detector", "gradient_gate", "linear_rate", "ib_credits", "egress_scheduler", "pfc_engine", "class_mapper",
        "fera_meter", "itsy_causality"}) {
    EXPECT_TRUE(counted.parameters.contains(block)) << block;
  }
  for (const auto& [block, parameters] : counted.parameters) {
    const bool is_fixed = block == "egress_scheduler" || block == "class_mapper";  // frames up to 9216 B, a TTL
    EXPECT_GE(parameters.size(), is_fixed || block.starts_with("fera") || block == "itsy_causality" ? 1U : 3U) << block;
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
  for (const auto& [part, held] : {std::pair{"g_pcp[", "pcp_class"}, std::pair{"g_dscp[", "dscp_class"}}) {
    if (const std::size_t of = rtl.find(part); of != std::string::npos)
      return {held, std::stoul(rtl.substr(of + std::string(part).size()))};
  }
  static const std::map<std::string, std::string> kHeld = {
      {"changed_q", "stage_changed"},  {"stamp_q", "tcd_stamp"},        {"running_q", "tcd_running"},
      {"state_q", "last_state"},       {"sample_q", "queue_sample"},    {"pause_seen_q", "tcd_pause_seen"},
      {"room_q", "rate_room"},         {"due_q", "rate_due"},           {"quotient_q", "rate_quotient"},
      {"left_q", "rate_remainder"},    {"steps_q", "rate_step"},        {"held_q", "tcd_held"},
      {"pointer_q", "grant_pointer"},  {"credits_due_q", "credit_due"}, {"deficits_q", "deficit"},
      {"asserted_q", "xoff_asserted"}, {"told_q", "told_paused"},       {"prescaler_q", "quantum_prescaler"},
      {"source_q", "class_source"}};
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
  EXPECT_EQ(blocks.size(), 12U);
}

// Reset values by signal. Words of one register_setting are flip-flops of their own, without a name but with a number:
// "$flatten\i_port_mac_address.$procdff$1215", the highest word first. They are one signal again.
std::map<std::string, std::string> signals_of_bank(const synthesis::Design& design) {
  const std::string unnamed = "$flatten\\";
  std::map<std::string, std::string> signals;
  std::map<std::string, std::map<unsigned long, std::string>> words;
  for (const auto& [signal, value] : synthesis::reset_values(design)) {
    if (signal.starts_with(unnamed)) {
      const std::string instance = signal.substr(unnamed.size(), signal.find('.') - unnamed.size());
      words[instance + ".value_q"].emplace(std::stoul(signal.substr(signal.rfind('$') + 1)), value);
    } else {
      signals.emplace(signal, value);
    }
  }
  for (const auto& [signal, of_signal] : words) {
    for (const auto& [number, value] : of_signal) {
      signals[signal] += value;
    }
  }
  return signals;
}

// Flip-flops of the bank of a port, and their values after reset: each register of the map that the ledger has there.
std::vector<std::string> bank_differences(const ledger::Chip& chip, const synthesis::Design& design,
                                          const ledger::RtlInstance& instance) {
  std::vector<std::string> wrong;
  if (synthesis::count_registers(design).flip_flops != ledger::bits_of_one(chip, instance)) {
    wrong.push_back("synthesis does not find " + std::to_string(ledger::bits_of_one(chip, instance)) + " flip-flops");
  }
  std::map<std::string, std::string> found = signals_of_bank(design);
  for (const ledger::Block& block : chip.blocks()) {
    for (const ledger::RegisterDeclaration& held : block.registers()) {
      if (held.rtl_block != ledger::kPortRegisters) {
        continue;
      }
      const std::string signal = block.name() == ledger::kPortBank ? "i_answer." + held.name + "_q"
                                                                   : "i_" + block.name() + "_" + held.name + ".value_q";
      const std::string all = block.reset_constant(held.name);
      const std::string one = all.substr(all.find('b') + 1);
      std::string wanted;
      while (wanted.size() < held.bits() / instance.count()) {
        wanted += one;
      }
      if (found[signal] != wanted) {
        wrong.push_back(signal + " resets to " + found[signal] + ", the map says " + wanted);
      }
      found.erase(signal);
    }
  }
  for (const auto& [signal, value] : found) {
    wrong.push_back(signal + " is not declared");
  }
  return wrong;
}

void expect_bank(const std::vector<std::string>& names, Thresholds thresholds) {
  cost::Setup setup = make_setup({.ports = 3, .lossless = 3}, select_mechanisms(names));
  ledger::Chip chip = declare(setup.device, setup.selection, setup.headrooms);
  if (thresholds == Thresholds::kPort) {
    chip = with_shared_thresholds(chip);
  }
  const ledger::Block& block = *chip.find(ledger::kPortBank);
  const ledger::RtlInstance& instance = block.rtl_instances().front();
  EXPECT_EQ(bank_differences(chip, design_of(chip, block, instance), instance), std::vector<std::string>{})
      << names.front();
}

TEST(SynthesisCheck, TheBankOfAPortHasTheRegistersOfTheLedger) {
  expect_bank({"none"}, Thresholds::kQueue);
  expect_bank({"gfc_buffer_based", "gfc_time_based", "cbfc", "pfc", "tcd", "itsy"}, Thresholds::kQueue);
  expect_bank({"gfc_buffer_based"}, Thresholds::kPort);
  expect_bank({"pfc", "red_ecn", "fera", "watchdog"}, Thresholds::kQueue);
}

// That of the switch that rtl/ has is another one.
TEST(SynthesisCheck, TheBankOfAnotherSwitchIsNoticed) {
  const cost::Setup setup = make_setup({.ports = 3, .lossless = 3}, select_mechanisms({"pfc"}));
  const ledger::Chip chip = declare(setup.device, setup.selection, setup.headrooms);
  const ledger::RtlInstance& instance = chip.find(ledger::kPortBank)->rtl_instances().front();
  EXPECT_FALSE(bank_differences(chip, synthesis::block_design(ledger::kPortRegisters), instance).empty());
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

// As the page of the block says. While logic stays in words, two of the five are seen to be equal.
TEST(SynthesisCheck, FiveFlipFlopsOfTheLookaheadAreTwins) {
  const synthesis::Design design = synthesis::block_design("rate_limiter_stage_lookahead");
  std::size_t declared = 0;
  for (const auto& [signal, value] : synthesis::reset_values(design)) {
    declared += value.size();
  }
  EXPECT_EQ(declared, 527U);
  EXPECT_EQ(synthesis::count_registers(design).flip_flops, 525U);
  EXPECT_EQ(synthesis::synthesise(design, {.cache = "", .fpgas = false}).flip_flops, 522U);
}

}  // namespace weir::cost::synthesis_check_test
