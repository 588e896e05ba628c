// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The results of weir granularity as the texts of its files, table.csv (rows), table.json (rows, summary, widths) and
// granularity.html (heat maps), and as console output.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/cosim/blocks/rate_limiter/granularity.h"
#include "tb/cosim/blocks/rate_limiter/granularity_summary.h"
#include "tb/cosim/blocks/rate_limiter/granularity_widths.h"

namespace weir {

struct GranularityResults {
  cosim::Sweep sweep;
  std::vector<cosim::Row> rows;
  std::vector<cosim::Summary> summaries;
  std::vector<cosim::CountdownWidth> countdown_widths;
  std::vector<cosim::FactorRange> factor_ranges;
  std::vector<cosim::FactorStep> factor_steps;
  std::vector<cosim::LineWidths> line_widths;
  std::vector<cosim::FlipFlops> flip_flops;
  BitRate widths_line;  // of countdown_widths and factor_steps

  std::uint64_t confirmed_rows() const;
  std::uint64_t confirmed_cycles() const;
};

std::string granularity_csv(const GranularityResults& results);
std::string granularity_json(const GranularityResults& results);
std::string granularity_page(const GranularityResults& results);
std::string granularity_console(const GranularityResults& results);

// The setting as text: "3" in stage form, "99.99 %" in fixed-point form.
std::string setting_text(reference::RateForm form, std::int64_t setting);

}  // namespace weir
