// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of the bench's cards of schemes.

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/scheme_card.h"

namespace weir::bounds {

// Each family of schemes has a file, NAME_card.cpp.
const SchemeCard& pfc_card();
const SchemeCard& ttl_pfc_card();
const SchemeCard& pause_card();
const SchemeCard& egress_pause_card();
const SchemeCard& cbfc_card();
const SchemeCard& ue_credits_card();
const SchemeCard& gradient_card();
const SchemeCard& gfc_conceptual_card();
const SchemeCard& gfc_buffer_based_card();
const SchemeCard& gfc_time_based_card();

namespace {

// By the words of the schemes; null: no flow control.
std::map<std::string_view, const SchemeCard*>& scheme_list() {
  static std::map<std::string_view, const SchemeCard*> all{{"none", nullptr},
                                                           {"pfc", &pfc_card()},
                                                           {"ttl_pfc", &ttl_pfc_card()},
                                                           {"pause", &pause_card()},
                                                           {"egress_pfc", &egress_pause_card()},
                                                           {"egress_pause", &egress_pause_card()},
                                                           {"cbfc", &cbfc_card()},
                                                           {"ue_cbfc", &ue_credits_card()},
                                                           {"gfc_conceptual", &gfc_conceptual_card()},
                                                           {"gfc_buffer_based", &gfc_buffer_based_card()},
                                                           {"gfc_time_based", &gfc_time_based_card()},
                                                           {"gfc_gradient", &gradient_card()}};
  return all;
}

}  // namespace

const SchemeCard* scheme_card(flow_control::Scheme scheme) {
  const std::string_view word = flow_control::name_of(scheme);
  const auto found = scheme_list().find(word);
  if (found == scheme_list().end()) {
    throw std::invalid_argument("flow_control.scheme: \"" + std::string(word) +
                                "\" has no card of the bench, so that nothing is known of its room and its warnings");
  }
  return found->second;
}

void add_scheme_card(std::string_view word, const SchemeCard& card) {
  if (!scheme_list().emplace(word, &card).second) {
    throw std::invalid_argument("flow_control.scheme: \"" + std::string(word) + "\" has a card of the bench already");
  }
}

Span span_in(Bytes share, const SchemeCard& card, const asic::SwitchConfig& device) {
  const Bytes margin = card.room(device, device.ports.front()).each;
  const Bytes packets = card.packets(device);
  if (share >= margin + packets + device.max_frame) {
    return {share - packets - margin, share - packets};
  }
  return {share / 2, share};
}

}  // namespace weir::bounds
