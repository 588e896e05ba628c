// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The accounts of the MMU, each by itself: what they count, and that each invariant can break.

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/mmu/headroom_pool.h"
#include "hw_model/datapath/mmu/partitions.h"
#include "hw_model/datapath/mmu/shared_buffer.h"
#include "hw_model/datapath/mmu/waiting_viqs.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::mmu::mmu_accounts_test {

constexpr PortId kP0{0};
constexpr PortId kP1{1};
constexpr ClassId kC0{0};
constexpr ClassId kC3{3};
const std::string kPlace = "s1.mmu";

template <class Account, class... Arguments>
void expect_broken(const std::string& what, const Account& account, Arguments... arguments) {
  EXPECT_THAT([&] { account.check(arguments..., kPlace, 7_ns); },
              ThrowsMessage<InvariantBroken>(testing::AllOf(HasSubstr(what), HasSubstr("queue s1.mmu; at 7000 ps"))));
}

TEST(SharedBuffer, WhatIsPromisedIsNotFree) {
  SharedBuffer buffer(100);
  EXPECT_EQ(buffer.free(), 100);
  buffer.set_aside(30);
  EXPECT_EQ(buffer.free(), 70);
  buffer.take(12, 10);
  EXPECT_EQ(buffer.used(), 12);
  EXPECT_EQ(buffer.set_aside(), 20);
  EXPECT_EQ(buffer.free(), 68) << "two cells beyond the minimum";
  buffer.take(-12, -10);
  EXPECT_EQ(buffer.free(), 70);
  EXPECT_EQ(buffer.set_aside(), 30);
  EXPECT_EQ(buffer.peak(), 12);
  buffer.check(0_B, 30, kPlace, 7_ns);
}

TEST(SharedBuffer, ItsInvariantsCanBreak) {
  SharedBuffer buffer(100);
  buffer.count(500_B);
  expect_broken("the VIQs hold 400 B, the buffer 500", buffer, 400_B, 0);
  buffer.take(101, 0);
  expect_broken("101 cells in use of 100", buffer, 500_B, 0);
  buffer.take(-102, 0);
  expect_broken("-1 cells in use of 100", buffer, 500_B, 0);
  buffer.take(91, 0);
  buffer.set_aside(10);
  buffer.check(500_B, 10, kPlace, 7_ns);
  expect_broken("10 cells set aside for minimums that lack 9", buffer, 500_B, 9);
  buffer.set_aside(11);
  expect_broken("11 cells set aside for minimums that lack 11, beside 90 in use of 100", buffer, 500_B, 11);
}

TEST(HeadroomPoolAccount, CountsEachViqAndAll) {
  HeadroomPool pool(10, 2);
  pool.take(kP0, kC3, 4);
  pool.take(kP1, kC3, 3);
  EXPECT_EQ(pool.held(kP0, kC3), 4);
  EXPECT_EQ(pool.held(kP0, kC0), 0);
  EXPECT_EQ(pool.used(), 7);
  EXPECT_EQ(pool.free(), 3);
  EXPECT_TRUE(pool.has_room(kP0, kC3, 3, 7));
  EXPECT_FALSE(pool.has_room(kP0, kC3, 3, 6)) << "over its limit";
  EXPECT_FALSE(pool.has_room(kP0, kC3, 4, 100)) << "more than is free";
  EXPECT_EQ(pool.give_back(kP0, kC3, 3), 3);
  EXPECT_EQ(pool.give_back(kP0, kC3, 3), 1) << "the others were none of the pool";
  EXPECT_EQ(pool.give_back(kP0, kC3, 3), 0);
  EXPECT_EQ(pool.used(), 3);
  EXPECT_EQ(pool.peak(), 7);
  EXPECT_EQ(pool.peak(kP0, kC3), 4);
  pool.check(kPlace, 7_ns);
}

TEST(HeadroomPoolAccount, KeepsWhatIsInUseWhenItsSizeChanges) {
  HeadroomPool pool(10, 1);
  pool.take(kP0, kC0, 4);
  pool.resize(6);
  EXPECT_EQ(pool.used(), 4);
  EXPECT_EQ(pool.free(), 2);
  pool.check(kPlace, 7_ns);
  pool.resize(3);
  expect_broken("the VIQs hold 4 cells of headroom, of the pool 4 of 3 are in use", pool);
}

TEST(HeadroomPoolAccount, ThereMayBeNone) {
  const HeadroomPool pool(0, 2);
  EXPECT_FALSE(pool.exists());
  EXPECT_EQ(pool.held(kP1, kC3), 0);
  EXPECT_EQ(pool.peak(kP1, kC3), 0);
  pool.check(kPlace, 7_ns);
}

constexpr Partitions::CellsPerClass kCells = {50, 30, 20};
constexpr Partitions::CellsPerClass kLacking = {10, 0, 0};

TEST(PartitionsAccount, GiveRoomWithinTheClassAlone) {
  Partitions partitions(true);
  partitions.divide(kCells, kLacking);
  EXPECT_TRUE(partitions.has_room(kC0, 40));
  EXPECT_FALSE(partitions.has_room(kC0, 41)) << "ten are set aside";
  EXPECT_FALSE(partitions.has_room(kC3, 1)) << "it has none";
  partitions.take(kC0, 15, 10);
  EXPECT_EQ(partitions.used(kC0), 15);
  EXPECT_EQ(partitions.set_aside(kC0), 0);
  EXPECT_TRUE(partitions.has_room(kC0, 35));
  EXPECT_FALSE(partitions.has_room(kC0, 36));
  partitions.check({}, 15, kPlace, 7_ns);
  partitions.take(kC0, -15, -10);
  partitions.check(kLacking, 0, kPlace, 7_ns);
}

TEST(PartitionsAccount, AnUndividedBufferHasRoomForAll) {
  Partitions partitions(false);
  partitions.divide(kCells, kLacking);
  partitions.take(kC3, 1'000, 0);
  EXPECT_TRUE(partitions.has_room(kC3, 1'000'000));
  EXPECT_EQ(partitions.cells(kC0), 0);
  EXPECT_EQ(partitions.used(kC3), 0);
  partitions.check(kLacking, 77, kPlace, 7_ns);
  EXPECT_NO_THROW(partitions.check_division({}, kLacking, 100, false));
}

TEST(PartitionsAccount, ADivisionMustHoldWhatIsThere) {
  Partitions partitions(true);
  partitions.divide(kCells, kLacking);
  partitions.take(kC0, 45, 0);
  EXPECT_NO_THROW(partitions.check_division({45, 55}, {}, 100, false));
  EXPECT_THAT(
      [&] {
        partitions.check_division({44, 56}, {}, 100, false);
      },
      ThrowsMessage<std::invalid_argument>("mmu: the partition of class 0 has 44 cells, wanted at least the 45 "
                                           "in use and 0 of its guaranteed minimums"));
  EXPECT_THAT(
      [&] {
        partitions.check_division({45, 56}, {}, 100, true);
      },
      ThrowsMessage<std::invalid_argument>(
          "mmu: the partitions have 101 cells, the buffer 100 beside the headroom pool"));
}

TEST(PartitionsAccount, ItsInvariantsCanBreak) {
  Partitions partitions(true);
  partitions.divide(kCells, kLacking);
  expect_broken("the partition of class 0 holds 0 cells and keeps 10, of 50", partitions, Partitions::CellsPerClass{},
                0);
  expect_broken("the partitions hold 0 cells, the buffer outside the headroom pool 1", partitions, kLacking, 1);
  partitions.take(kC0, 41, 0);
  expect_broken("the partition of class 0 holds 41 cells and keeps 10, of 50", partitions, kLacking, 41);
}

class WaitingViqsTest : public testing::Test {
 protected:
  using Woken = std::vector<std::pair<PortId, ClassId>>;

  Woken wake(std::int64_t free) {
    Woken woken;
    viqs_.wake(free, [&](PortId p, ClassId c) { woken.emplace_back(p, c); });
    viqs_.check(free, kPlace, 7_ns);
    return woken;
  }

  WaitingViqs viqs_{2};
};

TEST_F(WaitingViqsTest, WakesThoseThatHaveEnough) {
  viqs_.wait(kP0, kC0, 20);
  viqs_.wait(kP0, kC3, 10);
  viqs_.wait(kP1, kC3, 30);
  EXPECT_EQ(viqs_.wakes_at(), 10);
  EXPECT_THAT(wake(9), IsEmpty());
  EXPECT_THAT(wake(20), testing::UnorderedElementsAre(std::pair(kP0, kC0), std::pair(kP0, kC3)));
  EXPECT_EQ(viqs_.wakes_at(), 30);
  EXPECT_THAT(wake(29), IsEmpty());
  EXPECT_THAT(wake(30), ElementsAre(std::pair(kP1, kC3)));
  EXPECT_THAT(wake(1'000'000), IsEmpty());
}

TEST_F(WaitingViqsTest, AViqWaitsForOneNumberAtATime) {
  viqs_.wait(kP0, kC0, 20);
  viqs_.wait(kP0, kC0, 40);
  EXPECT_THAT(wake(39), IsEmpty());
  viqs_.wait(kP0, kC0, 15);
  EXPECT_EQ(viqs_.wakes_at(), 15);
  EXPECT_THAT(wake(15), ElementsAre(std::pair(kP0, kC0)));
}

TEST_F(WaitingViqsTest, OneMayStopWaiting) {
  viqs_.wait(kP0, kC0, 20);
  viqs_.wait(kP0, kC3, 20);
  viqs_.wait(kP1, kC0, 20);
  viqs_.stop(kP0, kC0);
  viqs_.stop(kP0, kC0);
  viqs_.stop(kP1, kC3);
  EXPECT_THAT(wake(20), testing::UnorderedElementsAre(std::pair(kP0, kC3), std::pair(kP1, kC0)));
  viqs_.wait(kP0, kC0, 20);
  viqs_.wait(kP1, kC0, 25);
  viqs_.stop_all();
  EXPECT_THAT(wake(1'000), IsEmpty());
}

TEST_F(WaitingViqsTest, ItsInvariantCanBreak) {
  viqs_.wait(kP0, kC0, 20);
  viqs_.check(19, kPlace, 7_ns);
  expect_broken("a VIQ waits for 20 free cells, and 20 are free", viqs_, 20);
}

}  // namespace weir::mmu::mmu_accounts_test
