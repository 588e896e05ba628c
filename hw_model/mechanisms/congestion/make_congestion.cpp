// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <bit>
#include <string>

#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/congestion/congestion.h"
#include "hw_model/mechanisms/congestion/detectors.h"
#include "hw_model/mechanisms/congestion/red_ecn.h"

namespace weir::congestion {
namespace {

bool has(const CongestionConfig& config, DetectorKind detector) {
  return std::find(config.detectors.begin(), config.detectors.end(), detector) != config.detectors.end();
}

void validate(const CongestionConfig& config) {
  for (const DetectorName& known : kDetectors) {
    require(std::count(config.detectors.begin(), config.detectors.end(), known.value) <= 1,
            "congestion: " + std::string(known.name) + " is there twice");
  }
  require(!has(config, DetectorKind::kTcd) || !has(config, DetectorKind::kTcdInfiniband),
          "congestion: tcd and tcd_infiniband are one set of registers; wanted one of them");
}

}  // namespace

ledger::Dimensions per_class(const PortContext& context) { return {{"class", context.classes}}; }

ledger::Dimensions per_lossless_class(const PortContext& context) {
  return {{"class", static_cast<std::uint64_t>(std::popcount(context.lossless))}};
}

unsigned depth_bits(const PortContext& context) {
  return ledger::bits_for(static_cast<std::uint64_t>(context.buffer.count()));
}

ledger::Block declare_congestion(const PortContext& context) {
  validate(context.config);
  ledger::Block block("congestion");
  for (const DetectorKind detector : context.config.detectors) {
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
  for (const DetectorKind kind : context.config.detectors) {
    switch (kind) {
      case DetectorKind::kRedEcn:
        row.push_back(std::make_unique<RedEcn>(context));
        break;
      case DetectorKind::kIbFecn:
      case DetectorKind::kTcd:
      case DetectorKind::kTcdInfiniband:
      case DetectorKind::kFera:
      case DetectorKind::kBcn:
        break;  // registers only
    }
  }
  return row;
}

ledger::Block declare_shared_congestion(const PortContext& context) {
  ledger::Block block("congestion");
  if (has(context.config, DetectorKind::kFera))
    declare_fera_divider(block, context);
  if (context.config.notifies())
    declare_notification_buffer(block);
  return block;
}

}  // namespace weir::congestion
