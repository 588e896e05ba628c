// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of the bench's cards of schemes.

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

const SchemeCard* scheme_card(flow_control::Scheme scheme) {
  using flow_control::Scheme;
  switch (scheme) {
    case Scheme::kNone:
      return nullptr;
    case Scheme::kPfc:
      return &pfc_card();
    case Scheme::kTtlPfc:
      return &ttl_pfc_card();
    case Scheme::kPause:
      return &pause_card();
    case Scheme::kEgressPfc:
    case Scheme::kEgressPause:
      return &egress_pause_card();
    case Scheme::kCbfc:
      return &cbfc_card();
    case Scheme::kUeCbfc:
      return &ue_credits_card();
    case Scheme::kGfcConceptual:
      return &gfc_conceptual_card();
    case Scheme::kGfcBufferBased:
      return &gfc_buffer_based_card();
    case Scheme::kGfcTimeBased:
      return &gfc_time_based_card();
    case Scheme::kGfcGradient:
      return &gradient_card();
  }
  return nullptr;
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
