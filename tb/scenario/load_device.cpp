// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/asic/switch_settings.h"
#include "hw_model/base/quantity_text.h"
#include "hw_model/datapath/mmu/mmu_settings.h"
#include "hw_model/mechanisms/deadlock/deadlock_settings.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/file_complaints.h"
#include "tb/scenario/fill_tables.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"
#include "tb/scenario/resolved.h"
#include "tb/scenario/unit_place.h"

namespace weir::scenario {
namespace {

using Setting = ledger::Setting<asic::SwitchConfig>;

void load_list(const Reader& reader, const Setting& setting, asic::SwitchConfig& config) {
  const std::vector<Value>& values = reader.list(setting.word);
  if (values.size() != setting.elements) {
    reader.fail(setting.word, "wanted " + std::to_string(setting.elements) + " values, one for each " +
                                  std::string(setting.held.each) + "; got " + std::to_string(values.size()));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    setting.set(config, i, {values[i].integer});
  }
}

// Setting by class; the check of the key has seen to the length of the list.
void load_by_class(const Reader& reader, const Setting& setting, asic::SwitchConfig& config) {
  const std::vector<Bytes> lengths = reader.lengths(setting.word);
  for (std::size_t c = 0; c < lengths.size(); ++c) {
    setting.set_of_class(config, c, {lengths[c].count()});
  }
}

// The chip's settings: those of the file, otherwise the defaults.
asic::SwitchConfig load_settings(const Document& document) {
  asic::SwitchConfig config;
  for (const asic::SettingTable& table : asic::setting_tables()) {
    const Reader reader(document, table.path);
    for (const Setting& setting : table.settings) {
      if (!reader.has(setting.word)) {
        continue;
      }
      if (setting.elements > 1) {
        load_list(reader, setting, config);
      } else if (setting.may_be_by_class && !reader.list(setting.word).empty()) {
        load_by_class(reader, setting, config);
      } else {
        setting.set(config, 0, reader.value(setting));
      }
    }
  }
  return config;
}

// Refuses keys that act only for other values of other keys.
void refuse_unused(const Document& document, const asic::SwitchConfig& config) {
  for (const asic::SettingTable& table : asic::setting_tables()) {
    const Reader reader(document, table.path);
    for (const Setting& setting : table.settings) {
      if (setting.acts(config) || !reader.has(setting.word)) {
        continue;
      }
      // A setting for all switches may be meant for others than this one.
      if (document.of_switch.empty() || document.written_as.contains(reader.path_of(setting.word))) {
        reader.fail(setting.word, "only for " + std::string(setting.only_for));
      }
    }
  }
}

// The partitions of a file that has none: parts of the same size, up to the last class with one.
void note_partitions(const Document& document, const mmu::MmuConfig& config) {
  const Reader reader(document, "switch.mmu");
  if (!config.partitioned() || reader.has("partition_weights") || reader.has("partitions")) {
    return;
  }
  Value weights;
  weights.kind = Value::Kind::kArray;
  const auto last = std::find_if(config.partition_size.rbegin(), config.partition_size.rend(),
                                 [](Bytes size) { return size > Bytes(0); });
  std::transform(config.partition_size.begin(), last.base(), std::back_inserter(weights.elements),
                 [](Bytes size) { return integer_value(size > Bytes(0) ? 1 : 0); });
  reader.note("partition_weights", std::move(weights));
}

// Notes the values of settings that the file leaves out.
void note_settings(const Document& document, const asic::SwitchConfig& config) {
  for (const asic::SettingTable& table : asic::setting_tables()) {
    const Reader reader(document, table.path);
    for (const Setting& setting : table.settings) {
      const bool otherwise_said = setting.word == "xon" && reader.has("xon_offset");
      if (reader.has(setting.word) || !setting.acts(config) || otherwise_said) {
        continue;
      }
      std::vector<ledger::SettingValue> values;
      for (std::size_t i = 0; i < setting.elements; ++i) {
        values.push_back(setting.get(config, i));
      }
      reader.note(setting, values);
    }
  }
  note_partitions(document, config.mmu);
}

// XON as a distance below XOFF, the way commodity chips have it.
void load_xon_offset(const Document& document, flow_control::FlowControlConfig& flow) {
  flow_control::PfcConfig& config = flow.pfc;
  const Reader reader(document, "flow_control.pfc");
  if (!reader.has("xon_offset")) {
    return;
  }
  if (reader.has("xon")) {
    reader.fail("xon_offset", "xon is given, too; wanted one of the two");
  }
  const Bytes offset = reader.bytes("xon_offset");
  const Bytes least = config.lowest_xoff(kAllClasses);
  if (flow_control::traits_of(flow.scheme).pauses && offset > least) {
    reader.fail("xon_offset", "wanted at most xoff, " + quantity_text(least) + "; got " + quantity_text(offset));
  }
  config.set_xon_below(offset);
}

// Sizes of the partitions as the file has them; all 0 where it has none.
PerClass<Bytes> load_partitions(const Document& document, const mmu::MmuConfig& config) {
  const Reader reader(document, "switch.mmu");
  const std::vector<Value>& values = reader.list("partition_weights");
  const unsigned partitions = reader.has("partitions") ? reader.count("partitions") : 0;
  if (!reader.has("partition_weights")) {
    return partitions > 0 ? mmu::equal_partitions(config.buffer - config.headroom_pool, partitions) : PerClass<Bytes>{};
  }
  if (values.empty() || values.size() > kClasses) {
    reader.fail("partition_weights", "wanted 1 to 8 weights; got " + std::to_string(values.size()));
  }
  if (reader.has("partitions") && values.size() != partitions) {
    reader.fail("partition_weights", "wanted a weight for each of the " + std::to_string(partitions) +
                                         " partitions; got " + std::to_string(values.size()));
  }
  std::vector<std::int64_t> weights;
  std::ranges::transform(values, std::back_inserter(weights), &Value::integer);
  if (std::ranges::all_of(weights, [](std::int64_t weight) { return weight == 0; })) {
    reader.fail("partition_weights", "wanted one that is not 0: no class would have a partition");
  }
  return mmu::partitions_by_weight(config, weights);
}

}  // namespace

asic::SwitchConfig load_device(const Document& document) {
  asic::SwitchConfig config = load_settings(document);
  refuse_unused(document, config);
  config = asic::with_defaults(std::move(config), [&](std::string_view table, std::string_view word) {
    return Reader(document, table).has(word);
  });
  load_xon_offset(document, config.flow_control);
  config.mmu.partition_size = load_partitions(document, config.mmu);
  config = asic::resolved(std::move(config));
  note_settings(document, config);
  return config;
}

std::vector<OwnDocument> load_own_settings(const Document& document, Scenario& scenario) {
  std::vector<OwnDocument> kept;
  std::map<std::string, std::size_t> known;  // what is their own, as text
  for (OwnDocument& one : own_documents(document, scenario.topology)) {
    OwnSettings own{load_device(one.document), {}};
    std::string text;
    for (const OwnTable& table : own_tables(document, one.document)) {
      text += "[" + table.table + "]\n" + table.lines;
    }
    if (text.empty()) {
      continue;
    }
    scenario.own_of.resize(scenario.topology.devices.size(), Scenario::kCommon);
    const auto [index, is_new] = known.try_emplace(text, kept.size());
    for (const std::size_t device : one.devices) {
      scenario.own_of[device] = static_cast<std::uint32_t>(index->second);
    }
    if (is_new) {
      scenario.own.push_back(std::move(own));
      kept.push_back(std::move(one));
    }
  }
  return kept;
}

const Document& DeviceDocuments::of(std::size_t device) {
  const std::uint32_t own = scenario_.own_index(device);
  if (own == Scenario::kCommon) {
    return document_;
  }
  own_[own].document.of_switch = scenario_.topology.devices[device].name;
  return own_[own].document;
}

void check_devices(DeviceDocuments& documents, const Scenario& scenario) {
  check_units_together(documents, scenario);
  const std::vector<std::vector<network::Peer>> peers = peers_of(scenario.topology);
  std::set<std::vector<std::int64_t>> seen;  // rates and delays of ports: most devices of a network are alike
  for (std::size_t i = 0; i < peers.size(); ++i) {
    const asic::SwitchConfig config = config_of(scenario, i, peers);
    check_placed(documents.of(i), scenario.device_of(i).deadlock, config.deadlock);
    const bool is_switch = scenario.topology.devices[i].kind == network::DeviceKind::kSwitch;
    std::vector<std::int64_t> alike{is_switch ? 1 : 0, scenario.own_index(i)};
    const deadlock::ItsyConfig& itsy = config.deadlock.itsy;
    alike.push_back(itsy.switch_id >> itsy.widths().switch_id);  // a number that messages cannot name
    for (const link::LinkConfig& port : config.ports) {
      alike.push_back(port.rate.count());
      alike.push_back(port.delay.count());
    }
    alike.insert(alike.end(), config.with_llr.begin(), config.with_llr.end());
    if (config.egress.shapers.empty() && !seen.insert(std::move(alike)).second) {
      continue;
    }
    FileComplaints complaints(documents.of(i));
    if (is_switch) {
      asic::check(config, complaints);
    } else {
      asic::check_ports(config, complaints);
    }
  }
}

// At most so many groups of ports lead from a switch to the hosts. Those of another switch share their group, unless
// the choice of paths is by host: then each group is one port.
std::size_t most_groups_to_hosts(const Scenario& scenario, std::size_t ports) {
  const network::Topology& topology = scenario.topology;
  std::set<std::size_t> leaves;
  for (const network::Cable& cable : topology.cables) {
    if (!topology.joins_switches(cable)) {
      const bool is_host = topology.devices[cable.a.device].kind == network::DeviceKind::kHost;
      leaves.insert(is_host ? cable.b.device : cable.a.device);
    }
  }
  return ports + (scenario.paths == network::PathChoice::kDModK ? 0 : leaves.size());
}

// Whether so many routes may lead to more groups than there are. In large networks, where filling all tables takes
// seconds, the default sizes are taken for enough, and the run finds it if not.
bool may_lack_groups(const forwarding::ForwardingConfig& sizes, std::size_t routes, std::size_t groups,
                     std::size_t ports) {
  constexpr std::size_t kLarge = 4'096;
  const forwarding::ForwardingConfig usual;
  const bool trusted =
      routes > kLarge && sizes.ecmp_groups >= usual.ecmp_groups && sizes.ecmp_members >= usual.ecmp_members;
  return !trusted && (groups > sizes.ecmp_groups || groups * ports > sizes.ecmp_members);
}

void check_tables(DeviceDocuments& documents, const Scenario& scenario) {
  std::size_t routes = scenario.table_routes.size();
  std::size_t hops = 0;
  for (const Flow& flow : scenario.flows) {
    routes += flow.captured_destinations.size() + flow.captured_destinations_v6.size();
    hops += flow.route.size();
  }
  std::size_t ports = 0;
  for (const network::DeviceSpec& device : scenario.topology.devices) {
    ports = std::max(ports, device.ports);
  }
  const std::size_t destinations = scenario.topology.devices.size() + routes;
  // A network that bridges messages has buckets of addresses to fill, too.
  const std::size_t groups = bridges_messages(scenario) ? destinations : most_groups_to_hosts(scenario, ports) + routes;
  const auto may_not_fit = [&](const asic::SwitchConfig& device) {
    const forwarding::ForwardingConfig& sizes = device.forwarding;
    return destinations > sizes.host_entries || routes > sizes.prefix_entries ||
           hops > std::min(sizes.flow_entries, sizes.hop_entries) ||
           may_lack_groups(sizes, destinations, groups, ports);
  };
  if (scenario.tables != TableFill::kBridged && scenario.table_routes.empty() && !any_switch(scenario, may_not_fit)) {
    return;
  }
  std::vector<std::unique_ptr<forwarding::Forwarding>> engines(scenario.topology.devices.size());
  for (std::size_t i = 0; i < engines.size(); ++i) {
    engines[i] = std::make_unique<forwarding::Forwarding>(seed_of(scenario, i), scenario.device.class_mapper,
                                                          scenario.device_of(i).forwarding);
  }
  fill_tables(
      scenario, peers_of(scenario.topology), [&](std::size_t device) { return engines[device].get(); },
      [&](std::size_t device, const ledger::Complaints::Words& words, const std::string& what) {
        FileComplaints(documents.of(device)).about(words, what);
      });
}

}  // namespace weir::scenario
