// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A comparison as text, JSON and a page.

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/commands/comparison.h"
#include "tb/report/html_text.h"
#include "tb/report/measured.h"
#include "tb/report/number_text.h"
#include "tb/report/page_assets.h"
#include "tb/report/page_frame.h"
#include "tb/report/version.h"

namespace weir {
namespace {

using report::html_escaped;
using Json = nlohmann::ordered_json;

constexpr const char* kUnits[] = {"count", "boolean", "seconds", "bps", "bytes", "ratio"};

std::string text_of_side(const Side& side, report::Measure measure) {
  return !side.there ? "not there" : side.value ? report::human(measure, *side.value) : "-";
}

// The texts of both sides, with all digits if their rounded texts are the same.
std::pair<std::string, std::string> text_of_sides(const ResultDifference& result) {
  std::pair<std::string, std::string> texts{text_of_side(result.a, result.measure),
                                            text_of_side(result.b, result.measure)};
  if (texts.first == texts.second && result.a.value && result.b.value) {
    texts = {};
    report::append_number(texts.first, *result.a.value);
    report::append_number(texts.second, *result.b.value);
  }
  return texts;
}

std::string percent(const ResultDifference& result) {
  const std::optional<double> relative = result.relative();
  if (!relative || result.measure == report::Measure::kBoolean) {
    return "";
  }
  const double percent = 100 * *relative;
  return std::abs(percent) < 10 ? fmt::format("{:+.3g} %", percent) : fmt::format("{:+.1f} %", percent);
}

std::string said(const std::optional<std::string>& setting) { return setting.value_or("not said"); }

std::string tolerance_text(const Tolerance& tolerance) {
  std::string text = fmt::format("{:g} % of A", 100 * tolerance.relative.value());
  for (std::size_t i = 0; i < tolerance.absolute.size(); ++i) {
    if (tolerance.absolute[i] > 0) {
      text += " or " + report::human(static_cast<report::Measure>(i), tolerance.absolute[i]);
    }
  }
  return text;
}

std::string settings_line(const Comparison& comparison) {
  return fmt::format("{} of {} settings differ", comparison.settings.size(), comparison.settings_compared);
}

std::string results_line(const Comparison& comparison) {
  return fmt::format("{} of {} results differ by more than {}, {} by less", comparison.results.size(),
                     comparison.results_compared, tolerance_text(comparison.tolerance), comparison.within);
}

// "3 runs are only in A"; empty if there is none.
std::string lone_line(const Comparison& comparison, bool of_a) {
  const auto runs = std::ranges::count(comparison.lone, of_a, &LoneRun::of_a);
  return runs == 0 ? "" : fmt::format("{} {} only in {}", runs, runs == 1 ? "run is" : "runs are", of_a ? 'A' : 'B');
}

using Row = std::array<std::string, 4>;

// The first runs that only one side has, and the number of the others.
std::vector<Row> lone_rows(const Comparison& comparison, bool of_a) {
  constexpr std::size_t kShown = 8;
  std::vector<Row> rows;
  std::size_t more = 0;
  for (const LoneRun& run : comparison.lone) {
    if (run.of_a != of_a) {
      continue;
    }
    if (rows.size() < kShown) {
      rows.push_back({run.name, fmt::format("{} results", run.results), "", ""});
    } else {
      ++more;
    }
  }
  if (more > 0) {
    rows.push_back({fmt::format("and {} more", more), "", "", ""});
  }
  return rows;
}

std::vector<Row> setting_rows(const Comparison& comparison) {
  std::vector<Row> rows;
  for (const SettingDifference& setting : comparison.settings) {
    rows.push_back({setting.key, said(setting.a), said(setting.b), ""});
  }
  return rows;
}

std::vector<Row> result_rows(const Comparison& comparison) {
  std::vector<Row> rows;
  for (const ResultDifference& result : comparison.results) {
    const auto [a, b] = text_of_sides(result);
    rows.push_back({result.key, a, b, percent(result)});
  }
  return rows;
}

std::string aligned(const std::vector<Row>& rows) {
  std::array<std::size_t, 4> widths{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line =
        fmt::format("  {:<{}}  {:<{}}  {:<{}}  {}", row[0], widths[0], row[1], widths[1], row[2], widths[2], row[3]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

Json json_of(const Origin& origin) {
  return {{"path", origin.path.string()},
          {"name", origin.name},
          {"program", origin.program},
          {"resolved_sha256", origin.resolved_sha256}};
}

template <class T>
Json json_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

std::string table(const std::string& title, const std::string& id, const std::vector<Row>& rows, const char* last) {
  std::string html = fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n", id, html_escaped(title));
  if (rows.empty()) {
    return html + "</section>\n";
  }
  html += fmt::format(
      "<div class=\"scroll\"><table>\n<thead><tr><th>Key</th><th>A</th><th>B</th>{}</tr></thead>\n<tbody>\n", last);
  for (const Row& row : rows) {
    html += fmt::format("<tr><td><code>{}</code></td><td class=\"name\">{}</td><td class=\"name\">{}</td>{}</tr>\n",
                        html_escaped(row[0]), html_escaped(row[1]), html_escaped(row[2]),
                        *last == '\0' ? "" : "<td class=\"n\">" + html_escaped(row[3]) + "</td>");
  }
  return html + "</tbody>\n</table></div>\n</section>\n";
}

std::string facts_of(const char* name, const Origin& origin) {
  const std::string sha256 = origin.resolved_sha256.empty() ? "" : ", resolved scenario " + origin.resolved_sha256;
  return fmt::format("<div><dt>{}</dt><dd>{}: {}, {}{}</dd></div>\n", name, html_escaped(origin.path.string()),
                     html_escaped(origin.name), html_escaped(origin.program), html_escaped(sha256));
}

}  // namespace

std::string comparison_text(const Comparison& comparison) {
  std::string text;
  for (const auto& [name, origin] : {std::pair<char, const Origin&>{'A', comparison.a}, {'B', comparison.b}}) {
    text += fmt::format("{}  {}  {}, {}\n", name, origin.path.string(), origin.name, origin.program);
  }
  text += settings_line(comparison) + "\n" + aligned(setting_rows(comparison));
  for (const bool of_a : {true, false}) {
    if (const std::string line = lone_line(comparison, of_a); !line.empty()) {
      text += line + "\n" + aligned(lone_rows(comparison, of_a));
    }
  }
  return text + results_line(comparison) + "\n" + aligned(result_rows(comparison));
}

std::string comparison_json(const Comparison& comparison) {
  Json json{{"schema", "weir-comparison-1"},
            {"differs", comparison.differs()},
            {"a", json_of(comparison.a)},
            {"b", json_of(comparison.b)},
            {"relative_threshold", comparison.tolerance.relative.value()}};
  for (std::size_t i = 0; i < comparison.tolerance.absolute.size(); ++i) {
    if (static_cast<report::Measure>(i) != report::Measure::kBoolean) {
      json["absolute_thresholds"][kUnits[i]] = comparison.tolerance.absolute[i];
    }
  }
  json["settings_compared"] = comparison.settings_compared;
  json["settings"] = Json::array();
  for (const SettingDifference& setting : comparison.settings) {
    json["settings"].push_back({{"key", setting.key}, {"a", json_or_null(setting.a)}, {"b", json_or_null(setting.b)}});
  }
  json["results_compared"] = comparison.results_compared;
  json["results_within"] = comparison.within;
  json["lone_runs"] = Json::array();
  for (const LoneRun& run : comparison.lone) {
    json["lone_runs"].push_back({{"run", run.name}, {"only_in", run.of_a ? "a" : "b"}, {"results", run.results}});
  }
  json["results"] = Json::array();
  for (const ResultDifference& result : comparison.results) {
    Json one{{"key", result.key},
             {"unit", kUnits[static_cast<std::size_t>(result.measure)]},
             {"a", json_or_null(result.a.value)},
             {"b", json_or_null(result.b.value)},
             {"relative", json_or_null(result.relative())}};
    if (!result.a.there || !result.b.there) {
      one["only_in"] = result.a.there ? "a" : "b";
    }
    json["results"].push_back(std::move(one));
  }
  return json.dump(2) + "\n";
}

std::string comparison_page(const Comparison& comparison) {
  const std::string badge = comparison.differs() ? "<span class=\"badge warn\">they differ</span>"
                                                 : "<span class=\"badge good\">no difference</span>";
  const std::string title = comparison.a.path.filename().string() + " and " + comparison.b.path.filename().string();
  std::string lone;
  for (const bool of_a : {true, false}) {
    if (const std::string line = lone_line(comparison, of_a); !line.empty()) {
      lone += table(line, of_a ? "only-a" : "only-b", lone_rows(comparison, of_a), "");
    }
  }
  const report::PageFrame frame{title, {report::kPageStyle}, {}};
  return page_head(frame) +
         fmt::format("<header>\n<div class=\"title\"><h1>{}</h1>{}</div>\n<dl class=\"facts\">\n", html_escaped(title),
                     badge) +
         facts_of("A", comparison.a) + facts_of("B", comparison.b) + "</dl>\n</header>\n" +
         table(settings_line(comparison), "settings", setting_rows(comparison), "") + lone +
         table(results_line(comparison), "results", result_rows(comparison), "<th class=\"n\">B against A</th>") +
         fmt::format(
             "<footer>Made by weir {}. Results by their names in [expect]; -: nothing was "
             "measured.</footer>\n{}</body>\n</html>\n",
             report::program_version(), page_scripts(frame));
}

}  // namespace weir
