// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/cycle_models/itsy_causality_cycle.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/deadlock/deadlock_config.h"

namespace weir::deadlock {

// The widths that a switch with such a buffer asks of rtl/itsy_causality; VIQs count in units of `counted`.
inline reference::ItsyCausalityConfig causality_widths(const ItsyConfig& itsy, std::size_t ports, Bytes buffer,
                                                       Bytes counted) {
  const frame::ItsyWidths fields = itsy.widths();
  return {.ports = static_cast<unsigned>(ports),
          .count_bits = ledger::bits_for(static_cast<std::uint64_t>(buffer / counted)),
          .switch_bits = fields.switch_id,
          .port_bits = std::max(fields.port, ledger::bits_to_name(ports)),
          .seq_bits = fields.seq,
          .ttl_bits = fields.ttl,
          .sums = itsy.sums ? 1U : 0U};
}

}  // namespace weir::deadlock
