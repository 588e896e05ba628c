// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Coverage of a block's events: each right after each other, and after how many cycles without one.

#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class EventGroups {
 public:
  static constexpr std::size_t kNone = 64;

  // `held` names the group of times without an event.
  explicit EventGroups(const std::vector<std::string>& events, std::string held = "held")
      : orders_("order", {{"first", events}, {"then", events}}), held_(std::move(held), {ages("cycles")}) {}

  // What follows is of a block just out of reset; cycles without an event go on.
  void start() { before_ = 0; }
  // The same, with no cycle before.
  void start_anew() { before_ = quiet_ = 0; }
  // The event of a cycle, or kNone.
  void event(std::size_t event) { events(event == kNone ? 0 : std::uint64_t{1} << event); }
  // The events of a cycle, a bit each.
  void events(std::uint64_t events) {
    if (events == 0) {
      ++quiet_;
    } else {
      for (std::uint64_t first = before_; first != 0; first &= first - 1) {
        for (std::uint64_t then = events; then != 0; then &= then - 1) {
          orders_.hit(orders_.index({place(first), place(then)}));
        }
      }
      if (quiet_ > 0) {
        held_.hit(age_bin(quiet_));
      }
      quiet_ = 0;
    }
    before_ = events;
  }
  // Of the cycle before.
  std::uint64_t before() const { return before_; }

  void rule_out(std::size_t first, std::size_t then) { orders_.rule_out(orders_.index({first, then})); }
  const CoverageGroup& orders() const { return orders_; }
  const CoverageGroup& held() const { return held_; }

 private:
  static std::size_t place(std::uint64_t events) { return static_cast<std::size_t>(std::countr_zero(events)); }

  CoverageGroup orders_;
  CoverageGroup held_;
  std::uint64_t before_ = 0;
  std::uint64_t quiet_ = 0;  // cycles without an event up to the one before
};

}  // namespace weir::cosim
