// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The receiving side of Ultra Ethernet's credits, all channels of a port. It counts what was accepted and what has left
// the buffer, and tells the sender by CF_Update what is free again.
//
//   R_CC  credits consumed, R_CF  credits freed (both modulo 2^counter_bits); R_CC - R_CF is in the buffer
//
// A frame is counted when it is accepted, after the duplicate filter of LLR. Source and choices as for
// ue_cbfc_sender.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hw_model/mechanisms/ue_cbfc/credit_messages.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_config.h"

namespace weir::ue_cbfc {

struct ReceiverChannel {
  bool enabled = false;        // lossless: counts credits
  bool news = false;           // R_CF has changed since the last CF_Update about the channel
  std::uint32_t consumed = 0;  // R_CC
  std::uint32_t freed = 0;     // R_CF
  bool operator==(const ReceiverChannel&) const = default;
};

struct ReceiverCounters {
  std::uint64_t cf_update_messages_tx = 0;
  std::uint64_t cc_update_messages_rx = 0;
};

class UeCreditReceiver {
 public:
  explicit UeCreditReceiver(const UeCbfcConfig& config) : config_(config) {}

  const ReceiverChannel& channel(std::size_t vc) const { return channels_[vc]; }
  const UeCbfcConfig& config() const { return config_; }
  const ReceiverCounters& counters() const { return counters_; }
  std::size_t next_vc() const { return next_vc_; }

  // A frame of so many credits is accepted. Whether its credits count: only then are they freed later.
  bool accepted(std::size_t vc, std::uint32_t credits) {
    ReceiverChannel& channel = channels_[vc];
    if (channel.enabled)
      channel.consumed = (channel.consumed + credits) & config_.counter_mask();
    return channel.enabled;
  }
  // A frame whose credits count has left the buffer, or was dropped there.
  void freed(std::size_t vc, std::uint32_t credits) { add_freed(channels_[vc], credits); }

  void cc_update(const CcUpdate& update) {
    ++counters_.cc_update_messages_rx;
    for (std::size_t n = 0; n < kChannelsOfCcUpdate; ++n) {
      ReceiverChannel& channel = channels_[update.first_vc + n];
      if (channel.enabled)
        compare(channel, update.consumed[n]);
    }
  }

  // Whether some channel has something to tell, and the sender has not been told anything for too long otherwise.
  bool in_use() const {
    for (const ReceiverChannel& channel : channels_) {
      if (channel.enabled)
        return true;
    }
    return false;
  }
  bool has_news() const {
    for (const ReceiverChannel& channel : channels_) {
      if (channel.enabled && channel.news)
        return true;
    }
    return false;
  }
  // The message about the next two channels in use, as cf_order says; the same twice if there is one alone. in_use().
  CfUpdate take_cf_update() {
    ++counters_.cf_update_messages_tx;
    CfUpdate update;
    for (CfUpdate::Entry& entry : update.entries) {
      next_vc_ = next_to_tell();
      ReceiverChannel& channel = channels_[next_vc_];
      channel.news = false;
      entry = {static_cast<std::uint8_t>(next_vc_), channel.freed & config_.cf_mask()};
      next_vc_ = (next_vc_ + 1) % kChannels;
    }
    return update;
  }

  // Software's steps (vc_procedure.h).
  void set_enabled(std::size_t vc, bool on) { channels_[vc].enabled = on; }
  void clear(std::size_t vc) { channels_[vc] = {.enabled = channels_[vc].enabled}; }

  // Settings that software has written.
  void reconfigure(const UeCbfcConfig& config) { config_ = config; }

  void clear_counters() { counters_ = {}; }

  void restore(std::size_t vc, const ReceiverChannel& channel) { channels_[vc] = channel; }
  void restore_turn(std::size_t next_vc) { next_vc_ = next_vc; }

 private:
  std::size_t next_to_tell() const {
    std::size_t first = kChannels;  // in use
    for (std::size_t n = 0; n < kChannels; ++n) {
      const std::size_t vc = (next_vc_ + n) % kChannels;
      if (!channels_[vc].enabled)
        continue;
      if (config_.cf_order == CfOrder::kRoundRobin || channels_[vc].news)
        return vc;
      if (first == kChannels)
        first = vc;
    }
    return first;
  }
  void add_freed(ReceiverChannel& channel, std::uint32_t credits) {
    channel.freed = (channel.freed + credits) & config_.counter_mask();
    channel.news = true;
  }
  // What the sender has consumed and this end has not seen is lost for ever, and so is free again.
  void compare(ReceiverChannel& channel, std::uint32_t consumed) {
    const std::uint32_t lost = (consumed - channel.consumed) & config_.counter_mask();
    const bool back = lost >> (config_.counter_bits - 1) != 0;
    if (lost == 0 || (back && config_.cc_rule == CcRule::kForward))
      return;
    add_freed(channel, lost);
    channel.consumed = consumed;
  }

  UeCbfcConfig config_;
  std::array<ReceiverChannel, kChannels> channels_{};
  ReceiverCounters counters_;
  std::size_t next_vc_ = 0;
};

}  // namespace weir::ue_cbfc
