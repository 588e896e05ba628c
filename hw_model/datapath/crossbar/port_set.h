// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Sets of ports as bits of machine words, and rows of such sets. An arbiter's question, "who is next in turn among
// those that ask?", is one find-first-set a word, as it is one priority encoder in hardware.

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/reference/round_robin.h"

namespace weir::crossbar {

// How many words a set has: one, or as many as it was made with. Functions that run for each packet are made for both.
enum class Width : bool { kWord, kAny };

using PortWord = std::uint64_t;
using PortBits = std::span<const PortWord>;  // bit p % 64 of word p / 64 stands for port p

inline constexpr std::size_t kPortsPerWord = 64;
inline constexpr std::size_t kNoPort = ~std::size_t{0};

constexpr std::size_t words_for(std::size_t ports) { return (ports + kPortsPerWord - 1) / kPortsPerWord; }
constexpr PortWord bit_of(std::size_t port) { return PortWord{1} << (port % kPortsPerWord); }

// Sets all words of a set to one value. Most switches have one word; for one word a call of memset costs more than what
// the arbiter does with the set.
inline void set_words(PortWord* first, std::size_t words, PortWord value) {
  if (words == 1) [[likely]] {
    *first = value;
    return;
  }
  std::fill_n(first, words, value);
}

// The first port at or after `from`, going round once, in a set of one word that is not empty.
using reference::next_in_turn;

// The first port at or after `from`, going round once, in the set whose words word_of(index) gives; kNoPort when there
// is none. from < ports.
template <class WordOf>
[[gnu::always_inline]] inline std::size_t next_of_words(std::size_t words, std::size_t from, WordOf word_of) {
  if (words == 1) [[likely]] {
    const PortWord all = word_of(0);
    return all == 0 ? kNoPort : next_in_turn(all, from);
  }
  std::size_t index = from / kPortsPerWord;
  PortWord word = word_of(index) & (~PortWord{0} << (from % kPortsPerWord));
  for (std::size_t left = words; word == 0; --left) {
    if (left == 0) {
      return kNoPort;
    }
    index = index + 1 == words ? 0 : index + 1;
    word = word_of(index);
  }
  return index * kPortsPerWord + static_cast<std::size_t>(std::countr_zero(word));
}

// The same for the intersection of two sets of the same size.
[[gnu::always_inline]] inline std::size_t next_in_both(PortBits a, PortBits b, std::size_t from) {
  return next_of_words(a.size(), from, [&](std::size_t index) { return a[index] & b[index]; });
}

[[gnu::always_inline]] inline std::size_t next_in(PortBits set, std::size_t from) {
  return next_of_words(set.size(), from, [&](std::size_t index) { return set[index]; });
}

// Calls visit(bit) for each bit that is set, in order.
template <class Visit>
[[gnu::always_inline]] inline void for_each_in(PortWord word, Visit visit) {
  for (; word != 0; word &= word - 1) {
    visit(static_cast<std::size_t>(std::countr_zero(word)));
  }
}

// Calls visit(port) for each member, in port order. The visitor may remove the port that it is called with.
template <class Visit>
[[gnu::always_inline]] inline void for_each_port(PortBits set, Visit visit) {
  for (std::size_t index = 0; index < set.size(); ++index) {
    for (PortWord word = set[index]; word != 0; word &= word - 1) {
      visit(index * kPortsPerWord + static_cast<std::size_t>(std::countr_zero(word)));
    }
  }
}

// Whether fits(port) holds for a member. Asks in port order, up to the first for which it does.
template <class Fits>
[[gnu::always_inline]] inline bool any_port(PortBits set, Fits fits) {
  for (std::size_t index = 0; index < set.size(); ++index) {
    for (PortWord word = set[index]; word != 0; word &= word - 1) {
      if (fits(index * kPortsPerWord + static_cast<std::size_t>(std::countr_zero(word)))) {
        return true;
      }
    }
  }
  return false;
}

// A set of one word lies in the object itself, so that nothing is to be read before it.
class PortSet {
 public:
  PortSet() = default;
  explicit PortSet(std::size_t ports) : more_(words_for(ports) > 1 ? words_for(ports) : 0) {}

  template <Width kWidth = Width::kAny>
  void insert(std::size_t port) {
    word<kWidth>(port / kPortsPerWord) |= bit_of(port);
  }
  template <Width kWidth = Width::kAny>
  void erase(std::size_t port) {
    word<kWidth>(port / kPortsPerWord) &= ~bit_of(port);
  }
  template <Width kWidth = Width::kAny>
  bool contains(std::size_t port) const {
    return (word<kWidth>(port / kPortsPerWord) & bit_of(port)) != 0;
  }
  template <Width kWidth = Width::kAny>
  [[gnu::always_inline]] bool empty() const {
    if (is_word<kWidth>()) [[likely]] {
      return word_ == 0;
    }
    return std::all_of(more_.begin(), more_.end(), [](PortWord word) { return word == 0; });
  }
  // Every bit, those beyond the last port included: only for intersections.
  void fill() { set_words(data(), words(), ~PortWord{0}); }
  template <Width kWidth = Width::kAny>
  void clear() {
    if (is_word<kWidth>()) [[likely]] {
      word_ = 0;
      return;
    }
    std::fill(more_.begin(), more_.end(), PortWord{0});
  }
  // Becomes a less b, sets of the same size; returns whether there is a member.
  template <Width kWidth = Width::kAny>
  bool assign_less(const PortSet& a, const PortSet& b) {
    if (is_word<kWidth>()) [[likely]] {
      word_ = a.word_ & ~b.word_;
      return word_ != 0;
    }
    PortWord any = 0;
    for (std::size_t index = 0; index < more_.size(); ++index) {
      more_[index] = a.more_[index] & ~b.more_[index];
      any |= more_[index];
    }
    return any != 0;
  }
  template <Width kWidth = Width::kAny>
  PortBits bits() const {
    return is_word<kWidth>() ? PortBits(&word_, 1) : PortBits(more_);
  }
  template <Width kWidth = Width::kAny>
  PortWord word(std::size_t index) const {
    return is_word<kWidth>() ? word_ : more_[index];
  }
  template <Width kWidth = Width::kAny>
  PortWord& word(std::size_t index) {
    return is_word<kWidth>() ? word_ : more_[index];
  }

 private:
  template <Width kWidth>
  bool is_word() const {
    return kWidth == Width::kWord || more_.empty();
  }
  std::size_t words() const { return more_.empty() ? 1 : more_.size(); }
  PortWord* data() { return more_.empty() ? &word_ : more_.data(); }

  PortWord word_ = 0;           // the set, if it has one word
  std::vector<PortWord> more_;  // the set, if it has several
};

// One set of ports a row, contiguous.
class PortMatrix {
 public:
  PortMatrix() = default;
  explicit PortMatrix(std::size_t ports) : PortMatrix(ports, ports) {}
  PortMatrix(std::size_t rows, std::size_t ports) : words_a_row_(words_for(ports)), words_(rows * words_a_row_) {}

  template <Width kWidth = Width::kAny>
  void insert(std::size_t row, std::size_t port) {
    word<kWidth>(row, port) |= bit_of(port);
  }
  template <Width kWidth = Width::kAny>
  void erase(std::size_t row, std::size_t port) {
    word<kWidth>(row, port) &= ~bit_of(port);
  }
  template <Width kWidth = Width::kAny>
  bool contains(std::size_t row, std::size_t port) const {
    return (word_of<kWidth>(row, port / kPortsPerWord) & bit_of(port)) != 0;
  }
  // The member of a row that has one and no other; kNoPort: it has none, or several.
  template <Width kWidth = Width::kAny>
  std::size_t only(std::size_t row) const {
    std::size_t found = kNoPort;
    for (std::size_t index = 0; index < words_a_row<kWidth>(); ++index) {
      const PortWord word = word_of<kWidth>(row, index);
      if (word != 0) {
        if (found != kNoPort || (word & (word - 1)) != 0) {
          return kNoPort;
        }
        found = index * kPortsPerWord + static_cast<std::size_t>(std::countr_zero(word));
      }
    }
    return found;
  }
  template <Width kWidth = Width::kAny>
  bool is_empty(std::size_t row) const {
    const PortBits words = this->row<kWidth>(row);
    return std::all_of(words.begin(), words.end(), [](PortWord word) { return word == 0; });
  }
  // Every bit, those beyond the last port included: only for intersections.
  void fill_row(std::size_t row) { set_words(words_.data() + row * words_a_row_, words_a_row_, ~PortWord{0}); }
  void clear_row(std::size_t row) { set_words(words_.data() + row * words_a_row_, words_a_row_, PortWord{0}); }
  // The word of a row, where rows have one.
  PortWord first_word(std::size_t row) const { return words_[row]; }
  PortWord& first_word(std::size_t row) { return words_[row]; }
  template <Width kWidth = Width::kAny>
  PortBits row(std::size_t row) const {
    return kWidth == Width::kWord ? PortBits(words_.data() + row, 1) : PortBits(row_begin(row), words_a_row_);
  }
  template <Width kWidth = Width::kAny>
  std::size_t words_a_row() const {
    return kWidth == Width::kWord ? 1 : words_a_row_;
  }
  template <Width kWidth = Width::kAny>
  PortWord word_of(std::size_t row, std::size_t index) const {
    return words_[kWidth == Width::kWord ? row : row * words_a_row_ + index];
  }
  template <Width kWidth = Width::kAny>
  PortWord& word_of(std::size_t row, std::size_t index) {
    return words_[kWidth == Width::kWord ? row : row * words_a_row_ + index];
  }

 private:
  const PortWord* row_begin(std::size_t row) const { return words_.data() + row * words_a_row_; }
  template <Width kWidth>
  PortWord& word(std::size_t row, std::size_t port) {
    return word_of<kWidth>(row, port / kPortsPerWord);
  }

  std::size_t words_a_row_ = 0;
  std::vector<PortWord> words_;
};

}  // namespace weir::crossbar
