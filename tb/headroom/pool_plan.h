// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What happens when in the run of a witness of a shared headroom pool (pool_witness.h): which egress each queue of the
// set waits for, what keeps egresses busy, and when each queue fills. Times are picoseconds of the run.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tb/bounds/switch_pool.h"
#include "tb/network/routing.h"
#include "tb/scenario/scenario.h"

namespace weir::headroom {

inline constexpr Time kBesideDelay{1'000};  // of the cables of the two hosts beside

struct PoolPlan {
  // One queue of the set.
  struct Filling {
    std::size_t queue;
    std::size_t egress;  // that it waits for
    Time start;          // of its first frame
    Time crosses;        // the frame that goes over the threshold has come in
  };

  // What an input brings to an egress that is kept busy.
  struct Brought {
    std::size_t port;
    std::size_t egress;
    BitRate rate;
  };

  // All three outlive the plan. Throws as pool_witness().
  PoolPlan(const scenario::Scenario& of_scenario, const bounds::SwitchPool& of_pool, const bounds::StandingSet& of_set);

  const scenario::Scenario& scenario;
  const bounds::SwitchPool& pool;
  const bounds::StandingSet& set;
  const asic::SwitchConfig& device;
  std::string name;                  // of the switch
  std::vector<network::Peer> peers;  // behind its ports
  Bytes longest;                     // our longest frame
  std::int64_t first = 0;            // frames of the largest count below the threshold
  Bytes limit;                       // the threshold, and XOFF
  std::size_t high = kClasses;       // the class that keeps egresses busy
  std::vector<Filling> filling;
  std::set<std::pair<std::size_t, std::size_t>> held;  // egress and class
  std::set<std::size_t> busy;                          // egresses
  std::vector<Brought> brought;
  std::map<std::size_t, Time> primed;  // ports that are kept busy and fill: when the first frame begins there
  std::int64_t primer = 0;             // frames from beside with which each of them begins
  Time stop;                           // of what keeps egresses busy; egresses are held from then on
  Time end;

  const bounds::PoolQueue& queue(std::size_t q) const { return pool.problem.queues[q]; }
  const bounds::PausedLink& link(std::size_t q) const { return pool.links[queue(q).port]; }
  const bounds::PauseHeadroom& headroom(std::size_t q) const { return pool.headrooms[queue(q).port]; }
  Time delay(std::size_t port) const { return scenario.topology.cables[peers[port].cable].link.delay; }
  std::string host(std::size_t port) const;  // "leaf1_p3" stands for leaf1 behind port 3
  BitRate fastest() const;                   // of the ports, and of the two hosts beside
  // From the start of one of our longest frames at a host beside until it begins at its egress.
  Time beside_way() const;
  Bytes most_of_a_queue() const;
  // More of our longest frames than ever wait at an egress that is kept busy.
  std::int64_t waiting_frames(std::size_t egress) const;

 private:
  void check() const;
  void choose_egresses();
  void bring_busy();
  void lay_out();
  void fill_from(Time from);
  Time aligned(std::size_t port, Time at) const;
  Time beside_time() const;
  Time until_crossing(std::size_t q) const;
  Time after_crossing(std::size_t q) const;

  std::int64_t surplus_ = 0;             // thousandths that are brought beyond the rates
  std::vector<std::int64_t> pauses_of_;  // [port] PAUSE frames that it has sent so far
};

}  // namespace weir::headroom
