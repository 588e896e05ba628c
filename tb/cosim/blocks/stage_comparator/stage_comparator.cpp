// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/stage_comparator/stage_comparator.h"

#include <bit>
#include <stdexcept>

#include "tb/cosim/blocks/stage_comparator/in_switch.h"

namespace weir::cosim {

using reference::StageComparatorConfig;
using reference::StageComparatorInputs;
using reference::StageComparatorOutputs;

BlockPorts<StageComparatorInputs, StageComparatorOutputs> StageComparatorKind::ports(const Setup& setup) {
  setup.validate();
  const unsigned stage = setup.stage_bits();
  using In = StageComparatorInputs;
  return {.period = kComparatorPeriod,
          .inputs = {port("rst_ni", 1, &In::rst_n), port("threshold_we_i", 1, &In::threshold_we),
                     port("threshold_index_i", stage, &In::threshold_index),
                     port("threshold_i", setup.q_bits + 1, &In::threshold), port("q_i", setup.q_bits, &In::q)},
          .outputs = {port("stage_o", stage, &StageComparatorOutputs::stage),
                      port("changed_o", 1, &StageComparatorOutputs::changed)}};
}

void StageComparatorKind::require_built(const Setup& setup) {
  setup.validate();
  require_width("max_thresholds", setup.max_thresholds, reference::kThresholds);
  require_width("q_bits", setup.q_bits, reference::kQBits);
  if (!setup.resets_as_built()) {
    throw std::invalid_argument("the RTL is built with its default reset values");
  }
}

namespace {

RtlParameter b_k_reset(StageComparatorConfig& setup) {
  RtlParameter parameter{.name = "B_K_RESET",
                         .values = {},
                         .bits = setup.q_bits + 1,
                         .set =
                             [&setup](std::span<const std::uint64_t> values) {
                               setup.b_k_reset.clear();
                               for (const std::uint64_t value : values) {
                                 setup.b_k_reset.push_back(register_value("B_K_RESET", value));
                               }
                             },
                         .stated = !setup.b_k_reset.empty()};
  for (unsigned k = 1; k <= setup.max_thresholds; ++k) {
    parameter.values.push_back(setup.b_reset(k));
  }
  return parameter;
}

}  // namespace

std::vector<RtlParameter> StageComparatorKind::parameters(Setup& setup) {
  return {width_parameter("THRESHOLDS", setup.max_thresholds),
          {.name = "STAGE_W", .values = {setup.stage_bits()}},
          width_parameter("Q_W", setup.q_bits),
          b_k_reset(setup)};
}

void StageComparatorKind::require_playable(const Setup& setup) { require_depth_bits(setup); }

HeaderLines StageComparatorKind::header(const Setup& setup) {
  return {{"max_thresholds", std::to_string(setup.max_thresholds)}, {"q_bits", std::to_string(setup.q_bits)}};
}

void StageComparatorKind::take_header(const Recording& recording, Setup& setup) {
  setup.max_thresholds = recording.number_of("max_thresholds");
  setup.q_bits = recording.number_of("q_bits");
}

std::vector<StageComparatorInputs> StageComparatorKind::table_writes(const Setup& setup) {
  std::vector<StageComparatorInputs> writes;
  for (const Bytes threshold : setup.thresholds) {
    StageComparatorInputs& write = writes.emplace_back();
    write.threshold_we = true;
    write.threshold_index = static_cast<std::uint32_t>(writes.size());
    write.threshold = static_cast<std::uint32_t>(threshold.count());
  }
  return writes;
}

void require_depth_bits(const StageComparatorConfig& config) {
  if (config.q_bits < 13) {
    throw std::invalid_argument("--parameter: Q_W is " + std::to_string(config.q_bits) + " bits, wanted 13 or more");
  }
}

Block StageComparatorKind::block(const Variant<StageComparatorKind>& variant) { return comparator_block(variant); }

}  // namespace weir::cosim
