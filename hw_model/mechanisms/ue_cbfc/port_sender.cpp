// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/ue_cbfc/port_sender.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace weir::ue_cbfc {
namespace {

using reference::UeCbfcSenderOutputs;

constexpr std::array kPairs{&UeCbfcSenderOutputs::cc_counts_0_1,   &UeCbfcSenderOutputs::cc_counts_2_3,
                            &UeCbfcSenderOutputs::cc_counts_4_5,   &UeCbfcSenderOutputs::cc_counts_6_7,
                            &UeCbfcSenderOutputs::cc_counts_8_9,   &UeCbfcSenderOutputs::cc_counts_10_11,
                            &UeCbfcSenderOutputs::cc_counts_12_13, &UeCbfcSenderOutputs::cc_counts_14_15};
static_assert(2 * kPairs.size() == kChannelsOfCcUpdate);

std::int64_t microseconds(Time time) { return time / UeCbfcConfig::kMicrosecond; }

}  // namespace

reference::UeCbfcSenderConfig sender_widths(const UeCbfcConfig& config, Bytes max_frame) {
  return {.vc_bits = static_cast<unsigned>(std::bit_width(kChannels - 1)),
          .counter_bits = config.counter_bits,
          .wire_bits = config.cf_update_bits,
          .credits_bits = static_cast<unsigned>(std::bit_width(config.credits(max_frame))),
          .timer_bits =
              static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(microseconds(config.cc_message_timer))))};
}

// The first tick after a reset starts the timer.
void PortSender::clock(std::unique_ptr<SenderBlock> block) {
  block_ = std::move(block);
  if (block_ == nullptr)
    return;
  block_->clock(shown({.tick = true}, 0));
  start_timer();
  settle(0);
}

bool PortSender::may_send_clocked(std::size_t vc, std::uint32_t credits, Time now) {
  block_->at(now);
  const Outputs out = block_->evaluate(shown({.frame_credits = credits}, vc));
  Outputs model = registers(vc);
  model.may_send = model_.credits_left(vc, credits);
  block_->compare(out, model);
  return model_.channel(vc).dequeue && out.may_send;
}

void PortSender::sent_clocked(std::size_t vc, std::uint32_t credits, Time now) {
  begin(now, vc);
  Inputs in = shown({.frame = true, .frame_credits = credits}, vc);
  if (!model_.credits_left(vc, credits)) {
    in.pool = true;
    in.pool_shared = model_.config().counter_mask();
    in.frame_mode = reference::kUeStatic;
    in.frame_limit = 0;
  }
  before_.may_send = true;
  before_.counts = model_.channel(vc).enabled;
  model_.sent(vc, credits);
  play(in);
}

// The model has heard of both channels before the first cycle, so that its channels are looked at behind the second.
void PortSender::cf_update_clocked(const CfUpdate& update, Time now) {
  begin(now, update.entries[0].vc);
  model_.cf_update(update);
  for (const CfUpdate::Entry& entry : update.entries)
    block_->clock(shown({.cf = true, .cf_freed = entry.freed}, entry.vc));
  for (const CfUpdate::Entry& entry : update.entries)
    settle(entry.vc);
}

void PortSender::timer_ended(Time now) {
  if (block_ != nullptr)
    begin(now, 0);
  next_cc_ = now + model_.config().cc_message_timer;
  for (std::size_t vc = 0; vc < kChannels; ++vc)
    due_ = static_cast<std::uint8_t>(due_ | (model_.channel(vc).enabled ? 1U << vc / kChannelsOfCcUpdate : 0U));
  if (block_ == nullptr)
    return;
  ticks_ = microseconds(now);
  play(shown({.tick = true}, 0));
}

void PortSender::drop_cc_updates(Time now) {
  if (block_ == nullptr) {
    due_ = 0;
    return;
  }
  for (std::size_t n = 0; n < kChannels / kChannelsOfCcUpdate && cc_due() != 0; ++n) {
    begin(now, 0);
    due_ &= static_cast<std::uint8_t>(due_ - 1);
    play(shown({.cc_take = true}, 0));
  }
}

CcUpdate PortSender::take_cc_update(Time now) {
  if (block_ != nullptr)
    begin(now, 0);
  CcUpdate update = model_.take_cc_update((due_ & 1U) != 0 ? 0 : kChannelsOfCcUpdate);
  due_ &= static_cast<std::uint8_t>(due_ - 1);
  if (block_ == nullptr)
    return update;
  const Outputs out = play(shown({.cc_take = true}, 0));
  const unsigned bits = block_->widths().counter_bits;
  update.first_vc = out.cc_high ? kChannelsOfCcUpdate : 0;
  for (std::size_t n = 0; n < kPairs.size(); ++n) {
    update.consumed[2 * n] = static_cast<std::uint32_t>(out.*kPairs[n] >> bits);
    update.consumed[2 * n + 1] = static_cast<std::uint32_t>(out.*kPairs[n]) & model_.config().counter_mask();
  }
  return update;
}

// The tick at which the timer ends is played where the model's does.
void PortSender::begin(Time now, std::size_t vc) {
  block_->at(now);
  for (const std::int64_t last = std::min(microseconds(now), microseconds(next_cc_) - 1); ticks_ < last;) {
    const Outputs model = registers(vc);
    ++ticks_;
    block_->compare(block_->clock(shown({.tick = true}, vc)), model);
  }
  ClockedSide::begin(now, vc);
}

// All that a cycle names is of one channel, with its word of the memory of settings.
PortSender::Inputs PortSender::shown(Inputs in, std::size_t vc) const {
  const SenderChannel& channel = model_.channel(vc);
  in.pool = model_.config().pool_credits != 0;
  in.cf_delta = static_cast<std::uint8_t>(model_.config().cf_delta);
  in.frame_vc = in.cf_vc = in.set_vc = in.read_vc = static_cast<std::uint8_t>(vc);
  in.frame_mode = static_cast<std::uint8_t>(channel.pool.mode);
  in.frame_exponent = static_cast<std::uint8_t>(channel.pool.exponent & 15);
  in.pool_shared = model_.pool_shared();
  in.cc_timer = static_cast<std::uint32_t>(microseconds(model_.config().cc_message_timer));
  in.frame_limit = in.pool ? channel.pool.shared_max : channel.limit;
  in.frame_reserved = in.cf_reserved = in.set_reserved = channel.pool.reserved;
  return in;
}

PortSender::Outputs PortSender::registers(std::size_t vc) const {
  const SenderChannel& channel = model_.channel(vc);
  Outputs out{.may_send = model_.credits_left(vc, 0),
              .cc_high = due_ == 2,
              .cc_due = due_,
              .cc_left = static_cast<std::uint32_t>(microseconds(next_cc_) - ticks_),
              .shared_used = model_.shared_used(),
              .read_consumed = channel.consumed,
              .read_freed = channel.freed,
              .read_used = channel.used};
  const std::size_t first = out.cc_high ? kChannelsOfCcUpdate : 0;
  for (std::size_t n = 0; n < kPairs.size(); ++n)
    out.*kPairs[n] = std::uint64_t{model_.channel(first + 2 * n).consumed} << block_->widths().counter_bits |
                     model_.channel(first + 2 * n + 1).consumed;
  for (std::size_t n = 0; n < kChannels; ++n)
    out.enabled |= (model_.channel(n).enabled ? 1U : 0U) << n;
  return out;
}

}  // namespace weir::ue_cbfc
