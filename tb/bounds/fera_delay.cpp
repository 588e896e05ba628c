// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/fera_delay.h"

#include <algorithm>
#include <cmath>

#include "hw_model/frame/mac_control.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/fera_bounds.h"
#include "tb/network/routing.h"
#include "tb/scenario/routes.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
using text::to_text;

namespace {

constexpr Bytes kTag = frame::kControlFrameLength;
constexpr double kMuch = 0.05;

bool is_tagged(const scenario::Flow& flow) { return flow.control != nullptr && flow.control->tags; }

Time tag_interval_of(const scenario::Flow& flow) { return flow.settings.parameters->fera.tag_interval; }

// The part of a link's rate that the tags of a flow take, with a tag every tau.
double part_of_tags(const scenario::Flow& flow, BitRate link) {
  constexpr double kPicoseconds = 1e12;
  return static_cast<double>(kTag.count() * 8) * kPicoseconds /
         (static_cast<double>(tag_interval_of(flow).count()) * static_cast<double>(link.count()));
}

template <typename Part>
double of_flows_over(const scenario::Scenario& scenario, const network::Cable& cable, Part part) {
  double sum = 0;
  for (const scenario::Flow& flow : scenario.flows) {
    if (is_tagged(flow) && (flow.destination == cable.a.device || flow.destination == cable.b.device)) {
      sum += part(flow);
    }
  }
  return sum;
}

// The network as tags cross it.
struct Ways {
  explicit Ways(const scenario::Scenario& of)
      : scenario(of), routes(scenario::shortest_paths_of(of)), peers(network::peers_of(of.topology)) {}

  // Time there and back without queues; kNever: there is no path.
  Time round_trip(const scenario::Flow& flow) const {
    Time sum{0};
    network::Peer next = peers[flow.source].front();
    for (std::size_t hops = 0; hops <= scenario.topology.devices.size(); ++hops) {
      const link::LinkConfig& link = scenario.topology.cables[next.cable].link;
      sum += 2 * (link.delay + serialization_time(kTag, link.rate));
      if (next.device == flow.destination) {
        return sum;
      }
      const auto& parser = scenario.device.parser;
      sum += 2 * parser.lookup_cycles * parser.clock;
      const auto ports = routes.switches[next.device].towards(routes.host_number[flow.destination]);
      if (ports.empty()) {
        return kNever;
      }
      next = peers[next.device][ports.front().index()];
    }
    return kNever;
  }

  // The delay of the flow's loop, as fera_loop_delay() has it.
  Time loop_delay(const scenario::Flow& flow) const {
    const Time trip = flow.route.empty() ? round_trip(flow) : kNever;
    return trip == kNever ? kNever : tag_interval_of(flow) + trip;
  }

  const scenario::Scenario& scenario;
  network::Routes routes;
  std::vector<std::vector<network::Peer>> peers;
};

// The flow with tags whose loop takes longest; nothing where there is none.
struct Slowest {
  const scenario::Flow* flow = nullptr;
  Time delay{0};
};

Slowest slowest_of(const scenario::Scenario& scenario) {
  Slowest slowest;
  if (std::none_of(scenario.flows.begin(), scenario.flows.end(), is_tagged)) {
    return slowest;
  }
  const Ways ways(scenario);
  for (const scenario::Flow& flow : scenario.flows) {
    const Time delay = is_tagged(flow) ? ways.loop_delay(flow) : kNever;
    if (delay != kNever && delay > slowest.delay) {
      slowest = {&flow, delay};
    }
  }
  return slowest;
}

// The cable of which tags take most.
struct MostTags {
  const network::Cable* cable = nullptr;
  double share = 0;
};

MostTags most_tags_of(const scenario::Scenario& scenario) {
  MostTags most;
  for (const network::Cable& cable : scenario.topology.cables) {
    if (const double share = fera_tag_share(scenario, cable); share > most.share) {
      most = {&cable, share};
    }
  }
  return most;
}

double part(Time time, Time whole) { return static_cast<double>(time.count()) / static_cast<double>(whole.count()); }

double largest_gain(const Alike& alike) {
  double largest = 0;
  for (const Inbound& inbound : alike.links) {
    largest = std::max(largest, fera_loop_gain(alike, inbound.cable->link));
  }
  return largest;
}

// Notes how much all neighbours of a switch but the one behind a port may still send to that port after XOFF, less what
// leaves.
std::string room_note(const Alike& alike) {
  const flow_control::FlowControlConfig& flow_control = alike.device->flow_control;
  if (!flow_control::traits_of(flow_control.scheme).pauses_ports_by_egress() ||
      alike.device->mmu.veq_limit == Bytes(0)) {
    return "";
  }
  std::size_t ports = 0;
  const auto peers = network::peers_of(alike.scenario->topology);
  for (const std::size_t device : alike.switches) {
    ports = std::max(ports, peers[device].size());
  }
  if (ports < 3) {
    return "";
  }
  const auto& parser = alike.device->parser;
  const Worst worst = worst_of(alike, [&](const link::LinkConfig& link, const asic::SwitchConfig& sender) {
    const Time tau = latency_of(link, sender) + parser.lookup_cycles * parser.clock;
    return bytes_at_least(tau, link.rate) * static_cast<std::int64_t>(ports - 2) + alike.device->max_frame;
  });
  const Bytes room = alike.device->mmu.veq_limit - alike.device->flow_control.pfc.highest_xoff();
  return named(alike) + "PAUSE by output queues: " + std::to_string(ports - 1) + " neighbours may send " +
         to_text(worst.margin) + " more than leaves after XOFF, and there is room for " + to_text(room);
}

}  // namespace

Time fera_loop_delay(const scenario::Scenario& scenario, const scenario::Flow& flow) {
  return Ways(scenario).loop_delay(flow);
}

double fera_longest_delay(double gain) {
  // z^3 + c2 z^2 + c1 z + c0 of the map (x, x', e).
  const auto decays = [gain](double d) {
    const double a = 1 - (1 + gain) * (1 - d);
    const double b = -(1 + gain) * d;
    const double c2 = -(a + 1);
    const double c1 = a - b + gain * (1 - d);
    const double c0 = b + gain * d;
    return 1 + c2 + c1 + c0 > 0 && -1 + c2 - c1 + c0 < 0 && std::abs(c0) < 1 && 1 - c0 * c0 > std::abs(c1 - c0 * c2);
  };
  if (!decays(0)) {
    return 0;
  }
  double below = 0;
  double above = 1;
  constexpr int kHalvings = 40;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (below + above) / 2;
    (decays(middle) ? below : above) = middle;
  }
  return below;
}

double fera_tag_share(const scenario::Scenario& scenario, const network::Cable& cable) {
  return of_flows_over(scenario, cable,
                       [&](const scenario::Flow& flow) { return part_of_tags(flow, cable.link.rate); });
}

double fera_least_load(const scenario::Scenario& scenario, const network::Cable& cable, unsigned n_max) {
  return of_flows_over(scenario, cable, [&](const scenario::Flow& flow) {
    const double least = 1.0 / n_max;
    const double most_of_rate = flow.settings.parameters->fera.tag_share;
    const double tags = part_of_tags(flow, cable.link.rate);
    return least + (most_of_rate < 1 ? std::min(tags, most_of_rate * least) : tags);
  });
}

std::vector<std::string> fera_delay_warnings(const Alike& alike) {
  std::vector<std::string> found;
  const Time interval = alike.device->congestion.fera.meter.interval;
  const double longest = fera_longest_delay(largest_gain(alike));
  const Slowest slowest = slowest_of(*alike.scenario);
  if (slowest.flow != nullptr && longest > 0 && part(slowest.delay, interval) >= longest) {
    found.push_back(named(alike) + "FERA's loop takes up to " + to_text(slowest.delay) + ", of flow " +
                    slowest.flow->name + ": D/T = " + digits(part(slowest.delay, interval)) + ", and from " +
                    digits(longest) + " on rates swing for ever");
  }
  if (const MostTags most = most_tags_of(*alike.scenario); most.share > kMuch) {
    found.push_back(named(alike) + "tags take " + digits(100 * most.share) + " % of " +
                    name_of(*alike.scenario, *most.cable) +
                    ", which no meter can lower: wanted longer traffic.fera.tag_interval, or a tag_share");
  }
  return found;
}

std::vector<std::string> fera_delay_notes(const Alike& alike) {
  std::vector<std::string> notes;
  const Time interval = alike.device->congestion.fera.meter.interval;
  if (const Slowest slowest = slowest_of(*alike.scenario); slowest.flow != nullptr) {
    notes.push_back(named(alike) + "FERA's loop takes " + to_text(slowest.delay) + " at most, of flow " +
                    slowest.flow->name + ": D/T = " + digits(part(slowest.delay, interval)));
  }
  if (const MostTags most = most_tags_of(*alike.scenario); most.cable != nullptr) {
    notes.push_back(named(alike) + "tags take " + digits(100 * most.share) + " % of " +
                    name_of(*alike.scenario, *most.cable));
  }
  if (const std::string note = room_note(alike); !note.empty()) {
    notes.push_back(note);
  }
  return notes;
}

}  // namespace weir::bounds
