// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which meters of FERA a clocked block can stand beside (clocked_fera.h).

#pragma once

#include <optional>
#include <string>

#include "hw_model/base/units.h"
#include "hw_model/cycle_models/fera_meter_cycle.h"
#include "hw_model/reference/fera_settings.h"

namespace weir::congestion {

// The clock of the block: 1.2 ns, or 1 ns where T is in whole cycles of that alone; nothing: T is in neither.
std::optional<Time> fera_clock(const reference::FeraSettings& settings);

// The setting that neither rtl/fera_meter nor rtl/fera_meter_dividing has, or the rate of a port; empty: one of them
// has all.
std::string not_in_fera_block(const reference::FeraSettings& settings, BitRate line_rate);

// The widths of the block for such a port: as built, or wider. What counts in r is exact.
reference::FeraMeterConfig fera_block_widths(const reference::FeraSettings& settings, const reference::FeraPort& port);

}  // namespace weir::congestion
