// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/base/quantity_text.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/mechanisms/congestion/detector_card.h"
#include "hw_model/mechanisms/congestion/detectors.h"
#include "hw_model/mechanisms/congestion/ib_fecn.h"

namespace weir::congestion {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): units of the ranges below

namespace {

ledger::SettingsOf<IbFecnConfig> ib_fecn_settings() {
  using Config = IbFecnConfig;
  return {
      ledger::setting(&Config::threshold, "threshold", {0_B, 1000_MB},
                      "Bytes that wait behind a leaving packet; above the threshold the queue is congested.",
                      {.name = "fecn_threshold"}),
      ledger::setting(&Config::packet_size, "packet_size", {0_B, frame::kMaxFrameLength},
                      "Packets shorter than this are not marked.", {.name = "fecn_packet_size"}),
      ledger::setting(&Config::marking_rate, "marking_rate", {0, 65'535},
                      "Number of markable packets that pass unmarked between two marked packets.",
                      {.name = "fecn_marking_rate"}),
      ledger::setting(&Config::delayed, "delayed", kDelayed,
                      "Which packets count as delayed for lack of credits, and so are not marked. queued: all that are "
                      "in the queue when credits come. head: the packet at the head of the queue then."),
      ledger::setting(&Config::victim_mask, "victim_mask",
                      "Whether delayed packets are marked, too; meant for ports to hosts.",
                      {.name = "fecn_victim_mask"}),
  };
}

std::vector<DetectorTable> ib_fecn_tables() {
  return {{"congestion.ib_fecn", "InfiniBand's FECN: Architecture, volume 1, annex A10.",
           ledger::within(&CongestionConfig::ib_fecn, ib_fecn_settings())}};
}

void check_fecn(const PortContext& context, ledger::Complaints& complaints) {
  const IbFecnConfig& fecn = context.config.ib_fecn;
  check_within_buffer(context, fecn.threshold, "congestion.ib_fecn.threshold", complaints);
  complaints.unless(fecn.packet_size <= context.max_frame, {"congestion.ib_fecn.packet_size", "switch.max_frame"},
                    "wanted at most the largest frame, " + quantity_text(context.max_frame) + "; got " +
                        quantity_text(fecn.packet_size));
}

}  // namespace

const DetectorCard& ib_fecn_card() {
  static constexpr DetectorCard kCard{.traits = {.marks_transport = true},
                                      .tables = ib_fecn_tables,
                                      .check = check_fecn,
                                      .make = make_detector<IbFecn>,
                                      .declare = IbFecn::declare};
  return kCard;
}

}  // namespace weir::congestion
