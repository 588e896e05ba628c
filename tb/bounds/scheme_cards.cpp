// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/scheme_card.h"

namespace weir::bounds {

// Each family of schemes has a file, NAME_card.cpp.
const SchemeCard& pause_card(flow_control::Scheme scheme);
const SchemeCard& egress_pause_card();
const SchemeCard& cbfc_card();
const SchemeCard& gradient_card();
const SchemeCard& gfc_card(flow_control::Scheme scheme);

const SchemeCard* scheme_card(flow_control::Scheme scheme) {
  using flow_control::Scheme;
  switch (scheme) {
    case Scheme::kNone:
      return nullptr;
    case Scheme::kPfc:
    case Scheme::kTtlPfc:
    case Scheme::kPause:
      return &pause_card(scheme);
    case Scheme::kEgressPfc:
    case Scheme::kEgressPause:
      return &egress_pause_card();
    case Scheme::kCbfc:
      return &cbfc_card();
    case Scheme::kGfcConceptual:
    case Scheme::kGfcBufferBased:
    case Scheme::kGfcTimeBased:
      return &gfc_card(scheme);
    case Scheme::kGfcGradient:
      return &gradient_card();
  }
  return nullptr;
}

}  // namespace weir::bounds
