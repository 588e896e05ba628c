// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The admission of a switch with partitions in RTL, with accounts in flip-flops and in a memory: the same answers, and
// the same pauses at the same instants as by the model; and a wrong RTL is found in lock-step, and followed where it
// stands alone.

#include "hw_model/base/invariant.h"
#include "tb/cosim/at_need.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/admitting_switch.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/wrong_rtl.h"

namespace weir::cosim::partition_admission_in_switch_test {

using mmu::Admission;
using mmu::MmuConfig;
using testing::StartsWith;

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
                   .cell = Bytes(kAdmissionCell),
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

class Switch : public AdmittingSwitch {
 public:
  Switch(const Settings& settings, const reference::Factories& factories, std::uint64_t seed)
      : AdmittingSwitch({.stream = "partition_admission_in_switch_test",
                         .ports = settings.ports,
                         .pfc = {.xoff = cells(14) - Bytes(1), .xon = cells(9) + Bytes(5)},
                         .deep = cells(12),
                         .seldom_deep = 8,
                         .seldom_changed = 300},
                        config_of(settings), seed) {
    mmu().take_partitions(factories, "s1");
  }

 private:
  // Another size of a partition, where it holds what the class has.
  void change(MmuConfig& draft, RandomStream& random) override {
    draft.partition_size[1 + random.below(7)] = cells(20 + static_cast<std::int64_t>(random.below(50)));
  }
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
  expect_missed(operators, {"admits_beyond_its_bits",
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
                            "xon_without_a_departure"});
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
  for (const bool in_memory : {false, true}) {
    const std::string_view block = block_of(in_memory);
    const auto played = [in_memory](const reference::Factories& factories) {
      return Switch(with_accounts(kAll[0], in_memory), factories, 1).play(3'000);
    };
    expect_the_rtl_decides(block, {"headroom_ignored", "room_for_one_less", "guaranteed_is_told_as_shared"}, played);
    const std::string_view wrong = "room_without_what_is_used";
    EXPECT_THAT(error_of<InvariantBroken>([&] { played(factories_with(block, wrong, Fidelity::rtl)); }),
                StartsWith("the block partition_admission admits a packet for which there is no room; "));
  }
}

// RTL and cycle model agree, and the switch's model does not: its minimums have grown while a VIQ holds cells.
TEST(PartitionAdmissionInSwitch, TellsWhatTheModelHas) {
  Switch one({.minimum = 1}, factories_at(Fidelity::lockstep), 1);
  EXPECT_EQ(one.come(PortId(1), ClassId(2), 5 * kAdmissionCell), Admission::kShared);
  one.mmu().reconfigure(config_of({.minimum = 2}), 1_us);
  EXPECT_THAT(error_of<LockstepMismatch>([&] { one.come(PortId(1), ClassId(2), kAdmissionCell); }),
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
