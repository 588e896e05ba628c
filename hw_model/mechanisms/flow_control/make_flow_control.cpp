// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The one place that knows all policies.

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <stdexcept>

#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/cbfc.h"
#include "hw_model/mechanisms/flow_control/egress_pfc.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/mechanisms/flow_control/gfc_buffer_based.h"
#include "hw_model/mechanisms/flow_control/gfc_conceptual.h"
#include "hw_model/mechanisms/flow_control/gfc_gradient.h"
#include "hw_model/mechanisms/flow_control/gfc_time_based.h"
#include "hw_model/mechanisms/flow_control/none.h"
#include "hw_model/mechanisms/flow_control/pause.h"
#include "hw_model/mechanisms/flow_control/pfc.h"
#include "hw_model/mechanisms/flow_control/ttl_pfc.h"

namespace weir::flow_control {
namespace {

// The engine of a scheme, and its registers.
struct Maker {
  Scheme scheme;
  std::unique_ptr<FlowControl> (*make)(const PortContext& context);
  ledger::Block (*declare)(const PortContext& context);
};

template <class Engine>
constexpr Maker made_by(Scheme scheme) {
  return {scheme,
          [](const PortContext& context) -> std::unique_ptr<FlowControl> { return std::make_unique<Engine>(context); },
          &Engine::declare};
}

constexpr std::array kMakers{
    made_by<None>(Scheme::kNone),
    made_by<Pfc>(Scheme::kPfc),
    made_by<Cbfc>(Scheme::kCbfc),
    made_by<GfcConceptual>(Scheme::kGfcConceptual),
    made_by<GfcBufferBased>(Scheme::kGfcBufferBased),
    made_by<GfcTimeBased>(Scheme::kGfcTimeBased),
    made_by<GfcGradient>(Scheme::kGfcGradient),
    made_by<Pause>(Scheme::kPause),
    made_by<TtlPfc>(Scheme::kTtlPfc),
    made_by<EgressPfc>(Scheme::kEgressPfc),
    made_by<EgressPfc>(Scheme::kEgressPause),
};
static_assert(kMakers.size() == kSchemes.size(), "each scheme has an engine");

const Maker& maker_of(Scheme scheme) {
  const auto found =
      std::find_if(kMakers.begin(), kMakers.end(), [&](const Maker& maker) { return maker.scheme == scheme; });
  if (found == kMakers.end()) {
    throw std::invalid_argument("flow_control: unknown scheme");
  }
  return *found;
}

}  // namespace

std::span<const control::FrameKind> frame_kinds() {
  using enum frame::EtherType;
  constexpr auto of = [](auto code) { return static_cast<std::uint16_t>(code); };
  static constexpr auto kSound = [](std::span<const std::uint8_t> frame) {
    return frame::read_private_message(frame).has_value();
  };
  static constexpr std::array<control::FrameKind, 4> kKinds{{
      {.type = kMacControl, .code = of(frame::MacControlOpcode::kPause)},
      {.type = kMacControl, .code = of(frame::MacControlOpcode::kPfc)},
      {.type = kLocalExperiment, .code = of(frame::PrivateSubtype::kCbfcCredit), .sound = kSound},
      {.type = kLocalExperiment,
       .code = of(frame::PrivateSubtype::kGfcQueueDepth),
       .sound = kSound,
       .out_of_band = true},
  }};
  return kKinds;
}

void require_possible(const PortContext& context) {
  ledger::Refusal refusal;
  check(context.config, {.line_rate = context.line_rate, .max_frame = context.max_frame, .limiter = context.limiter},
        refusal);
}

std::unique_ptr<FlowControl> make_flow_control(const PortContext& context) {
  return maker_of(context.config.scheme).make(context);
}

void FlowControl::declare_common(ledger::Block& block, const PortContext& context, const ledger::Origin& origin) {
  static constexpr auto kCounters =
      ledger::state_fields<ClassCounters>(ledger::holds(&ClassCounters::pauses_sent, "pauses_sent"),
                                          ledger::holds(&ClassCounters::resumes_sent, "resumes_sent"),
                                          ledger::holds(&ClassCounters::feedback_frames, "feedback_frames"),
                                          ledger::holds(&ClassCounters::pauses_received, "pauses_received"));
  static constexpr auto kFields = ledger::state_fields<FlowControl>(
      ledger::part(&FlowControl::counters_), ledger::model_only(&FlowControl::held_, "wires: which timers run"),
      ledger::model_only(&FlowControl::feedback_due_, "a wire: whether any class is due"),
      ledger::model_only(&FlowControl::counts_packets_, "constant of the scheme"),
      ledger::model_only(&FlowControl::notices_arrival_, "constant of the scheme"),
      ledger::model_only(&FlowControl::follows_veqs_, "constant of the scheme"),
      ledger::model_only(&FlowControl::out_of_band_, "constant of the scheme"),
      ledger::model_only(&FlowControl::judges_inputs_, "constant of the scheme"),
      ledger::holds(&FlowControl::lossless_, "lossless_classes"),
      ledger::model_only(&FlowControl::line_rate_, "the port's: no register holds its own rate"),
      ledger::model_only(&FlowControl::address_, "port.mac_address"),
      ledger::model_only(&FlowControl::settings_, "the settings, which each scheme declares"),
      ledger::model_only(&FlowControl::name_, "a name, for limiters and comparators"));
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
  return maker_of(context.config.scheme).declare(context);
}

}  // namespace weir::flow_control
