// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/paused_queue.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>

#include "hw_model/base/class_mask.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/pause_refresh.h"
#include "tb/bounds/paused_link.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/bounds/slowed_feedback.h"
#include "tb/scenario/device_config.h"

namespace weir::bounds {
using scenario::Scenario;

std::vector<PausedClass> paused_classes(const Alike& alike) {
  const asic::SwitchConfig& device = *alike.device;
  const flow_control::PfcConfig& pfc = device.flow_control.pfc;
  const std::vector<Bytes> lengths = counted_lengths(alike);
  std::vector<PausedClass> found;
  const auto add = [&](ClassId c) {
    found.push_back({c, pfc.xoff_of(c), device.mmu.viq_limit[c], largest_overshoot(pfc.xoff_of(c), lengths)});
  };
  if (asic::tells_classes_apart(device)) {
    for_each_class(flow_control::at_switches(device.flow_control), add);
  } else {
    add(ClassId(0));
  }
  return found;
}

Bytes needed_of(const Alike& alike, const PausedClass& one, const PauseHeadroom& worst) {
  return alike.device->mmu.pooled() ? worst.in_pool() : worst.after_xoff() + one.overshoot;
}

Bytes given_of(const Alike& alike, const PausedClass& one) {
  const mmu::MmuConfig& mmu = alike.device->mmu;
  return mmu.pooled() ? mmu.headroom : one.limit + mmu.headroom - one.xoff;
}

bool pauses_viqs(const Scenario& scenario) {
  return flow_control::traits_of(scenario.device.flow_control.scheme).pauses_viqs();
}

namespace {

// The lossless classes of a switch that have queues of their own in the report, with the thresholds of each.
std::vector<PausedClass> classes_of(const Alike& alike) {
  const asic::SwitchConfig& device = *alike.device;
  const std::vector<PausedClass> judged = paused_classes(alike);
  std::vector<PausedClass> found;
  for_each_class(flow_control::at_switches(device.flow_control), [&](ClassId c) {
    const auto own = std::find_if(judged.begin(), judged.end(), [&](const PausedClass& one) { return one.c == c; });
    found.push_back(own != judged.end() ? *own : judged.front());
    found.back().c = c;
  });
  if (flow_control::traits_of(device.flow_control.scheme).is_of_the_port && !found.empty()) {
    return {*std::min_element(found.begin(), found.end(),
                              [](const PausedClass& a, const PausedClass& b) { return a.limit < b.limit; })};
  }
  return found;
}

// All figures that reports show of a queue.
using Figures = std::array<std::int64_t, 17>;

Figures figures_of(const AlikeQueues& one) {
  const PauseTimes& times = one.link.times;
  return {one.link.rate.count(), one.link.overhead.count(),   one.link.cell.count(), times.our_frame.count(),
          times.pause.count(),   times.cable.count(),         times.peer.count(),    times.pipeline.count(),
          one.worst.mix.count(), one.worst.last.count(),      one.crosses().count(), one.needed.count(),
          one.given.count(),     one.thresholds.xoff.count(), times.replay.count(),  one.worst.window.counted.count(),
          times.sets.count()};
}

class Lister {
 public:
  explicit Lister(const Scenario& scenario) : scenario_(scenario), peers_(network::peers_of(scenario.topology)) {}

  std::vector<AlikeQueues> list() {
    for (const Alike& alike : alike_switches(scenario_)) {
      const std::vector<PausedClass> classes = classes_of(alike);
      links_.clear();
      for (const std::size_t device : alike.switches) {
        for (std::size_t port = 0; port < peers_[device].size(); ++port) {
          for (const PausedClass& one : classes) {
            add(alike, one, {device, PortId(port), one.c});
          }
        }
      }
    }
    return std::move(queues_);
  }

 private:
  const std::pair<PausedLink, PauseHeadroom>& link_into(const Alike& alike, const network::Peer& peer) {
    const network::Cable& cable = scenario_.topology.cables[peer.cable];
    const asic::SwitchConfig& sender = scenario_.device_of(peer.device);
    const LinkKind kind = link_kind(scenario_, cable, sender);
    auto found = links_.find(kind);
    if (found == links_.end()) {
      const PausedLink paused = paused_link(alike, cable, sender);
      found = links_.emplace(kind, std::pair(paused, pause_headroom(paused))).first;
    }
    return found->second;
  }

  void add(const Alike& alike, const PausedClass& one, const QueueName& queue) {
    const auto& [link, worst] = link_into(alike, peers_[queue.device][queue.port.index()]);
    AlikeQueues made{.queues = {queue},
                     .link = link,
                     .worst = worst,
                     .thresholds = one,
                     .pooled = alike.device->mmu.pooled(),
                     .needed = needed_of(alike, one, worst),
                     .given = given_of(alike, one)};
    const auto [place, is_new] = places_.try_emplace(figures_of(made), queues_.size());
    if (is_new) {
      queues_.push_back(std::move(made));
    } else {
      queues_[place->second].queues.push_back(queue);
    }
  }

  const Scenario& scenario_;
  std::vector<std::vector<network::Peer>> peers_;
  std::map<LinkKind, std::pair<PausedLink, PauseHeadroom>> links_;  // into switches that are alike
  std::map<Figures, std::size_t> places_;                           // in `queues_`
  std::vector<AlikeQueues> queues_;
};

}  // namespace

std::vector<AlikeQueues> paused_queues(const Scenario& scenario) {
  return pauses_viqs(scenario) ? Lister(scenario).list() : std::vector<AlikeQueues>{};
}

std::vector<std::string> doubts_of(const Scenario& scenario) {
  std::vector<std::string> lines;
  if (!scenario.link_faults.empty()) {
    lines.emplace_back("link faults lose or delay frames: no headroom is enough for certain");
  }
  if (damages_feedback(scenario)) {
    lines.emplace_back(
        "links damage frames: a PAUSE that is lost comes again with the next refresh at the earliest, "
        "and no headroom is enough for certain");
  }
  bool without_bound = false;
  for (const Alike& alike : alike_switches(scenario)) {
    for (std::string (*warning)(const Alike&) : {refresh_warning, slowed_feedback_warning}) {
      if (std::string line = warning(alike); !line.empty()) {
        lines.push_back(std::move(line));
      }
    }
    without_bound = without_bound || !scenario.required_headroom_of(alike.switches.front());
  }
  if (without_bound && lines.empty()) {
    lines.emplace_back(
        "peers need not obey, or frames may be in a class that nothing pauses: no headroom is enough "
        "for certain");
  }
  return lines;
}

}  // namespace weir::bounds
