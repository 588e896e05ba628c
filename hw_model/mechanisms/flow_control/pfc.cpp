// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/pfc.h"

namespace weir::flow_control {

ledger::Block Pfc::declare(const PortContext& context) {
  return declare_class_pauses(context, ledger::Origin("pfc", "IEEE 802.1Q clause 36, IEEE 802.3 annex 31D"));
}

}  // namespace weir::flow_control
