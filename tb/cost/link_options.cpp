// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/link_options.h"

#include <array>

#include "tb/cost/option_value.h"
#include "tb/text/quantity.h"

namespace weir::cost {
namespace {

using View = std::string_view;

constexpr std::array kOptions = {
    LinkOption{"links", "RATE",
               "What links of these rates cost: link-level retry, credits of Ultra Ethernet, schemes side by side",
               true, [](LinkCostRequest& request, View value) { request.rates.push_back(text::parse_rate(value)); }},
    LinkOption{"cables", "METRES", "--links: metres of cable, 5 ns each (default: 300)", true,
               [](LinkCostRequest& request, View value) { request.cables.push_back(metres(value)); }},
    LinkOption{"channels", "UINT", "--links: channels in the round of CF_Updates, 1..32 (default: 32)", false,
               [](LinkCostRequest& request, View value) { request.channels = whole_number(value); }},
    LinkOption{"against", "QUANTITY", "--links: a smallest frame to compare --min-frame with (default: 512B)", false,
               [](LinkCostRequest& request, View value) { request.against = text::parse_bytes(value); }},
    LinkOption{"llr-spacing", "QUANTITY", "--links: CTLOS_TARGET_SPACING, bytes between ACKs (default: 2048B)", false,
               [](LinkCostRequest& request, View value) { request.spacing = text::parse_bytes(value); }},
    LinkOption{"llr-processing", "QUANTITY",
               "--links: receiver after a frame and transmitter after an ACK, together (default: 0ns)", false,
               [](LinkCostRequest& request, View value) { request.llr_processing = text::parse_time(value); }},
    LinkOption{"store", "QUANTITY", "--links: time that a frame spends in the receiver's buffer (default: 0ns)", false,
               [](LinkCostRequest& request, View value) { request.store = text::parse_time(value); }},
};

}  // namespace

std::span<const LinkOption> link_options() { return kOptions; }

}  // namespace weir::cost
