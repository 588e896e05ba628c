// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The table of the crossbar's settings, each declared once, and the rules between settings.

#pragma once

#include <cstddef>

#include "hw_model/datapath/crossbar/crossbar_config.h"
#include "hw_model/ledger/setting.h"

namespace weir::crossbar {

const ledger::SettingsOf<CrossbarConfig>& crossbar_settings();

// The properties of the switch's ports that the rules need.
struct CrossbarPorts {
  std::size_t ports = 1;
  BitRate fastest_port;
  Bytes max_frame;
};

// The rate at which an input sends: fastest_port x speedup, the speedup counted to a millionth.
BitRate crossing_rate(const CrossbarConfig& config, BitRate fastest_port);

// The time in which a cell crosses: cell x 8 / (fastest_port x speedup), rounded down to whole clock periods; 0 if less
// than one. Rounded down, because a crossbar that is slower than its ports by less than a period would lose throughput
// for ever, and the queue in front of it would grow without bound at line rate. `speedup` counts to a millionth. All
// settings are within their ranges.
Time slot_time(const CrossbarConfig& config, BitRate fastest_port);

void check(const CrossbarConfig& config, const CrossbarPorts& ports, ledger::Complaints& complaints);

}  // namespace weir::crossbar
