// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rules of link-level retry at the ports of a switch or host.

#pragma once

#include "hw_model/asic/switch_config.h"
#include "hw_model/base/quantity_text.h"
#include "hw_model/ledger/complaints.h"
#include "hw_model/mechanisms/llr/llr_loop.h"
#include "hw_model/mechanisms/llr/llr_settings.h"

namespace weir::asic {

// The timer must be longer than the loop of each link that repairs its losses, and the replay buffer take any frame.
inline void check_retry(const SwitchConfig& config, ledger::Complaints& complaints) {
  ledger::OfTable table(complaints, "link.llr");
  const llr::LlrConfig& retry = config.llr.link;
  for (std::size_t p = 0; p < config.ports.size(); ++p) {
    if (!has_llr(config, PortId(p)))
      continue;
    llr::check(retry, table);
    table.unless(
        !config.llr.pause_stops_replay || !config.llr.pause_eligible, {"pause_stops_replay", "pause_eligible"},
        "a pause with a number waits for the replay that a pause stops; wanted one of the two false; got true");
    const link::LinkConfig& port = config.ports[p];
    llr::check_link(retry, {.rate = port.rate, .delay = port.delay, .processing = Time(0)}, config.max_frame, table);
    const Bytes largest = retry.counted(config.max_frame);
    table.unless(retry.outstanding_bytes_max >= largest,
                 {"outstanding_bytes_max", "switch.max_frame", "outstanding_counts"},
                 "wanted at least the largest frame, " + quantity_text(largest) + ", which would never leave; got " +
                     quantity_text(retry.outstanding_bytes_max));
  }
}

}  // namespace weir::asic
