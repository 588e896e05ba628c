// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Longest prefix match (RFC 1812, 5.2.4.3), for IPv4 and IPv6. Hardware has a TCAM: one lookup, the first match of the
// entries sorted by length. Here one exact match for each length that occurs, longest first: as many probes as there
// are lengths, whatever the number of prefixes.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "hw_model/datapath/forwarding/exact_match.h"

namespace weir::forwarding {

// An address of either version, left-aligned: the first bit is the highest of word 0.
using AddressBits = std::array<std::uint64_t, 2>;

constexpr AddressBits bits_of(std::uint32_t ipv4) { return {std::uint64_t{ipv4} << 32U, 0}; }

// The first `length` bits, 0..128; the others become zero.
constexpr AddressBits masked(const AddressBits& address, unsigned length) {
  const auto word = [](std::uint64_t bits, unsigned kept) {
    return kept == 0 ? 0 : kept >= 64 ? bits : bits & ~(~std::uint64_t{0} >> kept);
  };
  return {word(address[0], std::min(length, 64U)), word(address[1], length > 64 ? length - 64 : 0)};
}

class PrefixTable {
 public:
  explicit PrefixTable(std::uint32_t most = 0) : most_(most) {}

  std::size_t size() const { return size_; }

  // Adds or replaces; bits behind the length do not count. False where the table is full.
  bool insert(const AddressBits& address, unsigned length, std::uint16_t value) {
    const Key key{masked(address, length), length};
    if (!prefixes_.find(key)) {
      if (size_ == most_) {
        return false;
      }
      ++size_;
      const auto place = std::lower_bound(lengths_.begin(), lengths_.end(), length, std::greater<>());
      if (place == lengths_.end() || *place != length) {
        lengths_.insert(place, length);
      }
    }
    prefixes_.insert(key, value);
    return true;
  }

  std::optional<std::uint16_t> find(const AddressBits& address) const {
    for (const unsigned length : lengths_) {
      if (const auto value = prefixes_.find({masked(address, length), length})) {
        return value;
      }
    }
    return std::nullopt;
  }

  // visit(bits, length, value), in no order.
  template <class Visit>
  void each(Visit visit) const {
    prefixes_.each([&](const Key& key, std::uint16_t value) { visit(key.bits, key.length, value); });
  }

 private:
  struct Key {
    AddressBits bits{};
    unsigned length = 0;
    bool operator==(const Key&) const = default;
    std::uint64_t hash() const {
      const std::uint64_t x = (bits[0] * 0x9e3779b97f4a7c15) ^ (bits[1] * 0xc2b2ae3d27d4eb4f);
      return (x ^ (x >> 29U) ^ length) * 0xff51afd7ed558ccd;
    }
  };

  ExactMatch<Key> prefixes_;
  std::vector<unsigned> lengths_;  // that occur, longest first
  std::size_t size_ = 0;
  std::size_t most_;
};

}  // namespace weir::forwarding
