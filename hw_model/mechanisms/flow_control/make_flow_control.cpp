// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The one place that knows all policies.

#include <bit>
#include <stdexcept>

#include "hw_model/mechanisms/flow_control/cbfc.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/mechanisms/flow_control/gfc_buffer_based.h"
#include "hw_model/mechanisms/flow_control/gfc_conceptual.h"
#include "hw_model/mechanisms/flow_control/gfc_time_based.h"
#include "hw_model/mechanisms/flow_control/none.h"
#include "hw_model/mechanisms/flow_control/pfc.h"

namespace weir::flow_control {
namespace {

[[noreturn]] void unknown_scheme() { throw std::invalid_argument("flow_control: unknown scheme"); }

}  // namespace

std::unique_ptr<FlowControl> make_flow_control(const PortContext& context) {
  switch (context.config.scheme) {
    case Scheme::kNone:
      return std::make_unique<None>(context);
    case Scheme::kPfc:
      return std::make_unique<Pfc>(context);
    case Scheme::kCbfc:
      return std::make_unique<Cbfc>(context);
    case Scheme::kGfcConceptual:
      return std::make_unique<GfcConceptual>(context);
    case Scheme::kGfcBufferBased:
      return std::make_unique<GfcBufferBased>(context);
    case Scheme::kGfcTimeBased:
      return std::make_unique<GfcTimeBased>(context);
  }
  unknown_scheme();
}

ledger::Dimensions per_lossless_class(const PortContext& context) {
  return {{"class", static_cast<std::uint64_t>(std::popcount(context.config.lossless))}};
}

ledger::Block declare_flow_control(const PortContext& context) {
  switch (context.config.scheme) {
    case Scheme::kNone:
      return None::declare(context);
    case Scheme::kPfc:
      return Pfc::declare(context);
    case Scheme::kCbfc:
      return Cbfc::declare(context);
    case Scheme::kGfcConceptual:
      return GfcConceptual::declare(context);
    case Scheme::kGfcBufferBased:
      return GfcBufferBased::declare(context);
    case Scheme::kGfcTimeBased:
      return GfcTimeBased::declare(context);
  }
  unknown_scheme();
}

}  // namespace weir::flow_control
