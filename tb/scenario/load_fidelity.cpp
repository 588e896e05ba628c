// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Reads how blocks with RTL are simulated: [fidelity] and [[fidelity.at]], and the two keys of [limiter] that
// [fidelity] replaces.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <boost/algorithm/string/join.hpp>

#include "hw_model/asic/switch_settings.h"
#include "tb/cosim/at_need.h"
#include "tb/cosim/whole_port.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/expectation_key.h"
#include "tb/scenario/fidelities.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"
#include "tb/scenario/rtl_limits.h"
#include "tb/scenario/rtl_presence.h"
#include "tb/scenario/scenario_error.h"
#include "tb/text/words.h"

namespace weir::scenario {
namespace {

using cosim::Fidelity;

std::optional<Fidelity> given(const Reader& reader, std::string_view key) {
  if (!reader.has(key))
    return std::nullopt;
  return reader.word(key, cosim::kFidelities);
}

// Whether the reader speaks of the block, and the key that does.
bool speaks(const Reader& reader, std::string_view block) {
  return reader.has(block) || (!cosim::is_whole_port(block) && reader.has("all"));
}
std::string_view key_of(const Reader& reader, std::string_view block) {
  return reader.has(block) || cosim::is_whole_port(block) ? block : "all";
}

// Whether a value stands behind another one. What --set gives is behind the file, and the file is behind its bases.
bool is_behind(const Place& one, const Place& other) {
  const auto order = [](const Place& place) {
    return std::tuple(place.from_command_line, place.base == 0, place.line, place.column);
  };
  return order(one) > order(other);
}

// The fidelity of a block: its own key, else `all`, else the older key, which must not stand beside one of these.
Fidelity of_block(const Reader& reader, std::string_view block, const Reader& older_table, std::string_view older) {
  const std::string_view key = key_of(reader, block);
  const std::optional<Fidelity> said = given(reader, key);
  if (!said)
    return older_table.word(older, cosim::kFidelities);
  if (older_table.has(older)) {
    const auto refuse = [](const Reader& second, std::string_view word, const std::string& first) {
      second.fail(word, first + " is about the same block; wanted one of the two keys");
    };
    if (is_behind(older_table.place_of(older), reader.place_of(key)))
      refuse(older_table, older, reader.path_of(key));
    refuse(reader, key, older_table.path_of(older));
  }
  return *said;
}

std::string name_of(const network::DeviceSpec& device, std::size_t port) {
  return device.name + ".p" + std::to_string(port);
}

// [fidelity], and the entries of [[fidelity.at]].
class FidelityReader {
 public:
  struct Said {
    const Reader* reader;
    std::string_view key;
    bool operator==(const Said&) const = default;
  };

  explicit FidelityReader(const Document& document) : all_(document, "fidelity") {
    const std::vector<Value>& list = all_.list("at");
    for (std::size_t i = 0; i < list.size(); ++i)
      entries_.emplace_back(document, "fidelity.at", list[i], i);
  }

  const Reader& all() const { return all_; }
  const std::vector<Reader>& entries() const { return entries_; }

  // The key that decides of a block at a port: of the last entry that is about both, else of all.
  Said said_of(std::string_view block, const std::string& port) const {
    const auto entry = std::find_if(entries_.rbegin(), entries_.rend(), [&](const Reader& one) {
      return speaks(one, block) && std::ranges::any_of(one.list("ports"), [&](const Value& pattern) {
               return matches_within(pattern.text, port);
             });
    });
    const Reader* const reader = entry == entries_.rend() ? &all_ : &*entry;
    return {reader, key_of(*reader, block)};
  }

 private:
  Reader all_;
  std::vector<Reader> entries_;
};

// Each pattern means a port, and each entry says something.
void check_entry(const Document& document, const Reader& entry, const network::Topology& topology) {
  const auto says = [&](const auto& key) { return entry.has(key.first); };
  if (!entry.has("all") && std::ranges::none_of(kFidelityKeys, says))
    entry.fail("ports", "wanted a fidelity for them: 'all', or the key of a block");
  if (entry.list("ports").empty())
    entry.fail("ports", "wanted at least one device or port");
  for (const Value& pattern : entry.list("ports")) {
    const auto meant = [&](const network::DeviceSpec& device) {
      for (std::size_t port = 0; port < device.ports; ++port) {
        if (matches_within(pattern.text, name_of(device, port)))
          return true;
      }
      return false;
    };
    if (std::ranges::any_of(topology.devices, meant))
      continue;
    std::vector<std::string> names;
    for (const network::DeviceSpec& device : topology.devices)
      names.push_back(device.name);
    fail(document, pattern.place, entry.path_of("ports"),
         "no device or port is named " + text::in_quotes(pattern.text) + text::known_hint(pattern.text, names) +
             "; ports are named DEVICE.pPORT, '*' stands for any letters");
  }
}

// A block by its name beside the port as a whole, which has it, too.
void refuse_both(const FidelityReader& reader, const Fidelities& here, const std::string& port) {
  for (const auto& [whole, of_whole, about] : kClockedKeys) {
    if (!cosim::is_whole_port(whole) || here.*of_whole == Fidelity::reference)
      continue;
    for (const auto& [block, of] : kFidelityKeys) {
      const FidelityReader::Said said = reader.said_of(block, port);
      if (here.*of != Fidelity::reference && said.key == block && cosim::is_part_of_port(block, whole))
        said.reader->fail(said.key, port + ": fidelity." + std::string(whole) +
                                        " has this block of the port; wanted one of the two keys");
    }
  }
}

// A block of which a switch has one: all ports want the same of it.
struct WholeBlock {
  std::string_view block;
  Fidelity Fidelities::*of;
  std::string_view name;
};

constexpr WholeBlock kWholeBlocks[] = {
    {"islip", &Fidelities::islip, "iSLIP of the crossbar"},
    {"viq_admission", &Fidelities::viq_admission, "the admission of the MMU"},
    {"partition_admission", &Fidelities::partition_admission, "the admission of the MMU"},
    {"itsy_causality", &Fidelities::itsy_causality, "ITSY's causality unit of a class"},
};

const Fidelities& fidelities_at(const Scenario& scenario, const std::string& port) {
  const auto other = scenario.fidelity_at.find(port);
  return other == scenario.fidelity_at.end() ? scenario.fidelity : other->second;
}

void refuse_different(const FidelityReader& reader, const Scenario& scenario, const network::DeviceSpec& device,
                      const asic::SwitchConfig& config) {
  for (const WholeBlock& block : kWholeBlocks) {
    if (device.kind != network::DeviceKind::kSwitch || !has_block(block.block, config, PortId(0), true))
      continue;
    const Fidelity first = fidelities_at(scenario, name_of(device, 0)).*block.of;
    for (std::size_t port = 0; port < config.ports.size(); ++port) {
      if (fidelities_at(scenario, name_of(device, port)).*block.of == first)
        continue;
      // One of the two ports has its fidelity from an entry.
      FidelityReader::Said said = reader.said_of(block.block, name_of(device, port));
      if (said.reader == &reader.all())
        said = reader.said_of(block.block, name_of(device, 0));
      said.reader->fail(said.key, device.name + ": " + std::string(block.name) +
                                      " is one block for all ports; wanted " +
                                      text::in_quotes(name_in(cosim::kFidelities, first)) + " as at port 0, or " +
                                      "the switch as a whole in 'ports'");
    }
  }
}

// What is asked for by its name is there, of each key at one device or more that the key is about. A key of [fidelity]
// is about all devices, also where [[fidelity.at]] says another word.
class AskedByName {
 public:
  void look_at(const FidelityReader& reader, const Fidelities& all, const Fidelities& here, const std::string& name,
               const asic::SwitchConfig& config, PortId port, bool is_switch) {
    for (const auto& [block, of] : kFidelityKeys) {
      const bool has = has_block(block, config, port, is_switch);
      if (has && !cosim::is_whole_port(block) && std::ranges::find(there_, block) == there_.end())
        there_.emplace_back(block);
      if (all.*of != Fidelity::reference && reader.all().has(block))
        note({&reader.all(), block}, has);
      const FidelityReader::Said said = reader.said_of(block, name);
      if (here.*of != Fidelity::reference && said.reader != &reader.all() && said.reader->has(block))
        note(said, has);
    }
  }

  void end() const {
    for (const auto& [said, found] : asked_) {
      if (!found)
        said.reader->fail(said.key, "no device that this is about has the block; wanted one that is there (" +
                                        boost::algorithm::join(there_, ", ") + "), 'all', or \"reference\"");
    }
  }

 private:
  void note(const FidelityReader::Said& said, bool has) {
    const auto known = std::ranges::find(asked_, said, &std::pair<FidelityReader::Said, bool>::first);
    if (known == asked_.end())
      asked_.emplace_back(said, has);
    else
      known->second |= has;
  }

  std::vector<std::string> there_;
  std::vector<std::pair<FidelityReader::Said, bool>> asked_;  // whether one of the devices has the block
};

}  // namespace

void load_fidelities(const Document& document, Scenario& scenario) {
  const FidelityReader reader(document);
  const Reader limiter(document, "limiter");
  scenario.fidelity = {.rate_limiter = of_block(reader.all(), "rate_limiter", limiter, "fidelity"),
                       .stage_comparator = of_block(reader.all(), "stage_comparator", limiter, "comparator_fidelity")};
  for (const ClockedKey& one : kClockedKeys)
    scenario.fidelity.*one.of = given(reader.all(), key_of(reader.all(), one.block)).value_or(Fidelity::reference);
  for (const Reader& entry : reader.entries())
    check_entry(document, entry, scenario.topology);
  if (reader.entries().empty())
    return;
  for (const network::DeviceSpec& device : scenario.topology.devices) {
    for (std::size_t port = 0; port < device.ports; ++port) {
      Fidelities here = scenario.fidelity;
      for (const auto& [block, of] : kFidelityKeys) {
        const FidelityReader::Said said = reader.said_of(block, name_of(device, port));
        if (said.reader != &reader.all())
          here.*of = said.reader->word(said.key, cosim::kFidelities);
      }
      if (here != scenario.fidelity)
        scenario.fidelity_at.emplace(name_of(device, port), here);
    }
  }
}

void check_fidelities(const Document& document, const Scenario& scenario) {
  if (scenario.fidelity == Fidelities{} && scenario.fidelity_at.empty())
    return;
  const FidelityReader reader(document);
  const std::vector<std::vector<network::Peer>> peers = peers_of(scenario.topology);
  AskedByName asked_by_name;
  for (std::size_t i = 0; i < peers.size(); ++i) {
    const network::DeviceSpec& device = scenario.topology.devices[i];
    const asic::SwitchConfig config = config_of(scenario, i, peers);
    const bool is_switch = device.kind == network::DeviceKind::kSwitch;
    refuse_different(reader, scenario, device, config);
    for (std::size_t port = 0; port < peers[i].size(); ++port) {
      const Fidelities& here = fidelities_at(scenario, name_of(device, port));
      refuse_both(reader, here, name_of(device, port));
      asked_by_name.look_at(reader, scenario.fidelity, here, name_of(device, port), config, PortId(port), is_switch);
      for (const auto& [block, of, meaning] : kClockedKeys) {
        if (here.*of == Fidelity::reference)
          continue;
        const FidelityReader::Said said = reader.said_of(block, name_of(device, port));
        if (const std::string rule = rule_without_input(block, config); !rule.empty())
          said.reader->fail(
              said.key, device.name + ": " + rule + " is a rule for which the RTL has no input; wanted \"reference\"");
        if (const std::string setting = setting_not_built(said.key, device, config); !setting.empty())
          said.reader->fail(said.key, device.name + ": " + setting + "; wanted \"reference\"");
        const std::string parameter = made_at_need(block, config, PortId(port), is_switch);
        if (const std::string why = parameter.empty() ? "" : cosim::nothing_made(); !why.empty())
          said.reader->fail(said.key, device.name + (is_switch ? ": the switch wants " : ": the host wants ") +
                                          parameter + "; " + why + "; wanted \"reference\"");
        for (const Asked& one : asked_of(block, config, PortId(port), is_switch)) {
          if (one.many <= one.built)
            continue;
          said.reader->fail(said.key, device.name + ": " + one.what + " has " + std::to_string(one.many) + " " +
                                          one.of + ", and the widest RTL has " + one.parameter + " = " +
                                          std::to_string(one.built) + "; wanted \"reference\"");
        }
      }
    }
  }
  asked_by_name.end();
}

}  // namespace weir::scenario
