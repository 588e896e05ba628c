// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/none.h"

namespace weir::flow_control {

ledger::Block None::declare(const PortContext&) { return ledger::Block("flow_control"); }

}  // namespace weir::flow_control
