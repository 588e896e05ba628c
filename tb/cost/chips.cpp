// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/chips.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/cost/figures.h"
#include "tb/cost/page_parts.h"
#include "tb/report/html_text.h"
#include "tb/report/human.h"
#include "tb/report/version.h"

namespace weir::cost {
namespace {

using report::html_escaped;
using report::human_count;
using Json = nlohmann::ordered_json;

constexpr double kKilo = 1'000;

std::uint64_t buffer_of(const Chip& chip) { return static_cast<std::uint64_t>(chip.needed_buffer().count()); }

// Of all blocks with RTL; nothing without --synth, without such a block, or where the library has no NAND2.
std::optional<double> gate_equivalents(const Chip& chip) {
  return chip.report.synthesis ? total_of(*chip.report.synthesis).gate_equivalents : std::nullopt;
}

// Beside the first chip; nothing where one of them has none.
std::optional<double> more_gates(const Chips& chips, const Chip& chip) {
  const std::optional<double> first = gate_equivalents(chips.front());
  const std::optional<double> mine = gate_equivalents(chip);
  return first && mine ? std::optional(*mine - *first) : std::nullopt;
}

std::string kilo_gates(std::optional<double> gates, const char* form) {
  return gates ? fmt::format(fmt::runtime(form), *gates / kKilo) : "-";
}

Table chips_table(const Chips& chips) {
  const bool synthesised = chips.front().report.synthesis.has_value();
  Table table{.id = "chips",
              .title = "Chips side by side",
              .note = fmt::format(
                  "Buffer: what flow control needs, of the {} that the switch has. Each delta is "
                  "against the first chip.{}",
                  report::human_bytes(static_cast<double>(chips.front().report.setup.device.mmu.buffer.count())),
                  synthesised ? " Gate equivalents: of the blocks that have RTL." : ""),
              .text_columns = 2,
              .head = {"chip", "keeps its promises", "buffer needed, B", "buffer, delta", "fits", "flip-flops",
                       "flip-flops, delta", "SRAM of control, bits", "SRAM, delta"}};
  if (synthesised) {
    table.head.insert(table.head.end(), {"kGE", "kGE, delta"});
  }
  const Chip& first = chips.front();
  for (const Chip& chip : chips) {
    const Cost& cost = chip.report.cost;
    std::vector<std::string> row = {chip.name(),
                                    summary_of(chip.promises),
                                    human_count(buffer_of(chip)),
                                    signed_count(buffer_of(chip), buffer_of(first)),
                                    chip.fits() ? "yes" : "NO",
                                    human_count(cost.flip_flops()),
                                    signed_count(cost.flip_flops(), first.report.cost.flip_flops()),
                                    human_count(cost.control_sram()),
                                    signed_count(cost.control_sram(), first.report.cost.control_sram())};
    if (synthesised) {
      row.push_back(kilo_gates(gate_equivalents(chip), "{:.1f}"));
      row.push_back(kilo_gates(more_gates(chips, chip), "{:+.1f}"));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

// Of all chips, each once.
std::vector<Promise> all_promises(const Chips& chips) {
  std::vector<Promise> all;
  for (const Chip& chip : chips) {
    for (const Promise& promise : chip.promises) {
      if (std::find(all.begin(), all.end(), promise) == all.end()) {
        all.push_back(promise);
      }
    }
  }
  return all;
}

void add_promise(report::ConsoleText& text, const Promise& promise) {
  text.line(fmt::format("  {:<12}  {}{}{}", name(promise.kept), subject_of(promise),
                        promise.promise.empty() ? "" : ": ", promise.promise));
  for (const std::string& more : {promise.shown, promise.page}) {
    if (!more.empty()) {
      text.line(fmt::format("{:16}{}", "", more));
    }
  }
}

Table promises_table(const Chips& chips, const PageAddress& address) {
  Table table{.id = "promises",
              .title = "What the mechanisms promise, and what was measured",
              .note = "",
              .text_columns = 5,
              .head = {"mechanism", "promise", "kept", "shown", "page"}};
  for (const Promise& promise : all_promises(chips)) {
    table.rows.push_back(
        {subject_of(promise), promise.promise, std::string(name(promise.kept)), promise.shown, promise.page});
    if (const std::string link = promise.page.empty() ? "" : address(promise.page); !link.empty()) {
      table.links[promise.page] = link;
    }
  }
  return table;
}

// Those about the switch; what `weir check` says of mechanisms stands beside their promises.
std::vector<std::string> warnings_of(const Chips& chips) {
  std::vector<std::string> lines;
  for (const Chip& chip : chips) {
    for (const std::string& warning : chip.report.setup.warnings) {
      const std::vector<SchemeVerdict>& settings = chip.report.settings;
      const bool told = std::any_of(settings.begin(), settings.end(), [&](const SchemeVerdict& one) {
        return std::any_of(one.warnings.begin(), one.warnings.end(),
                           [&](const std::string& misfit) { return warning.ends_with(misfit); });
      });
      if (!told && std::find(lines.begin(), lines.end(), warning) == lines.end()) {
        lines.push_back(warning);
      }
    }
  }
  return lines;
}

Json promise_json(const Promise& promise) {
  return {{"set_to", name_of(promise.scheme)},
          {"mechanism", promise.mechanism},
          {"promise", promise.promise},
          {"kept", name(promise.kept)},
          {"shown", promise.shown},
          {"page", promise.page.empty() ? Json(nullptr) : Json(promise.page)}};
}

Json chip_json(const Chips& chips, const Chip& chip) {
  const auto more = [](std::uint64_t mine, std::uint64_t first) {
    return static_cast<std::int64_t>(mine) - static_cast<std::int64_t>(first);
  };
  const auto or_null = [](std::optional<double> value) { return value ? Json(*value) : Json(nullptr); };
  const Chip& first = chips.front();
  const Cost& cost = chip.report.cost;
  Json json = {{"chip", chip.name()},
               {"needed_buffer_bytes", buffer_of(chip)},
               {"fits", chip.fits()},
               {"flip_flop_bits", cost.flip_flops()},
               {"control_sram_bits", cost.control_sram()},
               {"gate_equivalents", or_null(gate_equivalents(chip))},
               {"against_first",
                {{"needed_buffer_bytes", more(buffer_of(chip), buffer_of(first))},
                 {"flip_flop_bits", more(cost.flip_flops(), first.report.cost.flip_flops())},
                 {"control_sram_bits", more(cost.control_sram(), first.report.cost.control_sram())},
                 {"gate_equivalents", or_null(more_gates(chips, chip))}}},
               {"keeps_its_promises", summary_of(chip.promises)},
               {"promises", Json::array()},
               {"warnings", chip.report.setup.warnings}};
  for (const Promise& promise : chip.promises) {
    json["promises"].push_back(promise_json(promise));
  }
  return json;
}

}  // namespace

std::string Chip::name() const { return fmt::format("{}", fmt::join(names_of(report.setup.selection), ",")); }

Bytes Chip::needed_buffer() const {
  Bytes most;
  for (const Headroom& one : report.headrooms) {
    most = std::max(most, one.least);
  }
  return most;
}

bool Chip::fits() const {
  return std::all_of(report.headrooms.begin(), report.headrooms.end(), [](const Headroom& one) { return one.fits(); });
}

Chip make_chip(Setup setup) {
  Chip chip{.report = make_report(std::move(setup), {}), .promises = {}};
  chip.promises = promises_of(chip.report.setup);
  return chip;
}

std::string chips_text(const Chips& chips, const report::ConsoleStyle& style) {
  const Setup& setup = chips.front().report.setup;
  report::ConsoleText head(style);
  head.line(fmt::format("{}   weir {}", setup.title, report::program_version()));
  head.line(setup.response);
  for (const std::string& warning : warnings_of(chips)) {
    head.line("warning: " + warning);
  }
  const Table promises = promises_table(chips, [](const std::string&) { return std::string(); });
  report::ConsoleText foot(style);
  foot.line("");
  foot.line(promises.title);
  for (const Promise& promise : all_promises(chips)) {
    add_promise(foot, promise);
  }
  return head.take() + text_of(chips_table(chips), style) + foot.take();
}

std::string chips_csv(const Chips& chips) {
  std::string text =
      "chip,needed_buffer_bytes,needed_buffer_bytes_more,fits,flip_flop_bits,flip_flop_bits_more,control_sram_bits,"
      "control_sram_bits_more,gate_equivalents,gate_equivalents_more,keeps_its_promises\n";
  for (const Chip& chip : chips) {
    const Json json = chip_json(chips, chip);
    const Json& more = json.at("against_first");
    const auto number = [](const Json& value) { return value.is_null() ? std::string() : value.dump(); };
    text += fmt::format(
        "\"{}\",{},{},{},{},{},{},{},{},{},\"{}\"\n", chip.name(), number(json.at("needed_buffer_bytes")),
        number(more.at("needed_buffer_bytes")), chip.fits(), number(json.at("flip_flop_bits")),
        number(more.at("flip_flop_bits")), number(json.at("control_sram_bits")), number(more.at("control_sram_bits")),
        number(json.at("gate_equivalents")), number(more.at("gate_equivalents")), summary_of(chip.promises));
  }
  return text;
}

std::string chips_json(const Chips& chips) {
  const Setup& setup = chips.front().report.setup;
  Json json = {{"schema", "weir-cost-chips-1"},
               {"version", report::program_version()},
               {"title", setup.title},
               {"response", setup.response},
               {"buffer_bytes", setup.device.mmu.buffer.count()},
               {"chips", Json::array()}};
  for (const Chip& chip : chips) {
    json["chips"].push_back(chip_json(chips, chip));
  }
  return json.dump(2) + "\n";
}

std::string chips_page(const Chips& chips, const PageAddress& address) {
  const Setup& setup = chips.front().report.setup;
  const report::PageFrame frame = page_frame("cost: " + setup.title);
  std::string html = page_head(frame) + fmt::format(
                                            "<header>\n<div class=\"title\"><h1>Chips side by side: {}</h1></div>\n"
                                            "<p class=\"description\">{}.</p>\n",
                                            html_escaped(setup.title), html_escaped(setup.response));
  for (const std::string& warning : warnings_of(chips)) {
    html += fmt::format("<p class=\"warn\">Warning: {}</p>\n", html_escaped(warning));
  }
  return html + "</header>\n" + table_html(chips_table(chips)) + table_html(promises_table(chips, address)) +
         page_foot(frame, "");
}

}  // namespace weir::cost
