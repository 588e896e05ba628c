// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The scheme of the kept patch bb_credit, as a plugin.

#include "tb/plugin/plugin.h"

namespace weir::flow_control {
const SchemeCard& bb_credit_card();
}  // namespace weir::flow_control
namespace weir::bounds {
const SchemeCard& bb_credit_card();
}  // namespace weir::bounds

WEIR_PLUGIN {
  weir::flow_control::add_scheme("bb_credit", "buffer-to-buffer credits of Fibre Channel, counted in frames",
                                 weir::flow_control::bb_credit_card());
  weir::bounds::add_scheme_card("bb_credit", weir::bounds::bb_credit_card());
}
