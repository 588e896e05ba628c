// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "tb/scenario/draw_workloads.h"
#include "tb/scenario/expectation_key.h"
#include "tb/scenario/file_text.h"
#include "tb/scenario/flow_reader.h"
#include "tb/scenario/key_check.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/scenario_error.h"
#include "tb/text/csv.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::scenario {

namespace {

struct OfArrivals {
  const char* key;
  std::vector<Arrivals> arrivals;
};

class WorkloadLoader {
 public:
  WorkloadLoader(const Document& document, Scenario& scenario)
      : document_(document), scenario_(scenario), traffic_(document, "traffic"), common_(scenario) {
    for (std::size_t i = 0; i < scenario.topology.devices.size(); ++i) {
      if (scenario.topology.devices[i].kind == network::DeviceKind::kHost) {
        hosts_.push_back(i);
        names_of_hosts_.push_back(scenario.topology.devices[i].name);
        host_named_.emplace(names_of_hosts_.back(), i);
      }
    }
  }

  void load(const Value& element, std::size_t index) {
    const Reader own(document_, "workload", element, index);
    Workload workload;
    workload.name = own.text_or("name", default_workload_name(index));
    if (!names_.insert(workload.name).second) {
      own.fail("name", "there are two workloads named " + text::in_quotes(workload.name));
    }
    workload.arrivals = own.word("arrivals", kArrivals);
    check_keys(own, workload.arrivals);
    load_common(own, workload);
    load_times(own, workload);
    load_bins(own, workload);
    const auto number = static_cast<std::uint32_t>(index);
    std::vector<DrawnFlow> flows;
    if (workload.arrivals == Arrivals::kList) {
      flows = read_list(own, workload, number);
    } else {
      load_hosts(own, workload);
      load_sizes(own, workload);
      flows = draw_all(own, workload, number);
    }
    if (flows.size() + scenario_.drawn.size() > kMostDrawnFlows) {
      refuse_number(own);
    }
    scenario_.drawn.insert(scenario_.drawn.end(), flows.begin(), flows.end());
    scenario_.workloads.push_back(std::move(workload));
  }

 private:
  static void check_keys(const Reader& own, Arrivals arrivals);
  void load_common(const Reader& own, Workload& workload);
  void load_times(const Reader& own, Workload& workload) const;
  static void load_bins(const Reader& own, Workload& workload);
  void load_hosts(const Reader& own, Workload& workload);
  std::vector<std::size_t> hosts_of(const Reader& own, const char* key) const;
  void load_sizes(const Reader& own, Workload& workload) const;
  std::vector<DrawnFlow> draw_all(const Reader& own, const Workload& workload, std::uint32_t number) const;
  std::vector<DrawnFlow> read_list(const Reader& own, Workload& workload, std::uint32_t number);
  DrawnFlow read_row(const Reader& own, const text::CsvRow& row, const Workload& workload);
  std::uint32_t host_in(const text::CsvRow& row, std::size_t column) const;
  // The text of the file that a key names, and its path.
  std::pair<std::string, std::string> file_of(const Reader& own, const char* key, const char* what) const {
    const std::string path = own.file(key);
    try {
      return {read_text_file(path, what), path};
    } catch (const ScenarioError& error) {
      own.fail(key, error.what());
    }
  }
  [[noreturn]] static void refuse_number(const Reader& own) {
    own.fail("arrivals",
             "more than " + std::to_string(kMostDrawnFlows) +
                 " flows would begin; wanted a longer interval, a smaller load, longer flows, an earlier end, "
                 "or the key 'flows'");
  }

  const Document& document_;
  Scenario& scenario_;
  const Reader traffic_;
  FlowReader common_;
  std::vector<std::size_t> hosts_;
  std::vector<std::string> names_of_hosts_;
  std::unordered_map<std::string, std::size_t> host_named_;
  std::unordered_set<std::string> names_;
};

// Refuses keys that have no effect with these arrivals.
void WorkloadLoader::check_keys(const Reader& own, Arrivals arrivals) {
  using enum Arrivals;
  static const std::vector<OfArrivals> kKeys{
      {"sources", {kPoisson, kPeriodic, kBackToBack, kClosedLoop}},
      {"destinations", {kPoisson, kPeriodic, kBackToBack, kClosedLoop}},
      {"choose", {kPoisson, kPeriodic, kBackToBack, kClosedLoop}},
      {"size", {kPoisson, kPeriodic, kBackToBack, kClosedLoop}},
      {"sizes", {kPoisson, kPeriodic, kBackToBack, kClosedLoop}},
      {"flows", {kPoisson, kPeriodic, kBackToBack, kClosedLoop}},
      {"interval", {kPoisson, kPeriodic}},
      {"load", {kPoisson, kPeriodic}},
      {"flows_per_burst", {kPeriodic}},
      {"synchronous", {kPoisson}},
      {"file", {kList}},
  };
  for (const OfArrivals& one : kKeys) {
    if (own.has(one.key) && std::find(one.arrivals.begin(), one.arrivals.end(), arrivals) == one.arrivals.end()) {
      own.fail(one.key, "not for arrivals = \"" + own.text("arrivals") + "\"");
    }
  }
  const auto want_one_of = [&](const char* a, const char* b) {
    if (own.has(a) == own.has(b)) {
      own.fail(own.has(b) ? b : a,
               "wanted " + std::string(a) + " or " + b + "; got " + (own.has(a) ? "both" : "neither"));
    }
  };
  if (arrivals == kPoisson || arrivals == kPeriodic) {
    want_one_of("interval", "load");
  }
  if (arrivals != kList) {
    want_one_of("size", "sizes");
  } else if (!own.has("file")) {
    own.fail("file", "required for arrivals = \"list\", but missing; wanted the path of a CSV file");
  }
}

void WorkloadLoader::load_common(const Reader& own, Workload& workload) {
  Reader reader = own;
  reader.set_fallback(&traffic_);
  if (reader.text("framing") == "tcp") {
    reader.fail("framing", "not \"tcp\" for flows of a workload; wanted \"udp\" or \"rocev2\"");
  }
  common_.load(reader, workload.flow);
  workload.flow.name = workload.name;
  const bool numbered = workload.flow.control != nullptr || workload.flow.framing == host::Framing::kRoceV2;
  const Bytes headers = host::least_data(workload.flow.framing, numbered);
  workload.payload = workload.flow.frame_length - headers;
  if (workload.payload <= Bytes(0)) {
    reader.fail("frame_length", "wanted more than the headers of its frames, " + text::to_text(headers) + "; got " +
                                    text::to_text(workload.flow.frame_length));
  }
  const bool acknowledged =
      workload.flow.acknowledged || (workload.flow.control != nullptr && workload.flow.control->resends);
  if (workload.arrivals == Arrivals::kClosedLoop && !acknowledged) {
    own.fail("arrivals",
             "closed_loop wants flows that are acknowledged: acknowledged = true, or a control that sends "
             "again what is lost");
  }
}

void WorkloadLoader::load_times(const Reader& own, Workload& workload) const {
  workload.start = own.time("start");
  workload.end = std::min(own.has("end") ? own.time("end") : kNever, scenario_.duration);
  if (own.has("end") && own.time("end") <= workload.start) {
    own.fail("end",
             "wanted later than start, " + text::to_text(workload.start) + "; got " + text::to_text(own.time("end")));
  }
  workload.interval = own.has("interval") ? own.time("interval") : Time(0);
  workload.load = own.has("load") ? std::optional(own.real("load")) : std::nullopt;
  if (workload.arrivals == Arrivals::kPeriodic) {
    workload.burst = static_cast<std::uint64_t>(own.integer("flows_per_burst"));
  }
  workload.synchronous = workload.arrivals == Arrivals::kPoisson && own.boolean("synchronous");
  workload.most = own.has("flows") ? static_cast<std::uint64_t>(own.integer("flows")) : 0;
}

void WorkloadLoader::load_bins(const Reader& own, Workload& workload) {
  for (const Value& value : own.list("bins")) {
    const Bytes bin = text::parse_bytes(value.text);
    if (!workload.bins.empty() && bin <= workload.bins.back()) {
      fail(own.document(), value.place, own.path_of("bins"),
           "wanted more than the size before, " + text::to_text(workload.bins.back()) + "; got " + text::to_text(bin));
    }
    workload.bins.push_back(bin);
  }
  if (!own.has("bins") && !own.has("size")) {
    workload.bins = {Bytes(10'000), Bytes(100'000), Bytes(1'000'000)};
    own.note("bins", workload.bins);
  }
}

std::vector<std::size_t> WorkloadLoader::hosts_of(const Reader& own, const char* key) const {
  if (!own.has(key)) {
    return hosts_;
  }
  std::vector<std::size_t> found;
  for (const Value& pattern : own.list(key)) {
    const std::size_t before = found.size();
    for (std::size_t i = 0; i < hosts_.size(); ++i) {
      if (matches(pattern.text, names_of_hosts_[i])) {
        found.push_back(hosts_[i]);
      }
    }
    if (found.size() == before) {
      fail(document_, pattern.place, own.path_of(key),
           "there is no host " + text::in_quotes(pattern.text) + text::known_hint(pattern.text, names_of_hosts_));
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  if (found.empty()) {
    own.fail(key, "wanted at least one host");
  }
  return found;
}

void WorkloadLoader::load_hosts(const Reader& own, Workload& workload) {
  workload.sources = hosts_of(own, "sources");
  workload.destinations = hosts_of(own, "destinations");
  workload.choice = own.word("choose", kChoices);
  const std::vector<std::size_t> cables = cables_of_hosts(scenario_.topology);
  for (const std::size_t source : workload.sources) {
    Flow flow = workload.flow;
    flow.source = source;
    const std::vector<std::size_t> to = candidates(workload, scenario_.topology, cables, source);
    if (to.empty()) {
      own.fail(own.has("destinations") ? "destinations" : "choose",
               "there is no destination for " + text::in_quotes(scenario_.topology.devices[source].name));
    }
    for (const std::size_t destination : to) {
      flow.destination = destination;
      common_.check_path(own, "destinations", flow);
    }
  }
  const auto rate_of = [&](std::size_t source) { return scenario_.topology.cables[cables[source]].link.rate; };
  for (const std::size_t source : workload.sources) {
    if (workload.synchronous && workload.load && rate_of(source) != rate_of(workload.sources.front())) {
      own.fail("load",
               "synchronous flows have one interval, but the links of their sources have several rates; wanted "
               "'interval' in place of 'load'");
    }
  }
}

void WorkloadLoader::load_sizes(const Reader& own, Workload& workload) const {
  if (own.has("size")) {
    workload.sizes = traffic::SizeDistribution(own.bytes("size"));
    return;
  }
  const auto [text, path] = file_of(own, "sizes", "a distribution of sizes");
  try {
    workload.sizes = traffic::read_size_distribution(text, path);
  } catch (const text::CsvError& error) {
    throw ScenarioError(error.what());
  }
}

std::vector<DrawnFlow> WorkloadLoader::draw_all(const Reader& own, const Workload& workload,
                                                std::uint32_t number) const {
  try {
    return draw(workload, number, scenario_.topology, scenario_.seed);
  } catch (const TooManyFlows&) {
    refuse_number(own);
  }
}

enum ListColumn : std::size_t { kStart, kSource, kDestination, kBytes };

std::uint32_t WorkloadLoader::host_in(const text::CsvRow& row, std::size_t column) const {
  if (const auto found = host_named_.find(std::string(row.field(column))); found != host_named_.end()) {
    return static_cast<std::uint32_t>(found->second);
  }
  row.refuse(column, "there is no host " + text::in_quotes(row.field(column)) +
                         text::known_hint(row.field(column), names_of_hosts_));
}

DrawnFlow WorkloadLoader::read_row(const Reader& own, const text::CsvRow& row, const Workload& workload) {
  constexpr std::int64_t kMostBytes = 1'000'000'000'000'000;
  DrawnFlow drawn;
  try {
    drawn.start = text::parse_time(row.field(kStart));
  } catch (const text::QuantityError& error) {
    row.refuse(kStart, error.what());
  }
  if (drawn.start >= text::parse_time(kLongestTime)) {
    row.refuse(kStart, "wanted less than " + std::string(kLongestTime) + "; got " + std::string(row.field(kStart)));
  }
  drawn.start += workload.start;
  drawn.source = host_in(row, kSource);
  drawn.destination = host_in(row, kDestination);
  drawn.size = Bytes(row.integer(kBytes, 1, kMostBytes));
  if (drawn.source == drawn.destination) {
    row.refuse(kDestination,
               "wanted another host than src; got " + text::in_quotes(row.field(kDestination)) + " twice");
  }
  Flow flow = workload.flow;
  flow.source = drawn.source;
  flow.destination = drawn.destination;
  common_.check_path(own, "file", flow);
  return drawn;
}

std::vector<DrawnFlow> WorkloadLoader::read_list(const Reader& own, Workload& workload, std::uint32_t number) {
  constexpr std::array kColumns{text::CsvColumn{"start"}, text::CsvColumn{"src"}, text::CsvColumn{"dst"},
                                text::CsvColumn{"bytes"}};
  const auto [text, path] = file_of(own, "file", "a list of flows");
  std::vector<DrawnFlow> flows;
  try {
    const text::CsvTable table(text, path, kColumns);
    for (const text::CsvRow& row : table.rows()) {
      const DrawnFlow drawn = read_row(own, row, workload);
      if (drawn.start < workload.end) {
        flows.push_back(drawn);
        flows.back().workload = number;
      }
    }
  } catch (const text::CsvError& error) {
    throw ScenarioError(error.what());
  }
  return flows;
}

}  // namespace

void load_workloads(const Document& document, Scenario& scenario) {
  const Value* list = document.root.find("workload");
  if (list == nullptr) {
    return;
  }
  WorkloadLoader loader(document, scenario);
  for (std::size_t i = 0; i < list->elements.size(); ++i) {
    loader.load(list->elements[i], i);
  }
  std::stable_sort(scenario.drawn.begin(), scenario.drawn.end(),
                   [](const DrawnFlow& a, const DrawnFlow& b) { return a.start < b.start; });
}

}  // namespace weir::scenario
