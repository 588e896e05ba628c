// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The admission of a switch with partitions in RTL, with accounts in flip-flops and in a memory: the same answers, and
// the same pauses at the same instants as by the model; and a wrong RTL is found in lock-step, and followed where it
// stands alone.

#include <deque>

#include "hw_model/base/invariant.h"
#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/mmu/mmu.h"
#include "hw_model/mechanisms/flow_control/pfc.h"
#include "tb/cosim/at_need.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/missed_operators.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::cosim::partition_admission_in_switch_test {

using mmu::Admission;
using mmu::Mmu;
using mmu::MmuConfig;
using testing::StartsWith;

constexpr std::int64_t kCell = 208;
constexpr ClassMask kLossless = 0xf0;

constexpr Bytes cells(std::int64_t n) { return Bytes(n * kCell); }

struct Settings {  // in cells, but for alpha
  std::int64_t minimum = 0;
  std::int64_t partition = 36;  // of each class but 0
  std::uint32_t alpha = 0;
  bool count_cells = false;
  std::size_t ports = 4;
  bool in_memory = false;
};

std::string_view block_of(bool in_memory) { return in_memory ? "partition_admission_memory" : "partition_admission"; }

Settings with_accounts(Settings settings, bool in_memory) {
  settings.in_memory = in_memory;
  return settings;
}

// With guaranteed minimums and without, in bytes and in whole cells, of fewer ports than the block has.
constexpr Settings kAll[] = {{.minimum = 2},
                             {.minimum = 3, .alpha = 13, .count_cells = true},
                             {.ports = 3},
                             {.minimum = 5, .partition = 60},
                             {.alpha = 64, .count_cells = true, .ports = 2}};

MmuConfig config_of(const Settings& settings) {
  MmuConfig config{.buffer = cells(600),
                   .cell = Bytes(kCell),
                   .count_cells = settings.count_cells,
                   .viq_reserved = cells(settings.minimum),
                   .alpha_128ths = settings.alpha,
                   .viq_limit = cells(20) + Bytes(7),
                   .headroom = cells(9),
                   .veq_limit = cells(12)};
  config.partition_accounts = settings.in_memory ? mmu::PartitionAccounts::kMemory : mmu::PartitionAccounts::kFlipFlops;
  for (std::size_t c = 1; c < kClasses; ++c)
    config.partition_size[c] = cells(settings.partition + static_cast<std::int64_t>(c));
  return config;
}

// The MMU and the flow control of a switch, with packets of few VIQs; now and then other settings, or a reset.
class Switch {
 public:
  Switch(const Settings& settings, const reference::Factories& factories, std::uint64_t seed)
      : random_(seed, "partition_admission_in_switch_test"),
        ports_(settings.ports),
        engines_(engines(ports_)),
        config_(config_of(settings)),
        mmu_(config_, flow_control::sides<flow_control::ReceivingSide>(engines_)) {
    mmu_.take_partitions(factories, "s1");
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
      if (random_.below(300) == 0)
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
    const Admission answer = mmu_.admit(packet, random_.below(8) == 0 ? cells(12) : Bytes(0), now_);
    if (!mmu::is_drop(answer))
      inside_.push_back(packet);
    return answer;
  }

  Mmu& mmu() { return mmu_; }

 private:
  static flow_control::Engines engines(std::vector<flow_control::FakePort>& ports) {
    flow_control::Engines engines;
    for (flow_control::FakePort& port : ports) {
      flow_control::PortContext context = flow_control::context_for(flow_control::Scheme::kPfc, port, kLossless);
      context.config.pfc = {.xoff = cells(14) - Bytes(1), .xon = cells(9) + Bytes(5)};
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

  // Another size of a partition, where it holds what the class has.
  void change() {
    MmuConfig draft = config_;
    draft.partition_size[1 + random_.below(7)] = cells(20 + static_cast<std::int64_t>(random_.below(50)));
    try {
      mmu_.check_settings(draft);
    } catch (const std::invalid_argument&) {
      return;
    }
    config_ = draft;
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
        all = (all * 3) + (engines_[p]->receiver_state(ClassId(c)) != 0 ? 8U : 0U);
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

reference::Factories factories_at(Fidelity fidelity) {
  const BlockChoice choices[] = {{block_of(false), fidelity}, {block_of(true), fidelity}};
  return factories_of(choices);
}

TEST(PartitionAdmissionInSwitch, TheSameAnswersAndPauses) {
  std::set<std::uint64_t> seen;
  for (const Settings& settings : kAll) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const auto model = Switch(settings, factories_at(Fidelity::reference), seed).play(6'000);
      seen.insert(model.begin(), model.end());
      for (const bool in_memory : {false, true}) {
        const Settings here = with_accounts(settings, in_memory);
        EXPECT_TRUE(model == Switch(here, factories_at(Fidelity::rtl), seed).play(6'000));
        EXPECT_TRUE(model == Switch(here, factories_at(Fidelity::lockstep), seed).play(6'000));
      }
    }
  }
  for (const Admission answer : {Admission::kReserved, Admission::kShared, Admission::kHeadroom, Admission::kViqFull,
                                 Admission::kHeadroomExhausted, Admission::kVeqFull, Admission::kPartitionFull})
    EXPECT_TRUE(seen.contains(static_cast<std::uint64_t>(answer))) << name(answer);
  EXPECT_GT(seen.size(), 100U);
}

// Each wrong operator of the RTL shows in a switch, but for those about packets of one cycle, and about what no switch
// does: VIQs that are not there, inputs without a packet, departures of more than there is, counts that wrap, sizes
// that do not fit, and classes that pause nobody.
TEST(PartitionAdmissionInSwitch, FindsWrongOperators) {
  const Operators operators = played_operators("partition_admission", [](const reference::Factories& factories) {
    for (const Settings& settings : kAll)
      Switch(settings, factories, 1).play(3'000);
  });
  EXPECT_EQ(operators.missed, (std::set<std::string_view>{"admits_beyond_its_bits",
                                                          "answers_without_a_packet",
                                                          "arrives_at_any_port",
                                                          "asked_before_what_came",
                                                          "asked_by_what_came_elsewhere",
                                                          "asks_no_more_with_what_fell_elsewhere",
                                                          "departs_from_any_port",
                                                          "departs_without_being_asked",
                                                          "depth_beyond_its_bits_fits",
                                                          "gives_back_without_what_came",
                                                          "keeps_by_what_was_used",
                                                          "keeps_without_a_partition",
                                                          "more_bytes_are_not_told",
                                                          "more_bytes_depart",
                                                          "more_cells_are_not_told",
                                                          "more_cells_depart",
                                                          "never_the_same",
                                                          "no_port_is_not_told",
                                                          "reads_any_port",
                                                          "same_class_is_the_same",
                                                          "same_though_dropped",
                                                          "takes_a_size_of_before",
                                                          "takes_a_size_without_what_is_kept",
                                                          "takes_any_size",
                                                          "told_without_a_departure",
                                                          "used_by_more_than_there_is",
                                                          "viq_counts_cells_of_one_of_both",
                                                          "viq_counts_one_of_both",
                                                          "xoff_of_a_class_that_pauses_nobody",
                                                          "xon_of_a_class_that_pauses_nobody",
                                                          "xon_without_a_departure"}));
  EXPECT_GT(operators.found, 40U);
}

// With accounts in a memory as well, in fewer switches: what is decided, and the bypass, because packets follow each
// other.
TEST(PartitionAdmissionInSwitch, FindsWrongOperatorsOfTheMemoryForm) {
  const Operators operators = played_operators("partition_admission_memory", [](const reference::Factories& factories) {
    for (const Settings& settings : {kAll[0], kAll[1]})
      Switch(with_accounts(settings, true), factories, 1).play(3'000);
  });
  for (const std::string_view operation :
       {"headroom_ignored", "guaranteed_is_told_as_shared", "no_bypass_of_an_arrival", "no_bypass_of_a_departure",
        "room_without_what_is_used"})
    EXPECT_FALSE(operators.missed.contains(operation)) << operation;
  EXPECT_GT(operators.found, 40U);
}

// Without a comparison a wrong RTL is followed: in its answers, and in the pauses that it wants.
TEST(PartitionAdmissionInSwitch, TheRtlDecides) {
  const auto model = Switch(kAll[0], factories_at(Fidelity::reference), 1).play(3'000);
  for (const bool in_memory : {false, true}) {
    const auto played = [in_memory](std::string_view mutant) {
      return Switch(with_accounts(kAll[0], in_memory), factories_with(block_of(in_memory), mutant, Fidelity::rtl), 1)
          .play(3'000);
    };
    for (const std::string_view mutant : {"headroom_ignored", "room_for_one_less", "guaranteed_is_told_as_shared"})
      EXPECT_FALSE(model == played(mutant)) << mutant;
    EXPECT_THAT(error_of<InvariantBroken>([&] { played("room_without_what_is_used"); }),
                StartsWith("the block partition_admission admits a packet for which there is no room; "));
  }
}

// RTL and cycle model agree, and the switch's model does not: its minimums have grown while a VIQ holds cells.
TEST(PartitionAdmissionInSwitch, TellsWhatTheModelHas) {
  Switch one({.minimum = 1}, factories_at(Fidelity::lockstep), 1);
  EXPECT_EQ(one.come(PortId(1), ClassId(2), 5 * kCell), Admission::kShared);
  one.mmu().reconfigure(config_of({.minimum = 2}), 1_us);
  EXPECT_THAT(error_of<LockstepMismatch>([&] { one.come(PortId(1), ClassId(2), kCell); }),
              StartsWith("lock-step: s1 (partition_admission) at 0ps: after 9 cycles set_aside_o is 3 in RTL, 6 in the "
                         "switch's model"));
}

// The RTL as built guarantees the minimums of four ports; nothing here makes RTL for others.
TEST(PartitionAdmissionInSwitch, OtherPortsWithMinimumsAreMadeAtNeed) {
  for (const bool in_memory : {false, true}) {
    const Settings settings{.minimum = 2, .ports = 3, .in_memory = in_memory};
    EXPECT_EQ(error_of<std::invalid_argument>([&] { Switch(settings, factories_at(Fidelity::rtl), 1); }),
              std::string(block_of(in_memory)) + ": this program makes no RTL with other parameters");
  }
}

}  // namespace weir::cosim::partition_admission_in_switch_test
