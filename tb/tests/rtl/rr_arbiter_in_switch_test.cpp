// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The arbiters of a crossbar in RTL, asked as iSLIP asks them: the same matchings and pointers as those of the
// crossbar's model; and a wrong RTL is found.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hw_model/base/ids.h"
#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/crossbar/arbiter.h"
#include "hw_model/datapath/crossbar/clocked_arbiters.h"
#include "hw_model/reference/factories.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/wrong_rtl.h"

namespace weir::cosim::rr_arbiter_in_switch_test {

using crossbar::Islip;
using crossbar::Match;
using crossbar::PortMatrix;
using crossbar::PortSet;

constexpr char kBlock[] = "rr_arbiter";

std::unique_ptr<Islip> islip_of(std::size_t ports, unsigned iterations, const reference::Factories& factories) {
  return std::make_unique<Islip>(ports, iterations, nullptr, crossbar::make_clocked_sides(&factories, "s1", ports));
}

// The same slots for all arbiters: random requests of which a third stay, pairs that are alone, and resets.
class Slots {
 public:
  Slots(std::uint64_t seed, std::size_t ports) : random_(seed, "rr_arbiter_in_switch_test"), ports_(ports) {}

  // Calls settled(matchings) after each slot: that of each arbiter in turn.
  template <class Settled>
  void play(std::span<Islip* const> arbiters, int slots, Settled settled) {
    std::vector<std::vector<Match>> matchings(arbiters.size());
    for (int slot = 0; slot < slots; ++slot) {
      const bool resets = random_.below(300) == 0;
      const bool alone = random_.below(5) == 0;
      draw(alone);
      for (std::size_t i = 0; i < arbiters.size(); ++i) {
        if (arbiters[i]->clocked())
          arbiters[i]->at(Time(1'000) * slot);
        if (resets)
          arbiters[i]->reset();
        if (alone)
          arbiters[i]->match_alone(requests_, pair_);
        else
          arbiters[i]->match(requests_, outputs_, matchings[i]);
      }
      settled(matchings);
    }
  }

 private:
  // `alone`: one pair, whose input asks for nothing else, and whose output nobody else asks for.
  void draw(bool alone) {
    requests_ = PortMatrix(ports_);
    outputs_ = PortSet(ports_);
    if (alone) {
      pair_ = {PortId(static_cast<unsigned>(random_.below(ports_))),
               PortId(static_cast<unsigned>(random_.below(ports_)))};
      requests_.insert(pair_.output.index(), pair_.input.index());
      outputs_.insert(pair_.output.index());
      return;
    }
    const std::uint64_t one_of = 1 + random_.below(4);
    for (std::size_t output = 0; output < ports_; ++output) {
      for (std::size_t input = 0; input < ports_; ++input) {
        if (random_.below(one_of) == 0) {
          requests_.insert(output, input);
          outputs_.insert(output);
        }
      }
    }
  }

  RandomStream random_;
  std::size_t ports_;
  PortMatrix requests_;
  PortSet outputs_;
  Match pair_{};
};

bool equal(const std::vector<Match>& a, const std::vector<Match>& b) {
  return std::ranges::equal(a, b, [](const Match& left, const Match& right) {
    return left.input == right.input && left.output == right.output;
  });
}

TEST(RrArbiterInSwitch, MatchesAsTheModelDoes) {
  for (const std::size_t ports : {2U, 5U, 33U, 64U}) {
    for (const unsigned iterations : {1U, 3U}) {
      const auto model = islip_of(ports, iterations, factories_at(kBlock, Fidelity::reference));
      const auto rtl = islip_of(ports, iterations, factories_at(kBlock, Fidelity::rtl));
      const auto both = islip_of(ports, iterations, factories_at(kBlock, Fidelity::lockstep));
      ASSERT_FALSE(model->clocked());
      ASSERT_TRUE(rtl->clocked() && both->clocked());
      Islip* const arbiters[] = {model.get(), rtl.get(), both.get()};
      std::size_t pairs = 0;
      Slots(ports, ports).play(arbiters, 300, [&](const std::vector<std::vector<Match>>& matchings) {
        ASSERT_TRUE(equal(matchings[0], matchings[1]) && equal(matchings[0], matchings[2]));
        pairs += matchings[0].size();
        for (unsigned port = 0; port < ports; ++port) {
          ASSERT_EQ(model->grant_pointer(PortId(port)), rtl->grant_pointer(PortId(port)));
          ASSERT_EQ(model->accept_pointer(PortId(port)), both->accept_pointer(PortId(port)));
        }
      });
      EXPECT_GT(pairs, 200U);
    }
  }
}

// Each wrong operator of the RTL shows in a switch, but for those about locks, and about cycles in which nobody asks.
TEST(RrArbiterInSwitch, FindsWrongOperators) {
  const Operators operators = played_operators(kBlock, [](const reference::Factories& factories) {
    for (const std::size_t ports : {5U, 33U}) {
      const auto islip = islip_of(ports, 2, factories);
      Islip* const arbiters[] = {islip.get()};
      Slots(1, ports).play(arbiters, 400, [](const std::vector<std::vector<Match>>&) {});
    }
  });
  std::set<std::string_view> missed;  // not about locks
  std::ranges::copy_if(operators.missed, std::inserter(missed, missed.end()),
                       [](std::string_view name) { return name.find("lock") == std::string_view::npos; });
  EXPECT_EQ(missed,
            (std::set<std::string_view>{"index_without_a_grant", "moves_not_while_kept", "moves_only_while_kept",
                                        "moves_without_a_grant", "owner_at_the_pointer", "owner_of_the_next_turn"}));
  EXPECT_GT(operators.found, 10U);
}

}  // namespace weir::cosim::rr_arbiter_in_switch_test
