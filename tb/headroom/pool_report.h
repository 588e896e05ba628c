// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What `weir headroom SCENARIO --pool` prints: how large a shared headroom pool each switch needs, which ratio of
// over-subscription loses nothing, and the smallest set of ports that breaks a ratio.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/bounds/switch_pool.h"
#include "tb/scenario/scenario.h"

namespace weir::headroom {

extern const std::string_view kPoolSchema;

// A ratio of over-subscription, exactly: in millionths.
struct Ratio {
  std::int64_t millionths = 0;

  // Cells of the pool for so many of all queues together, rounded up.
  std::int64_t pool_of(std::int64_t all) const;
};

// "2.5", from 1 to 1000 with at most six decimals. Throws std::invalid_argument, one line that names the option.
Ratio ratio_option(const std::string& written);

enum class PoolVerdict : std::uint8_t { kNone, kHolds, kBreaks, kUndecided };

struct PoolRow {
  bounds::SwitchPool pool;
  std::int64_t all = 0;      // cells of all lossless queues of the switch
  std::int64_t filling = 0;  // of those that can fill at all: with so many nothing is lost
  bounds::LargestSet largest;
  std::int64_t judged = 0;  // cells of the pool of the ratio, or of the scenario; 0: none
  PoolVerdict verdict = PoolVerdict::kNone;
  bounds::BreakingSet breaking;  // of the judged pool
};

struct PoolReport {
  const scenario::Scenario* scenario;
  std::optional<Ratio> ratio;
  std::vector<PoolRow> rows;  // by device

  bool all_hold() const;  // every judged pool holds
};

// Throws as switch_pools().
PoolReport pool_report(const scenario::Scenario& scenario, std::optional<Ratio> ratio);

std::string pool_text(const PoolReport& report);
std::string pool_json(const PoolReport& report);
std::string pool_csv(const PoolReport& report);
std::string pool_page(const PoolReport& report);

}  // namespace weir::headroom
