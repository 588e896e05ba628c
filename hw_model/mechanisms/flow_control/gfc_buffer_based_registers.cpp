// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw_model/base/quantity_text.h"
#include "hw_model/base/require.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/gfc_buffer_based.h"
#include "hw_model/mechanisms/flow_control/register_access.h"

namespace weir::flow_control {
namespace {

constexpr char kThresholdBlock[] = "stage_comparator_threshold";
constexpr char kLeadingZeroBlock[] = "stage_comparator_leading_zero";

// A threshold that no depth reaches.
constexpr Bytes unused(const reference::StageComparatorConfig& comparator) {
  return Bytes((std::int64_t{2} << comparator.q_bits) - 1);
}

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
  const auto never = static_cast<std::uint64_t>(unused(comparator).count());
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
      .dimensions = each_class,
      .resets = {{"B_K_RESET", "b_k"}}});
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
      .dimensions = each_class,
      .resets = {{"BM_RESET", "bm"}, {"LOG2_SPAN_RESET", "log2_span"}, {"STAGES_RESET", "stages"}}});
}

}  // namespace

ledger::Block GfcBufferBased::declare(const PortContext& context) {
  static constexpr auto kReceiving = ledger::state_fields<ReceivingClass>(
      ledger::holds(&ReceivingClass::comparator, "stage", "stage_changed"),
      ledger::model_only(&ReceivingClass::port, "the comparator"), ledger::holds(&ReceivingClass::stage, "stage"),
      ledger::holds(&ReceivingClass::told_stage, "told_stage"));
  static constexpr auto kFields = ledger::state_fields<GfcBufferBased>(
      ledger::model_only(&GfcBufferBased::first_threshold_, "what reports show as the first threshold"),
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

reference::StageComparatorConfig GfcBufferBased::comparator_config(const PortContext& context, ClassId c) {
  const GfcBufferBasedConfig& gfc = context.config.gfc_buffer_based;
  if (const auto& table = gfc.tables[c.index()]) {
    const Bytes span(std::int64_t{1} << table->log2_span);
    require(table->bm >= span,
            "gfc_buffer_based: bm is " + bytes_text(table->bm) + ", less than 2^log2_span, " + bytes_text(span));
    return comparator_config(
        context, table->stages == 0 ? std::vector<Bytes>{}
                                    : reference::gfc_stage_thresholds(table->bm, table->bm - span, table->stages));
  }
  if (gfc.thresholds[c.index()].empty())
    return comparator_config(context);
  std::vector<Bytes> thresholds = gfc.thresholds[c.index()];
  const Bytes never = unused(comparator_config(context));
  while (!thresholds.empty() && thresholds.back() == never)
    thresholds.pop_back();
  return comparator_config(context, std::move(thresholds));
}

void GfcBufferBased::bind_thresholds(const EngineRegisters& registers) {
  const auto all_of = [](const PortContext& context, ClassId c) {
    const reference::StageComparatorConfig comparator = comparator_config(context, c);
    std::vector<Bytes> all = comparator.thresholds;
    all.resize(comparator.max_thresholds, unused(comparator));
    return all;
  };
  registers.class_setting(
      "b_k",
      [all_of](const PortContext& context, ClassId c, const EngineRegisters::Further& k) {
        return static_cast<std::uint64_t>(all_of(context, c)[k[0]].count());
      },
      [all_of](PortContext& draft, ClassId c, const EngineRegisters::Further& k, std::uint64_t value) {
        std::vector<Bytes>& thresholds = draft.config.gfc_buffer_based.thresholds[c.index()];
        if (thresholds.empty())
          thresholds = all_of(draft, c);
        thresholds[k[0]] = Bytes(static_cast<std::int64_t>(value));
      });
}

void GfcBufferBased::bind_table(const EngineRegisters& registers) {
  using Table = reference::LeadingZeroTable;
  const auto table_of = [](const PortContext& context, ClassId c) {
    const auto& written = context.config.gfc_buffer_based.tables[c.index()];
    return written ? *written : reference::leading_zero_table(comparator_config(context).thresholds).value_or(Table{});
  };
  const auto setting = [&](const char* name, auto read, auto write) {
    registers.class_setting(
        name,
        [table_of, read](const PortContext& context, ClassId c, const EngineRegisters::Further&) {
          return static_cast<std::uint64_t>(read(table_of(context, c)));
        },
        [table_of, write](PortContext& draft, ClassId c, const EngineRegisters::Further&, std::uint64_t value) {
          Table table = table_of(draft, c);
          write(table, value);
          draft.config.gfc_buffer_based.tables[c.index()] = table;
        });
  };
  setting(
      "bm", [](const Table& table) { return table.bm.count(); },
      [](Table& table, std::uint64_t value) { table.bm = Bytes(static_cast<std::int64_t>(value)); });
  setting(
      "log2_span", [](const Table& table) { return table.log2_span; },
      [](Table& table, std::uint64_t value) { table.log2_span = static_cast<unsigned>(value); });
  setting(
      "stages", [](const Table& table) { return table.stages; },
      [](Table& table, std::uint64_t value) { table.stages = static_cast<unsigned>(value); });
}

void GfcBufferBased::bind_registers(const ledger::Binder& binder, const Surroundings& around) {
  GfcSender::bind_registers(binder, around);
  const EngineRegisters registers = registers_of(binder, around);
  if (context().config.gfc_buffer_based.comparator == ComparatorForm::kThreshold)
    bind_thresholds(registers);
  else
    bind_table(registers);
  registers.state("stage", [this](ClassId c, Time) { return receiving_[c.index()].stage; });
  registers.state("told_stage", [this](ClassId c, Time) { return receiving_[c.index()].told_stage; });
}

void GfcBufferBased::check(const PortContext& settings) const {
  GfcSender::check(settings);
  for (std::size_t i = 0; i < kClasses; ++i) {
    if (receiving_[i].comparator)
      settings.factories.of<reference::StageComparator>()(comparator_config(settings, ClassId(i)),
                                                          settings.name + ".c" + std::to_string(i));
  }
}

// The comparators see the new thresholds at once. Comparators whose thresholds stay are left as they are.
void GfcBufferBased::reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) {
  const PortContext before = context();
  GfcSender::reconfigure(settings, depth, now);
  unsigned most = 0;
  for (std::size_t i = 0; i < kClasses; ++i) {
    const ClassId c(i);
    if (!receiving_[i].comparator)
      continue;
    const reference::StageComparatorConfig comparator = comparator_config(settings, c);
    most = std::max(most, static_cast<unsigned>(comparator.thresholds.size()));
    if (comparator.thresholds == comparator_config(before, c).thresholds)
      continue;
    set_comparator(receiving_[i], settings.factories.of<reference::StageComparator>()(
                                      comparator, settings.name + ".c" + std::to_string(i)));
    if (!comparator.thresholds.empty())
      first_threshold_ = comparator.thresholds.front();
    depth_changed(c, false, depth(c), now);
  }
  stages_ = most;
}

}  // namespace weir::flow_control
