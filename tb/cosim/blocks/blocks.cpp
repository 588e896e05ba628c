// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of kinds of blocks; each lists its variants.

#include "tb/cosim/block.h"
#include "tb/cosim/blocks/class_mapper/class_mapper.h"
#include "tb/cosim/blocks/egress_scheduler/egress_scheduler.h"
#include "tb/cosim/blocks/equipped_port/equipped_port.h"
#include "tb/cosim/blocks/fera_meter/fera_meter.h"
#include "tb/cosim/blocks/gentle_port/gentle_port.h"
#include "tb/cosim/blocks/gradient_gate/gradient_gate.h"
#include "tb/cosim/blocks/gradient_port/gradient_port.h"
#include "tb/cosim/blocks/ib_credits/ib_credits.h"
#include "tb/cosim/blocks/islip/islip.h"
#include "tb/cosim/blocks/itsy_causality/itsy_causality.h"
#include "tb/cosim/blocks/leading_zero_comparator/leading_zero_comparator.h"
#include "tb/cosim/blocks/linear_port/linear_port.h"
#include "tb/cosim/blocks/linear_rate/linear_rate.h"
#include "tb/cosim/blocks/llr_rx/llr_rx.h"
#include "tb/cosim/blocks/llr_tx/llr_tx.h"
#include "tb/cosim/blocks/lossless_port/lossless_port.h"
#include "tb/cosim/blocks/partition_admission/partition_admission.h"
#include "tb/cosim/blocks/pfc_engine/pfc_engine.h"
#include "tb/cosim/blocks/port_registers/port_registers.h"
#include "tb/cosim/blocks/rate_limiter/rate_limiter.h"
#include "tb/cosim/blocks/rr_arbiter/rr_arbiter.h"
#include "tb/cosim/blocks/stage_comparator/stage_comparator.h"
#include "tb/cosim/blocks/tcd_detector/tcd_detector.h"
#include "tb/cosim/blocks/ue_cbfc_receiver/ue_cbfc_receiver.h"
#include "tb/cosim/blocks/ue_cbfc_sender/ue_cbfc_sender.h"
#include "tb/cosim/blocks/viq_admission/viq_admission.h"

namespace weir::cosim {

namespace {

template <class... Kinds>
std::vector<Block> blocks_of() {
  std::vector<Block> blocks;
  const auto add = [&]<class Kind>(const std::vector<Variant<Kind>>& variants) {
    for (const Variant<Kind>& variant : variants) {
      blocks.push_back(Kind::block(variant));
    }
  };
  (add(Kinds::variants()), ...);
  return blocks;
}

}  // namespace

std::span<const Block> blocks() {
  static const std::vector<Block> kBlocks =
      blocks_of<RateLimiterKind, TcdDetectorKind, ItsyCausalityKind, FeraMeterKind, GradientGateKind, LinearRateKind,
                ClassMapperKind, PartitionAdmissionKind, ViqAdmissionKind, PfcEngineKind, LlrRxKind, LlrTxKind,
                UeCbfcReceiverKind, UeCbfcSenderKind, IbCreditsKind, RrArbiterKind, IslipKind, EgressSchedulerKind,
                PortRegistersKind, LosslessPortKind, EquippedPortKind, GentlePortKind, LinearPortKind, GradientPortKind,
                StageComparatorKind, LeadingZeroComparatorKind>();
  return kBlocks;
}

}  // namespace weir::cosim
