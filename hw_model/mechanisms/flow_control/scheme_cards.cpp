// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of schemes.

#include <algorithm>
#include <array>
#include <stdexcept>

#include "hw_model/mechanisms/flow_control/none.h"
#include "hw_model/mechanisms/flow_control/scheme_card.h"

namespace weir::flow_control {

const SchemeCard& pfc_card();
const SchemeCard& pause_card();
const SchemeCard& ttl_pfc_card();
const SchemeCard& egress_pfc_card();
const SchemeCard& egress_pause_card();
const SchemeCard& cbfc_card();
const SchemeCard& ue_credits_card();
const SchemeCard& gfc_conceptual_card();
const SchemeCard& gfc_buffer_based_card();
const SchemeCard& gfc_time_based_card();
const SchemeCard& gfc_gradient_card();

namespace {

const SchemeCard& none_card() {
  static constexpr SchemeCard kCard{.traits = {.protects = false}, .make = make_engine<None>, .declare = None::declare};
  return kCard;
}

}  // namespace

std::span<const ListedScheme> scheme_cards() {
  static const std::array kCards{
      ListedScheme{Scheme::kNone, none_card()},
      ListedScheme{Scheme::kPfc, pfc_card()},
      ListedScheme{Scheme::kPause, pause_card()},
      ListedScheme{Scheme::kTtlPfc, ttl_pfc_card()},
      ListedScheme{Scheme::kEgressPfc, egress_pfc_card()},
      ListedScheme{Scheme::kEgressPause, egress_pause_card()},
      ListedScheme{Scheme::kCbfc, cbfc_card()},
      ListedScheme{Scheme::kUeCbfc, ue_credits_card()},
      ListedScheme{Scheme::kGfcConceptual, gfc_conceptual_card()},
      ListedScheme{Scheme::kGfcBufferBased, gfc_buffer_based_card()},
      ListedScheme{Scheme::kGfcTimeBased, gfc_time_based_card()},
      ListedScheme{Scheme::kGfcGradient, gfc_gradient_card()},
  };
  static_assert(kCards.size() == kSchemes.size(), "each scheme has a card");
  return kCards;
}

const SchemeCard& card_of(Scheme scheme) {
  const auto found = std::ranges::find(scheme_cards(), scheme, &ListedScheme::scheme);
  if (found == scheme_cards().end()) {
    throw std::invalid_argument("flow_control: unknown scheme");
  }
  return found->card;
}

}  // namespace weir::flow_control
