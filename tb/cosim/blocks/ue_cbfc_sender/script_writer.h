// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring a sender of Ultra Ethernet's credits into a given state and query it.

#pragma once

#include <algorithm>

#include "hw_model/cycle_models/ue_cbfc_sender_cycle.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

class UeSenderWriter : public ScriptWriter<UeSenderWriter, reference::UeCbfcSenderInputs> {
 public:
  static constexpr std::uint8_t kOther = 1;
  static constexpr std::uint8_t kFocus = 2;
  static constexpr std::uint8_t kThird = 3;

  explicit UeSenderWriter(const reference::UeCbfcSenderConfig& config) : config_(config), block_(config) {}

  const reference::UeCbfcSenderConfig& config() const { return config_; }
  std::uint32_t most() const { return config_.most(); }
  std::uint32_t half_on_wire() const { return config_.most_on_wire() / 2 + 1; }
  std::uint32_t largest() const { return config_.most_of_a_frame(); }
  std::uint8_t channels() const { return static_cast<std::uint8_t>(config_.channels()); }
  // As what has been written leaves it.
  const reference::UeCbfcSenderCycle& block() const { return block_; }
  const reference::UeCbfcSenderCycle::Channel& focus() const { return block_.channel(vc_); }

  // The channel of which all that follows is, unless said otherwise, and which is read.
  void of(std::uint8_t vc) { vc_ = vc; }

  // With the channel in the place of every channel that is 0.
  void add(In in) {
    for (std::uint8_t* vc : {&in.frame_vc, &in.cf_vc, &in.set_vc, &in.read_vc}) {
      if (*vc == 0) {
        *vc = vc_;
      }
    }
    in.pool_shared &= most();
    in.frame_limit &= most();
    in.cc_timer &= config_.longest();
    in.cf_freed &= config_.most_on_wire();
    block_.clock(in);
    cycles_.push_back(in);
  }
  void idle(int cycles = 1) {
    for (int n = 0; n < cycles; ++n) {
      add({});
    }
  }

  void set(bool enable, bool clear = false, std::uint32_t reserved = 0) {
    add({.set = true, .set_enable = enable, .set_clear = clear, .set_reserved = reserved});
  }
  // S_CC moves on by so many credits.
  void send(std::uint32_t credits) {
    for (; credits > 0; credits -= std::min(credits, largest())) {
      add({.pool = true,
           .frame = true,
           .frame_credits = std::min(credits, largest()),
           .frame_reserved = most()});  // of its own credits a channel may send whatever it uses
    }
  }
  // S_CF moves on by so many credits.
  void free(std::uint32_t credits) {
    for (std::uint32_t step = 0; credits > 0; credits -= step) {
      step = std::min(credits, config_.most_on_wire());
      add({.cf = true, .cf_delta = reference::kUeFull, .cf_freed = focus().freed + step, .cf_reserved = most()});
    }
  }
  // A CF_Update so far ahead of S_CF.
  In ahead(std::uint32_t step, std::uint8_t delta) const {
    return {.cf = true, .cf_delta = delta, .cf_freed = (focus().freed + step) & config_.most_on_wire()};
  }
  // The channel anew and in use, with S_CF at this count and so many credits in use.
  void at(std::uint32_t freed, std::uint32_t used) {
    set(true, true, most());
    send(freed + used);
    free(freed);
  }
  // So many credits in use, wherever the counts are.
  void use(std::uint32_t used) { free((focus().used - used) & most()); }
  // So many shared credits in use by all, whatever the channels have.
  void share(std::uint32_t wanted) {
    use(most());
    for (std::uint32_t less = (block_.shared_used() - wanted) & most(), step = 0; less > 0; less -= step) {
      step = std::min(less, config_.most_on_wire());
      add(ahead(step, reference::kUeFull));
    }
  }
  // Reads all channels.
  void sweep() {
    for (std::uint8_t vc = 0; vc < channels(); ++vc) {
      const In in{.read_vc = vc};
      block_.clock(in);
      cycles_.push_back(in);
    }
  }

 private:
  reference::UeCbfcSenderConfig config_;
  reference::UeCbfcSenderCycle block_;
  std::uint8_t vc_ = 0;
};

}  // namespace weir::cosim
