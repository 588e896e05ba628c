// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/linear_top.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "hw_model/base/units.h"
#include "hw_model/mechanisms/flow_control/scheme_card.h"
#include "hw_model/reference/widths.h"
#include "tb/cost/gentle_top.h"
#include "tb/cost/top_parts.h"
#include "tb/report/human.h"

namespace weir::cost {
namespace {

PlannedBlock factor_limiter() {
  using namespace reference;
  constexpr std::uint64_t kRL = kRLTickBits + kSubtickBits;
  constexpr std::uint64_t kRR = kFactorIntBits + kFactorFracBits;
  constexpr std::uint64_t kRC = kRCBits + kFactorFracBits;
  return part_of("rate_limiter_fixed_point", {}, kRL + kRR + kRC);
}

bool is_planned(const std::vector<PlannedBlock>& planned, std::string_view name) {
  return std::ranges::any_of(planned, [&](const PlannedBlock& one) { return one.block.block == name; });
}

// Whether the limiter expresses the rate of the last byte, and the wait of the longest frame at that rate.
std::string beyond_limiter(const asic::SwitchConfig& device) {
  const flow_control::GfcTimeBasedConfig& gfc = device.flow_control.gfc_time_based;
  const auto range = static_cast<std::uint64_t>((gfc.bm - gfc.b0).count());
  for (const link::LinkConfig& port : device.ports) {
    const auto subticks =
        static_cast<std::uint64_t>(serialization_time(device.max_frame, port.rate) / device.limiter.subtick_time()) + 1;
    if (range > std::uint64_t{1} << reference::kFactorIntBits ||
        range > (std::uint64_t{1} << reference::kRCBits) / subticks)
      return fmt::format("its limiters do not go down to the rate of the last byte, {} over a Bm - B0 of {}",
                         report::human_rate(static_cast<double>(port.rate.count())),
                         report::human_bytes(static_cast<double>(range)));
  }
  return "";
}

}  // namespace

bool has_credit_rates(const Setup& setup) {
  return std::ranges::any_of(setup.selection.schemes, [](flow_control::Scheme scheme) {
    const flow_control::SchemeCard& card = flow_control::card_of(scheme);
    return card.traits.limiter && card.credits != nullptr;
  });
}

bool has_holding_credits(const Setup& setup) {
  return std::ranges::any_of(setup.selection.schemes,
                             [](flow_control::Scheme scheme) { return flow_control::traits_of(scheme).by_block; });
}

std::string linear_port_lacks(const Setup& setup, const std::vector<PlannedBlock>& planned) {
  if (has_holding_credits(setup))
    return "credits of its classes with GFC hold no packets, this switch has CBFC, too";
  if (has_stages(setup))
    return "its classes have no stages, this switch has buffer-based GFC, too";
  const std::string lacks = wider(planned, factor_limiter());
  if (!lacks.empty())
    return lacks;
  if (!is_planned(planned, kDivision) || !is_planned(planned, "ib_credits"))
    return fmt::format(
        "it divides for blocks of a power of two from 2 B to 4096 B, this switch has blocks of {}",
        report::human_bytes(static_cast<double>(setup.device.flow_control.gfc_time_based.credits.block.count())));
  return beyond_limiter(setup.device);
}

std::vector<PlannedBlock> linear_parts(std::uint64_t classes, const PlannedBlock& division) {
  PlannedBlock limiter = factor_limiter();
  limiter.block.instances = classes;
  const std::map<std::string, std::uint64_t>& widths = division.block.parameters;
  PlannedBlock own = part_of(kDivision,
                             {{"COUNTER_W", widths.at("COUNTER_W")},
                              {"BLOCK_SHIFT", widths.at("BLOCK_SHIFT")},
                              {"FACTOR_INT_W", reference::kFactorIntBits},
                              {"FACTOR_FRAC_W", reference::kFactorFracBits}},
                             division.block.declared_bits);
  return {std::move(limiter), std::move(own)};
}

std::uint64_t linear_own_bits(std::uint64_t classes, std::uint64_t counter_bits) {
  return classes * (counter_bits + 2);
}

}  // namespace weir::cost
