// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/loader.h"

#include <algorithm>
#include <filesystem>

#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "tb/scenario/base.h"
#include "tb/scenario/file_text.h"
#include "tb/scenario/fills.h"
#include "tb/scenario/key_check.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"
#include "tb/scenario/resolved.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::scenario {
using text::in_quotes;
using text::parse_time;
using text::QuantityError;
using text::to_text;

namespace {

// A name made of the file's stem, whatever it holds.
std::string name_from(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !may_stand_in_a_name(c); }, '_');
  return is_name(name) ? name : "scenario";
}

void check_until(const std::string& until) {
  Time time;
  try {
    time = parse_time(until);
  } catch (const QuantityError& error) {
    throw ScenarioError(std::string("--until: ") + error.what());
  }
  if (time <= Time(0)) {
    throw ScenarioError("--until: wanted a time later than 0; got " + in_quotes(until));
  }
}

// --seed and --until are keys like others.
std::vector<std::string> assignments_of(const Overrides& overrides) {
  std::vector<std::string> assignments = overrides.sets;
  if (overrides.seed) {
    assignments.push_back("scenario.seed=" + std::to_string(*overrides.seed));
  }
  if (overrides.until) {
    check_until(*overrides.until);
    assignments.push_back("scenario.until=" + *overrides.until);
  }
  return assignments;
}

// These queues, and their ports and devices.
std::vector<std::string> scopes_of(const std::vector<std::string>& queues) {
  std::vector<std::string> scopes;
  for (const std::string& queue : queues) {
    for (std::size_t end = queue.size(); end != std::string::npos && end > 0; end = queue.rfind('.', end - 1)) {
      scopes.push_back(queue.substr(0, end));
    }
  }
  std::ranges::sort(scopes);
  scopes.erase(std::ranges::unique(scopes).begin(), scopes.end());
  return scopes;
}

// `scenario` has its topology and flows. If `until` makes the run shorter than the file's interval, the default
// interval is used.
void load_sample_interval(const Document& document, Scenario& scenario) {
  const Reader reader(document, "scenario");
  scenario.sample_interval = reader.time_or("sample_interval", default_sample_interval(scenario));
  if (scenario.sample_interval <= scenario.duration) {
    return;
  }
  if (!reader.has("until") || reader.is_set("sample_interval")) {
    reader.fail("sample_interval", "wanted at most the duration, " + to_text(scenario.duration) + "; got " +
                                       to_text(scenario.sample_interval));
  }
  scenario.sample_interval = default_sample_interval(scenario);
  reader.note("sample_interval", scenario.sample_interval);
}

// The tables of each switch's own settings, in the order of the topology.
std::vector<OwnTables> own_tables_of(const Document& document, const std::vector<OwnDocument>& own,
                                     const Scenario& scenario) {
  std::vector<std::vector<OwnTable>> tables;
  for (const OwnDocument& one : own) {
    tables.push_back(own_tables(document, one.document));
  }
  std::vector<OwnTables> switches;
  for (std::size_t i = 0; i < scenario.own_of.size(); ++i) {
    if (scenario.own_of[i] != Scenario::kCommon) {
      switches.emplace_back(scenario.topology.devices[i].name, tables[scenario.own_of[i]]);
    }
  }
  return switches;
}

}  // namespace

Document checked_document(std::string_view text, const std::string& file, const Overrides& overrides,
                          const std::optional<std::string>& folder) {
  Document document = document_with_bases(text, file, folder);
  for (const std::string& assignment : assignments_of(overrides)) {
    set_value(document, assignment);
  }
  check_document(document);
  return document;
}

Document checked_file(const std::string& path, const Overrides& overrides) {
  return checked_document(read_text_file(path, kScenarioFile), path, overrides,
                          std::filesystem::path(path).parent_path().string());
}

void load_header(const Document& document, Scenario& scenario) {
  const Reader reader(document, "scenario");
  scenario.file = document.file;
  scenario.name = reader.text_or("name", name_from(document.file));
  scenario.description = reader.text("description");
  scenario.source = reader.text("source");
  scenario.duration = reader.has("until") ? reader.time("until") : reader.time("duration");
  scenario.seed = static_cast<std::uint64_t>(reader.integer("seed"));
  const Reader topology(document, "topology");
  scenario.topology_seed = topology.has("seed") ? static_cast<std::uint64_t>(topology.integer("seed")) : scenario.seed;
  scenario.end_at_deadlock = reader.boolean("end_at_deadlock");
  scenario.quantum = reader.text("quantum") == "on";
  const Reader measure(document, "measure");
  scenario.measure = {.latency = measure.boolean("latency"),
                      .occupancy = measure.boolean("occupancy"),
                      .feedback = measure.boolean("feedback"),
                      .story = measure.boolean("story"),
                      .standing_after = measure.has("standing_after") ? measure.time("standing_after") : Time(0)};
}

// Baselines replay the log of the oracle of knots, which exists with ITSY only.
void load_baselines(const Document& document, Scenario& scenario) {
  const Reader reader(document, "measure.baselines");
  if (!reader.has("period")) {
    return;
  }
  const auto itsy = [](const asic::SwitchConfig& device) { return deadlock::declares(device.deadlock); };
  if (!any_switch(scenario, itsy)) {
    reader.fail("period", "no switch has a deadlock unit 'itsy' to be compared with");
  }
  scenario.measure.baselines = {.period = reader.time("period"),
                                .control_delay = reader.time("control_delay"),
                                .bloom_bits = reader.count("bloom_bits"),
                                .bloom_hashes = reader.count("bloom_hashes"),
                                .unroller_base = reader.count("unroller_base"),
                                .seed = scenario.seed};
}

namespace {

// `scenario` has its topology and flows.
void load_probes(const Document& document, Scenario& scenario) {
  const Reader reader(document, "measure");
  const std::vector<std::string> queues = queue_names(scenario);
  for (const Value& pattern : reader.list("probes")) {
    const auto meets = [&](const std::string& queue) { return matches_within(pattern.text, queue); };
    if (std::ranges::none_of(queues, meets)) {
      std::vector<std::string> devices;
      for (const network::DeviceSpec& device : scenario.topology.devices) {
        devices.push_back(device.name);
      }
      const std::string nearest = text::nearest_hint(pattern.text, scopes_of(queues));
      reader.fail("probes", "no queue, port or device is named " + text::in_quotes(pattern.text) +
                                (nearest.empty() ? text::known_hint(pattern.text, devices) : nearest) +
                                "; queues are named DEVICE.pPORT.cCLASS, '*' stands for any letters");
    }
    scenario.measure.probes.push_back(pattern.text);
  }
}

Scenario load(const Document& document) {
  Scenario scenario;
  load_header(document, scenario);
  scenario.topology = load_topology(document, scenario.topology_seed);
  scenario.device = load_device(document);
  scenario.says_cbfc = Reader(document, "flow_control").text("scheme") == "cbfc";
  std::vector<OwnDocument> own = load_own_settings(document, scenario);
  DeviceDocuments documents(document, own, scenario);
  load_fidelities(document, scenario);
  load_routes(document, scenario);
  load_shapers(document, scenario);
  check_devices(documents, scenario);
  check_fidelities(document, scenario);
  scenario.services = load_hosts(document, scenario);
  scenario.flows = load_flows(document, scenario);
  load_workloads(document, scenario);
  check_captured_destinations(scenario);
  check_tables(documents, scenario);
  load_baselines(document, scenario);
  load_link_faults(document, scenario);
  load_events(document, scenario);
  load_link_damage(document, scenario);
  load_probes(document, scenario);
  load_sample_interval(document, scenario);
  scenario.expectations = load_expectations(document, scenario);
  scenario.warnings = capture_warnings(scenario);
  for (std::string& warning : usage_warnings(scenario)) {
    scenario.warnings.push_back(std::move(warning));
  }
  scenario.resolved = resolve(document, own_tables_of(document, own, scenario));
  return scenario;
}

}  // namespace

Scenario load_text(std::string_view text, const std::string& file, const Overrides& overrides,
                   const std::optional<std::string>& folder) {
  return load(checked_document(text, file, overrides, folder));
}

Scenario load_file(const std::string& path, const Overrides& overrides) { return load(checked_file(path, overrides)); }

}  // namespace weir::scenario
