// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Detectors that ride along pauses: hops reckoned by hand.

#include "tb/baselines/along_chain.h"

#include "tb/baselines/bloom_filter.h"
#include "tb/baselines/int_path.h"
#include "tb/baselines/path_dump.h"
#include "tb/baselines/unroller.h"
#include "tb/tests/unit/baselines/ring.h"

namespace weir::baselines::along_chain_test {

template <class Detector>
Tally play(const Ring& ring, Detector detector, Time controller = Time(0)) {
  const Cables cables = ring.cables();
  PauseGraph graph(cables.peers.size());
  AlongChain<Detector> along(std::move(detector), graph, cables, controller);
  follow(graph, along, ring.entries(), Time(1'000'000'000));
  return along.tally();
}

void expect_found(const Tally& tally, unsigned hops, Time at) {
  ASSERT_FALSE(tally.found.empty());
  EXPECT_EQ(tally.found[0].hops, hops);
  EXPECT_EQ(tally.found[0].at, at);
}

// The message has gone round when the loop closes: L hops, and B before it where the pauses began there.
TEST(Baselines, APathOrAFilterFindsALoopWhereItCloses) {
  for (std::size_t length = 3; length <= 16; ++length) {
    for (std::size_t tail = 0; tail <= 8; ++tail) {
      const Ring ring{length, tail};
      const auto hops = static_cast<unsigned>(length + tail);
      expect_found(play(ring, IntPath()), hops, ring.formed());
      expect_found(play(ring, BloomFilter(4096, 2)), hops, ring.formed());
      EXPECT_EQ(play(ring, IntPath()).found[0].viq, ring.ingress(0));
    }
  }
}

// Of 4: hops 0, 2, 4 are tagged and the third tag asks the controller, who has seen the first. Of 3: the controller
// sees 0, 2, 4, all different, then 6, 8, 10 with hop 6 at the port of hop 0. Of 6 likewise, but the message comes back
// from the controller before the next VIQ is full.
TEST(Baselines, PathDumpAsksForTheThirdTag) {
  expect_found(play(Ring{4}, PathDump(), Time(500)), 4, Ring{4}.after(4) + Time(500));
  expect_found(play(Ring{3}, PathDump(), Time(500)), 10, Ring{3}.after(10) + Time(2 * 500));
  expect_found(play(Ring{6}, PathDump(), Time(500)), 10, Ring{6}.after(10) + Time(500));
  EXPECT_EQ(play(Ring{4}, PathDump()).header_bits, 64U);
}

std::uint64_t falling(Point at) {
  return at == 1 ? 1'000'000 : at;
}  // the port met last before the first has the least
std::uint64_t rising(Point at) { return 1'000'000 - at; }  // but for the first, as they are met
std::uint64_t first_least(Point at) { return at == 1 ? 0 : at; }

TEST(Baselines, UnrollerWithoutPhasesTakesTwoRoundsLessOneHop) {
  for (std::size_t length = 3; length <= 16; ++length) {
    const auto hops = static_cast<unsigned>(2 * length - 1);
    expect_found(play(Ring{length}, Unroller(0, falling)), hops, Ring{length}.after(hops));
    expect_found(play(Ring{length}, Unroller(0, first_least)), static_cast<unsigned>(length), Ring{length}.formed());
  }
}

// The least name is that of the tail's last port, which the message never meets again.
TEST(Baselines, UnrollerWithoutPhasesNeverFindsALoopThatItsMessageEntersFromOutside) {
  const Tally tally = play(Ring{4, 2}, Unroller(0, rising));
  EXPECT_TRUE(tally.found.empty());
  EXPECT_EQ(tally.given_up, 1U);
}

// Phases begin at hops 1, 4, 16 and 64. B = 2, L = 4: the one from hop 4 on, at the third port of the loop, lasts 12
// hops. B = 0, L = 14: that of hop 4 has 12 hops and needs 14 or more, so it is that of hop 16, at the port of hop 2.
TEST(Baselines, UnrollerWithPhasesFindsItWithinItsBound) {
  expect_found(play(Ring{4, 2}, Unroller(4, first_least)), 10, Ring{4, 2}.after(10));
  for (std::size_t length = 3; length <= 16; ++length) {
    for (std::size_t tail = 0; tail <= 8; ++tail) {
      for (const auto name : {falling, rising, first_least}) {
        const Tally tally = play(Ring{length, tail}, Unroller(4, name));
        ASSERT_FALSE(tally.found.empty());
        EXPECT_LE(tally.found[0].hops, 14.0 / 3 * static_cast<double>(length + tail) + 1);
      }
    }
  }
}

TEST(Baselines, AFilterThatIsTooSmallFindsWhatIsNone) {
  Ring ring{12};
  std::vector<oracle::KnotEntry> entries = ring.entries();
  entries.resize(entries.size() - 4);  // it does not close
  const Cables cables = ring.cables();
  for (const unsigned bits : {4U, 4096U}) {
    PauseGraph graph(cables.peers.size());
    AlongChain<BloomFilter> along(BloomFilter(bits, 2), graph, cables, Time(0));
    follow(graph, along, entries, Time(1'000'000'000));
    EXPECT_EQ(along.tally().found.empty(), bits == 4096);
  }
}

// On a PAUSE a message is free as long as the padding holds it: 26 octets, so a header of INT from its fifth hop on is
// not. The last hop of a ring finds its ingress paused already, and the message goes alone where it goes on.
TEST(Baselines, MessagesRideOnPauses) {
  const Tally short_ones = play(Ring{4}, IntPath());
  EXPECT_EQ(short_ones.messages, 4U);
  EXPECT_EQ(short_ones.alone, 0U);
  EXPECT_EQ(short_ones.header_bits, 64U + 4 * 32);
  EXPECT_EQ(short_ones.line, Bytes(0));
  EXPECT_EQ(play(Ring{6}, IntPath()).line, Bytes((8 + 5 * 4 - 26) + (8 + 6 * 4 - 26)));
  const Tally goes_on = play(Ring{4}, Unroller(0, falling));
  EXPECT_EQ(goes_on.messages, 7U);
  EXPECT_EQ(goes_on.alone, 3U);
  EXPECT_EQ(goes_on.line, Bytes(3 * 84));
}

// A message that meets an egress which the packet on the wire still uses waits for its end.
TEST(Baselines, AMessageWaitsUntilThePacketOnTheWireHasLeft) {
  const Ring ring{3};
  std::vector<oracle::KnotEntry> entries = ring.entries();
  ASSERT_EQ(entries.back().event, oracle::KnotEvent::kHeld);
  entries.back().at += Time(700);
  const Cables cables = ring.cables();
  PauseGraph graph(cables.peers.size());
  AlongChain<IntPath> along(IntPath(), graph, cables, Time(0));
  follow(graph, along, entries, Time(1'000'000'000));
  expect_found(along.tally(), 3, ring.formed() + Time(700));
}

// Who is let go forgets what has come to it, and a message that is under way then is lost.
TEST(Baselines, AResumeEndsTheChain) {
  const Ring ring{3};
  std::vector<oracle::KnotEntry> entries = ring.entries();
  const oracle::KnotEntry freed{.at = ring.after(1), .event = oracle::KnotEvent::kFreed, .place = ring.egress(2)};
  entries.insert(std::ranges::upper_bound(entries, freed.at, {}, &oracle::KnotEntry::at), freed);
  const Cables cables = ring.cables();
  PauseGraph graph(cables.peers.size());
  AlongChain<IntPath> along(IntPath(), graph, cables, Time(0));
  follow(graph, along, entries, Time(1'000'000'000));
  EXPECT_TRUE(along.tally().found.empty());
}

}  // namespace weir::baselines::along_chain_test
