// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the chip knows of a scheme, and asks of nothing else: its traits, its table of settings, its rules, its credits.
// A scheme says this in the file of its settings; the list is scheme_cards.cpp. (The engine: make_flow_control.cpp.)

#pragma once

#include <span>

#include "hw_model/ledger/complaints.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::flow_control {

struct SchemeCard {
  Scheme scheme;
  SchemeTraits traits{};
  // Its table of scenarios; null: it has none, or that of another.
  SchemeTable (*table)() = nullptr;
  // What must hold between its settings, beyond their ranges. Words are whole: "flow_control.pfc.xoff".
  void (*check)(const FlowControlConfig& config, const PortFacts& port, ledger::Complaints& complaints) = nullptr;
  // The credit messages that it sends each period; null: it sends none.
  const CbfcConfig* (*credits)(const FlowControlConfig& config) = nullptr;
};

// All, those of a table side by side; their tables are in this order in documents.
std::span<const SchemeCard* const> scheme_cards();
// Throws std::invalid_argument for a value that is no scheme.
const SchemeCard& card_of(Scheme scheme);

}  // namespace weir::flow_control
