// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/report.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/report/html_text.h"
#include "tb/report/page_assets.h"
#include "tb/report/page_frame.h"
#include "tb/report/version.h"
#include "tb/scenario/expectation_key.h"
#include "tb/sweep/page_assets.h"
#include "tb/sweep/warned.h"

namespace weir::sweep {
namespace {

using Json = nlohmann::ordered_json;

std::string_view word_of(State state) {
  switch (state) {
    case State::kMissing:
      return "missing";
    case State::kRunning:
      return "in_flight";
    case State::kDone:
      return "done";
    case State::kFailed:
      break;
  }
  return "failed";
}

std::optional<double> value_of(const std::vector<ResultRow>& rows, const std::string& quantity) {
  const auto found = std::ranges::lower_bound(rows, quantity, {}, &ResultRow::quantity);
  return found == rows.end() || found->quantity != quantity ? std::nullopt : found->value;
}

const AxisValue& axis_value(const Gathered& gathered, std::size_t job, std::size_t axis) {
  return gathered.plan.axes[axis].values[gathered.jobs[job].combination.values[axis]];
}

// RFC 4180.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) {
    return text;
  }
  std::string made = "\"";
  for (const char c : text) {
    made += c == '"' ? std::string("\"\"") : std::string(1, c);
  }
  return made + "\"";
}

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : name + " (" + unit + ")";
}

Json axes_json(const Plan& plan) {
  Json axes = Json::array();
  for (const Axis& axis : plan.axes) {
    Json values = Json::array();
    for (const AxisValue& value : axis.values) {
      values.push_back({{"text", value.text}, {"number", value.number ? Json(*value.number) : Json(nullptr)}});
    }
    axes.push_back({{"key", axis.key}, {"unit", axis.values.front().unit}, {"seeds", axis.seeds}, {"values", values}});
  }
  return axes;
}

Json run_json(const Gathered& gathered, std::size_t job) {
  const Known& known = gathered.known[job];
  Json run = {{"number", gathered.jobs[job].combination.number},
              {"run", gathered.jobs[job].id},
              {"values", gathered.jobs[job].combination.values},
              {"state", word_of(known.state)},
              {"held", known.state == State::kDone ? Json(known.held) : Json(nullptr)},
              {"results", Json::array()},
              {"warnings", known.warnings ? Json(*known.warnings) : Json(nullptr)},
              {"message", known.message},
              {"directory", known.directory},
              {"command", command_of(gathered.jobs[job])}};
  for (const std::string& quantity : gathered.quantities) {
    const auto value = value_of(gathered.results[job], quantity);
    run["results"].push_back(value ? Json(*value) : Json(nullptr));
  }
  return run;
}

Json to_json(const Gathered& gathered) {
  Json json = {{"schema", "weir-sweep-report-1"},      {"plan", gathered.plan.document.file},
               {"version", report::program_version()}, {"axes", axes_json(gathered.plan)},
               {"quantities", Json::array()},          {"runs", Json::array()}};
  for (const std::string& quantity : gathered.quantities) {
    json["quantities"].push_back({{"name", quantity}, {"unit", unit_of(quantity)}});
  }
  for (std::size_t i = 0; i < gathered.jobs.size(); ++i) {
    json["runs"].push_back(run_json(gathered, i));
  }
  return json;
}

std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string page_header(const Gathered& gathered) {
  const Counts counts = count(gathered.known);
  std::string html =
      fmt::format("<header>\n<div class=\"title\"><h1>{}</h1>", report::html_escaped(gathered.plan.name));
  html += counts.held == counts.runs
              ? "<span class=\"badge good\">all expectations held</span>"
              : fmt::format("<span class=\"badge bad\">{} of {} held</span>", counts.held, counts.runs);
  html += fmt::format(
      "</div>\n<p class=\"description\">{} runs: {} done, {} failed, {} in flight, {} missing. Plan: "
      "<code>{}</code></p>\n</header>\n",
      counts.runs, counts.done, counts.failed, counts.running, counts.missing,
      report::html_escaped(gathered.plan.document.file));
  return html;
}

// Points with the same resolved scenario share a run.
std::vector<Known> of_distinct_runs(const Gathered& gathered) {
  std::set<std::string> seen;
  std::vector<Known> known;
  for (std::size_t i = 0; i < gathered.jobs.size(); ++i) {
    if (seen.insert(gathered.jobs[i].id).second) {
      known.push_back(gathered.known[i]);
    }
  }
  return known;
}

std::string warned_section(const Gathered& gathered) {
  std::string items;
  for (const std::string& line : warned_lines(warned(of_distinct_runs(gathered)))) {
    items += "<li>" + report::html_escaped(line) + "</li>\n";
  }
  return items.empty() ? "" : "<section id=\"warned\"><h2>Warnings</h2><ul>\n" + items + "</ul></section>\n";
}

}  // namespace

const scenario::QuantitySpec* quantity_of(const std::string& result) {
  const std::size_t blank = result.find(' ');
  return scenario::find_quantity(blank == std::string::npos ? result : result.substr(blank + 1));
}

std::string unit_of(const std::string& quantity) {
  const scenario::QuantitySpec* spec = quantity_of(quantity);
  return spec == nullptr                            ? ""
         : spec->measure == report::Measure::kTime  ? "s"
         : spec->measure == report::Measure::kRate  ? "bit/s"
         : spec->measure == report::Measure::kBytes ? "B"
                                                    : "";
}

Gathered gather(const Plan& plan, const std::vector<Job>& jobs, Store& store) {
  Gathered gathered{plan, jobs, {}, {}, {}};
  std::set<std::string> names;
  for (const Job& job : jobs) {
    gathered.known.push_back(store.look(plan, job));
    gathered.results.push_back(gathered.known.back().state == State::kDone ? store.results(job)
                                                                           : std::vector<ResultRow>());
    for (const ResultRow& row : gathered.results.back()) {
      names.insert(row.quantity);
    }
  }
  for (const Wanted& wanted : plan.results) {
    for (auto name = names.begin(); name != names.end();) {
      if (wanted.aggregate == Aggregate::kEach ? scenario::matches(wanted.key, *name) : wanted.text == *name) {
        gathered.quantities.push_back(*name);
        name = names.erase(name);
      } else {
        ++name;
      }
    }
  }
  return gathered;
}

std::string sweep_csv(const Gathered& gathered) {
  std::string csv = "number,run";
  for (const Axis& axis : gathered.plan.axes) {
    csv += "," + field(axis.key);
  }
  csv += ",state,held";
  for (const std::string& quantity : gathered.quantities) {
    csv += "," + field(with_unit(quantity, unit_of(quantity)));
  }
  csv += ",warnings,message,directory,command\n";
  for (std::size_t i = 0; i < gathered.jobs.size(); ++i) {
    const Known& known = gathered.known[i];
    csv += fmt::format("{},{}", gathered.jobs[i].combination.number, gathered.jobs[i].id);
    for (std::size_t a = 0; a < gathered.plan.axes.size(); ++a) {
      csv += "," + field(axis_value(gathered, i, a).text);
    }
    csv += fmt::format(",{},{}", word_of(known.state),
                       known.state != State::kDone ? ""
                       : known.held                ? "true"
                                                   : "false");
    for (const std::string& quantity : gathered.quantities) {
      const auto value = value_of(gathered.results[i], quantity);
      csv += "," + (value ? fmt::format("{}", *value) : std::string());
    }
    csv += "," + field(known.warnings ? fmt::to_string(fmt::join(*known.warnings, " | ")) : std::string());
    csv += "," + field(known.message) + "," + field(known.directory) + "," + field(command_of(gathered.jobs[i])) + "\n";
  }
  return csv;
}

std::string sweep_json(const Gathered& gathered) { return dumped(to_json(gathered), 1) + "\n"; }

std::string sweep_page(const Gathered& gathered) {
  const report::PageFrame frame{gathered.plan.name,
                                {report::kDygraphStyle, report::kPageStyle, kSweepStyle},
                                {report::kDygraphScript, kSweepPageScript}};
  std::string html = page_head(frame) + page_header(gathered) + warned_section(gathered);
  html +=
      "<p id=\"script-fault\" class=\"badge bad\"></p>\n<section id=\"controls\"></section>\n"
      "<section id=\"picture\"><h2></h2><p class=\"soft\"></p><div class=\"panels\"></div></section>\n"
      "<section id=\"worst\"><h2></h2><div class=\"scroll\"></div></section>\n"
      "<section id=\"behind\"><h2>The runs</h2><p class=\"soft\"></p><div class=\"scroll\"></div></section>\n";
  html += report::page_data("sweep-data", dumped(to_json(gathered), -1)) + "<p id=\"plots-drawn\" hidden></p>\n" +
          page_scripts(frame);
  return html + fmt::format("<footer>Made by weir {}.</footer>\n</body>\n</html>\n", report::program_version());
}

}  // namespace weir::sweep
