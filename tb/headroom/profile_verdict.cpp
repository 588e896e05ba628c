// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/headroom/profile_verdict.h"

#include "tb/bounds/response.h"

namespace weir::headroom {
namespace {

constexpr Time kLongest{1'000'000'000'000};  // 1 s: no row covers more

// By bisection, to the picosecond: needed() does not fall as the times grow.
std::optional<Time> longest_covered(const Profile& row, const NeededHeadroom& needed) {
  if (needed(row, Time(0)) > row.xoff) {
    return std::nullopt;
  }
  Time held(0);
  Time lost(1);
  while (lost < kLongest && needed(row, lost) <= row.xoff) {
    held = lost;
    lost = 2 * lost;
  }
  while (lost - held > Time(1)) {
    const Time middle = held + (lost - held) / 2;
    (needed(row, middle) <= row.xoff ? held : lost) = middle;
  }
  return held;
}

// The line of the row with the most xoff among those of the same rate with a shorter cable, if that is more than the
// row has.
std::size_t falls_from(const Profile& row, std::span<const Profile> rows) {
  const Profile* most = nullptr;
  for (const Profile& other : rows) {
    if (other.rate == row.rate && other.cable < row.cable && other.xoff > row.xoff &&
        (most == nullptr || other.xoff > most->xoff)) {
      most = &other;
    }
  }
  return most != nullptr ? most->line : 0;
}

}  // namespace

std::vector<ProfileVerdict> judge_profiles(std::span<const Profile> rows, const NeededHeadroom& needed,
                                           const std::function<Time(BitRate)>& times) {
  std::vector<ProfileVerdict> verdicts;
  for (const Profile& row : rows) {
    ProfileVerdict verdict;
    verdict.row = row;
    verdict.needed = needed(row, times(row.rate));
    verdict.loses = row.xoff < verdict.needed;
    verdict.on_the_cable = bytes_in(2 * row.cable * bounds::kTimePerMetre, row.rate);
    verdict.below_cable = row.xoff < verdict.on_the_cable;
    verdict.covers = longest_covered(row, needed);
    verdict.falls_from = falls_from(row, rows);
    verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

}  // namespace weir::headroom
