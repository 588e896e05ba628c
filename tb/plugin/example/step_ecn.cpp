// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A plugin in one file, the example of docs/user_guide/extend.md. step_ecn marks by one threshold (DCTCP, SIGCOMM '10,
// section 3.1), at dequeue: a packet that leaves more than k behind it is given CE, if its sender can use it. Latency:
// none.

#include "hw_model/frame/ecn_field.h"
#include "hw_model/ledger/kept_settings.h"
#include "hw_model/ledger/rows.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/plugin/plugin.h"

namespace {

using namespace weir;            // NOLINT(google-build-using-namespace): a file of its own
using namespace weir::literals;  // NOLINT(google-build-using-namespace)
using congestion::CongestionConfig;
using congestion::PortContext;

struct StepEcnConfig {
  Bytes k = 65_KB;
};

constexpr const char* kTable = "congestion.step_ecn";

const ledger::SettingsOf<StepEcnConfig>& settings() {
  static const ledger::SettingsOf<StepEcnConfig> kSettings = {
      ledger::setting(&StepEcnConfig::k, "k", {0_B, 1000_MB}, "Bytes behind a leaving packet above which it is marked.",
                      {.name = "step_k"}),
  };
  return kSettings;
}

StepEcnConfig of(const CongestionConfig& config) { return ledger::read(config.others, kTable, settings()); }

// The detector of a port.
class StepEcn final : public congestion::Detector {
 public:
  explicit StepEcn(const PortContext& context) : config_(of(context.config)) {}

  void departs(frame::Packet& packet, Bytes behind, Time) override {
    if (behind <= config_.k || frame::ecn_of(packet).value_or(frame::Ecn::kNotCapable) == frame::Ecn::kNotCapable)
      return;
    frame::set_ecn(packet, frame::Ecn::kCongestion);
    ++marked_[packet.traffic_class.index()];
  }

  std::uint64_t marked(ClassId c) const override { return marked_[c.index()]; }

  static void declare(ledger::Block& block, const PortContext& context);
  void bind_registers(const ledger::Binder& binder) override;

 private:
  struct Rows;
  StepEcnConfig config_;
  PerClass<std::uint64_t> marked_{};
};

struct StepEcn::Rows {
  using Row = ledger::RowsOf<PortContext>;
  static constexpr auto kAll = Row::list(
      Row::setting<&StepEcnConfig::k>({"step_k", congestion::depth_bits, ledger::kOne, "bits of the buffer in bytes",
                                       "bytes behind a leaving packet above which it is marked"}),
      Row::events<&StepEcn::marked_>(
          {"step_marked", 64, congestion::per_class, "packets", "packets that were given CE"},
          [](const StepEcn& step, const ledger::RegisterAccess& at) { return step.marked_[at.indices[0]]; }),
      Row::holds<&StepEcn::config_>("step_k"));
};

void StepEcn::declare(ledger::Block& block, const PortContext& context) {
  ledger::declare(block, {"step_ecn", "DCTCP, SIGCOMM '10, section 3.1; RFC 3168"}, context, Rows::kAll,
                  of(context.config));
}

void StepEcn::bind_registers(const ledger::Binder& binder) {
  const auto draft = std::make_shared<ledger::Drafted<StepEcnConfig>>(
      [this]() -> const StepEcnConfig& { return config_; }, [](const StepEcnConfig&) {},
      [this](const StepEcnConfig& written, Time) { config_ = written; });
  ledger::bind(binder, Rows::kAll,
               {ledger::objects(draft),
                ledger::objects([this](const ledger::RegisterAccess&) -> const StepEcn& { return *this; })});
}

// The card of the chip.
constexpr congestion::DetectorCard kCard{.traits = {.marks_ip = true},
                                         .tables = []() -> std::vector<congestion::DetectorTable> {
                                           return {{kTable, "Marks by one threshold: DCTCP, SIGCOMM '10, section 3.1.",
                                                    ledger::within(&CongestionConfig::others, kTable, settings)}};
                                         },
                                         .check =
                                             [](const PortContext& context, ledger::Complaints& complaints) {
                                               congestion::check_within_buffer(context, of(context.config).k,
                                                                               "congestion.step_ecn.k", complaints);
                                             },
                                         .make = congestion::make_detector<StepEcn>,
                                         .declare = StepEcn::declare};

// The card of the bench: behind pauses no queue that one feeder fills comes to a threshold of XON or more.
class StepEcnCard final : public bounds::DetectorCard {
  std::vector<std::string> warnings(const bounds::Alike& alike) const override {
    if (!flow_control::traits_of(alike.device->flow_control.scheme).pauses)
      return {};
    return {bounds::level_warning(alike, "congestion.step_ecn.k", of(alike.device->congestion).k,
                                  "so that its packets are never marked")};
  }
};

}  // namespace

WEIR_PLUGIN {
  static const StepEcnCard kOfBench;
  congestion::add_detector("step_ecn", "marks CE above one queue length, at dequeue", kCard);
  bounds::add_detector_card("step_ecn", kOfBench);
}
