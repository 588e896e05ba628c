// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Routes to single IPv4 addresses. Hardware has an exact match with an entry an address. Here addresses that follow
// each other share a page of one cache line, which a hash table with open addressing, at most half full, finds: hosts
// of a network have addresses in a row, so that a route takes two bytes, and the routes of a large network stay in the
// cache.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "hw_model/base/cold_line.h"

namespace weir::forwarding {

class HostTable {
 public:
  // `most`: the most addresses that the table takes.
  explicit HostTable(std::uint32_t most) : most_(most) {}

  // Whether insert() would find a place.
  bool has_place(std::uint32_t address) const { return used_ < most_ || find(address).has_value(); }

  // Adds or replaces; `group` is at most kMostGroups. False where the table is full.
  bool insert(std::uint32_t address, std::uint16_t group) {
    if (!has_place(address)) {
      return false;
    }
    std::uint16_t& route = page_for(address / kPage).routes[address % kPage];
    used_ += route == kNoRoute ? 1 : 0;
    route = group;
    return true;
  }

  std::optional<std::uint16_t> find(std::uint32_t address) const {
    const std::uint16_t route = route_to(address);
    return route == kNoRoute ? std::nullopt : std::optional(route);
  }
  // The same as a number, which stays in a register; kNoRoute: none.
  std::uint16_t route_to(std::uint32_t address) const {
    return pages_[slots_[slot_of(address / kPage)].page].routes[address % kPage];
  }

  // Asks for the cache lines of find(address), in two rounds.
  [[gnu::always_inline]] void prefetch(std::uint32_t address, unsigned round) const {
    const std::uint32_t number = address / kPage;
    if (round == 0) {
      ask_for_line(&slots_[first_slot(number)]);
    } else {
      ask_for_line(&pages_[slots_[slot_of(number)].page]);
    }
  }

  // visit(address, group), in no order.
  template <class Visit>
  void each(Visit visit) const {
    for (const Slot& slot : slots_) {
      for (std::uint32_t i = 0; i < kPage; ++i) {
        if (const std::uint16_t route = pages_[slot.page].routes[i]; route != kNoRoute) {
          visit(slot.number * kPage + i, route);
        }
      }
    }
  }

  static constexpr std::uint16_t kMostGroups = 0xfffe;
  static constexpr std::uint16_t kNoRoute = 0xffff;

 private:
  static constexpr std::uint32_t kPage = 32;  // addresses of a page

  struct alignas(64) Page {
    Page() { routes.fill(kNoRoute); }
    std::array<std::uint16_t, kPage> routes;
  };
  static_assert(sizeof(Page) == 64, "a page is a cache line");

  // A page of addresses and where it is; page 0, without a route, stands for all that there are not.
  struct Slot {
    std::uint32_t number = 0;
    std::uint32_t page = 0;
  };

  // Where the search for a page begins.
  std::size_t first_slot(std::uint32_t number) const {
    return ((number * 0x9e3779b97f4a7c15) >> 32U) & (slots_.size() - 1);
  }

  // Where the page is, or where it would go.
  std::size_t slot_of(std::uint32_t number) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = first_slot(number);
    while (slots_[slot].number != number && slots_[slot].page != 0) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  Page& page_for(std::uint32_t number) {
    if (const Slot& slot = slots_[slot_of(number)]; slot.page != 0) {
      return pages_[slot.page];
    }
    if (2 * pages_.size() > slots_.size()) {
      grow();
    }
    slots_[slot_of(number)] = {number, static_cast<std::uint32_t>(pages_.size())};
    if (pages_.size() == pages_.capacity()) {
      pages_.reserve(pages_.size() + pages_.size() / 8 + 1);  // a large network has this table in each switch
    }
    return pages_.emplace_back();
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.page != 0) {
        slots_[slot_of(slot.number)] = slot;
      }
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(2);  // a power of two
  std::vector<Page> pages_ = std::vector<Page>(1);
  std::uint32_t used_ = 0;
  std::uint32_t most_;
};

}  // namespace weir::forwarding
