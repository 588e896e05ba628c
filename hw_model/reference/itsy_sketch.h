// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The count-min sketch of ITSY's first resolution (section IV.A): what the flows through one egress port have sent, in
// units of 64 bytes, each packet rounded up. A flow adds to one cell of each row; its estimate is the least of its
// cells.
//
// As long as no flow ends, no estimate is below the truth. When a flow ends, its estimate is subtracted from its cells
// (the paper's reduction), which is too much by the estimate's excess. A flow that shares cells with ended flows may
// then be estimated too small, by no more than the sum of their excesses; a flow that shares none is not affected, and
// no cell goes below 0.
//
// The paper writes a packet's sequence number into a cell if it is larger; numbers of TCP and RoCE begin anywhere, so
// here lengths are added. A full cell stays full.
// Latency: none of its own; each packet reads and writes a cell of each row.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/base/units.h"
#include "hw_model/frame/five_tuple.h"

namespace weir::reference {

using ItsyFlowId = frame::FiveTuple;

inline constexpr std::int64_t kItsyFlowUnit = 64;  // bytes

// The units of one packet, rounded up.
inline std::uint32_t itsy_flow_units(Bytes length) {
  return static_cast<std::uint32_t>((length.count() + kItsyFlowUnit - 1) / kItsyFlowUnit);
}

class ItsySketch {
 public:
  struct Settings {
    unsigned rows = 4;        // m, 1 or more
    unsigned cells = 1024;    // e of a row, 1 or more
    unsigned cell_bits = 32;  // 1..32
    std::uint64_t seed = 0;   // of the rows' hash functions
  };

  // Throws std::invalid_argument for a setting out of its range.
  explicit ItsySketch(const Settings& settings);

  void add(const ItsyFlowId& flow, std::uint32_t units);
  std::uint32_t estimate(const ItsyFlowId& flow) const;

  // The flow is over: takes its estimate out of its cells, and returns it.
  std::uint32_t end(const ItsyFlowId& flow);

  void reset();

 private:
  std::size_t at(std::size_t row, const ItsyFlowId& flow) const;

  Settings settings_;
  std::uint32_t full_;
  std::vector<std::uint64_t> factors_;  // two of each row, odd
  std::vector<std::uint32_t> cells_;
};

}  // namespace weir::reference
