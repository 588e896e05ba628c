// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of schemes.

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

SchemeList& list() {
  static const std::array kCards{
      SchemeList::Listed{Scheme::kNone, none_card()},
      SchemeList::Listed{Scheme::kPfc, pfc_card()},
      SchemeList::Listed{Scheme::kPause, pause_card()},
      SchemeList::Listed{Scheme::kTtlPfc, ttl_pfc_card()},
      SchemeList::Listed{Scheme::kEgressPfc, egress_pfc_card()},
      SchemeList::Listed{Scheme::kEgressPause, egress_pause_card()},
      SchemeList::Listed{Scheme::kCbfc, cbfc_card()},
      SchemeList::Listed{Scheme::kUeCbfc, ue_credits_card()},
      SchemeList::Listed{Scheme::kGfcConceptual, gfc_conceptual_card()},
      SchemeList::Listed{Scheme::kGfcBufferBased, gfc_buffer_based_card()},
      SchemeList::Listed{Scheme::kGfcTimeBased, gfc_time_based_card()},
      SchemeList::Listed{Scheme::kGfcGradient, gfc_gradient_card()},
  };
  static_assert(kCards.size() == kSchemes.size(), "each scheme has a card");
  static SchemeList all("flow_control.scheme", kSchemes, kCards);
  return all;
}

}  // namespace

std::span<const SchemeName> schemes() { return list().names(); }
std::string_view name_of(Scheme scheme) { return name_in(schemes(), scheme); }
std::span<const SchemeList::Listed> scheme_cards() { return list().cards(); }

const SchemeCard& card_of(Scheme scheme) {
  const SchemeCard* const card = list().find(scheme);
  if (card == nullptr)
    throw std::invalid_argument("flow_control: unknown scheme");
  return *card;
}

Scheme add_scheme(std::string_view word, std::string_view text, const SchemeCard& card) {
  return list().add(word, text, card);
}

}  // namespace weir::flow_control
