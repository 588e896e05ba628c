// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The credits of InfiniBand in RTL, two ports at the ends of a link: the same packets and messages as those of the
// model; and a wrong RTL is found in lock-step, and followed where it stands alone.

#include <deque>

#include "hw_model/base/random_stream.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/mechanisms/flow_control/cbfc.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/wrong_rtl.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::ib_credits_in_switch_test {

using flow_control::Cbfc;
using flow_control::FakePort;
using flow_control::kC0;
using flow_control::PortContext;

constexpr char kBlock[] = "ib_credits";

struct Width {
  unsigned counter_bits = 12;
  Bytes buffer = 100'000_B;
};

PortContext context_of(FakePort& port, const Width& width, const reference::Factories& factories,
                       const std::string& name) {
  PortContext context = flow_control::context_for(flow_control::Scheme::kCbfc, port, 0x01);
  context.config.cbfc = {.buffer = width.buffer, .block = 64_B, .counter_bits = width.counter_bits};
  context.max_frame = 9216_B;
  context.name = name;
  context.factories = factories;
  return context;
}

// Two ports and what one sends to the other; of the messages one of eight is lost and one comes twice.
class Link {
 public:
  Link(const Width& width, const reference::Factories& factories, std::uint64_t seed)
      : random_(seed, "ib_credits_in_switch_test"),
        ends_{End(width, factories, "s1.p0"), End(width, factories, "s1.p1")} {
    for (End& end : ends_)
      end.engine.start(Time(0));
  }

  // What the ends answer and write, as text; steps often share a tick, or a picosecond.
  std::vector<std::uint64_t> play(int steps) {
    std::vector<std::uint64_t> said;
    for (int step = 0; step < steps; ++step) {
      now_ += random_.below(2) == 0 ? Time(0) : Time(static_cast<std::int64_t>(random_.below(3'000)));
      act(random_.below(2), said);
    }
    return said;
  }
  Cbfc& near() { return ends_[0].engine; }

 private:
  struct End {
    End(const Width& width, const reference::Factories& factories, const std::string& name)
        : engine(context_of(port, width, factories, name)) {}
    FakePort port;
    Cbfc engine;
    std::deque<Bytes> comes;  // packets on their way to this end
    std::deque<Bytes> holds;
  };

  void act(std::size_t at, std::vector<std::uint64_t>& said) {
    End& end = ends_[at];
    End& peer = ends_[1 - at];
    const Bytes length(static_cast<std::int64_t>(64 + random_.below(random_.below(4) == 0 ? 9'153 : 1'437)));
    switch (random_.below(8)) {
      case 0:
        return end.engine.feedback_timer(kC0, now_);
      case 1:
        return message(end, peer, said);
      case 2:
      case 3:
        return admit(end);
      case 4:
        return release(end);
      default:
        said.push_back(end.engine.sendable_at(kC0, length, now_) == kNever ? 0 : 1);
        if (said.back() != 0) {
          end.engine.packet_sent(kC0, length, now_, now_);
          peer.comes.push_back(length);
        }
    }
  }
  void message(End& end, End& peer, std::vector<std::uint64_t>& said) {
    flow_control::Bytes60 bytes{};
    const std::size_t written = end.engine.build_feedback(bytes, now_);
    said.insert(said.end(), bytes.begin(), bytes.end());
    const std::uint64_t luck = written == 0 ? 0 : random_.below(8);
    for (std::uint64_t times = luck == 0 ? 0 : luck == 7 ? 2 : 1; times > 0; --times)
      peer.engine.feedback_received({bytes.data(), written}, now_);
  }
  void admit(End& end) {
    if (end.comes.empty())
      return;
    end.engine.packet_admitted(kC0, end.comes.front(), end.comes.front(), now_);
    end.holds.push_back(end.comes.front());
    end.comes.pop_front();
  }
  void release(End& end) {
    if (end.holds.empty())
      return;
    end.engine.packet_released(kC0, end.holds.front(), 0_B, now_);
    end.holds.pop_front();
  }

  RandomStream random_;
  std::array<End, 2> ends_;
  Time now_;
};

TEST(IbCreditsInSwitch, SaysWhatTheModelSays) {
  for (const Width& width : {Width{}, Width{.buffer = 131'072_B}, Width{16, 1'000'000_B}, Width{16, 2'097'152_B}}) {
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      const std::vector<std::uint64_t> model =
          Link(width, factories_at(kBlock, Fidelity::reference), seed).play(20'000);
      EXPECT_GT(std::ranges::count(model, 1U), 1'000);
      EXPECT_TRUE(model == Link(width, factories_at(kBlock, Fidelity::rtl), seed).play(20'000)) << width.counter_bits;
      EXPECT_TRUE(model == Link(width, factories_at(kBlock, Fidelity::lockstep), seed).play(20'000))
          << width.counter_bits;
    }
  }
}

// Each wrong operator of the RTL shows at a port, but for those about ABR set by messages, links that come up, buffers
// that are overrun or larger than counters express, and limits that fall.
TEST(IbCreditsInSwitch, FindsWrongOperators) {
  const Operators operators = played_operators(
      kBlock, [](const reference::Factories& factories) { Link({.buffer = 131'072_B}, factories, 1).play(6'000); });
  expect_missed(operators, {"abr_stays_as_the_link_comes_up",
                            "admission_beats_resync",
                            "admission_beats_the_link_that_comes_up",
                            "admission_lost_while_the_link_comes_up",
                            "free_wraps",
                            "limit_only_forward",
                            "limit_stays_as_the_link_comes_up",
                            "limit_without_resync",
                            "message_beats_the_link_that_comes_up",
                            "not_due_as_the_link_comes_up",
                            "occupied_cleared_as_the_link_comes_up",
                            "occupied_falls_before_the_admission",
                            "occupied_never_below_0",
                            "offers_more_than_counters_express",
                            "offers_none_above_half",
                            "overrun_is_shown_as_credits",
                            "release_lost_while_the_link_comes_up",
                            "resync_beats_the_link_that_comes_up",
                            "resync_before_the_admission",
                            "resync_never",
                            "resync_only_forward",
                            "resync_to_the_limit",
                            "resync_without_a_message",
                            "sent_beats_the_link_that_comes_up",
                            "sent_stays_as_the_link_comes_up",
                            "take_beats_the_link_that_comes_up"});
  EXPECT_GT(operators.found, 40U);
}

// A packet that does not count stops the run.
TEST(IbCreditsInSwitch, TellsWhereAndWhen) {
  expect_told_where_and_when(kBlock, "sent_lost_beside_an_admission", "s1.p",
                             [](const reference::Factories& factories) { Link({}, factories, 1).play(5'000); });
}

// RTL and cycle model agree, and the port's model does not.
TEST(IbCreditsInSwitch, TellsWhatTheModelHas) {
  const reference::Factories factories = factories_at(kBlock, Fidelity::lockstep);
  flow_control::ClockedCredits credits(factories.of<reference::IbCreditsBlock>()({}, "s1.p0.c0"), Time(1200), 100);
  const reference::IbCreditsOutputs model{.may_send = true, .available = 100, .fccl = 100, .told_fccl = 100};
  credits.sent(24, 3_us, model);
  EXPECT_EQ(
      error_of<LockstepMismatch>([&] { credits.due(3_us, model); }),
      "lock-step: s1.p0.c0 (ib_credits) at 3us: after 3 cycles available_o is 76 in RTL, 100 in the switch's model");
}

// Without a comparison a wrong RTL is followed.
TEST(IbCreditsInSwitch, TheRtlDecides) {
  expect_the_rtl_decides(kBlock, {"never_sends", "tells_what_is_free", "period_ignored", "sent_is_not_counted"},
                         [](const reference::Factories& factories) { return Link({}, factories, 1).play(5'000); });
}

// Events of a tick are one cycle, as far as no answer depends on it.
TEST(IbCreditsInSwitch, ATickIsACycle) {
  struct Counted final : reference::IbCreditsBlock {
    explicit Counted(int& n) : cycles(n) {}
    reference::IbCreditsConfig widths() const override { return {}; }
    Outputs clock(const Inputs& in) override { return ++cycles, core.clock(in); }
    Outputs evaluate(const Inputs& in) override { return core.evaluate(in); }
    int& cycles;
    reference::IbCreditsCycle core{{}};
  };
  int cycles = 0;
  flow_control::ClockedCredits credits(std::make_unique<Counted>(cycles), Time(1200), 100);
  EXPECT_EQ(cycles, 1) << "the first message";
  const reference::IbCreditsOutputs none;
  credits.sent(1, 12'000_ps, none);
  credits.admitted(1, 12'500_ps, none);
  credits.heard(0, 50, 13'199_ps, none);
  credits.released(1, 13'199_ps, none);
  EXPECT_EQ(cycles, 2) << "one at rest; the events wait";
  credits.admitted(1, 13'199_ps, none);
  EXPECT_EQ(cycles, 3) << "a second admission";
  credits.take(13'199_ps, none);
  EXPECT_EQ(cycles, 4) << "a message says what was admitted";
  credits.sent(1, 13'199_ps, none);
  EXPECT_EQ(cycles, 4) << "behind the message";
  EXPECT_TRUE(credits.may_send(48, 13'199_ps, none));
  EXPECT_EQ(cycles, 5) << "a packet that has left";
  credits.period(13'200_ps, none);
  EXPECT_EQ(cycles, 5) << "the next tick";
}

TEST(IbCreditsInSwitch, OtherRtlIsMadeAtNeed) {
  const reference::Factories factories = factories_at(kBlock, Fidelity::rtl);
  const char* const refused = "ib_credits: this program makes no RTL with other parameters";
  EXPECT_EQ(error_of([&] { Link({.counter_bits = 20}, factories, 1); }), refused);
  const auto asked = [&](const reference::IbCreditsConfig& widths) {
    return error_of([&] { factories.of<reference::IbCreditsBlock>()(widths, ""); });
  };
  EXPECT_EQ(asked({.counter_bits = 12, .blocks_bits = 5, .first = 7}), "");
  EXPECT_EQ(asked({.counter_bits = 12, .blocks_bits = 9}), refused);
  EXPECT_EQ(asked({.counter_bits = 16, .blocks_bits = 14}), "");
  EXPECT_EQ(asked({.counter_bits = 16, .blocks_bits = 15}), refused);
}

}  // namespace weir::cosim::ib_credits_in_switch_test
