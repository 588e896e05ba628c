// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The sending side of Ultra Ethernet's credits, all channels of a port. A lossless channel sends a frame if its credits
// in use and those of the frame do not exceed the channel's limit; or, where the port has a pool, as long as they are
// within the channel's reserved credits and what it may use of the shared ones. A best-effort channel needs no credits.
//
//   S_CC  credits consumed, S_CF  credits freed as heard of (both modulo 2^counter_bits)
//   S_CU  credits in use, S_CL  their limit; S_CU_p  credits in use of all channels together
//
// Source: SAI, doc/CBFC/SAI-Credit_Based_Flow_Control.md; choices where it is silent: docs/reference/ue_cbfc.md.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hw_model/mechanisms/ue_cbfc/credit_messages.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_config.h"

namespace weir::ue_cbfc {

struct SenderChannel {
  bool enabled = false;     // lossless: sends by credits
  bool dequeue = true;      // the channel's queue may send
  bool enqueue = true;      // the channel's queue takes frames
  std::uint32_t limit = 0;  // S_CL
  PoolShareConfig pool{};
  std::uint32_t consumed = 0;  // S_CC
  std::uint32_t freed = 0;     // S_CF
  std::uint32_t used = 0;      // S_CU
  std::uint32_t used_watermark = 0;
  bool operator==(const SenderChannel&) const = default;
};

struct SenderPort {
  std::uint32_t used = 0;  // S_CU_p
  std::uint32_t used_watermark = 0;
};

struct SenderCounters {
  std::uint64_t cc_update_messages_tx = 0;
  std::uint64_t cf_update_messages_rx = 0;
};

class UeCreditSender {
 public:
  explicit UeCreditSender(const UeCbfcConfig& config) : config_(config) {}

  const SenderChannel& channel(std::size_t vc) const { return channels_[vc]; }
  const UeCbfcConfig& config() const { return config_; }
  const SenderPort& port() const { return port_; }
  const SenderCounters& counters() const { return counters_; }

  // Whether a frame of so many credits may leave.
  bool may_send(std::size_t vc, std::uint32_t credits) const {
    return channels_[vc].dequeue && credits_left(vc, credits);
  }
  // The same whatever the gate of the channel's queue says.
  bool credits_left(std::size_t vc, std::uint32_t credits) const {
    const SenderChannel& channel = channels_[vc];
    if (!channel.enabled)
      return true;
    return config_.pool_credits == 0 ? channel.used + credits <= channel.limit : pool_has(channel, credits);
  }
  // It leaves: where the frame takes its place among those of the link, before a later CC_Update.
  void sent(std::size_t vc, std::uint32_t credits) {
    SenderChannel& channel = channels_[vc];
    if (!channel.enabled)
      return;
    channel.consumed = (channel.consumed + credits) & config_.counter_mask();
    set_used(channel, channel.used + credits);
    channel.used_watermark = std::max(channel.used_watermark, channel.used);
    port_.used_watermark = std::max(port_.used_watermark, port_.used);
  }

  void cf_update(const CfUpdate& update) {
    ++counters_.cf_update_messages_rx;
    for (const CfUpdate::Entry& entry : update.entries) {
      if (channels_[entry.vc].enabled)
        heard(channels_[entry.vc], entry.freed);
    }
  }

  // The message about the sixteen channels from first_vc on, with their counts at this place among the frames.
  CcUpdate take_cc_update(std::size_t first_vc) {
    ++counters_.cc_update_messages_tx;
    CcUpdate update{.first_vc = first_vc};
    for (std::size_t n = 0; n < kChannelsOfCcUpdate; ++n)
      update.consumed[n] = channels_[first_vc + n].consumed;
    return update;
  }

  // Software's steps (vc_procedure.h).
  void set_enabled(std::size_t vc, bool on) { channels_[vc].enabled = on; }
  void set_dequeue(std::size_t vc, bool on) { channels_[vc].dequeue = on; }
  void set_enqueue(std::size_t vc, bool on) { channels_[vc].enqueue = on; }
  void set_limit(std::size_t vc, std::uint32_t limit) { channels_[vc].limit = limit; }
  void set_pool_share(std::size_t vc, const PoolShareConfig& share) {
    SenderChannel& channel = channels_[vc];
    shared_used_ -= shared_of(channel);
    reserved_ = reserved_ - channel.pool.reserved + share.reserved;
    channel.pool = share;
    shared_used_ += shared_of(channel);
  }
  void clear(std::size_t vc) {
    SenderChannel& channel = channels_[vc];
    set_used(channel, 0);
    channel.consumed = channel.freed = channel.used_watermark = 0;
  }

  // Settings that software has written.
  void reconfigure(const UeCbfcConfig& config) { config_ = config; }

  void clear_counters() { counters_ = {}; }

  // Credits of the pool that all channels use beyond their reserved ones, modulo the counter.
  std::uint32_t shared_used() const { return shared_used_ & config_.counter_mask(); }
  // Credits of the pool that no channel has reserved.
  std::uint32_t pool_shared() const { return config_.pool_credits - std::min(config_.pool_credits, reserved_); }

  void restore(std::size_t vc, const SenderChannel& channel) {
    shared_used_ -= shared_of(channels_[vc]);
    reserved_ = reserved_ - channels_[vc].pool.reserved + channel.pool.reserved;
    port_.used = port_.used - channels_[vc].used + channel.used;
    channels_[vc] = channel;
    shared_used_ += shared_of(channel);
  }

 private:
  static std::uint32_t shared_of(const SenderChannel& channel) {
    return channel.used - std::min(channel.used, channel.pool.reserved);
  }
  void set_used(SenderChannel& channel, std::uint32_t used) {
    shared_used_ -= shared_of(channel);
    port_.used -= channel.used;
    channel.used = used & config_.counter_mask();
    port_.used += channel.used;
    shared_used_ += shared_of(channel);
  }

  bool pool_has(const SenderChannel& channel, std::uint32_t credits) const {
    const std::uint32_t shared = channel.used + credits - std::min(channel.used + credits, channel.pool.reserved);
    const std::uint32_t more = shared - shared_of(channel);
    if (more == 0)
      return true;
    const std::uint32_t free = pool_shared() - std::min(pool_shared(), shared_used());
    if (more > free)
      return false;
    switch (channel.pool.mode) {
      case SharedMode::kNone:
        return false;
      case SharedMode::kStatic:
        return channel.pool.shared_max == 0 || shared <= channel.pool.shared_max;
      case SharedMode::kDynamic:
        break;
    }
    const int exponent = channel.pool.exponent;
    return exponent >= 0 ? shared <= std::uint64_t{free} << exponent : std::uint64_t{shared} << -exponent <= free;
  }

  void heard(SenderChannel& channel, std::uint32_t freed) {
    std::uint32_t step = (freed - channel.freed) & config_.cf_mask();
    const bool back = config_.cf_delta != CfDelta::kFull && step >> (config_.cf_update_bits - 1) != 0;
    if (back) {
      if (config_.cf_delta == CfDelta::kHalf)
        return;
      step -= config_.cf_mask() + 1;  // modulo 2^32
    }
    channel.freed = (channel.freed + step) & config_.counter_mask();
    set_used(channel, channel.used - step);
  }

  UeCbfcConfig config_;
  std::array<SenderChannel, kChannels> channels_{};
  SenderPort port_;
  SenderCounters counters_;
  std::uint32_t shared_used_ = 0;
  std::uint32_t reserved_ = 0;  // of all channels
};

}  // namespace weir::ue_cbfc
