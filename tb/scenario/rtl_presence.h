// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which blocks of [fidelity] a device has as it is set.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hw_model/asic/switch_config.h"
#include "hw_model/base/ids.h"
#include "hw_model/cycle_models/linear_rate_cycle.h"

namespace weir::scenario {

// Whether a switch matches cells by iSLIP, as one block.
bool has_islip(const asic::SwitchConfig& config);

// Whether a switch has an ITSY unit that is in RTL.
bool has_causality(const asic::SwitchConfig& config);

// Whether a switch has detectors that time pauses or credits, as TCD has.
bool has_tcd(const asic::SwitchConfig& config);

// What a device wants of the divider of time-based GFC; nothing: it has no such divider.
std::optional<reference::LinearRateConfig> divider_of(const asic::SwitchConfig& config);

// Why the meter of FERA at this port is not that of this block; nothing: it is, or there is none.
std::string meter_not_built(std::string_view block, const asic::SwitchConfig& config, const link::LinkConfig& port);
bool has_meter(std::string_view block, const asic::SwitchConfig& config, const link::LinkConfig& port);

// Whether the device has the block of this key at port p. A whole port is everywhere: what keeps it from being in RTL
// is said by setting_not_built (rtl_limits.h).
bool has_block(std::string_view key, const asic::SwitchConfig& config, PortId p, bool is_switch);

}  // namespace weir::scenario
