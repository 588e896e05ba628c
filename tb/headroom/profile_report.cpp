// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Tables of profiles, users' and published ones, as `weir headroom` prints them.

#include <algorithm>

#include <fmt/format.h>

#include "tb/headroom/cell_text.h"
#include "tb/headroom/link_report.h"
#include "tb/headroom/published_rows.h"

namespace weir::headroom {
namespace {

// Everything that is wrong with a row, or how much of it is not needed.
std::string remarks(const ProfileVerdict& verdict) {
  std::vector<std::string> found;
  if (verdict.below_cable) {
    found.push_back(fmt::format("less than the cable holds, {} B", in_bytes(verdict.on_the_cable)));
  }
  if (verdict.falls_from > 0) {
    found.push_back(fmt::format("less than the shorter cable of line {}", verdict.falls_from));
  }
  if (!verdict.loses && verdict.spare() > Bytes(0)) {
    found.push_back(fmt::format("{} B to spare", in_bytes(verdict.spare())));
  }
  return fmt::format("{}", fmt::join(found, "; "));
}

constexpr std::array<std::string_view, 3> kRuleNames = {"frames of 64 B", "mellanox", "none"};

// What is known of a published row beside its figures.
std::string remark_of(const ExplainedRow& one) {
  std::string remark(one.row->note);
  if (one.is_short()) {
    remark += std::string(remark.empty() ? "" : "; ") + "less than the exact bound";
  }
  return remark;
}

}  // namespace

std::string verdict_text(std::span<const ProfileVerdict> verdicts, const LinkRequest& request) {
  cost::Table table{.id = "profiles",
                    .title = "Each row against the exact headroom",
                    .note =
                        "covers: the longest time of the peer and our own PHY together with which the row loses "
                        "nothing.",
                    .text_columns = 3,
                    .head = {"line", "link", "verdict", "xoff, B", "needed, B", "covers, ns"}};
  std::string lines;
  for (const ProfileVerdict& verdict : verdicts) {
    table.rows.push_back({fmt::format("{}", verdict.row.line), link_name(verdict.row.rate, verdict.row.cable),
                          verdict.loses ? "LOSES" : "holds", in_bytes(verdict.row.xoff), in_bytes(verdict.needed),
                          verdict.covers ? in_nanoseconds(*verdict.covers) : "none"});
    if (const std::string said = remarks(verdict); !said.empty()) {
      lines += fmt::format("  line {}: {}\n", verdict.row.line, said);
    }
  }
  const auto losing = std::count_if(verdicts.begin(), verdicts.end(), [](const auto& one) { return one.loses; });
  std::string text;
  for (const std::string& note : notes_of(request)) {
    text += "warning: " + note + "\n";
  }
  text += cost::text_of(table);
  text += lines.empty() ? "" : "\n" + lines;
  return text + fmt::format("\n{} of {} rows lose packets\n", losing, verdicts.size());
}

std::string verdict_csv(std::span<const ProfileVerdict> verdicts) {
  std::string text =
      "line,rate_bps,cable_m,xoff_bytes,needed_bytes,loses,cable_bytes,below_cable,covers_ps,falls_from_line\n";
  for (const ProfileVerdict& verdict : verdicts) {
    text +=
        fmt::format("{},{},{},{},{},{},{},{},{},{}\n", verdict.row.line, verdict.row.rate.count(), verdict.row.cable,
                    verdict.row.xoff.count(), verdict.needed.count(), verdict.loses, verdict.on_the_cable.count(),
                    verdict.below_cable, verdict.covers ? fmt::format("{}", verdict.covers->count()) : "",
                    verdict.falls_from > 0 ? fmt::format("{}", verdict.falls_from) : "");
  }
  return text;
}

std::string published_text() {
  cost::Table table{.id = "published",
                    .title = "Published headroom against the terms of the bound",
                    .note = "exact: frames of 64 B to 9,216 B, own PHY 0.",
                    .text_columns = 2,
                    .head = {"hardware", "link", "published, B", "by rule, B", "difference", "own, ns", "exact, B"}};
  std::string lines;
  for (const ExplainedRow& one : explained_rows()) {
    const PublishedRow& row = *one.row;
    const std::string link = link_name(row.rate, row.cable);
    table.rows.push_back({std::string(row.hardware), link, in_bytes(row.xoff),
                          one.by_rule ? in_bytes(*one.by_rule) : "no rule",
                          one.by_rule ? fmt::format("{:+.2f} %", 100 * one.residue()) : "",
                          one.own ? in_nanoseconds(*one.own) : "", one.exact ? in_bytes(*one.exact) : "no cell"});
    if (const std::string said = remark_of(one); !said.empty()) {
      lines += fmt::format("  {} {}: {}\n", row.hardware, link, said);
    }
  }
  return cost::text_of(table) + "\n" + lines;
}

std::string published_csv() {
  std::string text =
      "hardware,file,rate_bps,cable_m,cell_bytes,rule,xoff_bytes,rule_bytes,own_ps,exact_bytes,short,remark\n";
  for (const ExplainedRow& one : explained_rows()) {
    const PublishedRow& row = *one.row;
    text += fmt::format("{},\"{}\",{},{},{},{},{},{},{},{},{},\"{}\"\n", row.hardware, row.file, row.rate.count(),
                        row.cable, row.cell > Bytes(0) ? fmt::format("{}", row.cell.count()) : "",
                        kRuleNames[static_cast<std::size_t>(row.rule)], row.xoff.count(),
                        one.by_rule ? fmt::format("{}", one.by_rule->count()) : "",
                        one.own ? fmt::format("{}", one.own->count()) : "",
                        one.exact ? fmt::format("{}", one.exact->count()) : "", one.is_short(), row.note);
  }
  return text;
}

}  // namespace weir::headroom
