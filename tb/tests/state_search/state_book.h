// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// States of an exhaustive search by number. Each is stored once, as its bytes, with the state and the move that first
// led to it.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace weir::state_search {

template <class Move>
class StateBook {
 public:
  static constexpr std::uint32_t kNone = ~0U;
  using State = std::span<const std::uint8_t>;

  StateBook() : table_(1U << 12U, kNone) {}

  // The number of the state, and whether it is new.
  std::pair<std::uint32_t, bool> add(State state, std::uint32_t from, Move move) {
    if (2 * (entries_.size() + 1) > table_.size())
      grow();
    std::uint32_t& place = table_[place_of(state)];
    if (place != kNone)
      return {place, false};
    place = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({stored(state), from, move});
    return {place, true};
  }
  std::uint32_t find(State state) const { return table_[place_of(state)]; }

  std::size_t size() const { return entries_.size(); }
  State state(std::uint32_t n) const {
    const std::uint32_t at = entries_[n].at;
    const std::uint8_t* begin = chunks_[at / kChunk].get() + at % kChunk;
    Length length = 0;
    std::memcpy(&length, begin, sizeof length);
    return {begin + sizeof length, length};
  }

  // What led to it, from the first move on: states and the moves out of them.
  std::vector<std::pair<std::uint32_t, Move>> way_to(std::uint32_t n) const {
    std::vector<std::pair<std::uint32_t, Move>> way;
    for (; entries_[n].from != kNone; n = entries_[n].from)
      way.emplace_back(entries_[n].from, entries_[n].move);
    std::ranges::reverse(way);
    return way;
  }

 private:
  static constexpr std::uint32_t kChunk = 1U << 20U;  // bytes; a state is in one chunk
  using Length = std::uint16_t;                       // of a state

  struct Entry {
    std::uint32_t at;
    std::uint32_t from;
    Move move;
  };

  // Where the state is now kept, its length before it.
  std::uint32_t stored(State state) {
    const auto length = static_cast<Length>(state.size());
    if (length != state.size())
      throw std::length_error("a state of more than 65,535 bytes");
    if (chunks_.empty() || used_ + sizeof length + length > kChunk) {
      chunks_.push_back(std::make_unique_for_overwrite<std::uint8_t[]>(kChunk));  // NOLINT
      used_ = 0;
    }
    const std::uint32_t at = static_cast<std::uint32_t>(chunks_.size() - 1) * kChunk + used_;
    std::uint8_t* begin = chunks_.back().get() + used_;
    std::memcpy(begin, &length, sizeof length);
    std::memcpy(begin + sizeof length, state.data(), length);
    used_ += static_cast<std::uint32_t>(sizeof length + length);
    return at;
  }

  static std::size_t hash(State state) {
    std::uint64_t sum = 0x9e3779b97f4a7c15U;
    for (std::size_t n = 0; n < state.size(); n += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, state.data() + n, std::min<std::size_t>(8, state.size() - n));
      sum = (sum ^ word) * 0xff51afd7ed558ccdU;
      sum ^= sum >> 32U;
    }
    return sum;
  }
  // Where the state is in the table, or would be.
  std::size_t place_of(State wanted) const {
    const std::size_t mask = table_.size() - 1;
    std::size_t place = hash(wanted) & mask;
    while (table_[place] != kNone && !std::ranges::equal(state(table_[place]), wanted))
      place = (place + 1) & mask;
    return place;
  }
  void grow() {
    table_.assign(2 * table_.size(), kNone);
    const std::size_t mask = table_.size() - 1;
    for (std::uint32_t n = 0; n < entries_.size(); ++n) {
      std::size_t place = hash(state(n)) & mask;
      while (table_[place] != kNone)
        place = (place + 1) & mask;
      table_[place] = n;
    }
  }

  std::vector<std::unique_ptr<std::uint8_t[]>> chunks_;  // NOLINT
  std::uint32_t used_ = 0;                               // of the last one
  std::deque<Entry> entries_;
  std::vector<std::uint32_t> table_;
};

}  // namespace weir::state_search
