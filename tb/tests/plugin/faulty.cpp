// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A plugin with the fault that the environment names; without a name it is right.

#include <cstdlib>
#include <string>

#include "hw_model/ledger/kept_settings.h"
#include "hw_model/mechanisms/flow_control/none.h"
#include "tb/plugin/plugin.h"

namespace {

using namespace weir;            // NOLINT(google-build-using-namespace): a file of its own
using namespace weir::literals;  // NOLINT(google-build-using-namespace)

bool has(const std::string& fault) {
  const char* const named = std::getenv("WEIR_PLUGIN_FAULT");
  return named != nullptr && fault == named;
}

struct IdleConfig {
  Bytes level = has("default") ? 10_KB : 1_KB;
};

const ledger::SettingsOf<IdleConfig>& settings() {
  static const ledger::SettingsOf<IdleConfig> kSettings = {
      ledger::setting(&IdleConfig::level, "level", {0_B, 5_KB}, "A level.")};
  return kSettings;
}

std::vector<congestion::DetectorTable> tables() {
  const char* const table = has("table") ? "congestion.red_ecn"
                            : has("key") ? "congestion.undetermined"
                                         : "congestion.idle";
  return {{table, "A detector that marks nothing.",
           ledger::within(&congestion::CongestionConfig::others, table, settings)}};
}

class Idle final : public congestion::Detector {
 public:
  explicit Idle(const congestion::PortContext&) {}
  void bind_registers(const ledger::Binder&) override {}
};

class IdleCard final : public bounds::DetectorCard {
  std::vector<std::string> warnings(const bounds::Alike&) const override { return {}; }
};

// A scheme that needs no room and warns of nothing.
class BlankCard final : public bounds::SchemeCard {
  bounds::RoomOfPort room(const asic::SwitchConfig&, const link::LinkConfig&) const override { return {}; }
  Bytes packets(const asic::SwitchConfig&) const override { return {}; }
  std::vector<std::string> warnings(const bounds::Alike&) const override { return {}; }
};

void add_blank_scheme() {
  static constexpr flow_control::SchemeCard kCard{.make = flow_control::make_engine<flow_control::None>,
                                                  .declare = flow_control::None::declare};
  static const BlankCard kOfBench;
  flow_control::add_scheme("blank", "says nothing", kCard);
  bounds::add_scheme_card("blank", kOfBench);
}

void add() {
  if (has("blank_scheme"))
    return add_blank_scheme();
  static constexpr congestion::DetectorCard kCard{.tables = tables,
                                                  .check = [](const congestion::PortContext&, ledger::Complaints&) {},
                                                  .make = congestion::make_detector<Idle>,
                                                  .declare = [](ledger::Block&, const congestion::PortContext&) {}};
  static const IdleCard kOfBench;
  if (has("throws"))
    throw std::runtime_error("the sun shines");
  const char* const word = has("taken") ? "red_ecn" : has("other_kind") ? "pfc" : has("capital") ? "Idle" : "idle";
  if (has("late"))
    congestion::detectors();
  congestion::add_detector(word, "marks nothing", kCard);
  if (!has("no_bench"))
    bounds::add_detector_card(word, kOfBench);
  if (has("two_of_bench"))
    bounds::add_detector_card(word, kOfBench);
}

}  // namespace

extern "C" const plugin::Build* weir_plugin_build() {
  static plugin::Build build;
  if (has("version"))
    build.version = "0.0.1";
  if (has("headers"))
    build.device += 8;
  return &build;
}

extern "C" void weir_plugin_add() { add(); }
