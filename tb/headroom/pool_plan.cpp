// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/headroom/pool_plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/mac_control.h"
#include "tb/headroom/witness.h"

namespace weir::headroom {

using bounds::PausedLink;
using bounds::PoolQueue;

namespace {

constexpr std::int64_t kPrimer = 32;  // frames of the slowest port, until all inputs bring what keeps an egress busy
constexpr BitRate kLeastRate{1'000'000};  // of what keeps an egress busy: less is within what is brought too much

}  // namespace

PoolPlan::PoolPlan(const scenario::Scenario& of_scenario, const bounds::SwitchPool& of_pool,
                   const bounds::StandingSet& of_set)
    : scenario(of_scenario),
      pool(of_pool),
      set(of_set),
      device(of_scenario.device_of(of_pool.device)),
      name(of_scenario.topology.devices[of_pool.device].name),
      peers(network::peers_of(of_scenario.topology)[of_pool.device]),
      longest(device.max_frame) {
  check();
  const Bytes largest = headroom(set.queues.front()).last;
  first = std::max<std::int64_t>(4, (longest + 2 * largest) / largest + 1);
  limit = first * largest + Bytes(1);
  choose_egresses();
  bring_busy();
  lay_out();
}

std::string PoolPlan::host(std::size_t port) const {
  return fmt::format("{}_p{}", scenario.topology.devices[peers[port].device].name, port);
}

void PoolPlan::check() const {
  const PausedLink& known = link(set.queues.front());
  for (const std::size_t q : set.queues) {
    if (!headroom(q).exact) {
      refuse_witness("the worst mix is known to a picosecond a frame only, since a byte takes no whole picoseconds");
    }
    if (link(q).times.peer != known.times.peer) {
      refuse_witness("peers of this switch obey after different times, which hosts of one scenario do not");
    }
  }
  for (const PausedLink& one : pool.links) {
    if (one.overhead != known.overhead) {
      refuse_witness("some links of this switch have preamble and gap, others have none");
    }
  }
}

// Each queue waits for one egress; those that are held cost nothing.
void PoolPlan::choose_egresses() {
  for (const std::size_t q : set.queues) {
    const PoolQueue& one = queue(q);
    std::size_t egress = 0;
    if (!one.held.empty()) {
      egress = one.held.front();
      held.emplace(egress, one.traffic_class.index());
    } else {
      egress = *std::find_if(one.busied.begin(), one.busied.end(),
                             [&](std::size_t e) { return std::binary_search(set.busy.begin(), set.busy.end(), e); });
      busy.insert(egress);
    }
    filling.push_back({q, egress, {}, {}});
  }
  for (const Filling& one : filling) {
    const std::size_t goes_first = bounds::class_that_goes_first(device, queue(one.queue).traffic_class);
    high = busy.contains(one.egress) ? goes_first : high;
  }
  for (std::size_t c = kClasses; c-- > 0 && high == kClasses;) {
    high = (device.flow_control.lossless & mask_of(ClassId(c))) == 0 ? c : kClasses;
  }
  if (high == kClasses) {
    refuse_witness("all classes of this switch are lossless; wanted one for the frames that keep links busy");
  }
}

// The most that can be brought beyond the rates, by halves, and how long until enough waits.
void PoolPlan::bring_busy() {
  for (surplus_ = 1'000; surplus_ > 0; surplus_ /= 2) {
    bounds::KeptBusy kept(pool.problem, surplus_);
    if (std::all_of(busy.begin(), busy.end(), [&](std::size_t e) { return kept.add(e); })) {
      for (const std::size_t egress : busy) {
        for (const std::size_t port : pool.problem.inputs[egress]) {
          if (const BitRate rate(kept.brought(port, egress)); rate >= kLeastRate) {
            brought.push_back({port, egress, rate});
          }
        }
      }
      return;
    }
  }
  refuse_witness(
      "the inputs bring less than a thousandth more than the rate of what they keep busy: the run would not end");
}

BitRate PoolPlan::fastest() const { return *std::max_element(pool.problem.rates.begin(), pool.problem.rates.end()); }

// From the start of a frame at a host beside until it begins at its egress.
Time PoolPlan::beside_way() const { return beside_time() + kBesideDelay + pool.links.front().times.pipeline; }

Time PoolPlan::beside_time() const { return serialization_time(longest + pool.links.front().overhead, fastest()); }

// Line time from the first frame until the one that goes over the threshold has left; and of all that follow.
Time PoolPlan::until_crossing(std::size_t q) const { return (first + 1) * link(q).line_time(headroom(q).last_length); }

Time PoolPlan::after_crossing(std::size_t q) const {
  Time sum = (1 + kHeldBack) * link(q).line_time(headroom(q).last_length);
  for (const bounds::FramesAlike& alike : headroom(q).before) {
    sum += alike.count * link(q).line_time(alike.length);
  }
  return sum;
}

// The first instant from `at` on in which a frame that keeps this port busy begins; others as they come.
Time PoolPlan::aligned(std::size_t port, Time at) const {
  if (!primed.contains(port)) {
    return at;
  }
  const PausedLink& out = pool.links[port];
  const Time phase = primed.at(port) + pauses_of_[port] * out.line_time(frame::kControlFrameLength);
  const Time step = out.line_time(longest);
  return at <= phase ? phase : phase + (at - phase + step - Time(1)) / step * step;
}

// When everything happens: egresses are filled from time 0 on, queues afterwards.
void PoolPlan::lay_out() {
  Time longest_delay;
  Time most_budget;
  for (std::size_t port = 0; port < peers.size(); ++port) {
    longest_delay = std::max(longest_delay, delay(port));
    most_budget = std::max(most_budget, pool.headrooms[port].budget);
  }
  const Time pipeline = pool.links.front().times.pipeline;
  Time slowest;
  for (const PausedLink& one : pool.links) {
    slowest = std::max(slowest, one.line_time(longest));
  }
  primer = kPrimer * slowest / (2 * beside_time());  // half of the time until the next one
  // Frames from beside come first where the instants in which frames begin must be known; from then on an egress that
  // is kept busy has no gap.
  Time from = beside_way();
  for (const Filling& one : filling) {
    if (const std::size_t port = queue(one.queue).port; busy.contains(port) && primed.emplace(port, from).second) {
      from += kPrimer * slowest;
    }
  }
  const Time settle = from + 2 * most_budget + 8 * slowest + longest_delay + pipeline;
  Time prelude;
  fill_from(settle);
  if (!busy.empty()) {
    // Until twice as much waits as goes out from the end of the arrivals until all queues have filled.
    prelude = (end - from + 2 * most_budget + 4 * slowest) * 2'000 / surplus_ + 4 * slowest;
    fill_from(settle + prelude);
  }
  stop = from + prelude;
  end += 2 * most_budget + 4 * slowest;
}

void PoolPlan::fill_from(Time from) {
  std::vector<Time> free(peers.size(), from);
  pauses_of_.assign(peers.size(), 0);
  const Time pipeline = pool.links.front().times.pipeline;
  Time last = from;
  end = from;
  for (Filling& one : filling) {
    const std::size_t port = queue(one.queue).port;
    const Time lead = until_crossing(one.queue) + delay(port) + pipeline;
    const Time apart = 4 * beside_time() + 2 * link(one.queue).line_time(longest);
    one.crosses = aligned(port, std::max(last + apart, free[port] + lead));
    one.start = one.crosses - lead;
    last = one.crosses;
    free[port] = one.crosses + after_crossing(one.queue) + headroom(one.queue).budget;
    end = std::max(end, free[port]);
    ++pauses_of_[port];
  }
}

std::int64_t PoolPlan::waiting_frames(std::size_t egress) const {
  return 2 * (stop * surplus_ / 1'000 / pool.links[egress].line_time(longest) + primer) + 100;
}

Bytes PoolPlan::most_of_a_queue() const {
  Bytes most;
  for (const std::size_t q : set.queues) {
    most = std::max(most, queue(q).cells * pool.cell);
  }
  return most;
}

}  // namespace weir::headroom
