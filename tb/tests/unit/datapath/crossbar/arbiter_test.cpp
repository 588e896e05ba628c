// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/arbiter.h"

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/datapath/crossbar/basic_round_robin.h"

namespace weir::crossbar::arbiter_test {

struct Requests {
  explicit Requests(std::size_t ports) : matrix(ports), outputs(ports) {}
  void add(std::size_t input, std::size_t output) {
    matrix.insert(output, input);
    outputs.insert(output);
  }
  PortMatrix matrix;
  PortSet outputs;
};

Requests everybody_asks_everybody(std::size_t ports) {
  Requests requests(ports);
  for (std::size_t input = 0; input < ports; ++input) {
    for (std::size_t output = 0; output < ports; ++output) {
      requests.add(input, output);
    }
  }
  return requests;
}

Requests random_requests(std::size_t ports, std::uint64_t one_in, RandomStream& random) {
  Requests requests(ports);
  for (std::size_t input = 0; input < ports; ++input) {
    for (std::size_t output = 0; output < ports; ++output) {
      if (random.below(one_in) == 0) {
        requests.add(input, output);
      }
    }
  }
  return requests;
}

std::vector<Match> match(CellArbiter& arbiter, const Requests& requests) {
  std::vector<Match> matches;
  arbiter.match(requests.matrix, requests.outputs, matches);
  return matches;
}

// Which input an output was matched with.
std::size_t input_of(const std::vector<Match>& matches, std::size_t output) {
  for (const Match& m : matches) {
    if (m.output.index() == output) {
      return m.input.index();
    }
  }
  return kNoPort;
}

class ArbiterOfPorts : public testing::TestWithParam<std::size_t> {};

TEST_P(ArbiterOfPorts, IsAMatchingOfTheRequests) {
  const std::size_t ports = GetParam();
  RandomStream random(3, "matching");
  for (const unsigned iterations : {1U, 2U, 4U}) {
    Islip arbiter(ports, iterations);
    for (int slot = 0; slot < 40; ++slot) {
      const Requests requests = random_requests(ports, 3, random);
      std::set<std::size_t> inputs;
      std::set<std::size_t> outputs;
      for (const Match& m : match(arbiter, requests)) {
        EXPECT_TRUE(requests.matrix.contains(m.output.index(), m.input.index()));
        EXPECT_TRUE(inputs.insert(m.input.index()).second);
        EXPECT_TRUE(outputs.insert(m.output.index()).second);
      }
      EXPECT_EQ(inputs.empty(), requests.outputs.empty());
    }
  }
}

TEST_P(ArbiterOfPorts, IsMaximalAfterAsManyIterationsAsPorts) {
  const std::size_t ports = GetParam();
  RandomStream random(4, "maximal");
  Islip arbiter(ports, static_cast<unsigned>(ports));
  for (int slot = 0; slot < 20; ++slot) {
    const Requests requests = random_requests(ports, 4, random);
    std::set<std::size_t> inputs;
    std::set<std::size_t> outputs;
    for (const Match& m : match(arbiter, requests)) {
      inputs.insert(m.input.index());
      outputs.insert(m.output.index());
    }
    for (std::size_t input = 0; input < ports; ++input) {
      for (std::size_t output = 0; output < ports; ++output) {
        EXPECT_FALSE(requests.matrix.contains(output, input) && inputs.count(input) == 0 && outputs.count(output) == 0);
      }
    }
  }
}

TEST_P(ArbiterOfPorts, PointersDesynchroniseUnderFullLoad) {
  const std::size_t ports = GetParam();
  const Requests requests = everybody_asks_everybody(ports);
  Islip arbiter(ports, 1);
  for (std::size_t slot = 0; slot < 2 * ports; ++slot) {
    match(arbiter, requests);
  }
  std::set<std::size_t> pointers;
  for (std::size_t output = 0; output < ports; ++output) {
    pointers.insert(arbiter.grant_pointer(PortId(output)));
  }
  EXPECT_EQ(pointers.size(), ports);
  for (std::size_t slot = 0; slot < ports; ++slot) {
    EXPECT_EQ(match(arbiter, requests).size(), ports);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ArbiterOfPorts, testing::Values(1, 2, 5, 16, 64, 70));

TEST(Arbiter, PointersThatMoveWithoutAcceptanceStaySynchronised) {
  constexpr std::size_t kPorts = 16;
  BasicRoundRobin arbiter(kPorts);
  const Requests requests = everybody_asks_everybody(kPorts);
  for (std::size_t slot = 0; slot < 4 * kPorts; ++slot) {
    EXPECT_EQ(match(arbiter, requests).size(), 1U);
  }
}

TEST(Arbiter, LargeSwitch) {
  constexpr std::size_t kPorts = 512;
  const Requests requests = everybody_asks_everybody(kPorts);
  Islip arbiter(kPorts, 9);
  EXPECT_GT(match(arbiter, requests).size(), 8U);
}

TEST(Arbiter, RoundRobinGoesOnFromTheInputServedLast) {
  const auto arbiter = make_arbiter(Arbiter::kRoundRobin, 4, 1);
  Requests requests(4);
  requests.add(1, 2);
  requests.add(2, 2);
  requests.add(3, 2);
  std::vector<std::size_t> served;
  served.reserve(5);
  for (int slot = 0; slot < 5; ++slot) {
    served.push_back(input_of(match(*arbiter, requests), 2));
  }
  EXPECT_EQ(served, (std::vector<std::size_t>{1, 2, 3, 1, 2}));
  // An input that comes between two turns waits only for its own.
  requests.add(0, 2);
  EXPECT_EQ(input_of(match(*arbiter, requests), 2), 3U);
  EXPECT_EQ(input_of(match(*arbiter, requests), 2), 0U);
}

TEST(Arbiter, ResetTurnsAllPointersBack) {
  Islip arbiter(4, 1);
  Requests requests(4);
  requests.add(1, 2);
  requests.add(2, 2);
  EXPECT_EQ(input_of(match(arbiter, requests), 2), 1U);
  EXPECT_EQ(arbiter.grant_pointer(PortId(2)), 2U);
  EXPECT_EQ(arbiter.accept_pointer(PortId(1)), 3U);
  arbiter.reset();
  EXPECT_EQ(arbiter.grant_pointer(PortId(2)), 0U);
  EXPECT_EQ(arbiter.accept_pointer(PortId(1)), 0U);
  EXPECT_EQ(input_of(match(arbiter, requests), 2), 1U);
}

TEST(Arbiter, AnInputGrantedTwiceAcceptsInTurnAndTheLoserKeepsItsPlace) {
  Islip arbiter(3, 1);
  Requests requests(3);
  requests.add(0, 1);
  requests.add(0, 2);
  EXPECT_EQ(input_of(match(arbiter, requests), 1), 0U);
  EXPECT_EQ(arbiter.grant_pointer(PortId(1)), 1U);
  EXPECT_EQ(arbiter.grant_pointer(PortId(2)), 0U);  // not accepted
  EXPECT_EQ(arbiter.accept_pointer(PortId(0)), 2U);
  EXPECT_EQ(input_of(match(arbiter, requests), 2), 0U);
  EXPECT_EQ(arbiter.accept_pointer(PortId(0)), 0U);
}

TEST(Arbiter, LaterIterationsMatchMoreAndMoveNoPointer) {
  Requests requests(2);
  requests.add(0, 0);
  requests.add(0, 1);
  requests.add(1, 1);
  Islip once(2, 1);
  EXPECT_EQ(match(once, requests).size(), 1U);
  Islip twice(2, 2);
  EXPECT_EQ(match(twice, requests).size(), 2U);  // output 1 asks again, and gets input 1
  EXPECT_EQ(twice.grant_pointer(PortId(0)), 1U);
  EXPECT_EQ(twice.grant_pointer(PortId(1)), 0U);
  EXPECT_EQ(twice.accept_pointer(PortId(1)), 0U);
}

TEST(Arbiter, NobodyStarves) {
  constexpr std::size_t kPorts = 8;
  for (const unsigned iterations : {1U, 3U, 8U}) {
    Islip arbiter(kPorts, iterations);
    RandomStream random(5, "starving");
    std::size_t longest = 0;
    std::size_t waited = 0;
    for (int slot = 0; slot < 4000; ++slot) {
      Requests requests = random_requests(kPorts, 2, random);
      requests.add(3, 5);
      const bool served = input_of(match(arbiter, requests), 5) == 3;
      waited = served ? 0 : waited + 1;
      longest = std::max(longest, waited);
    }
    EXPECT_LT(longest, kPorts * kPorts);
  }
}

TEST(Arbiter, RoundRobinIsOneIterationWhateverTheSettingOfIslip) {
  const auto round_robin = make_arbiter(Arbiter::kRoundRobin, 6, 4);
  const auto islip = make_arbiter(Arbiter::kIslip, 6, 1);
  RandomStream random(6, "same");
  for (int slot = 0; slot < 500; ++slot) {
    const Requests requests = random_requests(6, 2, random);
    const auto a = match(*round_robin, requests);
    const auto b = match(*islip, requests);
    for (std::size_t output = 0; output < 6; ++output) {
      EXPECT_EQ(input_of(a, output), input_of(b, output));
    }
  }
}

}  // namespace weir::crossbar::arbiter_test
