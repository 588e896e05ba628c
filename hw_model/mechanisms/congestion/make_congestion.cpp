// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <bit>
#include <string>

#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/congestion/bcn.h"
#include "hw_model/mechanisms/congestion/congestion.h"
#include "hw_model/mechanisms/congestion/detectors.h"
#include "hw_model/mechanisms/congestion/fera.h"
#include "hw_model/mechanisms/congestion/ib_fecn.h"
#include "hw_model/mechanisms/congestion/red_ecn.h"
#include "hw_model/mechanisms/congestion/tcd.h"

namespace weir::congestion {
namespace {

void validate(const CongestionConfig& config) {
  const std::vector<DetectorKind> row = config.row();
  for (const DetectorName& known : kDetectors) {
    require(std::count(row.begin(), row.end(), known.value) <= 1,
            "congestion: " + std::string(known.name) + " is there twice");
  }
  require(!config.has(DetectorKind::kTcd) || !config.has(DetectorKind::kTcdInfiniband),
          "congestion: tcd and tcd_infiniband are one set of registers; wanted one of them");
}

}  // namespace

namespace {

// Without queues at inputs a VEQ holds all that waits, and its depth is known.
void declare_waiting_at_inputs(ledger::Block& block, const PortContext& context) {
  const DetectorKind first = context.config.detectors.front();
  const ledger::Origin origin(std::string(name_in(kDetectors, first)), "docs/reference/congestion.md");
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
  for (const DetectorKind detector : context.config.row()) {
    switch (detector) {
      case DetectorKind::kRedEcn:
        declare_red_ecn(block, context);
        break;
      case DetectorKind::kIbFecn:
        declare_ib_fecn(block, context);
        break;
      case DetectorKind::kTcd:
      case DetectorKind::kTcdInfiniband:
        declare_tcd(block, context, detector);
        break;
      case DetectorKind::kFera:
        declare_fera(block, context);
        break;
      case DetectorKind::kBcn:
        declare_bcn(block, context);
        break;
    }
  }
  return block;
}

std::vector<std::unique_ptr<Detector>> make_detectors(const PortContext& context) {
  validate(context.config);
  std::vector<std::unique_ptr<Detector>> row;
  for (const DetectorKind kind : context.config.row()) {
    switch (kind) {
      case DetectorKind::kRedEcn:
        row.push_back(std::make_unique<RedEcn>(context));
        break;
      case DetectorKind::kIbFecn:
        row.push_back(std::make_unique<IbFecn>(context));
        break;
      case DetectorKind::kTcd:
      case DetectorKind::kTcdInfiniband:
        row.push_back(std::make_unique<Tcd>(context, kind));
        break;
      case DetectorKind::kFera:
        row.push_back(std::make_unique<Fera>(context));
        break;
      case DetectorKind::kBcn:
        row.push_back(std::make_unique<Bcn>(context));
        break;
    }
  }
  return row;
}

ledger::Block declare_shared_congestion(const PortContext& context) {
  ledger::Block block("congestion");
  if (context.config.has(DetectorKind::kFera))
    declare_fera_unit(block, context);
  if (context.config.makes_frames())
    declare_notification_buffer(block, context);
  return block;
}

}  // namespace weir::congestion
