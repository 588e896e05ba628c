// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// ITSY's causality unit of a class in RTL: the same checks and declarations as by the protocol; and a wrong RTL is
// found in lock-step, and followed where it stands alone.

#include "hw_model/base/random_stream.h"
#include "hw_model/mechanisms/deadlock/itsy_protocol.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/wrong_rtl.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::itsy_causality_in_switch_test {

using deadlock::ClockedCausality;
using deadlock::ItsyProtocol;
using frame::ItsyEntry;
using frame::ItsyMessage;
using testing::StartsWith;

constexpr char kBlock[] = "itsy_causality";

constexpr std::uint32_t kSelf = 5;
constexpr std::uint32_t kXon = 3;
constexpr std::size_t kPorts = 4;
constexpr std::uint8_t kTtl = 4;
constexpr std::uint32_t kMost = 60;  // that a VIQ holds

deadlock::ItsyConfig config_of() {
  deadlock::ItsyConfig config;
  config.protocol = deadlock::Protocol::kRepaired;
  config.switch_id = kSelf;
  config.ttl = kTtl;
  return config;
}

// A class of a switch in which VIQs wait, pause and are held, and checks come and go.
class Class {
 public:
  Class(const reference::Factories& factories, std::uint64_t seed)
      : random_(seed, "itsy_causality_in_switch_test"), protocol_(config_of(), kPorts) {
    if (auto block = factories.of<reference::ItsyCausalityBlock>()({}, "s1.c0")) {
      protocol_.take_block(std::make_unique<ClockedCausality>(
          std::move(block),
          ClockedCausality::Settings{.switch_id = kSelf, .ttl = kTtl, .counted = Bytes(1), .ports = kPorts}));
      protocol_.set_xon(kXon);
    } else {
      for (std::size_t n = 0; n < kPorts; ++n)
        protocol_.resumes_at(PortId(n), kXon);
    }
  }

  // What leaves, comes home and is due.
  std::vector<std::uint64_t> play(int events) {
    std::vector<std::uint64_t> said;
    for (int n = 0; n < events; ++n) {
      now_ += 100_ns;
      if (protocol_.has_block())
        protocol_.at(now_);
      said.push_back(event());
      for (std::size_t p = 0; p < kPorts; ++p)
        said.back() = said.back() * 2 + (protocol_.due(PortId(p)) ? 1 : 0);
    }
    return said;
  }

  // More initiations of port 2 than there are numbers: in a life, so that some wait, and in a pause.
  void exhaust() {
    for (const bool behind_one : {false, true}) {
      start_over(behind_one);
      for (std::uint32_t life = 0; life < 3; ++life) {
        for (std::uint32_t n = 0; n < 140; ++n)
          protocol_.again(PortId(2));
        protocol_.life_over();  // an initiation has waited for it
      }
      come_home(255);
    }
    start_over(true);
    for (std::uint32_t n = 0; n < 140; ++n)
      protocol_.again(PortId(2));
    protocol_.pausing(PortId(2), false, PortId(0));  // while an initiation waits
    protocol_.life_over();
    protocol_.pausing(PortId(2), true, PortId(0));
    for (const std::uint32_t seq : {240U, 3U}) {  // beyond the last number
      while (protocol_.seq(PortId(2)) != seq) {
        protocol_.again(PortId(2));
        protocol_.life_over();
      }
    }
    come_home(8);
  }

  ItsyProtocol& protocol() { return protocol_; }

 private:
  // Port 2 is stuck behind egresses 1 and 3 together, and behind neither alone; or behind 1, too.
  void start_over(bool behind_one) {
    protocol_.reset();
    protocol_.life_over();
    for (const PortId e : {PortId(1), PortId(3)}) {
      protocol_.enqueued(e, PortId(2), 2);
      protocol_.held(e, true);
    }
    if (behind_one)
      protocol_.enqueued(PortId(1), PortId(2), kXon);
    protocol_.pausing(PortId(2), true, PortId(0));
  }
  // A check of port 2 of this many numbers ago, at both egresses.
  void come_home(std::uint32_t ago) {
    const ItsyEntry entry{
        .switch_id = kSelf, .port = PortId(2), .seq = (protocol_.seq(PortId(2)) - ago) & 0xffU, .ttl = kTtl};
    for (const PortId e : {PortId(1), PortId(3)})
      protocol_.arrived(e, {.entry = entry, .trigger = {}});
  }
  PortId any_port() { return PortId(random_.below(kPorts)); }

  std::uint64_t event() {
    switch (random_.below(16)) {
      case 0:
        protocol_.pausing(any_port(), random_.below(3) != 0, PortId(0));
        return 1;
      case 1:
        protocol_.held(any_port(), random_.below(3) != 0);
        return 2;
      case 2:
        protocol_.again(any_port());
        return 3;
      case 3:
        if (random_.below(8) == 0)
          protocol_.life_over();
        else if (random_.below(200) == 0)
          protocol_.reset();
        return 4;
      case 4:
      case 5:
      case 6:
        depart();
        return 5;
      case 7:
      case 8:
      case 9:
        enqueue();
        return 6;
      case 10:
      case 11:
        return take();
      default:
        return arrive();
    }
  }

  void depart() {
    const PortId e = any_port();
    const PortId i = any_port();
    const std::uint32_t waits = protocol_.causality().count(e, i);
    if (waits > 0)
      protocol_.departed(e, i, 1 + static_cast<std::uint32_t>(random_.below(waits)));
  }

  void enqueue() {
    const PortId i = any_port();
    std::uint32_t all = 0;
    for (std::size_t e = 0; e < kPorts; ++e)
      all += protocol_.causality().count(PortId(e), i);
    const auto amount = static_cast<std::uint32_t>(1 + random_.below(4));
    if (all + amount <= kMost)
      protocol_.enqueued(any_port(), i, amount);
  }

  std::uint64_t take() {
    const std::optional<ItsyMessage> message = protocol_.take(any_port(), frame::ItsyKind::kChecking);
    return message ? 1'000 + number_of(message->entry) : 7;
  }

  // Mostly of this switch, with a number near the last; or one that has been here.
  std::uint64_t arrive() {
    const PortId p = any_port();
    ItsyEntry entry{.switch_id = random_.below(3) == 0 ? 1 + static_cast<std::uint32_t>(random_.below(8)) : kSelf,
                    .port = any_port(),
                    .ttl = static_cast<std::uint8_t>(1 + random_.below(kTtl))};
    entry.seq = (protocol_.seq(entry.port) - static_cast<std::uint32_t>(random_.below(4))) & 0xffU;
    if (random_.below(2) == 0)
      entry = last_;
    last_ = entry;
    const std::optional<PortId> home = protocol_.arrived(p, {.entry = entry, .trigger = {}});
    return home ? 100 + home->index() : 8;
  }

  static std::uint64_t number_of(const ItsyEntry& entry) {
    return ((std::uint64_t{entry.switch_id} * 64 + entry.port.index()) * 256 + entry.seq) * 256 + entry.ttl;
  }

  RandomStream random_;
  ItsyProtocol protocol_;
  ItsyEntry last_{.switch_id = kSelf, .port = PortId(0), .ttl = 2};
  Time now_;
};

TEST(ItsyCausalityInSwitch, TheSameChecksAndDeclarations) {
  std::size_t left = 0;
  std::size_t home = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const auto model = Class(factories_at(kBlock, Fidelity::reference), seed).play(20'000);
    EXPECT_TRUE(model == Class(factories_at(kBlock, Fidelity::rtl), seed).play(20'000)) << seed;
    EXPECT_TRUE(model == Class(factories_at(kBlock, Fidelity::lockstep), seed).play(20'000)) << seed;
    left += static_cast<std::size_t>(std::ranges::count_if(model, [](std::uint64_t said) { return said >= 16'000; }));
    home += static_cast<std::size_t>(
        std::ranges::count_if(model, [](std::uint64_t said) { return said >= 1'600 && said < 16'000; }));
  }
  EXPECT_GT(left, 2'000U);
  EXPECT_GT(home, 500U);
}

// What a switch does not show of the wrong operators of the RTL, and why.
constexpr std::string_view kMissed[] = {
    // Of several events in one cycle.
    "arrival_drops_the_departure", "arrival_lost_after_a_departure", "arrival_lost_beside_a_departure",
    "departure_lost_beside_an_arrival", "forwarded_leaves_in_a_clear", "forwarded_leaves_in_a_pause", "home_in_a_clear",
    "leaves_over_a_released_edge", "own_leaves_in_a_clear", "own_leaves_in_a_resume", "pair_never_the_same",
    "same_by_the_egress_alone", "sum_home_in_a_clear", "sum_home_of_the_pause_before",
    "was_strong_before_the_departure", "wrong_in_a_clear",
    // Of numbers of an event that does not come, which are 0 in a switch.
    "check_all_the_time", "departs_all_the_time", "passes_without_a_packet", "same_without_a_departure",
    "too_few_without_a_packet", "too_many_without_a_packet",
    // Of counts that end: no more departs of a VIQ than waits, and no more waits than a count holds.
    "count_is_empty_when_full", "count_wraps", "too_few_is_not_told", "too_many_is_not_told",
    // Of events while a sum is added up: there are none, and no second sum waits.
    "busy_though_spoiled", "due_where_released", "lowest_first", "picks_several", "picks_while_busy",
    "same_where_none_was_seen", "same_where_released", "spoiled_before_it_is_added_alone",
    "spoiled_by_a_departure_alone", "spoiled_by_a_release_alone", "spoiled_is_lost", "spoiled_where_it_arrived_alone",
    "starts_where_released",
    // No event comes before the sum, so that over an edge it sends on what has just been sent on.
    "sum_over_an_edge"};

// Each wrong operator shows in a switch, but for those.
TEST(ItsyCausalityInSwitch, FindsWrongOperators) {
  const Operators operators = played_operators(kBlock, [](const reference::Factories& factories) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed)
      Class(factories, seed).play(10'000);
    Class(factories, 1).exhaust();
  });
  expect_missed(operators, {std::begin(kMissed), std::end(kMissed)});
  EXPECT_GT(operators.found, 120U);
}

// RTL and cycle model agree, and the switch's protocol does not: it has resumed at another XON.
TEST(ItsyCausalityInSwitch, TellsWhatTheModelHas) {
  Class one(factories_at(kBlock, Fidelity::lockstep), 1);
  one.protocol().enqueued(PortId(1), PortId(2), 5);
  one.protocol().pausing(PortId(2), true, PortId(1));
  one.protocol().resumes_at(PortId(2), 7);
  EXPECT_THAT(error_of<LockstepMismatch>([&] { one.protocol().held(PortId(1), true); }),
              StartsWith("lock-step: s1.c0 (itsy_causality) at 0ps: after 3 cycles "));
}

}  // namespace weir::cosim::itsy_causality_in_switch_test
