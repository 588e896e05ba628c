// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/headroom/pool_witness.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "hw_model/base/class_mask.h"
#include "tb/headroom/pool_plan.h"
#include "tb/headroom/witness.h"

namespace weir::headroom {
namespace {

struct PlannedFlow {
  std::string name;
  std::string from;
  std::string to;
  std::size_t traffic_class;
  Bytes length;
  Time start;
  std::int64_t frames = 0;  // 0: at `rate` until `stop`
  BitRate rate = {};
  Time stop = {};
};

class PoolWitness {
 public:
  explicit PoolWitness(const PoolPlan& plan) : plan_(plan) {}

  std::string text(std::int64_t cells) const {
    const Bytes less = (plan_.set.cells - 1) * plan_.pool.cell;
    std::string toml = fmt::format(
        "# A witness: {} queues of {} fill at once to the last cell that each can need, {} cells of {} B together.\n"
        "# The pool has {}. With one cell less than {} a frame is lost:\n#\n"
        "#   --set switch.mmu.headroom={}B --set switch.mmu.headroom_pool={}B\n\n"
        "[scenario]\nname = \"headroom_pool_witness\"\nduration = \"{}ps\"\nsample_interval = \"{}ps\"\n\n",
        plan_.set.queues.size(), plan_.name, plan_.set.cells, plan_.pool.cell.count(), cells, plan_.set.cells,
        std::min(plan_.most_of_a_queue(), less).count(), less.count(), plan_.end.count(), plan_.end.count());
    toml += topology_text() + switch_text(cells) + flows_text() + events_text();
    if (cells >= plan_.set.cells) {
      toml += "[expect]\ndrops = 0\nfaults = 0\n";
    }
    return toml;
  }

 private:
  std::string topology_text() const {
    std::string text = fmt::format("[topology]\nkind = \"custom\"\nwire_overhead = {}\n\n",
                                   plan_.pool.links.front().overhead > Bytes(0));
    text += fmt::format("[[topology.device]]\nname = \"{}\"\nkind = \"switch\"\n\n", plan_.name);
    std::string links;
    const auto add = [&](const std::string& host, BitRate rate, Time delay) {
      text += fmt::format("[[topology.device]]\nname = \"{}\"\nkind = \"host\"\n\n", host);
      links += fmt::format("[[topology.link]]\nbetween = [\"{}\", \"{}\"]\nrate = \"{}bps\"\ndelay = \"{}ps\"\n\n",
                           host, plan_.name, rate.count(), delay.count());
    };
    for (std::size_t port = 0; port < plan_.peers.size(); ++port) {
      add(plan_.host(port), plan_.pool.problem.rates[port], plan_.delay(port));
    }
    add("beside1", plan_.fastest(), kBesideDelay);
    add("beside2", plan_.fastest(), kBesideDelay);
    return text + links;
  }

  std::string switch_text(std::int64_t cells) const {
    const bounds::PauseTimes& times = plan_.pool.links.front().times;
    const Pipeline pipeline = pipeline_of(times.pipeline, plan_.fastest());
    std::int64_t waiting = 0;  // cells of all that keeps egresses busy
    for (const std::size_t egress : plan_.busy) {
      const std::int64_t frames = plan_.waiting_frames(egress);
      waiting += frames * ((plan_.longest + plan_.pool.cell - Bytes(1)) / plan_.pool.cell);
    }
    const Bytes high_limit =
        std::max((waiting + 100 * (plan_.longest / plan_.pool.cell + 1)) * plan_.pool.cell, plan_.limit);
    std::string classes;
    std::string limits;
    const Bytes headroom = std::min(plan_.most_of_a_queue(), cells * plan_.pool.cell);
    for (std::size_t c = 0; c < kClasses; ++c) {
      const bool lossless = (plan_.device.flow_control.lossless & mask_of(ClassId(c))) != 0;
      classes += lossless ? fmt::format("{}{}", classes.empty() ? "" : ", ", c) : "";
      limits += fmt::format("{}\"{}B\"", c > 0 ? ", " : "", (lossless ? plan_.limit : high_limit).count());
    }
    const auto ports = static_cast<std::int64_t>(plan_.peers.size() + 2);
    const Bytes buffer = cells * plan_.pool.cell + ports * (8 * (plan_.limit + plan_.pool.cell)) + 2 * high_limit;
    return fmt::format(
        "[switch]\nmax_frame = \"{}B\"\n\n[switch.parser]\nclock = \"{}ps\"\nlookup_cycles = {}\n\n"
        "[switch.egress]\ndiscipline = \"strict_over_dwrr\"\nstrict = [{}]\n\n"
        "[switch.mmu]\nbuffer = \"{}B\"\ncell = \"{}B\"\ncount_cells = true\nviq_limit = [{}]\nheadroom = \"{}B\"\n"
        "headroom_pool = \"{}B\"\n\n"
        "[flow_control]\nscheme = \"pfc\"\nlossless = [{}]\nprocessing_delay = \"{}ps\"\n\n"
        "[flow_control.pfc]\nxoff = \"{}B\"\nxon = \"0B\"\nrefresh_fraction = 0.9\n\n",
        plan_.longest.count(), pipeline.clock.count(), pipeline.cycles, plan_.high, buffer.count(),
        plan_.pool.cell.count(), limits, headroom.count(), (cells * plan_.pool.cell).count(), classes,
        (times.peer + times.own).count(), plan_.limit.count());
  }

  void add_filling(const PoolPlan::Filling& one, std::vector<PlannedFlow>& flows) const {
    const bounds::PoolQueue& to = plan_.queue(one.queue);
    const std::string name = fmt::format("p{}_c{}", to.port, to.traffic_class.index());
    // Each part but the first is due while the last frame of the part before is on the line, so that a frame waits when
    // that one ends.
    Time at = one.start;
    Time early;
    const auto add = [&](const char* part, std::size_t number, Bytes length, std::int64_t frames) {
      flows.push_back({fmt::format("{}_{}{}", name, part, number), plan_.host(to.port), plan_.host(one.egress),
                       to.traffic_class.index(), length, at - early, frames});
      at += frames * plan_.link(one.queue).line_time(length);
      early = plan_.link(one.queue).line_time(length) / 2;
    };
    add("up", 0, plan_.headroom(one.queue).last_length, plan_.first + 1);
    std::size_t number = 0;
    for (const bounds::FramesAlike& alike : plan_.headroom(one.queue).before) {
      add("mix", number++, alike.length, alike.count);
    }
    add("last", 0, plan_.headroom(one.queue).last_length, 1 + kHeldBack);
    if (plan_.primed.contains(to.port)) {
      return;
    }
    // The first is on the line when the second comes, which begins in the instant of the crossing.
    const Time back = plan_.link(one.queue).line_time(plan_.longest);
    const Time way = plan_.beside_way();
    flows.push_back(
        {name + "_back0", "beside1", plan_.host(to.port), plan_.high, plan_.longest, one.crosses - back - way, 1});
    flows.push_back(
        {name + "_back1", "beside2", plan_.host(to.port), plan_.high, plan_.longest, one.crosses - back / 2 - way, 1});
  }

  std::string flows_text() const {
    std::vector<PlannedFlow> flows;
    for (const auto& [port, from] : plan_.primed) {
      flows.push_back({fmt::format("first_p{}", port), "beside1", plan_.host(port), plan_.high, plan_.longest,
                       from - plan_.beside_way(), plan_.primer});
    }
    for (const PoolPlan::Brought& one : plan_.brought) {
      const bounds::PausedLink& in = plan_.pool.links[one.port];
      const auto primed = plan_.primed.find(one.egress);
      const Time start = primed != plan_.primed.end() ? primed->second : Time(0);
      // Of the line's rate frames alone are counted.
      const Wide frames = Wide{one.rate.count()} * plan_.longest.count() / (plan_.longest + in.overhead).count();
      flows.push_back({fmt::format("busy_p{}_p{}", one.port, one.egress), plan_.host(one.port), plan_.host(one.egress),
                       plan_.high, plan_.longest, start, 0, BitRate(static_cast<std::int64_t>(frames)), plan_.stop});
    }
    for (const PoolPlan::Filling& one : plan_.filling) {
      add_filling(one, flows);
    }
    std::string text;
    for (const PlannedFlow& flow : flows) {
      text += fmt::format(
          "[[flow]]\nname = \"{}\"\nsrc = \"{}\"\ndst = \"{}\"\nclass = {}\nframe_length = \"{}B\"\nstart = \"{}ps\"\n",
          flow.name, flow.from, flow.to, flow.traffic_class, flow.length.count(), flow.start.count());
      text += flow.frames > 0 ? fmt::format("size = \"{}B\"\n\n", (flow.frames * flow.length).count())
                              : fmt::format("kind = \"constant_rate\"\nrate = \"{}bps\"\nstop = \"{}ps\"\n\n",
                                            flow.rate.count(), flow.stop.count());
    }
    return text;
  }

  std::string events_text() const {
    std::string text;
    for (const auto& [egress, traffic_class] : plan_.held) {
      text += fmt::format("[[event]]\nat = \"{}ps\"\ndo = \"stop_host\"\nhost = \"{}\"\nclass = {}\n\n",
                          plan_.stop.count(), plan_.host(egress), traffic_class);
    }
    return text;
  }

  const PoolPlan& plan_;
};

}  // namespace

std::string pool_witness(const scenario::Scenario& scenario, const bounds::SwitchPool& pool,
                         const bounds::StandingSet& set, std::int64_t cells) {
  const PoolPlan plan(scenario, pool, set);
  return PoolWitness(plan).text(cells);
}

}  // namespace weir::headroom
