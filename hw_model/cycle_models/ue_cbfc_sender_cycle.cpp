// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/ue_cbfc_sender_cycle.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw_model/reference/width_ranges.h"

namespace weir::reference {

namespace {

constexpr std::uint32_t kOfOneUpdate = 16;  // channels

std::uint64_t beyond(std::uint64_t used, std::uint64_t reserved) { return used - std::min(used, reserved); }

}  // namespace

void UeCbfcSenderConfig::validate() const {
  for (const std::string& wrong :
       {out_of_range("vc_bits", vc_bits, "VC_W"), out_of_range("counter_bits", counter_bits, "COUNTER_W"),
        out_of_range("wire_bits", wire_bits, "WIRE_W"), out_of_range("credits_bits", credits_bits, "CREDITS_W"),
        out_of_range("timer_bits", timer_bits, "TIMER_W")}) {
    if (!wrong.empty()) {
      throw std::invalid_argument("ue_cbfc sender: " + wrong);
    }
  }
  if (wire_bits > counter_bits || credits_bits > counter_bits) {
    throw std::invalid_argument("ue_cbfc sender: wire_bits is " + std::to_string(wire_bits) + ", credits_bits is " +
                                std::to_string(credits_bits) + ", wanted at most the " + std::to_string(counter_bits) +
                                " of counter_bits");
  }
}

UeCbfcSenderCycle::UeCbfcSenderCycle(const UeCbfcSenderConfig& config)
    : config_((config.validate(), config)), most_(config.most()) {}

bool UeCbfcSenderCycle::credits_left(const UeCbfcSenderInputs& in) const {
  const std::uint64_t used = std::uint64_t{channels_[in.frame_vc].used} + in.frame_credits;
  return in.pool ? of_pool(in, used) : used <= in.frame_limit;
}

bool UeCbfcSenderCycle::of_pool(const UeCbfcSenderInputs& in, std::uint64_t used) const {
  const std::uint64_t shared = beyond(used, in.frame_reserved);
  const std::uint64_t more = shared - beyond(channels_[in.frame_vc].used, in.frame_reserved);
  if (more == 0) {
    return true;
  }
  const std::uint64_t free = beyond(in.pool_shared, shared_used_);
  if (more > free) {
    return false;
  }
  switch (in.frame_mode) {
    case kUeStatic:
      return in.frame_limit == 0 || shared <= in.frame_limit;
    case kUeDynamic: {
      const bool negative = in.frame_exponent >= 8;
      return negative ? shared << (16U - in.frame_exponent) <= free : shared <= free << in.frame_exponent;
    }
    default:
      return false;
  }
}

UeCbfcSenderOutputs UeCbfcSenderCycle::evaluate(const UeCbfcSenderInputs& in) {
  if (!in.rst_n) {
    channels_ = {};
    enabled_ = shared_used_ = cc_left_ = cc_due_ = 0;
  }
  const bool in_use = channels_[in.frame_vc].enabled;
  const bool left = credits_left(in);
  const Channel& shown = channels_[in.read_vc];
  UeCbfcSenderOutputs out{.may_send = !in_use || left,
                          .counts = in.frame && in_use && left,
                          .cc_high = cc_due_ == 2,
                          .cc_due = static_cast<std::uint8_t>(cc_due_),
                          .cc_left = cc_left_,
                          .enabled = enabled_,
                          .shared_used = shared_used_,
                          .read_consumed = shown.consumed,
                          .read_freed = shown.freed,
                          .read_used = shown.used};
  const std::size_t first = out.cc_high ? kOfOneUpdate : 0;
  const auto pair = [&](std::size_t n) {
    return std::uint64_t{channels_[first + n].consumed} << config_.counter_bits | channels_[first + n + 1].consumed;
  };
  out.cc_counts_0_1 = pair(0);
  out.cc_counts_2_3 = pair(2);
  out.cc_counts_4_5 = pair(4);
  out.cc_counts_6_7 = pair(6);
  out.cc_counts_8_9 = pair(8);
  out.cc_counts_10_11 = pair(10);
  out.cc_counts_12_13 = pair(12);
  out.cc_counts_14_15 = pair(14);
  return out;
}

UeCbfcSenderOutputs UeCbfcSenderCycle::clock(const UeCbfcSenderInputs& in) {
  const UeCbfcSenderOutputs out = evaluate(in);
  if (!in.rst_n) {
    return out;
  }
  if (in.cc_take) {
    cc_due_ &= cc_due_ - 1;
  }
  if (in.tick) {
    ticked(in, enabled_);
  }
  const bool clears = in.set && in.set_clear;
  if (out.counts && !(clears && in.set_vc == in.frame_vc)) {
    sent(in);
  }
  if (in.cf && channels_[in.cf_vc].enabled && !(clears && in.set_vc == in.cf_vc)) {
    heard(in);
  }
  if (in.set) {
    written(in);
  }
  return out;
}

void UeCbfcSenderCycle::sent(const UeCbfcSenderInputs& in) {
  Channel& channel = channels_[in.frame_vc];
  const std::uint64_t used = std::uint64_t{channel.used} + in.frame_credits;
  const std::uint64_t more = beyond(used, in.frame_reserved) - beyond(channel.used, in.frame_reserved);
  shared_used_ = static_cast<std::uint32_t>(shared_used_ + more) & most_;
  channel.consumed = (channel.consumed + in.frame_credits) & most_;
  channel.used = static_cast<std::uint32_t>(used) & most_;
}

std::uint32_t UeCbfcSenderCycle::moved(const UeCbfcSenderInputs& in) const {
  const std::uint32_t wire = config_.most_on_wire();
  const std::uint32_t step = (in.cf_freed - channels_[in.cf_vc].freed) & wire;
  if (step <= wire / 2) {
    return step;
  }
  switch (in.cf_delta) {
    case kUeHalf:
      return 0;
    case kUeSigned:
      return (step - wire - 1) & most_;
    default:
      return step;
  }
}

void UeCbfcSenderCycle::heard(const UeCbfcSenderInputs& in) {
  Channel& channel = channels_[in.cf_vc];
  const std::uint32_t step = moved(in);
  const std::uint32_t used = (channel.used - step) & most_;
  const std::uint64_t less = beyond(channel.used, in.cf_reserved) - beyond(used, in.cf_reserved);
  shared_used_ = static_cast<std::uint32_t>(shared_used_ - less) & most_;
  channel.freed = (channel.freed + step) & most_;
  channel.used = used;
}

void UeCbfcSenderCycle::ticked(const UeCbfcSenderInputs& in, std::uint32_t in_use) {
  if (cc_left_ > 1) {
    --cc_left_;
    return;
  }
  cc_left_ = in.cc_timer;
  const std::uint32_t low = (std::uint32_t{1} << kOfOneUpdate) - 1;
  cc_due_ |= ((in_use & low) != 0 ? 1U : 0U) | ((in_use & ~low) != 0 ? 2U : 0U);
}

void UeCbfcSenderCycle::written(const UeCbfcSenderInputs& in) {
  Channel& channel = channels_[in.set_vc];
  if (in.set_clear) {
    shared_used_ = static_cast<std::uint32_t>(shared_used_ - beyond(channel.used, in.set_reserved)) & most_;
    channel = {};
  }
  channel.enabled = in.set_enable;
  const std::uint32_t bit = std::uint32_t{1} << in.set_vc;
  enabled_ = in.set_enable ? enabled_ | bit : enabled_ & ~bit;
}

}  // namespace weir::reference
