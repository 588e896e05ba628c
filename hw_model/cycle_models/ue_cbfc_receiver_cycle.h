// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/ue_cbfc_receiver, register for register: the receiving side of Ultra Ethernet's credits, all
// channels of a port. Its rules are those of UeCreditReceiver (mechanisms/ue_cbfc/ue_cbfc_receiver.h), which a test
// runs beside it. The events of a cycle count in this order: the CF_Update leaves, the frame is accepted, the count of
// a CC_Update is compared, the credits are freed, software writes. Outputs are those before the clock edge.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hw_model/reference/widths.h"

namespace weir::reference {

struct UeCbfcReceiverConfig {
  unsigned vc_bits = kUeVcBits;
  unsigned counter_bits = kUeCounterBits;
  unsigned wire_bits = kUeWireBits;        // at most counter_bits, as the next one
  unsigned credits_bits = kUeCreditsBits;  // of a frame

  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;

  std::uint32_t channels() const { return std::uint32_t{1} << vc_bits; }
  std::uint32_t most() const { return static_cast<std::uint32_t>((std::uint64_t{1} << counter_bits) - 1); }
};

struct UeCbfcReceiverInputs {
  bool rst_n = true;
  bool cc_signed = false;  // setting: a count behind R_CC is applied, too
  bool accepted = false;
  bool freed = false;
  bool cc = false;       // the count of one channel of a CC_Update
  bool cf_take = false;  // the CF_Update that is shown leaves
  bool set = false;      // software writes a channel
  bool set_enable = false;
  bool set_clear = false;
  std::uint8_t accepted_vc = 0;
  std::uint8_t freed_vc = 0;
  std::uint8_t cc_vc = 0;
  std::uint8_t set_vc = 0;
  std::uint8_t read_vc = 0;  // whose registers are shown
  std::uint32_t accepted_credits = 0;
  std::uint32_t freed_credits = 0;
  std::uint32_t cc_consumed = 0;
  bool operator==(const UeCbfcReceiverInputs&) const = default;
};

struct UeCbfcReceiverOutputs {
  bool accepted_counts = false;  // the credits of the accepted frame count
  bool cf_in_use = false;        // there is a CF_Update
  bool cf_news = false;
  std::uint8_t cf_vc1 = 0;
  std::uint8_t cf_vc2 = 0;
  std::uint32_t cf_freed1 = 0;
  std::uint32_t cf_freed2 = 0;
  std::uint8_t turn = 0;      // where the next CF_Update begins to look for channels
  std::uint32_t enabled = 0;  // channels in use, a bit each
  std::uint32_t news = 0;     // channels with news, likewise
  std::uint32_t read_consumed = 0;
  std::uint32_t read_freed = 0;
  bool operator==(const UeCbfcReceiverOutputs&) const = default;
};

class UeCbfcReceiverCycle {
 public:
  struct Channel {
    bool enabled = false;
    bool news = false;
    std::uint32_t consumed = 0;  // R_CC
    std::uint32_t freed = 0;     // R_CF
  };

  explicit UeCbfcReceiverCycle(const UeCbfcReceiverConfig& config);

  // One cycle; outputs as before its clock edge.
  UeCbfcReceiverOutputs clock(const UeCbfcReceiverInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n clears the registers at once: reset is asynchronous.
  UeCbfcReceiverOutputs evaluate(const UeCbfcReceiverInputs& in);

  // The registers.
  const Channel& channel(std::size_t vc) const { return channels_[vc]; }
  std::uint32_t turn() const { return turn_; }

 private:
  std::uint32_t next_in_use(std::uint32_t from) const;
  void cf_update_left(const UeCbfcReceiverOutputs& out);
  void compared(const UeCbfcReceiverInputs& in);
  void add_freed(Channel& channel, std::uint32_t credits);
  void written(const UeCbfcReceiverInputs& in);

  UeCbfcReceiverConfig config_;
  std::uint32_t most_;
  std::array<Channel, std::size_t{1} << 5U> channels_{};
  std::uint32_t enabled_ = 0;  // a bit a channel, as the next one
  std::uint32_t news_ = 0;
  std::uint32_t turn_ = 0;  // where the next CF_Update begins to look for channels
};

}  // namespace weir::reference
