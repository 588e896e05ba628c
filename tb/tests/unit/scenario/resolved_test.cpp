// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/resolved.h"

#include <fmt/core.h>

#include "hw_model/asic/switch_settings.h"
#include "tb/scenario/toml_text.h"
#include "tb/tests/unit/scenario/every_key.h"
#include "tb/tests/unit/scenario/scenario_text.h"
#include "tb/tests/unit/temporary_directory.h"
#include "tb/text/sha256.h"

namespace weir::scenario::resolved_test {

std::string header_of(const KeySpec& key) {
  const std::string table(key.table);
  return table.ends_with("[]") ? "[[" + table.substr(0, table.size() - 2) + "]]" : "[" + table + "]";
}

// `text` with `line` in the table of `header`, in place of what the key had there; in a new table where there is none.
std::string with_line(const std::string& text, const std::string& header, std::string_view name,
                      const std::string& line) {
  std::istringstream lines(text);
  std::string result;
  bool here = false;
  bool written = false;
  for (std::string each; std::getline(lines, each);) {
    if (each.starts_with('[')) {
      here = each == header && !written;
      result += each + "\n" + (here ? line : "");
      written = written || here;
    } else if (!here || !each.starts_with(std::string(name) + " =")) {
      result += each + "\n";
    }
  }
  return written ? result : result + "\n" + header + "\n" + line;
}

std::vector<std::pair<std::int64_t, double>> settings_of(const asic::SwitchConfig& device) {
  std::vector<std::pair<std::int64_t, double>> settings;
  for (const asic::SettingTable& table : asic::setting_tables()) {
    for (const auto& setting : table.settings) {
      for (std::size_t i = 0; i < setting.elements; ++i) {
        const ledger::SettingValue value = setting.get(device, i);
        settings.emplace_back(value.count, value.real);
      }
      for (std::size_t c = 0; setting.by_class(device) && c < kClasses; ++c) {
        settings.emplace_back(setting.get_of_class(device, c).count, 0.0);
      }
    }
  }
  return settings;
}

std::string first_switch(const Scenario& scenario) {
  for (const network::DeviceSpec& device : scenario.topology.devices) {
    if (device.kind == network::DeviceKind::kSwitch) {
      return device.name;
    }
  }
  return "";
}

// What a scenario has that is not in its text.
auto essence_of(const Scenario& scenario) {
  std::vector<std::tuple<std::string, std::size_t, std::size_t, int, std::size_t, Bytes, BitRate, Time, Time, Bytes,
                         bool, Bytes, double, std::vector<std::size_t>, std::optional<std::uint8_t>, bool>>
      flows;
  for (const Flow& flow : scenario.flows) {
    flows.emplace_back(flow.name, flow.source, flow.destination, static_cast<int>(flow.kind),
                       flow.traffic_class.index(), flow.frame_length, flow.rate, flow.start, flow.stop, flow.size,
                       flow.acknowledged, flow.acknowledgement_length, flow.speed, flow.route, flow.pcp,
                       flow.drop_eligible);
  }
  std::vector<std::pair<std::int64_t, double>> settings = settings_of(scenario.device);
  std::vector<PerClass<Bytes>> partitions{scenario.device.mmu.partition_size};
  for (std::size_t i = 0; i < scenario.topology.devices.size(); ++i) {
    if (&scenario.device_of(i) != &scenario.device) {
      const auto own = settings_of(scenario.device_of(i));
      settings.insert(settings.end(), own.begin(), own.end());
      partitions.push_back(scenario.device_of(i).mmu.partition_size);
    }
  }
  std::vector<std::tuple<std::size_t, std::size_t, BitRate, Time, bool>> cables;
  for (const network::Cable& cable : scenario.topology.cables) {
    cables.emplace_back(cable.a.device, cable.b.device, cable.link.rate, cable.link.delay, cable.link.wire_overhead);
  }
  std::vector<std::string> events;
  for (const ScenarioEvent& event : scenario.events) {
    events.push_back(event.name + " " + event.when_text + " " + event.what_text);
  }
  std::vector<std::string> expectations;
  for (const Expectation& expectation : scenario.expectations) {
    expectations.push_back(expectation.text);
  }
  return std::tuple(scenario.name, scenario.seed, scenario.duration, scenario.sample_interval, partitions,
                    scenario.own_of, flows, settings, cables, events, expectations, scenario.warnings);
}

// The resolved scenario beside copies of its files, as a run leaves it.
Scenario reloaded(const Scenario& scenario) {
  const TemporaryDirectory temporary;
  const std::filesystem::path& folder = temporary.path();
  for (const ResolvedFile& file : scenario.resolved.files) {
    std::filesystem::create_directories((folder / file.name).parent_path());
    std::filesystem::copy_file(file.path, folder / file.name, std::filesystem::copy_options::overwrite_existing);
  }
  return load_text(file_text(scenario.resolved), folder / "resolved.toml");
}

void expect_same(const Scenario& scenario, const std::string& what) {
  const Scenario again = reloaded(scenario);
  EXPECT_EQ(again.resolved.text, scenario.resolved.text) << what;
  EXPECT_EQ(again.resolved.sha256, scenario.resolved.sha256) << what;
  EXPECT_EQ(again.resolved.overrides, scenario.resolved.overrides) << what;
  EXPECT_EQ(essence_of(again), essence_of(scenario)) << what;
}

TEST(Resolved, LoadsToTheSameScenario) {
  for (const Base& base : all_bases()) {
    expect_same(load_text(base.text, base.file), base.file + "\n" + base.text);
    expect_same(load_text(base.text, base.file, {{}, 7, "90us"}), base.file + " --seed 7 --until 90us");
  }
}

// Whatever is said in a file must stand in the resolved one: each key, each value that some scenario takes.
TEST(Resolved, HasEachKeyThatLoads) {
  const std::vector<Base> bases = all_bases();
  for (const KeySpec& key : key_specs()) {
    if (key.kind == KeyKind::kDigest || waits_for_plugins(key)) {
      continue;
    }
    std::size_t loaded = 0;
    std::string last;
    for (const std::string& value : values_of(key)) {
      for (const Base& base : bases) {
        const std::string line = std::string(key.name) + " = " + value + "\n";
        const std::string text = with_line(base.text, header_of(key), key.name, line);
        try {
          const Scenario scenario = load_text(text, base.file);
          ++loaded;
          const bool is_said = scenario.resolved.text.find("\n" + std::string(key.name) + " = ") != std::string::npos ||
                               key.table == "origin" || key.name == "xon_offset";
          EXPECT_TRUE(is_said) << header_of(key) << " " << line << "in " << base.file;
          expect_same(scenario, header_of(key) + " " + line + "in " + base.file + "\n" + text);
          break;
        } catch (const ScenarioError& error) {
          last = error.what();
        }
      }
    }
    EXPECT_GT(loaded, 0U) << header_of(key) << " " << key.name << ": no scenario takes it: " << last;
  }
}

// A switch of its own with each key that it may have: loaded again, it is the same, and no other switch has it.
TEST(Resolved, HasEachKeyOfASingleSwitch) {
  std::vector<std::pair<Base, Scenario>> bases;
  for (const Base& base : all_bases()) {
    Scenario common = load_text(base.text, base.file);
    if (common.own.empty()) {
      bases.emplace_back(base, std::move(common));
    }
  }
  for (const KeySpec& key : key_specs()) {
    if (waits_for_plugins(key)) {
      continue;
    }
    std::size_t loaded = 0;
    std::string last;
    for (const std::string& value : key.by_switch ? values_of(key) : std::vector<std::string>()) {
      for (const auto& [base, common] : bases) {
        const std::string header = "[" + own_path(first_switch(common), key.table) + "]";
        const std::string text = base.text + "\n" + header + "\n" + std::string(key.name) + " = " + value + "\n";
        try {
          const Scenario scenario = load_text(text, base.file);
          if (scenario.own.empty()) {
            continue;  // as all have it
          }
          ++loaded;
          EXPECT_EQ(settings_of(scenario.device), settings_of(common.device)) << text;
          EXPECT_THAT(scenario.resolved.text, HasSubstr("\n" + header + "\n")) << text;
          EXPECT_EQ(scenario.own.size(), 1U);
          expect_same(scenario, text);
          break;
        } catch (const ScenarioError& error) {
          last = error.what();
        }
      }
    }
    EXPECT_EQ(loaded > 0, key.by_switch) << key.table << "." << key.name << ": no scenario takes it: " << last;
  }
}

// What a switch is given by its name and all have anyhow, it does not have of its own: all is as without.
TEST(Resolved, IsTheSameWhereSwitchesAreSetToWhatAllHave) {
  for (const Base& base : all_bases()) {
    const Scenario scenario = load_text(base.text, base.file);
    if (!scenario.own.empty()) {
      continue;
    }
    const Document all = parse_document(scenario.resolved.text, "r.toml");
    std::string named;
    for (const network::DeviceSpec& device : scenario.topology.devices) {
      for (const TableSpec& table : table_specs()) {
        std::string lines;
        for (const KeySpec& key : key_specs()) {
          const Value* value = &all.root;
          std::istringstream parts(std::string(key.table) + "." + std::string(key.name));
          for (std::string part; value != nullptr && std::getline(parts, part, '.');) {
            value = value->find(part);
          }
          if (key.table == table.path && key.by_switch && value != nullptr) {
            lines += std::string(key.name) + " = " + toml_text(*value) + "\n";
          }
        }
        if (!lines.empty() && device.kind == network::DeviceKind::kSwitch) {
          named += "\n[" + own_path(device.name, table.path) + "]\n" + lines;
        }
      }
      if (named.size() > 100'000) {
        break;  // large networks are as others
      }
    }
    ASSERT_FALSE(named.empty());
    const Scenario again = load_text(base.text + named, base.file);
    EXPECT_TRUE(again.own.empty()) << base.file;
    EXPECT_EQ(again.resolved.text, scenario.resolved.text) << base.file;
    EXPECT_EQ(essence_of(again), essence_of(scenario)) << base.file;
  }
}

TEST(Resolved, SaysWhatSwitchesHaveOfTheirOwnByName) {
  const std::vector<std::string> sets{"flow_control.scheme=pfc", "switch.s*.flow_control.pfc.xoff=790KB",
                                      "switch.s*.flow_control.pfc.xon_offset=90KB"};
  const Scenario scenario = load_minimal(sets);
  EXPECT_THAT(scenario.resolved.text,
              HasSubstr("\n[switch.s1.flow_control.pfc]\nxoff = \"790KB\"\nxon_offset = \"90KB\"\n"));
  expect_same(scenario, "s*");
}

TEST(Resolved, WritesAnyValueOfAnyKeyAsItIs) {
  for (const KeySpec& key : key_specs()) {
    for (const std::string& value : values_of(key)) {
      const Document document =
          parse_document(header_of(key) + "\n" + std::string(key.name) + " = " + value + "\n", "s.toml");
      const Document again = parse_document(file_text(resolve(document)), "r.toml");
      const auto flat = [&](const Document& from) {
        const Value* table = &from.root;
        std::string path(key.table);
        path.resize(path.size() - (path.ends_with("[]") ? 2 : 0));
        std::istringstream parts(path);
        for (std::string part; table != nullptr && std::getline(parts, part, '.');) {
          table = table->find(part);
        }
        table = table != nullptr && table->kind == Value::Kind::kArray ? &table->elements.at(0) : table;
        const Value* found = table == nullptr ? nullptr : table->find(key.name);
        return found == nullptr ? "nothing" : toml_text(*found);
      };
      const bool is_exact = key.kind != KeyKind::kTime && key.kind != KeyKind::kRate && key.kind != KeyKind::kBytes &&
                            key.kind != KeyKind::kReal && key.kind != KeyKind::kClassBytes;
      if (is_exact) {
        EXPECT_EQ(flat(again), flat(document)) << key.table << "." << key.name;
      } else {
        EXPECT_NE(flat(again), "nothing") << key.table << "." << key.name;
      }
    }
  }
}

TEST(Resolved, SaysDefaultsAndWhatTheyCameToBe) {
  const std::string text = load_minimal({}).resolved.text;
  for (const char* line : {"name = \"s\"", "seed = 1", "sample_interval = \"1us\"", "buffer = \"12MiB\"",
                           "scheme = \"none\"", "lossless = []", "rate = \"10Gbps\"", "frame_length = \"1500B\"",
                           "pattern = \"none\"", "fidelity = \"reference\"", "name = \"f1\""}) {
    EXPECT_THAT(text, HasSubstr(std::string("\n") + line + "\n"));
  }
  EXPECT_THAT(load_minimal({"switch.crossbar.strategy=combined"}).resolved.text, HasSubstr("\nspeedup = 2.0\n"));
  EXPECT_THAT(load_minimal({"scenario.duration=1ns"}).resolved.text, HasSubstr("\nsample_interval = \"1ps\"\n"));
  // 1 ps, 1 bit/s and 1 B survive.
  const std::string exact =
      load_minimal({"topology.delay=1.000001us", "topology.rate=9999999999bps", "switch.mmu.buffer=1000001B"})
          .resolved.text;
  for (const char* line : {"delay = \"1000.001ns\"", "rate = \"9999999.999Kbps\"", "buffer = \"1000.001KB\""}) {
    EXPECT_THAT(exact, HasSubstr(std::string("\n") + line + "\n"));
  }
}

// Files from before [fidelity] resolve as they did.
TEST(Resolved, HasFidelityWhereItIsSaid) {
  for (const std::string_view word : {"reference", "rtl", "lockstep"}) {
    const std::string old = load_minimal({fmt::format("limiter.fidelity={}", word)}).resolved.text;
    EXPECT_THAT(old, HasSubstr(fmt::format("\nfidelity = \"{}\"\ncomparator_fidelity = \"reference\"\n", word)));
    EXPECT_THAT(old, Not(HasSubstr("[fidelity]")));
  }
  const std::string newer = load_minimal({"fidelity.all=lockstep"}).resolved.text;
  EXPECT_THAT(newer, HasSubstr("\n[fidelity]\nall = \"lockstep\"\n"));
  EXPECT_THAT(newer, Not(HasSubstr("\nfidelity = ")));
}

TEST(Resolved, IsTheSameWhoeverSaysIt) {
  const Resolved plain = load_minimal({}).resolved;
  EXPECT_EQ(plain.sha256, text::sha256_of(plain.text));
  EXPECT_EQ(file_text(plain), plain.text);
  const Resolved said = load_minimal({"flow_control.scheme=none", "topology.rate=10000Mbps"}).resolved;
  EXPECT_EQ(said.sha256, plain.sha256);
  EXPECT_THAT(said.overrides, testing::ElementsAre("flow_control.scheme=none", "topology.rate=10000Mbps"));
  EXPECT_THAT(file_text(said), HasSubstr("\n[origin]\noverrides = [\n  \"flow_control.scheme=none\",\n"));
  const Scenario again = load_text(file_text(said), "r.toml", {{"topology.rate=1Gbps"}, {}, {}});
  EXPECT_THAT(again.resolved.overrides,
              testing::ElementsAre("flow_control.scheme=none", "topology.rate=10000Mbps", "topology.rate=1Gbps"));
  EXPECT_NE(again.resolved.sha256, plain.sha256);
  EXPECT_EQ(load_text(kMinimalScenario, "s.toml", {{}, 9, {}}).resolved.sha256,
            load_minimal({"scenario.seed=9"}).resolved.sha256);
}

TEST(Resolved, KnowsFilesByTheirContent) {
  const TemporaryDirectory temporary;
  const std::filesystem::path& folder = temporary.path();
  const std::string base =
      "[scenario]\nduration = \"1ms\"\n[topology]\nkind = \"file\"\nfile = \"NAME\"\n[[flow]]\nsrc = \"h1\"\ndst = "
      "\"h2\"\n";
  const auto load_with = [&](const std::string& name, const std::string& cables) {
    std::filesystem::create_directories((folder / name).parent_path());
    std::ofstream(folder / name) << cables;
    std::string text = base;
    text.replace(text.find("NAME"), 4, name);
    return load_text(text, folder / "s.toml");
  };
  const std::string cables = "a,b\nh1,s1\nh2,s1\n";
  const Scenario first = load_with("cables.csv", cables);
  ASSERT_EQ(first.resolved.files.size(), 1U);
  const std::string name = "inputs/" + text::sha256_of(cables).substr(0, 16) + "/cables.csv";
  EXPECT_EQ(first.resolved.files[0].name, name);
  EXPECT_THAT(first.resolved.text,
              HasSubstr("\nfile = \"" + name + "\"\nfile_sha256 = \"" + text::sha256_of(cables) + "\"\n"));
  expect_same(first, "cables.csv");
  EXPECT_EQ(load_with("elsewhere/cables.csv", cables).resolved.sha256, first.resolved.sha256);
  const Scenario other = load_with("cables.csv", "a,b,delay\nh1,s1,2us\nh2,s1,1us\n");
  EXPECT_NE(other.resolved.sha256, first.resolved.sha256);
  // Another file under the name is refused, and taken where its digest is taken away.
  std::filesystem::create_directories((folder / name).parent_path());
  std::ofstream(folder / name) << cables << "h3,s1\n";
  try {
    load_text(first.resolved.text, folder / "resolved.toml");
    FAIL() << "not noticed";
  } catch (const ScenarioError& error) {
    EXPECT_THAT(error.what(), HasSubstr("key 'topology.file_sha256': is not that of \"inputs/"));
    EXPECT_THAT(error.what(), HasSubstr("the file has changed; --set topology.file_sha256= takes what there is now"));
  }
  EXPECT_EQ(load_text(first.resolved.text, folder / "resolved.toml", {{"topology.file_sha256="}, {}, {}})
                .topology.devices.size(),
            4U);
}

}  // namespace weir::scenario::resolved_test
