// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The admission of a switch in RTL: the same answers, and the same pauses at the same instants as by the model; and a
// wrong RTL is found in lock-step, and followed where it stands alone.

#include <deque>

#include "hw_model/base/invariant.h"
#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/mmu/mmu.h"
#include "hw_model/mechanisms/flow_control/pfc.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/missed_operators.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::cosim::viq_admission_in_switch_test {

using mmu::Admission;
using mmu::Mmu;
using mmu::MmuConfig;
using testing::HasSubstr;
using testing::StartsWith;

constexpr char kBlock[] = "viq_admission";

constexpr std::int64_t kCell = 208;
constexpr ClassMask kLossless = 0xf0;

constexpr Bytes cells(std::int64_t n) { return Bytes(n * kCell); }

struct Settings {  // in cells, but for alphas
  std::int64_t minimum = 0;
  std::int64_t pool = 0;
  std::uint32_t alpha = 0;
  std::uint32_t lossless_alpha = 0;
  std::int64_t buffer = 300;
  std::size_t ports = 4;
};

// Thresholds that stand and that move, without a pool and with one, in buffers that fill.
constexpr Settings kAll[] = {{.minimum = 2, .alpha = 64},
                             {.pool = 90, .alpha = 13, .lossless_alpha = 128},
                             {.minimum = 3, .pool = 60, .lossless_alpha = 40, .buffer = 500},
                             {.alpha = 8192, .buffer = 900},
                             {.pool = 90},
                             {.pool = 120, .lossless_alpha = 64, .buffer = 900, .ports = 9}};

MmuConfig config_of(const Settings& settings) {
  return {.buffer = cells(settings.buffer),
          .cell = Bytes(kCell),
          .count_cells = true,
          .viq_reserved = cells(settings.minimum),
          .alpha_128ths = settings.alpha,
          .viq_limit = cells(60) + Bytes(7),  // is no depth of whole cells, and the same as 60
          .headroom = cells(35),
          .headroom_pool = cells(settings.pool),
          .lossless_alpha_128ths = settings.lossless_alpha,
          .veq_limit = cells(40)};
}

// The MMU and the flow control of a switch, with packets of few VIQs; now and then other settings, or a reset.
class Switch {
 public:
  Switch(const Settings& settings, const reference::Factories& factories, std::uint64_t seed)
      : random_(seed, "viq_admission_in_switch_test"),
        ports_(settings.ports),
        engines_(engines(ports_)),
        config_(config_of(settings)),
        mmu_(config_, flow_control::sides<flow_control::ReceivingSide>(engines_)) {
    mmu_.take_block(factories, "s1");
  }

  // Each answer, and after each event which VIQs ask for a pause.
  std::vector<std::uint64_t> play(int events) {
    std::vector<std::uint64_t> seen;
    for (int n = 0; n < events; ++n) {
      now_ += 100_ns;
      if (random_.below(4) < (n / 500 % 3 == 1 ? 1U : 3U))
        seen.push_back(static_cast<std::uint64_t>(come()));
      else
        leave();
      if (random_.below(400) == 0)
        change();
      if (random_.below(1'500) == 0)
        reset();
      mmu_.check("s1", now_);
      seen.push_back(asking());
    }
    return seen;
  }

  Admission come(PortId port, ClassId c, std::int64_t length) {
    frame::Packet packet;
    packet.ingress = port;
    packet.traffic_class = c;
    packet.length = Bytes(length);
    const Admission answer = mmu_.admit(packet, random_.below(16) == 0 ? cells(40) : Bytes(0), now_);
    if (!mmu::is_drop(answer))
      inside_.push_back(packet);
    return answer;
  }

  Mmu& mmu() { return mmu_; }
  bool asks(PortId port, ClassId c) const { return engines_[port.index()]->receiver_state(c) != 0; }

 private:
  static flow_control::Engines engines(std::vector<flow_control::FakePort>& ports) {
    flow_control::Engines engines;
    for (flow_control::FakePort& port : ports) {
      flow_control::PortContext context = flow_control::context_for(flow_control::Scheme::kPfc, port, kLossless);
      context.config.pfc = {.xoff = cells(48) - Bytes(1), .xon = cells(36) + Bytes(5)};
      engines.push_back(std::make_unique<flow_control::Pfc>(context));
    }
    return engines;
  }

  Admission come() {
    const bool few = random_.below(3) != 0;
    const PortId port(random_.below(few ? 2 : ports_.size()));
    const ClassId c(few ? 3 + random_.below(2) : random_.below(kClasses));
    return come(port, c, static_cast<std::int64_t>(1 + random_.below(9 * kCell)));
  }

  void leave() {
    if (inside_.empty())
      return;
    const frame::Packet packet = inside_.front();
    inside_.pop_front();
    mmu_.release(packet.ingress, packet.traffic_class, packet.length, now_);
  }

  void change() {
    if (config_.alpha_128ths != 0)
      config_.alpha_128ths = static_cast<std::uint32_t>(1 + random_.below(8192));
    if (config_.lossless_alpha_128ths != 0)
      config_.lossless_alpha_128ths = static_cast<std::uint32_t>(20 + random_.below(130));
    mmu_.reconfigure(config_, now_);
  }

  // All packets are lost but for those on the wire.
  void reset() {
    for (const auto& engine : engines_)
      engine->reset(now_);
    mmu_.restart_block(now_);
    while (inside_.size() > 4)
      leave();
  }

  std::uint64_t asking() const {
    std::uint64_t all = 0;
    for (std::size_t p = 0; p < ports_.size(); ++p) {
      for (std::size_t c = 0; c < kClasses; ++c)
        all = (all * 3) + (asks(PortId(p), ClassId(c)) ? 8U : 0U);
    }
    return all;
  }

  RandomStream random_;
  std::vector<flow_control::FakePort> ports_;
  flow_control::Engines engines_;
  MmuConfig config_;
  Mmu mmu_;
  std::deque<frame::Packet> inside_;
  Time now_;
};

TEST(ViqAdmissionInSwitch, TheSameAnswersAndPauses) {
  std::set<std::uint64_t> seen;
  for (const Settings& settings : kAll) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const auto model = Switch(settings, factories_at(kBlock, Fidelity::reference), seed).play(6'000);
      seen.insert(model.begin(), model.end());
      EXPECT_TRUE(model == Switch(settings, factories_at(kBlock, Fidelity::rtl), seed).play(6'000));
      EXPECT_TRUE(model == Switch(settings, factories_at(kBlock, Fidelity::lockstep), seed).play(6'000));
    }
  }
  for (std::uint64_t answer = 0; answer < 7; ++answer)
    EXPECT_TRUE(seen.contains(answer)) << answer;
  EXPECT_GT(seen.size(), 100U);
}

// Each wrong operator of the RTL shows in a switch, but for those about packets of one cycle or of successive cycles,
// and about what no switch does: packets of no cells, departures of more than there is, counts that wrap, a limit below
// XOFF.
TEST(ViqAdmissionInSwitch, FindsWrongOperators) {
  const Operators operators = played_operators(kBlock, [](const reference::Factories& factories) {
    for (const Settings& settings : kAll)
      Switch(settings, factories, 1).play(3'000);
  });
  EXPECT_EQ(operators.missed, (std::set<std::string_view>{"a_look_takes_cells",
                                                          "arrival_written_over_the_departure",
                                                          "arrives_alone",
                                                          "asked_before_alone",
                                                          "bypass_of_a_departure_alone",
                                                          "empty_viqs_ask",
                                                          "fits_beyond_its_bits",
                                                          "given_back_as_without_an_arrival",
                                                          "given_back_with_dropped_packets",
                                                          "given_back_without_what_came_of_shared_cells",
                                                          "given_back_without_what_came_to_the_pool",
                                                          "headroom_given_back_as_without_an_arrival",
                                                          "headroom_given_back_with_dropped_packets",
                                                          "more_is_not_told",
                                                          "more_than_before_is_told",
                                                          "more_than_shared_cells_is_told",
                                                          "more_than_the_pool_is_told",
                                                          "more_than_with_dropped_packets_is_told",
                                                          "taken_beside_a_departure_lost",
                                                          "xoff_beats_xon",
                                                          "xoff_is_not_below_the_limit"}));
  EXPECT_GT(operators.found, 60U);
}

// Without a comparison a wrong RTL is followed: in its answers, and in the pauses that it wants.
TEST(ViqAdmissionInSwitch, TheRtlDecides) {
  const Settings settings = kAll[1];
  const auto model = Switch(settings, factories_at(kBlock, Fidelity::reference), 1).play(3'000);
  const auto played = [&](std::string_view mutant) {
    return Switch(settings, factories_with(kBlock, mutant, Fidelity::rtl), 1).play(3'000);
  };
  for (const std::string_view mutant : {"looks_at_none", "never_resumes", "never_asks", "lossy_threshold_of_all_cells"})
    EXPECT_FALSE(model == played(mutant)) << mutant;
  EXPECT_THAT(error_of<InvariantBroken>([&] { played("room_for_all"); }),
              StartsWith("the block viq_admission admits a packet for which there is no room; "));
}

// RTL and cycle model agree, and the switch's model does not: its minimums have grown while a VIQ holds cells.
TEST(ViqAdmissionInSwitch, TellsWhatTheModelHas) {
  Switch one({.alpha = 13}, factories_at(kBlock, Fidelity::lockstep), 1);
  EXPECT_EQ(one.come(PortId(1), ClassId(2), 5 * kCell), Admission::kShared);
  one.mmu().reconfigure(config_of({.minimum = 2, .alpha = 13}), 1_us);
  EXPECT_THAT(
      error_of<LockstepMismatch>([&] { one.come(PortId(1), ClassId(2), kCell); }),
      StartsWith("lock-step: s1 (viq_admission) at 0ps: after 4 cycles taken_o is 5 in RTL, 3 in the switch's model"));
}

}  // namespace weir::cosim::viq_admission_in_switch_test
