// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/tests/regress/lossless/random_network.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "hw_model/base/random_stream.h"
#include "hw_model/reference/rate_limiter.h"

namespace weir::lossless {
namespace {

using namespace literals;  // NOLINT(google-build-using-namespace): units

class Draw {
 public:
  explicit Draw(std::uint64_t number) : stream_(number, "lossless property") {}

  // Both included.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(stream_.below(static_cast<std::uint64_t>(high - low + 1)));
  }
  std::size_t index(std::size_t count) { return static_cast<std::size_t>(stream_.below(count)); }
  bool chance(int percent) { return between(1, 100) <= percent; }
  template <class T>
  const T& one_of(const std::vector<T>& values) {
    return values[index(values.size())];
  }
  double unit() { return stream_.unit(); }

 private:
  RandomStream stream_;
};

// Name -> the neighbours that are switches.
using Neighbours = std::map<std::string, std::vector<std::string>>;

void join_switches(Draw& draw, Network& network) {
  const std::size_t n = network.switches.size();
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 1; i < n; ++i) {
    pairs.emplace(network.kind == "ring" ? i - 1 : draw.index(i), i);
  }
  if (network.kind == "ring" && n > 2) {
    pairs.emplace(0, n - 1);
  }
  for (std::size_t more = network.kind == "random" && n > 2 ? 1 + draw.index(n) : 0; more > 0; --more) {
    const std::size_t a = draw.index(n);
    const std::size_t b = draw.index(n);
    if (a != b) {
      pairs.emplace(std::min(a, b), std::max(a, b));
    }
  }
  for (const auto& [a, b] : pairs) {
    network.cables.push_back({network.switches[a], network.switches[b], {}});
  }
}

void draw_graph(Draw& draw, Network& network) {
  network.kind = draw.one_of<std::string>({"random", "random", "ring", "ring", "tree", "star"});
  const std::int64_t switches = network.kind == "star" ? 1 : draw.between(network.kind == "ring" ? 3 : 2, 6);
  for (std::int64_t i = 1; i <= switches; ++i) {
    network.switches.push_back(fmt::format("s{}", i));
  }
  join_switches(draw, network);
  const std::int64_t most_hosts = switches > 3 ? 2 : 3;
  for (const std::string& name : network.switches) {
    for (std::int64_t i = network.kind == "star" ? draw.between(3, 7) : draw.between(1, most_hosts); i > 0; --i) {
      network.hosts.push_back(fmt::format("h{}", network.hosts.size() + 1));
      network.cables.push_back({name, network.hosts.back(), {}});
    }
  }
}

// Rates around one of the network's, delays of one order of magnitude.
void draw_links(Draw& draw, Network& network) {
  const BitRate fast = draw.one_of<BitRate>({10_Gbps, 10_Gbps, 25_Gbps, 40_Gbps, 100_Gbps});
  const bool one_rate = draw.chance(40);
  const bool one_delay = draw.chance(30);
  const bool overhead = draw.chance(30);
  const Time delay = draw.one_of<Time>({50_ns, 300_ns, 1_us, 2_us});
  for (Cable& cable : network.cables) {
    cable.link.rate = one_rate ? fast : fast / draw.one_of<std::int64_t>({1, 1, 2, 4, 5});
    cable.link.delay = one_delay ? delay : Time(draw.between(delay.count(), 4 * delay.count()));
    cable.link.wire_overhead = overhead;
  }
  network.max_frame = Bytes(draw.one_of<std::int64_t>({512, 1024, 1500, 1500, 1518, draw.between(600, 4000), 9216}));
  const auto slowest =
      std::min_element(network.cables.begin(), network.cables.end(), [](const Cable& a, const Cable& b) {
        return a.link.rate < b.link.rate;
      })->link.rate;
  while (serialization_time(network.max_frame + link::kWireOverhead, slowest) >
         reference::RateLimiterConfig().longest_transmission()) {  // which GFC's limiters would refuse
    network.max_frame = network.max_frame / 2;
  }
  network.injection = serialization_time(network.max_frame, fast) * draw.between(100, 250);
}

BitRate rate_of_host(const Network& network, const std::string& host) {
  return std::find_if(network.cables.begin(), network.cables.end(), [&](const Cable& c) { return c.b == host; })
      ->link.rate;
}

const std::string& switch_of(const Network& network, const std::string& host) {
  return std::find_if(network.cables.begin(), network.cables.end(), [&](const Cable& c) { return c.b == host; })->a;
}

Neighbours neighbours_of(const Network& network) {
  Neighbours neighbours;
  for (const Cable& cable : network.cables) {
    if (cable.b.front() == 's') {
      neighbours[cable.a].push_back(cable.b);
      neighbours[cable.b].push_back(cable.a);
    }
  }
  return neighbours;
}

enum class Routing { kShortest, kRound, kWalks };

// From a host over its switch to any host of where the walk ends; empty where that is itself.
std::vector<std::string> draw_walk(Draw& draw, const Network& network, Neighbours& neighbours, Routing routing,
                                   const std::string& source) {
  std::vector<std::string> walk{switch_of(network, source)};
  const std::size_t most = routing == Routing::kRound ? network.switches.size() : kMostSwitchesPassed;
  const std::size_t length = 1 + draw.index(most);
  while (walk.size() < length) {
    std::vector<std::string> onward = neighbours[walk.back()];
    if (routing == Routing::kRound) {  // all the same way, which closes the circle
      const auto here = std::find(network.switches.begin(), network.switches.end(), walk.back());
      onward = {here + 1 == network.switches.end() ? network.switches.front() : *(here + 1)};
    } else if (walk.size() > 1 && onward.size() > 1) {  // not straight back, where there is another way
      std::erase(onward, walk[walk.size() - 2]);
    }
    if (onward.empty()) {
      break;
    }
    walk.push_back(draw.one_of(onward));
  }
  std::vector<std::string> ends;
  for (const std::string& host : network.hosts) {
    if (host != source && switch_of(network, host) == walk.back()) {
      ends.push_back(host);
    }
  }
  if (ends.empty()) {
    return {};
  }
  walk.insert(walk.begin(), source);
  walk.push_back(draw.one_of(ends));
  return walk;
}

// Short frames come in a limited number: they cost as many events as long ones.
void draw_demand(Draw& draw, const Network& network, Flow& flow) {
  const std::int64_t longest = network.max_frame.count();
  flow.length = Bytes(draw.chance(60) ? longest : draw.between(64, longest));
  if (draw.chance(40)) {
    flow.rate = rate_of_host(network, flow.source) * draw.between(10, 110) / 100;
  }
  if (flow.length * 6 < network.max_frame || draw.chance(10)) {
    flow.size = flow.length * draw.between(20, 200);
  }
  if (draw.chance(50)) {
    flow.start = Time(draw.between(0, network.injection.count() / 4));
  }
  flow.acknowledged = draw.chance(25);
  flow.lossy = draw.chance(15);
  flow.class_number = draw.index(network.lossless.size());
}

void draw_flows(Draw& draw, Network& network) {
  const bool circle = network.kind == "ring";
  const Routing routing = draw.chance(40)               ? Routing::kShortest
                          : circle && draw.chance(70)   ? Routing::kRound
                          : network.switches.size() > 1 ? Routing::kWalks
                                                        : Routing::kShortest;
  Neighbours neighbours = neighbours_of(network);
  const std::string hot = draw.chance(40) ? draw.one_of(network.hosts) : "";
  for (const std::string& host : network.hosts) {
    for (std::int64_t i = draw.between(host == network.hosts.front() ? 1 : 0, 2); i > 0; --i) {
      Flow flow;
      flow.source = host;
      if (routing != Routing::kShortest) {
        flow.route = draw_walk(draw, network, neighbours, routing, host);
      }
      if (!flow.route.empty()) {
        flow.destination = flow.route.back();
        network.loops |= std::set(flow.route.begin(), flow.route.end()).size() < flow.route.size();
      } else if (!hot.empty() && host != hot && draw.chance(70)) {
        flow.destination = hot;
      } else {
        do {
          flow.destination = draw.one_of(network.hosts);
        } while (flow.destination == host);
      }
      draw_demand(draw, network, flow);
      network.flows.push_back(flow);
    }
  }
}

void draw_classes(Draw& draw, Network& network) {
  std::vector<std::size_t> classes{0, 1, 2, 3, 4, 5, 6, 7};
  for (std::size_t i = classes.size() - 1; i > 0; --i) {
    std::swap(classes[i], classes[draw.index(i + 1)]);
  }
  network.lossless.assign(classes.begin(), classes.begin() + draw.between(1, 3));
  network.lossy = classes.back();
}

std::string crossbar_text(Draw& draw, const Network& network) {
  std::string text = "[switch.crossbar]\n";
  if (draw.chance(30)) {
    return text + "strategy = \"output_queued\"\n";
  }
  // A draw a statement: the order of arguments is the compiler's.
  const auto queueing = draw.one_of<std::string>({"fifo", "virtual_output"});
  const auto speedup = draw.one_of<std::string>({"1.0", "1.0", "1.05", "1.5", "2.0"});
  const bool combined = speedup >= "1.5" && draw.chance(70);  // at inputs and outputs: by cells
  text += combined ? "strategy = \"combined\"\n" : "strategy = \"input_queued\"\n";
  text += "queueing = \"" + queueing + "\"\nspeedup = " + speedup + "\n";
  if (draw.chance(40)) {
    text += fmt::format("output_buffer = \"{}B\"\n", network.max_frame.count() * draw.between(100, 600) / 100);
  }
  if (!combined && draw.chance(60)) {
    return text + fmt::format("transfer = \"packet\"\njitter = \"{}ps\"\n", draw.one_of<int>({0, 1'000, 10'000}));
  }
  text += fmt::format("cell = \"{}B\"\n", draw.one_of<int>({64, 128, 256, 512}));
  return text + (draw.chance(50) ? fmt::format("arbiter = \"islip\"\niterations = {}\n", draw.between(1, 2)) : "");
}

// Of a class, or of all at the ports to one switch or host: a part of the slowest cable.
std::string shaper_text(Draw& draw, const Network& network) {
  BitRate slowest = network.cables.front().link.rate;
  for (const Cable& cable : network.cables) {
    slowest = std::min(slowest, cable.link.rate);
  }
  std::string text =
      fmt::format("\n[[switch.egress.shaper]]\nrate = \"{}bps\"\n", slowest.count() * draw.between(20, 90) / 100);
  if (draw.chance(50)) {
    text += fmt::format("to = \"{}\"\n", draw.one_of(network.cables).b);
  }
  if (draw.chance(50)) {
    text += fmt::format("class = {}\n", draw.between(0, 7));
  }
  return text + fmt::format("burst = \"{}B\"\n", network.max_frame.count() * draw.between(100, 500) / 100);
}

std::string egress_text(Draw& draw) {
  const auto discipline = draw.one_of<std::string>({"strict_priority", "round_robin", "dwrr", "strict_over_dwrr"});
  std::string text = "[switch.egress]\ndiscipline = \"" + discipline + "\"\n";
  if (discipline == "strict_over_dwrr") {
    text += fmt::format("strict = [{}]\n", draw.between(0, 7));
  }
  if (discipline.ends_with("dwrr") && draw.chance(70)) {
    std::array<std::int64_t, 8> weights{};
    std::generate(weights.begin(), weights.end(), [&] { return draw.between(1, 9); });
    text += fmt::format("weights = [{}]\n", fmt::join(weights, ", "));
  }
  return text;
}

}  // namespace

Network draw_network(std::uint64_t number) {
  Draw draw(number);
  Network network;
  network.number = number;
  draw_graph(draw, network);
  draw_links(draw, network);
  draw_classes(draw, network);
  draw_flows(draw, network);
  network.processing_delay = draw.chance(50) ? Time(0) : Time(draw.between(0, 3'000'000));
  network.settings = fmt::format("[switch.parser]\nstate_cycles = {}\n", draw.between(0, 3));
  network.settings += fmt::format("lookup_cycles = {}\n\n", draw.between(0, 6));
  network.settings += crossbar_text(draw, network) + "\n";
  network.settings += egress_text(draw);
  if (draw.chance(25)) {
    network.settings += shaper_text(draw, network);
  }
  network.above_bound = draw.between(1, 10 * network.max_frame.count());
  network.part = draw.unit();
  network.cell = Bytes(draw.one_of<std::int64_t>({64, 208, 208, 256}));
  network.count_cells = draw.chance(15);
  network.credit_period = Time(draw.between(1'000'000, 20'000'000));
  return network;
}

}  // namespace weir::lossless
