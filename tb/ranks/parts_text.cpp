// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/ranks/parts_text.h"

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/report/human.h"
#include "tb/scenario/stretch.h"

namespace weir::ranks {
namespace {

std::string percent(double part) {
  constexpr double kPercent = 100;
  return fmt::format("{:.1f} %", part * kPercent);
}

// "se" and 12 of "se12"; a name without a number has none.
std::pair<std::string, std::optional<std::uint64_t>> split_number(const std::string& name) {
  constexpr std::size_t kMostDigits = 9;
  const std::size_t end = name.find_last_not_of("0123456789");
  const std::size_t digits = end == std::string::npos ? 0 : end + 1;
  const std::string number = name.substr(digits);
  if (digits == 0 || number.empty() || number.size() > kMostDigits || (number[0] == '0' && number.size() > 1)) {
    return {name, std::nullopt};
  }
  return {name.substr(0, digits), std::strtoull(number.c_str(), nullptr, 10)};
}

// "h0 to h3, se1, sa1": devices in the order of the network, those that follow each other together.
std::string names_in_ranges(const std::vector<std::string>& names) {
  constexpr std::size_t kMostRanges = 16;
  std::vector<std::string> ranges;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < names.size() && ranges.size() < kMostRanges;) {
    std::size_t end = i + 1;
    const auto [stem, number] = split_number(names[i]);
    while (number && end < names.size() &&
           split_number(names[end]) == std::pair(stem, std::optional(*number + end - i))) {
      ++end;
    }
    ranges.push_back(end - i == 1   ? names[i]
                     : end - i == 2 ? names[i] + ", " + names[i + 1]
                                    : names[i] + " to " + names[end - 1]);
    i = end;
    shown = end;
  }
  const std::string more =
      shown < names.size() ? fmt::format(", and {} more", report::human_count(names.size() - shown)) : "";
  return fmt::format("{}{}", fmt::join(ranges, ", "), more);
}

}  // namespace

std::string text_of(const Parts& parts, const network::Topology& topology) {
  const Time quantum = scenario::stretch_of(topology);  // at whose multiples ranks meet
  std::string text = fmt::format("{}: {} of {} cut, which {} of all frames on cables cross\n",
                                 report::counted(parts.ranks, "rank"), report::human_count(parts.cables_cut),
                                 report::counted(topology.cables.size(), "cable"), percent(parts.frames_cut));
  for (std::uint32_t rank = 0; rank < parts.ranks; ++rank) {
    std::vector<std::string> names;
    for (std::size_t device = 0; device < topology.devices.size(); ++device) {
      if (parts.rank_of[device] == rank) {
        names.push_back(topology.devices[device].name);
      }
    }
    text += fmt::format("  rank {}: {} of the work, {}{}\n", rank, percent(parts.load[rank]),
                        names.empty() ? "no device" : report::counted(names.size(), "device") + ": ",
                        names_in_ranges(names));
  }
  for (const RankPair& pair : parts.pairs) {
    text += fmt::format("  ranks {} and {} meet every {}: {}\n", pair.low, pair.high,
                        report::human_seconds(seconds(pair.delay / quantum * quantum)),
                        report::counted(pair.cables, "cable"));
  }
  return text;
}

}  // namespace weir::ranks
