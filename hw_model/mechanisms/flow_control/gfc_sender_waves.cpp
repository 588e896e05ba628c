// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of limiters in RTL, as waveforms show them.

#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/flow_control/gfc_sender.h"

namespace weir::flow_control {

std::vector<Probe> GfcSender::rtl_probes(ClassId c) const {
  std::vector<Probe> probes;
  const auto& sender = sending_[c.index()].limiter;
  const unsigned sides = sender ? sender->rtl(Time(0)).sides : 0;
  const reference::RateLimiterConfig& config = limiter();
  const bool stage_form = form_ == reference::RateForm::kStage;
  const unsigned fraction = stage_form ? 0 : config.factor_frac;
  for (unsigned side = 0; side < sides; ++side) {
    const std::string name = kSideNames[side];
    probes.push_back(
        {.name = name + "r_l", .unit = "subticks", .width = config.r_l_ticks + ledger::bits_to_name(config.subticks)});
    probes.push_back({.name = name + "r_r", .width = stage_form ? config.stage : config.factor_int + fraction});
    probes.push_back({.name = name + "r_c",
                      .unit = fraction == 0 ? "subticks" : "subticks/2^" + std::to_string(fraction),
                      .width = config.r_c + fraction});
  }
  return probes;
}

Time GfcSender::rtl_values(ClassId c, Time now, std::vector<std::uint64_t>& values) const {
  const reference::RateLimiterSides shown = sending_[c.index()].limiter->rtl(now);
  for (unsigned side = 0; side < shown.sides; ++side) {
    const reference::RateLimiterRegisters& registers = shown.registers[side];
    values.insert(values.end(), {registers.r_l, registers.r_r, registers.r_c});
  }
  return shown.changes_at;
}

}  // namespace weir::flow_control
