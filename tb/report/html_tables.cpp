// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/html_tables.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <numeric>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tb/report/html_text.h"
#include "tb/report/human.h"
#include "tb/report/queue_order.h"

namespace weir::report {

namespace {

constexpr std::size_t kMaxTableRows = 30;

struct Heading {
  const char* text;
  bool number = true;
};

std::string table_begin(std::initializer_list<Heading> headings) {
  std::string html = "<div class=\"scroll\"><table>\n<thead><tr>";
  for (const Heading& heading : headings) {
    html += fmt::format("<th{}>{}</th>", heading.number ? " class=\"n\"" : "", heading.text);
  }
  return html + "</tr></thead>\n<tbody>\n";
}

constexpr std::string_view kTableEnd = "</tbody></table></div>\n";

std::string name_cell(std::string_view text) { return fmt::format("<td class=\"name\">{}</td>", html_escaped(text)); }

// Nothing at all stands back, so that the eye finds what is there.
std::string number_cell(std::string_view text) {
  const bool nothing = text == "0" || text == "–" || text.starts_with("0 ");
  return fmt::format("<td class=\"n{}\">{}</td>", nothing ? " nothing" : "", html_escaped(text));
}

std::string count_cell(std::uint64_t count) { return number_cell(human_count(count)); }

std::string bytes_cell(std::int64_t bytes) { return number_cell(human_bytes(static_cast<double>(bytes))); }

// With a bar behind it: how far the peak is on its way to the depth at which the scheme acts.
std::string peak_cell(const QueueResult& queue) {
  if (queue.xoff_bytes <= 0) {
    return bytes_cell(queue.viq_peak_bytes);
  }
  const double part = static_cast<double>(queue.viq_peak_bytes) / static_cast<double>(queue.xoff_bytes);
  return fmt::format("<td class=\"n level\" style=\"--part:{:.0f}%\">{}</td>", 100 * std::clamp(part, 0.0, 1.0),
                     human_bytes(static_cast<double>(queue.viq_peak_bytes)));
}

std::string queue_row(const QueueResult& queue) {
  const std::uint64_t drops = std::accumulate(queue.drops.begin(), queue.drops.end(), std::uint64_t{0},
                                              [](std::uint64_t sum, const auto& entry) { return sum + entry.second; });
  std::string row = "<tr>" + name_cell(place_name(queue.device, queue.port, queue.traffic_class));
  row += name_cell(queue.peer);
  row += peak_cell(queue);
  row += queue.xoff_bytes > 0 ? bytes_cell(queue.xoff_bytes) : number_cell("–");
  row += bytes_cell(queue.viq_headroom_peak_bytes);
  row += number_cell(human_bytes(queue.viq_steady_bytes));
  row += bytes_cell(queue.veq_peak_bytes);
  row += count_cell(queue.pauses_sent) + count_cell(queue.resumes_sent) + count_cell(queue.pauses_received);
  row += count_cell(queue.feedback_frames);
  row += number_cell(human_seconds(queue.pausing_seconds));
  row += number_cell(human_seconds(queue.paused_seconds)) + number_cell(human_seconds(queue.hold_and_wait_seconds));
  row += count_cell(drops);
  return row + "</tr>\n";
}

std::string flow_row(const FlowResult& flow) {
  std::string row = "<tr>" + name_cell(flow.name) + name_cell(flow.src) + name_cell(flow.dst);
  row += count_cell(flow.sent_packets) + count_cell(flow.delivered_packets);
  row += number_cell(human_bytes(static_cast<double>(flow.delivered_bytes)));
  row += number_cell(human_rate(flow.mean_bps)) + number_cell(human_rate(flow.steady_bps));
  row += number_cell(flow.fct_seconds ? human_seconds(*flow.fct_seconds) : "–");
  row += count_cell(flow.ce_packets) + count_cell(flow.ue_packets);
  return row + "</tr>\n";
}

std::string buffer_cells(const BufferResult& buffer) {
  return name_cell(buffer.device) + bytes_cell(buffer.buffer_bytes) + bytes_cell(buffer.buffer_peak_bytes);
}

std::string buffer_row(const BufferResult* buffer) { return "<tr>" + buffer_cells(*buffer) + "</tr>\n"; }

std::string pooled_row(const BufferResult* buffer) {
  return "<tr>" + buffer_cells(*buffer) + bytes_cell(buffer->headroom_pool_bytes) +
         bytes_cell(buffer->headroom_pool_peak_bytes) + "</tr>\n";
}

std::string quiet_row(const QuietQueue* quiet) {
  return "<tr>" + name_cell(quiet->queue.empty() ? "all" : quiet->queue) + bytes_cell(quiet->viq_peak_bytes) +
         (quiet->xoff_bytes > 0 ? bytes_cell(quiet->xoff_bytes) : number_cell("–")) +
         fmt::format("<td>{}</td></tr>\n", html_escaped(quiet->text));
}

// The first rows openly, the others on request.
template <class Row>
std::string table_with_rest(const std::string& begin, const std::vector<Row>& rows, std::string (*format)(Row)) {
  std::string html = begin;
  const std::size_t open = std::min(rows.size(), kMaxTableRows);
  for (std::size_t index = 0; index < open; ++index) {
    html += format(rows[index]);
  }
  html += kTableEnd;
  if (open == rows.size()) {
    return html;
  }
  html += fmt::format("<details><summary>{} more</summary>\n{}", rows.size() - open, begin);
  for (std::size_t index = open; index < rows.size(); ++index) {
    html += format(rows[index]);
  }
  html += kTableEnd;
  return html + "</details>\n";
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
    html += fmt::format("<tr><td class=\"verdict {}\">{}</td><td>{}</td>{}</tr>\n", expectation.held ? "good" : "bad",
                        expectation.held ? "✓ held" : "✗ failed", html_escaped(expectation.text), number_cell(value));
  }
  html += kTableEnd;
  return html + "</section>\n";
}

std::string flows_section(const Results& results) {
  if (results.flows.empty()) {
    return {};
  }
  const std::string begin = table_begin({{"flow", false},
                                         {"from", false},
                                         {"to", false},
                                         {"packets sent"},
                                         {"delivered"},
                                         {"bytes delivered"},
                                         {"mean rate"},
                                         {"steady rate"},
                                         {"completed after"},
                                         {"marked CE"},
                                         {"marked UE"}});
  std::vector<const FlowResult*> flows;
  for (const FlowResult& flow : results.flows) {
    flows.push_back(&flow);
  }
  return "<section id=\"flows\">\n<h2>Flows</h2>\n" +
         table_with_rest<const FlowResult*>(begin, flows, [](const FlowResult* flow) { return flow_row(*flow); }) +
         "<p class=\"soft\">Steady: over the last quarter of the run. Rates count frame bytes, without preamble and "
         "gap.</p>\n</section>\n";
}

std::string queues_section(const Results& results) {
  if (results.queues.empty()) {
    return {};
  }
  const std::string begin = table_begin({{"queue", false},
                                         {"from", false},
                                         {"highest VIQ"},
                                         {"XOFF"},
                                         {"headroom"},
                                         {"steady VIQ"},
                                         {"highest VEQ"},
                                         {"pauses sent"},
                                         {"resumes sent"},
                                         {"pauses received"},
                                         {"feedback frames"},
                                         {"pausing"},
                                         {"paused"},
                                         {"hold-and-wait"},
                                         {"drops"}});
  return "<section id=\"queues\">\n<h2>Queues</h2>\n" +
         table_with_rest<const QueueResult*>(begin, busiest_first(results.queues),
                                             [](const QueueResult* queue) { return queue_row(*queue); }) +
         "<p class=\"soft\">A queue is device.port.class, “from” the device at the other end of the cable. XOFF: the "
         "VIQ depth at which the scheme first acts; the bar shows the highest VIQ on its way there. Headroom: the most "
         "that it has held. Pausing: time in which the other end stood told to pause. Paused and hold-and-wait: time "
         "in which this port had to hold back what it sends.</p>\n</section>\n";
}

std::string buffers_section(const Results& results) {
  if (results.buffers.empty()) {
    return {};
  }
  const bool pools = std::ranges::any_of(results.buffers, [](const auto& one) { return one.headroom_pool_bytes > 0; });
  const std::string begin =
      pools ? table_begin({{"switch", false}, {"buffer"}, {"highest"}, {"headroom pool"}, {"highest"}})
            : table_begin({{"switch", false}, {"buffer"}, {"highest"}});
  std::vector<const BufferResult*> fullest;
  for (const BufferResult& buffer : results.buffers) {
    fullest.push_back(&buffer);
  }
  std::ranges::stable_sort(fullest, std::ranges::greater{}, &BufferResult::buffer_peak_bytes);
  return "<section id=\"buffers\">\n<h2>Buffers</h2>\n" +
         table_with_rest<const BufferResult*>(begin, fullest, pools ? pooled_row : buffer_row) + "</section>\n";
}

std::string quiet_section(const Results& results) {
  if (results.quiet_queues.empty()) {
    return {};
  }
  std::vector<const QuietQueue*> rows;
  for (const QuietQueue& quiet : results.quiet_queues) {
    if (quiet.reason != "nothing_received") {
      rows.push_back(&quiet);
    }
  }
  const std::size_t without = results.quiet_queues.size() - rows.size();
  std::string html = "<section id=\"quiet\">\n<h2>Queues that sent no PFC</h2>\n";
  if (!rows.empty()) {
    html += table_with_rest<const QuietQueue*>(
        table_begin({{"queue", false}, {"highest VIQ"}, {"XOFF"}, {"why", false}}), rows, quiet_row);
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
