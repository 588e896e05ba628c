// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The keys of what every switch and host is built from: those of the chip's settings, and those that only a file has.

#include "tb/scenario/key_table_device.h"

#include <array>
#include <iterator>
#include <string>
#include <vector>

#include "hw_model/asic/switch_settings.h"
#include "tb/network/routing.h"
#include "tb/scenario/fidelities.h"
#include "tb/scenario/table_route.h"

namespace weir::scenario {
namespace {

KeyKind kind_of(const ledger::SettingText& setting) {
  using ledger::SettingKind;
  if (setting.elements > 1) {
    constexpr std::int64_t kMostWeight = 255;
    const auto within = [&](std::int64_t lowest, std::int64_t highest) {
      return setting.lowest.count == lowest && setting.highest.count == highest;
    };
    return within(0, kClasses - 1) ? KeyKind::kClasses : within(1, kMostWeight) ? KeyKind::kWeights : KeyKind::kNumbers;
  }
  switch (setting.kind) {
    case SettingKind::kTime:
      return KeyKind::kTime;
    case SettingKind::kRate:
      return KeyKind::kRate;
    case SettingKind::kBytes:
      return setting.may_be_by_class ? KeyKind::kClassBytes : KeyKind::kBytes;
    case SettingKind::kReal:
      return KeyKind::kReal;
    case SettingKind::kBoolean:
      return KeyKind::kBoolean;
    case SettingKind::kWord:
      return KeyKind::kWord;
    case SettingKind::kClasses:
      return KeyKind::kClasses;
    case SettingKind::kText:
      return KeyKind::kText;
    case SettingKind::kInteger:
      break;
  }
  return KeyKind::kInteger;
}

KeySpec key_of(const asic::SettingTable& table, const ledger::Setting<asic::SwitchConfig>& setting) {
  static const asic::SwitchConfig kDefaults;
  KeySpec spec;
  spec.table = table.path;
  spec.name = setting.word;
  spec.kind = kind_of(setting);
  spec.meaning = setting.meaning;
  spec.on_chip = true;
  spec.alike = setting.alike;
  spec.by_switch = setting.alike.empty();
  if (!setting.register_name.empty()) {
    const bool whole = setting.register_name.find('.') != std::string::npos;
    spec.register_name = (whole ? "" : std::string(table.block) + ".") + setting.register_name;
  }
  for (const ledger::SettingWord& known : setting.words) {
    spec.words.push_back(known.word);
  }
  if (!setting.or_word.empty()) {
    spec.words.push_back(setting.or_word);
  }
  if (setting.elements > 1 && spec.kind != KeyKind::kNumbers) {
    return spec;
  }
  spec.initial = setting.elements > 1 ? "" : text_of(setting, setting.get(kDefaults, 0));
  const bool ranges = spec.kind != KeyKind::kBoolean && spec.kind != KeyKind::kWord && spec.kind != KeyKind::kClasses &&
                      spec.kind != KeyKind::kText;
  if (ranges) {
    spec.lowest = text_of(setting, setting.lowest);
    spec.highest = text_of(setting, setting.highest);
  }
  if (setting.step > 1) {
    spec.step = text_of(setting, {setting.step});
  }
  return spec;
}

KeySpec by_switch(KeySpec key) {
  key.by_switch = true;
  return key;
}

KeySpec alike(KeySpec key, std::string_view why) {
  key.alike = why;
  return key;
}

std::vector<KeySpec> forwarding_keys() {
  using enum KeyKind;
  constexpr std::string_view kOfPaths = "routes go through all of them; [[switch.route]] is of single ones";
  return {
      alike(key("switch.forwarding", "tables", kWord, {.initial = "shortest_paths", .words = words_of(kTableFills)},
                "What forwarding tables hold before `switch.route` is added. shortest_paths: a route to each host, by "
                "IPv4 address. bridged: a route to each host, by MAC address, so that the TTL stays. listed: nothing."),
            kOfPaths),
      alike(key("switch.forwarding", "paths", kWord, {.initial = "all", .words = words_of(network::kPathChoices)},
                "Which of several equal shortest paths to a host's switch the tables hold. all: all paths (ECMP). "
                "lowest: one path, through the neighbour that comes first in the topology. random: one path, drawn by "
                "`topology.seed`. d_mod_k: one path, by the digits of the host's number. Not for listed."),
            kOfPaths),
      key("switch.route[]", "device", kName, {.required = true}, "The switch."),
      key("switch.route[]", "to", kText, {.required = true},
          "A prefix (\"10.0.0.0/24\", \"2001:db8::/32\"), a MAC address (\"02:00:00:01:00:00\"), or the name of a "
          "host."),
      key("switch.route[]", "via", kNames, {.required = true},
          "Neighbours to which the route leads; several neighbours, or several cables to a neighbour, make an ECMP "
          "group."),
      key("switch.route[]", "vid", kInteger, {.initial = "0", .highest = "4095"},
          "VLAN of a MAC address; 0: untagged or with a priority tag."),
  };
}

std::vector<KeySpec> mmu_keys() {
  using enum KeyKind;
  return {
      by_switch(key("switch.mmu", "partitions", kInteger, {.lowest = "1", .highest = "8"},
                    "Number of partitions: each class from 0 to `partitions` - 1 has a part of the buffer of its own. "
                    "Default: one buffer for all classes, or under `ttl_pfc` a partition for each class from 1 up to "
                    "the highest lossless class.")),
      by_switch(key("switch.mmu", "partition_weights", kParts, {},
                    "Proportions of the partitions of classes 0, 1, ...; default: equal parts. 0: no buffer, which "
                    "under `ttl_pfc` class 0 may have although it is lossless.")),
  };
}

std::vector<KeySpec> shaper_keys() {
  using enum KeyKind;
  return {
      key("switch.egress.shaper[]", "device", kName, {}, "The switch; default: every switch."),
      key("switch.egress.shaper[]", "to", kName, {}, "The neighbour at the port; default: every port."),
      key("switch.egress.shaper[]", "class", kInteger, {.lowest = "0", .highest = "7"},
          "The class; default: all classes of the port together."),
      key("switch.egress.shaper[]", "rate", kRate, {.required = true, .lowest = "1bps", .highest = "10Tbps"},
          "Frame bits a second on average over a long time."),
      key("switch.egress.shaper[]", "burst", kBytes, {.initial = "0B", .highest = "16MB"},
          "Bytes that may go at once after a pause, at least switch.max_frame; 0B: two frames of switch.max_frame."),
  };
}

std::vector<KeySpec> pfc_keys() {
  using enum KeyKind;
  return {by_switch(key("flow_control.pfc", "xon_offset", kBytes, {.lowest = "1B", .highest = "1GB"},
                        "Distance of XON below XOFF, in place of `xon`."))};
}

std::vector<KeySpec> fidelity_keys() {
  using enum KeyKind;
  constexpr std::string_view kOfTheRun = "a run simulates all of them in one way";
  const auto of_block = [](std::string_view name, std::string_view meaning) {
    return key("fidelity", name, kWord, {.words = words_of(cosim::kFidelities)}, meaning);
  };
  std::vector<KeySpec> keys{
      alike(key("limiter", "fidelity", kWord, {.initial = "reference", .words = words_of(cosim::kFidelities)},
                "The older key for `fidelity.rate_limiter`; refused beside this key or `fidelity.all`."),
            kOfTheRun),
      alike(
          key("limiter", "comparator_fidelity", kWord, {.initial = "reference", .words = words_of(cosim::kFidelities)},
              "The older key for `fidelity.stage_comparator`; refused beside this key or `fidelity.all`."),
          kOfTheRun),
      of_block("all",
               "Every block below that has no key of its own, but `lossless_port`, `equipped_port`, `gentle_port`, "
               "`gradient_port` and `linear_port`. A device keeps its C++ model where the RTL does not have one of the "
               "device's settings. RTL that is too narrow is refused: iSLIP of more than 8 inputs, as of a switch of "
               "16 ports; with `islip` = \"reference\" beside `all` such a switch runs."),
      of_block("rate_limiter", "The limiters of GFC; default: `limiter.fidelity`."),
      of_block("stage_comparator", "The stage comparators of GFC; default: `limiter.comparator_fidelity`."),
  };
  for (const ClockedKey& one : kClockedKeys)
    keys.push_back(of_block(one.block, one.meaning));
  constexpr std::string_view kHere = "The same of this block at these ports.";
  keys.push_back(key("fidelity.at[]", "ports", kTexts, {.required = true},
                     "Devices and ports, DEVICE or DEVICE.pPORT, '*' for any letters."));
  keys.push_back(key("fidelity.at[]", "all", kWord, {.words = words_of(cosim::kFidelities)},
                     "Every block that has no key of its own in this entry, but `lossless_port`, `equipped_port`, "
                     "`gentle_port`, `gradient_port` and `linear_port`."));
  for (const auto& [block, of] : kFidelityKeys)
    keys.push_back(key("fidelity.at[]", block, kWord, {.words = words_of(cosim::kFidelities)}, kHere));
  return keys;
}

}  // namespace

std::vector<TableSpec> device_tables() {
  std::vector<TableSpec> tables;
  for (const asic::SettingTable& table : asic::setting_tables()) {
    if (table.path == "link.llr") {
      tables.push_back({"link", "What ports do about the errors of their links."});
    }
    tables.push_back({table.path, table.meaning});
    if (table.path == "switch.forwarding") {
      tables.push_back({"switch.route[]", "A route of one switch, beside or in place of the shortest paths."});
    }
    if (table.path == "switch.egress") {
      tables.push_back({"switch.egress.shaper[]",
                        "A token bucket at ports of switches: it limits the rate at which a port, or a class of the "
                        "port, sends. A later entry overrides an earlier one."});
    }
    if (table.path == "limiter") {
      tables.push_back(
          {"fidelity",
           "How blocks that exist as RTL are simulated. reference: C++. rtl: Verilated RTL. lockstep: both, "
           "compared in each cycle; a difference stops the run. The register bank of a port, `port_registers`, has no "
           "key: the RTL is written for the register map of one switch, and what software writes reaches a switch by "
           "its TLM socket. Ports as a whole (`lossless_port` and the four below it) have the bank in them, and write "
           "and read it on its bus."});
      tables.push_back({"fidelity.at[]",
                        "Other fidelities at single devices or ports. A later entry overrides an earlier one, block by "
                        "block."});
    }
  }
  return tables;
}

std::vector<KeySpec> device_keys() {
  std::vector<KeySpec> keys;
  for (const asic::SettingTable& table : asic::setting_tables()) {
    for (const auto& setting : table.settings) {
      keys.push_back(key_of(table, setting));
    }
  }
  for (std::vector<KeySpec>& part :
       std::array{forwarding_keys(), mmu_keys(), shaper_keys(), pfc_keys(), fidelity_keys()}) {
    keys.insert(keys.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  }
  return keys;
}

}  // namespace weir::scenario
