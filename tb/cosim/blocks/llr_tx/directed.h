// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Parts of the directed stimulus of a transmitter of link-level retry. Each begins with a reset, and leaves the
// settings of the cycles that follow as they were.

#pragma once

#include "tb/cosim/blocks/llr_tx/script_writer.h"

namespace weir::cosim {

// The replay timer, the end of a replay, its count, and all that leads to FLUSH and out of it (timers.cpp).
void write_timers(LlrTxWriter& write);

// Numbers at both sides of each comparison, at each bit (comparisons.cpp).
void write_comparisons(LlrTxWriter& write);

}  // namespace weir::cosim
