// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/headroom/terms.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "tb/headroom/cell_text.h"

namespace weir::headroom {

using Json = nlohmann::ordered_json;

namespace {

// Without terms of link-level retry that none of these links has.
std::vector<Term> shown_terms(std::span<const bounds::PauseTimes> links) {
  std::vector<Term> shown(kTerms.begin(), kTerms.end());
  std::erase_if(shown, [&](const Term& term) {
    const bool of_retry = term.time == &bounds::PauseTimes::replay || term.time == &bounds::PauseTimes::sets;
    return of_retry && std::ranges::none_of(links, [&](const auto& times) { return times.*term.time > Time(0); });
  });
  return shown;
}

}  // namespace

cost::Table times_table(std::string what, std::span<const TimesOf> rows) {
  std::vector<bounds::PauseTimes> links;
  std::ranges::transform(rows, std::back_inserter(links), &TimesOf::times);
  const std::vector<Term> terms = shown_terms(links);
  cost::Table table{
      .id = "times", .title = "Times until the peer is silent, ns", .note = "", .head = {std::move(what)}};
  for (const Term& term : terms) {
    table.head.emplace_back(term.name);
  }
  table.head.emplace_back("sum");
  for (const TimesOf& one : rows) {
    std::vector<std::string> cells{one.name};
    for (const Term& term : terms) {
      cells.push_back(in_nanoseconds(one.times.*term.time));
    }
    cells.push_back(in_nanoseconds(one.times.total()));
    table.rows.push_back(std::move(cells));
  }
  return table;
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
  for (const Term& term : shown_terms(std::span(&link.times, 1))) {
    const Time time = link.times.*term.time;
    const double line = seconds(time) * bytes_a_second;
    table.rows.push_back({std::string(term.name), std::string(term.*source), in_nanoseconds(time),
                          fmt::format("{:.0f}", line), fmt::format("{:.0f}", line * density)});
  }
  if (link.retry.is_on()) {
    table.rows.push_back({"LLR's window",
                          "replays after XOFF, in place of all above if more: OUTSTANDING_FRAMES_MAX, _BYTES_MAX", "-",
                          "-", fmt::format("{}", bounds::pause_headroom(link).window.counted.count())});
  }
  return table;
}

std::string frames_text(std::span<const bounds::FramesAlike> frames) {
  std::string text;
  for (const bounds::FramesAlike& alike : frames) {
    text += fmt::format("{}{} x {} B", text.empty() ? "" : ", ", alike.count, alike.length.count());
  }
  return text;
}

std::string mix_text(const bounds::PauseHeadroom& worst) {
  const std::string before = frames_text(worst.before);
  return fmt::format("{}{}{} B", before, before.empty() ? "" : ", then ", worst.last_length.count());
}

Json times_json(const bounds::PauseTimes& times) {
  Json json;
  for (const Term& term : shown_terms(std::span(&times, 1))) {
    std::string key(term.name);
    std::replace(key.begin(), key.end(), ' ', '_');
    std::transform(key.begin(), key.end(), key.begin(), [](unsigned char c) { return std::tolower(c); });
    json[key + "_ps"] = (times.*term.time).count();
  }
  return json;
}

Json mix_json(std::span<const bounds::FramesAlike> frames) {
  Json mix = Json::array();
  for (const bounds::FramesAlike& alike : frames) {
    mix.push_back({{"frame_bytes", alike.length.count()}, {"frames", alike.count}});
  }
  return mix;
}

}  // namespace weir::headroom
