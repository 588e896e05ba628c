// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The counters of credit-based flow control, one pair a (port, virtual lane): InfiniBand Architecture, volume 1,
// section 7.9.4. Block size (64 B there) and counter width (12 bits there) are settings.
//
//   CreditSender    fctbs, blocks sent; fccl, the limit last heard
//   CreditReceiver  abr, blocks received; occupied, blocks now in the buffer; fccl = abr + free blocks
//
// All counters wrap, as the hardware's do: a difference is taken modulo 2^width and read as "at least 0" up to
// 2^(width-1), as negative above. So at most 2^(width-1) blocks may be outstanding, which bounds the buffer.
// A packet takes whole blocks, on the sending and on the receiving side alike.

#pragma once

#include <algorithm>
#include <cstdint>

#include "hw_model/base/units.h"

namespace weir::reference {

struct CreditConfig {
  Bytes buffer{1'000'000};  // what the receiver offers; what is left of the last block is not used
  Bytes block{64};
  unsigned counter_bits = 16;

  // Throws std::invalid_argument, one line: a width outside 2..32, a block of no bytes, a buffer of less than a block,
  // or one of more than 2^(counter_bits - 1) blocks.
  void validate() const;

  std::uint32_t modulo_mask() const { return static_cast<std::uint32_t>((std::uint64_t{1} << counter_bits) - 1); }
  std::uint32_t most_outstanding() const { return std::uint32_t{1} << (counter_bits - 1); }
  std::uint32_t buffer_blocks() const { return static_cast<std::uint32_t>(buffer / block); }

  // Blocks of a packet, the last one counted whole. 0 <= length.
  std::uint32_t blocks(Bytes length) const {
    return static_cast<std::uint32_t>((length.count() + block.count() - 1) / block.count());
  }
};

class CreditSender {
 public:
  // Knows the credits of an empty buffer, as after link initialisation.
  explicit CreditSender(const CreditConfig& config = {})
      : mask_(config.modulo_mask()), half_(config.most_outstanding()), fccl_(config.buffer_blocks() & mask_) {}

  // Section 7.9.4.4: (fccl - (fctbs + blocks)) mod 2^width <= 2^(width-1). blocks < 2^(width-1).
  bool may_send(std::uint32_t blocks) const { return ((fccl_ - fctbs_ - blocks) & mask_) <= half_; }

  // Blocks that may still be sent; 0 also when more has been sent than the limit allows.
  std::uint32_t available() const {
    const std::uint32_t difference = (fccl_ - fctbs_) & mask_;
    return difference <= half_ ? difference : 0;
  }

  void sent(std::uint32_t blocks) { fctbs_ = (fctbs_ + blocks) & mask_; }
  void credit(std::uint32_t fccl) { fccl_ = fccl & mask_; }

  std::uint32_t fctbs() const { return fctbs_; }
  std::uint32_t fccl() const { return fccl_; }

 private:
  std::uint32_t mask_;
  std::uint32_t half_;
  std::uint32_t fctbs_ = 0;
  std::uint32_t fccl_;
};

class CreditReceiver {
 public:
  explicit CreditReceiver(const CreditConfig& config = {})
      : mask_(config.modulo_mask()), buffer_(config.buffer_blocks()) {}

  void received(std::uint32_t blocks) {
    abr_ = (abr_ + blocks) & mask_;
    occupied_ += blocks;
  }
  void released(std::uint32_t blocks) { occupied_ -= blocks; }

  // From now on the buffer has this many blocks, at most 2^(width-1).
  void offer(std::uint32_t buffer_blocks) { buffer_ = buffer_blocks; }

  // 0 when a sender that does not stop at its credits has overrun the buffer.
  std::uint32_t free() const { return buffer_ - std::min(occupied_, buffer_); }
  std::uint32_t occupied() const { return occupied_; }
  std::uint32_t abr() const { return abr_; }

  // Section 7.9.4.3. A valid buffer is at most 2^(width-1) blocks, so the standard's ceiling on it is never met.
  std::uint32_t fccl() const { return (abr_ + free()) & mask_; }

 private:
  std::uint32_t mask_;
  std::uint32_t buffer_;
  std::uint32_t abr_ = 0;
  std::uint32_t occupied_ = 0;
};

}  // namespace weir::reference
