// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of admission by VIQ: each answer, with and without a pool, alone and beside a departure; rows
// that were written in the cycle in which they were read, by each writer; each VIQ in each part; each comparison, one
// apart and in one bit; carries and borrows of each account; alphas and free cells of every magnitude; two conditions
// that decide together; each event directly after each other; and idle times of more than 2^k cycles.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/viq_admission_cycle.h"
#include "tb/cosim/comparison_group.h"
#include "tb/cosim/event_groups.h"
#include "tb/cosim/sum_groups.h"

namespace weir::cosim {

class ViqAdmissionCoverage {
 public:
  using Inputs = reference::ViqAdmissionInputs;
  using Outputs = reference::ViqAdmissionOutputs;

  explicit ViqAdmissionCoverage(const reference::ViqAdmissionConfig& widths, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::ViqAdmissionConfig& mode);
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {answers_, rows_, viqs_, compared_, carries_, factors_, together_, events_.orders(), events_.held()};
  }

 private:
  struct Row {
    std::uint32_t cells = 0;
    std::uint32_t held = 0;
  };
  // A packet that was decided in the cycle before, as flow control sees it.
  struct Seen {
    bool valid = false;
    bool watched = false;  // lossless and admitted
    std::uint32_t viq = 0;
    Row row = {};
  };

  void judge(const Inputs& in, const Outputs& out);
  Row arrival(const Inputs& in, const Outputs& out);
  void thresholds(const Inputs& in, const Outputs& out);
  void compare_arrival(const Inputs& in, const Outputs& out);
  Row departure(const Inputs& in, const Outputs& out, const Row& from);
  void flow_control(const Inputs& in, const Outputs& out);
  void written(const Outputs& out);
  void meet_at_arrival(const Inputs& in, const Outputs& out);
  void meet_at_departure(const Inputs& in, const Outputs& out);
  std::uint64_t events_of(const Inputs& in, const Outputs& out) const;
  std::uint32_t threshold(const Inputs& in, const Outputs& out, std::uint32_t alpha) const;
  bool looked(const Outputs& out) const { return out.departed && !before_.departs; }
  std::uint32_t departing_viq(const Outputs& out) const { return looked(out) ? look_ : before_.departs_viq; }

  CoverageGroup answers_;
  CoverageGroup rows_;
  CoverageGroup viqs_;
  ComparisonGroup compared_;
  CarryGroup carries_;
  CoverageGroup factors_;
  CoverageGroup together_;
  EventGroups events_;
  reference::ViqAdmissionConfig config_;
  Inputs before_;  // of the cycle before
  Seen arrived_;
  Seen departed_;
  std::uint32_t look_ = 0;  // the VIQ that is looked at next
};

}  // namespace weir::cosim
