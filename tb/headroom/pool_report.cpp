// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/headroom/pool_report.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/bounds/paused_queue.h"
#include "tb/cost/figures.h"
#include "tb/headroom/cell_text.h"
#include "tb/headroom/page.h"
#include "tb/report/human.h"
#include "tb/report/version.h"
#include "tb/text/words.h"

namespace weir::headroom {
namespace {

using Json = nlohmann::ordered_json;
using report::human_count;

constexpr std::int64_t kMillion = 1'000'000;
constexpr std::int64_t kHighestRatio = 1'000;

std::string count(std::int64_t value) { return human_count(static_cast<std::uint64_t>(value)); }

const std::string& name_of(const PoolReport& report, const PoolRow& row) {
  return report.scenario->topology.devices[row.pool.device].name;
}

std::string port_name(const PoolReport& report, const PoolRow& row, std::size_t port) {
  return fmt::format("{}.p{}", name_of(report, row), port);
}

std::string queue_name(const PoolReport& report, const PoolRow& row, std::size_t queue) {
  const bounds::PoolQueue& one = row.pool.problem.queues[queue];
  return fmt::format("{}.c{}", port_name(report, row, one.port), one.traffic_class.index());
}

std::size_t number_filling(const PoolRow& row) {
  const auto& queues = row.pool.problem.queues;
  return static_cast<std::size_t>(
      std::count_if(queues.begin(), queues.end(), [](const auto& one) { return one.fills; }));
}

// In hundredths: the largest ratio with which the pool has room for all that can fill; the least with which it has no
// room for the largest set. Nothing where there is no such ratio.
std::optional<std::int64_t> safe_hundredths(const PoolRow& row) {
  return row.filling > 0 ? std::optional(row.all * 100 / row.filling) : std::nullopt;
}

std::optional<std::int64_t> breaking_hundredths(const PoolRow& row) {
  const std::int64_t less = row.largest.set.cells - 1;
  return less > 0 ? std::optional((row.all * 100 + less - 1) / less) : std::nullopt;
}

std::string ratio_text(std::optional<std::int64_t> hundredths) {
  return hundredths ? fmt::format("{}.{:02}", *hundredths / 100, *hundredths % 100) : "any";
}

std::string breaking_text(std::optional<std::int64_t> hundredths) {
  return hundredths ? ratio_text(hundredths) : "none";
}

std::string_view word_of(PoolVerdict verdict) {
  switch (verdict) {
    case PoolVerdict::kHolds:
      return "holds";
    case PoolVerdict::kBreaks:
      return "BREAKS";
    case PoolVerdict::kUndecided:
      return "undecided";
    case PoolVerdict::kNone:
      break;
  }
  return "none";
}

// The figures of a row; switches with the same figures are one row of a table.
using Key = std::tuple<std::size_t, std::size_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::size_t,
                       std::size_t, std::size_t>;

struct Group {
  const PoolRow* first;
  std::size_t others = 0;
};

std::vector<Group> grouped(const PoolReport& report) {
  std::vector<Group> groups;
  std::map<Key, std::size_t> places;
  for (const PoolRow& row : report.rows) {
    const Key key{row.pool.problem.rates.size(),
                  row.pool.problem.queues.size(),
                  row.all,
                  row.filling,
                  row.largest.set.cells,
                  row.judged,
                  number_filling(row),
                  row.largest.set.queues.size(),
                  row.breaking.ports.size()};
    const auto [place, is_new] = places.try_emplace(key, groups.size());
    if (is_new) {
      groups.push_back({&row});
    } else {
      ++groups[place->second].others;
    }
  }
  return groups;
}

std::string place(const PoolReport& report, const Group& group) {
  const std::string& first = name_of(report, *group.first);
  return group.others > 0 ? fmt::format("{} and {} like it", first, human_count(group.others)) : first;
}

cost::Table pools_table(const PoolReport& report) {
  cost::Table table{.id = "pools",
                    .title = "Headroom as a shared pool",
                    .note =
                        "can fill: with so much nothing is lost. stand at once: what some traffic fills, so that one "
                        "cell less loses a frame.",
                    .head = {"switch", "ports", "queues", "cells", "can fill", "cells", "B", "stand at once", "cells",
                             "B", "sets", "safe ratio", "breaks from"}};
  for (const Group& group : grouped(report)) {
    const PoolRow& row = *group.first;
    table.rows.push_back({place(report, group), human_count(row.pool.problem.rates.size()),
                          human_count(row.pool.problem.queues.size()), count(row.all), human_count(number_filling(row)),
                          count(row.filling), in_bytes(row.filling * row.pool.cell),
                          human_count(row.largest.set.queues.size()), count(row.largest.set.cells),
                          in_bytes(row.largest.set.cells * row.pool.cell), row.largest.exact ? "exact" : "at least",
                          ratio_text(safe_hundredths(row)), breaking_text(breaking_hundredths(row))});
  }
  return table;
}

// Why the queues of a set stand.
std::string reason_of(const PoolReport& report, const PoolRow& row, const bounds::StandingSet& set) {
  std::vector<std::string> held;
  std::vector<std::string> busy;
  for (std::size_t egress = 0; egress < row.pool.problem.rates.size(); ++egress) {
    const bool is_held = std::any_of(set.queues.begin(), set.queues.end(), [&](std::size_t q) {
      const std::vector<std::size_t>& ways = row.pool.problem.queues[q].held;
      return !ways.empty() && ways.front() == egress;
    });
    if (is_held) {
      held.push_back(port_name(report, row, egress));
    }
  }
  for (const std::size_t egress : set.busy) {
    busy.push_back(port_name(report, row, egress));
  }
  std::string text;
  if (!held.empty()) {
    text += fmt::format("{} held from below", fmt::join(held, ", "));
  }
  if (!busy.empty()) {
    text += fmt::format("{}{} kept busy", text.empty() ? "" : ", ", fmt::join(busy, ", "));
  }
  return text;
}

// A sentence for each group of switches whose pool is judged.
std::vector<std::string> verdicts_of(const PoolReport& report) {
  std::vector<std::string> verdicts;
  for (const Group& group : grouped(report)) {
    const PoolRow& row = *group.first;
    if (row.verdict == PoolVerdict::kNone) {
      continue;
    }
    const std::string pool =
        fmt::format("a pool of {} cells, {} B, ", count(row.judged), in_bytes(row.judged * row.pool.cell));
    std::string verdict = fmt::format("{}: {}", place(report, group), pool);
    switch (row.verdict) {
      case PoolVerdict::kHolds:
        verdict += "holds: no queues can fill that hold more";
        break;
      case PoolVerdict::kUndecided:
        verdict +=
            fmt::format("is undecided: {} cells are enough for certain, and no set is known that holds more than {}",
                        count(row.filling), count(row.largest.set.cells));
        break;
      case PoolVerdict::kBreaks: {
        std::vector<std::string> queues;
        for (const std::size_t q : row.breaking.found.queues) {
          queues.push_back(queue_name(report, row, q));
        }
        const std::size_t ports = row.breaking.ports.size();
        verdict += fmt::format(
            "BREAKS: {} ports{}, {}, hold {} cells; {}", human_count(ports),
            row.breaking.at_least < ports ? fmt::format(" (at least {} are needed)", row.breaking.at_least) : "",
            fmt::join(queues, ", "), count(row.breaking.found.cells), reason_of(report, row, row.breaking.found));
        break;
      }
      case PoolVerdict::kNone:
        break;
    }
    verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

std::string title_of(const PoolReport& report) {
  const std::string ratio =
      report.ratio ? fmt::format(", over-subscribed {} times", static_cast<double>(report.ratio->millionths) / kMillion)
                   : "";
  return fmt::format("{}: shared headroom pools{}", report.scenario->file, ratio);
}

Json names_json(const PoolReport& report, const PoolRow& row, const std::vector<std::size_t>& queues) {
  Json names = Json::array();
  for (const std::size_t q : queues) {
    names.push_back(queue_name(report, row, q));
  }
  return names;
}

Json ports_json(const PoolReport& report, const PoolRow& row, const std::vector<std::size_t>& ports) {
  Json names = Json::array();
  for (const std::size_t port : ports) {
    names.push_back(port_name(report, row, port));
  }
  return names;
}

Json row_json(const PoolReport& report, const PoolRow& row) {
  Json queues = Json::array();
  for (std::size_t q = 0; q < row.pool.problem.queues.size(); ++q) {
    const bounds::PoolQueue& one = row.pool.problem.queues[q];
    queues.push_back({{"queue", queue_name(report, row, q)},
                      {"cells", one.cells},
                      {"can_fill", one.fills},
                      {"held", ports_json(report, row, one.held)},
                      {"busied", ports_json(report, row, one.busied)}});
  }
  Json json = {{"switch", name_of(report, row)},
               {"ports", row.pool.problem.rates.size()},
               {"cell_bytes", row.pool.cell.count()},
               {"queues", std::move(queues)},
               {"all_cells", row.all},
               {"filling_cells", row.filling},
               {"standing_cells", row.largest.set.cells},
               {"standing", names_json(report, row, row.largest.set.queues)},
               {"kept_busy", ports_json(report, row, row.largest.set.busy)},
               {"exact", row.largest.exact},
               {"safe_ratio", nullptr},
               {"breaks_from", nullptr},
               {"pool_cells", row.judged},
               {"verdict", word_of(row.verdict)},
               {"breaking_ports", ports_json(report, row, row.breaking.ports)},
               {"breaking", names_json(report, row, row.breaking.found.queues)},
               {"breaking_cells", row.breaking.found.cells},
               {"breaking_kept_busy", ports_json(report, row, row.breaking.found.busy)},
               {"at_least_ports", row.breaking.at_least}};
  if (const auto safe = safe_hundredths(row)) {
    json["safe_ratio"] = static_cast<double>(*safe) / 100;
  }
  if (const auto breaks = breaking_hundredths(row)) {
    json["breaks_from"] = static_cast<double>(*breaks) / 100;
  }
  return json;
}

PoolRow row_of(bounds::SwitchPool pool, const std::optional<Ratio>& ratio) {
  PoolRow row{.pool = std::move(pool), .largest = {}, .breaking = {}};
  row.all = bounds::cells_of_all(row.pool.problem);
  row.filling = bounds::cells_of_filling(row.pool.problem);
  row.largest = bounds::largest_standing(row.pool.problem);
  row.judged = ratio ? ratio->pool_of(row.all) : row.pool.configured;
  if (row.judged == 0) {
    return row;
  }
  row.verdict = row.judged >= row.filling            ? PoolVerdict::kHolds
                : row.judged < row.largest.set.cells ? PoolVerdict::kBreaks
                                                     : PoolVerdict::kUndecided;
  if (row.verdict == PoolVerdict::kBreaks) {
    row.breaking = bounds::smallest_breaking(row.pool.problem, row.judged);
  }
  return row;
}

}  // namespace

std::int64_t Ratio::pool_of(std::int64_t all) const {
  return static_cast<std::int64_t>((Wide{all} * kMillion + millionths - 1) / millionths);
}

Ratio ratio_option(const std::string& written) {
  constexpr std::size_t kDecimals = 6;
  const auto refuse = [&] {
    throw std::invalid_argument(
        "--over-subscribe: wanted a ratio from 1 to 1000 such as 2.5, with at most six decimals; got " +
        text::in_quotes(written));
  };
  const std::size_t dot = written.find('.');
  const std::string whole = written.substr(0, dot);
  std::string decimals = dot == std::string::npos ? "" : written.substr(dot + 1);
  const auto digits = [](const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  if (whole.empty() || whole.size() > 4 || decimals.size() > kDecimals || !digits(whole) || !digits(decimals) ||
      (dot != std::string::npos && decimals.empty())) {
    refuse();
  }
  decimals.resize(kDecimals, '0');
  const Ratio ratio{std::stoll(whole) * kMillion + std::stoll(decimals)};
  if (ratio.millionths < kMillion || ratio.millionths > kHighestRatio * kMillion) {
    refuse();
  }
  return ratio;
}

bool PoolReport::all_hold() const {
  return std::all_of(rows.begin(), rows.end(), [](const PoolRow& row) {
    return row.verdict == PoolVerdict::kNone || row.verdict == PoolVerdict::kHolds;
  });
}

PoolReport pool_report(const scenario::Scenario& scenario, std::optional<Ratio> ratio) {
  PoolReport report{.scenario = &scenario, .ratio = ratio, .rows = {}};
  for (bounds::SwitchPool& pool : bounds::switch_pools(scenario)) {
    report.rows.push_back(row_of(std::move(pool), ratio));
  }
  return report;
}

std::string pool_text(const PoolReport& report) {
  std::string text = fmt::format("{}   weir {}\n", title_of(report), report::program_version());
  for (const std::string& doubt : bounds::doubts_of(*report.scenario)) {
    text += "warning: " + doubt + "\n";
  }
  text += cost::text_of(pools_table(report));
  const std::vector<std::string> verdicts = verdicts_of(report);
  text += verdicts.empty() ? "" : "\n";
  for (const std::string& verdict : verdicts) {
    text += "  " + verdict + "\n";
  }
  return text;
}

std::string pool_json(const PoolReport& report) {
  Json rows = Json::array();
  for (const PoolRow& row : report.rows) {
    rows.push_back(row_json(report, row));
  }
  Json json = {{"schema", "weir-headroom-pools-1"}, {"version", report::program_version()},
               {"title", title_of(report)},         {"warnings", bounds::doubts_of(*report.scenario)},
               {"over_subscribe", nullptr},         {"switches", std::move(rows)}};
  if (report.ratio) {
    json["over_subscribe"] = static_cast<double>(report.ratio->millionths) / kMillion;
  }
  return json.dump(2) + "\n";
}

std::string pool_csv(const PoolReport& report) {
  std::string text =
      "switch,ports,cell_bytes,queues,all_cells,can_fill,filling_cells,standing,standing_cells,exact,safe_ratio,"
      "breaks_from,pool_cells,verdict,breaking_ports,at_least_ports\n";
  for (const PoolRow& row : report.rows) {
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", name_of(report, row),
                        row.pool.problem.rates.size(), row.pool.cell.count(), row.pool.problem.queues.size(), row.all,
                        number_filling(row), row.filling, row.largest.set.queues.size(), row.largest.set.cells,
                        row.largest.exact, ratio_text(safe_hundredths(row)), breaking_text(breaking_hundredths(row)),
                        row.judged, word_of(row.verdict), row.breaking.ports.size(), row.breaking.at_least);
  }
  return text;
}

std::string pool_page(const PoolReport& report) {
  std::vector<std::string> notes = bounds::doubts_of(*report.scenario);
  const std::vector<std::string> verdicts = verdicts_of(report);
  notes.insert(notes.end(), verdicts.begin(), verdicts.end());
  return page_of(title_of(report), notes, {pools_table(report)});
}

}  // namespace weir::headroom
