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
  const unsigned stage = static_cast<unsigned>(std::bit_width(setup.max_thresholds));
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
}

std::vector<RtlParameter> StageComparatorKind::parameters(Setup& setup) {
  return {{"THRESHOLDS", setup.max_thresholds, &setup.max_thresholds},
          {"STAGE_W", static_cast<unsigned>(std::bit_width(setup.max_thresholds))},
          {"Q_W", setup.q_bits, &setup.q_bits}};
}

void StageComparatorKind::require_playable(const Setup& setup) {
  if (setup.max_thresholds < 2) {
    throw std::invalid_argument("--parameter: thresholds is 1, wanted 2 or more");
  }
  require_room_for_a_frame(setup);
}

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

void require_room_for_a_frame(const StageComparatorConfig& config) {
  if (config.q_bits < 13) {
    throw std::invalid_argument("--parameter: Q_W is " + std::to_string(config.q_bits) +
                                " bits, wanted 13 or more: a queue that holds one frame of 9216 bytes");
  }
}

Block StageComparatorKind::block(const Variant<StageComparatorKind>& variant) { return comparator_block(variant); }

}  // namespace weir::cosim
