// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/ue_cbfc/port_receiver.h"

#include <bit>
#include <utility>

namespace weir::ue_cbfc {

reference::UeCbfcReceiverConfig receiver_widths(const UeCbfcConfig& config, Bytes max_frame) {
  return {.vc_bits = static_cast<unsigned>(std::bit_width(kChannels - 1)),
          .counter_bits = config.counter_bits,
          .wire_bits = config.cf_update_bits,
          .credits_bits = static_cast<unsigned>(std::bit_width(config.credits(max_frame)))};
}

void PortReceiver::clock(std::unique_ptr<ReceiverBlock> block) {
  block_ = std::move(block);
  if (block_ != nullptr)
    settle(0);
}

PortReceiver::Inputs PortReceiver::freed_inputs(std::size_t vc, std::uint32_t credits) {
  return {.freed = true, .freed_vc = static_cast<std::uint8_t>(vc), .freed_credits = credits};
}

PortReceiver::Inputs PortReceiver::set_inputs(std::size_t vc, bool on, bool clears) {
  return {.set = true, .set_enable = on, .set_clear = clears, .set_vc = static_cast<std::uint8_t>(vc)};
}

bool PortReceiver::accepted_clocked(std::size_t vc, std::uint32_t credits, Time now) {
  begin(now, vc);
  before_.accepted_counts = model_.accepted(vc, credits);
  const Inputs in{.accepted = true, .accepted_vc = static_cast<std::uint8_t>(vc), .accepted_credits = credits};
  return play(shown(in, vc)).accepted_counts;
}

// The model has compared all counts before the first cycle, so that its channels are looked at behind the last.
void PortReceiver::cc_update_clocked(const CcUpdate& update, Time now) {
  begin(now, update.first_vc);
  model_.cc_update(update);
  for (std::size_t n = 0; n < kChannelsOfCcUpdate; ++n) {
    const std::size_t vc = update.first_vc + n;
    block_->clock(shown({.cc = true, .cc_vc = static_cast<std::uint8_t>(vc), .cc_consumed = update.consumed[n]}, vc));
  }
  for (std::size_t n = 0; n < kChannelsOfCcUpdate; ++n)
    settle(update.first_vc + n);
}

CfUpdate PortReceiver::take_clocked(Time now) {
  begin(now, 0);
  model_.take_cf_update();
  const Outputs out = play(shown({.cf_take = true}, 0));
  return {.entries = {{{out.cf_vc1, out.cf_freed1}, {out.cf_vc2, out.cf_freed2}}}};
}

PortReceiver::Inputs PortReceiver::shown(Inputs in, std::size_t vc) const {
  in.cc_signed = model_.config().cc_rule == CcRule::kSigned;
  in.read_vc = static_cast<std::uint8_t>(vc);
  return in;
}

PortReceiver::Outputs PortReceiver::registers(std::size_t vc) const {
  Outputs out{.cf_in_use = model_.in_use(),
              .cf_news = model_.has_news(),
              .turn = static_cast<std::uint8_t>(model_.next_vc()),
              .read_consumed = model_.channel(vc).consumed,
              .read_freed = model_.channel(vc).freed};
  for (std::size_t n = 0; n < kChannels; ++n) {
    out.enabled |= (model_.channel(n).enabled ? 1U : 0U) << n;
    out.news |= (model_.channel(n).news ? 1U : 0U) << n;
  }
  if (out.cf_in_use) {
    UeCreditReceiver next = model_;
    const CfUpdate update = next.take_cf_update();
    out.cf_vc1 = update.entries[0].vc;
    out.cf_vc2 = update.entries[1].vc;
    out.cf_freed1 = update.entries[0].freed;
    out.cf_freed2 = update.entries[1].freed;
  }
  return out;
}

}  // namespace weir::ue_cbfc
