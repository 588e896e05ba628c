// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/pool_search.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace weir::bounds {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

// What keeping these egresses busy makes stand, beside what is held from below.
StandingSet standing_with(const PoolProblem& problem, const KeptBusy& busy) {
  StandingSet set;
  for (std::size_t q = 0; q < problem.queues.size(); ++q) {
    const PoolQueue& queue = problem.queues[q];
    const bool stands = !queue.held.empty() || std::any_of(queue.busied.begin(), queue.busied.end(),
                                                           [&](std::size_t e) { return busy.has(e); });
    if (stands) {
      set.queues.push_back(q);
      set.cells += queue.cells;
    }
  }
  for (std::size_t e = 0; e < problem.rates.size(); ++e) {
    if (busy.has(e)) {
      set.busy.push_back(e);
    }
  }
  return set;
}

// Egresses that can be kept busy by themselves and would make a queue stand that is not held anyway; ascending.
std::vector<std::size_t> candidates(const PoolProblem& problem) {
  std::vector<bool> useful(problem.rates.size());
  for (const PoolQueue& queue : problem.queues) {
    for (const std::size_t e : queue.busied) {
      useful[e] = useful[e] || queue.held.empty();
    }
  }
  std::vector<std::size_t> found;
  for (std::size_t e = 0; e < useful.size(); ++e) {
    KeptBusy alone(problem);
    if (useful[e] && alone.add(e)) {
      found.push_back(e);
    }
  }
  return found;
}

// Visits every set of candidates that can be kept busy at once.
void each_set(const std::vector<std::size_t>& egresses, std::size_t next, KeptBusy& busy,
              const std::function<void(const KeptBusy&)>& visit) {
  visit(busy);
  for (std::size_t i = next; i < egresses.size(); ++i) {
    KeptBusy more = busy;
    if (more.add(egresses[i])) {
      each_set(egresses, i + 1, more, visit);
    }
  }
}

// Adds the candidate with the most further cells, again and again.
void grow(const PoolProblem& problem, const std::vector<std::size_t>& egresses, std::size_t without, KeptBusy& busy) {
  std::vector<bool> refused(problem.rates.size());
  for (;;) {
    std::size_t best = kNone;
    std::int64_t most = 0;
    std::vector<std::int64_t> gains(problem.rates.size());
    for (const PoolQueue& queue : problem.queues) {
      const auto stands = [&](std::size_t e) { return busy.has(e); };
      if (queue.held.empty() && std::none_of(queue.busied.begin(), queue.busied.end(), stands)) {
        for (const std::size_t e : queue.busied) {
          gains[e] += queue.cells;
        }
      }
    }
    for (const std::size_t e : egresses) {
      if (e != without && !refused[e] && !busy.has(e) && gains[e] > most) {
        best = e;
        most = gains[e];
      }
    }
    if (best == kNone) {
      return;
    }
    refused[best] = !busy.add(best);
  }
}

// A good set where not all sets can be tried: greedy, then one egress out and others in, as long as that helps.
KeptBusy good_set(const PoolProblem& problem) {
  const std::vector<std::size_t> egresses = candidates(problem);
  KeptBusy best(problem);
  grow(problem, egresses, kNone, best);
  for (bool better = true; better;) {
    better = false;
    const StandingSet now = standing_with(problem, best);
    if (now.cells == cells_of_filling(problem)) {
      break;
    }
    for (const std::size_t out : now.busy) {
      KeptBusy other = best;
      other.remove(out);
      grow(problem, egresses, out, other);
      grow(problem, egresses, kNone, other);
      if (standing_with(problem, other).cells > now.cells) {
        best = std::move(other);
        better = true;
        break;
      }
    }
  }
  return best;
}

// Cells that each port can bring of these queues.
std::vector<std::int64_t> by_port(const PoolProblem& problem, const std::vector<std::size_t>& queues) {
  std::vector<std::int64_t> cells(problem.rates.size());
  for (const std::size_t q : queues) {
    cells[problem.queues[q].port] += problem.queues[q].cells;
  }
  return cells;
}

// The fewest ports that bring more than `pool`, those with most cells first; empty if all together do not.
std::vector<std::size_t> fewest(const std::vector<std::int64_t>& cells, std::int64_t pool) {
  std::vector<std::size_t> ports(cells.size());
  std::iota(ports.begin(), ports.end(), std::size_t{0});
  std::stable_sort(ports.begin(), ports.end(), [&](std::size_t a, std::size_t b) { return cells[a] > cells[b]; });
  std::int64_t sum = 0;
  for (std::size_t n = 0; n < ports.size(); ++n) {
    sum += cells[ports[n]];
    if (sum > pool) {
      ports.resize(n + 1);
      std::sort(ports.begin(), ports.end());
      return ports;
    }
  }
  return {};
}

StandingSet of_ports(const PoolProblem& problem, const StandingSet& set, const std::vector<std::size_t>& ports) {
  StandingSet part{.queues = {}, .busy = set.busy, .cells = 0};
  for (const std::size_t q : set.queues) {
    if (std::binary_search(ports.begin(), ports.end(), problem.queues[q].port)) {
      part.queues.push_back(q);
      part.cells += problem.queues[q].cells;
    }
  }
  return part;
}

bool is_small(const PoolProblem& problem) { return problem.rates.size() <= kExactPorts; }

}  // namespace

KeptBusy::KeptBusy(const PoolProblem& problem, std::int64_t surplus)
    : problem_(&problem),
      surplus_(surplus),
      scale_(static_cast<std::int64_t>(problem.rates.size()) + 1),
      flow_(problem.rates.size(), std::vector<std::int64_t>(problem.rates.size())),
      busy_(problem.rates.size()) {
  for (const BitRate rate : problem.rates) {
    spare_.push_back(rate.count() * scale_);
  }
}

bool KeptBusy::add(std::size_t egress) {
  if (busy_[egress]) {
    return true;
  }
  const std::vector<std::int64_t> spare = spare_;
  const std::vector<std::vector<std::int64_t>> flow = flow_;
  busy_[egress] = true;
  constexpr std::int64_t kThousand = 1'000;
  const Wide wanted = Wide{problem_->rates[egress].count()} * scale_ * (kThousand + surplus_) / kThousand + 1;
  if (bring(egress, static_cast<std::int64_t>(wanted))) {
    return true;
  }
  busy_[egress] = false;
  spare_ = spare;
  flow_ = flow;
  return false;
}

void KeptBusy::remove(std::size_t egress) {
  for (std::size_t port = 0; port < spare_.size(); ++port) {
    spare_[port] += std::exchange(flow_[port][egress], 0);
  }
  busy_[egress] = false;
}

std::int64_t KeptBusy::brought(std::size_t port, std::size_t egress) const {
  return (flow_[port][egress] + scale_ - 1) / scale_;
}

// Augmenting paths from the egress back to inputs with something left: an input may give what it brings elsewhere, if
// another one brings it there instead.
bool KeptBusy::bring(std::size_t egress, std::int64_t units) {
  const std::size_t ports = spare_.size();
  while (units > 0) {
    std::vector<std::size_t> to(ports, kNone);    // [port] the egress that it would bring more to
    std::vector<std::size_t> from(ports, kNone);  // [egress] the port that would take from it
    std::vector<std::size_t> frontier{egress};
    std::size_t end = kNone;
    for (std::size_t i = 0; i < frontier.size() && end == kNone; ++i) {
      for (const std::size_t port : problem_->inputs[frontier[i]]) {
        if (to[port] != kNone) {
          continue;
        }
        to[port] = frontier[i];
        if (spare_[port] > 0) {
          end = port;
          break;
        }
        for (std::size_t other = 0; other < ports; ++other) {
          if (flow_[port][other] > 0 && other != egress && from[other] == kNone) {
            from[other] = port;
            frontier.push_back(other);
          }
        }
      }
    }
    if (end == kNone) {
      return false;
    }
    std::int64_t amount = std::min(units, spare_[end]);
    for (std::size_t port = end; to[port] != egress; port = from[to[port]]) {
      amount = std::min(amount, flow_[from[to[port]]][to[port]]);
    }
    spare_[end] -= amount;
    for (std::size_t port = end;; port = from[to[port]]) {
      flow_[port][to[port]] += amount;
      if (to[port] == egress) {
        break;
      }
      flow_[from[to[port]]][to[port]] -= amount;
    }
    units -= amount;
  }
  return true;
}

std::int64_t cells_of_all(const PoolProblem& problem) {
  return std::accumulate(problem.queues.begin(), problem.queues.end(), std::int64_t{0},
                         [](std::int64_t sum, const PoolQueue& queue) { return sum + queue.cells; });
}

std::int64_t cells_of_filling(const PoolProblem& problem) {
  return std::accumulate(
      problem.queues.begin(), problem.queues.end(), std::int64_t{0},
      [](std::int64_t sum, const PoolQueue& queue) { return sum + (queue.fills ? queue.cells : 0); });
}

LargestSet largest_standing(const PoolProblem& problem) {
  if (!is_small(problem)) {
    const StandingSet set = standing_with(problem, good_set(problem));
    return {set, set.cells == cells_of_filling(problem)};
  }
  LargestSet largest;
  KeptBusy none(problem);
  largest.set = standing_with(problem, none);
  each_set(candidates(problem), 0, none, [&](const KeptBusy& busy) {
    if (StandingSet set = standing_with(problem, busy); set.cells > largest.set.cells) {
      largest.set = std::move(set);
    }
  });
  return largest;
}

BreakingSet smallest_breaking(const PoolProblem& problem, std::int64_t pool) {
  BreakingSet smallest;
  const auto consider = [&](const KeptBusy& busy) {
    const StandingSet set = standing_with(problem, busy);
    const std::vector<std::size_t> ports = fewest(by_port(problem, set.queues), pool);
    if (!ports.empty() && (smallest.ports.empty() || ports.size() < smallest.ports.size())) {
      smallest.ports = ports;
      smallest.found = of_ports(problem, set, ports);
    }
  };
  KeptBusy none(problem);
  if (is_small(problem)) {
    each_set(candidates(problem), 0, none, consider);
    smallest.at_least = smallest.ports.size();
    return smallest;
  }
  consider(none);
  for (const std::size_t e : candidates(problem)) {
    KeptBusy one(problem);
    one.add(e);
    consider(one);
  }
  consider(good_set(problem));
  std::vector<std::size_t> filling;
  for (std::size_t q = 0; q < problem.queues.size(); ++q) {
    if (problem.queues[q].fills) {
      filling.push_back(q);
    }
  }
  smallest.at_least = fewest(by_port(problem, filling), pool).size();
  return smallest;
}

}  // namespace weir::bounds
