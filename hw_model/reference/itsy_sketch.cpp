// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/itsy_sketch.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "hw_model/base/random_stream.h"

namespace weir::reference {

ItsySketch::ItsySketch(const Settings& settings) : settings_(settings), full_(0) {
  if (settings.rows < 1 || settings.cells < 1 || settings.cell_bits < 1 || settings.cell_bits > 32)
    throw std::invalid_argument("itsy: a sketch wants a row, a cell and 1..32 bits of it");
  full_ = std::numeric_limits<std::uint32_t>::max() >> (32 - settings.cell_bits);
  RandomStream random(settings.seed, "itsy_sketch");
  for (unsigned n = 0; n < 2 * settings.rows; ++n)
    factors_.push_back(random.next() | 1U);
  cells_.resize(std::size_t{settings.rows} * settings.cells);
}

void ItsySketch::add(const ItsyFlowId& flow, std::uint32_t units) {
  for (unsigned row = 0; row < settings_.rows; ++row) {
    std::uint32_t& cell = cells_[at(row, flow)];
    cell = units > full_ - cell ? full_ : cell + units;
  }
}

std::uint32_t ItsySketch::estimate(const ItsyFlowId& flow) const {
  std::uint32_t least = full_;
  for (unsigned row = 0; row < settings_.rows; ++row)
    least = std::min(least, cells_[at(row, flow)]);
  return least;
}

std::uint32_t ItsySketch::end(const ItsyFlowId& flow) {
  const std::uint32_t units = estimate(flow);
  for (unsigned row = 0; row < settings_.rows; ++row)
    cells_[at(row, flow)] -= units;
  return units;
}

void ItsySketch::reset() { std::ranges::fill(cells_, 0); }

// A hash by multiplying, folding and multiplying again; hardware has a CRC a row.
std::size_t ItsySketch::at(std::size_t row, const ItsyFlowId& flow) const {
  std::uint64_t hash = flow.addresses * factors_[2 * row] + flow.ports * factors_[2 * row + 1];
  hash = (hash ^ hash >> 32U) * factors_[2 * row];
  return row * settings_.cells + ((hash >> 32U) * settings_.cells >> 32U);
}

}  // namespace weir::reference
