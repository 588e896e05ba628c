// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What `weir headroom` prints: of links, of a table of profiles, of published rows.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tb/cost/figures.h"
#include "tb/cost/retry_profile.h"
#include "tb/headroom/link_headroom.h"
#include "tb/headroom/profile_verdict.h"

namespace weir::headroom {

extern const std::string_view kHeadroomSchema;

// A report as text, JSON (`weir schema headroom`), CSV and page; all show the same figures.
struct LinkReport {
  LinkRequest request;
  std::vector<LinkRow> rows;
  std::vector<Vendor> vendors;  // whose formulas stand beside the bound
  bool explain = false;         // the terms with their sources, and the vendors' terms
};

std::string link_text(const LinkReport& report);
std::string link_json(const LinkReport& report);
std::string link_csv(const LinkReport& report);
std::string link_page(const LinkReport& report);

// The rows as a table of priority-group profiles: xoff is the headroom; size is xon, and with it xoff where headroom is
// no pool. `xon` in bytes, `threshold` the exponent of alpha.
std::string link_profiles(const LinkReport& report, Bytes xon, int threshold);

// The rows as a table of LLR profiles, with the window of each link, of a report with LLR. Throws as
// cost::retry_profiles_text().
std::string retry_profiles(const LinkReport& report, cost::RetryProfileRequest request);

// A row for each profile, and what to do about the rows that lose.
std::string verdict_text(std::span<const ProfileVerdict> verdicts, const LinkRequest& request);
std::string verdict_csv(std::span<const ProfileVerdict> verdicts);

// The published rows, and what the terms make of each.
std::string published_text();
std::string published_csv();

}  // namespace weir::headroom
