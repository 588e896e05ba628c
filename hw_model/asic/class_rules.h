// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What must hold between the class mapper of a switch and its flow control.

#pragma once

#include "hw_model/asic/switch_config.h"
#include "hw_model/ledger/complaints.h"

namespace weir::asic {

bool has_lossless(const SwitchConfig& config);

// A class that follows the TTL changes at each hop. What a scheme says of a class means that class at the other end,
// where the packets are in another: the feedback would reach nobody who sends. TTL-shifted PFC shifts it with them;
// PAUSE is of the whole port.
void check_class_rule(const SwitchConfig& config, ledger::Complaints& complaints);

}  // namespace weir::asic
