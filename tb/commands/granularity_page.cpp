// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// granularity.html: one file that asks for nothing else. Heat maps of setting x frame length for each rounding and
// line.

#include <functional>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "tb/commands/granularity_assets.h"
#include "tb/commands/granularity_files.h"
#include "tb/report/html_text.h"
#include "tb/report/human.h"
#include "tb/report/number_text.h"
#include "tb/report/page_assets.h"
#include "tb/report/page_frame.h"
#include "tb/report/version.h"

namespace weir {

namespace {

using cosim::Row;
using reference::RateForm;
using reference::RateRaise;

constexpr int kDigits = 4;  // of what a map shows; the table has all

struct Quantity {
  std::string_view name;
  std::string_view title;
  std::string_view unit;
  std::string_view meaning;
  RateRaise rate_raise;  // whose rows; rates do not depend on it
  std::function<double(const Row&)> value;
};

std::vector<Quantity> quantities_of(const GranularityResults& results) {
  const RateRaise any = results.sweep.rate_raises.front();
  std::vector<Quantity> list = {
      {"long_run", "Long run", "ppm", "Achieved over asked rate of an endless run. Orange: too fast, blue: too slow.",
       any, [](const Row& r) { return r.figures.long_run_ppm; }},
      {"fastest_1", "Fastest packet", "ppm",
       "The shortest interval from one packet's start to the next, as a rate over the asked one.", any,
       [](const Row& r) { return r.figures.fastest_ppm[0]; }},
      {"slowest_1", "Slowest packet", "ppm",
       "The longest interval from one packet's start to the next, as a rate over the asked one.", any,
       [](const Row& r) { return r.figures.slowest_ppm[0]; }},
      {"fastest_16", "Fastest 16 packets", "ppm", "The fastest 16 packets in a row, as a rate over the asked one.", any,
       [](const Row& r) { return r.figures.fastest_ppm[2]; }},
      {"slowest_16", "Slowest 16 packets", "ppm", "The slowest 16 packets in a row, as a rate over the asked one.", any,
       [](const Row& r) { return r.figures.slowest_ppm[2]; }}};
  for (const RateRaise rate_raise : results.sweep.rate_raises) {
    const bool hold = rate_raise == RateRaise::kHold;
    list.push_back({hold ? "raised_hold" : "raised_clamp", hold ? "Raised to C, hold" : "Raised to C, clamp", "ps",
                    "A tick after a packet's end the rate is raised to C: how long the queue still waits.", rate_raise,
                    [](const Row& r) { return static_cast<double>(r.trace.raised_to_line_wait.count()); }});
    list.push_back({hold ? "doubled_hold" : "doubled_clamp", hold ? "Doubled, hold" : "Doubled, clamp", "ps",
                    "The rate is doubled just when the next packet is due at twice the rate: how late it starts.",
                    rate_raise, [](const Row& r) { return static_cast<double>(r.trace.doubled_wait.count()); }});
  }
  return list;
}

using Lists = std::map<std::string, std::map<std::string, std::string>>;  // rounding, line: numbers

std::string rounding_name(reference::Rounding rounding) {
  return std::string(cosim::kRoundingNames.at(static_cast<std::size_t>(rounding)));
}

std::string as_object(const Lists& lists) {
  std::string text = "{";
  for (const auto& [rounding, of_line] : lists) {
    text += (text.size() > 1 ? "," : "") + report::json_string(rounding) + ":{";
    std::string inner;
    for (const auto& [line, numbers] : of_line) {
      inner += (inner.empty() ? "" : ",") + report::json_string(line) + ":[" + numbers + "]";
    }
    text += inner + "}";
  }
  return text + "}";
}

std::string values_json(const GranularityResults& results, const Quantity& quantity) {
  Lists lists;
  for (const Row& row : results.rows) {
    if (row.cell.config.rate_raise == quantity.rate_raise) {
      std::string& list = lists[rounding_name(row.cell.config.rounding)][std::to_string(row.cell.line.count())];
      list += list.empty() ? "" : ",";
      report::append_rounded(list, quantity.value(row), kDigits);
    }
  }
  return as_object(lists);
}

std::string flags_json(const GranularityResults& results) {
  std::map<std::string, std::string> lists;
  for (const Row& row : results.rows) {
    if (row.cell.config.rate_raise == results.sweep.rate_raises.front() &&
        row.cell.config.rounding == results.sweep.roundings.front()) {
      std::string& list = lists[std::to_string(row.cell.line.count())];
      list += list.empty() ? "" : ",";
      list += std::to_string((row.figures.below_floor ? 1 : 0) + (row.figures.saturates ? 2 : 0));
    }
  }
  std::string text;
  for (const auto& [line, list] : lists) {
    text += (text.empty() ? "" : ",") + report::json_string(line) + ":[" + list + "]";
  }
  return "{" + text + "}";
}

std::string settings_json(const GranularityResults& results) {
  std::string text;
  const Row& first = results.rows.front();
  for (const Row& row : results.rows) {
    if (row.cell.line != first.cell.line || row.cell.config.rounding != first.cell.config.rounding) {
      break;
    }
    if (row.cell.frame == first.cell.frame) {
      text += (text.empty() ? "" : ",") + report::json_string(setting_text(results.sweep.form, row.setting));
    }
  }
  return "[" + text + "]";
}

std::string data_json(const GranularityResults& results) {
  std::string quantities;
  std::string values;
  for (const Quantity& quantity : quantities_of(results)) {
    const std::string separator = quantities.empty() ? "" : ",";
    quantities += fmt::format("{}{{\"name\":{},\"title\":{},\"unit\":{},\"meaning\":{}}}", separator,
                              report::json_string(quantity.name), report::json_string(quantity.title),
                              report::json_string(quantity.unit), report::json_string(quantity.meaning));
    values += fmt::format("{}{}:{}", separator, report::json_string(quantity.name), values_json(results, quantity));
  }
  return fmt::format(
      "{{\"setting_title\":\"{}\",\"settings\":{},\"frames\":[{}],\"quantities\":[{}],\"values\":{{{}}},\"flags\":{}}}",
      results.sweep.form == RateForm::kStage ? "stage" : "asked part of C", settings_json(results),
      fmt::join(cosim::kGridBytes, ","), quantities, values, flags_json(results));
}

std::string maps(const GranularityResults& results) {
  std::string html;
  for (const reference::Rounding rounding : results.sweep.roundings) {
    const std::string name = rounding_name(rounding);
    html += fmt::format("<section id=\"{0}\">\n<h2>{0}</h2>\n<div class=\"maps\">\n", name);
    for (const BitRate line : results.sweep.lines) {
      const std::string rate = report::human_rate(static_cast<double>(line.count()));
      html += fmt::format(
          "<figure class=\"map\" data-rounding=\"{0}\" data-line=\"{1}\"><figcaption>{2}</figcaption><canvas "
          "role=\"img\" aria-label=\"{0}, {2}\"></canvas></figure>\n",
          name, line.count(), rate);
    }
    html += "</div>\n</section>\n";
  }
  return html;
}

std::string side_cells(RateForm form, const cosim::Extreme& at) {
  return fmt::format("<td class=\"n\">{:+.1f}</td><td class=\"n soft\" data-value=\"{}\">{}, {} B</td>", at.ppm,
                     at.setting, setting_text(form, at.setting), at.frame.count());
}

std::string summary_table(const GranularityResults& results) {
  std::string html =
      "<section id=\"summary\">\n<h2>The worst of each, ppm</h2>\n<div "
      "class=\"scroll\"><table>\n<thead><tr><th>rounding</th>"
      "<th>line</th><th class=\"n\">long run, fastest</th><th class=\"n\">at</th><th class=\"n\">slowest</th><th "
      "class=\"n\">at</th><th class=\"n\">one packet, fastest</th><th class=\"n\">at</th><th "
      "class=\"n\">slowest</th><th "
      "class=\"n\">at</th></tr></thead>\n<tbody>\n";
  const RateForm form = results.sweep.form;
  for (const cosim::Summary& s : results.summaries) {
    html += fmt::format("<tr><td>{}</td><td class=\"name\">{}</td>{}{}{}{}</tr>\n", rounding_name(s.rounding),
                        report::human_rate(static_cast<double>(s.line.count())), side_cells(form, s.long_run.fastest),
                        side_cells(form, s.long_run.slowest), side_cells(form, s.one_packet.fastest),
                        side_cells(form, s.one_packet.slowest));
  }
  return html +
         "</tbody>\n</table></div>\n<p class=\"soft\">Without what is asked below the floor rate, and what R_c cannot "
         "hold.</p>\n</section>\n";
}

}  // namespace

std::string granularity_page(const GranularityResults& results) {
  const std::string form(cosim::kFormNames.at(static_cast<std::size_t>(results.sweep.form)));
  const report::PageFrame frame{"granularity", {report::kPageStyle, kGranularityStyle}, {kGranularityScript}};
  std::string html = page_head(frame);
  html += fmt::format(
      "<header>\n<div class=\"title\"><h1>What ticks of 1.2 ns do to a rate</h1></div>\n<p class=\"description\">A "
      "queue that always has a packet is sent through the rate limiter, {} form, packet by packet; achieved against "
      "asked rate. A line across a map: below it less than the floor rate of 8 Kbps is asked. Grey: R_c cannot hold "
      "the wait, so the queue is far too fast. {} cells, {} of them confirmed on the RTL.</p>\n</header>\n",
      form, report::human_count(results.rows.size()), report::human_count(results.confirmed_rows()));
  html +=
      "<section id=\"controls\"><div class=\"choice\" id=\"quantities\"></div>\n<p id=\"meaning\" class=\"soft\"></p>\n"
      "<canvas id=\"scale\"></canvas></section>\n";
  html += maps(results) + summary_table(results);
  html += fmt::format(
      "<footer>Made by weir {}. The numbers of this page, and more, are in table.csv and table.json."
      "</footer>\n<div id=\"tip\"></div>\n<p id=\"maps-drawn\" hidden></p>\n",
      report::program_version());
  html += report::page_data("map-data", data_json(results)) + page_scripts(frame);
  return html + "</body>\n</html>\n";
}

}  // namespace weir
