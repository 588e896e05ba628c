// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/comparison.h"

#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/cost/page_parts.h"
#include "tb/report/html_text.h"
#include "tb/report/human.h"
#include "tb/report/version.h"

namespace weir::cost {
namespace {

using report::human_count;
using Json = nlohmann::ordered_json;

std::string bytes(Bytes value) { return human_count(static_cast<std::uint64_t>(value.count())); }

const Setup& setup_of(const Comparison& comparison) { return comparison.reports.front().setup; }

}  // namespace

const Headroom& headroom_of(const Report& report) { return report.headrooms.front(); }

Comparison compare(const SwitchRequest& request, const std::vector<std::string>& schemes) {
  Comparison comparison;
  for (const std::string& scheme : schemes) {
    const Selection selection = select_mechanisms({scheme});
    const Setup setup = make_setup(request, selection);
    if (headrooms(setup.device, selection.schemes, setup.headrooms.frames).empty()) {
      throw std::invalid_argument("--compare: \"" + scheme +
                                  "\" takes no packet buffer that could be compared; wanted schemes of flow control");
    }
    comparison.reports.push_back(make_report(setup, {}));
  }
  return comparison;
}

Table comparison_table(const Comparison& comparison) {
  Table table{.id = "comparison",
              .title = "Schemes side by side, each alone in the switch",
              .note =
                  "Needed: of every lossless queue the formula with what whole packets add to it, or the worst mix of "
                  "frames if that is more, and a frame below the threshold. Credits need none: all is advertised.",
              .text_columns = 2,
              .head = {"scheme", "formula", "each (port, class), B", "whole packets, B", "worst mix, B",
                       "needed, all, B", "of the buffer", "fits", "flip-flops", "SRAM of control, bits"}};
  for (const Report& report : comparison.reports) {
    const Headroom& headroom = headroom_of(report);
    table.rows.push_back({headroom.scheme, headroom.formula, bytes(headroom.each), bytes(headroom.packets),
                          headroom.worst > Bytes(0) ? bytes(headroom.worst) : "-", bytes(headroom.least),
                          fmt::format("{:.1f} %", headroom.part_of_buffer() * 100), headroom.fits() ? "yes" : "NO",
                          human_count(report.cost.flip_flops()), human_count(report.cost.control_sram())});
  }
  return table;
}

std::string comparison_text(const Comparison& comparison, const report::ConsoleStyle& style) {
  return fmt::format("{}   weir {}\n{}\n{}", setup_of(comparison).title, report::program_version(),
                     setup_of(comparison).response, text_of(comparison_table(comparison), style));
}

std::string comparison_csv(const Comparison& comparison) {
  std::string text =
      "scheme,each_bytes,packet_bytes,worst_mix_bytes,least_buffer_bytes,buffer_bytes,fits,flip_flop_bits,control_sram_"
      "bits\n";
  for (const Report& report : comparison.reports) {
    const Headroom& headroom = headroom_of(report);
    text += fmt::format("{},{},{},{},{},{},{},{},{}\n", headroom.scheme, headroom.each.count(),
                        headroom.packets.count(), headroom.worst.count(), headroom.least.count(),
                        headroom.buffer.count(), headroom.fits(), report.cost.flip_flops(), report.cost.control_sram());
  }
  return text;
}

std::string comparison_json(const Comparison& comparison) {
  Json schemes = Json::array();
  for (const Report& report : comparison.reports) {
    const Headroom& headroom = headroom_of(report);
    schemes.push_back({{"scheme", headroom.scheme},
                       {"formula", headroom.formula},
                       {"source", headroom.source},
                       {"each_bytes", headroom.each.count()},
                       {"packet_bytes", headroom.packets.count()},
                       {"worst_mix_bytes", headroom.worst.count()},
                       {"least_buffer_bytes", headroom.least.count()},
                       {"part_of_buffer", headroom.part_of_buffer()},
                       {"fits", headroom.fits()},
                       {"flip_flop_bits", report.cost.flip_flops()},
                       {"control_sram_bits", report.cost.control_sram()}});
  }
  const Setup& setup = setup_of(comparison);
  const Json json = {{"schema", "weir-cost-comparison-1"},
                     {"version", report::program_version()},
                     {"title", setup.title},
                     {"response", setup.response},
                     {"buffer_bytes", setup.device.mmu.buffer.count()},
                     {"schemes", std::move(schemes)}};
  return json.dump(2) + "\n";
}

std::string comparison_page(const Comparison& comparison) {
  const Setup& setup = setup_of(comparison);
  const report::PageFrame frame = page_frame("cost: " + setup.title);
  return page_head(frame) +
         fmt::format(
             "<header>\n<div class=\"title\"><h1>Flow control side by side: {}</h1></div>\n"
             "<p class=\"description\">{}.</p>\n</header>\n",
             report::html_escaped(setup.title), report::html_escaped(setup.response)) +
         table_html(comparison_table(comparison)) + page_foot(frame, "");
}

}  // namespace weir::cost
