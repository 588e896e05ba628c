// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <bit>
#include <string>

#include "hw_model/base/quantity_text.h"
#include "hw_model/mechanisms/flow_control/gfc_buffer_based.h"
#include "hw_model/mechanisms/flow_control/scheme_card.h"
#include "hw_model/mechanisms/flow_control/scheme_rules.h"
#include "hw_model/reference/stage_comparator.h"

namespace weir::flow_control {

using ledger::Complaints;
using ledger::OfTable;
using ledger::setting;
using ledger::SettingsOf;

const SettingsOf<GfcBufferBasedConfig>& gfc_buffer_based_settings() {
  using Config = GfcBufferBasedConfig;
  static const SettingsOf<Config> kSettings = {
      setting(&Config::b1, "b1", {1_B, kMost}, "B1: VIQ depth at which stage 1 begins, with half of the line rate.",
              {.name = "b_k"}),
      setting(&Config::bm, "bm", {1_B, kMost}, "Bm: VIQ depth to which the thresholds B_k of the stages converge.",
              {.name = "b_k"}),
      setting(&Config::stages, "stages", {0, 62},
              "N: number of stages; 0: up to the first stage k with B_k - B_(k-1) <= 1 byte.", {.name = "b_k"}),
      setting(&Config::comparator, "comparator", kComparatorForms,
              "Form of the stage comparator's hardware; both forms give the same stages. leading_zero requires bm - b1 "
              "to be a power of two."),
  };
  return kSettings;
}

namespace {

SchemeTable gfc_buffer_based_table() {
  return {"flow_control.gfc_buffer_based", "GFC, section 5.1: stages B_k = Bm - (Bm - B1)/2^(k-1), R_k = C/2^k.",
          ledger::within(&FlowControlConfig::gfc_buffer_based, gfc_buffer_based_settings())};
}

void check_stages(const GfcBufferBasedConfig& gfc, const reference::RateLimiterConfig& limiter,
                  Complaints& complaints) {
  const auto stages = gfc.stages != 0 ? gfc.stages : reference::gfc_stage_count(gfc.bm, gfc.b1);
  const std::string made = gfc.stages != 0 ? "" : "bm - b1 = " + quantity_text(gfc.bm - gfc.b1) + " makes ";
  const char* word = gfc.stages != 0 ? "stages" : "bm";
  complaints.unless(stages <= gfc.max_thresholds, {word, "b1", "stages"},
                    made + std::to_string(stages) + " stages, and a comparator has " +
                        std::to_string(gfc.max_thresholds) + " thresholds; wanted " +
                        (gfc.stages != 0 ? "fewer" : "a smaller difference, or flow_control.gfc_buffer_based.stages"));
  const std::uint64_t widest = limiter.r_r_max(reference::RateForm::kStage);
  complaints.unless(stages <= widest, {word, "b1", "stages"},
                    made + std::to_string(stages) + " stages, and the limiter's r_r of " +
                        std::to_string(limiter.stage) + " bits holds at most " + std::to_string(widest));
  const Bytes last = reference::gfc_stage_thresholds(gfc.bm, gfc.b1, stages).back();
  complaints.unless(last < Bytes(std::int64_t{1} << gfc.q_bits), {"bm"},
                    "threshold B_" + std::to_string(stages) + " = " + quantity_text(last) + " does not fit the " +
                        std::to_string(gfc.q_bits) + " bits of a queue depth");
}

void check_buffer_based(const FlowControlConfig& config, const PortFacts& port, Complaints& complaints) {
  const GfcBufferBasedConfig& gfc = config.gfc_buffer_based;
  OfTable table(complaints, "flow_control.gfc_buffer_based");
  check_below("b1", gfc.b1, gfc.bm, table);
  table.unless(gfc.comparator != ComparatorForm::kLeadingZero ||
                   std::has_single_bit(static_cast<std::uint64_t>((gfc.bm - gfc.b1).count())),
               {"comparator", "b1", "bm"},
               "leading_zero wants bm - b1 to be a power of two bytes, such as 262144 B; bm - b1 is " +
                   quantity_text(gfc.bm - gfc.b1));
  check_stages(gfc, port.limiter, table);
  check_limiter(port, complaints);
}

BitRate lowest_of_stages(const FlowControlConfig& config, BitRate line) {
  const GfcBufferBasedConfig& gfc = config.gfc_buffer_based;
  const std::size_t stages = reference::gfc_stage_thresholds(gfc.bm, gfc.b1, gfc.stages).size();
  unsigned stage = 0;
  while (stage < stages && reference::stage_rate(line, stage + 1) > BitRate(0))
    ++stage;
  return reference::stage_rate(line, stage);
}

}  // namespace

const SchemeCard& gfc_buffer_based_card() {
  static constexpr SchemeCard kCard{.traits = {.limiter = reference::RateForm::kStage},
                                    .table = gfc_buffer_based_table,
                                    .check = check_buffer_based,
                                    .lowest_rate = lowest_of_stages,
                                    .make = make_engine<GfcBufferBased>,
                                    .declare = GfcBufferBased::declare};
  return kCard;
}

}  // namespace weir::flow_control
