// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/console_table.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "tb/report/deadlock_text.h"
#include "tb/report/flow_order.h"
#include "tb/report/human.h"
#include "tb/report/loss_text.h"
#include "tb/report/queue_order.h"
#include "tb/report/quiet_queues.h"
#include "tb/report/summary.h"
#include "tb/report/table_columns.h"

namespace weir::report {

namespace {

using Text = ConsoleText;

void add_run(Text& text, const Results& results) {
  std::string line = fmt::format("{}   weir {}   seed {}   {} simulated in {:.2f} s", results.scenario, results.version,
                                 results.seed, human_seconds(results.simulated_seconds), results.wall_seconds);
  if (results.wall_seconds > 0) {
    line += fmt::format("   {:.2f} million packet-hops a second",
                        static_cast<double>(results.packet_hops) / results.wall_seconds / 1e6);
  }
  text.line(text.paint(kBold, line));
  if (results.partial) {
    text.line(text.paint(kYellow, "partial: ended before the scenario's duration" +
                                      (results.partial_reason.empty() ? "" : ": " + results.partial_reason)));
  }
}

using Cells = std::vector<std::string>;

template <class T>
void add_columns(std::vector<Cells>& table, const std::vector<const T*>& rows) {
  for_each_column(&Said::console, rows, [&](const auto& column) {
    table.front().emplace_back(column.said.console);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      table[i + 1].push_back(cell_of(column, *rows[i], "-"));
    }
  });
}

void add_flows(Text& text, const Results& results) {
  if (results.flows.empty()) {
    return;
  }
  std::vector<Cells> table = {{"flow", "from", "to"}};
  const std::vector<const FlowResult*> flows = shown_flows(results.flows);
  for (const FlowResult* flow : flows) {
    table.push_back({flow->name, flow->src, flow->dst});
  }
  add_columns(table, flows);
  text.line("");
  text.table(table, 3);
  if (flows.size() < results.flows.size()) {
    text.line(fmt::format("  and {}, with higher mean rates, in summary.json",
                          counted(results.flows.size() - flows.size(), "more flow")));
  }
}

void add_workloads(Text& text, const Results& results) {
  if (results.workloads.empty()) {
    return;
  }
  std::vector<Cells> table = {{"workload"}};
  for (const WorkloadResult& workload : results.workloads) {
    table.push_back({workload.name});
  }
  add_columns(table, rows_of(results.workloads));
  text.line("");
  text.table(table, 1);
  table = {{"workload", "bin"}};
  for (const BinResult& bin : results.bins) {
    table.push_back({bin.workload, bin.name});
  }
  add_columns(table, rows_of(results.bins));
  text.line("");
  text.table(table, 1);
}

void add_latencies(Text& text, const Results& results) {
  const auto time = [](const std::optional<double>& value) { return value ? human_seconds(*value) : "-"; };
  if (!results.classes.empty()) {
    text.line("");
  }
  for (const ClassResult& one : results.classes) {
    text.line(fmt::format("latency in {}: median {}, 95 % {}, 99 % {}, longest {}", one.name,
                          time(one.latency_median_seconds), time(one.latency_p95_seconds),
                          time(one.latency_p99_seconds), time(one.latency_highest_seconds)));
  }
}

void add_queues(Text& text, const Results& results, std::size_t max_queues) {
  if (results.queues.empty()) {
    return;
  }
  std::vector<const QueueResult*> queues = busiest_first(results.queues);
  queues.resize(std::min(max_queues, queues.size()));
  std::vector<Cells> table = {{"queue", "from", "VIQ peak", "XOFF"}};
  for (const QueueResult* queue : queues) {
    table.push_back({place_name(queue->device, queue->port, queue->traffic_class), queue->peer,
                     human_bytes(static_cast<double>(queue->viq_peak_bytes)),
                     queue->xoff_bytes > 0 ? human_bytes(static_cast<double>(queue->xoff_bytes)) : "-"});
  }
  add_columns(table, queues);
  text.line("");
  text.table(table, 2);
  if (results.queues.size() > queues.size()) {
    text.line(fmt::format("  and {} in summary.json", counted(results.queues.size() - queues.size(), "more queue")));
  }
}

void add_events(Text& text, const Results& results) {
  if (!results.events.empty()) {
    text.line("");
  }
  for (const EventResult& event : results.events) {
    text.line(event.at_seconds ? fmt::format("event {} at {}: {} ({})", event.name, human_seconds(*event.at_seconds),
                                             event.what, event.when)
                               : text.paint(kYellow, fmt::format("event {} has not taken place: {} ({})", event.name,
                                                                 event.what, event.when)));
  }
}

// Adds the sums of all links; reports list links one by one.
void add_links(Text& text, const Results& results) {
  if (results.links.empty()) {
    return;
  }
  LinkResult sum;
  for (const LinkResult& link : results.links) {
    sum.lost += link.lost;
    sum.doubled += link.doubled;
    sum.delayed += link.delayed;
    sum.damaged += link.damaged;
    sum.lossless_lost += link.lossless_lost;
    sum.sets_damaged += link.sets_damaged;
  }
  std::string line =
      fmt::format("links with faults: {}; lost {}, doubled {}, delayed {}", human_count(results.links.size()),
                  human_count(sum.lost), human_count(sum.doubled), human_count(sum.delayed));
  if (sum.damaged + sum.sets_damaged > 0) {
    line += fmt::format(", damaged {} and {}, lost {} of lossless classes", counted(sum.damaged, "frame"),
                        counted(sum.sets_damaged, "ordered set"), counted(sum.lossless_lost, "packet"));
  }
  text.line(line);
}

// Adds the sums of all ports; reports and summaries list ports one by one.
void add_retry(Text& text, const Results& results) {
  if (results.retry.empty()) {
    return;
  }
  RetryResult sum;
  for (const RetryResult& port : results.retry) {
    sum.frames_replayed += port.frames_replayed;
    sum.llr_tx_replay += port.llr_tx_replay;
    sum.llr_tx_nack_ctl_os += port.llr_tx_nack_ctl_os;
    sum.llr_tx_discard += port.llr_tx_discard;
  }
  text.line(fmt::format("link-level retry at {}: {} sent again in {}, {} sent, {} discarded",
                        counted(results.retry.size(), "port"), counted(sum.frames_replayed, "frame"),
                        counted(sum.llr_tx_replay, "replay"), counted(sum.llr_tx_nack_ctl_os, "NACK"),
                        human_count(sum.llr_tx_discard)));
}

void add_findings(Text& text, const Results& results) {
  text.line("");
  if (results.drops.empty()) {
    text.line("drops: none");
  } else {
    std::string drops;
    for (const auto& [reason, packets] : results.drops) {
      drops += fmt::format("{}{} {}", drops.empty() ? "" : ", ", human_count(packets), reason);
    }
    text.line(text.paint(kYellow, "drops: " + drops));
  }
  if (results.deadlock) {
    const std::vector<std::string>& cycle = results.deadlock->cycle;
    const std::string closed = cycle.empty() ? "" : fmt::format("{} -> {}", fmt::join(cycle, " -> "), cycle.front());
    text.line(
        text.paint(kRed, fmt::format("deadlock: formed at {}{}: {}", human_seconds(results.deadlock->formed_at_seconds),
                                     how_it_ended(*results.deadlock), closed)));
  } else {
    text.line("deadlock: " + none_text(results));
  }
  const std::string standing = "standing: " + standing_text(results);
  text.line(results.standing == "yes" ? text.paint(kRed, standing) : standing);
  if (const std::string quiet = quiet_line(results); !quiet.empty()) {
    text.line(quiet);
  }
  for (const std::string& detection : detection_lines(results.detections)) {
    text.line("detected: " + detection);
  }
  for (const std::string& storm : detection_lines(results.storms)) {
    text.line("storm: " + storm);
  }
  for (const std::string& storm : detection_lines(results.storms_over)) {
    text.line("storm over: " + storm);
  }
  for (const std::string& limit : detection_lines(results.limits)) {
    text.line("limited: " + limit);
  }
  if (results.score) {
    const bool wrong = results.score->declared_false > 0 || results.score->missed > 0;
    text.line(wrong ? text.paint(kRed, score_text(results)) : score_text(results));
  }
  for (const BaselineResult& one : results.baselines) {
    text.line(baseline_text(one));
  }
  for (const std::string& fault : loss_lines(results)) {
    text.line(text.paint(kRed, "fault: " + fault));
  }
  for (const std::string& warning : results.warnings) {
    text.line(text.paint(kYellow, "warning: " + warning));
  }
  for (const std::string& note : results.notes) {
    text.line("note: " + note);
  }
}

std::string mark_of(const Text& text, const ExpectationResult& expectation) {
  if (!expectation.held) {
    return text.paint(kYellow, "open  ");
  }
  return *expectation.held ? text.paint(kGreen, "held  ") : text.paint(kRed, "FAILED");
}

std::string verdict_of(const Text& text, const Results& results) {
  const auto failed = std::ranges::count(results.expectations, std::optional(false), &ExpectationResult::held);
  const std::size_t all = results.expectations.size();
  if (all == 0) {
    return "verdict: nothing was expected";
  }
  if (results.partial) {
    return text.paint(kYellow, fmt::format("verdict: partial: {} expectations were not judged", all));
  }
  if (all_held(results)) {
    return text.paint(kGreen, fmt::format("verdict: all {} expectations held", all));
  }
  return text.paint(kRed, fmt::format("verdict: {} of {} expectations failed", failed, all));
}

void add_verdict(Text& text, const Results& results) {
  text.line("");
  for (const ExpectationResult& expectation : results.expectations) {
    const std::string value =
        expectation.value ? ": " + human_measured(expectation.text, *expectation.value) : std::string();
    text.line(fmt::format("{}  {}{}", mark_of(text, expectation), expectation.text, value));
  }
  text.line(verdict_of(text, results));
}

}  // namespace

std::string console_line(const std::string& text, const ConsoleStyle& style) {
  Text lines(style);
  lines.line(text);
  return lines.take();
}

std::string console_verdict(const Results& results, const ConsoleStyle& style) {
  Text text(style);
  text.line(verdict_of(text, results));
  return text.take();
}

std::string console_table(const Results& results, const ConsoleStyle& style, std::size_t max_queues) {
  Text text(style);
  add_run(text, results);
  add_flows(text, results);
  add_workloads(text, results);
  add_latencies(text, results);
  add_queues(text, results, max_queues);
  add_events(text, results);
  add_links(text, results);
  add_retry(text, results);
  add_findings(text, results);
  add_verdict(text, results);
  return text.take();
}

}  // namespace weir::report
