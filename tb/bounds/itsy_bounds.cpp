// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/itsy_bounds.h"

#include <algorithm>

#include "hw_model/frame/itsy_list.h"
#include "tb/bounds/dependencies.h"

namespace weir::bounds {

std::vector<std::string> itsy_loop_warnings(const scenario::Scenario& scenario) {
  constexpr std::size_t kMostCycles = 1'000;
  const deadlock::ItsyConfig& itsy = scenario.device.deadlock.itsy;
  if (scenario.device.deadlock.unit != deadlock::Unit::kItsy)
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
                    " hops: a deadlock of all of them is not found; wanted deadlock.itsy.ttl of as many, or "
                    "deadlock.itsy.rounds" +
                    where);
  if (resolves && longest->size() > room)
    lines.push_back(loop + ", and a message of itsy names " + std::to_string(room) +
                    " ports of a loop: a deadlock of " + "all of them is " +
                    (repaired ? "declared at most, and not resolved" : "not declared") + where);
  return lines;
}

}  // namespace weir::bounds
