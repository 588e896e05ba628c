// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Small numbers one after the other in as few bytes as hold them, and back.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

namespace weir::link_search {

class PackedBits {
 public:
  void clear() {
    size_ = 0;
    held_ = 0;
    bits_ = 0;
  }
  // number < 2^bits, bits <= 16. Throws std::length_error where it is not: a state would be taken for another.
  void put(std::uint64_t number, unsigned bits) {
    if (number >> bits != 0)
      throw std::length_error("a number of the state has more bits than are kept");
    held_ |= number << bits_;
    for (bits_ += bits; bits_ >= 8; bits_ -= 8) {
      bytes_.at(size_++) = static_cast<std::uint8_t>(held_);
      held_ >>= 8U;
    }
  }
  // All that was put; once.
  std::span<const std::uint8_t> bytes() {
    if (bits_ != 0)
      bytes_.at(size_++) = static_cast<std::uint8_t>(held_);
    bits_ = 0;
    held_ = 0;
    return {bytes_.data(), size_};
  }

 private:
  std::array<std::uint8_t, 128> bytes_{};
  std::size_t size_ = 0;
  std::uint64_t held_ = 0;
  unsigned bits_ = 0;
};

class PackedSource {
 public:
  explicit PackedSource(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  unsigned get(unsigned bits) {
    for (; bits_ < bits; bits_ += 8)
      held_ |= std::uint64_t{bytes_[at_++]} << bits_;
    const auto number = static_cast<unsigned>(held_ & ((std::uint64_t{1} << bits) - 1));
    held_ >>= bits;
    bits_ -= bits;
    return number;
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  std::uint64_t held_ = 0;
  unsigned bits_ = 0;
};

}  // namespace weir::link_search
