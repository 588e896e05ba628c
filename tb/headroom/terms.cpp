// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/headroom/terms.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "tb/headroom/cell_text.h"

namespace weir::headroom {

using Json = nlohmann::ordered_json;

std::vector<std::string> head_of_times(std::string first) {
  std::vector<std::string> head{std::move(first)};
  for (const Term& term : kTerms) {
    head.emplace_back(term.name);
  }
  head.emplace_back("sum");
  return head;
}

std::vector<std::string> times_row(std::string first, const bounds::PauseTimes& times) {
  std::vector<std::string> cells{std::move(first)};
  for (const Term& term : kTerms) {
    cells.push_back(in_nanoseconds(times.*term.time));
  }
  cells.push_back(in_nanoseconds(times.total()));
  return cells;
}

double density_of(const bounds::PausedLink& link) {
  const Bytes densest = bounds::densest_length(link);
  return static_cast<double>(link.counted(densest).count()) / static_cast<double>((densest + link.overhead).count());
}

cost::Table sources_table(const std::string& link_name, const bounds::PausedLink& link,
                          std::string_view Term::*source) {
  cost::Table table{.id = "sources",
                    .title = "Where each term comes from, for " + link_name,
                    .note = "bytes in the queue: what the frames that fill most put into the queue in this time.",
                    .text_columns = 2,
                    .head = {"term", "source", "ns", "bytes of the line", "bytes in the queue"}};
  const double bytes_a_second = static_cast<double>(link.rate.count()) / kBitsPerByte;
  const double density = density_of(link);
  for (const Term& term : kTerms) {
    const Time time = link.times.*term.time;
    const double line = seconds(time) * bytes_a_second;
    table.rows.push_back({std::string(term.name), std::string(term.*source), in_nanoseconds(time),
                          fmt::format("{:.0f}", line), fmt::format("{:.0f}", line * density)});
  }
  return table;
}

std::string mix_text(const bounds::PauseHeadroom& worst) {
  std::string text;
  for (const bounds::FramesAlike& frames : worst.before) {
    text += fmt::format("{} x {} B, ", frames.count, frames.length.count());
  }
  return fmt::format("{}{}{} B", text, text.empty() ? "" : "then ", worst.last_length.count());
}

Json times_json(const bounds::PauseTimes& times) {
  Json json;
  for (const Term& term : kTerms) {
    std::string key(term.name);
    std::replace(key.begin(), key.end(), ' ', '_');
    std::transform(key.begin(), key.end(), key.begin(), [](unsigned char c) { return std::tolower(c); });
    json[key + "_ps"] = (times.*term.time).count();
  }
  return json;
}

Json mix_json(const bounds::PauseHeadroom& worst) {
  Json mix = Json::array();
  for (const bounds::FramesAlike& frames : worst.before) {
    mix.push_back({{"frame_bytes", frames.length.count()}, {"frames", frames.count}});
  }
  return mix;
}

}  // namespace weir::headroom
