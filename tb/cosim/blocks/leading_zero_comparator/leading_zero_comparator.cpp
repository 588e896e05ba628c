// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/leading_zero_comparator/leading_zero_comparator.h"

#include <bit>
#include <stdexcept>

#include "tb/cosim/blocks/stage_comparator/in_switch.h"
#include "tb/cosim/blocks/stage_comparator/stage_comparator.h"

namespace weir::cosim {

using reference::LeadingZeroInputs;
using reference::StageComparatorOutputs;

BlockPorts<LeadingZeroInputs, StageComparatorOutputs> LeadingZeroComparatorKind::ports(const Setup& setup) {
  setup.validate();
  using In = LeadingZeroInputs;
  return {.period = kComparatorPeriod,
          .inputs = {port("rst_ni", 1, &In::rst_n), port("table_we_i", 1, &In::table_we),
                     port("bm_i", setup.q_bits + 1, &In::bm),
                     port("log2_span_i", static_cast<unsigned>(std::bit_width(setup.q_bits)), &In::log2_span),
                     port("stages_i", reference::kStageBits, &In::stages), port("q_i", setup.q_bits, &In::q)},
          .outputs = {port("stage_o", reference::kStageBits, &StageComparatorOutputs::stage),
                      port("changed_o", 1, &StageComparatorOutputs::changed)}};
}

// The widths are those of the threshold form.
void LeadingZeroComparatorKind::require_built(const Setup& setup) { StageComparatorKind::require_built(setup); }

std::vector<RtlParameter> LeadingZeroComparatorKind::parameters(Setup& setup) {
  const auto span_bits = static_cast<unsigned>(std::bit_width(setup.q_bits));
  return {{.name = "STAGE_W", .values = {reference::kStageBits}},
          width_parameter("Q_W", setup.q_bits),
          {.name = "LOG2_SPAN_W", .values = {span_bits}},
          reset_parameter("BM_RESET", setup.q_bits + 1, setup.bm_reset.value_or(setup.never_reached()),
                          setup.bm_reset.has_value(), [&setup](std::uint32_t value) { setup.bm_reset = value; }),
          reset_parameter("LOG2_SPAN_RESET", span_bits, setup.log2_span_reset, setup.log2_span_reset != 0,
                          [&setup](std::uint32_t value) { setup.log2_span_reset = value; }),
          reset_parameter("STAGES_RESET", reference::kStageBits, setup.stages_reset, setup.stages_reset != 0,
                          [&setup](std::uint32_t value) { setup.stages_reset = value; })};
}

void LeadingZeroComparatorKind::require_playable(const Setup& setup) { require_depth_bits(setup); }

HeaderLines LeadingZeroComparatorKind::header(const Setup& setup) { return {{"q_bits", std::to_string(setup.q_bits)}}; }

void LeadingZeroComparatorKind::take_header(const Recording& recording, Setup& setup) {
  setup.q_bits = recording.number_of("q_bits");
}

std::vector<LeadingZeroInputs> LeadingZeroComparatorKind::table_writes(const Setup& setup) {
  setup.validate();
  const auto table = reference::leading_zero_table(setup.thresholds);
  if (!table) {
    throw std::invalid_argument(
        "stage comparator: the leading-zero form wants thresholds bm - 2^(m-k+1), that is bm - b1 a power of two");
  }
  return {{.table_we = true,
           .bm = static_cast<std::uint32_t>(table->bm.count()),
           .log2_span = table->log2_span,
           .stages = table->stages}};
}

std::unique_ptr<reference::StageComparator> LeadingZeroComparatorKind::in_cpp(const Setup& setup,
                                                                              const std::string& /*instance_name*/) {
  return std::make_unique<ClockedComparator<LeadingZeroComparatorKind, reference::LeadingZeroCycle>>(setup, setup);
}

Block LeadingZeroComparatorKind::block(const Variant<LeadingZeroComparatorKind>& variant) {
  return comparator_block(variant);
}

}  // namespace weir::cosim
