// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of link-level retry of one port, and its counters, by their public names in lower case.

#pragma once

#include <functional>
#include <memory>

#include "hw_model/ledger/block.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/mechanisms/llr/llr_config.h"
#include "hw_model/mechanisms/llr/llr_rx.h"
#include "hw_model/mechanisms/llr/llr_tx.h"

namespace weir::llr {

struct LlrContext {
  LlrConfig config;
};

ledger::Block declare_llr(const LlrContext& context);

// Live state of a port, which outlives the binding; counters as they are at a time.
struct LlrPorts {
  std::shared_ptr<ledger::Drafted<LlrConfig>> settings;
  const LlrTxState* tx = nullptr;
  std::function<const LlrTxCounters&(Time now)> tx_counters;
  const LlrRxState* rx = nullptr;
  std::function<const LlrRxCounters&(Time now)> rx_counters;
};
void bind_llr(const ledger::Binder& binder, const LlrPorts& live);

}  // namespace weir::llr
