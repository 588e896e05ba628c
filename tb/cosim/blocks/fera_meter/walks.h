// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Walks through the steps in which the unit computes r, each from reset to reset: segments of FeraMeterKind::scripts.

#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "tb/cosim/blocks/fera_meter/script_writer.h"

namespace weir::cosim::fera_walks {

using FeraScript = Script<reference::FeraMeterInputs>;
using reference::FeraMeterConfig;

// walks_load.cpp
FeraScript clocks(const FeraMeterConfig& config);
FeraScript pauses(const FeraMeterConfig& config);
FeraScript loads(const FeraMeterConfig& config);
FeraScript capacities(const FeraMeterConfig& config);
// walks_control.cpp
FeraScript slopes(const FeraMeterConfig& config);
FeraScript gains(const FeraMeterConfig& config);
FeraScript steps(const FeraMeterConfig& config);
FeraScript roundings(const FeraMeterConfig& config);
// walks_rate.cpp
FeraScript rates(const FeraMeterConfig& config);
FeraScript bounds(const FeraMeterConfig& config);
FeraScript changes(const FeraMeterConfig& config);
FeraScript tags(const FeraMeterConfig& config);

// A load with exactly this 1/rho or rho, with t = T and any A. `ratio` in units of 2^-F.
inline void exactly(FeraWriter& write, std::uint64_t arrived, std::uint64_t ratio) {
  FeraWriter::In& stands = write.stands();
  if (write.divides()) {  // C t = A ratio; A a power of two
    constexpr unsigned kCycles = 12;
    stands.interval = stands.least_clock = FeraWriter::fit(std::uint64_t{1} << kCycles, write.config().interval_bits);
    stands.cycle_bytes =
        std::min((arrived * ratio >> write.config().fraction_bits) << (reference::FeraMeterCycle::kCycleBits - kCycles),
                 FeraWriter::most(reference::FeraMeterCycle::kCycleBytesBits));
  } else {
    stands.shift = static_cast<std::uint32_t>(std::bit_width(arrived)) - 1;
    stands.inverse = static_cast<std::uint32_t>(ratio);
  }
}

}  // namespace weir::cosim::fera_walks
