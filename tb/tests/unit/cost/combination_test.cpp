// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whether `weir cost` and `weir check` agree about mechanisms that go together: every scheme with every detector,
// deadlock unit and class mapper, and every pair of schemes.

#include "tb/cost/combination.h"

#include <sstream>

#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/judged.h"
#include "tb/cost/chips.h"
#include "tb/cost/report.h"
#include "tb/scenario/scenario_error.h"
#include "tb/tests/unit/scenario/scenario_text.h"

namespace weir::cost::combination_test {

struct Answer {
  std::string refusal;
  std::vector<std::string> warnings;
};

// The mechanisms beside the scheme, as `--mechanisms` has them.
struct Rest {
  std::string detector = "none";
  std::string unit = "none";  // "watchdog", "pfcwd", "itsy", or one of ITSY's resolutions
  bool ttl = false;

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const std::string& one : {detector, unit}) {
      if (one != "none") {
        names.push_back(one);
      }
    }
    if (ttl) {
      names.emplace_back("ttl");
    }
    return names;
  }
};

std::vector<Rest> all_rests() {
  std::vector<Rest> all;
  std::vector<std::string> units = {"none", "watchdog", "pfcwd", "itsy"};
  for (const deadlock::ResolutionName& resolution : deadlock::kResolutions) {
    if (resolution.value != deadlock::Resolution::kNone) {
      units.emplace_back(resolution.name);
    }
  }
  std::vector<std::string> detectors = {"none"};
  for (const congestion::DetectorName& detector : congestion::detectors()) {
    detectors.emplace_back(detector.name);
  }
  for (const std::string& detector : detectors) {
    for (const std::string& unit : units) {
      all.push_back({detector, unit, false});
      all.push_back({detector, unit, true});
    }
  }
  return all;
}

// A scheme that follows the TTL does so in `cost` unasked: a scenario says so. So it is with queues at inputs.
std::vector<std::string> sets_of(const std::string& scheme, const Rest& rest, bool at_inputs) {
  const bool is_resolution =
      rest.unit != "none" && rest.unit != "watchdog" && rest.unit != "pfcwd" && rest.unit != "itsy";
  std::vector<std::string> sets = {"flow_control.scheme=" + scheme, "congestion.detector=" + rest.detector,
                                   "deadlock.unit=" + (is_resolution ? "itsy" : rest.unit),
                                   "flow_control.lossless=[0, 1]", "flow_control.pfc.refresh_fraction=0.3"};
  if (is_resolution) {
    sets.push_back("deadlock.itsy.resolution=" + rest.unit);
  }
  if (rest.ttl || scheme == "ttl_pfc") {
    sets.emplace_back("switch.class_mapper.source=ttl");
    sets.emplace_back("switch.class_mapper.ttl0=2");
  }
  if (at_inputs) {
    sets.emplace_back("switch.crossbar.strategy=input_queued");
  }
  return sets;
}

// What `weir check` says of a switch and three hosts, without its warnings of links and thresholds. `at_inputs`: the
// switch has queues at its inputs.
Answer check(const std::string& scheme, const Rest& rest, bool at_inputs) {
  try {
    Answer answer;
    for (const std::string& warning :
         bounds::judged(scenario::load_minimal(sets_of(scheme, rest, at_inputs))).warnings) {
      if (warning.starts_with("congestion.detector") || warning.starts_with("congestion.tcd.rule") ||
          warning.starts_with("with one FIFO")) {
        answer.warnings.push_back(warning);
      }
    }
    return answer;
  } catch (const scenario::ScenarioError& error) {
    return {.refusal = error.what(), .warnings = {}};
  }
}

cost::Setup setup_of(std::vector<std::string> schemes, const Rest& rest) {
  for (const std::string& name : rest.names()) {
    schemes.push_back(name);
  }
  return make_setup({.ports = 3, .lossless = 2}, select_mechanisms(schemes));
}

bool has_input_queues(const cost::Setup& setup) {
  return setup.device.crossbar.strategy != crossbar::Strategy::kOutputQueued;
}

// "key 'deadlock.unit': text" without the key: `check` names the key that the file has.
std::string text_of(const std::string& refusal) {
  const std::size_t colon = refusal.find("': ");
  return colon == std::string::npos ? refusal : refusal.substr(colon + 3);
}

std::string described(const std::string& scheme, const Rest& rest) {
  return scheme + "," + rest.detector + "," + rest.unit + (rest.ttl ? ",ttl" : "");
}

TEST(Combination, EverySchemeIsJudgedAsCheckJudges) {
  std::size_t refused = 0;
  std::size_t warned = 0;
  for (const flow_control::SchemeName& scheme : flow_control::schemes()) {
    for (const Rest& rest : all_rests()) {
      const std::string name(scheme.name);
      const cost::Setup setup = setup_of({name}, rest);
      const Answer wanted = check(name, rest, has_input_queues(setup));
      const std::vector<SchemeVerdict> got = judge(setup);
      ASSERT_EQ(got.size(), 1U);
      EXPECT_EQ(text_of(got.front().refusal), text_of(wanted.refusal)) << described(name, rest);
      EXPECT_EQ(got.front().warnings, wanted.warnings) << described(name, rest);
      refused += got.front().goes() ? 0 : 1;
      warned += got.front().warnings.empty() ? 0 : 1;
    }
  }
  EXPECT_GT(refused, 100U);
  EXPECT_GT(warned, 10U);
}

// A pair of schemes with the rest: each is judged as `check` judges it on that chip, whose crossbar may be that of the
// other scheme; the chip is refused only if neither goes.
void expect_pair_agrees(const std::string& first, const std::string& second, const Rest& rest) {
  const cost::Setup setup = setup_of({first, second}, rest);
  const std::vector<SchemeVerdict> got = judge(setup);
  ASSERT_EQ(got.size(), 2U);
  bool goes = false;
  for (const SchemeVerdict& one : got) {
    const std::string name(name_of(one.scheme));
    const Answer wanted = check(name, rest, name == "gfc_gradient" || has_input_queues(setup));
    EXPECT_EQ(text_of(one.refusal), text_of(wanted.refusal)) << first << "," << described(second, rest);
    EXPECT_EQ(one.warnings, wanted.warnings) << first << "," << described(second, rest);
    goes = goes || wanted.refusal.empty();
  }
  if (goes) {
    EXPECT_NO_THROW(require_one(got, setup.selection)) << first << "," << described(second, rest);
  } else {
    EXPECT_THROW(require_one(got, setup.selection), std::invalid_argument) << first << "," << described(second, rest);
  }
}

TEST(Combination, APairIsRefusedIfNeitherGoes) {
  for (const Rest& rest : all_rests()) {
    for (const flow_control::SchemeName& first : flow_control::schemes()) {
      for (const flow_control::SchemeName& second : flow_control::schemes()) {
        const bool has_both = first.value != flow_control::Scheme::kNone && first.value < second.value;
        if (has_both) {
          expect_pair_agrees(std::string(first.name), std::string(second.name), rest);
        }
      }
    }
  }
}

std::string refusal_of(const std::vector<std::string>& mechanisms) {
  try {
    make_report(make_setup({.ports = 4, .lossless = 1}, select_mechanisms(mechanisms)), {});
    return "";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

TEST(Combination, ARefusalSaysWhatCheckSays) {
  EXPECT_EQ(
      refusal_of({"gfc", "tcd", "itsy"}),
      "--mechanisms gfc_buffer_based,tcd,itsy: key 'deadlock.unit': itsy follows PFC from a VIQ to the queue that "
      "fills it, of the same class; wanted flow_control.scheme = \"pfc\"; got \"gfc_buffer_based\"");
  EXPECT_EQ(refusal_of({"pfc", "gfc", "itsy"}), "");
  EXPECT_NE(refusal_of({"cbfc", "gfc", "itsy"}).find("set to cbfc: key 'deadlock.unit'"), std::string::npos);
}

TEST(Combination, AChipOfTwoSchemesSaysWhichGo) {
  const Report report =
      make_report(make_setup({.ports = 4, .lossless = 1}, select_mechanisms({"pfc", "gfc", "itsy"})), {});
  ASSERT_EQ(report.settings.size(), 2U);
  EXPECT_TRUE(report.settings[0].goes());
  EXPECT_FALSE(report.settings[1].goes());
  EXPECT_NE(report_text(report).find("gfc_buffer_based  no"), std::string::npos);
  EXPECT_NE(report_page(report).find("<td>gfc_buffer_based</td><td>no</td>"), std::string::npos);
}

// A console of 80 columns shows every line of both texts whole: tables are split by columns, sentences broken at
// blanks.
TEST(Combination, TextsFitTheConsole) {
  constexpr std::size_t kColumns = 80;
  const auto make = [](const std::vector<std::string>& mechanisms) {
    return make_chip(make_setup({.ports = 32, .lossless = 1}, select_mechanisms(mechanisms)));
  };
  const Chips chips{make({"pfc", "gfc", "tcd"}), make({"pfc", "tcd", "itsy"})};
  for (const std::string& text :
       {report_text(chips.front().report, true, {.columns = kColumns}), chips_text(chips, {.columns = kColumns})}) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(line.size(), kColumns) << line;
    }
    EXPECT_NE(text.find("80,472"), std::string::npos) << "no figure is lost:\n" << text;
  }
}

TEST(Combination, AWarningOfCheckIsPriced) {
  const Report report = make_report(make_setup({.ports = 4, .lossless = 1}, select_mechanisms({"gfc", "tcd"})), {});
  EXPECT_NE(report_text(report).find("warning: congestion.detector = \"tcd\" wants a scheme that pauses"),
            std::string::npos);
}

// Warnings about mechanisms that a scenario has and the chip asked for has not are not repeated.
TEST(Combination, WarningsGoWithTheirMechanisms) {
  const scenario::Scenario scenario =
      bounds::judged(scenario::load_minimal({"flow_control.scheme=cbfc", "congestion.detector=tcd"}));
  cost::Setup setup = make_setup(scenario, "");
  const auto about_tcd = [](const Report& report) {
    return std::count_if(report.setup.warnings.begin(), report.setup.warnings.end(),
                         [](const std::string& line) { return line.find("wants a scheme") != std::string::npos; });
  };
  EXPECT_EQ(about_tcd(make_report(setup, {})), 1);
  replace_mechanisms(setup, select_mechanisms({"pfc", "tcd"}));
  EXPECT_EQ(about_tcd(make_report(setup, {})), 0);
}

}  // namespace weir::cost::combination_test
