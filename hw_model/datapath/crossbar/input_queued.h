// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The input-queued crossbar: packets wait at their input until the crossbar moves them, cell by cell at its own clock
// (CellCrossbar) or as a whole (PacketCrossbar). Crossbar of the switch model of "TTL-based buffer management",
// section 1.1; queueing and head-of-line blocking as in M. Karol, M. Hluchyj, S. Morgan, "Input Versus Output Queueing
// on a Space-Division Packet Switch", IEEE Trans. Comm. 35(12), 1987.

#pragma once

#include <memory>

#include "hw_model/datapath/crossbar/crossbar.h"

namespace weir::crossbar {

// Throws std::invalid_argument, with one line that names the setting, for a configuration that cannot work.
std::unique_ptr<Crossbar> make_input_queued(const CrossbarContext& context);

}  // namespace weir::crossbar
