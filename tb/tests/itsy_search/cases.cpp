// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/tests/itsy_search/cases.h"

#include <cstdint>
#include <utility>

#include "hw_model/reference/itsy_published.h"
#include "hw_model/reference/itsy_repaired.h"
#include "tb/tests/itsy_search/resolving.h"

namespace weir::itsy_search {
namespace {

// Port 0 of each switch leads to port 1 of the next, and port 2 to a host.
Setup ring_without_flows(std::uint8_t nodes) {
  Setup setup;
  setup.nodes = nodes;
  for (std::uint8_t n = 0; n < nodes; ++n) {
    setup.cables.push_back({End{n, 0}, End{static_cast<std::uint8_t>((n + 1) % nodes), 1}});
  }
  return setup;
}

// From the host at `from` over `hops` cables.
Flow around(const Setup& ring, std::uint8_t from, std::uint8_t hops, std::uint8_t packets) {
  Flow flow{.ingress = 2, .way = {}, .packets = packets};
  for (std::uint8_t n = 0; n <= hops; ++n) {
    flow.way.push_back(
        {static_cast<std::uint8_t>((from + n) % ring.nodes), static_cast<std::uint8_t>(n < hops ? 0 : 2)});
  }
  return flow;
}

// All packets stand in their first switches at the beginning, one of each flow in turn.
Setup standing(Setup setup) {
  for (std::uint8_t turn = 0; turn < 15; ++turn) {
    for (std::uint8_t f = 0; f < setup.flows.size(); ++f) {
      if (turn < setup.flows[f].packets)
        setup.stand.push_back(f);
    }
  }
  return setup;
}

// Each host sends over two cables: a deadlock when each VIQ is full of packets for the next switch.
Setup ring(std::uint8_t nodes, std::uint8_t packets = 2) {
  Setup setup = ring_without_flows(nodes);
  for (std::uint8_t n = 0; n < nodes; ++n) {
    setup.flows.push_back(around(setup, n, 2, packets));
  }
  return standing(setup);
}

// As ring, but the VIQ at switch `at` gets one packet of the ring and one for its own host, which takes it: no
// deadlock.
Setup ring_with_a_live_sink(std::uint8_t nodes, std::uint8_t at) {
  Setup setup = ring_without_flows(nodes);
  const auto before = static_cast<std::uint8_t>((at + nodes - 1) % nodes);
  for (std::uint8_t n = 0; n < nodes; ++n) {
    setup.flows.push_back(around(setup, n, 2, n == before ? 1 : 2));
  }
  setup.flows.push_back(around(setup, before, 1, 1));
  return standing(setup);
}

// Two cables each way between two switches, 0 and 1 out and 2 and 3 in; from each in to each out goes a packet, so that
// what a VIQ holds stands behind two egresses, and is more than XON of them only together. With `live`, one of the
// packets is for the host there instead: no deadlock.
Setup crossed(bool live) {
  Setup setup;
  setup.ports = 5;
  for (std::uint8_t n = 0; n < 2; ++n) {
    const auto other = static_cast<std::uint8_t>(1 - n);
    for (std::uint8_t out = 0; out < 2; ++out) {
      setup.cables.push_back({End{n, out}, End{other, static_cast<std::uint8_t>(out + 2)}});
      for (std::uint8_t onward = 0; onward < 2; ++onward) {
        setup.flows.push_back({.ingress = 4, .way = {{n, out}, {other, onward}, {n, 4}}, .packets = 1});
      }
    }
  }
  if (live)
    setup.flows[0].way = {{0, 0}, {1, 4}};
  return standing(setup);
}

// A packet fills a VIQ, and its leaving empties it: an ingress pauses for each packet.
Setup ring_of_single_packets(std::uint8_t first, std::uint8_t second) {
  Setup setup = ring_without_flows(2);
  setup.flows = {around(setup, 0, 2, first), around(setup, 1, 2, second)};
  setup.xoff = 1;
  setup.xon = 0;
  return standing(setup);
}

// Two rings of two that share switch 0, and one circle that passes it twice: 1, 0, 2, 0. Ports of switch 0: 0 to and 1
// from switch 1, 2 to and 3 from switch 2, 4 to a host.
Setup figure_eight() {
  Setup setup;
  setup.nodes = 3;
  setup.ports = 5;
  setup.cables = {{End{0, 0}, End{1, 1}}, {End{1, 0}, End{0, 1}}, {End{0, 2}, End{2, 1}}, {End{2, 0}, End{0, 3}}};
  setup.flows = {
      {.ingress = 2, .way = {{1, 0}, {0, 2}, {2, 2}}},
      {.ingress = 4, .way = {{0, 2}, {2, 0}, {0, 4}}},
      {.ingress = 2, .way = {{2, 0}, {0, 0}, {1, 2}}},
      {.ingress = 4, .way = {{0, 0}, {1, 0}, {0, 4}}},
  };
  return standing(setup);
}

// A ring of two, and a third switch at port 3 of switch 0, whose full VIQ is the only initial trigger and resumes
// before the ring closes.
Setup ring_behind_a_trigger() {
  Setup setup;
  setup.nodes = 3;
  setup.ports = 4;
  setup.cables = {{End{0, 0}, End{1, 1}}, {End{1, 0}, End{0, 1}}, {End{0, 3}, End{2, 1}}};
  setup.flows = {
      {.ingress = 2, .way = {{0, 0}, {1, 0}, {0, 2}}},
      {.ingress = 2, .way = {{1, 0}, {0, 0}, {1, 2}}},
      {.ingress = 2, .way = {{1, 0}, {0, 3}, {2, 2}}, .packets = 1},
      {.ingress = 2, .way = {{0, 3}, {2, 2}}},
  };
  setup.stand = {0, 0, 3, 3, 1, 2, 1};
  constexpr std::uint8_t kSw0P0 = 0;
  constexpr std::uint8_t kSw0P1 = 1;
  constexpr std::uint8_t kSw0P3 = 3;
  constexpr std::uint8_t kSw1P0 = 4;
  constexpr std::uint8_t kSw1P1 = 5;
  constexpr std::uint8_t kSw2P1 = 9;
  constexpr std::uint8_t kSw2P2 = 10;
  using enum MoveKind;
  setup.first = {{kDepart, kSw0P3}, {kDepart, kSw0P3}, {kArrive, kSw2P1}, {kDepart, kSw1P0}, {kDepart, kSw1P0},
                 {kDepart, kSw1P0}, {kArrive, kSw0P1}, {kDepart, kSw0P0}, {kDepart, kSw0P0}, {kDepart, kSw2P2},
                 {kArrive, kSw2P1}, {kDepart, kSw0P3}, {kArrive, kSw1P1}};
  return setup;
}

Setup with(Setup setup, std::uint8_t losses, std::uint8_t duplicates = 0) {
  setup.losses = losses;
  setup.duplicates = duplicates;
  return setup;
}

Setup at_leisure(Setup setup) {
  setup.prompt = false;
  return setup;
}

// Ports may initiate again whenever they like, but for the numbers that the life of a message allows; or without that.
Setup again(Setup setup, bool lives = true) {
  setup.again = true;
  setup.lives = lives;
  return setup;
}

template <class Protocol>
std::function<Found()> in(Setup setup, const typename Protocol::Settings& settings, const Limits& limits) {
  return [=, setup = std::move(setup)] { return explore<Protocol>(setup, settings, limits); };
}

template <class Protocol>
std::function<Found()> in(Setup setup, const Limits& limits = {}, unsigned seq_bits = 4, std::uint8_t ttl = 16) {
  typename Protocol::Settings settings;
  settings.seq_bits = seq_bits;
  if constexpr (requires { settings.ttl; })
    settings.ttl = ttl;
  return in<Protocol>(std::move(setup), settings, limits);
}

Setup resolves(Setup setup) {
  setup.resolves = true;
  return setup;
}

// Ports that it names are told to go on.
std::function<Found()> act(Setup setup, const Resolving::Settings& settings, const Limits& limits = {}) {
  return in<Resolving>(resolves(std::move(setup)), settings, limits);
}

// A ring of two in which each packet pauses the VIQ that it comes to. sw1 sends over one cable, too, so that the VIQ
// there goes on as soon as its host has taken the packet. Hosts take at once, and what that VIQ says arrives at once:
// only what the other one says, and when packets leave for the other switch, is left open.
Setup ring_that_pauses_often() {
  Setup setup = ring_without_flows(2);
  setup.flows = {around(setup, 0, 2, 2), around(setup, 1, 2, 2), around(setup, 1, 1, 5)};
  setup.xoff = 1;
  setup.xon = 0;
  setup.eager = {End{0, 2}, End{1, 2}, End{0, 1}};
  return setup;
}

Setup resets(Setup setup) {
  setup.resets = 1;
  return setup;
}

// Then its deadlock forms.
Setup formed(Setup setup) {
  using enum MoveKind;
  setup.first = {{kDepart, 0}, {kDepart, 0}, {kDepart, 1}, {kDepart, 1}, {kDepart, 5}, {kDepart, 6},
                 {kArrive, 7}, {kArrive, 8}, {kDepart, 5}, {kArrive, 2}, {kDepart, 6}, {kArrive, 3}};
  return setup;
}

// XON moves so often; in pauses it only falls, or not.
Setup moving(Setup setup, std::uint8_t times, bool rises = false) {
  setup.xon_moves = times;
  setup.xon_rises = rises;
  return setup;
}

// One at any time, and one at rest.
Setup rounds(Setup setup) {
  setup.rounds = 2;
  return setup;
}

Setup skewed(Setup setup) {
  setup.skewed = true;
  return setup;
}

Setup too_short(Setup setup) {
  setup.in_time = false;
  return setup;
}

constexpr Limits kFalse{.missed_too = false};
constexpr Limits kFalseBesideResume{.missed_too = false, .resumed = true};
constexpr Limits kMissed{.false_too = false};

std::vector<Case> holes() {
  using Old = reference::ItsyPublished;
  return {
      {"h1", "H1: a bit says that a packet is there, and one of two packets leaves",
       in<Old>(ring_with_a_live_sink(2, 0), kFalse), Wrong::kFalse},
      {"h2", "H2: a RESUME behind the consistency check", in<Old>(ring_with_a_live_sink(3, 2), kFalseBesideResume),
       Wrong::kFalse},
      {"h3", "H3: all pause at once, and each overwrites what the next has stored", in<Old>(ring(3), kMissed),
       Wrong::kMissed},
      {"h4", "H4: the trigger, outside of the circle, resumes before it closes; played, and searched from there",
       in<Old>(again(ring_behind_a_trigger()), kMissed), Wrong::kSilent},
      {"h5", "H5: RESUME and PAUSE again; the second PAUSE carries nothing",
       in<Old>(ring_of_single_packets(2, 2), kMissed), Wrong::kMissed},
      {"h6", "H6: figure eight, a circle that passes a switch twice", in<Old>(figure_eight(), kMissed), Wrong::kMissed},
      {"h7", "H7: one message is lost", in<Old>(with(ring(2), 1), kMissed), Wrong::kMissed},
      {"h5_without", "where nobody resumes a ring of two is found", in<Old>(ring(2), kMissed)},
      {"h8_published", "H8: numbers of two bits, and a VIQ that pauses nine times; published",
       in<Old>(ring_that_pauses_often(), kFalse, 2), Wrong::kFalse},
      {"h8_published_wider", "the same with three bits: no false one", in<Old>(ring_that_pauses_often(), kFalse, 3)},
      {"h8_repaired", "H8: numbers of two bits, when ports initiate again as often as they like; repaired",
       in<reference::ItsyRepaired>(again(ring_of_single_packets(3, 2), false), kFalse, 2, 3), Wrong::kFalse},
      {"h9_published", "H9: a switch is reset with the second message under way; published",
       in<Old>(resets(ring(2)), kFalse), Wrong::kFalse},
      {"h9_repaired", "H9: a switch is reset with a check under way; repaired",
       in<reference::ItsyRepaired>(resets(ring(2)), kFalse), Wrong::kFalse},
  };
}

std::vector<Case> repaired() {
  using New = reference::ItsyRepaired;
  return {
      {"ring_2", "ring of 2", in<New>(ring(2))},
      {"ring_2_three", "ring of 2, three packets a flow", in<New>(ring(2, 3))},
      {"ring_2_single", "ring of 2, an ingress pauses for each packet", in<New>(ring_of_single_packets(3, 3))},
      {"ring_2_live", "ring of 2 with a live sink", in<New>(ring_with_a_live_sink(2, 0))},
      {"ring_2_at_leisure", "ring of 2, messages wait as long as they like before they leave",
       in<New>(at_leisure(ring(2)))},
      {"ring_2_doubled", "ring of 2, a message lost and two doubled: no false one",
       in<New>(with(ring(2), 1, 2), kFalse)},
      {"ring_2_trigger", "the ring of H4, from the same moves on", in<New>(ring_behind_a_trigger())},
      {"ring_2_again", "that of H8, with as many numbers in the life of a message as are allowed: no false one",
       in<New>(again(ring_of_single_packets(3, 2)), {.states = 400'000, .missed_too = false}, 2, 3), Wrong::kNothing,
       false},
      {"ring_3_live", "ring of 3 with a live sink", in<New>(ring_with_a_live_sink(3, 2))},
      {"ring_3", "ring of 3", in<New>(ring(3)), Wrong::kNothing, true, true},
      {"ring_3_doubled", "ring of 3, a message doubled: no false one", in<New>(with(ring(3), 0, 1), kFalse),
       Wrong::kNothing, true, true},
      {"figure_eight", "figure eight", in<New>(figure_eight()), Wrong::kNothing, false, true},
      {"ring_2_again_all", "the same, through all states",
       in<New>(again(ring_of_single_packets(3, 2)), {.states = 8'000'000, .missed_too = false}, 2, 3), Wrong::kNothing,
       true, true},
      {"ring_2_lost",
       "ring of 2, a message lost: from every state a way leads to the declaration, where ports initiate again",
       in<New>(again(with(ring(2), 1)), {.states = 8'000'000}, 2, 3), Wrong::kNothing, true, true},
  };
}

std::vector<Case> with_moving_xon() {
  using New = reference::ItsyRepaired;
  return {
      {"xon_2_live", "ring of 2 with a live sink, XON moves twice", in<New>(moving(ring_with_a_live_sink(2, 0), 2))},
      {"xon_2", "ring of 2, XON moves", in<New>(moving(ring(2), 1))},
      {"xon_2_rises", "ring of 2 with a live sink, XON rises in a pause, too",
       in<New>(moving(ring_with_a_live_sink(2, 0), 2, true), kFalse), Wrong::kFalse},
      {"xon_3_live", "ring of 3 with a live sink, XON moves", in<New>(moving(ring_with_a_live_sink(3, 2), 1))},
      {"xon_2_rounds", "ring of 2 with a live sink, XON moves twice, rounds",
       in<Rounds>(rounds(moving(ring_with_a_live_sink(2, 0), 2)))},
  };
}

std::vector<Case> with_rounds() {
  return {
      {"several", "two cables each way, each VIQ behind two egresses: a deadlock of several",
       in<reference::ItsyRepaired>(crossed(false), {}), Wrong::kMissed},
      {"rounds_several", "the same with rounds; played until it stands, and searched from there",
       in<Rounds>(rounds(formed(crossed(false))))},
      {"rounds_2", "ring of 2 with rounds", in<Rounds>(rounds(ring(2)))},
      {"rounds_2_single", "ring of 2 with rounds, an ingress pauses for each packet",
       in<Rounds>(rounds(ring_of_single_packets(3, 3)))},
      {"rounds_2_skewed", "ring of 2, each switch begins a round when it likes",
       in<Rounds>(skewed(rounds(ring_of_single_packets(3, 3))))},
      {"rounds_2_reset", "ring of 2 with rounds, a switch is reset", in<Rounds>(rounds(resets(ring(2))), kFalse)},
      {"rounds_trigger", "the ring of H4 with rounds", in<Rounds>(rounds(ring_behind_a_trigger()))},
      {"rounds_3_live", "ring of 3 with a live sink, rounds", in<Rounds>(rounds(ring_with_a_live_sink(3, 2)))},
      {"rounds_short", "ring of 3 with a live sink, a round may end before all has been heard",
       in<Rounds>(too_short(rounds(ring_with_a_live_sink(3, 2))), kFalse), Wrong::kFalse},
      {"rounds_lost", "ring of 3 with a live sink, ALIVE is lost and not said again",
       in<Rounds>(rounds(with(ring_with_a_live_sink(3, 2), 1)), kFalse), Wrong::kFalse},
  };
}

// What is done about a declaration.
std::vector<Case> resolutions() {
  const Resolving::Settings at_once{.collects = false};
  const Resolving::Settings unclaimed{.claims = false};
  const Resolving::Settings seen{.claims = false, .only_where_seen = true};
  const Resolving::Settings claimed;
  const Resolving::Settings narrow{.seq_bits = 2, .ttl = 3};
  std::vector<Case> all = {
      {"act_at_once", "a declared port goes on at once", act(ring(2), at_once, kFalse), Wrong::kFalse},
      {"act_unclaimed", "it goes on when its collecting message is home", act(ring(2), unclaimed, kFalse),
       Wrong::kFalse},
      {"act_seen", "that passes only where its check was the last", act(ring(2), seen, kFalse), Wrong::kFalse},
      {"act_seen_3", "the same, ring of 3, each pauses once", act(ring(3), seen), Wrong::kMissed},
      {"act_2", "a switch is claimed by one message: ring of 2", act(ring(2), claimed)},
      {"act_2_three", "ring of 2, three packets a flow", act(ring(2, 3), claimed)},
      {"act_2_live", "ring of 2 with a live sink", act(ring_with_a_live_sink(2, 0), claimed)},
      {"act_2_at_leisure", "ring of 2, messages wait as long as they like", act(at_leisure(ring(2)), claimed)},
      {"act_2_doubled", "ring of 2, a message lost and one doubled: none needless",
       act(with(ring(2), 1, 1), claimed, kFalse)},
      {"act_2_trigger", "the ring of H4, from the same moves on", act(ring_behind_a_trigger(), claimed)},
      {"act_3", "ring of 3", act(ring(3), claimed)},
      {"act_2_lost", "ring of 2, a message lost: from every state a way leads out, where ports initiate again",
       act(again(with(ring(2), 1)), narrow, {.states = 8'000'000}), Wrong::kNothing, true, true},
      {"act_eight", "figure eight", act(figure_eight(), claimed), Wrong::kNothing, false, true},
  };
  for (Case& each : all) {
    each.acts = true;
  }
  return all;
}

}  // namespace

std::vector<Case> cases() {
  std::vector<Case> all = holes();
  for (Case& each : repaired()) {
    all.push_back(std::move(each));
  }
  for (Case& each : with_moving_xon()) {
    all.push_back(std::move(each));
  }
  for (Case& each : with_rounds()) {
    all.push_back(std::move(each));
  }
  for (Case& each : resolutions()) {
    all.push_back(std::move(each));
  }
  return all;
}

}  // namespace weir::itsy_search
