// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The front ends of a switch's settings accept and refuse the same: a scenario file and the building of its network,
// the constructor of a switch, and the register bus. Settings and pairs of them are drawn from their descriptions at,
// below and above their limits, so that a new setting is among them by being described.

#include <regex>

#include "hw_model/asic/switch_asic.h"
#include "hw_model/asic/switch_settings.h"
#include "hw_model/base/random_stream.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/scenario/builder.h"
#include "tb/scenario/loader.h"
#include "tb/scenario/scenario_error.h"
#include "tb/tests/unit/register_map/drawn_settings.h"

namespace weir::settings_agree_test {

using asic::SwitchConfig;
using ledger::SettingKind;
using ledger::SettingValue;

constexpr std::size_t kPorts = 3;
constexpr std::size_t kSettings = 1'100;
constexpr std::size_t kPairs = 1'100;

std::string text_of(const Draw& draw) {
  std::string text = "[scenario]\nduration = \"1us\"\n[topology]\nkind = \"star\"\nhosts = 3\nrate = \"" +
                     std::to_string(draw.rate.count()) + "bps\"\n";
  for (const asic::SettingTable& table : asic::setting_tables()) {
    text += "[" + std::string(table.path) + "]\n";
    for (const auto& [path, value] : draw.values) {
      const Key& key = keys().at(path);
      if (key.table != &table)
        continue;
      const std::string written = ledger::text_of(*key.setting, value);
      const bool quoted = key.setting->kind == SettingKind::kTime || key.setting->kind == SettingKind::kRate ||
                          key.setting->kind == SettingKind::kBytes || key.setting->kind == SettingKind::kWord ||
                          written == key.setting->or_word;
      text += std::string(key.setting->word) + " = " + (quoted ? "\"" + written + "\"" : written) + "\n";
    }
  }
  return text + "[[flow]]\nsrc = \"h1\"\ndst = \"h2\"\nframe_length = \"64B\"\n";
}

SwitchConfig config_of(const Draw& draw) {
  SwitchConfig config;
  config.ports.assign(kPorts, {.rate = draw.rate});
  for (const auto& [path, value] : draw.values)
    keys().at(path).setting->set(config, 0, value);
  return config;
}

class SettingsAgree : public testing::Test {
 protected:
  // Empty: accepted. Building what the loader has accepted must work, too.
  std::string of_file(const Draw& draw) {
    return error_of<scenario::ScenarioError>([&] {
      const scenario::Scenario scenario = scenario::load_text(text_of(draw), "s.toml");
      try {
        scenario::build(scenario);
      } catch (const std::exception& error) {
        const bool lacks_blocks = std::string_view(error.what()).find("a program with RTL blocks") != std::string::npos;
        EXPECT_TRUE(lacks_blocks) << "accepted and not built: " << error.what() << "\n" << text_of(draw);
      }
    });
  }

  std::string of_library(const Draw& draw) {
    return error_of([&] { make(config_of(draw)); });
  }

  // The same in two steps: a switch without this one setting, then a write of its register.
  struct Written {
    bool is_written = false;
    std::string refusal;
  };
  Written of_bus(const Draw& draw, const std::string& path) {
    Draw before = draw;
    before.values.erase(path);
    const Key& key = keys().at(path);
    const std::int64_t value = draw.values.at(path).count;
    SwitchConfig config = config_of(before);
    if (!key.setting->is_held() || value < 0 || !accepted(config))
      return {};
    const std::unique_ptr<asic::SwitchAsic> asic = make(config);
    ledger::RegisterBank& bank = asic->csr().bank();
    const ledger::MappedRegister* held = bank.map().find(key.table->block, key.setting->register_name);
    if (held == nullptr || static_cast<std::uint64_t>(value) >> std::min(held->declaration.width, 63U) != 0)
      return {};
    const ledger::RegisterBank::Write write{held, 0, 0, static_cast<std::uint64_t>(value), ~std::uint64_t{0}};
    try {
      bank.write(std::span(&write, 1), Time(0));
    } catch (const std::invalid_argument& error) {
      return {true, error.what()};
    }
    return {true, ""};
  }

  static bool accepted(const SwitchConfig& config) {
    try {
      asic::checked(config);
    } catch (const std::invalid_argument&) {
      return false;
    }
    return true;
  }

  std::unique_ptr<asic::SwitchAsic> make(const SwitchConfig& config) {
    return std::make_unique<asic::SwitchAsic>("s", config, asic::Timing{.quantum = Time(1'000'000), .until = Time(1)},
                                              asic::Factories{}, pool_, index_++, 1);
  }

  link::FramePool pool_;
  std::uint32_t index_ = 100;  // beside those of the networks that are built
};

// Holds a running switch to what it has: no front end but the bus has a rule for it.
bool is_fixed_at_work(const Draw& draw, const std::string& path) {
  const bool hops = draw.values.at("flow_control.scheme").count == word_of("flow_control.scheme", "ttl_pfc");
  const auto source = draw.values.find("switch.class_mapper.source");
  const bool labels =
      source != draw.values.end() && source->second.count == word_of("switch.class_mapper.source", "label");
  return path == "flow_control.lossless" ||                   // counters of both ends would no longer agree
         (labels && path == "switch.class_mapper.source") ||  // it is known then which ports put labels on
         (hops && path.starts_with("switch.class_mapper."));  // packets would be in the classes of other hops
}

// 0 stands for another value in files and structs; the register holds that value itself.
bool stands_for_another(const std::string& path, std::int64_t value) {
  return path == "switch.egress.quantum" && value == 0;
}

// The register of the refresh does not follow that of the timer, as the fraction of a file does.
bool has_a_register_beside(const std::string& path) { return path == "flow_control.pfc.pause_quanta"; }

// Tables of the forwarding engine are filled from the network, which a switch alone does not have; and the replay timer
// of retry must be longer than the loop of each link.
bool is_of_the_network(const std::string& path) {
  return path.starts_with("switch.forwarding.") || path == "link.llr.wanted";
}

TEST_F(SettingsAgree, AtBelowAndAboveTheirLimits) {
  static const std::regex kPlaced(R"(^s\.toml:\d+:\d+: key '[^\n]*)");
  RandomStream random(20, "settings");
  std::vector<std::string> schemes;
  for (const flow_control::SchemeName& scheme : flow_control::schemes())
    schemes.emplace_back(scheme.name);
  std::vector<std::pair<std::string, SettingValue>> pool;
  // A value of each setting, then another one of each, and so on: all settings come early.
  for (std::size_t nth = 0, before = ~std::size_t{0}; before != pool.size(); ++nth) {
    before = pool.size();
    for (const auto& [path, key] : keys()) {
      if (const auto values = interesting(*key.setting); nth < values.size())
        pool.emplace_back(path, values[nth]);
    }
  }
  const auto pick = [&](const auto& list) -> const auto& { return list[random.next() % list.size()]; };
  const std::vector<BitRate> rates{BitRate(10'000'000'000), BitRate(10'000'000'000), BitRate(400'000'000'000),
                                   BitRate(1'000)};
  struct {
    std::size_t all = 0;
    std::size_t refused = 0;
    std::size_t on_bus = 0;
    std::size_t refused_on_bus = 0;
  } compared;
  std::set<std::string> drawn_paths;
  for (std::size_t i = 0; i < kSettings + kPairs; ++i) {
    std::map<std::string, SettingValue> drawn;
    const std::pair<std::string, SettingValue> first = i < pool.size() ? pool[i] : pick(pool);
    drawn.insert(first);
    if (i >= kSettings)
      drawn.insert(pick(pool));
    Draw draw = with_base(pick(schemes), drawn, pick(rates));
    // In a file the default follows from the VIQ and the counters, which a struct does not know.
    if (draw.values.at("flow_control.scheme").count == word_of("flow_control.scheme", "cbfc"))
      draw.values.try_emplace("flow_control.cbfc.buffer", SettingValue{100'000});
    drawn_paths.insert(first.first);
    const std::string file = of_file(draw);
    if (file.find("': only for ") != std::string::npos)
      continue;  // a key that is of no use
    const std::string library = of_library(draw);
    EXPECT_TRUE(file.empty() || std::regex_match(file, kPlaced)) << file;
    if (std::ranges::none_of(drawn, [](const auto& one) { return is_of_the_network(one.first); })) {
      EXPECT_EQ(file.empty(), library.empty()) << "file: " << file << "\nlibrary: " << library << "\n" << text_of(draw);
    }
    ++compared.all;
    compared.refused += library.empty() ? 0 : 1;
    if (is_fixed_at_work(draw, first.first) || has_a_register_beside(first.first) ||
        stands_for_another(first.first, first.second.count))
      continue;
    const Written bus = of_bus(draw, first.first);
    if (!bus.is_written)
      continue;
    EXPECT_EQ(bus.refusal.empty(), library.empty())
        << first.first << "\nbus: " << bus.refusal << "\nlibrary: " << library << "\n"
        << text_of(draw);
    ++compared.on_bus;
    compared.refused_on_bus += bus.refusal.empty() ? 0 : 1;
  }
  EXPECT_EQ(drawn_paths.size(), keys().size()) << "every setting is drawn";
  EXPECT_GE(compared.all, 1'000U);
  EXPECT_GE(compared.refused, 200U);
  EXPECT_GE(compared.all - compared.refused, 200U);
  EXPECT_GE(compared.on_bus, 50U);
  EXPECT_GE(compared.refused_on_bus, 10U);
}

// The comparison finds a front end that leaves rules out: what is enough to be built is not enough to work.
TEST_F(SettingsAgree, ADisagreementIsFound) {
  std::size_t found = 0;
  for (const std::int64_t xoff : {900'000, 1'000'000, 1'000'001, 2'000'000}) {
    const Draw draw = with_base("pfc", {{"flow_control.pfc.xoff", {xoff}}}, BitRate(10'000'000'000));
    bool buildable = true;
    try {
      asic::buildable(config_of(draw));
    } catch (const std::invalid_argument&) {
      buildable = false;
    }
    found += of_file(draw).empty() != buildable ? 1 : 0;
  }
  EXPECT_EQ(found, 2U);
}

struct Case {  // in which front ends once disagreed
  const char* scheme;
  std::vector<std::pair<const char*, SettingValue>> values;
  std::int64_t rate = 10'000'000'000;
};

TEST_F(SettingsAgree, WhereTheyOnceDidNot) {
  const auto word = [](const char* path, const char* name) { return SettingValue{word_of(path, name)}; };
  const SettingValue input_queued = word("switch.crossbar.strategy", "input_queued");
  const std::vector<Case> cases{
      {"pfc", {{"switch.mmu.viq_reserved", {600'000}}}},
      {"pfc", {{"switch.crossbar.strategy", input_queued}, {"switch.crossbar.clock", {1'000'000}}}},
      {"pfc", {{"switch.crossbar.strategy", input_queued}, {"switch.crossbar.speedup", {0, 64.0}}}},
      {"pfc", {{"flow_control.pfc.pause_quanta", {1}}}},
      {"pfc", {{"flow_control.pfc.pause_quanta", {2}}, {"flow_control.pfc.refresh_fraction", {0, 0.01}}}},
      {"cbfc", {{"flow_control.cbfc.period", {1'000}}}},
      {"gfc_time_based", {{"flow_control.gfc_time_based.period", {1'000}}}},
      {"gfc_buffer_based", {{"flow_control.gfc_buffer_based.stages", {62}}}},
      {"gfc_buffer_based", {{"flow_control.gfc_buffer_based.stages", {30}}}},
      {"gfc_buffer_based", {{"limiter.period", {60}}}},
      {"gfc_conceptual", {}, 1'000},
      {"pfc", {{"switch.max_frame", {9216}}, {"flow_control.pfc.pause_quanta", {1}}}},
      {"pfc",
       {{"switch.crossbar.strategy", input_queued},
        {"switch.crossbar.arbiter", word("switch.crossbar.arbiter", "islip")},
        {"switch.crossbar.iterations", {8}}}},
      {"pfc", {{"switch.crossbar.strategy", input_queued}, {"switch.crossbar.cell", {1}}}},
      {"pfc", {{"switch.mmu.viq_limit", {1'499}}}},
      {"pfc", {{"switch.class_mapper.source", word("switch.class_mapper.source", "ttl")}}},
      {"cbfc", {{"switch.class_mapper.source", word("switch.class_mapper.source", "ttl")}}},
      {"cbfc", {{"switch.mmu.count_cells", {1}}}},
      {"gfc_time_based", {{"switch.mmu.count_cells", {1}}}},
  };
  for (const Case& one : cases) {
    std::map<std::string, SettingValue> values(one.values.begin(), one.values.end());
    const Draw draw = with_base(one.scheme, values, BitRate(one.rate));
    EXPECT_NE(of_file(draw), "") << text_of(draw);
    EXPECT_NE(of_library(draw), "") << text_of(draw);
  }
}

// Thresholds below XOFF over the bus: PAUSE would never be sent.
TEST_F(SettingsAgree, TheBusKeepsXoffWithinReach) {
  for (const char* path : {"switch.mmu.viq_limit", "switch.mmu.headroom"}) {
    std::map<std::string, SettingValue> values{{"flow_control.pfc.xoff", {1'005'000}},
                                               {"switch.mmu.viq_limit", {1'000'000}},
                                               {"switch.mmu.headroom", {10'000}}};
    values[path] = {values[path].count - 6'000};
    Draw draw = with_base("pfc", values, BitRate(10'000'000'000));
    Draw before = draw;
    before.values[path] = {values[path].count + 6'000};
    const std::unique_ptr<asic::SwitchAsic> asic = make(config_of(before));
    ledger::RegisterBank& bank = asic->csr().bank();
    const ledger::RegisterBank::Write write{bank.map().find("mmu", std::string(path).substr(11)), 0, 0,
                                            static_cast<std::uint64_t>(values[path].count), ~std::uint64_t{0}};
    EXPECT_THAT([&] { bank.write(std::span(&write, 1), Time(0)); },
                testing::ThrowsMessage<std::invalid_argument>(testing::HasSubstr("PAUSE would never be sent")));
  }
}

// What no description holds: ports, links, classes.
TEST_F(SettingsAgree, TheConstructorRefusesWhatIsNoSwitch) {
  const auto refusal = [&](auto change) {
    SwitchConfig config;
    config.ports.assign(kPorts, {});
    change(config);
    return error_of([&] { make(config); });
  };
  EXPECT_EQ(refusal([](SwitchConfig&) {}), "");
  EXPECT_EQ(refusal([](SwitchConfig& c) { c.ports.clear(); }), "ports: wanted 1 to 65536 ports; got 0");
  EXPECT_EQ(refusal([](SwitchConfig& c) { c.ports[1].rate = BitRate(0); }),
            "port.rate: port 1: wanted a rate of at least 1bps; got 0bps");
  EXPECT_EQ(refusal([](SwitchConfig& c) { c.ports[2].delay = Time(-1); }),
            "port.delay: port 2: wanted a delay of more than 0ps; got -1ps");
  EXPECT_EQ(refusal([](SwitchConfig& c) { c.mmu.cell = Bytes(0); }),
            "switch.mmu.cell: wanted a length in bytes from 1B to 9216B; got 0B");
  EXPECT_EQ(refusal([](SwitchConfig& c) { c.classes = 0; }), "classes: wanted 1 to 8 classes; got 0");
  EXPECT_EQ(refusal([](SwitchConfig& c) { c.classes = 9; }), "classes: wanted 1 to 8 classes; got 9");
  EXPECT_EQ(refusal([](SwitchConfig& c) { c.max_frame = Bytes(10); }),
            "switch.max_frame: wanted a length in bytes from 64B to 9216B; got 10B");
  EXPECT_EQ(refusal([](SwitchConfig& c) { c.mmu.viq_limit = Bytes(20'000'000); }),
            "switch.mmu.viq_limit: viq_limit and headroom, 20MB, exceed the whole buffer, 12582.912KB");
}

}  // namespace weir::settings_agree_test
