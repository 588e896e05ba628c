// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Parts of the directed stimulus of a sender of Ultra Ethernet's credits.

#pragma once

#include "tb/cosim/blocks/ue_cbfc_sender/script_writer.h"

namespace weir::cosim {

// CC_Updates: due, taken and due again; the timer beside what software writes.
void ue_sender_updates(UeSenderWriter& write);

}  // namespace weir::cosim
