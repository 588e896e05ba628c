// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a port's parts: a departure of each class in each state, with and without the end of an OFF
// period; each bit of what waits behind the packet; each code point with each outcome; why a class is held; the sweep
// at a span that runs and one that is over, and around the wrap of time; the longest spans a tick before their end and
// at the end; a pause beside each other event of the class; the code points of a class without a detector; the clock of
// each bank; each event directly after each other, idle times of more than 2^k cycles, OFF periods, rests and spans of
// exactly 2^k; more than 2^10 OFF periods, more than 2^16 packets. What the port alone does is covered by
// lossless_port.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "hw_model/cycle_models/equipped_port_cycle.h"
#include "tb/cosim/event_groups.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class EquippedPortCoverage {
 public:
  using Inputs = reference::EquippedPortInputs;
  using Outputs = reference::EquippedPortOutputs;

  static constexpr unsigned kMostExact = 16;  // lengths of exactly 2^k cycles, for k up to this
  static constexpr unsigned kBeside = 7;      // events beside which a pause counts

  explicit EquippedPortCoverage(const reference::EquippedPortConfig& config, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::EquippedPortConfig& /*mode*/) { start(); }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {departures_, behinds_, marks_, reasons_, looks_, rounds_,          limits_,       beside_,
            without_,    exactly_, many_,  clocks_,  shown_, events_.orders(), events_.held()};
  }

 private:
  // Of a class; cycles by their number, 0: none.
  struct Seen {
    std::uint64_t off_since = 0;
    std::uint64_t departed = 0;  // and was not OFF since
    std::uint64_t span_since = 0;
    std::uint64_t off_periods = 0;
    std::uint64_t packets = 0;
  };
  void start() {
    events_.start();
    off_ = 0;
    seen_ = {};
  }
  void rule_out_classes();
  void running(const Inputs& in, const Outputs& out);
  void departure(const Inputs& in, const Outputs& out, std::uint32_t ends, std::size_t c);
  void paused_beside(const Inputs& in, std::size_t c);
  void look(const Inputs& in, const Outputs& out, std::size_t c);
  void follow(std::size_t c, bool begins, bool ends, bool departs);
  void exactly(std::size_t what, std::uint64_t since);
  // Whether the span of the class shown is a sample's, and how many ticks it lasts and is old.
  struct Span {
    bool samples;
    std::uint32_t lasts;
    std::uint32_t age;
  };
  Span span(const Inputs& in, const Outputs& out) const;

  reference::EquippedPortConfig config_;
  CoverageGroup departures_;
  CoverageGroup behinds_;
  CoverageGroup marks_;
  CoverageGroup reasons_;
  CoverageGroup looks_;
  CoverageGroup rounds_;
  CoverageGroup limits_;
  CoverageGroup beside_;
  CoverageGroup without_;
  CoverageGroup exactly_;
  CoverageGroup many_;
  CoverageGroup clocks_;
  CoverageGroup shown_;
  EventGroups events_;
  std::uint32_t off_ = 0;  // classes that might not send in the cycle before
  std::uint64_t cycle_ = 0;
  std::array<Seen, kClasses> seen_{};
};

}  // namespace weir::cosim
