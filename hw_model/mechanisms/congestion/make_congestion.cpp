// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
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

// A detector of one port, and its registers.
struct Maker {
  DetectorKind kind;
  std::unique_ptr<Detector> (*make)(const PortContext& context);
  void (*declare)(ledger::Block& block, const PortContext& context);
};

template <class Made>
std::unique_ptr<Detector> made(const PortContext& context) {
  return std::make_unique<Made>(context);
}

template <DetectorKind Form>
constexpr Maker tcd_of() {
  return {Form,
          [](const PortContext& context) -> std::unique_ptr<Detector> { return std::make_unique<Tcd>(context, Form); },
          [](ledger::Block& block, const PortContext& context) { declare_tcd(block, context, Form); }};
}

constexpr std::array kMakers{
    Maker{DetectorKind::kRedEcn, made<RedEcn>, declare_red_ecn},
    Maker{DetectorKind::kIbFecn, made<IbFecn>, declare_ib_fecn},
    tcd_of<DetectorKind::kTcd>(),
    tcd_of<DetectorKind::kTcdInfiniband>(),
    Maker{DetectorKind::kFera, made<Fera>, declare_fera},
    Maker{DetectorKind::kBcn, made<Bcn>, declare_bcn},
};
static_assert(kMakers.size() == kDetectors.size(), "each detector is made");

const Maker& maker_of(DetectorKind kind) { return *std::ranges::find(kMakers, kind, &Maker::kind); }

void validate(const CongestionConfig& config) {
  const std::vector<DetectorKind> row = config.row();
  for (const DetectorName& known : kDetectors) {
    require(std::count(row.begin(), row.end(), known.value) <= 1,
            "congestion: " + std::string(known.name) + " is there twice");
  }
  require(!config.has(DetectorKind::kTcd) || !config.has(DetectorKind::kTcdInfiniband),
          "congestion: tcd and tcd_infiniband are one set of registers; wanted one of them");
}

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
  for (const DetectorKind kind : context.config.row())
    maker_of(kind).declare(block, context);
  return block;
}

std::vector<std::unique_ptr<Detector>> make_detectors(const PortContext& context) {
  validate(context.config);
  std::vector<std::unique_ptr<Detector>> row;
  for (const DetectorKind kind : context.config.row())
    row.push_back(maker_of(kind).make(context));
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
