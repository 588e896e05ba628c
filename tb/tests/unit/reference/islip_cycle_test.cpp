// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/islip_cycle.h"

#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/crossbar/arbiter.h"
#include "hw_model/reference/round_robin.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::islip_cycle_test {

constexpr std::uint8_t kNobody = IslipMatching::kNobody;

std::string refusal(const IslipConfig& config) {
  return error_of([&] { config.validate(); });
}

TEST(IslipCycle, RefusesParameters) {
  EXPECT_EQ(refusal({}), "");
  EXPECT_EQ(refusal({.inputs = 2, .iterations = 2}), "");
  EXPECT_EQ(refusal({.inputs = 64, .iterations = 64}), "");
  EXPECT_EQ(refusal({.inputs = 1, .iterations = 1}), "islip: inputs is 1, wanted 2..64");
  EXPECT_EQ(refusal({.inputs = 65, .iterations = 1}), "islip: inputs is 65, wanted 2..64");
  EXPECT_EQ(refusal({.inputs = 4, .iterations = 0}), "islip: iterations is 0, wanted 1..4 of 4 inputs");
  EXPECT_EQ(refusal({.inputs = 4, .iterations = 5}), "islip: iterations is 5, wanted 1..4 of 4 inputs");
}

// The cycles of the wave in rtl/islip/islip.md.
TEST(IslipCycle, DoesWhatThePageShows) {
  IslipCycle islip({.inputs = 3, .iterations = 2});
  struct Column {
    IslipInputs in;
    std::uint64_t match;
    std::uint64_t grant_pointers;
    std::uint64_t accept_pointers;
  };
  // Output 2 is the leftmost three bits of pairs, and the leftmost two of pointers.
  for (const Column& column : {Column{{.take = false, .req = {0b011'011'011}}, 0b000'010'001, 0b000000, 0b000000},
                               Column{{.take = true, .req = {0b011'011'011}}, 0b000'010'001, 0b000000, 0b000000},
                               Column{{.take = true, .req = {0b011'011'011}}, 0b000'001'010, 0b000001, 0b000001},
                               Column{{.take = true, .req = {0b100'000'000}}, 0b100'000'000, 0b000110, 0b000110},
                               Column{{.take = true, .req = {}}, 0, 0b000110, 0b000110}}) {
    const IslipOutputs out = islip.clock(column.in);
    EXPECT_EQ(out.match[0], column.match);
    EXPECT_EQ(out.grant_pointer[0], column.grant_pointers);
    EXPECT_EQ(out.accept_pointer[0], column.accept_pointers);
  }
}

// Pairs of ports of any number of inputs, over the boundaries of words.
TEST(IslipCycle, PairsStandWhereThePageSays) {
  for (const unsigned inputs : {2U, 3U, 7U, 8U, 9U, 33U, 63U, 64U}) {
    const IslipConfig config{.inputs = inputs, .iterations = 1};
    for (unsigned output = 0; output < inputs; ++output) {
      for (unsigned input = 0; input < inputs; ++input) {
        IslipPairs pairs{};
        set_islip_row(config, pairs, output, std::uint64_t{1} << input);
        const unsigned bit = output * inputs + input;
        EXPECT_EQ(pairs[bit / 64], std::uint64_t{1} << bit % 64);
        pairs.fill(~std::uint64_t{0});
        pairs[bit / 64] &= ~(std::uint64_t{1} << bit % 64);
        EXPECT_EQ(islip_row(config, pairs, output), config.all() & ~(std::uint64_t{1} << input));
        set_islip_row(config, pairs, output, config.all());
        EXPECT_EQ(std::ranges::count(pairs, ~std::uint64_t{0}), std::ssize(pairs));
      }
    }
  }
}

// Which arithmetic of the crossbar's arbiter: that of sets of one word, which the cycle model shares, or that of sets
// of any size, which it takes beside weights. No packet begins, so that weights keep nobody back.
enum class Sets { kWord, kAny };

// Beside the crossbar's arbiter: requests at a density that changes, which stand until they are served or come anew
// each slot; slots whose matching is not taken are not shown to the arbiter, which moves in each. Whether the matchings
// and the pointers are the same.
class BesideTheCrossbar {
 public:
  BesideTheCrossbar(const IslipConfig& config, unsigned iterations_of_the_crossbar, Sets sets)
      : config_(config),
        cycle_(config),
        weights_(config.inputs),
        crossbar_(config.inputs, iterations_of_the_crossbar, sets == Sets::kAny ? &weights_ : nullptr),
        requests_(config.inputs),
        random_(config.inputs * 64 + config.iterations, "islip_beside_the_crossbar") {}

  bool agree(int slots) {
    for (int slot = 0; slot < slots; ++slot) {
      if (random_.below(8) == 0) {
        cycle_.clock({.req = draw(slot)});
      }
      const IslipInputs in{.take = true, .req = draw(slot)};
      if (!slot_agrees(in)) {
        return false;
      }
    }
    return true;
  }

 private:
  IslipPairs draw(int slot) {
    const int density = slot / 50 % 5;
    IslipPairs pairs = standing_;
    for (unsigned output = 0; output < config_.inputs; ++output) {
      std::uint64_t asks = random_.next();
      for (int n = 0; n < density; ++n) {
        asks &= random_.next();
      }
      asks = density == 4 && random_.below(2) == 0 ? ~std::uint64_t{0} : asks;
      set_islip_row(config_, pairs, output, (asks | islip_row(config_, pairs, output)) & config_.all());
    }
    return pairs;
  }

  bool slot_agrees(const IslipInputs& in) {
    crossbar::PortSet outputs(config_.inputs);
    for (unsigned output = 0; output < config_.inputs; ++output) {
      requests_.clear_row(output);
      for (std::uint64_t asks = islip_row(config_, in.req, output); asks != 0; asks &= asks - 1) {
        requests_.insert(output, static_cast<std::size_t>(std::countr_zero(asks)));
        outputs.insert(output);
      }
    }
    crossbar_.match(requests_, outputs, matches_);
    IslipPairs wanted{};
    for (const crossbar::Match& match : matches_) {
      set_islip_row(config_, wanted, static_cast<unsigned>(match.output.index()),
                    std::uint64_t{1} << match.input.index());
    }
    const bool same = cycle_.clock(in).match == wanted;
    const bool stands = random_.below(2) == 0;
    for (std::size_t word = 0; word < standing_.size(); ++word) {
      standing_[word] = stands ? in.req[word] & ~wanted[word] & random_.next() : 0;
    }
    return same && pointers_agree();
  }

  bool pointers_agree() const {
    for (std::size_t port = 0; port < config_.inputs; ++port) {
      if (cycle_.pointers().grant[port] != crossbar_.grant_pointer(PortId(port)) ||
          cycle_.pointers().accept[port] != crossbar_.accept_pointer(PortId(port))) {
        return false;
      }
    }
    return true;
  }

  IslipConfig config_;
  IslipCycle cycle_;
  crossbar::RoundWeights weights_;
  crossbar::Islip crossbar_;
  crossbar::PortMatrix requests_;
  std::vector<crossbar::Match> matches_;
  RandomStream random_;
  IslipPairs standing_{};
};

TEST(IslipCycle, IsTheCrossbarsArbiter) {
  for (const Sets sets : {Sets::kWord, Sets::kAny}) {
    for (const unsigned inputs : {2U, 3U, 4U, 5U, 8U, 16U, 31U, 32U, 33U, 63U, 64U}) {
      for (unsigned iterations = 1; iterations <= std::min(4U, inputs); ++iterations) {
        EXPECT_TRUE(BesideTheCrossbar({inputs, iterations}, iterations, sets).agree(2000))
            << inputs << ' ' << iterations;
      }
    }
    EXPECT_FALSE(BesideTheCrossbar({4, 2}, 1, sets).agree(2000));
    EXPECT_FALSE(BesideTheCrossbar({64, 3}, 4, sets).agree(2000));
  }
}

// Pointers and requests that a short run does not reach. In the long tier.
TEST(IslipCycle, IsTheCrossbarsArbiterForManySlots) {
  for (const Sets sets : {Sets::kWord, Sets::kAny}) {
    for (const unsigned inputs : {4U, 8U, 16U, 32U, 33U, 64U}) {
      for (unsigned iterations = 1; iterations <= 4; ++iterations) {
        EXPECT_TRUE(BesideTheCrossbar({inputs, iterations}, iterations, sets).agree(160'000))
            << inputs << ' ' << iterations;
      }
    }
  }
}

// Every state, with few ports.

// The largest number of pairs of outputs from `output` on with inputs that are not taken.
unsigned largest(const std::vector<std::uint64_t>& asking, std::size_t output, std::uint64_t taken) {
  if (output == asking.size()) {
    return 0;
  }
  unsigned most = largest(asking, output + 1, taken);
  for (std::uint64_t free = asking[output] & ~taken; free != 0; free &= free - 1) {
    most = std::max(most, 1 + largest(asking, output + 1, taken | (free & ~(free - 1))));
  }
  return most;
}

// Pointers that name a port of the set, or 0 where there is none: any other pointer has the same turns as the next of
// these (EachPointerHasTheTurnsOfTheNextThatAsks).
std::vector<std::uint8_t> places(std::uint64_t asking) {
  std::vector<std::uint8_t> found;
  for (; asking != 0; asking &= asking - 1) {
    found.push_back(static_cast<std::uint8_t>(std::countr_zero(asking)));
  }
  return found.empty() ? std::vector<std::uint8_t>{0} : found;
}

TEST(IslipStates, EachPointerHasTheTurnsOfTheNextThatAsks) {
  for (unsigned ports = 2; ports <= 4; ++ports) {
    for (std::uint64_t asking = 1; asking < std::uint64_t{1} << ports; ++asking) {
      for (std::size_t from = 0; from < ports; ++from) {
        const std::size_t next = next_in_turn(asking, from);
        for (std::uint64_t left = asking; left != 0; left = (left - 1) & asking) {  // of a further iteration
          EXPECT_EQ(next_in_turn(left, from), next_in_turn(left, next));
        }
      }
    }
  }
}

// What is wrong with a matching of these requests: not a matching, not as large as it should be.
struct Judged {
  unsigned pairs = 0;
  bool asked = true;    // all pairs are requests, of different inputs
  bool maximal = true;  // no request is left between two ports without a partner
};

Judged judge(const std::vector<std::uint64_t>& asking, const IslipMatching& matching) {
  Judged judged;
  std::uint64_t taken = 0;
  for (std::size_t output = 0; output < asking.size(); ++output) {
    if (const std::uint8_t input = matching.input[output]; input != kNobody) {
      judged.asked = judged.asked && (asking[output] >> input & ~(taken >> input) & 1U) != 0;
      taken |= std::uint64_t{1} << input;
      ++judged.pairs;
    }
  }
  for (std::size_t output = 0; output < asking.size(); ++output) {
    judged.maximal = judged.maximal && (matching.input[output] != kNobody || (asking[output] & ~taken) == 0);
  }
  return judged;
}

// Calls visit(requests, pointers) for every set of requests and all pointers that differ for it.
template <class Visit>
void each_state(unsigned ports, Visit visit) {
  std::vector<std::uint64_t> asking(ports);
  for (std::uint64_t requests = 0; requests < std::uint64_t{1} << ports * ports; ++requests) {
    std::vector<std::vector<std::uint8_t>> of_each(2 * std::size_t{ports});
    for (unsigned port = 0; port < ports; ++port) {
      std::uint64_t offering = 0;
      for (unsigned output = 0; output < ports; ++output) {
        offering |= (requests >> (output * ports + port) & 1U) << output;
      }
      asking[port] = requests >> port * ports & ((std::uint64_t{1} << ports) - 1);
      of_each[port] = places(asking[port]);
      of_each[ports + port] = places(offering);
    }
    std::vector<std::size_t> at(of_each.size());
    for (std::size_t place = 0; place < at.size();) {
      IslipPointers pointers;
      for (unsigned port = 0; port < ports; ++port) {
        pointers.grant[port] = of_each[port][at[port]];
        pointers.accept[port] = of_each[ports + port][at[ports + port]];
      }
      visit(asking, pointers);
      for (place = 0; place < at.size() && ++at[place] == of_each[place].size(); ++place) {
        at[place] = 0;
      }
    }
  }
}

TEST(IslipStates, AsManyIterationsAsPortsAreMaximalAndReachHalfOfTheMost) {
  std::size_t states = 0;
  for (unsigned ports = 2; ports <= 4; ++ports) {
    const IslipConfig whole{.inputs = ports, .iterations = ports};
    std::vector<std::uint64_t> of;
    unsigned most = 0;
    each_state(ports, [&](const std::vector<std::uint64_t>& asking, const IslipPointers& pointers) {
      if (of != asking) {
        of = asking;
        most = largest(asking, 0, 0);
      }
      const Judged judged = judge(asking, islip_match(whole, pointers, asking));
      ASSERT_TRUE(judged.asked && judged.maximal && 2 * judged.pairs >= most && judged.pairs <= most);
      ++states;
    });
  }
  std::cout << "states with 2, 3 and 4 ports: " << states << '\n';
}

TEST(IslipStates, OneIterationReachesOneWhereAnybodyAsks) {
  unsigned fewest_of_all = 4;
  for (unsigned ports = 2; ports <= 4; ++ports) {
    each_state(ports, [&](const std::vector<std::uint64_t>& asking, const IslipPointers& pointers) {
      const Judged judged = judge(asking, islip_match({ports, 1}, pointers, asking));
      const bool anybody = std::ranges::any_of(asking, [](std::uint64_t inputs) { return inputs != 0; });
      ASSERT_TRUE(judged.asked && (judged.pairs > 0) == anybody);
      if (std::ranges::all_of(asking, [&](std::uint64_t inputs) { return std::popcount(inputs) == int(ports); })) {
        fewest_of_all = std::min(fewest_of_all, judged.pairs);
      }
    });
  }
  EXPECT_EQ(fewest_of_all, 1U) << "all ask, and all grant one";
}

// One iteration fewer than ports, and a rule by which busy inputs are granted, do fail where the search looks.
TEST(IslipStates, FewerIterationsAreNotMaximal) {
  std::size_t not_maximal = 0;
  each_state(3, [&](const std::vector<std::uint64_t>& asking, const IslipPointers& pointers) {
    not_maximal += judge(asking, islip_match({3, 2}, pointers, asking)).maximal ? 0 : 1;
  });
  EXPECT_GT(not_maximal, 0U);
}

}  // namespace weir::reference::islip_cycle_test
