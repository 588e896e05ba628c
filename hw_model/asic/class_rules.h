// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rules between the class mapper of a switch and its flow control.

#pragma once

#include "hw_model/asic/switch_config.h"
#include "hw_model/ledger/complaints.h"

namespace weir::asic {

bool has_lossless(const SwitchConfig& config);

// If classes follow the TTL, a packet's class changes at each hop. A scheme's feedback about a class then stops that
// class at the upstream switch, where the packets are in another one, so it reaches no sender of theirs. TTL-shifted
// PFC shifts the class of its feedback, too; PAUSE stops the whole port.
void check_class_rule(const SwitchConfig& config, ledger::Complaints& complaints);

}  // namespace weir::asic
