// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The input-queued crossbar: packets wait at their input until the crossbar moves them, cell by cell at its own clock
// (CellCrossbar) or as a whole (PacketCrossbar). Crossbar of the switch model of "TTL-based buffer management",
// section 1.1; queueing and head-of-line blocking as in M. Karol, M. Hluchyj, S. Morgan, "Input Versus Output Queueing
// on a Space-Division Packet Switch", IEEE Trans. Comm. 35(12), 1987.

#pragma once

#include <memory>

#include "hw_model/base/units.h"
#include "hw_model/datapath/crossbar/crossbar.h"

namespace weir::crossbar {

// The rate at which an input sends: fastest_port x speedup, the speedup counted to a millionth. Throws
// std::invalid_argument unless speedup is within 1..1000.
BitRate crossing_rate(const CrossbarConfig& config, BitRate fastest_port);

// The time in which a cell crosses: cell x 8 / (fastest_port x speedup), rounded down to whole clock periods. Down,
// because a crossbar that is slower than its ports by less than a period would lose throughput for ever, and the queue
// in front of it would grow without bound at line rate. `speedup` counts to a millionth. Throws std::invalid_argument
// when that is less than one period.
Time slot_time(const CrossbarConfig& config, BitRate fastest_port);

// Throws std::invalid_argument, with one line that names the setting, for a configuration that cannot work.
void validate(const CrossbarContext& context);

// Throws as validate().
std::unique_ptr<Crossbar> make_input_queued(const CrossbarContext& context);

}  // namespace weir::crossbar
