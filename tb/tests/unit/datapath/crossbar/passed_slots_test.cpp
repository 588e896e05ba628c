// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Slots that are passed over change nothing: the crossbar beside one that looks at everything in every slot.

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/datapath/crossbar/basic_round_robin.h"
#include "tb/tests/unit/datapath/crossbar/crossbar_bench.h"
#include "tb/tests/unit/datapath/crossbar/naive_crossbar.h"

namespace weir::crossbar::passed_slots_test {

constexpr Bytes kFrame = 1500_B;

struct Traffic {
  std::size_t ports = 4;
  std::uint64_t targets = 4;  // outputs that packets go to
  std::uint64_t classes = 1;
  std::uint64_t spacing = 1'400'000;  // ps, the mean is half of it
  std::uint64_t packets = 100;        // of an input
  bool whole_slots = false;           // packets come at boundaries
};

CrossbarConfig config(Queueing queueing, unsigned iterations) {
  CrossbarConfig config;
  config.strategy = Strategy::kInputQueued;
  config.queueing = queueing;
  config.arbiter = iterations == 0 ? Arbiter::kRoundRobin : Arbiter::kIslip;
  config.iterations = std::max(iterations, 1U);
  config.output_buffer = 3 * kFrame;
  return config;
}

void send(CrossbarBench& bench, const Traffic& traffic, std::uint64_t seed) {
  RandomStream random(seed, "traffic");
  for (std::size_t input = 0; input < traffic.ports; ++input) {
    Time at;
    for (std::uint64_t i = 0; i < traffic.packets; ++i) {
      const bool is_short = random.below(3) == 0;
      const Bytes length(static_cast<std::int64_t>(is_short ? 64 : 65 + random.below(1436)));
      bench.send(input, random.below(traffic.targets), length, at, random.below(traffic.classes));
      at += Time(static_cast<std::int64_t>(random.below(traffic.spacing)));
      at = traffic.whole_slots ? at / 50'400_ps * 50'400_ps : at;
    }
  }
}

struct Seen {
  std::vector<Arrival> arrivals;
  std::uint64_t slots = 0;
  std::uint64_t events = 0;
};

Seen run(CrossbarBench& bench, const Traffic& traffic, std::uint64_t seed) {
  send(bench, traffic, seed);
  bench.pause(1);
  bench.run(40_us);
  bench.resume(1, 40_us);
  bench.run();
  bench.expect_all_in_order();
  return {bench.arrivals(), bench.slots(), bench.slot_events()};
}

Seen naive(const CrossbarConfig& config, const Traffic& traffic, std::uint64_t seed) {
  CrossbarBench bench(config, traffic.ports, kFrame,
                      [](const CrossbarContext& context) { return std::make_unique<NaiveCrossbar>(context); });
  return run(bench, traffic, seed);
}

enum class Turn { kEventByEvent, kAhead };

Seen model(const CrossbarConfig& config, const Traffic& traffic, std::uint64_t seed, Turn turn) {
  CrossbarBench bench(config, traffic.ports, kFrame);
  if (turn == Turn::kAhead)
    bench.let_run_ahead();
  return run(bench, traffic, seed);
}

const std::vector<Traffic> kTraffic = {
    {},
    {.ports = 5, .targets = 2, .classes = 3},
    {.ports = 3, .targets = 3, .classes = 2, .whole_slots = true},
    {.ports = 8, .targets = 8, .spacing = 5'000'000},
    {.ports = 6, .targets = 6, .classes = 8, .spacing = 20'000'000, .whole_slots = true},
    {.ports = 66, .targets = 66, .spacing = 10'000'000, .packets = 2},
};

TEST(PassedSlots, ChangeNoArrivalAndNoCount) {
  std::uint64_t events = 0;
  std::uint64_t slots = 0;
  for (const Queueing queueing : {Queueing::kVirtualOutput, Queueing::kFifo}) {
    for (const unsigned iterations : {0U, 1U, 2U, 3U}) {
      for (std::size_t t = 0; t < kTraffic.size(); ++t) {
        SCOPED_TRACE(testing::Message() << "traffic " << t << ", iterations " << iterations << ", queueing "
                                        << static_cast<int>(queueing));
        const CrossbarConfig settings = config(queueing, iterations);
        const Seen expected = naive(settings, kTraffic[t], t + 1);
        ASSERT_EQ(expected.slots, expected.events);
        for (const Turn turn : {Turn::kEventByEvent, Turn::kAhead}) {
          const Seen seen = model(settings, kTraffic[t], t + 1, turn);
          const auto differ = std::mismatch(seen.arrivals.begin(), seen.arrivals.end(), expected.arrivals.begin(),
                                            expected.arrivals.end());
          ASSERT_TRUE(seen.arrivals == expected.arrivals)
              << "from arrival " << differ.first - seen.arrivals.begin() << " on, at " << differ.first->at.count()
              << " ps, not " << differ.second->at.count() << " ps";
          EXPECT_EQ(seen.slots, expected.slots);
          EXPECT_LT(seen.events, expected.events);
          events += seen.events;
          slots += seen.slots;
        }
      }
    }
  }
  EXPECT_LT(2 * events, slots) << "more than half of the slots have no event";
}

// iSLIP with a fault.
class Faulty final : public CellArbiter {
 public:
  enum class Fault { kNone, kPointersOfThoseAlone, kOrder };
  Faulty(std::size_t ports, Fault fault) : islip_(ports, 2), fault_(fault) {}
  std::size_t match(const PortMatrix& requests, const PortSet& outputs, std::vector<Match>& matches) override {
    const std::size_t of_the_first = islip_.match(requests, outputs, matches);
    return fault_ == Fault::kOrder ? matches.size() : of_the_first;
  }
  void match_alone(const PortMatrix& requests, const Match& pair) override {
    if (fault_ != Fault::kPointersOfThoseAlone)
      islip_.match_alone(requests, pair);
  }
  void reset() override { islip_.reset(); }

 private:
  Islip islip_;
  Fault fault_;
};

TEST(PassedSlots, FaultsOfTheArbiterAreSeen) {
  const CrossbarConfig settings = config(Queueing::kVirtualOutput, 2);
  const Traffic traffic{.ports = 5, .targets = 5};
  const Seen expected = naive(settings, traffic, 7);
  const auto with = [&](std::unique_ptr<CellArbiter> arbiter) {
    CrossbarBench bench(settings, traffic.ports, kFrame, std::move(arbiter));
    return run(bench, traffic, 7).arrivals;
  };
  EXPECT_TRUE(with(std::make_unique<Faulty>(5, Faulty::Fault::kNone)) == expected.arrivals);
  EXPECT_FALSE(with(std::make_unique<Faulty>(5, Faulty::Fault::kPointersOfThoseAlone)) == expected.arrivals);
  EXPECT_FALSE(with(std::make_unique<Faulty>(5, Faulty::Fault::kOrder)) == expected.arrivals);
  EXPECT_FALSE(with(std::make_unique<Islip>(5, 1)) == expected.arrivals);
  EXPECT_FALSE(with(std::make_unique<BasicRoundRobin>(5)) == expected.arrivals);
}

// A packet that is alone has two events: where it begins, and where it is complete.
TEST(PassedSlots, APacketThatIsAloneHasTwoEvents) {
  CrossbarBench bench(config(Queueing::kVirtualOutput, 1), 4, kFrame);
  bench.send(0, 1, kFrame, 10_ns);
  bench.run();
  EXPECT_EQ(bench.slots(), 25U);
  EXPECT_EQ(bench.slot_events(), 2U);
}

// The end of a packet that another one delays is forgotten, and costs no event.
TEST(PassedSlots, AnEndThatIsPutOffHasOneEvent) {
  const Bytes cell = 64_B;
  for (const auto& [input, output] : {std::pair{0, 2}, std::pair{3, 1}}) {
    CrossbarBench bench(config(Queueing::kVirtualOutput, 1), 4, kFrame);
    bench.send(2, 3, 10 * cell);  // complete first, so that the other end has no event yet
    bench.send(0, 1, kFrame);     // 24 cells
    bench.send(static_cast<std::size_t>(input), static_cast<std::size_t>(output), cell,
               60_ns);  // takes a slot of these
    bench.run();
    EXPECT_EQ(bench.slots(), 26U);
    EXPECT_EQ(bench.slot_events(), 5U) << "0: two begin; 2, 3: one begins and is complete; 10, 25: two are complete";
  }
}

// While it crosses, its slots count up to the time that is asked about.
TEST(PassedSlots, AreCountedUpToAnyTime) {
  CrossbarBench bench(config(Queueing::kVirtualOutput, 1), 4, kFrame);
  bench.send(0, 1, kFrame);
  bench.run(0_ps);
  EXPECT_EQ(bench.slot_events(), 1U);
  EXPECT_EQ(bench.crossbar().passed_over(1_ps), 0);
  EXPECT_EQ(bench.crossbar().passed_over(50'400_ps), 0);
  EXPECT_EQ(bench.crossbar().passed_over(50'401_ps), 1);
  EXPECT_EQ(bench.crossbar().passed_over(10 * 50'400_ps), 9);
}

}  // namespace weir::crossbar::passed_slots_test
