// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/forwarding/forwarding_settings.h"

#include "hw_model/datapath/forwarding/host_table.h"

namespace weir::forwarding {

const ledger::SettingsOf<ForwardingConfig>& forwarding_settings() {
  constexpr std::int64_t kMost = 1'048'576;
  using Config = ForwardingConfig;
  static const ledger::SettingsOf<Config> kSettings = {
      ledger::setting(&Config::l2_entries, "l2_entries", {1, kMost}, "Entries of the table of MAC addresses."),
      ledger::setting(&Config::l2_ways, "l2_ways", {1, 64},
                      "Entries of a bucket of the table of MAC addresses; the table has l2_entries / l2_ways buckets, "
                      "rounded down to a power of two."),
      ledger::setting(&Config::host_entries, "host_entries", {0, kMost},
                      "Entries for routes to single IPv4 addresses."),
      ledger::setting(&Config::prefix_entries, "prefix_entries", {0, kMost},
                      "Entries for prefixes, of IPv4 and of IPv6 each."),
      ledger::setting(&Config::flow_entries, "flow_entries", {0, kMost}, "Entries for routes of single flows."),
      ledger::setting(&Config::hop_entries, "hop_entries", {0, kMost},
                      "Entries for hops of flows that pass the switch more than once."),
      ledger::setting(&Config::ecmp_groups, "ecmp_groups", {1, HostTable::kMostGroups + 1},
                      "Groups of ports to which routes to hosts, prefixes and MAC addresses lead; equal groups are "
                      "one, and a single port is a group, too."),
      ledger::setting(&Config::ecmp_members, "ecmp_members", {1, kMost}, "Ports of all ECMP groups together."),
  };
  return kSettings;
}

void check(const ForwardingConfig& config, ledger::Complaints& complaints) {
  complaints.unless(
      config.l2_ways <= config.l2_entries, {"l2_ways", "l2_entries"},
      "wanted at most l2_entries, " + std::to_string(config.l2_entries) + "; got " + std::to_string(config.l2_ways));
}

}  // namespace weir::forwarding
