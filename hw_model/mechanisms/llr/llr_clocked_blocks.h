// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Transmitter and receiver of one port as clocked blocks of a switch (clocked_block.h). By itself a port has none,
// since it runs the classes of llr_tx.h and llr_rx.h.

#pragma once

#include "hw_model/cycle_models/clocked_block.h"
#include "hw_model/mechanisms/llr/llr_rx_cycle.h"
#include "hw_model/mechanisms/llr/llr_tx_cycle.h"

namespace weir::llr {

using LlrTxBlock = reference::ClockedBlock<LlrTxCycleConfig, LlrTxInputs, LlrTxOutputs>;
using LlrRxBlock = reference::ClockedBlock<LlrRxCycleConfig, LlrRxInputs, LlrRxOutputs>;

// The widths that a port with these settings asks of its transmitter.
LlrTxCycleConfig tx_widths(const LlrConfig& config, Bytes max_frame);
LlrRxCycleConfig rx_widths(const LlrConfig& config);

// A time of a port as a tick of its blocks: an event is in the cycle that ends with the first clock edge at or after
// it.
constexpr std::uint64_t tick_of(Time time) {
  return static_cast<std::uint64_t>((time + LlrConfig::kTick - Time(1)) / LlrConfig::kTick);
}

}  // namespace weir::llr
