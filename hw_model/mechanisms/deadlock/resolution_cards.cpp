// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of ITSY's resolutions.

#include <algorithm>
#include <array>

#include "hw_model/mechanisms/deadlock/itsy.h"
#include "hw_model/mechanisms/deadlock/itsy_resolver.h"
#include "hw_model/mechanisms/deadlock/resolution_count_min.h"
#include "hw_model/mechanisms/deadlock/resolution_flow_level.h"
#include "hw_model/mechanisms/deadlock/resolution_port_level.h"

namespace weir::deadlock {
namespace {

template <class Made>
std::unique_ptr<LoopResolution> make_one(const SwitchContext& context, SwitchActions& actions) {
  return std::make_unique<Made>(context, actions);
}

// All that ITSY knows of a resolution.
struct ResolutionCard {
  Resolution resolution;
  std::unique_ptr<LoopResolution> (*make)(const SwitchContext& context, SwitchActions& actions);
  void (*declare)(ledger::Block& block, const SwitchContext& context);
  void (*check_declared)(
      const ledger::Block& block);  // beside those of PortLevel, on which the others build; may be null
};
constexpr std::array kResolutionCards{
    ResolutionCard{Resolution::kCountMinDrop, make_one<CountMinDrop>, declare_count_min_drop,
                   CountMinDrop::check_declared},
    ResolutionCard{Resolution::kPortLevel, make_one<PortLevel>,
                   [](ledger::Block& block, const SwitchContext& context) {
                     declare_port_level(block, context, "itsy_port_level");
                   },
                   nullptr},
    ResolutionCard{Resolution::kFlowLevel, make_one<FlowLevel>, declare_flow_level, FlowLevel::check_declared},
};
static_assert(kResolutionCards.size() == kResolutions.size() - 1, "each resolution has a card");

// Null: detection only.
const ResolutionCard* card_of(const SwitchContext& context) {
  const auto* const found =
      std::ranges::find(kResolutionCards, context.config.itsy.resolution, &ResolutionCard::resolution);
  return found == kResolutionCards.end() ? nullptr : found;
}

}  // namespace

std::unique_ptr<LoopResolution> make_resolution(const SwitchContext& context, SwitchActions& actions) {
  const ResolutionCard* card = card_of(context);
  return card != nullptr ? card->make(context, actions) : nullptr;
}

void declare_resolution(ledger::Block& block, const SwitchContext& context) {
  const ResolutionCard* card = card_of(context);
  if (card == nullptr)
    return;
  card->declare(block, context);
  ItsyResolver::check_declared(block, context.config.itsy.protocol);
  PortLevel::check_declared(block);
  if (card->check_declared != nullptr)
    card->check_declared(block);
}

}  // namespace weir::deadlock
