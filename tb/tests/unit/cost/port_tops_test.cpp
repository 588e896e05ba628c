// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The port of a switch as one top: its flip-flops are those that the ledger declares for its parts, and its own.

#include "tb/cost/port_tops.h"

#include <map>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "tb/cost/report.h"
#include "tb/synthesis/synthesis.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cost::port_tops_test {

const SwitchRequest kGentleSwitch{.ports = 4, .lossless = 2, .comparator = flow_control::ComparatorForm::kLeadingZero};

std::vector<PlannedPortTop> tops_of(const SwitchRequest& request, const std::vector<std::string>& mechanisms) {
  return planned_port_tops(make_setup(request, select_mechanisms(mechanisms)));
}

std::map<std::string, std::uint64_t> numbers_of(const PlannedPortTop& top) {
  std::map<std::string, std::uint64_t> numbers;
  for (const PlannedBlock& part : top.parts)
    numbers[part.block.block] = part.block.instances;
  return numbers;
}

// What is declared of the parts and of the top is what synthesis finds.
void expect_its_flip_flops(const PlannedPortTop& top) {
  std::uint64_t declared = top.own_bits;
  for (const PlannedBlock& part : top.parts) {
    declared += part.block.declared_bits * part.block.instances;
    EXPECT_EQ(synthesis::count_registers(part.design).flip_flops, part.block.declared_bits) << part.block.block;
  }
  EXPECT_EQ(top.top.block.declared_bits, declared);
  EXPECT_EQ(synthesis::count_registers(top.top.design).flip_flops, declared) << top.top.block.parameter_text();
}

TEST(PortTops, FlipFlopsAreThoseOfThePartsAndItsOwn) {
  const std::vector<PlannedPortTop> tops = tops_of({.ports = 64, .lossless = 2, .rate = 400_Gbps}, {"pfc", "cbfc"});
  ASSERT_THAT(tops, SizeIs(1));
  const SynthesisedBlock& top = tops[0].top.block;
  std::uint64_t declared = 12;
  for (const PlannedBlock& part : tops[0].parts)
    declared += part.block.declared_bits * part.block.instances;
  EXPECT_EQ(top.declared_bits, declared);
  EXPECT_EQ(top.instances, 64U);
  EXPECT_EQ(synthesis::count_registers(tops[0].top.design).flip_flops, declared) << top.parameter_text();
}

TEST(PortTops, PartsAreThoseOfTheSwitch) {
  using Numbers = std::map<std::string, std::uint64_t>;
  EXPECT_EQ(numbers_of(tops_of({.ports = 4, .lossless = 2}, {"pfc"}).at(0)),
            (Numbers{{"egress_scheduler", 1}, {"pfc_engine", 1}, {"port_registers", 1}}));
  EXPECT_EQ(numbers_of(tops_of({.ports = 4, .lossless = 2}, {"cbfc"}).at(0)),
            (Numbers{{"egress_scheduler", 1}, {"ib_credits", 2}, {"port_registers", 1}}));
  const PlannedPortTop both = tops_of({.ports = 4, .lossless = 3}, {"pfc", "cbfc"}).at(0);
  EXPECT_EQ(numbers_of(both),
            (Numbers{{"egress_scheduler", 1}, {"ib_credits", 3}, {"pfc_engine", 1}, {"port_registers", 1}}));
  EXPECT_EQ(both.top.block.block, "lossless_port");
  EXPECT_EQ(both.top.block.parameters.at("credited_i"), 7U);
  EXPECT_EQ(both.top.block.parameters.at("port_pause_i"), 0U);
  for (const PlannedBlock& part : both.parts) {
    if (part.block.block == "ib_credits") {
      for (const auto& [name, value] : part.block.parameters)
        EXPECT_EQ(both.top.block.parameters.at(name), value) << name;
    }
  }
}

// A detector of each lossless class, and whether the class was OFF: where a pause of the whole port alone stops
// classes, one bit says so of all.
TEST(PortTops, HasTheDetectorsOfTheSwitch) {
  const std::vector<std::pair<std::vector<std::string>, std::uint64_t>> schemes_and_bits = {
      {{"pfc", "cbfc", "tcd"}, 3}, {{"pause", "tcd"}, 1}, {{"pause", "cbfc", "tcd"}, 3}};
  for (const auto& [schemes, off_bits] : schemes_and_bits) {
    const PlannedPortTop top = tops_of({.ports = 4, .lossless = 3}, schemes).at(0);
    EXPECT_EQ(top.top.block.block, "equipped_port");
    EXPECT_EQ(top.top.block.parameters.at("TCD"), 7U);
    EXPECT_EQ(numbers_of(top).at("tcd_detector"), 3U);
    EXPECT_EQ(top.own_bits, 12U + off_bits);
    std::uint64_t declared = top.own_bits;
    for (const PlannedBlock& part : top.parts) {
      declared += part.block.declared_bits * part.block.instances;
      if (part.block.block == "tcd_detector") {
        for (const auto& [name, value] : part.block.parameters)
          EXPECT_EQ(top.top.block.parameters.at(name), value) << name;
      }
    }
    EXPECT_EQ(top.top.block.declared_bits, declared);
    EXPECT_EQ(synthesis::count_registers(top.top.design).flip_flops, declared) << top.top.block.parameter_text();
  }
}

TEST(PortTops, DetectorsWithoutPausesAreNotThoseOfTheRtl) {
  EXPECT_EQ(tops_of({.ports = 4, .lossless = 3}, {"cbfc", "tcd"}).at(0).top.block.block, "lossless_port");
}

// A limiter for each lossless class, at the widths of the top.
TEST(PortTops, HasTheGfcOfTheSwitch) {
  const std::vector<std::pair<std::vector<std::string>, std::uint64_t>> mechanisms_and_off_bits = {
      {{"gfc"}, 0}, {{"gfc", "cbfc", "pfc", "tcd"}, 2}, {{"gfc", "pause", "tcd"}, 1}};
  for (const auto& [mechanisms, off_bits] : mechanisms_and_off_bits) {
    const std::vector<PlannedPortTop> tops = tops_of(kGentleSwitch, mechanisms);
    ASSERT_THAT(tops, SizeIs(1));
    const PlannedPortTop& top = tops[0];
    const bool detects = mechanisms.back() == "tcd";
    EXPECT_EQ(top.top.block.block, "gentle_port");
    EXPECT_EQ(top.top.block.parameters.at("GENTLE"), 3U);
    EXPECT_EQ(top.top.block.parameters.at("TCD"), detects ? 3U : 0U);
    EXPECT_EQ(numbers_of(top).at("rate_limiter_stage"), 2U);
    EXPECT_EQ(numbers_of(top).at("stage_comparator_leading_zero"), 1U);
    EXPECT_EQ(numbers_of(top).contains("pfc_engine"), mechanisms.size() > 1);
    EXPECT_EQ(top.own_bits, 12U + 2 * 10 + 12 + off_bits);
    expect_its_flip_flops(top);
  }
}

// Credits and a limiter for each lossless class, and one division. Of limiters and division the factors have the widths
// of the top.
TEST(PortTops, HasTheTimeBasedGfcOfTheSwitch) {
  const std::vector<std::pair<std::vector<std::string>, std::uint64_t>> mechanisms_and_off_bits = {
      {{"gfc_time_based"}, 0}, {{"gfc_time_based", "pfc", "tcd"}, 2}, {{"gfc_time_based", "pause", "tcd"}, 1}};
  for (const auto& [mechanisms, off_bits] : mechanisms_and_off_bits) {
    const std::vector<PlannedPortTop> tops = tops_of({.ports = 4, .lossless = 2}, mechanisms);
    ASSERT_THAT(tops, SizeIs(1));
    const PlannedPortTop& top = tops[0];
    const bool detects = mechanisms.back() == "tcd";
    EXPECT_EQ(top.top.block.block, "linear_port");
    EXPECT_EQ(top.top.block.parameters.at("LINEAR"), 3U);
    EXPECT_EQ(top.top.block.parameters.at("TCD"), detects ? 3U : 0U);
    EXPECT_EQ(top.top.block.parameters.at("BLOCK_SHIFT"), 6U);
    EXPECT_EQ(top.top.block.parameters.at("credited_i"), 3U);
    const std::uint64_t counter_bits = top.top.block.parameters.at("COUNTER_W");
    EXPECT_EQ(numbers_of(top).at("ib_credits"), 2U);
    EXPECT_EQ(numbers_of(top).at("rate_limiter_fixed_point"), 2U);
    EXPECT_EQ(numbers_of(top).at("linear_rate"), 1U);
    EXPECT_EQ(numbers_of(top).contains("pfc_engine"), detects);
    EXPECT_EQ(top.own_bits, 12 + 2 * (counter_bits + 2) + off_bits);
    expect_its_flip_flops(top);
  }
}

// A gate for each lossless class, at the widths of the switch.
TEST(PortTops, HasTheGradientRuleOfTheSwitch) {
  const std::vector<std::pair<std::vector<std::string>, std::uint64_t>> mechanisms_and_off_bits = {
      {{"gfc_gradient"}, 0}, {{"gfc_gradient", "pfc", "tcd"}, 2}, {{"gfc_gradient", "pause", "tcd"}, 1}};
  for (const auto& [mechanisms, off_bits] : mechanisms_and_off_bits) {
    const std::vector<PlannedPortTop> tops = tops_of({.ports = 4, .lossless = 2}, mechanisms);
    ASSERT_THAT(tops, SizeIs(1));
    const PlannedPortTop& top = tops[0];
    const bool detects = mechanisms.back() == "tcd";
    EXPECT_EQ(top.top.block.block, "gradient_port");
    EXPECT_EQ(top.top.block.parameters.at("GRADIENT"), 3U);
    EXPECT_EQ(top.top.block.parameters.at("TCD"), detects ? 3U : 0U);
    EXPECT_EQ(top.top.block.parameters.at("credited_i"), 3U);
    EXPECT_EQ(numbers_of(top).at("gradient_gate"), 2U);
    EXPECT_FALSE(numbers_of(top).contains("ib_credits"));
    EXPECT_EQ(numbers_of(top).contains("pfc_engine"), detects);
    EXPECT_EQ(top.own_bits, 12 + 2 + off_bits);
    expect_its_flip_flops(top);
  }
}

std::string lacks_of(SwitchRequest request, const std::vector<std::string>& mechanisms = {"gfc"}) {
  const std::vector<std::string> lines = tops_not_built(make_setup(request, select_mechanisms(mechanisms)));
  return lines.empty() ? "" : lines.at(0);
}

TEST(PortTops, SayWhyGfcIsNotInOne) {
  EXPECT_EQ(lacks_of(kGentleSwitch), "");
  EXPECT_EQ(lacks_of({.ports = 4}, {"pfc"}), "");
  EXPECT_EQ(lacks_of({.ports = 4, .lossless = 3}),
            "--synth: gentle_port is not built: it compares depths in the form leading_zero, this switch in the form "
            "threshold");
  EXPECT_EQ(tops_of({.ports = 4, .lossless = 3}, {"gfc", "pfc"}).at(0).top.block.block, "lossless_port");
  SwitchRequest deep = kGentleSwitch;
  deep.buffer = 1'000'000'000_B;
  EXPECT_EQ(lacks_of(deep),
            "--synth: gentle_port is not built: it has stage_comparator_leading_zero with Q_W=25, this switch asks for "
            "27");
  SwitchRequest slow = kGentleSwitch;
  slow.rate = 1_Gbps;
  slow.delay = 1_ms;
  EXPECT_EQ(lacks_of(slow),
            "--synth: gentle_port is not built: it keeps no rate below the limiter's least, 8 Kbps, and stage 20 of 1 "
            "Gbps is 953 bps");
}

TEST(PortTops, SayWhyTimeBasedGfcIsNotInOne) {
  const SwitchRequest fits{.ports = 4, .lossless = 2};
  EXPECT_EQ(lacks_of(fits, {"gfc_time_based"}), "");
  EXPECT_EQ(lacks_of(fits, {"gfc_time_based", "cbfc"}),
            "--synth: linear_port is not built: credits of its classes with GFC hold no packets, this switch has CBFC, "
            "too");
  EXPECT_EQ(tops_of(fits, {"gfc_time_based", "cbfc"}).at(0).top.block.block, "lossless_port");
  SwitchRequest stages = kGentleSwitch;
  EXPECT_EQ(lacks_of(stages, {"gfc_time_based", "gfc"}),
            "--synth: linear_port is not built: its classes have no stages, this switch has buffer-based GFC, too");
  EXPECT_EQ(tops_of(stages, {"gfc_time_based", "gfc"}).at(0).top.block.block, "gentle_port");
  SwitchRequest fast = fits;
  fast.rate = 800_Gbps;
  EXPECT_EQ(lacks_of(fast, {"gfc_time_based"}),
            "--synth: linear_port is not built: it has rate_limiter_fixed_point with FACTOR_INT_W=26, this switch asks "
            "for 27");
  EXPECT_THAT(tops_of(fast, {"gfc_time_based"}), IsEmpty()) << "nor a port with credits that hold packets";
  SwitchRequest blocks = fits;
  blocks.credit_block = 100_B;
  EXPECT_EQ(
      lacks_of(blocks, {"gfc_time_based"}),
      "--synth: linear_port is not built: it divides for blocks of a power of two from 2 B to 4096 B, this switch "
      "has blocks of 100 B");
  EXPECT_EQ(tops_of(blocks, {"gfc_time_based", "pfc"}).at(0).top.block.block, "lossless_port");
  EXPECT_FALSE(numbers_of(tops_of(blocks, {"gfc_time_based", "pfc"}).at(0)).contains("ib_credits"));
  SwitchRequest slow = fits;
  slow.rate = 400_Gbps;
  slow.delay = 1_ms;
  slow.buffer = 4'000'000'000_B;
  EXPECT_EQ(
      lacks_of(slow, {"gfc_time_based"}),
      "--synth: linear_port is not built: its limiters do not go down to the rate of the last byte, 400 Gbps over a "
      "Bm - B0 of 105.2 MB");
}

TEST(PortTops, SayWhyTheGradientRuleIsNotInOne) {
  const SwitchRequest fits = kGentleSwitch;
  EXPECT_EQ(lacks_of(fits, {"gfc_gradient"}), "");
  EXPECT_EQ(
      lacks_of(fits, {"gfc_gradient", "cbfc"}),
      "--synth: gradient_port is not built: no credit holds a packet of its classes with the rule, this switch has "
      "CBFC, too");
  EXPECT_EQ(tops_of(fits, {"gfc_gradient", "cbfc"}).at(0).top.block.block, "lossless_port");
  EXPECT_EQ(lacks_of(fits, {"gfc_gradient", "gfc"}),
            "--synth: gradient_port is not built: its classes have no stages, this switch has buffer-based GFC, too");
  EXPECT_EQ(tops_of(fits, {"gfc_gradient", "gfc"}).at(0).top.block.block, "gentle_port");
  EXPECT_EQ(lacks_of(fits, {"gfc_gradient", "gfc_time_based"}),
            "--synth: gradient_port is not built: its classes have no limiters, this switch has time-based GFC, too");
  EXPECT_EQ(tops_of(fits, {"gfc_gradient", "gfc_time_based"}).at(0).top.block.block, "linear_port");
}

TEST(PortTops, OnesThatTakeTooLongAreNotBuilt) {
  SwitchRequest eight = kGentleSwitch;
  eight.lossless = 8;
  EXPECT_EQ(lacks_of(eight), "");
  EXPECT_THAT(
      lacks_of(eight, {"gfc", "pfc", "cbfc", "tcd"}),
      testing::MatchesRegex("--synth: the top gentle_port is not built: 2,[0-9]+ flip-flops, and more than 2,048 take "
                            "long; --synth-largest builds them"));
}

// Its values have numbers of their own only where software sees the registers of the switch of rtl/.
TEST(PortTops, TheBankIsThatOfTheSwitchWhereItFits) {
  EXPECT_TRUE(tops_of({.lossless = 8}, {"pfc"}).at(0).has_bank_of_switch);
  EXPECT_TRUE(tops_of({.ports = 20, .lossless = 8, .buffer = 16'777'216_B}, {"pfc"}).at(0).has_bank_of_switch);
  EXPECT_FALSE(tops_of({.ports = 16, .lossless = 8}, {"pfc"}).at(0).has_bank_of_switch) << "fewer bits of an address";
  EXPECT_FALSE(tops_of({.lossless = 7}, {"pfc"}).at(0).has_bank_of_switch) << "other numbers";
  EXPECT_FALSE(tops_of({.lossless = 8}, {"cbfc"}).at(0).has_bank_of_switch) << "no XOFF";
  EXPECT_FALSE(tops_of({.lossless = 8, .rate = 400_Gbps}, {"pfc"}).at(0).has_bank_of_switch) << "wider XOFF";
}

TEST(PortTops, NoneWhereItCouldNotStand) {
  EXPECT_THAT(tops_of({.ports = 4, .classes = 7}, {"pfc"}), IsEmpty()) << "no scheduler of seven classes";
  EXPECT_THAT(tops_of({.ports = 4}, {"gfc_buffer_based"}), IsEmpty());
  EXPECT_THAT(tops_of({.ports = 4}, {"none"}), IsEmpty());
}

// A report with a top of 40 flip-flops, 28 of them those of its parts.
Report report_with_a_top(std::uint64_t flip_flops) {
  PortTop top;
  top.top.block = kLosslessPort;
  top.top.parameters = {{"PORT", 0}};
  top.top.instances = 3;
  top.top.declared_bits = 40;
  top.top.report.flip_flops = flip_flops;
  top.top.report.fast.combinational_cells = 300;
  for (const std::uint64_t bits : {9U, 10U}) {
    SynthesisedBlock part;
    part.block = bits == 9 ? "ib_credits" : "port_registers";
    part.instances = bits == 9 ? 2 : 1;
    part.declared_bits = part.report.flip_flops = bits;
    part.report.fast.combinational_cells = 100;
    top.parts.push_back(part);
  }
  Report report = make_report(make_setup({.ports = 3}, plain_pfc()), {});
  report.synthesis.emplace();
  report.port_tops = {top};
  return report;
}

std::string squeezed(const std::string& text) { return std::regex_replace(text, std::regex(" +"), " "); }

TEST(PortTops, AreInTheReport) {
  const std::string text = squeezed(report_text(report_with_a_top(40)));
  for (const char* row : {" ib_credits 2 9 100 ", " port_registers of rtl/ 1 10 100 ", " parts of a port 1 28 300 ",
                          " lossless_port: PORT=0 1 40 300 ", " lossless_port of all ports 3 120 900 "})
    EXPECT_THAT(text, HasSubstr(row));
  EXPECT_THAT(squeezed(report_text(report_with_a_top(41))), HasSubstr(" lossless_port: PORT=0 1 41 DIFFERS 300 "));
  const auto port = nlohmann::json::parse(report_json(report_with_a_top(40))).at("synthesis_ports").at(0);
  EXPECT_EQ(port.at("bank"), "rtl");
  EXPECT_EQ(port.at("own_bits"), 12);
  Report equipped = report_with_a_top(40);
  equipped.port_tops->front().top.block = kEquippedPort;
  equipped.port_tops->front().own_bits = 20;
  EXPECT_THAT(squeezed(report_text(equipped)), HasSubstr(" equipped_port of all ports 3 120 900 "));
  EXPECT_EQ(nlohmann::json::parse(report_json(equipped)).at("synthesis_ports").at(0).at("own_bits"), 20);
  EXPECT_EQ(port.at("parts_flip_flops"), 28);
  EXPECT_EQ(port.at("parts").size(), 2U);
  EXPECT_EQ(port.at("top").at("number"), 3);
  EXPECT_EQ(port.at("top").at("agrees"), true);
  Report without = report_with_a_top(40);
  without.port_tops.reset();
  EXPECT_TRUE(nlohmann::json::parse(report_json(without)).at("synthesis_ports").is_null());
  EXPECT_THAT(report_text(without), Not(HasSubstr("A port as one top")));
}

TEST(PortTops, ADifferenceIsNamed) {
  PortTop top;
  top.top.block = kLosslessPort;
  top.top.parameters = {{"PORT", 0}};
  top.top.declared_bits = 40;
  top.top.report.flip_flops = 40;
  EXPECT_THAT(differences(std::vector<PortTop>{top}), IsEmpty());
  top.top.report.flip_flops = 41;
  EXPECT_THAT(differences(std::vector<PortTop>{top}),
              ElementsAre("lossless_port (PORT=0): 40 bits are declared, synthesis finds 41"));
}

}  // namespace weir::cost::port_tops_test
