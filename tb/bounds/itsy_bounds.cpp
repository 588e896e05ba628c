// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/itsy_bounds.h"

#include <algorithm>
#include <cmath>

#include "hw_model/asic/itsy_rules.h"
#include "hw_model/frame/itsy_list.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "tb/bounds/bound_parts.h"
#include "tb/bounds/dependencies.h"
#include "tb/text/quantity.h"

namespace weir::bounds {

namespace {

// The highest rate of bit errors on any link.
double bit_errors(const scenario::Scenario& scenario) {
  double rate = 0;
  for (const auto& errors : scenario.link_damage)
    rate = errors.error.kind == network::ErrorKind::kBits ? std::max(rate, errors.error.rate) : rate;
  return rate;
}

std::string beside_errors(const scenario::Scenario& scenario) {
  unsigned repairs = asic::itsy_repairs(scenario.device);
  Bytes longest = scenario.device.max_frame;
  for (const scenario::OwnSettings& own : scenario.own) {
    repairs = std::min(repairs, asic::itsy_repairs(own.device));
    longest = std::max(longest, own.device.max_frame);
  }
  std::string line = "links damage frames: a round of itsy waits on each hop for " + std::to_string(repairs) +
                     (repairs == 1 ? " repair" : " repairs in a row") +
                     " by link-level retry (link.llr.replay_count_max, 4 at most); one error in a row more";
  if (const double rate = bit_errors(scenario); rate > 0) {
    const double hit = -std::expm1(static_cast<double>(longest.count() * kBitsPerByte) * std::log1p(-rate));
    line += " (" + digits(std::pow(hit, repairs + 1)) + " of frames of " + text::to_text(longest) + ")";
  }
  return line +
         ", an ALIVE on a PFC frame without a number, or a link without retry may let a round declare what moves";
}

std::string names_of(const scenario::Scenario& scenario, const std::vector<network::Buffer>& buffers) {
  constexpr std::size_t kMostNames = 8;
  std::string names;
  for (std::size_t i = 0; i < std::min(buffers.size(), kMostNames); ++i)
    names += (i == 0 ? "" : ", ") + network::name_of(scenario.topology, buffers[i]);
  return names + (buffers.size() > kMostNames ? ", and " + std::to_string(buffers.size() - kMostNames) + " more" : "");
}

}  // namespace

std::vector<std::string> itsy_loop_warnings(const scenario::Scenario& scenario) {
  constexpr std::size_t kMostCycles = 1'000;
  const deadlock::ItsyConfig& itsy = scenario.device.deadlock.itsy;
  if (!deadlock::declares(scenario.device.deadlock))
    return {};
  const bool repaired = itsy.protocol == deadlock::Protocol::kRepaired;
  const bool resolves = itsy.resolution != deadlock::Resolution::kNone;
  const std::size_t room = frame::itsy_list_room(itsy.widths());
  const std::vector<network::Cycle> cycles = buffer_dependencies(scenario).cycles(kMostCycles);
  const auto longest = std::ranges::max_element(cycles, {}, &network::Cycle::size);
  if (longest == cycles.end())
    return {};
  const std::string loop = "the routes have a loop of " + std::to_string(longest->size()) + " buffers";
  const std::string where = ": " + to_text(scenario, *longest);
  std::vector<std::string> lines;
  if (repaired && itsy.rounds == 0 && longest->size() > itsy.ttl)
    lines.push_back(loop + ", and a check of itsy lives " + std::to_string(itsy.ttl) +
                    " hops: a deadlock of the whole loop is not found; wanted deadlock.itsy.ttl of as many, or "
                    "deadlock.itsy.rounds = \"auto\"" +
                    where);
  if (resolves && longest->size() > room)
    lines.push_back(loop + ", and a message of itsy names " + std::to_string(room) +
                    " ports of a loop: a deadlock of the whole loop is " +
                    (repaired ? "at most declared, but not resolved" : "not declared") + where);
  return lines;
}

// A check comes home over every wait of a deadlock in which one VIQ alone stands behind several egresses: whatever
// holds these waits for that VIQ. So class `several` needs two such VIQs that wait for each other, class `sums` one.
std::vector<std::string> itsy_round_notes(const scenario::Scenario& scenario) {
  const deadlock::ItsyConfig& itsy = scenario.device.deadlock.itsy;
  if (!deadlock::declares(scenario.device.deadlock) || itsy.protocol != deadlock::Protocol::kRepaired)
    return {};
  if (itsy.round_attack)
    return {
        "deadlock.itsy.round_attack is set: rounds may end before all messages have been heard, and declare deadlocks "
        "that do not exist"};
  if (itsy.rounds > 0) {
    const bool errs = std::ranges::any_of(scenario.link_damage,
                                          [](const auto& errors) { return network::hits_control(errors.error); });
    return errs ? std::vector<std::string>{beside_errors(scenario)} : std::vector<std::string>{};
  }
  const std::size_t enough = itsy.sums ? 2 : 1;
  for (const std::vector<network::Buffer>& set : buffer_dependencies(scenario).branching()) {
    if (set.size() < enough)
      continue;
    const std::string word = set.size() > 1 ? "several" : "sums";
    return {
        "loops of the routes meet in VIQs whose packets wait behind several egresses, so that a deadlock of class " +
        word + " is possible, which checks of itsy do not find; deadlock.itsy.rounds = \"auto\" finds it: " +
        names_of(scenario, set)};
  }
  return {};
}

}  // namespace weir::bounds
