// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The one place that knows all policies.

#include <stdexcept>

#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/mechanisms/flow_control/none.h"
#include "hw_model/mechanisms/flow_control/pfc.h"

namespace weir::flow_control {
namespace {

[[noreturn]] void unknown_scheme() { throw std::invalid_argument("flow_control: this scheme is not built in"); }

}  // namespace

std::unique_ptr<FlowControl> make_flow_control(const PortContext& context) {
  switch (context.config.scheme) {
    case Scheme::kNone:
      return std::make_unique<None>(context);
    case Scheme::kPfc:
      return std::make_unique<Pfc>(context);
    case Scheme::kCbfc:
    case Scheme::kGfcConceptual:
    case Scheme::kGfcBufferBased:
    case Scheme::kGfcTimeBased:
      break;
  }
  unknown_scheme();
}

ledger::Block declare_flow_control(const PortContext& context) {
  switch (context.config.scheme) {
    case Scheme::kNone:
      return None::declare(context);
    case Scheme::kPfc:
      return Pfc::declare(context);
    case Scheme::kCbfc:
    case Scheme::kGfcConceptual:
    case Scheme::kGfcBufferBased:
    case Scheme::kGfcTimeBased:
      break;
  }
  unknown_scheme();
}

}  // namespace weir::flow_control
