// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What all engines have in common: the frames that they take, and the declaration of their registers.

#include <bit>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/scheme_card.h"

namespace weir::flow_control {

std::span<const control::FrameKind> frame_kinds() {
  static const std::vector<control::FrameKind> kKinds = [] {
    std::vector<control::FrameKind> kinds;
    for (const SchemeList::Listed& one : scheme_cards()) {
      if (one.card.frame != nullptr)
        kinds.push_back(*one.card.frame);
    }
    return kinds;
  }();
  return kKinds;
}

namespace {

// Whether all that a check reads is the same at both ports.
bool same_facts(const PortFacts& one, const PortFacts& other) {
  const auto& [line_rate, max_frame, limiter] = one;  // all fields: a new one ends the compilation here
  return line_rate == other.line_rate && max_frame == other.max_frame && limiter == other.limiter;
}

}  // namespace

// The ports of a network mostly have the same settings, so what was last found possible is not checked again.
void require_possible(const PortContext& context) {
  static std::optional<std::pair<FlowControlConfig, PortFacts>> possible;
  const PortFacts facts{.line_rate = context.line_rate, .max_frame = context.max_frame, .limiter = context.limiter};
  if (possible && same_facts(possible->second, facts) && possible->first == context.config)
    return;
  ledger::Refusal refusal;
  check(context.config, facts, refusal);
  possible.emplace(context.config, facts);
}

FlowControl::FlowControl(const PortContext& context)
    : ReceivingSide((require_possible(context), context.config.lossless)), SoftwareSide(context) {}

std::unique_ptr<FlowControl> make_flow_control(const PortContext& context) {
  return card_of(context.config.scheme).make(context);
}

void FlowControl::declare_common(ledger::Block& block, const PortContext& context, const ledger::Origin& origin) {
  static constexpr auto kCounters =
      ledger::state_fields<ClassCounters>(ledger::holds(&ClassCounters::pauses_sent, "pauses_sent"),
                                          ledger::holds(&ClassCounters::resumes_sent, "resumes_sent"),
                                          ledger::holds(&ClassCounters::feedback_frames, "feedback_frames"),
                                          ledger::holds(&ClassCounters::pauses_received, "pauses_received"));
  static constexpr auto kFields = ledger::state_fields<FlowControl>(
      ledger::part(&SoftwareSide::counters_), ledger::model_only(&SendingSide::held_, "wires: which timers run"),
      ledger::model_only(&SendingSide::without_channel_, "constant, beside queue_enqueue_enable of ue_cbfc"),
      ledger::model_only(&ReceivingSide::unguarded_, "constant, until software removes a channel"),
      ledger::model_only(&ReceivingSide::feedback_due_, "a wire: whether any class is due"),
      ledger::model_only(&SendingSide::counts_packets_, "constant of the scheme"),
      ledger::model_only(&ReceivingSide::out_of_band_, "constant of the scheme"),
      ledger::holds(&ReceivingSide::lossless_, "lossless_classes"),
      ledger::model_only(&SoftwareSide::line_rate_, "the port's: no register holds its own rate"),
      ledger::model_only(&SoftwareSide::address_, "port.mac_address"),
      ledger::model_only(&SoftwareSide::settings_, "the settings, which each scheme declares"),
      ledger::model_only(&SoftwareSide::name_, "a name, for limiters and comparators"));
  const ledger::Dimensions each_class = per_lossless_class(context);
  const auto counted = [&](const char* name, const char* what) {
    block.add(origin.events("frames", {.name = name, .dimensions = each_class, .description = what}));
  };
  ledger::declare_all(block, origin, flow_control_settings(), context.config);
  counted("pauses_sent", "frames that told the peer to pause this class");
  counted("resumes_sent", "frames that told the peer to resume this class");
  counted("feedback_frames", "frames that carried something for this class");
  counted("pauses_received", "pauses of this class by the peer");
  ledger::require_declared(block, kCounters);
  ledger::require_declared(block, kFields);
}

ledger::Dimensions per_lossless_class(const PortContext& context) {
  return {{"class", static_cast<std::uint64_t>(std::popcount(context.config.lossless))}};
}

ledger::Block declare_flow_control(const PortContext& context) {
  require_possible(context);
  return card_of(context.config.scheme).declare(context);
}

}  // namespace weir::flow_control
