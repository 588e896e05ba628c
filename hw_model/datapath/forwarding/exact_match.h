// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Exact-match table with 16-bit results: open addressing, at most half full, so that a lookup is one or two probes.

#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace weir::forwarding {

// Key: default-constructible, ==, hash() with good upper bits.
template <class Key>
class ExactMatch {
 public:
  // `most`: the most keys that the table takes.
  explicit ExactMatch(std::size_t most = std::numeric_limits<std::size_t>::max()) : most_(most) {}

  bool empty() const { return used_ == 0; }

  // Whether insert() would find a place.
  bool has_place(const Key& key) const { return used_ < most_ || find(key).has_value(); }

  // Adds or replaces. False where the table is full.
  bool insert(const Key& key, std::uint16_t value) {
    if (!has_place(key)) {
      return false;
    }
    if (2 * (used_ + 1) > entries_.size()) {
      grow();
    }
    Entry& entry = entries_[slot_of(key)];
    used_ += entry.valid ? 0 : 1;
    entry = {key, value, true};
    return true;
  }

  std::optional<std::uint16_t> find(const Key& key) const {
    if (entries_.empty()) {
      return std::nullopt;
    }
    const Entry& entry = entries_[slot_of(key)];
    return entry.valid ? std::optional(entry.value) : std::nullopt;
  }

  // visit(key, value), in no order.
  template <class Visit>
  void each(Visit visit) const {
    for (const Entry& entry : entries_) {
      if (entry.valid) {
        visit(entry.key, entry.value);
      }
    }
  }

 private:
  struct Entry {
    Key key;
    std::uint16_t value = 0;
    bool valid = false;
  };

  // Where the key is, or where it would go.
  std::size_t slot_of(const Key& key) const {
    const std::size_t mask = entries_.size() - 1;
    std::size_t slot = (key.hash() >> 32U) & mask;
    while (entries_[slot].valid && !(entries_[slot].key == key)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  void grow() {
    std::vector<Entry> old(entries_.empty() ? 4 : 2 * entries_.size());
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.valid) {
        entries_[slot_of(entry.key)] = entry;
      }
    }
  }

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
  std::size_t most_;
};

}  // namespace weir::forwarding
