// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Views of FERA's settings as register values, both ways: fixed point for real numbers, cycles for times.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hw_model/mechanisms/congestion/congestion.h"

namespace weir::congestion {

// Widths that several registers share.
struct FeraWidths {
  explicit FeraWidths(const PortContext& context);

  // What the widths follow from, as text.
  static constexpr char kDepth[] = "bits of the buffer in bytes";
  static constexpr char kFraction[] = "fraction_bits, and what is above one";

  unsigned fraction;
  unsigned rate;
  unsigned depth;
  unsigned interval;  // T in clock cycles
  unsigned capacity;  // C T in bytes
  unsigned arrived;
  unsigned inverse() const { return fraction + 4; }  // of 1/(C T): 2^(F + 2) to 2^(F + 3)
};

// The RTL that has exactly the hardware of these settings and ports ("fera_meter"); empty where there is none.
const char* fera_rtl_block(const PortContext& context);

// One setting as the value of its register, both ways.
struct FeraView {
  std::string name;
  unsigned width = 1;
  const char* follows = "";
  const char* what = "";
  std::function<std::uint64_t(const FeraConfig&)> read;
  std::function<void(FeraConfig&, std::uint64_t)> write;
  bool enhancement = false;
};

// The views that this hardware has: an enhancement that is off is not built.
std::vector<FeraView> fera_views(const PortContext& context);

}  // namespace weir::congestion
