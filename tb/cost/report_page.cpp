// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include <fmt/format.h>

#include "tb/cost/figures.h"
#include "tb/cost/page_assets.h"
#include "tb/cost/page_parts.h"
#include "tb/cost/report.h"
#include "tb/report/html_text.h"
#include "tb/report/human.h"
#include "tb/report/version.h"

namespace weir::cost {
namespace {

using report::html_escaped;

}  // namespace

std::string table_html(const Table& table) {
  std::string html = fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n", table.id, html_escaped(table.title));
  if (!table.note.empty()) {
    html += fmt::format("<p class=\"soft\">{}</p>\n", html_escaped(table.note));
  }
  const auto kind = [&](std::size_t column) {
    return column < table.text_columns || table.head[column] == "width follows" ? "" : " class=\"n\"";
  };
  html += "<div class=\"scroll\"><table>\n<thead><tr>";
  for (std::size_t column = 0; column < table.head.size(); ++column) {
    html += fmt::format("<th{}>{}</th>", kind(column), html_escaped(table.head[column]));
  }
  html += "</tr></thead>\n<tbody>\n";
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    html += row + table.totals >= table.rows.size() ? "<tr class=\"sum\">" : "<tr>";
    for (std::size_t column = 0; column < table.rows[row].size(); ++column) {
      const std::string& cell = table.rows[row][column];
      const auto link = table.links.find(cell);
      html += fmt::format("<td{}>{}</td>", kind(column),
                          link == table.links.end()
                              ? html_escaped(cell)
                              : fmt::format("<a href=\"{}\">{}</a>", html_escaped(link->second), html_escaped(cell)));
    }
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table></div>\n</section>\n";
}

namespace {

// Bars of flip-flops, one a mechanism, the plain PFC switch behind.
std::string bars(const Report& report) {
  const auto flip_flops = [](const ledger::Bits& bits) { return bits.of(ledger::Storage::kFlipFlop); };
  std::vector<MechanismCost> mechanisms = report.cost.mechanisms;
  std::stable_sort(mechanisms.begin(), mechanisms.end(), [&](const MechanismCost& a, const MechanismCost& b) {
    return std::max(flip_flops(a.bits), flip_flops(a.plain_pfc)) >
           std::max(flip_flops(b.bits), flip_flops(b.plain_pfc));
  });
  std::uint64_t most = 1;
  for (const MechanismCost& mechanism : mechanisms) {
    most = std::max({most, flip_flops(mechanism.bits), flip_flops(mechanism.plain_pfc)});
  }
  std::string html =
      "<section id=\"bars\">\n<h2>Flip-flops by mechanism</h2>\n<p class=\"soft\">Filled: this switch. Frame: the "
      "switch with PFC only.</p>\n<div class=\"bars\">\n";
  for (const MechanismCost& mechanism : mechanisms) {
    const auto part = [&](std::uint64_t bits) { return static_cast<double>(bits) / static_cast<double>(most) * 100; };
    html += fmt::format(
        "<span>{}</span><span class=\"bar\"><i style=\"width:{:.3f}%\"></i><b style=\"width:{:.3f}%\"></b></span><span "
        "class=\"n\">{}</span>\n",
        html_escaped(mechanism.name), part(flip_flops(mechanism.bits)), part(flip_flops(mechanism.plain_pfc)),
        report::human_count(flip_flops(mechanism.bits)));
  }
  return html + "</div>\n</section>\n";
}

}  // namespace

std::string report_page(const Report& report) {
  const report::PageFrame frame = page_frame("cost: " + report.setup.title);
  std::string html = page_head(frame);
  html += fmt::format(
      "<header>\n<div class=\"title\"><h1>What it costs: {}</h1></div>\n<p class=\"description\">Mechanisms: {}. "
      "{}.</p>\n",
      html_escaped(report.setup.title),
      html_escaped(fmt::format("{}", fmt::join(names_of(report.setup.selection), ", "))),
      html_escaped(report.setup.response));
  for (const std::string& warning : report.setup.warnings) {
    html += fmt::format("<p class=\"warn\">Warning: {}</p>\n", html_escaped(warning));
  }
  for (const std::string& note : report.notes) {
    html += fmt::format("<p class=\"soft\">Note: {}.</p>\n", html_escaped(note));
  }
  html += "</header>\n" + bars(report);
  for (const Table& table : tables_of(report)) {
    html += table_html(table);
  }
  return html + page_foot(frame, "The same figures with all text: <code>--format json</code>.");
}

}  // namespace weir::cost
