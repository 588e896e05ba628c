// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The card of a flow-control scheme: all that the chip knows of the scheme. Each scheme has a card in the file of its
// settings; scheme_cards.cpp lists the cards. Other code asks a card and compares no enumerators.

#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "hw_model/base/open_list.h"
#include "hw_model/ledger/complaints.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::flow_control {

struct SchemeCard {
  SchemeTraits traits{};
  // The table of a scenario; null: the scheme has no table, or shares that of another scheme.
  SchemeTable (*table)() = nullptr;
  // The rules between settings, beyond their ranges. Words are whole: "flow_control.pfc.xoff".
  void (*check)(const FlowControlConfig& config, const PortFacts& port, ledger::Complaints& complaints) = nullptr;
  // The credit messages that the scheme sends each period; null: none.
  const CbfcConfig* (*credits)(const FlowControlConfig& config) = nullptr;
  // The longest time between two messages; null: the period of `credits`.
  Time (*silence)(const FlowControlConfig& config, BitRate line) = nullptr;
  // The buffer that its credits stand for; null: the scheme has no credits to spend.
  AdvertisedBuffer (*advertised)(const FlowControlConfig& config) = nullptr;
  // The lowest rate but 0 at which a rate limiter sends on a link of rate `line`; null: no rate limiters.
  BitRate (*lowest_rate)(const FlowControlConfig& config, BitRate line) = nullptr;
  // The frame of its feedback; null: it has none, or that of another scheme. Every port takes the frames of all
  // schemes.
  const control::FrameKind* frame = nullptr;
  // The engine of a port, and its registers.
  std::unique_ptr<FlowControl> (*make)(const PortContext& context);
  ledger::Block (*declare)(const PortContext& context);
};

template <class Engine>
std::unique_ptr<FlowControl> make_engine(const PortContext& context) {
  return std::make_unique<Engine>(context);
}

// All cards, in the order in which documents have their tables.
using SchemeList = OpenList<Scheme, SchemeCard>;
std::span<const SchemeList::Listed> scheme_cards();
// Throws std::invalid_argument for a value that is no scheme.
const SchemeCard& card_of(Scheme scheme);

// Adds a scheme from outside of weir, whose settings FlowControlConfig::others keeps (ledger/kept_settings.h).
// Arguments, result and errors: OpenList::add().
Scheme add_scheme(std::string_view word, std::string_view text, const SchemeCard& card);

}  // namespace weir::flow_control
