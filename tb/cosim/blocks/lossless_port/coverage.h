// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of the port: depths against XOFF and XON, of each class; what is offered to the MAC, taken or
// not, while packets wait; each value of the map read; each bank with and without its clock; events in the cycles in
// which the reset is released; many frames and packets after a reset; packets and frames that wait for the MAC, and
// classes that are held, for more than 2^k cycles; each event directly after each other; and times without any of more
// than 2^k cycles.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/lossless_port_cycle.h"
#include "tb/cosim/event_groups.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class LosslessPortCoverage {
 public:
  using Inputs = reference::LosslessPortInputs;
  using Outputs = reference::LosslessPortOutputs;

  static constexpr unsigned kMostLast = 17;  // more than 2^k cycles of what lasts, for k up to this

  explicit LosslessPortCoverage(const reference::LosslessPortConfig& config, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::LosslessPortConfig& /*mode*/) { events_.start(); }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {depths_, offers_, values_, clocks_, early_, many_, lasts_, events_.orders(), events_.held()};
  }

 private:
  enum Last : std::size_t { kPacketWaits, kFrameWaits, kHeld, kLasts };  // NOLINT(performance-enum-size): bins

  void running(const Inputs& in, const Outputs& out);
  void follow(const Inputs& in, const Outputs& out);
  void last(Last what, bool goes_on);
  std::uint64_t met(const Inputs& in, const Outputs& out) const;

  unsigned port_;
  CoverageGroup depths_;
  CoverageGroup offers_;
  CoverageGroup values_;
  CoverageGroup clocks_;
  CoverageGroup early_;
  CoverageGroup many_;
  CoverageGroup lasts_;
  EventGroups events_;
  std::size_t since_reset_ = 3;  // cycles with a high reset, up to 3
  std::uint64_t frames_ = 0;     // taken since a reset
  std::uint64_t packets_ = 0;
  std::array<std::uint64_t, kLasts> lasted_{};  // cycles
};

}  // namespace weir::cosim
