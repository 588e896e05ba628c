// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the mechanisms of a chip promise, and what pages of docs/results show of it. The words and the figures are those
// of promises.json, which tb/tests/regress/cost/promises.py makes of the pages.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tb/cost/setup.h"

namespace weir::cost {

enum class Kept : std::uint8_t { kYes, kInPart, kNo, kNotMeasured };

// The words of reports: "yes", "in part", "no", "not measured".
std::string_view name(Kept kept);

struct Promise {
  flow_control::Scheme scheme;  // that the chip is set to
  std::string mechanism;        // the scheme itself, or one that works beside it
  std::string promise = {};     // empty: none is known
  Kept kept = Kept::kNotMeasured;
  std::string shown = {};  // by the page; or what `weir check` says
  std::string page = {};   // "docs/results/lossless_property.md"; empty: no page shows it
  bool operator==(const Promise&) const = default;
};

// Of each scheme of the chip, and of each other mechanism beside it. Where `weir check` refuses a scheme beside the
// others, or warns of a mechanism beside the scheme, the promise is not kept; where a page has shown a mechanism under
// other schemes only, it is not measured. Throws as judge().
std::vector<Promise> promises_of(const Setup& setup);

// "tcd with gfc_buffer_based", "pfc".
std::string subject_of(const Promise& promise);

// Of a whole chip: "yes", or who does not: "no: tcd with gfc_buffer_based; in part: gfc_buffer_based".
std::string summary_of(const std::vector<Promise>& promises);

}  // namespace weir::cost
