// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Widths inside the unit that computes FERA's rates, from the parameters of rtl/fera_meter and rtl/fera_meter_dividing:
// the cycle counts of the cycle model and the registers of the ledger follow from these widths.

#pragma once

#include <algorithm>

#include "hw_model/reference/fera_steps.h"

namespace weir::reference {

struct FeraUnitWidths {
  static constexpr unsigned kTag = 32;         // of a rate in kbit/s
  static constexpr unsigned kCycleBytes = 44;  // of C in bytes a cycle

  bool divides = false;
  unsigned rate = 24;
  unsigned fraction = 14;
  unsigned depth = 24;
  unsigned arrived = 24;
  unsigned interval = 20;
  unsigned capacity = 21;

  // A rate before it is clamped.
  unsigned wanted() const { return divides ? std::max(rate, fraction) + kFeraControlBits + kFeraRatioBits : rate + 2; }
  // The longest multiplier, of which one bit a cycle is consumed.
  unsigned consumed() const {
    return divides ? std::max({fraction + depth, kCycleBytes, wanted()})
                   : std::max({arrived, fraction + depth, wanted() + capacity, kTag});
  }
  // The widest multiplicand, which is added.
  unsigned added() const {
    return divides ? std::max({rate, depth, interval, fraction + kFeraControlBits, capacity})
                   : std::max({rate, depth, capacity, fraction + 4});
  }
  unsigned product() const { return consumed() + added(); }
  // The divider's dividend: a rate before it is clamped times C T, or C T with a fraction.
  unsigned dividend() const { return std::max(rate + kFeraControlBits + kFeraRatioBits, fraction) + capacity; }
  unsigned divisor() const { return std::max(arrived, capacity); }
};

}  // namespace weir::reference
