// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/ue_cbfc_receiver_cycle.h"

#include <bit>
#include <stdexcept>
#include <string>

#include "hw_model/reference/width_ranges.h"

namespace weir::reference {

void UeCbfcReceiverConfig::validate() const {
  for (const std::string& wrong :
       {out_of_range("vc_bits", vc_bits, "VC_W"), out_of_range("counter_bits", counter_bits, "COUNTER_W"),
        out_of_range("wire_bits", wire_bits, "WIRE_W"), out_of_range("credits_bits", credits_bits, "CREDITS_W")}) {
    if (!wrong.empty()) {
      throw std::invalid_argument("ue_cbfc receiver: " + wrong);
    }
  }
  if (wire_bits > counter_bits || credits_bits > counter_bits) {
    throw std::invalid_argument("ue_cbfc receiver: wire_bits is " + std::to_string(wire_bits) + ", credits_bits is " +
                                std::to_string(credits_bits) + ", wanted at most the " + std::to_string(counter_bits) +
                                " of counter_bits");
  }
}

UeCbfcReceiverCycle::UeCbfcReceiverCycle(const UeCbfcReceiverConfig& config)
    : config_((config.validate(), config)), most_(config.most()) {}

// The first channel in use, from this one on and round; some channel is.
std::uint32_t UeCbfcReceiverCycle::next_in_use(std::uint32_t from) const {
  const std::uint32_t ahead = from < 32 ? enabled_ >> from << from : 0;
  return static_cast<std::uint32_t>(std::countr_zero(ahead != 0 ? ahead : enabled_));
}

UeCbfcReceiverOutputs UeCbfcReceiverCycle::evaluate(const UeCbfcReceiverInputs& in) {
  if (!in.rst_n) {
    channels_ = {};
    enabled_ = news_ = turn_ = 0;
  }
  const Channel& shown = channels_[in.read_vc];
  UeCbfcReceiverOutputs out{.accepted_counts = in.accepted && channels_[in.accepted_vc].enabled,
                            .cf_in_use = enabled_ != 0,
                            .cf_news = (enabled_ & news_) != 0,
                            .turn = static_cast<std::uint8_t>(turn_),
                            .enabled = enabled_,
                            .news = news_,
                            .read_consumed = shown.consumed,
                            .read_freed = shown.freed};
  if (out.cf_in_use) {
    const auto wire = static_cast<std::uint32_t>((std::uint64_t{1} << config_.wire_bits) - 1);
    const std::uint32_t first = next_in_use(turn_);
    const std::uint32_t second = next_in_use(first + 1);
    out.cf_vc1 = static_cast<std::uint8_t>(first);
    out.cf_vc2 = static_cast<std::uint8_t>(second);
    out.cf_freed1 = channels_[first].freed & wire;
    out.cf_freed2 = channels_[second].freed & wire;
  }
  return out;
}

UeCbfcReceiverOutputs UeCbfcReceiverCycle::clock(const UeCbfcReceiverInputs& in) {
  const UeCbfcReceiverOutputs out = evaluate(in);
  if (!in.rst_n) {
    return out;
  }
  if (in.cf_take && out.cf_in_use) {
    cf_update_left(out);
  }
  if (out.accepted_counts) {
    Channel& channel = channels_[in.accepted_vc];
    channel.consumed = (channel.consumed + in.accepted_credits) & most_;
  }
  if (in.cc && channels_[in.cc_vc].enabled) {
    compared(in);
  }
  if (in.freed) {
    add_freed(channels_[in.freed_vc], in.freed_credits);
  }
  if (in.set) {
    written(in);
  }
  return out;
}

void UeCbfcReceiverCycle::cf_update_left(const UeCbfcReceiverOutputs& out) {
  for (const std::uint8_t vc : {out.cf_vc1, out.cf_vc2}) {
    channels_[vc].news = false;
    news_ &= ~(std::uint32_t{1} << vc);
  }
  turn_ = (out.cf_vc2 + 1U) & (config_.channels() - 1);
}

void UeCbfcReceiverCycle::compared(const UeCbfcReceiverInputs& in) {
  Channel& channel = channels_[in.cc_vc];
  const std::uint32_t lost = (in.cc_consumed - channel.consumed) & most_;
  const bool forward = lost <= most_ / 2;
  if (lost == 0 || !(forward || in.cc_signed)) {
    return;
  }
  add_freed(channel, lost);
  channel.consumed = in.cc_consumed;
}

void UeCbfcReceiverCycle::add_freed(Channel& channel, std::uint32_t credits) {
  channel.freed = (channel.freed + credits) & most_;
  channel.news = true;
  news_ |= std::uint32_t{1} << static_cast<unsigned>(&channel - channels_.data());
}

void UeCbfcReceiverCycle::written(const UeCbfcReceiverInputs& in) {
  Channel& channel = channels_[in.set_vc];
  const std::uint32_t bit = std::uint32_t{1} << in.set_vc;
  if (in.set_clear) {
    channel = {};
    news_ &= ~bit;
  }
  channel.enabled = in.set_enable;
  enabled_ = in.set_enable ? enabled_ | bit : enabled_ & ~bit;
}

}  // namespace weir::reference
