// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/headroom/link_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/cost/figures.h"
#include "tb/headroom/cell_text.h"
#include "tb/headroom/page.h"
#include "tb/headroom/profile_table.h"
#include "tb/headroom/terms.h"
#include "tb/report/human.h"
#include "tb/report/version.h"
#include "tb/text/quantity.h"

namespace weir::headroom {
namespace {

using report::human_count;
using text::to_text;
using Json = nlohmann::ordered_json;

std::string place(const LinkRow& row) { return link_name(row.rate, row.cable); }

cost::Table times_of_links(const LinkReport& report) {
  std::vector<TimesOf> rows;
  for (const LinkRow& row : report.rows) {
    rows.push_back({place(row), row.link.times});
  }
  return times_table("link", rows);
}

// LLR's window, and whether it is what the headroom goes by.
cost::Table retry_table(const LinkReport& report) {
  cost::Table table{.id = "llr",
                    .title = "Link-level retry: what may come after XOFF, sent again",
                    .note =
                        "The headroom goes by the larger of the bound without LLR, which is mix and last, and of the "
                        "window.",
                    .text_columns = 2,
                    .head = {"link", "frames of a full window", "window, frames", "window, bytes", "counts, B",
                             "without LLR, B", "the larger"}};
  for (const LinkRow& row : report.rows) {
    const Bytes without = row.worst.mix + row.worst.last;
    table.rows.push_back({place(row), frames_text(row.worst.window.frames), human_count(row.link.retry.frames),
                          in_bytes(row.link.retry.bytes), in_bytes(row.worst.window.counted), in_bytes(without),
                          row.worst.window.counted > without ? "window" : "bound"});
  }
  return table;
}

cost::Table headroom_table(const LinkReport& report) {
  const bool counts_cells = report.request.cell > Bytes(0);
  cost::Table table{
      .id = "headroom",
      .title = fmt::format("Headroom above XOFF of a {}, the worst mix of frames",
                           report.request.pauses == Pauses::kPause ? "port under PAUSE" : "(port, lossless class)"),
      .note = report.request.pool
                  ? "As an account of a shared pool: the frame that goes over the threshold is taken whole."
                  : "crosses: what the frame that reaches XOFF may end above it.",
      .text_columns = 2,
      .head = {"link", "frames after XOFF", "crosses, B", "mix, B", "last, B"}};
  if (report.request.xoff_unit > Bytes(1)) {
    table.head.emplace_back("XOFF's unit, B");
  }
  if (report.request.retry) {
    table.head.emplace_back("LLR's window, B");
  }
  if (counts_cells) {
    table.head.emplace_back("cells");
  }
  table.head.emplace_back("headroom, B");
  if (report.request.lossless > 1) {
    table.head.emplace_back(fmt::format("{} classes, B", report.request.lossless));
  }
  for (const LinkRow& row : report.rows) {
    std::vector<std::string> cells{place(row), mix_text(row.worst), in_bytes(row.crosses), in_bytes(row.worst.mix),
                                   in_bytes(row.worst.last)};
    if (report.request.xoff_unit > Bytes(1)) {
      cells.push_back(in_bytes(row.granularity));
    }
    if (report.request.retry) {
      cells.push_back(in_bytes(row.worst.window.counted));
    }
    if (counts_cells) {
      cells.push_back(human_count(static_cast<std::uint64_t>(row.cells())));
    }
    cells.push_back(in_bytes(row.each));
    if (report.request.lossless > 1) {
      cells.push_back(in_bytes(row.all));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string difference(Bytes value, const LinkRow& row) {
  return fmt::format("{:+.1f} %",
                     100 * (static_cast<double>(value.count()) / static_cast<double>(row.each.count()) - 1));
}

const VendorTerms& terms_of(const LinkRow& row, Vendor vendor) { return row.vendors[static_cast<std::size_t>(vendor)]; }

cost::Table beside_table(const LinkReport& report) {
  cost::Table table{.id = "beside",
                    .title = "Simpler formulas, and how far each lies from the headroom",
                    .note = "alike: frames of the one length that fills most, without the frame that reaches XOFF.",
                    .text_columns = 2,
                    .head = {"link", "alike", "B", "", "linear form, B", ""}};
  for (const Vendor vendor : report.vendors) {
    table.head.push_back(fmt::format("{}, B", name_in(kVendors, vendor)));
    table.head.emplace_back("");
  }
  for (const LinkRow& row : report.rows) {
    std::vector<std::string> cells{place(row),           fmt::format("{} B", row.densest_length.count()),
                                   in_bytes(row.alike),  difference(row.alike, row),
                                   in_bytes(row.linear), difference(row.linear, row)};
    for (const Vendor vendor : report.vendors) {
      cells.push_back(in_bytes(terms_of(row, vendor).xoff));
      cells.push_back(difference(terms_of(row, vendor).xoff, row));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

// The terms of the bound beside those of a vendor's formula, in bytes of the line.
cost::Table vendor_table(const LinkReport& report, Vendor vendor) {
  const LinkRow& row = report.rows.front();
  const VendorTerms& terms = terms_of(row, vendor);
  const bounds::PauseTimes& times = row.link.times;
  const auto line = [&](Time time) { return fmt::format("{}", bytes_in(time, row.rate).count()); };
  const auto number = [](double value) { return fmt::format("{:.0f}", value); };
  cost::Table table{
      .id = std::string(name_in(kVendors, vendor)),
      .title = fmt::format("The formula of {}, for {}, in bytes of the line", name_in(kVendors, vendor), place(row)),
      .note = "",
      .head = {"term", "exact", "formula"}};
  table.rows = {{"our frame", line(times.our_frame), number(terms.port_mtu)},
                {"PAUSE", line(times.pause), "0"},
                {"cable", line(times.cable), number(terms.cable)},
                {"peer", line(times.peer), number(terms.peer)},
                {"own PHY, MAC, gearbox", line(times.own), number(terms.mac_phy + terms.gearbox)},
                {"pipeline, tile", line(times.pipeline), number(terms.tile)},
                {"bytes of the queue a byte of the line", fmt::format("{:.3f}", density_of(row.link)),
                 fmt::format("{:.3f}", terms.occupancy)},
                {"the last frame, and the one that reaches XOFF", in_bytes(row.worst.last + row.crosses),
                 number(static_cast<double>(terms.xoff.count()) - terms.propagation * terms.occupancy)},
                {"headroom", in_bytes(row.each), in_bytes(terms.xoff)}};
  return table;
}

std::vector<cost::Table> tables_of(const LinkReport& report) {
  std::vector<cost::Table> tables{headroom_table(report), times_of_links(report), beside_table(report)};
  if (report.request.retry) {
    tables.insert(tables.begin() + 1, retry_table(report));
  }
  if (report.explain) {
    tables.push_back(sources_table(place(report.rows.front()), report.rows.front().link, &Term::source));
    for (const Vendor vendor : report.vendors) {
      tables.push_back(vendor_table(report, vendor));
    }
  }
  return tables;
}

std::string title_of(const LinkRequest& request) {
  return fmt::format("{}{}, frames of {} to {}, {} of overhead, {}", name_in(kPauses, request.pauses),
                     request.retry ? " with LLR" : "", to_text(request.min_frame), to_text(request.max_frame),
                     to_text(request.overhead),
                     request.cell > Bytes(0) ? "cells of " + to_text(request.cell) : "queues that count bytes");
}

Json terms_json(const VendorTerms& terms) {
  return {{"worst_factor", terms.worst_factor}, {"small_share_percent", terms.small_share},
          {"occupancy", terms.occupancy},       {"port_mtu_bytes", terms.port_mtu},
          {"cable_bytes", terms.cable},         {"gearbox_bytes", terms.gearbox},
          {"mac_phy_bytes", terms.mac_phy},     {"peer_bytes", terms.peer},
          {"tile_bytes", terms.tile},           {"xoff_bytes", terms.xoff.count()}};
}

Json retry_json(const LinkRow& row) {
  return {{"window_frames", row.link.retry.frames},
          {"window_bytes", row.link.retry.bytes.count()},
          {"full", mix_json(row.worst.window.frames)},
          {"counted_bytes", row.worst.window.counted.count()},
          {"without_bytes", (row.worst.mix + row.worst.last).count()}};
}

Json row_json(const LinkRow& row, const LinkReport& report) {
  Json vendors = Json::object();
  for (const Vendor vendor : report.vendors) {
    vendors[std::string(name_in(kVendors, vendor))] = terms_json(terms_of(row, vendor));
  }
  Json json = {{"rate_bps", row.rate.count()},
               {"cable_m", row.cable},
               {"times", times_json(row.link.times)},
               {"budget_ps", row.worst.budget.count()},
               {"mix", mix_json(row.worst.before)},
               {"last_frame_bytes", row.worst.last_length.count()},
               {"crosses_bytes", row.crosses.count()},
               {"mix_bytes", row.worst.mix.count()},
               {"last_bytes", row.worst.last.count()},
               {"xoff_unit_bytes", row.granularity.count()},
               {"exact", row.worst.exact},
               {"cells", row.cells()},
               {"headroom_bytes", row.each.count()},
               {"port_bytes", row.all.count()},
               {"alike_frame_bytes", row.densest_length.count()},
               {"alike_bytes", row.alike.count()},
               {"linear_bytes", row.linear.count()},
               {"vendors", std::move(vendors)}};
  if (report.request.retry) {
    json["llr"] = retry_json(row);
  }
  return json;
}

}  // namespace

std::string link_text(const LinkReport& report) {
  std::string text = fmt::format("{}   weir {}\n", title_of(report.request), report::program_version());
  for (const std::string& note : notes_of(report.request)) {
    text += "warning: " + note + "\n";
  }
  for (const cost::Table& table : tables_of(report)) {
    text += cost::text_of(table);
  }
  return text;
}

std::string link_json(const LinkReport& report) {
  const LinkRequest& request = report.request;
  Json rows = Json::array();
  for (const LinkRow& row : report.rows) {
    rows.push_back(row_json(row, report));
  }
  const Json json = {{"schema", "weir-headroom-1"},
                     {"version", report::program_version()},
                     {"title", title_of(request)},
                     {"warnings", notes_of(request)},
                     {"scheme", name_in(kPauses, request.pauses)},
                     {"min_frame_bytes", request.min_frame.count()},
                     {"max_frame_bytes", request.max_frame.count()},
                     {"our_frame_bytes", request.longest_of_ours().count()},
                     {"cell_bytes", request.cell.count()},
                     {"overhead_bytes", request.overhead.count()},
                     {"lossless_classes", request.lossless},
                     {"pool", request.pool},
                     {"links", std::move(rows)}};
  return json.dump(2) + "\n";
}

std::string link_csv(const LinkReport& report) {
  std::string text =
      "rate_bps,cable_m,budget_ps,crosses_bytes,mix_bytes,last_bytes,xoff_unit_bytes,cells,headroom_bytes,port_bytes,"
      "alike_frame_bytes,alike_bytes,linear_bytes,mellanox_bytes,barefoot_bytes,llr_window_frames,llr_window_bytes,"
      "llr_counted_bytes,our_replay_ps\n";
  for (const LinkRow& row : report.rows) {
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", row.rate.count(), row.cable,
                        row.worst.budget.count(), row.crosses.count(), row.worst.mix.count(), row.worst.last.count(),
                        row.granularity.count(), row.cells(), row.each.count(), row.all.count(),
                        row.densest_length.count(), row.alike.count(), row.linear.count(), row.vendors[0].xoff.count(),
                        row.vendors[1].xoff.count(), row.link.retry.frames, row.link.retry.bytes.count(),
                        row.worst.window.counted.count(), row.link.times.replay.count());
  }
  return text;
}

std::string link_page(const LinkReport& report) {
  return page_of(title_of(report.request), notes_of(report.request), tables_of(report));
}

std::string link_profiles(const LinkReport& report, Bytes xon, int threshold) {
  std::vector<Profile> profiles;
  for (const LinkRow& row : report.rows) {
    profiles.push_back({.rate = row.rate,
                        .cable = row.cable,
                        .size = report.request.pool ? xon : xon + row.each,
                        .xon = xon,
                        .xoff = row.each,
                        .threshold = threshold,
                        .xon_offset = {},
                        .line = 0});
  }
  return profile_text(profiles, fmt::format("weir {}: {}", report::program_version(), title_of(report.request)));
}

std::string retry_profiles(const LinkReport& report, cost::RetryProfileRequest request) {
  request.spacing = report.request.retry->spacing;
  std::vector<cost::RetryProfile> profiles;
  for (const LinkRow& row : report.rows) {
    const RetryLink link = retry_link(report.request, row.rate, row.cable);
    profiles.push_back({.rate = row.rate,
                        .cable = static_cast<double>(row.cable),
                        .window = row.link.retry,
                        .loop = llr::loop_time(link.facts, link.longest, request.spacing)});
  }
  std::vector<std::string> comments{fmt::format("weir {}: {}", report::program_version(), title_of(report.request))};
  for (std::string& note : window_notes(report.request)) {
    comments.push_back(std::move(note));
  }
  return cost::retry_profiles_text(profiles, request, comments);
}

}  // namespace weir::headroom
