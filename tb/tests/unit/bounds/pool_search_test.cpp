// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Sets of queues that hold headroom at once, against a search that tries every set of egresses by Hall's condition.

#include "tb/bounds/pool_search.h"

#include <bit>

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::bounds::pool_search_test {

std::int64_t between(RandomStream& random, std::int64_t low, std::int64_t high) {
  return low + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(high - low + 1)));
}

// Queues of `ports` ports, each with ways to some egresses.
PoolProblem drawn(RandomStream& random, std::size_t ports) {
  PoolProblem problem;
  problem.inputs.resize(ports);
  for (std::size_t port = 0; port < ports; ++port) {
    problem.rates.emplace_back(between(random, 1, 4));
  }
  for (std::size_t port = 0; port < ports; ++port) {
    for (std::int64_t c = between(random, 0, 2); c > 0; --c) {
      PoolQueue queue{
          .port = port, .traffic_class = ClassId(static_cast<std::size_t>(c)), .cells = between(random, 1, 9)};
      for (std::size_t egress = 0; egress < ports; ++egress) {
        if (egress == port || random.below(3) > 0) {
          continue;
        }
        if (std::vector<std::size_t>& inputs = problem.inputs[egress]; inputs.empty() || inputs.back() != port) {
          inputs.push_back(port);
        }
        (random.below(16) == 0 ? queue.held : queue.busied).push_back(egress);
      }
      queue.fills = !queue.held.empty() || !queue.busied.empty();
      problem.queues.push_back(queue);
    }
  }
  return problem;
}

bool can_be_busy(const PoolProblem& problem, unsigned egresses) {
  for (unsigned some = egresses; some > 0; some = (some - 1) & egresses) {
    std::int64_t in = 0;
    std::int64_t out = 0;
    for (std::size_t port = 0; port < problem.rates.size(); ++port) {
      out += (some >> port & 1U) != 0 ? problem.rates[port].count() : 0;
      bool leads = false;
      for (std::size_t egress = 0; egress < problem.rates.size(); ++egress) {
        leads = leads || ((some >> egress & 1U) != 0 &&
                          std::ranges::find(problem.inputs[egress], port) != problem.inputs[egress].end());
      }
      in += leads ? problem.rates[port].count() : 0;
    }
    if (in <= out) {
      return false;
    }
  }
  return true;
}

std::vector<std::size_t> standing(const PoolProblem& problem, unsigned egresses) {
  std::vector<std::size_t> found;
  for (std::size_t q = 0; q < problem.queues.size(); ++q) {
    const PoolQueue& queue = problem.queues[q];
    const bool waits = std::ranges::any_of(queue.busied, [&](std::size_t e) { return (egresses >> e & 1U) != 0; });
    if (waits || !queue.held.empty()) {
      found.push_back(q);
    }
  }
  return found;
}

struct Tried {
  std::int64_t largest = 0;
  std::size_t fewest_ports = 0;  // that hold more than the pool; 0: none
};

Tried try_all(const PoolProblem& problem, std::int64_t pool) {
  Tried tried;
  for (unsigned egresses = 0; egresses < 1U << problem.rates.size(); ++egresses) {
    if (!can_be_busy(problem, egresses)) {
      continue;
    }
    const std::vector<std::size_t> queues = standing(problem, egresses);
    for (unsigned ports = 0; ports < 1U << problem.rates.size(); ++ports) {
      std::int64_t cells = 0;
      for (const std::size_t q : queues) {
        cells += (ports >> problem.queues[q].port & 1U) != 0 ? problem.queues[q].cells : 0;
      }
      const auto number = static_cast<std::size_t>(std::popcount(ports));
      tried.largest = std::max(tried.largest, cells);
      if (cells > pool && (tried.fewest_ports == 0 || number < tried.fewest_ports)) {
        tried.fewest_ports = number;
      }
    }
  }
  return tried;
}

std::int64_t cells_of(const PoolProblem& problem, const StandingSet& set) {
  std::int64_t cells = 0;
  for (const std::size_t q : set.queues) {
    cells += problem.queues[q].cells;
  }
  return cells;
}

// The set can be had: its egresses can be kept busy, its queues wait for them.
void expect_possible(const PoolProblem& problem, const StandingSet& set) {
  unsigned egresses = 0;
  for (const std::size_t e : set.busy) {
    egresses |= 1U << e;
  }
  EXPECT_TRUE(can_be_busy(problem, egresses));
  const std::vector<std::size_t> possible = standing(problem, egresses);
  EXPECT_TRUE(std::ranges::includes(possible, set.queues));
  EXPECT_EQ(cells_of(problem, set), set.cells);
}

TEST(PoolSearch, IsThatOfEverySetOfEgresses) {
  RandomStream random(1, "pools");
  int conflicts = 0;
  for (int i = 0; i < 1'500; ++i) {
    const PoolProblem problem = drawn(random, static_cast<std::size_t>(between(random, 2, 6)));
    const LargestSet largest = largest_standing(problem);
    const std::int64_t pool = between(random, 0, std::max<std::int64_t>(largest.set.cells, 1));
    const Tried tried = try_all(problem, pool);
    ASSERT_TRUE(largest.exact);
    ASSERT_EQ(largest.set.cells, tried.largest) << i;
    expect_possible(problem, largest.set);
    const BreakingSet breaking = smallest_breaking(problem, pool);
    ASSERT_EQ(breaking.ports.size(), tried.fewest_ports) << i;
    ASSERT_EQ(breaking.at_least, tried.fewest_ports) << i;
    if (tried.fewest_ports > 0) {
      expect_possible(problem, breaking.found);
      ASSERT_GT(breaking.found.cells, pool);
    }
    conflicts += largest.set.cells < cells_of_filling(problem) && largest.set.busy.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(conflicts, 50) << "hardly ever do egresses compete: the problems try nothing";
}

// More than eight ports: between what can be had and what can fill at all, and no set is said that cannot be.
TEST(PoolSearch, OfManyPortsIsBoundedFromBothSides) {
  RandomStream random(1, "many ports");
  int optimal = 0;
  for (int i = 0; i < 60; ++i) {
    const PoolProblem problem = drawn(random, 9);
    const LargestSet largest = largest_standing(problem);
    const std::int64_t pool = largest.set.cells / 2;
    const Tried tried = try_all(problem, pool);
    expect_possible(problem, largest.set);
    ASSERT_LE(largest.set.cells, tried.largest);
    ASSERT_GE(cells_of_filling(problem), tried.largest);
    ASSERT_TRUE(!largest.exact || largest.set.cells == tried.largest);
    const BreakingSet breaking = smallest_breaking(problem, pool);
    ASSERT_LE(breaking.at_least, tried.fewest_ports);
    ASSERT_GE(breaking.ports.size(), tried.fewest_ports);
    optimal += largest.set.cells == tried.largest ? 1 : 0;
  }
  EXPECT_GT(optimal, 50);
}

// The figure does not hang on the order in which ports are numbered.
TEST(PoolSearch, IsTheSameWhateverTheOrderOfPorts) {
  RandomStream random(1, "orders");
  for (int i = 0; i < 200; ++i) {
    const std::size_t ports = static_cast<std::size_t>(between(random, 3, 8));
    const PoolProblem problem = drawn(random, ports);
    PoolProblem turned;
    turned.rates.resize(ports);
    turned.inputs.resize(ports);
    const auto other = [&](std::size_t port) { return ports - 1 - port; };
    const auto all = [&](std::vector<std::size_t> list) {
      std::ranges::transform(list, list.begin(), other);
      std::ranges::sort(list);
      return list;
    };
    for (std::size_t port = 0; port < ports; ++port) {
      turned.rates[other(port)] = problem.rates[port];
      turned.inputs[other(port)] = all(problem.inputs[port]);
    }
    for (std::size_t q = problem.queues.size(); q-- > 0;) {
      PoolQueue queue = problem.queues[q];
      queue.port = other(queue.port);
      queue.held = all(queue.held);
      queue.busied = all(queue.busied);
      turned.queues.push_back(queue);
    }
    const LargestSet largest = largest_standing(problem);
    ASSERT_EQ(largest.set.cells, largest_standing(turned).set.cells) << i;
    ASSERT_EQ(largest.set, largest_standing(problem).set) << i;
    ASSERT_EQ(smallest_breaking(problem, largest.set.cells / 2).ports.size(),
              smallest_breaking(turned, largest.set.cells / 2).ports.size());
  }
}

// Three inputs as fast as two egresses: either is kept busy, and both; two inputs keep one busy, not both.
TEST(PoolSearch, KeepsAsManyBusyAsInputsBringMoreThanTheirRates) {
  PoolProblem problem{.rates = {10_Gbps, 10_Gbps, 10_Gbps, 10_Gbps, 10_Gbps},
                      .inputs = {{}, {}, {}, {0, 1, 2}, {0, 1, 2}},
                      .queues = {}};
  KeptBusy busy(problem);
  EXPECT_TRUE(busy.add(3));
  EXPECT_TRUE(busy.add(4));
  problem.inputs = {{}, {}, {}, {0, 1}, {0, 1}};
  KeptBusy less(problem);
  EXPECT_TRUE(less.add(3));
  EXPECT_FALSE(less.add(4));
  less.remove(3);
  EXPECT_TRUE(less.add(4));
  EXPECT_GT(less.brought(0, 4) + less.brought(1, 4), 10'000'000'000);
  EXPECT_FALSE(KeptBusy(problem).add(0));
}

}  // namespace weir::bounds::pool_search_test
