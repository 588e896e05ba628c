// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/declared_schemes.h"

#include "hw_model/mechanisms/flow_control/pause_registers.h"
#include "hw_model/mechanisms/flow_control/require.h"

namespace weir::flow_control {

ledger::Block declare_pause(const PortContext& context) {
  validate_pauses(context, "pause");
  const ledger::Origin origin("pause", "IEEE 802.3 annex 31B");
  ledger::Block block("flow_control");
  declare_pause_registers(block, context.config.pfc, {}, origin);
  block.add(origin.state({.name = "port_depth",
                          .width = ledger::bits_for(static_cast<std::uint64_t>(context.config.pfc.xoff.count())),
                          .width_follows = "bits of XOFF in bytes; saturates",
                          .description = "bytes of all lossless VIQs of the port"}));
  FlowControl::declare_common(block, context, origin);
  return block;
}

ledger::Block declare_ttl_pfc(const PortContext& context) {
  validate_pauses(context, "ttl_pfc");
  require(context.config.pfc.xoff >= context.max_frame, "ttl_pfc: xoff is " + text(context.config.pfc.xoff) +
                                                            ", wanted at least one frame of " +
                                                            text(context.max_frame));
  const ledger::Origin origin("ttl_pfc", "TTL-based buffer management, section 1.2");
  ledger::Block block("flow_control");
  declare_pause_registers(block, context.config.pfc, per_lossless_class(context), origin);
  block.add(origin.setting({.name = "class_shift",
                            .reset = 1,
                            .description = "1: VIQ (i, j) pauses class j - 1 upstream; 0: class j, plain PFC"}));
  FlowControl::declare_common(block, context, origin);
  return block;
}

}  // namespace weir::flow_control
