// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The iSLIP of a crossbar in RTL: the same packets at the same picoseconds as by the crossbar's model; and a wrong RTL
// is found in lock-step, and followed where it stands alone.

#include "hw_model/base/invariant.h"
#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/crossbar/arbiter.h"
#include "hw_model/datapath/crossbar/clocked_islip.h"
#include "hw_model/reference/factories.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/wrong_rtl.h"
#include "tb/tests/unit/datapath/crossbar/crossbar_bench.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::islip_in_switch_test {

using crossbar::Arrival;
using crossbar::CrossbarBench;
using crossbar::CrossbarConfig;
using crossbar::CrossbarContext;
using crossbar::Queueing;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr char kBlock[] = "islip";

constexpr Bytes kFrame = 1500_B;

struct Cells {
  std::size_t ports = 4;
  unsigned iterations = 2;
  Queueing queueing = Queueing::kVirtualOutput;
  bool resets = false;     // the switch, once
  bool own_input = false;  // and sends frames from there
  std::uint64_t packets = 60;
};

CrossbarConfig config_of(const Cells& cells) {
  CrossbarConfig config;
  config.strategy = crossbar::Strategy::kInputQueued;
  config.arbiter = crossbar::Arbiter::kIslip;
  config.queueing = cells.queueing;
  config.iterations = cells.iterations;
  config.output_buffer = 3 * kFrame;
  return config;
}

// The crossbar of a switch with these factories.
CrossbarBench bench_of(const Cells& cells, const reference::Factories& factories) {
  return CrossbarBench(config_of(cells), cells.ports, kFrame, [&](const CrossbarContext& context) {
    CrossbarContext of_switch = context;
    of_switch.name = "s1";
    of_switch.factories = &factories;
    of_switch.own_input = cells.own_input;
    return crossbar::make_input_queued(of_switch);
  });
}

// Packets of three classes that are alone at first and compete later; an output stands still for a while.
void send(CrossbarBench& bench, const Cells& cells) {
  RandomStream random(cells.ports * 8 + cells.iterations, "islip_in_switch_test");
  for (std::size_t input = 0; input < cells.ports; ++input) {
    Time at;
    for (std::uint64_t i = 0; i < cells.packets; ++i) {
      const Bytes length(static_cast<std::int64_t>(random.below(3) == 0 ? 64 : 65 + random.below(1436)));
      bench.send(input, random.below(cells.ports), length, at, random.below(3));
      at += Time(static_cast<std::int64_t>(random.below(i < cells.packets / 3 ? 9'000'000 : 1'400'000)));
    }
  }
}

std::vector<Arrival> arrivals(const Cells& cells, const reference::Factories& factories) {
  CrossbarBench bench = bench_of(cells, factories);
  send(bench, cells);
  bench.pause(1);
  bench.run(60_us);
  bench.resume(1, 60_us);
  std::vector<frame::Packet> own(cells.own_input ? 4 : 0);
  for (frame::Packet& packet : own) {
    packet.length = 64_B;
    packet.ingress = frame::kNoIngress;
    packet.egress = PortId(1);
    bench.crossbar().own_in(packet, bench.now());
  }
  bench.run(90_us);
  if (cells.resets) {
    EXPECT_FALSE(bench.reset().empty());
  }
  bench.run();
  if (!cells.resets && !cells.own_input)
    bench.expect_all_in_order();
  return bench.arrivals();
}

TEST(IslipInSwitch, PacketsAtTheSamePicoseconds) {
  std::vector<Cells> all{{.queueing = Queueing::kFifo},
                         {.ports = 5, .iterations = 3, .queueing = Queueing::kFifo, .resets = true},
                         {.ports = 8, .iterations = 1, .resets = true},
                         {.ports = 4, .iterations = 4, .own_input = true},
                         {.ports = 7, .iterations = 2, .own_input = true}};
  for (const std::size_t ports : {2U, 3U, 4U, 5U, 8U}) {
    for (unsigned iterations = 1; iterations <= std::min<std::size_t>(ports, 4); ++iterations)
      all.push_back({.ports = ports, .iterations = iterations});
  }
  for (const Cells& cells : all) {
    SCOPED_TRACE(testing::Message() << cells.ports << " ports, " << cells.iterations << " iterations");
    const std::vector<Arrival> model = arrivals(cells, factories_at(kBlock, Fidelity::reference));
    EXPECT_GT(model.size(), cells.ports * 20);
    EXPECT_TRUE(model == arrivals(cells, factories_at(kBlock, Fidelity::rtl)));
    EXPECT_TRUE(model == arrivals(cells, factories_at(kBlock, Fidelity::lockstep)));
  }
}

// Each wrong operator of the RTL shows in a switch, but for those about matchings that are not taken, and about slots
// in which all ask for all.
TEST(IslipInSwitch, FindsWrongOperators) {
  const Operators operators = played_operators(kBlock, [](const reference::Factories& factories) {
    arrivals({.ports = 8, .packets = 200}, factories);
    arrivals({.ports = 5, .resets = true}, factories);
  });
  expect_missed(operators, {"accept_pointers_move_though_not_taken", "asks_unless_all_ask", "asks_when_taken_alone",
                            "goes_on_when_taken_alone", "grant_pointers_move_though_not_taken",
                            "moves_though_not_taken", "shows_when_taken_alone"});
  EXPECT_GT(operators.found, 40U);
}

// A pointer that moves in the second iteration stops the run.
TEST(IslipInSwitch, TellsWhereAndWhen) {
  const std::string told = error_of<LockstepMismatch>(
      [&] { arrivals({}, factories_with(kBlock, "all_iterations_move", Fidelity::lockstep)); });
  EXPECT_THAT(told, StartsWith("lock-step: s1 (islip) differs in "));
  for (const char* part : {"grant_pointer_o", " at cycle ", "; reference match_o=", "; rtl match_o="})
    EXPECT_THAT(told, HasSubstr(part));
  EXPECT_THAT(told, EndsWith("us")) << "the time";
}

// RTL and cycle model agree, and the crossbar's model makes another matching.
TEST(IslipInSwitch, TellsWhatTheModelHas) {
  const reference::Factories factories = factories_at(kBlock, Fidelity::lockstep);
  crossbar::Islip islip(4, 1, nullptr, nullptr, crossbar::make_clocked_islip(&factories, "s1", 4, 2));
  crossbar::PortMatrix requests(4);
  crossbar::PortSet outputs(4);
  for (const std::size_t output : {0U, 1U}) {
    outputs.insert(output);
    requests.insert(output, 0);
    requests.insert(output, 1);
  }
  std::vector<crossbar::Match> matches;
  islip.at(300_ns);
  islip.match(requests, outputs, matches);
  EXPECT_EQ(error_of<LockstepMismatch>([&] {
              islip.settle({requests, outputs, crossbar::PortSet(4)}, matches);
            }),
            "lock-step: s1 (islip) at 300ns: after 0 cycles match_o is 513 in RTL, 1 in the switch's model");
}

// Without a comparison a wrong RTL is followed.
TEST(IslipInSwitch, TheRtlDecides) {
  const Cells cells{.ports = 8};
  const std::vector<Arrival> model = arrivals(cells, factories_at(kBlock, Fidelity::reference));
  for (const std::string_view mutant : {"always_from_the_first", "one_iteration", "requests_after_others_lost.1"}) {
    const std::vector<Arrival> wrong = arrivals(cells, factories_with(kBlock, mutant, Fidelity::rtl));
    EXPECT_EQ(wrong.size(), model.size()) << mutant;
    EXPECT_FALSE(wrong == model) << mutant;
  }
  EXPECT_THAT(
      error_of<InvariantBroken>([&] { arrivals(cells, factories_with(kBlock, "shows_the_requests", Fidelity::rtl)); }),
      StartsWith("the answer of the block islip is no matching of the requests; queue output "));
}

TEST(IslipInSwitch, RefusesWhatIsNotBuilt) {
  const reference::Factories factories = factories_at(kBlock, Fidelity::rtl);
  EXPECT_EQ(error_of([&] { bench_of({.ports = 9}, factories); }),
            "the RTL is built with INPUTS = 8, asked for 9; use fidelity \"reference\"");
  EXPECT_EQ(error_of([&] { bench_of({.ports = 8, .iterations = 5}, factories); }),
            "the RTL is built with ITERATIONS = 4, asked for 5; use fidelity \"reference\"");
}

}  // namespace weir::cosim::islip_in_switch_test
