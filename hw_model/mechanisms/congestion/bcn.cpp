// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/detectors.h"

namespace weir::congestion {
namespace {

constexpr unsigned kEventCounterBits = 64;
constexpr unsigned kAddressBits = 48;
constexpr unsigned kMostWeightBits = 16;

}  // namespace

void declare_bcn(ledger::Block& block, const PortContext& context) {
  const BcnConfig& config = context.config.bcn;
  require_within_buffer(context, config.q_eq, "bcn: q_eq");
  require(config.sampling_interval >= 1, "bcn: sampling_interval is 0 packets, wanted 1 or more");
  require(config.w_bits >= 1 && config.w_bits <= kMostWeightBits,
          "bcn: w_bits is " + std::to_string(config.w_bits) + ", wanted 1.." + std::to_string(kMostWeightBits));
  const ledger::Origin origin("bcn", "FERA, section 6.2");
  const ledger::Dimensions each_class = per_lossless_class(context);
  const unsigned depth = depth_bits(context);
  const unsigned interval = ledger::bits_for(config.sampling_interval);
  block
      .add(origin.setting({.name = "bcn_q_eq",
                           .width = depth,
                           .reset = static_cast<std::uint64_t>(config.q_eq.count()),
                           .width_follows = "bits of the buffer in bytes",
                           .description = "Q_eq in bytes"}))
      .add(origin.setting({.name = "bcn_w",
                           .width = config.w_bits,
                           .reset = 1,
                           .width_follows = "w_bits",
                           .description = "weight of the queue's change in the congestion index"}))
      .add(origin.setting({.name = "bcn_sampling_interval",
                           .width = interval,
                           .reset = config.sampling_interval,
                           .width_follows = "bits of the interval in packets",
                           .description = "packets from one sample to the next"}))
      .add(origin.state({.name = "bcn_until_sample",
                         .width = interval,
                         .dimensions = each_class,
                         .reset = config.sampling_interval,
                         .width_follows = "as bcn_sampling_interval",
                         .description = "packets until the next sample"}))
      .add(origin.state({.name = "bcn_queue",
                         .width = depth,
                         .dimensions = each_class,
                         .width_follows = "bits of the buffer in bytes",
                         .description = "q at the sample before"}))
      .add(origin.internal({.name = "bcn_message",
                            .width = kAddressBits + 3 + depth + config.w_bits + 1,
                            .width_follows = "an address, a class, e = -(q - Q_eq) - w dq with its sign",
                            .description = "message to the source of the sampled packet, until it is sent"}))
      .add(origin.internal({.name = "bcn_message_due", .description = "bcn_message is to be sent"}))
      .add(origin.counter({.name = "bcn_messages",
                           .width = kEventCounterBits,
                           .dimensions = each_class,
                           .width_follows = "never wraps: 2^64 messages",
                           .description = "messages sent to sources"}));
}

}  // namespace weir::congestion
