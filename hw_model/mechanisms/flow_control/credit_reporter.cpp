// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/credit_reporter.h"

#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/clocked_credits.h"

namespace weir::flow_control {
namespace {

constexpr const char* kCreditsBlock = "ib_credits";

}  // namespace

CreditReporter::CreditReporter(const PortContext& context, const CbfcConfig& config, Bytes buffer)
    : credits_(credits_of(config, buffer)), address_(context.address), clock_(context, config) {
  classes_.fill(reference::CreditReceiver(credits_));
}

void CreditReporter::admitted(ClassId c, Bytes length) { classes_[c.index()].received(credits_.blocks(length)); }

void CreditReporter::released(ClassId c, Bytes length) { classes_[c.index()].released(credits_.blocks(length)); }

std::size_t CreditReporter::build(std::span<std::uint8_t> bytes, std::uint32_t fctbs, std::uint32_t fccl) {
  const ClassId c = next();
  clock_.sent(c);
  return frame::write_cbfc_credit(bytes, address_,
                                  {.virtual_lane = c, .op = frame::CbfcOp::kNormal, .fctbs = fctbs, .fccl = fccl});
}

void CreditReporter::declare(ledger::Block& block, const PortContext& context, const CbfcConfig& config, Bytes buffer,
                             const ledger::Origin& origin) {
  static constexpr auto kFields =
      ledger::state_fields<CreditReporter>(ledger::model_only(&CreditReporter::address_, "port.mac_address"),
                                           ledger::holds(&CreditReporter::classes_, "abr", "occupied", "buffer_blocks"),
                                           ledger::part(&CreditReporter::clock_));
  const CreditReporter checked(context, config, buffer);
  const ledger::Dimensions each_class = per_lossless_class(context);
  const std::uint64_t offered = checked.credits_.buffer_blocks();
  CbfcConfig of_buffer = config;
  of_buffer.buffer = buffer;
  const reference::IbCreditsConfig widths = credit_widths(of_buffer, context.max_frame);
  const std::string rtl_block = widths.wrong().empty() ? kCreditsBlock : "";
  const auto counter = [&](const char* name, std::uint64_t reset, const char* what) {
    block.add(origin.state({.name = name,
                            .width = config.counter_bits,
                            .dimensions = each_class,
                            .reset = reset,
                            .rtl_block = rtl_block,
                            .width_follows = "counter_bits; at most 2^(width-1) blocks may be outstanding",
                            .description = what}));
  };
  block.add(origin.setting({.name = "buffer_blocks",
                            .width = config.counter_bits,
                            .reset = offered,
                            .width_follows = "counter_bits",
                            .description = "blocks that the receiver offers in each class"}));
  checked.clock_.declare_period(block, context, origin);
  counter("fctbs", 0, "blocks sent, modulo 2^width");
  counter("fccl", offered, "count up to which blocks may be sent, modulo 2^width");
  counter("abr", 0, "blocks received, modulo 2^width");
  counter("occupied", 0, "blocks now in the buffer");
  checked.clock_.declare_state(block, context, origin, rtl_block);
  if (!rtl_block.empty())
    block.add(ledger::RtlInstance{
        .block = rtl_block,
        .parameters = {{"COUNTER_W", widths.counter_bits}, {"BLOCKS_W", widths.blocks_bits}, {"FIRST", widths.first}},
        .dimensions = each_class});
  ledger::require_declared(block, kFields);
}

}  // namespace weir::flow_control
