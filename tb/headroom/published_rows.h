// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Headroom that operators deploy, as numbers with their sources, and what the terms of the bound make of each number.
// The numbers are xoff of the files pg_profile_lookup.ini of sonic-buildimage.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::headroom {

// By which rule a row is explained.
enum class Rule : std::uint8_t {
  kFrames64,  // frames of 64 B, a cell each: the linear form of the bound, with an own time fitted a switch and a rate
  kMellanox,  // the formula of buffer_headroom_mellanox.lua
  kUnknown,   // none was found
};

struct PublishedRow {
  std::string_view hardware;  // the switch or DPU
  std::string_view file;      // of its profiles, with the commit in which the number stands
  BitRate rate;
  std::int64_t cable;  // metres
  Bytes cell;          // 0: not known
  Bytes xoff;
  Rule rule;
  bool fits_own;          // kFrames64: the own time is fitted to this row, among others
  BitRate own_of;         // kFrames64: the rate whose rows the own time is fitted to
  std::string_view note;  // what is known of a row that its rule does not explain
};

std::span<const PublishedRow> published_rows();

struct ExplainedRow {
  const PublishedRow* row;
  std::optional<Bytes> by_rule;  // what the rule gives; nothing for kUnknown
  std::optional<Time> own;       // kFrames64: the fitted own time
  std::optional<Bytes> exact;    // the exact bound with no own time, frames of 64 B to 9,216 B; nothing: cell unknown

  // (published - rule)/rule; 0 where the rule is unknown.
  double residue() const;
  // Whether the row is less than the exact bound even where our own MAC and PHY take no time.
  bool is_short() const;
};

// All rows, in their order.
std::vector<ExplainedRow> explained_rows();

}  // namespace weir::headroom
