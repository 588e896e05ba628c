// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rules between the class mapper of a switch and its flow control, and which switches have that of
// rtl/class_mapper.

#pragma once

#include <string>

#include "hw_model/asic/switch_config.h"
#include "hw_model/ledger/complaints.h"

namespace weir::asic {

bool has_lossless(const SwitchConfig& config);

// If classes follow the TTL, a packet's class changes at each hop. A scheme's feedback about a class then stops that
// class at the upstream switch, where the packets are in another one, so it reaches no sender of theirs. TTL-shifted
// PFC shifts the class of its feedback, too; PAUSE stops the whole port.
void check_class_rule(const SwitchConfig& config, ledger::Complaints& complaints);

// Why the class mapper of a switch is not that of rtl/class_mapper: a setting that the RTL has not. Empty: it is.
std::string not_in_mapper(const reference::ClassMapperConfig& mapper);

}  // namespace weir::asic
