// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/switch_pool.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <variant>

#include "hw_model/datapath/egress/egress_settings.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/egress_ways.h"
#include "tb/bounds/paused_link.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/fill_tables.h"

namespace weir::bounds {
using scenario::Scenario;

std::size_t class_that_goes_first(const asic::SwitchConfig& device, ClassId c) {
  const ClassMask strict = egress::strict_classes(device.egress);
  const bool is_strict = (strict & mask_of(c)) != 0;
  for (std::size_t k = kClasses; k-- > 0;) {
    const bool first = (strict & mask_of(ClassId(k))) != 0 && (!is_strict || k > c.index());
    if (first && (device.flow_control.lossless & mask_of(ClassId(k))) == 0) {
      return k;
    }
  }
  return kClasses;
}

namespace {

// The sides from which the question "can this queue fill" is answered.
struct Fills {
  std::vector<ClassMask> surely;   // [port] classes whose queue some traffic fills to the last cell
  std::vector<ClassMask> perhaps;  // classes whose queue may hold headroom
};

// Of one switch.
struct Facts {
  std::vector<std::vector<std::size_t>> inputs;  // [egress] ports whose packets go there
  std::vector<bool> overloaded;                  // [egress] all inputs together bring more than its rate
  std::vector<bool> unsteady;                    // [egress] may be slower than its line, or be passed over
};

class Pools {
 public:
  explicit Pools(const Scenario& scenario)
      : scenario_(scenario),
        ways_(scenario),
        peers_(network::peers_of(scenario.topology)),
        facts_(peers_.size()),
        fills_(peers_.size()) {
    for (std::size_t d = 0; d < peers_.size(); ++d) {
      fills_[d] = {std::vector<ClassMask>(peers_[d].size()), std::vector<ClassMask>(peers_[d].size())};
      if (is_switch(d)) {
        facts_[d] = facts_of(d);
      }
    }
    while (fill_more()) {
    }
  }

  std::vector<SwitchPool> pools() const {
    std::vector<SwitchPool> all;
    for (const Alike& alike : alike_switches(scenario_)) {
      for (const std::size_t device : alike.switches) {
        all.push_back(pool_of(alike, device));
      }
    }
    std::sort(all.begin(), all.end(), [](const SwitchPool& a, const SwitchPool& b) { return a.device < b.device; });
    return all;
  }

 private:
  bool is_switch(std::size_t device) const {
    return scenario_.topology.devices[device].kind == network::DeviceKind::kSwitch;
  }

  BitRate rate(std::size_t device, std::size_t port) const {
    return scenario_.topology.cables[peers_[device][port].cable].link.rate;
  }

  bool has_overhead(std::size_t device, std::size_t port) const {
    return scenario_.topology.cables[peers_[device][port].cable].link.wire_overhead;
  }

  // Of what the bench changes while it runs: a shaper or an event that slows the egress down.
  bool is_slowed(std::size_t device, std::size_t port) const {
    const auto here = [&](const network::End& end) { return end.device == device && end.port.index() == port; };
    const auto shaped = [&](const scenario::EgressShaper& one) { return here({one.device, one.port}); };
    const auto slowed = [&](const scenario::ScenarioEvent& event) {
      const auto* const set = std::get_if<scenario::SetLinkRate>(&event.what);
      return set != nullptr && std::any_of(set->ends.begin(), set->ends.end(), here);
    };
    return std::any_of(scenario_.shapers.begin(), scenario_.shapers.end(), shaped) ||
           std::any_of(scenario_.events.begin(), scenario_.events.end(), slowed);
  }

  Facts facts_of(std::size_t device) const {
    const std::size_t ports = peers_[device].size();
    Facts facts{.inputs = std::vector<std::vector<std::size_t>>(ports), .overloaded = {}, .unsteady = {}};
    // Packets that wait at inputs for one another, messages that switches make beside what their inputs bring, and
    // queues that want headroom far below their limits.
    const bool always = scenario_.device_of(device).crossbar.strategy != crossbar::Strategy::kOutputQueued ||
                        scenario::bridges_messages(scenario_) || runs_short(device);
    for (std::size_t egress = 0; egress < ports; ++egress) {
      std::int64_t sum = 0;
      bool denser = false;  // frames without preamble and gap come to a link with them
      for (std::size_t port = 0; port < ports; ++port) {
        if (ways_.between(device, port, egress) != 0) {
          facts.inputs[egress].push_back(port);
          sum += rate(device, port).count();
          denser = denser || (has_overhead(device, egress) && !has_overhead(device, port));
        }
      }
      facts.overloaded.push_back(sum > rate(device, egress).count());
      facts.unsteady.push_back(always || denser || is_slowed(device, egress));
    }
    return facts;
  }

  // Whether the device behind an egress pauses it in this class; by the queues that surely or perhaps fill.
  bool is_held(std::size_t device, std::size_t egress, ClassId c, std::vector<ClassMask> Fills::*which) const {
    const network::Peer& peer = peers_[device][egress];
    if (is_switch(peer.device)) {
      return ((fills_[peer.device].*which)[peer.port.index()] & mask_of(c)) != 0;
    }
    const BitRate service = scenario_.service_rate_of(peer.device);
    const auto stops = [&](const scenario::ScenarioEvent& event) {
      const auto* const stop = std::get_if<scenario::StopHost>(&event.what);
      const auto* const set = std::get_if<scenario::SetDrainRate>(&event.what);
      return (stop != nullptr && stop->host == peer.device && stop->traffic_class == c) ||
             (set != nullptr && set->host == peer.device && set->traffic_class == c);
    };
    return (service > BitRate(0) && service < rate(device, egress)) ||
           std::any_of(scenario_.events.begin(), scenario_.events.end(), stops);
  }

  bool surely_stands(std::size_t device, std::size_t egress, ClassId c) const {
    return is_held(device, egress, c, &Fills::surely) ||
           (facts_[device].overloaded[egress] && class_that_goes_first(scenario_.device_of(device), c) < kClasses);
  }

  // Beside that: what is slower than its line; and PAUSE frames of the queues at that port take time of the line.
  bool perhaps_stands(std::size_t device, std::size_t egress, ClassId c) const {
    return is_held(device, egress, c, &Fills::perhaps) || facts_[device].overloaded[egress] ||
           facts_[device].unsteady[egress] || fills_[device].perhaps[egress] != 0;
  }

  // Whether a packet may find no shared cell, or a threshold below its queue, though nothing stands: thresholds that
  // follow the free buffer, partitions, a buffer that has no room for all queues at their limits, and a threshold of
  // fewer frames than a queue holds on its way.
  bool runs_short(std::size_t device) const {
    constexpr std::int64_t kOnTheWay = 4;  // frames of a queue that nothing delays: one goes out, one comes in
    const asic::SwitchConfig& config = scenario_.device_of(device);
    const mmu::MmuConfig& mmu = config.mmu;
    const std::size_t ports = peers_[device].size();
    const Bytes frame = mmu.whole_cells(config.max_frame);
    Bytes all;
    for (std::size_t port = 0; port < ports; ++port) {
      ClassMask classes = 0;
      for (std::size_t egress = 0; egress < ports; ++egress) {
        classes |= ways_.between(device, port, egress);
      }
      for_each_class(classes, [&](ClassId c) { all += mmu.whole_cells(mmu.viq_limit[c]) + frame; });
    }
    const ClassMask lossless = config.flow_control.lossless;
    const Bytes least = std::min(mmu.viq_limit.lowest_of(lossless), config.flow_control.pfc.lowest_xoff(lossless));
    return mmu.lossless_alpha_128ths > 0 || mmu.partitioned() || all + mmu.headroom_pool > mmu.buffer ||
           least < kOnTheWay * frame;
  }

  // Classes of this port whose packets go to an egress that stands.
  template <class Stands>
  ClassMask waiting(std::size_t device, std::size_t port, Stands&& stands) const {
    ClassMask found = 0;
    for_each_class(flow_control::at_switches(scenario_.device_of(device).flow_control), [&](ClassId c) {
      for (std::size_t egress = 0; egress < peers_[device].size(); ++egress) {
        if ((ways_.between(device, port, egress) & mask_of(c)) != 0 && stands(egress, c)) {
          found |= mask_of(c);
        }
      }
    });
    return found;
  }

  // Returns whether some queue fills that did not before.
  bool fill_more() {
    bool more = false;
    for (std::size_t d = 0; d < peers_.size(); ++d) {
      for (std::size_t port = 0; port < peers_[d].size() && is_switch(d); ++port) {
        const ClassMask surely = waiting(d, port, [&](std::size_t e, ClassId c) { return surely_stands(d, e, c); });
        const ClassMask perhaps = waiting(d, port, [&](std::size_t e, ClassId c) { return perhaps_stands(d, e, c); });
        more = more || surely != fills_[d].surely[port] || perhaps != fills_[d].perhaps[port];
        fills_[d].surely[port] = surely;
        fills_[d].perhaps[port] = perhaps;
      }
    }
    return more;
  }

  SwitchPool pool_of(const Alike& alike, std::size_t device) const {
    const mmu::MmuConfig& mmu = alike.device->mmu;
    SwitchPool pool{.device = device, .cell = mmu.cell, .problem = {}, .links = {}, .headrooms = {}};
    pool.configured = mmu.headroom_pool / mmu.cell;
    pool.problem.inputs = facts_[device].inputs;
    std::map<LinkKind, std::pair<PausedLink, PauseHeadroom>> known;
    for (std::size_t port = 0; port < peers_[device].size(); ++port) {
      const network::Peer& peer = peers_[device][port];
      const network::Cable& cable = scenario_.topology.cables[peer.cable];
      const asic::SwitchConfig& sender = scenario_.device_of(peer.device);
      const LinkKind kind = link_kind(scenario_, cable, sender);
      if (!known.contains(kind)) {
        PausedLink paused = paused_link(alike, cable, sender);
        paused.cell = mmu.cell;  // a pool is counted in cells
        known.emplace(kind, std::pair(paused, pause_headroom(paused)));
      }
      pool.problem.rates.push_back(cable.link.rate);
      pool.links.push_back(known.at(kind).first);
      pool.headrooms.push_back(known.at(kind).second);
      for_each_class(flow_control::at_switches(alike.device->flow_control),
                     [&](ClassId c) { pool.problem.queues.push_back(queue_of(device, port, c, pool)); });
    }
    return pool;
  }

  PoolQueue queue_of(std::size_t device, std::size_t port, ClassId c, const SwitchPool& pool) const {
    PoolQueue queue{.port = port, .traffic_class = c, .cells = pool.headrooms[port].in_pool() / pool.cell};
    queue.fills = (fills_[device].perhaps[port] & mask_of(c)) != 0;
    const bool goes_first = class_that_goes_first(scenario_.device_of(device), c) < kClasses;
    for (std::size_t egress = 0; egress < peers_[device].size(); ++egress) {
      if ((ways_.between(device, port, egress) & mask_of(c)) == 0) {
        continue;
      }
      if (is_held(device, egress, c, &Fills::surely)) {
        queue.held.push_back(egress);
      } else if (goes_first && facts_[device].overloaded[egress]) {
        queue.busied.push_back(egress);
      }
    }
    return queue;
  }

  const Scenario& scenario_;
  EgressWays ways_;
  std::vector<std::vector<network::Peer>> peers_;
  std::vector<Facts> facts_;
  std::vector<Fills> fills_;
};

}  // namespace

std::vector<SwitchPool> switch_pools(const Scenario& scenario) {
  const flow_control::SchemeTraits& traits = flow_control::traits_of(scenario.device.flow_control.scheme);
  if (!traits.takes_headroom_pool || !traits.pauses_own_class()) {
    throw std::invalid_argument(
        scenario.file +
        ": flow_control.scheme: a pool is sized for queues that pause their own class; wanted pfc; got " +
        std::string(flow_control::name_of(scenario.device.flow_control.scheme)));
  }
  return Pools(scenario).pools();
}

}  // namespace weir::bounds
