// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/combination.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "hw_model/asic/switch_settings.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/detector_bounds.h"

namespace weir::cost {
namespace {

// The first complaint, as a line about a scenario's key.
class FirstComplaint final : public ledger::Complaints {
 public:
  void about(const Words& words, const std::string& what) override {
    throw std::invalid_argument(fmt::format("key '{}': {}", words.front(), what));
  }
};

// One detector and one deadlock unit at a time, as a running switch has them.
std::vector<Selection> settings_of(const Selection& chip, flow_control::Scheme scheme) {
  std::vector<Selection> units;
  for (const UnitChoice& unit : chip.units) {
    units.push_back({.schemes = {scheme}, .units = {unit}, .ttl = chip.ttl});
  }
  if (units.empty()) {
    units.push_back({.schemes = {scheme}, .ttl = chip.ttl});
  }
  std::vector<Selection> settings;
  for (const Selection& unit : units) {
    for (const congestion::DetectorKind detector : chip.detectors) {
      settings.push_back(unit);
      settings.back().detectors = {detector};
    }
    if (chip.detectors.empty()) {
      settings.push_back(unit);
    }
  }
  return settings;
}

void add_once(std::vector<std::string>& lines, const std::string& line) {
  if (std::find(lines.begin(), lines.end(), line) == lines.end()) {
    lines.push_back(line);
  }
}

SchemeVerdict verdict_of(const Setup& setup, flow_control::Scheme scheme) {
  SchemeVerdict verdict{.scheme = scheme};
  for (const Selection& setting : settings_of(setup.selection, scheme)) {
    for (const asic::SwitchConfig& variant : variants(setup.device, setting, setup.headrooms)) {
      const asic::SwitchConfig device = asic::buildable(variant);
      try {
        FirstComplaint complaint;
        asic::check_combination(device, complaint);
      } catch (const std::invalid_argument& refusal) {
        return {.scheme = scheme, .refusal = refusal.what()};
      }
      for (const std::string& misfit : bounds::detector_misfits(device)) {
        add_once(verdict.warnings, misfit);
      }
    }
  }
  return verdict;
}

}  // namespace

std::vector<SchemeVerdict> judge(const Setup& setup) {
  std::vector<SchemeVerdict> verdicts;
  for (const flow_control::Scheme scheme : setup.selection.schemes) {
    verdicts.push_back(verdict_of(setup, scheme));
  }
  if (verdicts.empty()) {
    verdicts.push_back(verdict_of(setup, flow_control::FlowControlConfig{}.scheme));
  }
  return verdicts;
}

void require_one(const std::vector<SchemeVerdict>& verdicts, const Selection& selection) {
  if (std::any_of(verdicts.begin(), verdicts.end(), [](const SchemeVerdict& one) { return one.goes(); })) {
    return;
  }
  std::vector<std::string> refusals;
  for (const SchemeVerdict& one : verdicts) {
    refusals.push_back(verdicts.size() == 1 ? one.refusal
                                            : fmt::format("set to {}: {}", name_of(one.scheme), one.refusal));
  }
  throw std::invalid_argument(
      fmt::format("--mechanisms {}: {}", fmt::join(names_of(selection), ","), fmt::join(refusals, "; ")));
}

void replace_mechanisms(Setup& setup, const Selection& selection) {
  for (const std::string& misfit : bounds::detector_misfits(setup.device)) {
    std::erase_if(setup.warnings, [&](const std::string& warning) { return warning.ends_with(misfit); });
  }
  setup.selection = selection;
}

}  // namespace weir::cost
