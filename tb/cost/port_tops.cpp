// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/port_tops.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "hw_model/ledger/port_bank.h"
#include "hw_model/mechanisms/flow_control/clocked_credits.h"
#include "tb/cost/gentle_top.h"
#include "tb/cost/gradient_top.h"
#include "tb/cost/linear_top.h"
#include "tb/cost/mechanisms.h"
#include "tb/report/human.h"

namespace weir::cost {
namespace {

constexpr std::string_view kEngine = "pfc_engine";
constexpr std::string_view kCredits = "ib_credits";
constexpr std::string_view kScheduler = "egress_scheduler";
constexpr std::string_view kDetector = "tcd_detector";
constexpr std::string_view kBankFile = "port_registers.sv";
constexpr std::string_view kTopFile = "lossless_port.sv";
constexpr unsigned kEightClasses = 255;

std::vector<PlannedBlock> named(const std::vector<PlannedBlock>& planned, std::string_view block) {
  std::vector<PlannedBlock> found;
  std::ranges::copy_if(planned, std::back_inserter(found),
                       [&](const PlannedBlock& one) { return one.block.block == block; });
  return found;
}

// Widths that the top has no parameter for.
bool has(const PlannedBlock& planned, const std::string& parameter, std::uint64_t value) {
  const auto found = planned.block.parameters.find(parameter);
  return found != planned.block.parameters.end() && found->second == value;
}

std::string& text_of(synthesis::Design& design, std::string_view file) {
  const auto found = std::ranges::find(design.sources, file, &synthesis::SourceFile::name);
  if (found == design.sources.end())
    throw std::logic_error(fmt::format("{} has no source {}", design.top, file));
  return found->text;
}

// What a bank shows to the module around it: its ports, and the name and number of each value.
std::string interface_of(const std::string& bank) {
  const auto line_of = [&](std::size_t at) { return bank.substr(at, bank.find('\n', at) - at); };
  const std::size_t module_at = bank.find("\nmodule ") + 1;
  const std::size_t end = bank.find("\n);", module_at);
  const std::size_t table = bank.find("TABLE = {", end);
  std::string text;
  for (std::size_t at = module_at; at < bank.find("};", table); at = bank.find('\n', at) + 1) {
    const std::string line = line_of(at);
    const std::size_t comment = line.find("//");
    if (at < end)
      text +=
          line.substr(0, line.find_last_not_of(' ', comment == std::string::npos ? comment : comment - 1) + 1) + "\n";
    else if (at > table && comment != std::string::npos)
      text += line.substr(comment, line.find(',', comment) - comment) + line.substr(line.rfind(' ')) + "\n";
  }
  return text;
}

// The bank of rtl/: that of a port of the switch that `weir registers` writes without options.
PlannedBlock bank_of_rtl() {
  const std::vector<PlannedBlock> banks = named(planned_blocks(make_setup({}, plain_pfc())), ledger::kPortRegisters);
  PlannedBlock bank = banks.at(0);
  bank.design = synthesis::block_design(ledger::kPortRegisters, bank.design.parameters);
  return bank;
}

PlannedBlock of_one_port(PlannedBlock part, std::uint64_t ports) {
  part.block.instances /= ports;
  return part;
}

// The classes of the ledger's engine are constants of the switch; the top has them in a register of the bank.
void keep_classes(synthesis::Design& design, std::uint64_t classes) {
  constexpr std::string_view kWired = ".enable_i(lossless)";
  std::string& text = text_of(design, kTopFile);
  const std::size_t at = text.find(kWired);
  if (at == std::string::npos)
    throw std::logic_error("lossless_port.sv does not wire lossless to enable_i");
  if (classes != kEightClasses)
    text.replace(at, kWired.size(), fmt::format(".enable_i(lossless & 8'd{})", classes));
}

// Of the switch, or nullptr.
struct OfTheSwitch {
  const PlannedBlock* engine;
  const PlannedBlock* credits;  // with `division` those that make rates, else those that hold packets
  const PlannedBlock* detector;
  const PlannedBlock* division;  // of time-based GFC
  const PlannedBlock* gates;     // of the gradient rule
  bool gentle;

  // Those of credits, or of the gradient rule.
  bool sends_messages() const { return credits != nullptr || gates != nullptr; }
  // Whether a pause of the whole port is all that holds a class.
  bool stops_as_one() const { return (credits == nullptr || division != nullptr) && port_pause() != 0; }
  std::uint64_t port_pause() const { return engine != nullptr ? engine->block.parameters.at("port_pause_i") : 0; }
  const char* top() const {
    return gentle                ? kGentlePort
           : division != nullptr ? kLinearPort
           : gates != nullptr    ? kGradientPort
           : detector != nullptr ? kEquippedPort
                                 : kLosslessPort;
  }
};

// Parts that a form of gentle flow control has, its flip-flops beside these, and the mask of its classes.
void add_gfc(PlannedPortTop& planned, std::vector<synthesis::Parameter>& parameters, const char* mask,
             ClassMask lossless, const std::vector<PlannedBlock>& parts, std::uint64_t own_bits) {
  planned.parts.insert(planned.parts.end(), parts.begin(), parts.end());
  planned.own_bits += own_bits;
  parameters.emplace_back(mask, lossless);
}

// Detectors and gentle flow control of the lossless classes.
void add_by_class(PlannedPortTop& planned, std::vector<synthesis::Parameter>& parameters, const Setup& setup,
                  const OfTheSwitch& with, std::uint64_t ports) {
  const ClassMask lossless = setup.device.flow_control.lossless;
  if (with.detector != nullptr) {
    planned.parts.push_back(of_one_port(*with.detector, ports));
    // Whether each class was OFF: one bit where all classes stop and go at once.
    planned.own_bits += with.stops_as_one() ? 1 : planned.parts.back().block.instances;
    parameters.insert(parameters.end(), with.detector->block.parameters.begin(), with.detector->block.parameters.end());
  }
  if (with.detector != nullptr || with.gentle || with.division != nullptr || with.gates != nullptr)
    parameters.emplace_back("TCD", with.detector != nullptr ? lossless : 0);
  const auto classes = static_cast<std::uint64_t>(std::popcount(lossless));
  if (with.gentle)
    add_gfc(planned, parameters, "GENTLE", lossless, gentle_parts(classes), gentle_own_bits(classes));
  if (with.division != nullptr) {
    const std::map<std::string, std::uint64_t>& widths = with.division->block.parameters;
    add_gfc(planned, parameters, "LINEAR", lossless, linear_parts(classes, *with.division),
            linear_own_bits(classes, widths.at("COUNTER_W")));
    parameters.emplace_back("BLOCK_SHIFT", widths.at("BLOCK_SHIFT"));
  }
  if (with.gates != nullptr) {
    add_gfc(planned, parameters, "GRADIENT", lossless, {of_one_port(*with.gates, ports)}, gradient_own_bits(classes));
    parameters.insert(parameters.end(), with.gates->block.parameters.begin(), with.gates->block.parameters.end());
  }
}

PlannedPortTop top_of(const Setup& setup, const OfTheSwitch& with, const PlannedBlock& scheduler,
                      const PlannedBlock& bank) {
  const std::uint64_t ports = bank.block.instances;
  const ClassMask lossless = setup.device.flow_control.lossless;
  std::vector<synthesis::Parameter> parameters = {{"PORT", 0}};
  parameters.emplace_back("credited_i", with.sends_messages() ? lossless : 0);
  parameters.emplace_back("port_pause_i", with.port_pause());
  PlannedPortTop planned;
  if (with.engine != nullptr)
    planned.parts.push_back(of_one_port(*with.engine, ports));
  if (with.credits != nullptr) {
    planned.parts.push_back(of_one_port(*with.credits, ports));
    parameters.insert(parameters.end(), with.credits->block.parameters.begin(), with.credits->block.parameters.end());
  }
  planned.parts.push_back(of_one_port(scheduler, ports));
  add_by_class(planned, parameters, setup, with, ports);

  synthesis::Design design = synthesis::block_design(with.top(), parameters);
  keep_classes(design, with.engine != nullptr ? with.engine->block.parameters.at("enable_i") : 0);
  std::string& bank_text = text_of(design, kBankFile);
  const std::string& bank_of_switch = bank.design.sources.front().text;
  planned.has_bank_of_switch = interface_of(bank_text) == interface_of(bank_of_switch);
  if (planned.has_bank_of_switch) {
    bank_text = bank_of_switch;
    planned.parts.push_back(of_one_port(bank, ports));
  } else {
    planned.parts.push_back(bank_of_rtl());
    planned.parts.back().block.instances = 1;
  }

  SynthesisedBlock& top = planned.top.block;
  top.block = with.top();
  top.parameters.insert(parameters.begin(), parameters.end());
  top.instances = ports;
  top.declared_bits = planned.own_bits;
  for (const PlannedBlock& part : planned.parts)
    top.declared_bits += part.block.declared_bits * part.block.instances;
  planned.top.design = std::move(design);
  return planned;
}

SynthesisedBlock built_or_now(const PlannedBlock& part, const std::vector<SynthesisedBlock>& built, bool is_of_switch,
                              const synthesis::Options& options) {
  const auto known = std::ranges::find_if(built, [&](const SynthesisedBlock& block) {
    return is_of_switch && block.block == part.block.block && block.parameters == part.block.parameters;
  });
  SynthesisedBlock made = part.block;
  made.report = known != built.end() ? known->report : synthesis::synthesise(part.design, options);
  made.gate_area = built.front().gate_area;
  made.fo4_ns = built.front().fo4_ns;
  return made;
}

bool is_built(const Setup& setup, const PlannedPortTop& planned) {
  return planned.top.block.declared_bits <= setup.most_built_bits;
}

// Whether a top has the scheduler and the bank of this switch.
bool has_a_top(const std::vector<PlannedBlock>& planned) {
  const std::vector<PlannedBlock> schedulers = named(planned, kScheduler);
  return schedulers.size() == 1 && named(planned, ledger::kPortRegisters).size() == 1 &&
         has(schedulers[0], "LEN_W", 14) && has(schedulers[0], "WEIGHT_W", 8);
}

// Those of a top that has time-based GFC, or that holds packets by them; where the switch has both, the latter.
std::vector<PlannedBlock> credits_of(const Setup& setup, const std::vector<PlannedBlock>& planned, bool makes_rates) {
  std::vector<PlannedBlock> credits;
  if (makes_rates || has_holding_credits(setup))
    credits = named(planned, kCredits);
  if (credits.size() > 1) {
    const reference::IbCreditsConfig holding =
        flow_control::credit_widths(setup.device.flow_control.cbfc, setup.device.max_frame);
    std::erase_if(credits, [&](const PlannedBlock& one) {
      return !has(one, "COUNTER_W", holding.counter_bits) || !has(one, "BLOCKS_W", holding.blocks_bits) ||
             !has(one, "FIRST", holding.first);
    });
  }
  return credits;
}

// A line where this switch has a form of gentle flow control, and its top `lacks` something.
void say_what_lacks(std::vector<std::string>& lines, bool wanted, const char* top, const std::string& lacks) {
  if (wanted && !lacks.empty())
    lines.push_back(fmt::format("--synth: {} is not built: {}", top, lacks));
}

}  // namespace

std::vector<PlannedPortTop> planned_port_tops(const Setup& setup) {
  const std::vector<PlannedBlock> planned = planned_blocks(setup);
  if (!has_a_top(planned))
    return {};
  const PlannedBlock scheduler = named(planned, kScheduler)[0];
  const PlannedBlock bank = named(planned, ledger::kPortRegisters)[0];
  const std::vector<PlannedBlock> divisions = named(planned, kDivision);
  const bool is_linear = has_credit_rates(setup) && linear_port_lacks(setup, planned).empty();
  const std::vector<PlannedBlock> credits = credits_of(setup, planned, is_linear);
  const std::vector<PlannedBlock> detectors = named(planned, kDetector);
  const std::vector<PlannedBlock> gates = named(planned, kGate);
  const bool is_gradient = has_gradient_rule(setup) && gradient_port_lacks(setup).empty();
  std::vector<PlannedBlock> engines = named(planned, kEngine);
  std::erase_if(engines, [](const PlannedBlock& engine) { return !has(engine, "PRESCALER_W", 9); });
  OfTheSwitch with{.engine = nullptr,
                   .credits = credits.empty() ? nullptr : credits.data(),
                   .detector = detectors.size() == 1 ? detectors.data() : nullptr,  // the top has one width
                   .division = is_linear ? divisions.data() : nullptr,
                   .gates = is_gradient && !gates.empty() ? gates.data() : nullptr,
                   .gentle = has_stages(setup) && gentle_port_lacks(setup, planned).empty()};
  std::vector<PlannedPortTop> tops;
  for (const PlannedBlock& engine : engines) {
    with.engine = &engine;
    tops.push_back(top_of(setup, with, scheduler, bank));
  }
  if (engines.empty() && (with.sends_messages() || with.gentle))
    tops.push_back(top_of(setup, with, scheduler, bank));
  return tops;
}

std::vector<std::string> tops_not_built(const Setup& setup) {
  std::vector<std::string> lines;
  const std::vector<PlannedBlock> planned = planned_blocks(setup);
  if (has_a_top(planned)) {
    say_what_lacks(lines, has_stages(setup), kGentlePort, gentle_port_lacks(setup, planned));
    say_what_lacks(lines, has_credit_rates(setup), kLinearPort, linear_port_lacks(setup, planned));
    say_what_lacks(lines, has_gradient_rule(setup), kGradientPort, gradient_port_lacks(setup));
  }
  for (const PlannedPortTop& top : planned_port_tops(setup)) {
    if (!is_built(setup, top))
      lines.push_back(fmt::format(
          "--synth: the top {} is not built: {} flip-flops, and more than {} take long; --synth-largest builds them",
          top.top.block.block, report::human_count(top.top.block.declared_bits),
          report::human_count(setup.most_built_bits)));
  }
  return lines;
}

std::vector<PortTop> synthesise_port_tops(const Setup& setup, const std::vector<SynthesisedBlock>& built,
                                          const synthesis::Options& options) {
  synthesis::Options without_fpgas = options;
  without_fpgas.fpgas = false;
  std::vector<PortTop> tops;
  for (const PlannedPortTop& planned : planned_port_tops(setup)) {
    if (!is_built(setup, planned))
      continue;
    PortTop top{.top = built_or_now(planned.top, built, false, without_fpgas),
                .parts = {},
                .own_bits = planned.own_bits,
                .has_bank_of_switch = planned.has_bank_of_switch};
    for (const PlannedBlock& part : planned.parts) {
      const bool is_of_switch = part.block.block != ledger::kPortRegisters || planned.has_bank_of_switch;
      top.parts.push_back(built_or_now(part, built, is_of_switch, without_fpgas));
    }
    tops.push_back(std::move(top));
  }
  return tops;
}

std::vector<std::string> differences(const std::vector<PortTop>& tops) {
  std::vector<SynthesisedBlock> blocks;
  std::ranges::transform(tops, std::back_inserter(blocks), &PortTop::top);
  return differences(blocks);
}

}  // namespace weir::cost
