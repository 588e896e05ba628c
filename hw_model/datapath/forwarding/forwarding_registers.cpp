// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/forwarding/forwarding_registers.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "hw_model/datapath/forwarding/forwarding.h"
#include "hw_model/datapath/forwarding/route_window.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/reference/reference_settings.h"

namespace weir::forwarding {
namespace {

constexpr unsigned kMacBits = 48;
constexpr unsigned kVidBits = 12;
constexpr unsigned kIpv4Bits = 32;
constexpr unsigned kIpv6Bits = 128;
constexpr unsigned kPortsBits = 32;  // source and destination port of UDP or TCP
constexpr unsigned kTtlBits = 8;
constexpr unsigned kValidBits = 1;
constexpr unsigned kReasonCounterBits = 32;

struct Table {
  const char* name;
  const char* source;
  unsigned width;
  std::uint64_t entries;
  double reads;
  double writes;
  const char* width_follows;
  const char* description;
};

void add(ledger::Block& block, const Table& table, ledger::Storage storage = ledger::Storage::kSram) {
  if (table.entries == 0)
    return;
  block.add(ledger::Origin("forwarding", table.source)
                .memory({.name = table.name,
                         .width = table.width,
                         .dimensions = {{"entry", table.entries}},
                         .storage = storage,
                         .accesses = {.reads_per_packet = table.reads, .writes_per_packet = table.writes},
                         .width_follows = table.width_follows,
                         .description = table.description}));
}

void declare_tables(ledger::Block& block, const ForwardingHardware& hardware) {
  const ForwardingConfig& config = hardware.config;
  const unsigned port = ledger::bits_to_name(hardware.ports);
  const unsigned group = ledger::bits_to_name(config.ecmp_groups);
  const unsigned flow = 2 * kIpv4Bits + kPortsBits;
  add(block,
      {"l2_entry", "IEEE 802.1Q, 8.8", kMacBits + kVidBits + group + kValidBits, config.l2_entries, 1, 0,
       "MAC address, VLAN, ECMP group, valid",
       "filtering database, by destination, in buckets of l2_ways entries; software fills it, nothing is learned"});
  add(block, {"host_entry", "RFC 1812, 5.2.4", kIpv4Bits + group + kValidBits, config.host_entries, 1, 0,
              "IPv4 address, ECMP group, valid", "routes to hosts"});
  add(block,
      {"prefix_key", "RFC 1812, 5.2.4.3", kIpv4Bits, config.prefix_entries, 1, 0, "IPv4 address, ternary",
       "longest prefix match: prefixes, longest first"},
      ledger::Storage::kTcam);
  add(block, {"prefix_result", "RFC 1812, 5.2.4.3", group + kValidBits, config.prefix_entries, 1, 0,
              "ECMP group, valid", "longest prefix match: where the prefix leads"});
  add(block,
      {"prefix_v6_key", "RFC 8200, 2; RFC 1812, 5.2.4.3", kIpv6Bits, config.prefix_entries, 1, 0,
       "IPv6 address, ternary", "longest prefix match: prefixes, longest first"},
      ledger::Storage::kTcam);
  add(block, {"prefix_v6_result", "RFC 1812, 5.2.4.3", group + kValidBits, config.prefix_entries, 1, 0,
              "ECMP group, valid", "longest prefix match: where the prefix leads"});
  add(block, {"flow_entry", "RFC 1812, 5.2.4; explicit routes of single flows", flow + port + 2 * kValidBits,
              config.flow_entries, 1, 0, "IPv4 addresses and ports, port, valid, whether the TTL decides",
              "explicit routes of single flows, before all others"});
  add(block,
      {"hop_entry", "TTL-based buffer management, section 1.4: routes with loops", flow + kTtlBits + port + kValidBits,
       config.hop_entries, 1, 0, "as flow_entry, and a TTL", "explicit routes that pass this switch more than once"});
  add(block,
      {"ecmp_group", "RFC 2992", ledger::bits_to_name(config.ecmp_members) + ledger::bits_for(hardware.ports),
       config.ecmp_groups, 1, 0, "names a member, counts ports", "first member of the group, and how many there are"});
  add(block, {"ecmp_member", "RFC 2992", port, config.ecmp_members, 1, 0, "names a port", "port of a group's member"});
  if (config.host_entries > 0)
    declare_route_window(block, hardware.ports);
  const ledger::Origin ecmp("forwarding", "RFC 2992");
  block.add(ecmp.setting(
      {.name = "hash_seed", .width = 64, .description = "seed of the hash that chooses a member of the group"}));
  const ledger::Origin lookups("forwarding", "RFC 1812, 5.2.7");
  const auto dropped = [&](const char* name, const char* what) {
    block.add(lookups.counter({.name = name,
                               .width = kReasonCounterBits,
                               .dimensions = {{"port", hardware.ports}, {"class", hardware.classes}},
                               .memory = "drop_counters",
                               .width_follows = "wraps after 2^32 packets",
                               .description = what}));
  };
  dropped("dropped_no_route", "IP packets from this port for which no table has a route");
  dropped("dropped_no_class", "packets from this port at a hop for which their service has no class");
  dropped("dropped_not_ip", "frames from this port without an IP header for which no table has a route");
}

void declare_class_mapper(ledger::Block& block, const ForwardingHardware& hardware) {
  const ledger::Origin origin("class_mapper", "IEEE 802.1Q, 8.6.6; RFC 2474");
  constexpr std::array<std::string_view, 4> kInRtl = {"class_source", "pcp_class", "dscp_class", "ttl0"};
  for (const auto& setting : reference::class_mapper_settings()) {
    if (!setting.is_held())
      continue;
    ledger::RegisterDeclaration held = ledger::register_of(setting, hardware.class_mapper);
    if (std::find(kInRtl.begin(), kInRtl.end(), held.name) != kInRtl.end() &&
        !reference::is_own(hardware.class_mapper.source))
      held.rtl_block = "class_mapper";
    block.add(origin.setting(std::move(held)));
  }
  if (!reference::is_own(hardware.class_mapper.source))
    block.add(ledger::RtlInstance{.block = "class_mapper",
                                  .parameters = {{"TTL_W", block.find("ttl0")->width}},
                                  .resets = {{"SOURCE", "class_source"}, {"TTL0", "ttl0"}},
                                  .answers = ledger::Answers::kAnyPacket});
  if (reference::is_in_frames(hardware.class_mapper.source)) {
    block.add(
        ledger::Origin("class_mapper", "docs/decisions/0208")
            .state({.name = "label_port",
                    .width = 1,
                    .dimensions = {{"port", hardware.ports}},
                    .description = "1: the peer is a switch: its labels are trusted, and frames to it carry a label"}));
  }
}

}  // namespace

void Forwarding::check_declared(const ledger::Block& block) {
  static constexpr auto kGroup = ledger::state_fields<Group>(ledger::holds(&Group::first, "ecmp_group"),
                                                             ledger::holds(&Group::size, "ecmp_group"));
  static constexpr auto kFields = ledger::state_fields<Forwarding>(
      ledger::holds(&Forwarding::hash_seed_, "hash_seed"),
      ledger::holds(&Forwarding::mapper_, "class_source", "pcp_class", "dscp_class", "ttl0", "services", "service_by",
                    "label_trust"),
      ledger::holds(&Forwarding::hosts_, "host_entry"), ledger::holds(&Forwarding::flows_, "flow_entry"),
      ledger::holds(&Forwarding::hops_, "hop_entry"), ledger::holds(&Forwarding::macs_, "l2_entry"),
      ledger::holds(&Forwarding::prefixes_v4_, "prefix_key", "prefix_result"),
      ledger::holds(&Forwarding::prefixes_v6_, "prefix_v6_key", "prefix_v6_result"),
      ledger::holds(&Forwarding::groups_, "ecmp_group"), ledger::holds(&Forwarding::members_, "ecmp_member"),
      ledger::model_only(&Forwarding::most_groups_, "a constant: size of ecmp_group"),
      ledger::model_only(&Forwarding::most_members_, "a constant: size of ecmp_member"));
  ledger::require_declared(block, kGroup);
  ledger::require_declared(block, kFields);
}

ledger::Block declare_forwarding(const ForwardingHardware& hardware) {
  ledger::Block block("forwarding");
  declare_tables(block, hardware);
  declare_class_mapper(block, hardware);
  const ForwardingConfig& config = hardware.config;
  if (config.l2_entries > 0 && config.prefix_entries > 0 && config.host_entries > 0 && config.flow_entries > 0 &&
      config.hop_entries > 0 && config.ecmp_groups > 0 && config.ecmp_members > 0)
    Forwarding::check_declared(block);
  return block;
}

}  // namespace weir::forwarding
