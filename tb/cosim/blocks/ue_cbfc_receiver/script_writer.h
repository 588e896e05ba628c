// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring a receiver of Ultra Ethernet's credits into a given state and query it.

#pragma once

#include <algorithm>

#include "hw_model/cycle_models/ue_cbfc_receiver_cycle.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

// Channels of the scripts.
inline constexpr std::uint8_t kOther = 1;
inline constexpr std::uint8_t kFocus = 2;
inline constexpr std::uint8_t kThird = 3;

class UeReceiverWriter : public ScriptWriter<UeReceiverWriter, reference::UeCbfcReceiverInputs> {
 public:
  explicit UeReceiverWriter(const reference::UeCbfcReceiverConfig& config) : config_(config) {}

  std::uint32_t most() const { return config_.most(); }
  std::uint32_t half() const { return most() / 2 + 1; }
  std::uint32_t largest() const { return (std::uint32_t{1} << config_.credits_bits) - 1; }  // frame
  std::uint8_t channels() const { return static_cast<std::uint8_t>(config_.channels()); }
  unsigned counter_bits() const { return config_.counter_bits; }
  unsigned credits_bits() const { return config_.credits_bits; }
  unsigned vc_bits() const { return config_.vc_bits; }

  // The channel of which all that follows is, unless said otherwise, and which is read.
  void of(std::uint8_t vc) { vc_ = vc; }
  std::uint8_t vc() const { return vc_; }

  // With the channel in the place of every channel that is 0.
  void add(In in) {
    for (std::uint8_t* vc : {&in.accepted_vc, &in.freed_vc, &in.cc_vc, &in.set_vc, &in.read_vc}) {
      if (*vc == 0) {
        *vc = vc_;
      }
    }
    cycles_.push_back(in);
  }
  void idle(int cycles = 1) {
    for (int n = 0; n < cycles; ++n) {
      add({});
    }
  }

  void set(bool enable, bool clear = false) { add({.set = true, .set_enable = enable, .set_clear = clear}); }
  void accept(std::uint32_t credits) {
    for (; credits > 0; credits -= std::min(credits, largest())) {
      add({.accepted = true, .accepted_credits = std::min(credits, largest())});
    }
  }
  // The channel in use, with R_CF at this count and so many credits in the buffer.
  void at(std::uint32_t freed, std::uint32_t held = 0) {
    set(true, true);
    add({.cc_signed = true, .cc = true, .cc_consumed = freed & most()});
    accept(held);
  }
  // Reads all channels.
  void sweep() {
    for (std::uint8_t vc = 0; vc < channels(); ++vc) {
      cycles_.push_back({.read_vc = vc});
    }
  }

 private:
  reference::UeCbfcReceiverConfig config_;
  std::uint8_t vc_ = 0;
};

}  // namespace weir::cosim
