// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/gfc_buffer_based.h"
#include "hw_model/mechanisms/flow_control/require.h"

namespace weir::flow_control {
namespace {

constexpr char kThresholdBlock[] = "stage_comparator_threshold";
constexpr char kLeadingZeroBlock[] = "stage_comparator_leading_zero";

// Output registers that both forms of the comparator have.
void declare_stage(ledger::Block& block, const char* rtl_block, unsigned stage_bits,
                   const ledger::Dimensions& each_class, const ledger::Origin& origin) {
  block
      .add(origin.state({.name = "stage",
                         .width = stage_bits,
                         .dimensions = each_class,
                         .rtl_block = rtl_block,
                         .width_follows = "bits of the number of thresholds",
                         .description = "stage of the VIQ now"}))
      .add(origin.internal({.name = "stage_changed",
                            .dimensions = each_class,
                            .rtl_block = rtl_block,
                            .description = "the stage is new in this cycle: makes a message due"}));
}

void declare_thresholds(ledger::Block& block, const reference::StageComparatorConfig& comparator,
                        const ledger::Dimensions& each_class, const ledger::Origin& origin) {
  const unsigned stage_bits = ledger::bits_for(comparator.max_thresholds);
  ledger::Dimensions each_threshold = each_class;
  each_threshold.push_back({"stage", comparator.max_thresholds});
  const std::uint64_t never = (std::uint64_t{2} << comparator.q_bits) - 1;
  std::vector<std::uint64_t> resets(comparator.max_thresholds, never);
  for (std::size_t k = 0; k < comparator.thresholds.size(); ++k)
    resets[k] = static_cast<std::uint64_t>(comparator.thresholds[k].count());
  block.add(origin.setting({.name = "b_k",
                            .width = comparator.q_bits + 1,
                            .dimensions = std::move(each_threshold),
                            .reset = never,
                            .resets = std::move(resets),
                            .rtl_block = kThresholdBlock,
                            .width_follows = "bits of the queue depth, and one for a threshold that is never reached",
                            .description = "thresholds B_1..B_N in bytes; all ones: unused"}));
  declare_stage(block, kThresholdBlock, stage_bits, each_class, origin);
  block.add(ledger::RtlInstance{
      .block = kThresholdBlock,
      .parameters = {{"THRESHOLDS", comparator.max_thresholds}, {"STAGE_W", stage_bits}, {"Q_W", comparator.q_bits}},
      .dimensions = each_class});
}

void declare_leading_zero(ledger::Block& block, const reference::StageComparatorConfig& comparator,
                          const ledger::Dimensions& each_class, const ledger::Origin& origin) {
  const auto table = reference::leading_zero_table(comparator.thresholds);
  require(table.has_value(), "gfc_buffer_based: the leading-zero comparator wants bm - b1 to be a power of two");
  const unsigned stage_bits = ledger::bits_for(comparator.max_thresholds);
  const unsigned span_bits = ledger::bits_for(comparator.q_bits);
  const auto setting = [&](const char* name, unsigned width, std::uint64_t reset, const char* follows,
                           const char* what) {
    block.add(origin.setting({.name = name,
                              .width = width,
                              .dimensions = each_class,
                              .reset = reset,
                              .rtl_block = kLeadingZeroBlock,
                              .width_follows = follows,
                              .description = what}));
  };
  setting("bm", comparator.q_bits + 1, static_cast<std::uint64_t>(table->bm.count()),
          "bits of the queue depth, and one for what is beyond it", "Bm in bytes");
  setting("log2_span", span_bits, table->log2_span, "bits of the width of q", "log2(Bm - B1)");
  setting("stages", stage_bits, table->stages, "bits of the number of thresholds", "N");
  declare_stage(block, kLeadingZeroBlock, stage_bits, each_class, origin);
  block.add(ledger::RtlInstance{
      .block = kLeadingZeroBlock,
      .parameters = {{"STAGE_W", stage_bits}, {"Q_W", comparator.q_bits}, {"LOG2_SPAN_W", span_bits}},
      .dimensions = each_class});
}

}  // namespace

ledger::Block GfcBufferBased::declare(const PortContext& context) {
  static constexpr auto kReceiving = ledger::state_fields<ReceivingClass>(
      ledger::holds(&ReceivingClass::comparator, "stage", "stage_changed"),
      ledger::holds(&ReceivingClass::stage, "stage"), ledger::holds(&ReceivingClass::told_stage, "told_stage"));
  static constexpr auto kFields = ledger::state_fields<GfcBufferBased>(
      ledger::model_only(&GfcBufferBased::address_, "port.mac_address"),
      ledger::model_only(&GfcBufferBased::stages_, "N: thresholds in use, or the register `stages`"),
      ledger::part(&GfcBufferBased::receiving_),
      ledger::model_only(&GfcBufferBased::obeyed_, "what waveforms show of r_r and hold_span"),
      ledger::model_only(&GfcBufferBased::due_, "wires: stage differs from told_stage"));
  const ledger::Dimensions each_class = per_lossless_class(context);
  const reference::StageComparatorConfig comparator = comparator_config(context);
  const ledger::Origin origin("gfc_buffer_based", "GFC, SIGCOMM '19, sections 4.2 and 5.1");
  ledger::Block block("flow_control");
  if (context.config.gfc_buffer_based.comparator == ComparatorForm::kThreshold)
    declare_thresholds(block, comparator, each_class, origin);
  else
    declare_leading_zero(block, comparator, each_class, origin);
  block.add(origin.state({.name = "told_stage",
                          .width = ledger::bits_for(comparator.max_thresholds),
                          .dimensions = each_class,
                          .width_follows = "bits of the number of thresholds",
                          .description = "stage in the last frame"}));
  declare_limiters(block, context, reference::RateForm::kStage, "gfc_buffer_based");
  declare_common(block, context, origin);
  ledger::require_declared(block, kReceiving);
  ledger::require_declared(block, kFields);
  return block;
}

}  // namespace weir::flow_control
