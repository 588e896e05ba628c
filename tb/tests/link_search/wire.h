// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is on the way between the two ends, one direction: a FIFO.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hw_model/frame/ordered_set.h"
#include "hw_model/mechanisms/ue_cbfc/credit_messages.h"

namespace weir::link_search {

inline constexpr std::size_t kMostChannels = 2;
inline constexpr int kPassed = -1;  // place of frames that the receiver has accepted or passed over

// A frame, as the MAC client gave it.
struct Cargo {
  bool is_cc_update = false;
  std::int8_t place = kPassed;  // among all eligible frames, from the next one that the receiver is to accept
  std::uint8_t vc = 0;
  std::array<std::uint8_t, kMostChannels> consumed{};  // of a CC_Update
  bool operator==(const Cargo&) const = default;
};

enum class ItemKind : std::uint8_t { kEligible, kIneligible, kSet, kCfUpdate };

struct Item {
  ItemKind kind = ItemKind::kSet;
  std::uint32_t seq = 0;  // of an eligible frame
  Cargo cargo{};
  frame::OrderedSet set{};
  ue_cbfc::CfUpdate cf{};

  bool is_frame() const { return kind == ItemKind::kEligible || kind == ItemKind::kIneligible; }
};

class Wire {
 public:
  static constexpr std::size_t kMost = 8;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const Item& head() const { return items_[0]; }
  const Item& at(std::size_t n) const { return items_[n]; }
  Item& at(std::size_t n) { return items_[n]; }

  void push(const Item& item) { items_[size_++] = item; }
  void pop() {
    std::copy(items_.begin() + 1, items_.begin() + static_cast<std::ptrdiff_t>(size_), items_.begin());
    --size_;
  }
  void clear() { size_ = 0; }

 private:
  std::array<Item, kMost> items_{};
  std::size_t size_ = 0;
};

}  // namespace weir::link_search
