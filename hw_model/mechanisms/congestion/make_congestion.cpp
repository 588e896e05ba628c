// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <bit>
#include <memory>
#include <string>

#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/congestion/detector_card.h"
#include "hw_model/mechanisms/congestion/detectors.h"

namespace weir::congestion {
namespace {

void validate(const CongestionConfig& config) {
  const std::vector<DetectorKind> row = config.row();
  for (const DetectorName& known : detectors()) {
    require(std::count(row.begin(), row.end(), known.value) <= 1,
            "congestion: " + std::string(known.name) + " is there twice");
  }
  require(!any_detector(config, &DetectorTraits::times_pauses) || !any_detector(config, &DetectorTraits::times_credits),
          "congestion: tcd and tcd_infiniband are one set of registers; wanted one of them");
}

// The counter of bytes that wait at inputs. Without queues at inputs a VEQ holds all waiting packets, and its depth is
// known.
void declare_waiting_at_inputs(ledger::Block& block, const PortContext& context) {
  const DetectorKind first = context.config.detectors.front();
  const ledger::Origin origin(std::string(name_of(first)), "docs/reference/congestion.md");
  block.add(origin.internal({.name = "waits_at_inputs",
                             .width = depth_bits(context),
                             .dimensions = per_class(context),
                             .width_follows = "bits of the buffer in bytes",
                             .description = "bytes for this port that are admitted and in no VEQ yet"}));
}

}  // namespace

ledger::Dimensions per_class(const PortContext& context) { return {{"class", context.classes}}; }

ledger::Dimensions per_lossless_class(const PortContext& context) {
  return {{"class", static_cast<std::uint64_t>(std::popcount(context.lossless))}};
}

unsigned packet_count_bits(const PortContext& context) {
  constexpr Bytes kShortest{64};
  return ledger::bits_for(static_cast<std::uint64_t>(context.buffer / kShortest));
}

ledger::Block declare_congestion(const PortContext& context) {
  validate(context.config);
  ledger::Block block("congestion");
  if (context.at_inputs && !context.config.detectors.empty())
    declare_waiting_at_inputs(block, context);
  for (const DetectorKind kind : context.config.row())
    card_of(kind).declare(block, context);
  return block;
}

std::vector<std::unique_ptr<Detector>> make_detectors(const PortContext& context) {
  validate(context.config);
  std::vector<std::unique_ptr<Detector>> row;
  for (const DetectorKind kind : context.config.row())
    row.push_back(card_of(kind).make(context));
  return row;
}

ledger::Block declare_shared_congestion(const PortContext& context) {
  ledger::Block block("congestion");
  for (const DetectorKind kind : context.config.row()) {
    if (card_of(kind).declare_shared != nullptr)
      card_of(kind).declare_shared(block, context);
  }
  if (makes_frames(context.config))
    declare_notification_buffer(block, context);
  return block;
}

}  // namespace weir::congestion
