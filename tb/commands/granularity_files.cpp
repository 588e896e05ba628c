// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/granularity_files.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/report/human.h"
#include "tb/report/number_text.h"
#include "tb/report/version.h"

namespace weir {

namespace {

using cosim::Row;
using reference::RateForm;

template <class Enum>
constexpr std::size_t index_of(Enum value) {
  return static_cast<std::size_t>(value);
}

struct Column {
  std::string_view name;  // ends in its unit
  std::string_view meaning;
  std::function<std::string(const Row&)> text;  // as CSV and as JSON
};

std::string number(double value) {
  std::string text;
  report::append_number(text, value);
  return text;
}

std::string word(std::string_view name) { return std::string(name); }

const std::vector<Column>& columns() {
  static const std::vector<Column> kColumns = {
      {"form", "form of the limiter", [](const Row& r) { return word(cosim::kFormNames[index_of(r.cell.form)]); }},
      {"rate_raise", "what a raised rate does to R_c",
       [](const Row& r) { return word(cosim::kRateRaiseNames[index_of(r.cell.config.rate_raise)]); }},
      {"rounding", "of R_l",
       [](const Row& r) { return word(cosim::kRoundingNames[index_of(r.cell.config.rounding)]); }},
      {"line_bps", "line rate C", [](const Row& r) { return std::to_string(r.cell.line.count()); }},
      {"setting", "stage k, or the asked rate in millionths of C",
       [](const Row& r) { return std::to_string(r.setting); }},
      {"r_r", "register R_r", [](const Row& r) { return std::to_string(r.cell.r_r); }},
      {"asked_bps", "asked rate", [](const Row& r) { return number(r.cell.asked_bps()); }},
      {"frame_bytes", "bytes for which a packet occupies the wire",
       [](const Row& r) { return std::to_string(r.cell.frame.count()); }},
      {"long_run_ppm", "achieved rate of an endless run over asked, minus 1; positive: too fast",
       [](const Row& r) { return number(r.figures.long_run_ppm); }},
      {"resolution_ppm", "how far long_run_ppm may be off; 0: the intervals repeat, it is exact",
       [](const Row& r) { return number(r.figures.resolution_ppm); }},
      {"fastest_1_ppm", "fastest single packet", [](const Row& r) { return number(r.figures.fastest_ppm[0]); }},
      {"slowest_1_ppm", "slowest single packet", [](const Row& r) { return number(r.figures.slowest_ppm[0]); }},
      {"fastest_4_ppm", "fastest 4 packets in a row", [](const Row& r) { return number(r.figures.fastest_ppm[1]); }},
      {"slowest_4_ppm", "slowest 4 packets in a row", [](const Row& r) { return number(r.figures.slowest_ppm[1]); }},
      {"fastest_16_ppm", "fastest 16 packets in a row", [](const Row& r) { return number(r.figures.fastest_ppm[2]); }},
      {"slowest_16_ppm", "slowest 16 packets in a row", [](const Row& r) { return number(r.figures.slowest_ppm[2]); }},
      {"raised_to_line_wait_ps", "a tick after a packet's end the rate is raised to C: from then to the next start",
       [](const Row& r) { return std::to_string(r.trace.raised_to_line_wait.count()); }},
      {"doubled_wait_ps", "the rate is doubled when the next packet is due at twice the rate: from then to its start",
       [](const Row& r) { return std::to_string(r.trace.doubled_wait.count()); }},
      {"below_floor", "1: less than the floor rate is asked",
       [](const Row& r) { return std::to_string(r.figures.below_floor); }},
      {"saturates", "1: R_c cannot hold the wait", [](const Row& r) { return std::to_string(r.figures.saturates); }},
      {"rtl_cycles", "clock cycles for which the RTL gave the same; 0: not in the sample",
       [](const Row& r) { return std::to_string(r.rtl_cycles); }},
  };
  return kColumns;
}

constexpr std::size_t kWordColumns = 3;

nlohmann::json extreme(const cosim::Extreme& at) {
  return {{"ppm", at.ppm}, {"setting", at.setting}, {"frame_bytes", at.frame.count()}};
}

nlohmann::json span(const cosim::Span& of) {
  return {{"fastest", extreme(of.fastest)}, {"slowest", extreme(of.slowest)}};
}

nlohmann::json summary_json(const std::vector<cosim::Summary>& summaries) {
  nlohmann::json list = nlohmann::json::array();
  for (const cosim::Summary& s : summaries) {
    list.push_back({{"rounding", cosim::kRoundingNames[index_of(s.rounding)]},
                    {"line_bps", s.line.count()},
                    {"long_run", span(s.long_run)},
                    {"long_run_64_bytes", span(s.shortest_frame)},
                    {"one_packet", span(s.one_packet)},
                    {"sixteen_packets", span(s.sixteen_packets)}});
  }
  return list;
}

nlohmann::json widths_json(const GranularityResults& results) {
  nlohmann::json countdown = nlohmann::json::array();
  for (const auto& w : results.countdown_widths) {
    countdown.push_back({{"bits", w.bits}, {"frame_bytes", w.frame.count()}, {"lowest_bps", w.lowest_bps}});
  }
  nlohmann::json factor_int = nlohmann::json::array();
  for (const auto& w : results.factor_ranges) {
    factor_int.push_back({{"bits", w.bits}, {"line_bps", w.line.count()}, {"lowest_bps", w.lowest_bps}});
  }
  nlohmann::json factor_frac = nlohmann::json::array();
  for (const auto& w : results.factor_steps) {
    factor_frac.push_back({{"bits", w.bits}, {"worst_ppm", w.worst_ppm}, {"worst_millionths", w.worst_millionths}});
  }
  nlohmann::json lines = nlohmann::json::array();
  for (const auto& w : results.line_widths) {
    lines.push_back({{"line_bps", w.line.count()},
                     {"r_l_tick_bits", w.r_l_tick_bits},
                     {"last_stage", w.stage},
                     {"last_stage_bps", w.stage_bps},
                     {"r_c_bits", w.countdown_bits}});
  }
  nlohmann::json flip_flops = nlohmann::json::array();
  for (const auto& f : results.flip_flops) {
    flip_flops.push_back({{"form", cosim::kFormNames[index_of(f.form)]},
                          {"residual", f.residual},
                          {"r_l", f.r_l},
                          {"r_r", f.r_r},
                          {"r_c", f.r_c},
                          {"sum", f.sum()}});
  }
  return {{"line_bps", results.widths_line.count()},
          {"r_c", countdown},
          {"factor_int", factor_int},
          {"factor_frac", factor_frac},
          {"lines", lines},
          {"flip_flops", flip_flops}};
}

std::string summary_line(RateForm form, std::string_view what, const cosim::Span& of) {
  const auto side = [&](const cosim::Extreme& at) {
    return fmt::format("{:>+13.1f} {:>8} {:>5}", at.ppm, setting_text(form, at.setting), at.frame.count());
  };
  return fmt::format("  {:<18}{}   {}\n", what, side(of.fastest), side(of.slowest));
}

}  // namespace

std::uint64_t GranularityResults::confirmed_rows() const {
  return static_cast<std::uint64_t>(std::ranges::count_if(rows, [](const Row& row) { return row.rtl_cycles > 0; }));
}

std::uint64_t GranularityResults::confirmed_cycles() const {
  return std::accumulate(rows.begin(), rows.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Row& row) { return sum + row.rtl_cycles; });
}

std::string setting_text(RateForm form, std::int64_t setting) {
  constexpr double kMillionthsInPercent = 1e4;
  return form == RateForm::kStage ? std::to_string(setting)
                                  : fmt::format("{:g}%", static_cast<double>(setting) / kMillionthsInPercent);
}

std::string granularity_csv(const GranularityResults& results) {
  std::string text;
  for (const Column& column : columns()) {
    text += (text.empty() ? "" : ",") + std::string(column.name);
  }
  text += '\n';
  for (const Row& row : results.rows) {
    bool first = true;
    for (const Column& column : columns()) {
      text += first ? "" : ",";
      text += column.text(row);
      first = false;
    }
    text += '\n';
  }
  return text;
}

std::string granularity_json(const GranularityResults& results) {
  nlohmann::ordered_json described = nlohmann::json::array();
  for (const Column& column : columns()) {
    described.push_back({{"name", column.name}, {"meaning", column.meaning}});
  }
  std::string text = fmt::format(
      "{{\n\"version\": \"{}\",\n\"tick_ps\": {},\n\"subticks\": {},\n\"rtl\": {{\"rows\": {}, "
      "\"cycles\": {}}},\n\"summary\": {},\n\"widths\": {},\n\"columns\": {},\n\"rows\": [",
      report::program_version(), reference::RateLimiterConfig{}.period.count(), reference::kSubticks,
      results.confirmed_rows(), results.confirmed_cycles(), summary_json(results.summaries).dump(),
      widths_json(results).dump(), described.dump());
  std::string_view separator = "\n";
  for (const Row& row : results.rows) {
    text += separator;
    text += '[';
    for (std::size_t c = 0; c < columns().size(); ++c) {
      const std::string value = columns()[c].text(row);
      text += c == 0 ? "" : ",";
      text += c < kWordColumns ? '"' + value + '"' : value;
    }
    text += ']';
    separator = ",\n";
  }
  return text + "\n]\n}\n";
}

std::string granularity_console(const GranularityResults& results) {
  const RateForm form = results.sweep.form;
  std::string text = fmt::format(
      "Errors in ppm of the asked rate, positive: too fast; with {} and frame length.\n\n{:<20}{:>28}   {:>28}\n",
      form == RateForm::kStage ? "stage" : "asked part of C", "", "fastest", "slowest");
  for (const cosim::Summary& s : results.summaries) {
    text += fmt::format("{}, {}\n", cosim::kRoundingNames[index_of(s.rounding)],
                        report::human_rate(static_cast<double>(s.line.count())));
    text += summary_line(form, "long run", s.long_run);
    text += summary_line(form, "  64 B", s.shortest_frame);
    text += summary_line(form, "16 packets", s.sixteen_packets);
    text += summary_line(form, "1 packet", s.one_packet);
  }
  text +=
      fmt::format("\n{} cells measured on the reference model; {} of them on the RTL, too, for {} cycles: identical\n",
                  report::human_count(results.rows.size()), report::human_count(results.confirmed_rows()),
                  report::human_count(results.confirmed_cycles()));
  return text;
}

}  // namespace weir
