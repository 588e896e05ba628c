// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/detectors.h"

namespace weir::congestion {
namespace {

constexpr unsigned kEventCounterBits = 64;
constexpr unsigned kMarkingRateBits = 16;

}  // namespace

void declare_ib_fecn(ledger::Block& block, const PortContext& context) {
  const IbFecnConfig& config = context.config.ib_fecn;
  require_within_buffer(context, config.threshold, "ib_fecn: threshold");
  require(config.packet_size >= Bytes(0) && config.packet_size <= context.max_frame,
          "ib_fecn: packet_size is " + std::to_string(config.packet_size.count()) +
              " B, wanted at most the largest frame, " + std::to_string(context.max_frame.count()) + " B");
  const ledger::Origin origin("ib_fecn", "InfiniBand Architecture, volume 1, annex A10");
  const ledger::Dimensions each_class = per_lossless_class(context);
  block
      .add(origin.setting({.name = "fecn_threshold",
                           .width = depth_bits(context),
                           .reset = static_cast<std::uint64_t>(config.threshold.count()),
                           .width_follows = "bits of the buffer in bytes",
                           .description = "VEQ depth in bytes above which a queue is congested"}))
      .add(origin.setting({.name = "fecn_packet_size",
                           .width = ledger::bits_for(static_cast<std::uint64_t>(context.max_frame.count())),
                           .reset = static_cast<std::uint64_t>(config.packet_size.count()),
                           .width_follows = "bits of the largest frame in bytes",
                           .description = "shorter packets are not marked"}))
      .add(origin.setting({.name = "fecn_marking_rate",
                           .width = kMarkingRateBits,
                           .reset = config.marking_rate,
                           .description = "packets between two that are marked"}))
      .add(origin.setting({.name = "fecn_victim_mask",
                           .description = "1: marks also what has waited for credits, where a host is attached"}))
      .add(origin.state({.name = "fecn_stalled",
                         .dimensions = each_class,
                         .description = "the packet at the head has waited for credits"}))
      .add(origin.state({.name = "fecn_interval",
                         .width = kMarkingRateBits,
                         .dimensions = each_class,
                         .width_follows = "fecn_marking_rate",
                         .description = "packets until the next may be marked"}))
      .add(origin.counter({.name = "fecn_marked",
                           .width = kEventCounterBits,
                           .dimensions = each_class,
                           .width_follows = "never wraps: 2^64 packets",
                           .description = "packets that were given FECN"}));
}

}  // namespace weir::congestion
