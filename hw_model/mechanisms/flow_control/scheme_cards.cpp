// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of schemes.

#include <algorithm>
#include <array>
#include <stdexcept>

#include "hw_model/mechanisms/flow_control/scheme_card.h"

namespace weir::flow_control {

const SchemeCard& pfc_card();
const SchemeCard& pause_card();
const SchemeCard& ttl_pfc_card();
const SchemeCard& egress_pfc_card();
const SchemeCard& egress_pause_card();
const SchemeCard& cbfc_card();
const SchemeCard& gfc_conceptual_card();
const SchemeCard& gfc_buffer_based_card();
const SchemeCard& gfc_time_based_card();
const SchemeCard& gfc_gradient_card();

namespace {

const SchemeCard& none_card() {
  static constexpr SchemeCard kCard{.scheme = Scheme::kNone};
  return kCard;
}

}  // namespace

std::span<const SchemeCard* const> scheme_cards() {
  static const std::array kCards{
      &none_card(),         &pfc_card(),  &pause_card(),          &ttl_pfc_card(),          &egress_pfc_card(),
      &egress_pause_card(), &cbfc_card(), &gfc_conceptual_card(), &gfc_buffer_based_card(), &gfc_time_based_card(),
      &gfc_gradient_card()};
  static_assert(kCards.size() == kSchemes.size(), "each scheme has a card");
  return kCards;
}

const SchemeCard& card_of(Scheme scheme) {
  const auto found = std::ranges::find(scheme_cards(), scheme, &SchemeCard::scheme);
  if (found == scheme_cards().end()) {
    throw std::invalid_argument("flow_control: unknown scheme");
  }
  return **found;
}

}  // namespace weir::flow_control
