// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/html_tables.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tb/report/flow_order.h"
#include "tb/report/html_text.h"
#include "tb/report/human.h"
#include "tb/report/queue_order.h"
#include "tb/report/table_columns.h"

namespace weir::report {

namespace {

constexpr std::size_t kMaxTableRows = 30;
constexpr std::size_t kMaxPageRows = 200;  // a browser slows down with thousands

struct Column {
  std::string_view heading;
  bool number = true;
};

std::string table_begin(const std::vector<Column>& columns) {
  std::string html = "<div class=\"scroll\"><table>\n<thead><tr>";
  for (const Column& column : columns) {
    html += fmt::format("<th{}>{}</th>", column.number ? " class=\"n\"" : "", column.heading);
  }
  return html + "</tr></thead>\n<tbody>\n";
}

constexpr std::string_view kTableEnd = "</tbody></table></div>\n";

std::string name_cell(std::string_view text) { return fmt::format("<td class=\"name\">{}</td>", html_escaped(text)); }

std::string text_cell(std::string_view text) { return fmt::format("<td>{}</td>", html_escaped(text)); }

// For sorting, where the text has a unit and therefore four digits only.
std::string value_attribute(std::string_view text, std::optional<double> value) {
  return value && text.find(' ') != std::string_view::npos ? fmt::format(" data-value=\"{}\"", *value) : "";
}

// A cell of zero is shown faintly, so that the eye finds other values.
std::string number_cell(std::string_view text, std::optional<double> value = {}) {
  const bool nothing = text == "0" || text == "–" || text.starts_with("0 ");
  return fmt::format("<td class=\"n{}\"{}>{}</td>", nothing ? " nothing" : "", value_attribute(text, value),
                     html_escaped(text));
}

std::string count_cell(std::uint64_t count) { return number_cell(human_count(count)); }

std::string bytes_cell(std::int64_t bytes) {
  const auto value = static_cast<double>(bytes);
  return number_cell(human_bytes(value), value);
}

// The cell of a VIQ's peak, with a bar behind it: the part of the depth at which the scheme acts.
std::string peak_cell(const QueueResult& queue) {
  if (queue.xoff_bytes <= 0) {
    return bytes_cell(queue.viq_peak_bytes);
  }
  const auto peak = static_cast<double>(queue.viq_peak_bytes);
  const double part = peak / static_cast<double>(queue.xoff_bytes);
  return fmt::format("<td class=\"n level\" style=\"--part:{:.0f}%\" data-value=\"{}\">{}</td>",
                     100 * std::clamp(part, 0.0, 1.0), peak, human_bytes(peak));
}

std::string xoff_cell(std::int64_t bytes) { return bytes > 0 ? bytes_cell(bytes) : number_cell("–"); }

std::string quiet_row(const QuietQueue& quiet) {
  return "<tr>" + name_cell(quiet.queue.empty() ? "all" : quiet.queue) + bytes_cell(quiet.viq_peak_bytes) +
         xoff_cell(quiet.xoff_bytes) + fmt::format("<td>{}</td></tr>\n", html_escaped(quiet.text));
}

// The first rows openly, the others on request.
std::string table_with_rest(const std::string& begin, const std::vector<std::string>& rows) {
  std::string html = begin;
  const std::size_t open = std::min(rows.size(), kMaxTableRows);
  for (std::size_t index = 0; index < open; ++index) {
    html += rows[index];
  }
  html += kTableEnd;
  if (open == rows.size()) {
    return html;
  }
  html += fmt::format("<details><summary>{} more</summary>\n{}", rows.size() - open, begin);
  for (std::size_t index = open; index < rows.size(); ++index) {
    html += rows[index];
  }
  html += kTableEnd;
  return html + "</details>\n";
}

// Says that the page has not all of them; empty if it has.
std::string shown_of(std::size_t shown, std::size_t all, std::string_view what) {
  return shown >= all ? ""
                      : fmt::format("<p class=\"soft\">{} of {} {} are shown; summary.json has all.</p>\n",
                                    human_count(shown), human_count(all), what);
}

// A table of described results; `first` and `first_cells` are what its rows begin with.
template <class T, class FirstCells>
std::string table_of(const std::vector<const T*>& results, std::vector<Column> first, FirstCells first_cells) {
  std::vector<std::string> rows;
  const std::size_t count = std::min(results.size(), kMaxPageRows);
  for (std::size_t i = 0; i < count; ++i) {
    rows.push_back("<tr>" + first_cells(*results[i]));
  }
  for_each_column(&Said::heading, results, [&](const auto& column) {
    first.push_back({column.said.heading});
    for (std::size_t i = 0; i < count; ++i) {
      rows[i] += number_cell(cell_of(column, *results[i], "–"), number_of(column.of(*results[i])));
    }
  });
  for (std::string& row : rows) {
    row += "</tr>\n";
  }
  return table_with_rest(table_begin(first), rows) + shown_of(count, results.size(), "rows");
}

std::string verdict_cell(const std::optional<bool>& held) {
  return fmt::format("<td class=\"verdict {}\">{}</td>",
                     !held   ? "warn"
                     : *held ? "good"
                             : "bad",
                     !held   ? "not judged"
                     : *held ? "✓ held"
                             : "✗ failed");
}

}  // namespace

std::string expectations_section(const Results& results) {
  std::string html = "<section id=\"expectations\">\n<h2>Expectations</h2>\n";
  if (results.expectations.empty()) {
    return html + "<p class=\"soft\">The scenario states none.</p>\n</section>\n";
  }
  html += table_begin({{"verdict", false}, {"expected", false}, {"measured", true}});
  for (const ExpectationResult& expectation : results.expectations) {
    const std::string value = expectation.value ? human_measured(expectation.text, *expectation.value) : "–";
    html += fmt::format("<tr>{}<td>{}</td>{}</tr>\n", verdict_cell(expectation.held), html_escaped(expectation.text),
                        number_cell(value));
  }
  html += kTableEnd;
  return html + "</section>\n";
}

std::string events_section(const Results& results) {
  if (results.events.empty()) {
    return {};
  }
  return "<section id=\"events\">\n<h2>Events</h2>\n" +
         table_of(rows_of(results.events), {{"event", false}, {"what", false}, {"when", false}},
                  [](const EventResult& event) {
                    const std::string_view never = event.at_seconds ? "" : " (has not come true)";
                    return name_cell(event.name) + text_cell(event.what) + text_cell(event.when + std::string(never));
                  }) +
         "</section>\n";
}

std::string links_section(const Results& results) {
  if (results.links.empty()) {
    return {};
  }
  return "<section id=\"links\">\n<h2>Links with faults</h2>\n" +
         table_of(rows_of(results.links), {{"from", false}, {"to", false}},
                  [](const LinkResult& link) { return name_cell(link.from) + name_cell(link.to); }) +
         "</section>\n";
}

std::string retry_section(const Results& results) {
  if (results.retry.empty()) {
    return {};
  }
  return "<section id=\"llr\">\n<h2>Link-level retry</h2>\n" +
         table_of(rows_of(results.retry), {{"port", false}},
                  [](const RetryResult& port) { return name_cell(fmt::format("{}.p{}", port.device, port.port)); }) +
         "</section>\n";
}

std::string credits_section(const Results& results) {
  if (results.credit_ports.empty()) {
    return {};
  }
  return "<section id=\"credits\">\n<h2>Credits of Ultra Ethernet</h2>\n" +
         table_of(rows_of(results.credit_channels), {{"channel", false}},
                  [](const CreditChannelResult& channel) {
                    return name_cell(place_name(channel.device, channel.port, channel.traffic_class));
                  }) +
         table_of(
             rows_of(results.credit_ports), {{"port", false}},
             [](const CreditPortResult& port) { return name_cell(fmt::format("{}.p{}", port.device, port.port)); }) +
         "</section>\n";
}

std::string baselines_section(const Results& results) {
  if (results.baselines.empty()) {
    return {};
  }
  return "<section id=\"baselines\">\n<h2>Other ways to find deadlocks</h2>\n" +
         table_of(rows_of(results.baselines), {{"way", false}},
                  [](const BaselineResult& one) { return name_cell(one.name); }) +
         "</section>\n";
}

std::string flows_section(const Results& results) {
  if (results.flows.empty()) {
    return {};
  }
  return "<section id=\"flows\">\n<h2>Flows</h2>\n" +
         table_of(
             shown_flows(results.flows), {{"flow", false}, {"from", false}, {"to", false}},
             [](const FlowResult& flow) { return name_cell(flow.name) + name_cell(flow.src) + name_cell(flow.dst); }) +
         shown_of(std::min(results.flows.size(), kMaxShownFlows), results.flows.size(),
                  "flows, those with the lowest mean rate,") +
         "<p class=\"soft\">Steady: over the last quarter of the run. Rates count frame bytes, without preamble and "
         "gap.</p>\n</section>\n";
}

std::string workloads_section(const Results& results) {
  if (results.workloads.empty()) {
    return {};
  }
  return "<section id=\"workloads\">\n<h2>Workloads</h2>\n" +
         table_of(rows_of(results.workloads), {{"workload", false}},
                  [](const WorkloadResult& workload) { return name_cell(workload.name); }) +
         "<h3>By size</h3>\n" +
         table_of(rows_of(results.bins), {{"workload", false}, {"bin", false}},
                  [](const BinResult& bin) { return name_cell(bin.workload) + name_cell(bin.name); }) +
         "<p class=\"soft\">FCT: from a flow's start to the delivery of its last packet. Slowdown: over the time that "
         "the same flow takes alone. Of complete flows; each flow is a line of flows.csv.</p>\n</section>\n";
}

std::string classes_section(const Results& results) {
  if (results.classes.empty()) {
    return {};
  }
  return "<section id=\"classes\">\n<h2>Latency by class</h2>\n" +
         table_of(rows_of(results.classes), {{"class", false}},
                  [](const ClassResult& one) { return name_cell(one.name); }) +
         "<p class=\"soft\">From the moment in which a packet's source made it to its delivery; by flow and workload "
         "above, histograms in latency.csv.</p>\n</section>\n";
}

std::string queues_section(const Results& results) {
  if (results.queues.empty()) {
    return {};
  }
  return "<section id=\"queues\">\n<h2>Queues</h2>\n" +
         table_of(busiest_first(results.queues), {{"queue", false}, {"from", false}, {"highest VIQ"}, {"XOFF"}},
                  [](const QueueResult& queue) {
                    return name_cell(place_name(queue.device, queue.port, queue.traffic_class)) +
                           name_cell(queue.peer) + peak_cell(queue) + xoff_cell(queue.xoff_bytes);
                  }) +
         "<p class=\"soft\">A queue is device.port.class, “from” the device at the other end of the cable. XOFF: the "
         "VIQ depth at which the scheme first acts; the bar shows the highest VIQ on its way there. Headroom: the most "
         "that it has held. Pausing: time in which the other end stood told to pause. Paused and hold-and-wait: time "
         "in which this port had to hold back what it sends.</p>\n</section>\n";
}

std::string buffers_section(const Results& results) {
  if (results.buffers.empty()) {
    return {};
  }
  std::vector<const BufferResult*> fullest = rows_of(results.buffers);
  std::ranges::stable_sort(fullest, std::ranges::greater{}, &BufferResult::buffer_peak_bytes);
  return "<section id=\"buffers\">\n<h2>Buffers</h2>\n" +
         table_of(fullest, {{"switch", false}}, [](const BufferResult& buffer) { return name_cell(buffer.device); }) +
         "</section>\n";
}

std::string quiet_section(const Results& results) {
  if (results.quiet_queues.empty()) {
    return {};
  }
  std::vector<std::string> rows;
  std::size_t received = 0;
  for (const QuietQueue& quiet : results.quiet_queues) {
    if (quiet.reason == "nothing_received") {
      continue;
    }
    if (++received <= kMaxPageRows) {
      rows.push_back(quiet_row(quiet));
    }
  }
  const std::size_t without = results.quiet_queues.size() - received;
  std::string html = "<section id=\"quiet\">\n<h2>Queues that sent no PFC</h2>\n";
  if (!rows.empty()) {
    html += table_with_rest(table_begin({{"queue", false}, {"highest VIQ"}, {"XOFF"}, {"why", false}}), rows) +
            shown_of(rows.size(), received, "rows");
  }
  if (without > 0) {
    html += fmt::format("<p class=\"soft\">And {} lossless {} that received nothing.</p>\n", human_count(without),
                        without == 1 ? "queue" : "queues");
  }
  return html + "</section>\n";
}

std::string drops_section(const Results& results) {
  if (results.drops.empty()) {
    return {};
  }
  std::string html =
      "<section id=\"drops\">\n<h2>Drops</h2>\n" + table_begin({{"reason", false}, {"packets"}, {"where", false}});
  for (const auto& [reason, packets] : results.drops) {
    std::string places;
    for (const QueueResult& queue : results.queues) {
      const auto found = queue.drops.find(reason);
      if (found == queue.drops.end() || found->second == 0) {
        continue;
      }
      places += fmt::format("{}{}: {}", places.empty() ? "" : ", ",
                            place_name(queue.device, queue.port, queue.traffic_class), human_count(found->second));
    }
    html += "<tr>" + name_cell(reason) + count_cell(packets) + fmt::format("<td>{}</td></tr>\n", html_escaped(places));
  }
  html += kTableEnd;
  return html + "</section>\n";
}

}  // namespace weir::report
