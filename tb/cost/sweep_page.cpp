// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/cost/page_assets.h"
#include "tb/cost/page_parts.h"
#include "tb/cost/sweep.h"
#include "tb/report/html_text.h"
#include "tb/report/human.h"

namespace weir::cost {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::int64_t, 4> kBuffersMib = {12, 32, 64, 128};
constexpr std::int64_t kMib = 1024 * 1024;

// The packet buffers that headroom is compared with, ascending: those of common chips, and the user's.
std::vector<Bytes> buffers_of(const Sweep& sweep) {
  std::vector<Bytes> buffers;
  for (const std::int64_t mib : kBuffersMib) {
    buffers.emplace_back(mib * kMib);
  }
  if (sweep.buffer && std::find(buffers.begin(), buffers.end(), *sweep.buffer) == buffers.end()) {
    buffers.push_back(*sweep.buffer);
  }
  std::sort(buffers.begin(), buffers.end());
  return buffers;
}

std::string buffer_text(Bytes buffer) {
  return buffer.count() % kMib == 0 ? fmt::format("{} MiB", buffer.count() / kMib)
                                    : report::human_bytes(static_cast<double>(buffer.count()));
}

Json data_json(const Sweep& sweep) {
  Json buffers = Json::array();
  for (const Bytes buffer : buffers_of(sweep)) {
    buffers.push_back({{"name", buffer_text(buffer)}, {"y", buffer.count()}});
  }
  Json rates = Json::array();
  for (const BitRate rate : sweep.grid.rates) {
    rates.push_back(rate.count());
  }
  Json data = {{"ports", sweep.grid.ports},   {"classes", sweep.grid.classes},  {"rates", rates},
               {"stages", sweep.grid.stages}, {"mechanisms", sweep.mechanisms}, {"buffers", std::move(buffers)},
               {"lossless", Json::array()},   {"c_tau", Json::array()},         {"pfc", Json::array()},
               {"gfc", Json::array()},        {"cbfc", Json::array()}};
  for (const SweepPoint& point : sweep.points) {
    data["lossless"].push_back(point.lossless);
    data["c_tau"].push_back(point.c_tau.count());
    data["pfc"].push_back(point.pfc_needed().count());
    data["gfc"].push_back(point.two_c_tau.count());
    data["cbfc"].push_back(point.cbfc_credits.count());
  }
  for (const ledger::Storage storage : {ledger::Storage::kFlipFlop, ledger::Storage::kSram, ledger::Storage::kTcam}) {
    Json& kind = data["bits"][std::string(name(storage))];
    for (std::size_t m = 0; m < sweep.mechanisms.size(); ++m) {
      Json values = Json::array();
      for (const SweepPoint& point : sweep.points) {
        values.push_back(point.added[m] ? Json(point.added[m]->of(storage)) : Json(nullptr));
      }
      kind.push_back(values);
    }
  }
  return data;
}

// The most ports for which each scheme's headroom fits, by rate and classes.
std::string fitting_table(const Sweep& sweep) {
  std::string html =
      "<section id=\"fitting\">\n<h2>The most ports whose headroom fits the packet buffer</h2>\n<p class=\"soft\">PFC, "
      "the "
      "worst mix of frames or eq. 14, whichever is more / buffer-based GFC, 2 C tau / CBFC, credits for the line rate. "
      "With all of the buffer given to headroom: "
      "nothing is left for "
      "packets.</p>\n<div class=\"scroll\"><table>\n<thead><tr><th class=\"n\">line rate</th><th class=\"n\">lossless "
      "classes</th><th class=\"n\">PFC, each</th><th class=\"n\">GFC, each</th><th "
      "class=\"n\">CBFC, each</th>";
  const std::vector<Bytes> buffers = buffers_of(sweep);
  for (const Bytes buffer : buffers) {
    html += fmt::format("<th class=\"n\">{}</th>", buffer_text(buffer));
  }
  html += "</tr></thead>\n<tbody>\n";
  const std::size_t per_ports = sweep.points.size() / sweep.grid.ports.size();
  const std::size_t per_classes = per_ports / sweep.grid.classes.size();
  for (std::size_t rate = 0; rate < sweep.grid.rates.size(); ++rate) {
    for (std::size_t classes = 0; classes < sweep.grid.classes.size(); ++classes) {
      const SweepPoint& point = sweep.points[classes * per_classes + rate * sweep.grid.stages.size()];
      html += fmt::format(
          "<tr><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{} B</td><td "
          "class=\"n\">{} B</td><td class=\"n\">{} B</td>",
          report::human_rate(static_cast<double>(point.rate.count())), point.lossless,
          report::human_count(static_cast<std::uint64_t>(point.pfc_needed().count())),
          report::human_count(static_cast<std::uint64_t>(point.two_c_tau.count())),
          report::human_count(static_cast<std::uint64_t>(point.cbfc_credits.count())));
      for (const Bytes buffer : buffers) {
        const auto most = [&](Bytes each) { return buffer.count() / (each.count() * point.lossless); };
        html += fmt::format("<td class=\"n\">{} / {} / {}</td>", most(point.pfc_needed()), most(point.two_c_tau),
                            most(point.cbfc_credits));
      }
      html += "</tr>\n";
    }
  }
  return html + "</tbody>\n</table></div>\n</section>\n";
}

std::string figure(std::string_view id, std::string_view title, std::string_view note) {
  return fmt::format(
      "<section id=\"plot-{0}\">\n<div class=\"plot-head\"><h2>{1}</h2></div>\n<p class=\"soft\">{2}</p>\n<div "
      "class=\"legend\"></div>\n<svg class=\"plot\" role=\"img\" aria-label=\"{1}\"></svg>\n</section>\n",
      id, title, note);
}

}  // namespace

std::string sweep_page(const Sweep& sweep) {
  const report::PageFrame frame = page_frame("cost over a grid", {kSweepScript});
  std::string html = page_head(frame);
  html += fmt::format(
      "<header>\n<div class=\"title\"><h1>Where does each mechanism stop fitting?</h1></div>\n<p "
      "class=\"description\">{} switches. Bits are those that one mechanism alone adds to a switch without it. The "
      "same "
      "figures: sweep.csv.</p>\n</header>\n<p id=\"script-fault\" class=\"badge bad\"></p>\n"
      "<section id=\"controls\"><div class=\"choice\"></div></section>\n<div class=\"plots\">\n",
      sweep.points.size());
  html += figure("ports", "Bits against ports", "By mechanism, both axes logarithmic.");
  html += figure("rate", "Bits against line rate", "By mechanism. What grows with the rate are widths of counters.");
  html += figure("buffer", "Headroom of PFC against ports",
                 "The whole switch, a line for each rate. Dashed: packet buffers that it eats.");
  html += figure("headroom", "Headroom of a (port, class) against line rate",
                 "PFC by eq. 14 and as C tau; buffer-based GFC needs 2 C tau; CBFC credits for the line rate.");
  html += "</div>\n" + fitting_table(sweep);
  html += report::page_data("sweep-data", data_json(sweep).dump()) + "<p id=\"plots-drawn\" hidden></p>\n";
  return html + page_foot(frame, "");
}

}  // namespace weir::cost
