// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/gradient_bounds.h"

#include <algorithm>
#include <variant>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/mechanisms/flow_control/gfc_gradient_rule.h"
#include "tb/bounds/dependencies.h"
#include "tb/bounds/lossless_lengths.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
using scenario::Scenario;

namespace {

// The number of VIQs of one class that switches fill.
std::size_t fabric_viqs(const Scenario& scenario) {
  std::size_t ends = 0;
  for (const network::Cable& cable : scenario.topology.cables) {
    ends += scenario.topology.joins_switches(cable) ? 2 : 0;
  }
  return ends;
}

// The most VIQs that feed one VIQ, by the routes of the flows; all VIQs if captured frames or software that writes
// routes may go anywhere.
std::size_t most_viqs(const Scenario& scenario) {
  const auto is_captured = [](const scenario::Flow& flow) { return flow.capture != nullptr; };
  const auto is_write = [](const scenario::ScenarioEvent& event) {
    return std::holds_alternative<scenario::WriteRegister>(event.what);
  };
  const bool known = std::none_of(scenario.flows.begin(), scenario.flows.end(), is_captured) &&
                     std::none_of(scenario.events.begin(), scenario.events.end(), is_write);
  return known ? buffer_dependencies(scenario).most_into_one() : fabric_viqs(scenario);
}

std::string explained(const GradientBound& bound) {
  return bound.one_length ? "Bm - 1 + L + n L" : "Bm - 1 + L + (2 n - 1) L";
}

}  // namespace

std::optional<GradientBound> gradient_bound(const Alike& alike) {
  const asic::SwitchConfig& device = *alike.device;
  if (!flow_control::traits_of(device.flow_control.scheme).judges_inputs) {
    return std::nullopt;
  }
  const std::vector<Bytes> lengths = lossless_lengths(*alike.scenario);
  if (lengths.empty()) {
    return GradientBound{.viqs = 0, .one_length = true, .blocks = 0, .held = Bytes(0)};  // nothing fills a VIQ
  }
  const flow_control::GfcGradientConfig& gfc = device.flow_control.gfc_gradient;
  reference::GradientConfig rule = flow_control::gradient_rule(gfc, device.max_frame);
  rule.longest = lengths.back();
  for (const Alike& other : alike_switches(*alike.scenario)) {
    rule.bm = std::max(rule.bm, other.device->flow_control.gfc_gradient.bm);  // it lets go to those of a lower one, too
  }
  GradientBound bound{.viqs = most_viqs(*alike.scenario),
                      .one_length = rule.blocks(lengths.front()) == rule.blocks(lengths.back()),
                      .blocks = 0,
                      .held = Bytes(0),
                      .counted = (std::uint64_t{1} << gfc.reports.counter_bits) - 1};
  bound.blocks = rule.most_held(static_cast<unsigned>(std::max<std::size_t>(bound.viqs, 1)), bound.one_length);
  // The frames with the most bytes for their blocks give the bound in bytes.
  for (const Bytes length : lengths) {
    const Bytes counted = device.mmu.count_cells ? device.mmu.whole_cells(length) : length;
    const Wide most = Wide{bound.blocks} * counted.count() / rule.blocks(length);
    bound.held = std::max(bound.held, Bytes(static_cast<std::int64_t>(most)));
  }
  return bound;
}

std::vector<std::string> gradient_warnings(const Alike& alike) {
  const std::optional<GradientBound> bound = gradient_bound(alike);
  if (!bound) {
    return {};
  }
  const flow_control::GfcGradientConfig& gfc = alike.device->flow_control.gfc_gradient;
  const std::string theorem = explained(*bound) + ", with n = " + std::to_string(bound->viqs);
  std::vector<std::string> found{
      room_warning(alike, "what flow_control.gfc_gradient.bm lets a VIQ hold at most, " + theorem + ",", bound->held)};
  if (!bound->fits_counters()) {
    found.push_back(named(alike) + "flow_control.gfc_gradient.counter_bits = " +
                    std::to_string(gfc.reports.counter_bits) + " express " + std::to_string(bound->counted) +
                    " blocks, and what is sent and not known to be freed may come to " + std::to_string(bound->blocks) +
                    " (" + theorem + "): a full VIQ would look empty, and packets may be lost");
  }
  std::erase(found, "");
  return found;
}

}  // namespace weir::bounds
