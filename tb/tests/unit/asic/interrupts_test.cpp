// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Interrupts alone: flags, mask, force, limit, and the line.

#include "hw_model/asic/interrupts.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::asic::interrupts_test {

constexpr PortId kFirst{0};
constexpr PortId kSecond{1};
constexpr std::uint64_t kLimitReached = 0x80;

struct Bench {
  Bench() : bank(ledger::AddressMap(ledger::Chip("chip").add(Interrupts::declare(2)))) {
    interrupts.bind_registers(bank.binder("interrupt"));
    interrupts.connect([this](bool high, Time now) { line.emplace_back(now, high); });
  }
  std::uint64_t read(const std::string& name, std::uint64_t port = 0) {
    return bank.read(*bank.map().find("interrupt", name), port, 0, Time(0));
  }
  void write(const std::string& name, std::uint64_t port, std::uint64_t value, Time now) {
    const ledger::RegisterBank::Write one{bank.map().find("interrupt", name), port, 0, value, ~std::uint64_t{0}};
    bank.write({&one, 1}, now);
  }

  Interrupts interrupts{2};
  ledger::RegisterBank bank;
  std::vector<std::pair<Time, bool>> line;
};

TEST(Interrupts, AFlagRisesMaskedOrNotAndTheLineWithItsMask) {
  Bench bench;
  bench.interrupts.raise(Cause::kLinkChange, kSecond, 1_us);
  EXPECT_EQ(bench.read("status", 0), 0U);
  EXPECT_EQ(bench.read("status", 1), 0x40U);
  EXPECT_THAT(bench.line, IsEmpty());
  bench.write("mask", 0, 0xff, 2_us);
  bench.write("mask", 1, 0x01, 2_us);
  EXPECT_THAT(bench.line, IsEmpty());
  bench.write("mask", 1, 0x41, 3_us);
  bench.interrupts.raise(Cause::kDrop, kFirst, 4_us);
  bench.write("status", 1, 0x40, 5_us);
  bench.write("status", 0, 0x02, 6_us);
  EXPECT_THAT(bench.line, ElementsAre(Pair(3_us, true), Pair(6_us, false))) << "one line for both ports";
}

TEST(Interrupts, WritingOneClearsAndZeroLeaves) {
  Bench bench;
  bench.interrupts.raise(Cause::kDeadlock, kFirst, 1_us);
  bench.interrupts.raise(Cause::kDeadlockOver, kFirst, 1_us);
  bench.write("status", 0, 0x04, 2_us);
  EXPECT_EQ(bench.read("status"), 0x08U);
  bench.interrupts.raise(Cause::kDeadlock, kFirst, 3_us);
  EXPECT_EQ(bench.read("status"), 0x0cU);
}

TEST(Interrupts, ForcedFlagsStayUp) {
  Bench bench;
  bench.write("mask", 1, 0x10, 1_us);
  bench.write("force", 1, 0x30, 2_us);
  bench.write("status", 1, 0xff, 3_us);
  EXPECT_EQ(bench.read("status", 1), 0x30U);
  bench.write("force", 1, 0, 4_us);
  EXPECT_EQ(bench.read("status", 1), 0U);
  EXPECT_THAT(bench.line, ElementsAre(Pair(2_us, true), Pair(4_us, false)));
}

TEST(Interrupts, ALossIsADropToo) {
  Bench bench;
  bench.interrupts.dropped(kFirst, false, 1_us);
  EXPECT_EQ(bench.read("status"), 0x02U);
  bench.interrupts.dropped(kFirst, true, 2_us);
  EXPECT_EQ(bench.read("status"), 0x03U);
  EXPECT_EQ(bench.read("dropped"), 2U);
}

TEST(Interrupts, ACounterTellsOnceThatItReachesTheLimit) {
  Bench bench;
  bench.write("mask", 0, kLimitReached, 0_us);
  bench.write("drop_limit", 0, 3, 0_us);
  for (int i = 1; i <= 5; ++i) {
    bench.interrupts.dropped(kFirst, false, Time(i));
    bench.interrupts.dropped(kSecond, false, Time(i));
    if (i == 4)
      bench.write("status", 0, kLimitReached, Time(i));
  }
  EXPECT_THAT(bench.line, ElementsAre(Pair(Time(3), true), Pair(Time(4), false)));
  EXPECT_EQ(bench.read("status", 1) & kLimitReached, kLimitReached);
}

TEST(Interrupts, AResetClearsFlagsAndLeavesSettings) {
  Bench bench;
  bench.write("mask", 0, 0x02, 0_us);
  bench.interrupts.dropped(kFirst, true, 1_us);
  bench.interrupts.reset(2_us);
  EXPECT_EQ(bench.read("status"), 0U);
  EXPECT_EQ(bench.read("mask"), 0x02U);
  EXPECT_EQ(bench.read("dropped"), 1U);
  EXPECT_THAT(bench.line, ElementsAre(Pair(1_us, true), Pair(2_us, false)));
}

TEST(Interrupts, RefuseCausesThatTheyHaveNot) {
  Bench bench;
  EXPECT_THAT(error_of([&] { bench.write("mask", 0, 0x100, 0_us); }), HasSubstr("interrupt.mask[0] has 8 bits"));
}

}  // namespace weir::asic::interrupts_test
