// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/headroom/scenario_report.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/cost/figures.h"
#include "tb/headroom/cell_text.h"
#include "tb/headroom/page.h"
#include "tb/headroom/terms.h"
#include "tb/report/human.h"
#include "tb/report/version.h"
#include "tb/text/quantity.h"

namespace weir::headroom {
namespace {

using bounds::AlikeQueues;
using Json = nlohmann::ordered_json;
using scenario::Scenario;
using text::to_text;

std::string_view scheme_of(const Scenario& scenario) {
  return flow_control::name_of(scenario.device.flow_control.scheme);
}

bool is_of_the_port(const Scenario& scenario) {
  return flow_control::traits_of(scenario.device.flow_control.scheme).is_of_the_port;
}

// "s1.p0.c3"; under PAUSE, which has no classes, "s1.p0".
std::string name_of(const Scenario& scenario, const bounds::QueueName& queue) {
  const std::string& device = scenario.topology.devices[queue.device].name;
  return is_of_the_port(scenario) ? fmt::format("{}.p{}", device, queue.port.index())
                                  : report::place_name(device, static_cast<unsigned>(queue.port.index()),
                                                       static_cast<unsigned>(queue.traffic_class.index()));
}

// "s1.p0.c0 and 11 like it"
std::string place(const Scenario& scenario, const AlikeQueues& alike) {
  const std::size_t others = alike.queues.size() - 1;
  const std::string first = name_of(scenario, alike.queues.front());
  return others > 0 ? fmt::format("{} and {} like it", first, report::human_count(others)) : first;
}

std::string signed_bytes(Bytes value) { return value < Bytes(0) ? "-" + in_bytes(-value) : in_bytes(value); }

bool counts_cells(const ScenarioReport& report) {
  return std::any_of(report.queues.begin(), report.queues.end(),
                     [](const AlikeQueues& alike) { return alike.link.cell > Bytes(0); });
}

bool retries(const ScenarioReport& report) {
  return std::any_of(report.queues.begin(), report.queues.end(),
                     [](const AlikeQueues& alike) { return alike.link.retry.is_on(); });
}

std::string cells_of(const AlikeQueues& alike) {
  return alike.link.cell > Bytes(0) ? report::human_count(static_cast<std::uint64_t>(alike.needed / alike.link.cell))
                                    : "";
}

cost::Table headroom_table(const ScenarioReport& report) {
  const bool pooled =
      std::any_of(report.queues.begin(), report.queues.end(), [](const auto& one) { return one.pooled; });
  const bool cells = counts_cells(report);
  cost::Table table{.id = "headroom",
                    .title = fmt::format("Headroom above XOFF of each {}, the worst mix of frames",
                                         is_of_the_port(*report.scenario) ? "port under PAUSE" : "lossless queue"),
                    .note = pooled ? "given: the most that a queue takes of the headroom pool, switch.mmu.headroom."
                                   : "given: switch.mmu.viq_limit + headroom - flow_control.pfc.xoff.",
                    .text_columns = 2,
                    .head = {"queue", "frames after XOFF", "crosses, B", "mix, B", "last, B"}};
  const bool windows = retries(report);
  if (windows) {
    table.head.emplace_back("or window, B");
    table.note += " window: all that link-level retry may send again, in place of mix and last if more.";
  }
  if (cells) {
    table.head.emplace_back("cells");
  }
  for (const char* head : {"needed, B", "given, B", "margin, B"}) {
    table.head.emplace_back(head);
  }
  for (const AlikeQueues& alike : report.queues) {
    std::vector<std::string> row{place(*report.scenario, alike), mix_text(alike.worst), in_bytes(alike.crosses()),
                                 in_bytes(alike.worst.mix), in_bytes(alike.worst.last)};
    if (windows) {
      row.push_back(in_bytes(alike.worst.window.counted));
    }
    if (cells) {
      row.push_back(cells_of(alike));
    }
    row.push_back(in_bytes(alike.needed));
    row.push_back(signed_bytes(alike.given));
    row.push_back(signed_bytes(alike.margin()));
    table.rows.push_back(std::move(row));
  }
  return table;
}

cost::Table times_of_queues(const ScenarioReport& report) {
  std::vector<TimesOf> rows;
  for (const AlikeQueues& alike : report.queues) {
    rows.push_back({place(*report.scenario, alike), alike.link.times});
  }
  return times_table("queue", rows);
}

std::vector<cost::Table> tables_of(const ScenarioReport& report) {
  if (report.queues.empty()) {
    return {};
  }
  std::vector<cost::Table> tables{headroom_table(report), times_of_queues(report)};
  if (report.explain) {
    const AlikeQueues& first = report.queues.front();
    tables.push_back(sources_table(place(*report.scenario, first), first.link, &Term::source_of_device));
  }
  return tables;
}

std::string title_of(const ScenarioReport& report) {
  const Scenario& scenario = *report.scenario;
  const std::string title = fmt::format("{}: {}", scenario.file, scheme_of(scenario));
  if (report.queues.empty()) {
    return title;
  }
  const bounds::FrameLengths& frames = report.queues.front().link.frames;
  return fmt::format("{}, frames of {}{}", title,
                     frames.shortest() < frames.longest() ? to_text(frames.shortest()) + " to " : "",
                     to_text(frames.longest()));
}

std::size_t losing(const ScenarioReport& report) {
  std::size_t count = 0;
  for (const AlikeQueues& alike : report.queues) {
    count += alike.margin() < Bytes(0) ? alike.queues.size() : 0;
  }
  return count;
}

std::size_t all_queues(const ScenarioReport& report) {
  std::size_t count = 0;
  for (const AlikeQueues& alike : report.queues) {
    count += alike.queues.size();
  }
  return count;
}

std::string verdict_of(const ScenarioReport& report) {
  return report.queues.empty()
             ? "no class is lossless: nothing needs headroom"
             : fmt::format("{} of {} queues are given less than they need", report::human_count(losing(report)),
                           report::human_count(all_queues(report)));
}

Json queues_json(const ScenarioReport& report, const AlikeQueues& alike) {
  Json names = Json::array();
  for (const bounds::QueueName& queue : alike.queues) {
    names.push_back(name_of(*report.scenario, queue));
  }
  Json json = {{"queues", std::move(names)},
               {"rate_bps", alike.link.rate.count()},
               {"overhead_bytes", alike.link.overhead.count()},
               {"cell_bytes", alike.link.cell.count()},
               {"times", times_json(alike.link.times)},
               {"budget_ps", alike.worst.budget.count()},
               {"mix", mix_json(alike.worst.before)},
               {"last_frame_bytes", alike.worst.last_length.count()},
               {"crosses_bytes", alike.crosses().count()},
               {"mix_bytes", alike.worst.mix.count()},
               {"last_bytes", alike.worst.last.count()},
               {"exact", alike.worst.exact},
               {"xoff_bytes", alike.thresholds.xoff.count()},
               {"cells", alike.link.cell > Bytes(0) ? alike.needed / alike.link.cell : 0},
               {"needed_bytes", alike.needed.count()},
               {"given_bytes", alike.given.count()},
               {"margin_bytes", alike.margin().count()}};
  if (alike.link.retry.is_on()) {
    json["llr"] = {{"window_frames", alike.link.retry.frames},
                   {"window_bytes", alike.link.retry.bytes.count()},
                   {"full", mix_json(alike.worst.window.frames)},
                   {"counted_bytes", alike.worst.window.counted.count()}};
  }
  return json;
}

}  // namespace

bool ScenarioReport::loses() const { return losing(*this) > 0; }

ScenarioReport scenario_report(const Scenario& scenario, bool explain) {
  if (!bounds::pauses_viqs(scenario)) {
    throw std::invalid_argument(
        fmt::format("{}: flow_control.scheme = \"{}\" pauses no ingress queue, so nothing needs headroom; wanted pfc, "
                    "ttl_pfc or pause",
                    scenario.file, scheme_of(scenario)));
  }
  return {.scenario = &scenario, .queues = bounds::paused_queues(scenario), .explain = explain};
}

std::string scenario_text(const ScenarioReport& report) {
  std::string text = fmt::format("{}   weir {}\n", title_of(report), report::program_version());
  for (const std::string& doubt : bounds::doubts_of(*report.scenario)) {
    text += "warning: " + doubt + "\n";
  }
  for (const cost::Table& table : tables_of(report)) {
    text += cost::text_of(table);
  }
  return text + "\n" + verdict_of(report) + "\n";
}

std::string scenario_json(const ScenarioReport& report) {
  Json rows = Json::array();
  for (const AlikeQueues& alike : report.queues) {
    rows.push_back(queues_json(report, alike));
  }
  const Json json = {{"schema", "weir-headroom-scenario-1"},
                     {"version", report::program_version()},
                     {"title", title_of(report)},
                     {"warnings", bounds::doubts_of(*report.scenario)},
                     {"scheme", scheme_of(*report.scenario)},
                     {"queues", all_queues(report)},
                     {"losing", losing(report)},
                     {"alike", std::move(rows)}};
  return json.dump(2) + "\n";
}

std::string scenario_csv(const ScenarioReport& report) {
  std::string text =
      "device,port,class,rate_bps,budget_ps,xoff_bytes,crosses_bytes,mix_bytes,last_bytes,cells,needed_bytes,"
      "given_bytes,margin_bytes,window_bytes\n";
  for (const AlikeQueues& alike : report.queues) {
    const std::string figures = fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{}\n", alike.link.rate.count(), alike.worst.budget.count(),
        alike.thresholds.xoff.count(), alike.crosses().count(), alike.worst.mix.count(), alike.worst.last.count(),
        alike.link.cell > Bytes(0) ? alike.needed / alike.link.cell : 0, alike.needed.count(), alike.given.count(),
        alike.margin().count(), alike.worst.window.counted.count());
    for (const bounds::QueueName& queue : alike.queues) {
      text += fmt::format("{},{},{},{}", report.scenario->topology.devices[queue.device].name, queue.port.index(),
                          is_of_the_port(*report.scenario) ? "" : std::to_string(queue.traffic_class.index()), figures);
    }
  }
  return text;
}

std::string scenario_page(const ScenarioReport& report) {
  std::vector<std::string> notes = bounds::doubts_of(*report.scenario);
  notes.push_back(verdict_of(report));
  return page_of(title_of(report), notes, tables_of(report));
}

}  // namespace weir::headroom
