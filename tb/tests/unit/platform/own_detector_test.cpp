// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A detector of a user of the library: added before the first settings are made, a switch has it as its own.

#include "hw_model/ledger/kept_settings.h"
#include "hw_model/mechanisms/congestion/detector_card.h"
#include "tb/tests/unit/platform/star_bench.h"

namespace weir::own_detector_test {

using congestion::CongestionConfig;
using congestion::PortContext;
using star_bench::kStar;
using star_bench::report_of;
using star_bench::Sink;

struct ToldConfig {
  unsigned weight = 3;
};

constexpr const char* kTable = "congestion.told";
int told = 0;

const ledger::SettingsOf<ToldConfig>& told_settings() {
  static const ledger::SettingsOf<ToldConfig> kSettings = {
      ledger::setting(&ToldConfig::weight, "weight", {1, 9}, "What a packet counts.")};
  return kSettings;
}

class Told final : public congestion::Detector {
 public:
  explicit Told(const PortContext& context) : config_(ledger::read(context.config.others, kTable, told_settings())) {}
  void departs(frame::Packet&, Bytes, Time) override { told += static_cast<int>(config_.weight); }

 private:
  ToldConfig config_;
};

constexpr congestion::DetectorCard kCard{
    .tables = []() -> std::vector<congestion::DetectorTable> {
      return {{kTable, "Counts packets.", ledger::within(&CongestionConfig::others, kTable, told_settings)}};
    },
    .check = [](const PortContext&, ledger::Complaints&) {},
    .make = congestion::make_detector<Told>,
    .declare = [](ledger::Block&, const PortContext&) {}};

struct Bench {
  explicit Bench(const std::string& weight) : s1("s1", settings(weight)) {
    h1.connect(s1, 0);
    h2.connect(s1, 1);
  }
  static Settings settings(const std::string& weight) {
    Settings made = from_text(kStar);
    made.set("switch.forwarding.tables", "bridged");
    made.set("congestion.detector", "told");
    return weight.empty() ? made : made.set("congestion.told.weight", weight);
  }

  Switch s1;
  Sink h1{"h1"};
  Sink h2{"h2"};
};

TEST(OwnDetector, SeesThePacketsOfASwitch) {
  congestion::add_detector("told", "counts packets", kCard);
  Bench bench("");
  bench.h1.send();
  run_until(50_us);
  bench.h1.send();
  run_until(100_us);
  EXPECT_EQ(bench.h2.frames, 2U);
  EXPECT_EQ(told, 6);
}

TEST(OwnDetector, HasKeys) {
  congestion::add_detector("told", "counts packets", kCard);
  Bench bench("7");
  bench.h1.send();
  run_until(50_us);
  EXPECT_EQ(told, 7);
  EXPECT_THAT(bench.settings("7").to_toml(), HasSubstr("[congestion.told]\nweight = 7"));
  EXPECT_THAT(report_of([] { Bench::settings("10").to_toml(); }),
              HasSubstr("key 'congestion.told.weight': wanted an integer from 1 to 9; got 10"));
}

TEST(OwnDetector, ComesTooLateAfterTheFirstSettings) {
  EXPECT_THAT(from_text(kStar).to_toml(), HasSubstr("detector"));
  EXPECT_THROW(congestion::add_detector("told", "counts packets", kCard), std::logic_error);
}

}  // namespace weir::own_detector_test
