// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/ue_cbfc_sender, register for register: the sending side of Ultra Ethernet's credits, all
// channels of a port. Its rules are those of UeCreditSender (mechanisms/ue_cbfc/ue_cbfc_sender.h), which a test runs
// beside it. The events of a cycle count in this order: the CC_Update leaves, the frame is sent, a channel of a
// CF_Update is heard of, software writes. Outputs are those before the clock edge.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hw_model/reference/widths.h"

namespace weir::reference {

struct UeCbfcSenderConfig {
  unsigned vc_bits = kUeVcBits;
  unsigned counter_bits = kUeCounterBits;
  unsigned wire_bits = kUeWireBits;        // at most counter_bits, as the next one
  unsigned credits_bits = kUeCreditsBits;  // of a frame
  unsigned timer_bits = kUeTimerBits;

  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;

  std::uint32_t channels() const { return std::uint32_t{1} << vc_bits; }
  std::uint32_t most() const { return static_cast<std::uint32_t>((std::uint64_t{1} << counter_bits) - 1); }
  std::uint32_t most_on_wire() const { return static_cast<std::uint32_t>((std::uint64_t{1} << wire_bits) - 1); }
  std::uint32_t most_of_a_frame() const { return (std::uint32_t{1} << credits_bits) - 1; }
  std::uint32_t longest() const { return static_cast<std::uint32_t>((std::uint64_t{1} << timer_bits) - 1); }
};

// The words of cf_delta and of a channel's mode.
inline constexpr std::uint8_t kUeHalf = 0;
inline constexpr std::uint8_t kUeFull = 1;
inline constexpr std::uint8_t kUeSigned = 2;
inline constexpr std::uint8_t kUeNone = 0;
inline constexpr std::uint8_t kUeStatic = 1;
inline constexpr std::uint8_t kUeDynamic = 2;

struct UeCbfcSenderInputs {
  bool rst_n = true;
  bool pool = false;
  bool frame = false;    // a frame is to leave: it does if it may
  bool cf = false;       // one of the two channels of a CF_Update
  bool tick = false;     // a microsecond has passed
  bool cc_take = false;  // the CC_Update that is shown leaves, ahead of the frame of its cycle
  bool set = false;      // software writes a channel
  bool set_enable = false;
  bool set_clear = false;
  std::uint8_t cf_delta = kUeHalf;
  std::uint8_t frame_vc = 0;
  std::uint8_t frame_mode = kUeNone;
  std::uint8_t frame_exponent = 0;  // four bits, two's complement
  std::uint8_t cf_vc = 0;
  std::uint8_t set_vc = 0;
  std::uint8_t read_vc = 0;       // whose registers are shown
  std::uint32_t pool_shared = 0;  // credits of the pool that no channel has reserved
  std::uint32_t cc_timer = 0;     // microseconds from one CC_Update to the next
  std::uint32_t frame_credits = 0;
  std::uint32_t frame_limit = 0;  // S_CL; with a pool the most shared credits, 0: any
  std::uint32_t frame_reserved = 0;
  std::uint32_t cf_freed = 0;
  std::uint32_t cf_reserved = 0;
  std::uint32_t set_reserved = 0;
  bool operator==(const UeCbfcSenderInputs&) const = default;
};

struct UeCbfcSenderOutputs {
  bool may_send = false;
  bool counts = false;              // the frame leaves, and its credits count
  bool cc_high = false;             // the CC_Update that is shown is of channels 16 to 31
  std::uint8_t cc_due = 0;          // a bit for each sixteen channels
  std::uint64_t cc_counts_0_1 = 0;  // its counts, the first in the highest bits
  std::uint64_t cc_counts_2_3 = 0;
  std::uint64_t cc_counts_4_5 = 0;
  std::uint64_t cc_counts_6_7 = 0;
  std::uint64_t cc_counts_8_9 = 0;
  std::uint64_t cc_counts_10_11 = 0;
  std::uint64_t cc_counts_12_13 = 0;
  std::uint64_t cc_counts_14_15 = 0;
  std::uint32_t cc_left = 0;      // microseconds until the next CC_Update
  std::uint32_t enabled = 0;      // channels in use, a bit each
  std::uint32_t shared_used = 0;  // credits of the pool in use beyond the reserved ones
  std::uint32_t read_consumed = 0;
  std::uint32_t read_freed = 0;
  std::uint32_t read_used = 0;
  bool operator==(const UeCbfcSenderOutputs&) const = default;
};

class UeCbfcSenderCycle {
 public:
  struct Channel {
    bool enabled = false;
    std::uint32_t consumed = 0;  // S_CC
    std::uint32_t freed = 0;     // S_CF
    std::uint32_t used = 0;      // S_CU
  };

  explicit UeCbfcSenderCycle(const UeCbfcSenderConfig& config);

  // One cycle; outputs as before its clock edge.
  UeCbfcSenderOutputs clock(const UeCbfcSenderInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n clears the registers at once: reset is asynchronous.
  UeCbfcSenderOutputs evaluate(const UeCbfcSenderInputs& in);

  // The registers.
  const Channel& channel(std::size_t vc) const { return channels_[vc]; }
  std::uint32_t shared_used() const { return shared_used_; }
  std::uint32_t cc_left() const { return cc_left_; }
  std::uint32_t cc_due() const { return cc_due_; }
  // Of the frame of a cycle: whether its credits are there, by limit or pool.
  bool credits_left(const UeCbfcSenderInputs& in) const;
  // What a channel of a CF_Update moves S_CF by; 0 where the count is ignored.
  std::uint32_t moved(const UeCbfcSenderInputs& in) const;

 private:
  bool of_pool(const UeCbfcSenderInputs& in, std::uint64_t used) const;
  void sent(const UeCbfcSenderInputs& in);
  void heard(const UeCbfcSenderInputs& in);
  void ticked(const UeCbfcSenderInputs& in, std::uint32_t in_use);
  void written(const UeCbfcSenderInputs& in);

  UeCbfcSenderConfig config_;
  std::uint32_t most_;
  std::array<Channel, std::size_t{1} << 5U> channels_{};
  std::uint32_t enabled_ = 0;  // a bit a channel
  std::uint32_t shared_used_ = 0;
  std::uint32_t cc_left_ = 0;
  std::uint32_t cc_due_ = 0;
};

}  // namespace weir::reference
