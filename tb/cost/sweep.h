// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cost over a grid of switches: where does each mechanism stop fitting, and where does the headroom of flow control
// eat the packet buffer?

#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "tb/cost/setup.h"
#include "tb/cost/sweep_ranges.h"

namespace weir::cost {

struct SweepPoint {
  unsigned ports = 0;
  unsigned classes = 0;
  unsigned lossless = 0;
  BitRate rate;
  unsigned stages = 0;
  Time tau;             // 2 MTU/C + 2 t_w + t_r
  Bytes c_tau;          // of a (port, class); PFC's headroom in the terms of GFC
  Bytes pfc_headroom;   // eq. 14
  Bytes pfc_worst_mix;  // of frames, in whole cells, with the frame that reaches XOFF
  Bytes two_c_tau;      // of buffer-based GFC
  Bytes cbfc_credits;   // that a sender at line rate needs
  Bytes buffer;         // of the switch
  // By each mechanism of the sweep alone, to a switch without it; nothing where it cannot be built, such as a partition
  // of the buffer that does not hold a frame of each port.
  std::vector<std::optional<ledger::Bits>> added;
  ledger::Bits without;  // that switch

  Bytes pfc_needed() const { return std::max(pfc_headroom, pfc_worst_mix); }
};

struct Sweep {
  SweepGrid grid;
  std::vector<std::string> mechanisms;
  std::optional<Bytes> buffer;     // that the user asked for; otherwise each switch has its default
  std::vector<SweepPoint> points;  // ports outermost, then classes, rates, stages
};

// `request` gives what the grid does not. Each of `mechanisms` is judged alone. Throws std::invalid_argument.
Sweep run_sweep(const SweepGrid& grid, const SwitchRequest& request, const std::vector<std::string>& mechanisms);

// All that differ in their registers, when none are named.
std::vector<std::string> sweep_mechanisms();

std::string sweep_csv(const Sweep& sweep);
std::string sweep_page(const Sweep& sweep);  // one file, no network

}  // namespace weir::cost
