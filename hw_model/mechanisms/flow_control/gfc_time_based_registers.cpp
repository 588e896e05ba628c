// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of time-based GFC as software reads and writes them.

#include <string>

#include "hw_model/base/require.h"
#include "hw_model/mechanisms/flow_control/gfc_time_based.h"

namespace weir::flow_control {

void GfcTimeBased::bind_registers(const ledger::Binder& binder, const Surroundings& around) {
  GfcSender::bind_registers(binder, around);
  const EngineRegisters registers = registers_of(binder, around);
  registers.setting(
      "linear_range",
      [](const PortContext& context) {
        const GfcTimeBasedConfig& gfc = context.config.gfc_time_based;
        return (gfc.bm - gfc.b0) / gfc.credits.block;
      },
      [](PortContext& draft, std::uint64_t value) {
        GfcTimeBasedConfig& gfc = draft.config.gfc_time_based;
        gfc.b0 = gfc.bm - gfc.credits.block * static_cast<std::int64_t>(value);
      });
  bind_credits(
      registers, [](PortContext& draft) -> CbfcConfig& { return draft.config.gfc_time_based.credits; },
      [](PortContext& draft, Bytes buffer) {  // Bm; linear_range is a register of its own and stays
        GfcTimeBasedConfig& gfc = draft.config.gfc_time_based;
        gfc.b0 += buffer - gfc.bm;
        gfc.bm = buffer;
      });
}

void GfcTimeBased::check(const PortContext& settings) const {
  GfcSender::check(settings);
  const GfcTimeBasedConfig& gfc = settings.config.gfc_time_based;
  if (rates_ == nullptr || gfc.b0 >= gfc.bm)  // the latter is refused by itself
    return;
  const std::string wrong = rates_not_whole(gfc, line_rate(), settings.limiter.floor_rate);
  require(wrong.empty(), wrong);
}

// A rate is computed with the new range when the next message arrives; the peer learns of a changed Bm with the next
// message of each class.
void GfcTimeBased::reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) {
  GfcSender::reconfigure(settings, depth, now);
  reporter_.reconfigure(settings, config().gfc_time_based.credits, config().gfc_time_based.bm);
  if (rates_ != nullptr)
    rates_->offers(reporter_.credits(), now);
}

}  // namespace weir::flow_control
