// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/oracle/knot.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::oracle::knot_test {

constexpr Bytes kXon = 3_B;

// So much waits behind each of these holders, in one VIQ with XON 3.
PausingViq waits(std::vector<HeldBytes> held) { return {.xon = kXon, .held = std::move(held)}; }

std::vector<PausingViq> ring(std::size_t length, Bytes each) {
  std::vector<PausingViq> viqs;
  for (std::size_t i = 0; i < length; ++i) {
    viqs.push_back(waits({{(i + 1) % length, each}}));
  }
  return viqs;
}

// Each of three waits for both others, and only what stands behind the two together is more than XON.
std::vector<PausingViq> several() {
  return {waits({{1, 2_B}, {2, 2_B}}), waits({{0, 2_B}, {2, 2_B}}), waits({{0, 2_B}, {1, 2_B}})};
}

// The first waits for two, behind neither of which more than XON stands; both wait for it.
std::vector<PausingViq> diamond() { return {waits({{1, 2_B}, {2, 2_B}}), waits({{0, 4_B}}), waits({{0, 4_B}})}; }

std::vector<Knot> found_in(const std::vector<PausingViq>& viqs) { return knots(viqs, deadlocked(viqs)); }

TEST(Knot, ARingIsOneOfSingleEdges) {
  const auto found = found_in(ring(3, 4_B));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].viqs, ElementsAre(0, 1, 2));
  EXPECT_EQ(found[0].kind, KnotClass::kEdges);
}

// The VIQ that drains to XON resumes, and with it all others.
TEST(Knot, MoreThanXonMustStand) {
  auto viqs = ring(3, 4_B);
  viqs[1].held[0].bytes = kXon;
  EXPECT_THAT(deadlocked(viqs), ElementsAre(false, false, false));
  EXPECT_THAT(found_in(viqs), IsEmpty());
}

TEST(Knot, AResumeOnTheWireIsStillObeyed) {
  auto viqs = ring(3, 4_B);
  viqs[2].resumes = true;
  EXPECT_THAT(deadlocked(viqs), ElementsAre(false, false, false));
}

// A packet for a queue that nobody deadlocked holds leaves some time.
TEST(Knot, WhatWaitsForSomebodyWhoGoesOnCountsForNothing) {
  auto viqs = ring(3, 2_B);
  viqs[0].held.push_back({kNoViq, 9_B});
  viqs.push_back(waits({}));
  viqs[1].held.push_back({3, 9_B});
  EXPECT_THAT(deadlocked(viqs), ElementsAre(false, false, false, false));
}

TEST(Knot, WhoWaitsForARingIsDeadlockedAndNoPartOfIt) {
  auto viqs = ring(2, 4_B);
  viqs.push_back(waits({{0, 4_B}}));
  viqs.push_back(waits({{2, 4_B}}));
  EXPECT_THAT(deadlocked(viqs), ElementsAre(true, true, true, true));
  const auto found = found_in(viqs);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].viqs, ElementsAre(0, 1));
}

TEST(Knot, TwoThatDoNotWaitForEachOtherAreTwo) {
  auto viqs = ring(2, 4_B);
  for (PausingViq viq : ring(3, 4_B)) {
    viq.held[0].holder += 2;
    viqs.push_back(viq);
  }
  viqs[4].held.push_back({kNoViq, 4_B});
  const auto found = found_in(viqs);
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_THAT(found[0].viqs, ElementsAre(0, 1));
  EXPECT_THAT(found[1].viqs, ElementsAre(2, 3, 4));
}

// A ring of which one waits for another ring, too, is stuck because of that one.
TEST(Knot, AWaitForAnotherKnotLeavesOnlyThatOne) {
  auto viqs = ring(2, 4_B);
  viqs.push_back(waits({{3, 4_B}}));
  viqs.push_back(waits({{2, 4_B}, {0, 1_B}}));
  EXPECT_THAT(deadlocked(viqs), ElementsAre(true, true, true, true));
  const auto found = found_in(viqs);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].viqs, ElementsAre(0, 1));
}

TEST(Knot, ASumOfOneMessageIsNoEdge) {
  const auto found = found_in(diamond());
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].viqs, ElementsAre(0, 1, 2));
  EXPECT_EQ(found[0].kind, KnotClass::kSums);
}

TEST(Knot, NoMessageComesHomeWhereAllWaitForSeveral) {
  const auto found = found_in(several());
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].kind, KnotClass::kSeveral);
}

// One circle of edges in it is enough, whatever else it takes to hold the others.
TEST(Knot, TheClassIsThatOfTheSimplestMessageThatComesHome) {
  auto viqs = several();
  viqs[0].held[0].bytes = viqs[1].held[0].bytes = 4_B;
  EXPECT_EQ(found_in(viqs).at(0).kind, KnotClass::kEdges);
}

TEST(Knot, AHostThatTakesNothingHoldsOthersAndIsNoDeadlock) {
  std::vector<PausingViq> viqs = {{.xon = kXon, .never_resumes = true, .held = {}}, waits({{0, 4_B}})};
  EXPECT_THAT(deadlocked(viqs), ElementsAre(true, true));
  EXPECT_THAT(found_in(viqs), IsEmpty());
  viqs[0].never_resumes = false;
  EXPECT_THAT(deadlocked(viqs), ElementsAre(false, false));
}

// The definitions once more, each the long way round: over all subsets.
class Naive {
 public:
  explicit Naive(const std::vector<PausingViq>& viqs) : viqs_(viqs) {}

  // The union of all sets that sustain themselves.
  std::uint32_t deadlocked() const {
    std::uint32_t all = 0;
    for (std::uint32_t set = 0; set < 1U << viqs_.size(); ++set) {
      bool stays = true;
      for (std::size_t i = 0; i < viqs_.size() && stays; ++i) {
        const PausingViq& viq = viqs_[i];
        stays = (set >> i & 1) == 0 || viq.never_resumes || (!viq.resumes && sum(i, set) > viq.xon);
      }
      all |= stays ? set : 0;
    }
    return all;
  }

  // Whether who is reached from any of them along waits within `set` are all of them and nobody else.
  bool is_sink(std::uint32_t knot, std::uint32_t set) const {
    bool sink = knot != 0;
    for (std::size_t i = 0; i < viqs_.size(); ++i) {
      sink = sink && ((knot >> i & 1) == 0 || from(i, set) == knot);
    }
    return sink;
  }

  // The smallest set that a message from somebody in `knot` fills, where it does not come home before: by all sets that
  // it could not leave.
  template <class Amount>
  bool comes_home(std::uint32_t knot, Amount amount) const {
    for (std::size_t home = 0; home < viqs_.size(); ++home) {
      std::uint32_t least = (knot >> home & 1) != 0 ? ~0U : 0;
      for (std::uint32_t set = 0; set < 1U << viqs_.size() && least != 0; ++set) {
        bool closed = (set >> home & 1) != 0;
        for (std::size_t i = 0; i < viqs_.size() && closed; ++i) {
          closed = (set >> i & 1) != 0 || (knot >> i & 1) == 0 || amount(i, set) <= viqs_[i].xon;
        }
        least &= closed ? set : ~0U;
      }
      if (least != 0 && amount(home, least) > viqs_[home].xon) {
        return true;
      }
    }
    return false;
  }

  KnotClass class_of(std::uint32_t knot) const {
    const auto one = [&](std::size_t i, std::uint32_t set) {
      Bytes most;
      for (const HeldBytes& held : viqs_[i].held) {
        most = std::max(most, (set >> held.holder & 1) != 0 ? held.bytes : 0_B);
      }
      return most;
    };
    const auto all = [&](std::size_t i, std::uint32_t set) { return sum(i, set); };
    return comes_home(knot, one) ? KnotClass::kEdges : comes_home(knot, all) ? KnotClass::kSums : KnotClass::kSeveral;
  }

 private:
  Bytes sum(std::size_t i, std::uint32_t set) const {
    Bytes bytes;
    for (const HeldBytes& held : viqs_[i].held) {
      bytes += (set >> held.holder & 1) != 0 ? held.bytes : 0_B;
    }
    return bytes;
  }

  std::uint32_t from(std::size_t i, std::uint32_t set) const {
    std::uint32_t reached = 0;
    for (std::uint32_t next = 1U << i; next != 0;) {
      const auto viq = static_cast<std::size_t>(std::countr_zero(next));
      next &= next - 1;
      for (const HeldBytes& held : viqs_[viq].held) {
        const std::uint32_t bit = held.bytes > 0_B ? 1U << held.holder & set & ~reached : 0;
        reached |= bit;
        next |= bit;
      }
    }
    return reached;
  }

  const std::vector<PausingViq>& viqs_;
};

std::vector<PausingViq> drawn(std::mt19937& random) {
  const auto below = [&](unsigned n) { return static_cast<std::size_t>(random() % n); };
  std::vector<PausingViq> viqs(2 + below(6));
  for (std::size_t i = 0; i < viqs.size(); ++i) {
    viqs[i].xon = kXon;
    viqs[i].resumes = below(20) == 0;
    for (std::size_t other = 0; other < viqs.size(); ++other) {
      if (other != i && below(3) == 0) {
        viqs[i].held.push_back({other, Bytes(static_cast<std::int64_t>(below(6)))});
      }
    }
  }
  return viqs;
}

TEST(Knot, IsWhatTryingEverySetFinds) {
  std::mt19937 random(1);
  std::array<unsigned, 3> by_class{};
  for (unsigned n = 0; n < 40000; ++n) {
    const auto viqs = drawn(random);
    const Naive naive(viqs);
    const auto set = deadlocked(viqs);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < viqs.size(); ++i) {
      bits |= set[i] ? 1U << i : 0;
    }
    ASSERT_EQ(bits, naive.deadlocked()) << n;
    std::uint32_t sinks = 0;
    for (const Knot& knot : knots(viqs, set)) {
      std::uint32_t members = 0;
      for (const std::size_t viq : knot.viqs) {
        members |= 1U << viq;
      }
      ASSERT_TRUE(naive.is_sink(members, bits)) << n;
      ASSERT_EQ(knot.kind, naive.class_of(members)) << n;
      ++by_class[static_cast<std::size_t>(knot.kind)];
      sinks |= members;
    }
    for (std::uint32_t members = bits & ~sinks, one = members; one != 0; one = (one - 1) & members) {
      ASSERT_FALSE(naive.is_sink(one, bits)) << n;
    }
  }
  for (const unsigned found : by_class) {
    EXPECT_GT(found, 20U);  // so that each class has been compared
  }
}

}  // namespace weir::oracle::knot_test
