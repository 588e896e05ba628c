// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/rate_limiter/granularity_summary.h"

#include <algorithm>
#include <limits>

namespace weir::cosim {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kOne = 0;
constexpr std::size_t kSixteen = 2;
static_assert(kWindows[kOne] == 1 && kWindows[kSixteen] == 16);

Span nothing_yet() { return {{-kInfinity, 0, Bytes(0)}, {kInfinity, 0, Bytes(0)}}; }

void widen(Span& span, double fastest_ppm, double slowest_ppm, const Row& row) {
  if (fastest_ppm > span.fastest.ppm) {
    span.fastest = {fastest_ppm, row.setting, row.cell.frame};
  }
  if (slowest_ppm < span.slowest.ppm) {
    span.slowest = {slowest_ppm, row.setting, row.cell.frame};
  }
}

}  // namespace

std::vector<Summary> summarize(const std::vector<Row>& rows) {
  std::vector<Summary> summaries;
  for (const Row& row : rows) {
    const Figures& figures = row.figures;
    if (figures.below_floor || figures.saturates) {
      continue;
    }
    auto found = std::ranges::find_if(summaries, [&](const Summary& summary) {
      return summary.rounding == row.cell.config.rounding && summary.line == row.cell.line;
    });
    if (found == summaries.end()) {
      found = summaries.insert(
          found, {row.cell.config.rounding, row.cell.line, nothing_yet(), nothing_yet(), nothing_yet(), nothing_yet()});
    }
    widen(found->long_run, figures.long_run_ppm, figures.long_run_ppm, row);
    if (row.cell.frame.count() == kGridBytes.front()) {
      widen(found->shortest_frame, figures.long_run_ppm, figures.long_run_ppm, row);
    }
    widen(found->one_packet, figures.fastest_ppm[kOne], figures.slowest_ppm[kOne], row);
    widen(found->sixteen_packets, figures.fastest_ppm[kSixteen], figures.slowest_ppm[kSixteen], row);
  }
  return summaries;
}

}  // namespace weir::cosim
