// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A VEQ of which some destinations are blocked. Frames of 1250 B take 1 us. Each test needs a process of its own, as
// ctest gives it.

#include <iterator>

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/datapath/egress_bench.h"

namespace weir::egress::parking_test {

constexpr ClassId kC{3};

class ParkingTest : public EgressTest {
 protected:
  void enqueue_to(std::uint8_t destination, Time now) {
    frame::DataFrameFields fields = some_fields();
    fields.traffic_class = kC;
    fields.length = kFrame;
    fields.destination_ip = frame::Ipv4Address(10, 0, 0, destination);
    fields.source_port = number_++;
    frame::Packet& packet = pool_.acquire();
    write_packet(packet, fields);
    packet.ingress = PortId(4);
    packet.egress = kPort;
    egress_->enqueue(packet, now);
  }
  void enqueue_at(Time time, std::vector<std::uint8_t> destinations) {
    at(time, [this, destinations](Time now) {
      for (const std::uint8_t destination : destinations)
        enqueue_to(destination, now);
    });
  }
  void block_at(Time time, std::vector<std::uint8_t> destinations) {
    at(time, [this, destinations](Time now) {
      frame::DestinationGroups groups;
      for (const std::uint8_t destination : destinations)
        groups.set(destination);
      egress_->block(kPort, kC, groups, now);
    });
  }
  // Destination and number of each packet that has left.
  std::vector<std::pair<int, int>> left() const {
    std::vector<std::pair<int, int>> list;
    for (const FarEnd::Call& call : far_.received) {
      constexpr std::size_t kIp = 18;
      list.emplace_back(call.data[kIp + 19], call.data[kIp + 20] * 256 + call.data[kIp + 21]);
    }
    return list;
  }
  using At = std::pair<int, int>;

 private:
  std::uint16_t number_ = 0;
};

TEST_F(ParkingTest, WhatIsBlockedMakesWayAndIsFirstWhenTheBlockEnds) {
  block_at(0_us, {2});
  enqueue_at(0_us, {2, 5, 2, 6, 5});
  block_at(10_us, {});
  enqueue_at(10_us, {5});
  run(9_us);
  EXPECT_THAT(left(), ElementsAre(At{5, 1}, At{6, 3}, At{5, 4}));
  EXPECT_EQ(egress_->parked(kPort, kC), 2U);
  EXPECT_EQ(egress_->veq_depth(kPort, kC), 2 * kFrame) << "they count as what waits";
  run();
  EXPECT_THAT(left(), ElementsAre(At{5, 1}, At{6, 3}, At{5, 4}, At{2, 0}, At{2, 2}, At{5, 5}));
  EXPECT_EQ(egress_->total(), 0_B);
}

TEST_F(ParkingTest, AnotherBlockTakesThePlaceOfTheFirst) {
  enqueue_at(0_us, {9, 2, 5, 6});
  block_at(0_us, {2, 5, 6});
  block_at(2_us, {5});
  run(20_us);
  EXPECT_THAT(left(), ElementsAre(At{9, 0}, At{2, 1}, At{6, 3}));
  EXPECT_EQ(egress_->parked(kPort, kC), 1U);
}

TEST_F(ParkingTest, AHoldHoldsWhatMayPassToo) {
  hold_at(0_us, kC, true);
  block_at(0_us, {2});
  enqueue_at(1_us, {2, 5});
  hold_at(5_us, kC, false);
  run(4_us);
  EXPECT_THAT(left(), IsEmpty());
  EXPECT_TRUE(counters(kC).hold_and_wait.running());
  run(20_us);
  EXPECT_THAT(left(), ElementsAre(At{5, 1}));
  EXPECT_FALSE(counters(kC).hold_and_wait.running());
}

TEST_F(ParkingTest, TakesPacketsOutOfEitherPart) {
  block_at(0_us, {2});
  enqueue_at(0_us, {2, 2, 2});
  at(5_us, [&](Time now) {
    pool_.release(*egress_->take(kPort, kC, 1, now));
    EXPECT_EQ(egress_->parked(kPort, kC), 2U);
  });
  block_at(6_us, {});
  run();
  EXPECT_THAT(left(), ElementsAre(At{2, 0}, At{2, 2}));
}

TEST_F(ParkingTest, AResetEndsTheBlock) {
  block_at(0_us, {2});
  enqueue_at(0_us, {2});
  at(5_us, [&](Time now) {
    std::vector<frame::Packet*> lost;
    egress_->reset(lost, now);
    ASSERT_EQ(lost.size(), 1U);
    pool_.release(*lost.front());
  });
  enqueue_at(6_us, {2});
  run();
  EXPECT_THAT(left(), ElementsAre(At{2, 1}));
}

// Whatever is blocked and held when: all packets leave in the end, those of one destination in their order, and none
// begins to leave while its destination is blocked.
TEST_F(ParkingTest, KeepsBackWhatIsBlockedAndTheOrderOfTheRest) {
  RandomStream random(1, "parking");
  std::map<Time, std::vector<std::uint8_t>> blocked = {{0_us, {}}};  // from when on
  for (int n = 1; n <= 400; ++n) {
    const Time now = 1'300_ns * n;
    if (random.below(8) == 0) {
      std::vector<std::uint8_t>& list = blocked[now];
      for (std::uint8_t d = 0; d < 4; ++d) {
        if (random.below(2) == 0)
          list.push_back(d);
      }
      block_at(now, list);
    }
    if (random.below(10) == 0)
      hold_at(now, kC, random.below(2) == 0);
    if (random.below(10) < 7)
      enqueue_at(now, {static_cast<std::uint8_t>(random.below(4))});
  }
  hold_at(600_us, kC, false);
  block_at(600_us, {});
  blocked[600_us] = {};
  run();
  std::map<int, int> last;
  const auto all = left();
  for (std::size_t n = 0; n < all.size(); ++n) {
    const auto [destination, number] = all[n];
    const auto [at, first] = last.emplace(destination, number);
    EXPECT_TRUE(first || at->second < number) << number;
    at->second = number;
    const Time began = frames()[n].first - 1_us;
    const auto& then = std::prev(blocked.upper_bound(began))->second;
    const bool same_instant = blocked.contains(began);  // it may have begun before
    EXPECT_TRUE(same_instant || std::ranges::find(then, destination) == then.end()) << number;
  }
  EXPECT_GT(all.size(), 200U);
  EXPECT_EQ(egress_->total(), 0_B);
}

}  // namespace weir::egress::parking_test
