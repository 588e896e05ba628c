// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The set of a class's sources that have a packet to send, and whose turn is next. One bit per source in words of 64;
// above, one bit per non-empty word, and so on. A step reads one word per level: two levels for up to 4,096 sources,
// three for up to 262,144.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw_model/base/cold_line.h"

namespace weir::host {

class ReadySet {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};

  // Room for numbers 0..count-1.
  void resize(std::size_t count) {
    for (std::size_t level = 0; count > 1 || level == 0; ++level) {
      count = (count + kBits - 1) / kBits;
      if (level == levels_.size()) {
        levels_.emplace_back();
        if (level > 0) {  // the existing members fill one word of the level below
          levels_[level].push_back(levels_[level - 1].empty() || levels_[level - 1].front() == 0 ? 0 : 1);
        }
      }
      levels_[level].resize(count);
    }
  }

  void insert(std::size_t number) {
    for (std::vector<std::uint64_t>& words : levels_) {
      std::uint64_t& word = words[number / kBits];
      const bool was_empty = word == 0;
      word |= bit_of(number);
      if (!was_empty) {
        return;
      }
      number /= kBits;
    }
  }

  void erase(std::size_t number) {
    for (std::vector<std::uint64_t>& words : levels_) {
      std::uint64_t& word = words[number / kBits];
      word &= ~bit_of(number);
      if (word != 0) {
        return;
      }
      number /= kBits;
    }
  }

  // Asks for the cache lines of a small set, in two rounds.
  [[gnu::always_inline]] void prefetch(unsigned round) const {
    if (round == 0) {
      ask_for_line(levels_.data());
    } else if (!levels_.empty()) {
      ask_for_line(levels_.front().data());
    }
  }

  // The next member after `number`, cyclically: `number` itself comes last. kNone: the set is empty.
  std::size_t next_after(std::size_t number) const {
    if (levels_.size() == 1) {  // most hosts send few flows
      const std::uint64_t word = levels_.front().empty() ? 0 : levels_.front().front();
      const std::uint64_t above = word & (~std::uint64_t{1} << number);
      return word == 0 ? kNone : static_cast<std::size_t>(std::countr_zero(above != 0 ? above : word));
    }
    const std::size_t behind = first_from(number + 1);
    return behind != kNone ? behind : first_from(0);
  }

 private:
  static constexpr std::size_t kBits = 64;

  static std::uint64_t bit_of(std::size_t number) { return std::uint64_t{1} << (number % kBits); }

  std::size_t first_from(std::size_t number) const {
    for (std::size_t level = 0; level < levels_.size() && number / kBits < levels_[level].size(); ++level) {
      const std::size_t word = number / kBits;
      const std::uint64_t found = levels_[level][word] & (~std::uint64_t{0} << (number % kBits));
      if (found == 0) {
        number = word + 1;
        continue;
      }
      std::size_t member = word * kBits + static_cast<std::size_t>(std::countr_zero(found));
      while (level > 0) {
        --level;
        member = member * kBits + static_cast<std::size_t>(std::countr_zero(levels_[level][member]));
      }
      return member;
    }
    return kNone;
  }

  std::vector<std::vector<std::uint64_t>> levels_;
};

}  // namespace weir::host
