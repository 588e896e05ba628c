// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <numeric>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "hw_model/base/random_stream.h"
#include "tb/host/flow.h"
#include "tb/network/routing.h"
#include "tb/scenario/flow_reader.h"
#include "tb/scenario/key_check.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"
#include "tb/scenario/scenario_error.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::scenario {
using text::in_quotes;
using text::to_text;
using text::wanted;

namespace {

enum class Pattern { kNone, kPermutation, kRandomPermutation, kShift, kIncast, kAllToAll };

class FlowLoader {
 public:
  FlowLoader(const Document& document, const Scenario& scenario)
      : document_(document), scenario_(scenario), traffic_(document, "traffic"), common_(scenario) {
    const std::vector<network::DeviceSpec>& devices = scenario.topology.devices;
    for (std::size_t i = 0; i < devices.size(); ++i) {
      index_.emplace(devices[i].name, i);
      if (devices[i].kind == network::DeviceKind::kHost) {
        hosts_.push_back(i);
      }
    }
  }

  std::vector<Flow> load() {
    load_listed();
    load_pattern();
    const Value* workloads = document_.root.find("workload");
    if (flows_.empty() && (workloads == nullptr || workloads->elements.empty())) {
      throw ScenarioError(to_text(document_, document_.root.place) +
                          ": key 'flow': there is no flow; wanted [[flow]], [[workload]], or a pattern in [traffic]");
    }
    return std::move(flows_);
  }

 private:
  void load_listed();
  void load_pattern();
  void load_permutation();
  void draw_permutation();
  void add_to_all_others(std::size_t source);
  void add_between(std::size_t source, std::size_t destination);
  void add(const Reader& reader, Flow flow, bool has_own_start);
  std::size_t host_at(const Reader& reader, std::string_view key, const Value& value, const std::string& name) const;
  std::size_t device_at(const Reader& reader, std::string_view key, const Value& value, const std::string& name) const;
  std::vector<std::size_t> load_route(const Reader& reader, const Flow& flow) const;

  const Document& document_;
  const Scenario& scenario_;
  const Reader traffic_;
  FlowReader common_;
  std::unordered_map<std::string, std::size_t> index_;
  std::vector<std::size_t> hosts_;  // device indices
  std::unordered_set<std::string> names_;
  std::vector<Flow> flows_;
};

std::size_t FlowLoader::device_at(const Reader& reader, std::string_view key, const Value& value,
                                  const std::string& name) const {
  const auto found = index_.find(name);
  if (found == index_.end()) {
    std::vector<std::string> names;
    for (const network::DeviceSpec& device : scenario_.topology.devices) {
      names.push_back(device.name);
    }
    fail(document_, value.place, reader.path_of(key),
         "there is no device " + in_quotes(name) + text::known_hint(name, names));
  }
  return found->second;
}

std::size_t FlowLoader::host_at(const Reader& reader, std::string_view key, const Value& value,
                                const std::string& name) const {
  const std::size_t device = device_at(reader, key, value, name);
  if (scenario_.topology.devices[device].kind != network::DeviceKind::kHost) {
    fail(document_, value.place, reader.path_of(key), "wanted a host; " + in_quotes(name) + " is a switch");
  }
  return device;
}

std::vector<std::size_t> FlowLoader::load_route(const Reader& reader, const Flow& flow) const {
  std::vector<std::size_t> route;
  for (const Value& step : reader.list("route")) {
    route.push_back(device_at(reader, "route", step, step.text));
  }
  if (!reader.has("route")) {
    return route;
  }
  const std::vector<network::DeviceSpec>& devices = scenario_.topology.devices;
  if (route.empty() || route.front() != flow.source || route.back() != flow.destination) {
    reader.fail("route", "wanted a route from " + in_quotes(devices[flow.source].name) + " to " +
                             in_quotes(devices[flow.destination].name) + ", both included");
  }
  try {
    network::follow_route(scenario_.topology, common_.peers(), route);
  } catch (const network::RouteError& error) {
    reader.fail("route", error.what());
  }
  return route;
}

// Fills in what [traffic] and [[flow]] have in common, checks it, and files the flow.
void FlowLoader::add(const Reader& reader, Flow flow, bool has_own_start) {
  constexpr std::array kKinds{SourceKind::kBacklogged, SourceKind::kConstantRate, SourceKind::kPcap,
                              SourceKind::kPoisson,    SourceKind::kBernoulli,    SourceKind::kOnOff};
  flow.kind = reader.word("kind", kKinds);
  common_.load(reader, flow);
  load_demand(reader, flow);
  flow.start = (has_own_start ? reader : traffic_).time("start");
  if (!has_own_start) {
    const auto earlier_flows = static_cast<std::int64_t>(flows_.size());
    if (traffic_.time("stagger") > Time::max() / 2 / (earlier_flows + 1)) {
      traffic_.fail("stagger", "the last flow would start later than can be counted");
    }
    flow.start += traffic_.time("stagger") * earlier_flows;
  }
  flow.stop = reader.has("stop") ? reader.time("stop") : kNever;
  if (flow.stop <= flow.start) {
    reader.fail("stop", "wanted later than start, " + to_text(flow.start) + "; got " + to_text(flow.stop));
  }
  flow.size = reader.has("size") ? reader.bytes("size") : Bytes(0);
  load_capture(reader, flow);
  common_.check_path(reader, "dst", flow);
  if (!names_.insert(flow.name).second) {
    reader.fail("name", "there are two flows named " + in_quotes(flow.name));
  }
  flows_.push_back(std::move(flow));
}

void FlowLoader::load_listed() {
  const Value* list = document_.root.find("flow");
  for (std::size_t i = 0; list != nullptr && i < list->elements.size(); ++i) {
    const Value& element = list->elements[i];
    const Reader own(document_, "flow", element, i);
    Reader reader = own;
    reader.set_fallback(&traffic_);
    Flow flow;
    flow.name = own.text_or("name", default_flow_name(i));
    for (const std::string_view key : {"src", "dst"}) {
      const std::string name = own.text(key);
      (key == "src" ? flow.source : flow.destination) = host_at(own, key, *element.find(key), name);
    }
    if (flow.source == flow.destination) {
      own.fail("dst", "wanted another host than src; got " + in_quotes(own.text("dst")) + " twice");
    }
    flow.route = load_route(own, flow);
    add(reader, std::move(flow), own.has("start"));
  }
}

void FlowLoader::add_between(std::size_t source, std::size_t destination) {
  Flow flow;
  flow.name = scenario_.topology.devices[source].name + "_to_" + scenario_.topology.devices[destination].name;
  flow.source = source;
  flow.destination = destination;
  add(traffic_, std::move(flow), false);
}

void FlowLoader::load_permutation() {
  if (!traffic_.has("pairs")) {
    traffic_.fail("pairs", "required for pattern = \"permutation\", but missing; wanted " +
                               wanted(*find_key("traffic", "pairs")));
  }
  for (const Value& pair : traffic_.list("pairs")) {
    std::array<std::size_t, 2> ends{};
    for (std::size_t i = 0; i < ends.size(); ++i) {
      ends[i] = host_at(traffic_, "pairs", pair.elements[i], "h" + std::to_string(pair.elements[i].integer));
    }
    if (ends[0] == ends[1]) {
      fail(document_, pair.place, traffic_.path_of("pairs"), "wanted two different hosts in each pair");
    }
    add_between(ends[0], ends[1]);
  }
}

// Sattolo's shuffle draws one cycle over all hosts, so that none sends to itself.
void FlowLoader::draw_permutation() {
  std::vector<std::size_t> to(hosts_.size());
  std::iota(to.begin(), to.end(), std::size_t{0});
  RandomStream random(scenario_.seed, "traffic.random_permutation");
  for (std::size_t i = hosts_.size() - 1; i > 0; --i) {
    std::swap(to[i], to[static_cast<std::size_t>(random.below(i))]);
  }
  for (std::size_t i = 0; i < hosts_.size(); ++i) {
    add_between(hosts_[i], hosts_[to[i]]);
  }
}

void FlowLoader::add_to_all_others(std::size_t source) {
  for (const std::size_t host : hosts_) {
    if (host != source) {
      add_between(source, host);
    }
  }
}

void FlowLoader::load_pattern() {
  constexpr std::array kPatterns{Pattern::kNone,  Pattern::kPermutation, Pattern::kRandomPermutation,
                                 Pattern::kShift, Pattern::kIncast,      Pattern::kAllToAll};
  const Pattern pattern = traffic_.word("pattern", kPatterns);
  const std::size_t count = hosts_.size();
  if (pattern != Pattern::kNone && count < 2) {
    traffic_.fail("pattern", "wanted a topology with at least two hosts");
  }
  switch (pattern) {
    case Pattern::kNone:
      return;
    case Pattern::kPermutation:
      return load_permutation();
    case Pattern::kRandomPermutation:
      return draw_permutation();
    case Pattern::kShift: {
      const auto by = static_cast<std::size_t>(traffic_.integer("by"));
      if (by % count == 0) {
        traffic_.fail("by", "a shift by " + std::to_string(by) + " among " + std::to_string(count) +
                                " hosts sends each host to itself");
      }
      for (std::size_t i = 0; i < count; ++i) {
        add_between(hosts_[i], hosts_[(i + by) % count]);
      }
      return;
    }
    case Pattern::kIncast: {
      if (!traffic_.has("target")) {
        traffic_.fail("target", "required for pattern = \"incast\", but missing; wanted the name of a host");
      }
      const Value& value = *document_.root.find("traffic")->find("target");
      const std::size_t target = host_at(traffic_, "target", value, value.text);
      for (const std::size_t host : hosts_) {
        if (host != target) {
          add_between(host, target);
        }
      }
      return;
    }
    case Pattern::kAllToAll:
      for (const std::size_t from : hosts_) {
        add_to_all_others(from);
      }
      return;
  }
}

}  // namespace

std::vector<Flow> load_flows(const Document& document, const Scenario& scenario) {
  return FlowLoader(document, scenario).load();
}

}  // namespace weir::scenario
