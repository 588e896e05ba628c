// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The weights of one table of InfiniBand's VL arbiter (Architecture, volume 1, 7.6.9) as weights of DWRR, as
// docs/reference/egress.md has them, beside a naive arbiter that is written from the standard's words.

#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include <gmock/gmock.h>

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/datapath/egress_bench.h"

namespace weir::egress {
namespace {

constexpr std::int64_t kUnit = 64;  // bytes of a weight of 1
constexpr std::size_t kLanes = 3;
constexpr std::array<ClassId, kLanes> kUsed{ClassId(0), ClassId(1), ClassId(2)};
using Weights = std::array<int, kLanes>;

// A table with an entry a lane. The entry whose turn it is sends while its weight is above 0; a packet takes its length
// in whole units of it, so that the last one may take more than is left. All lanes always have packets.
class NaiveVlTable {
 public:
  explicit NaiveVlTable(const Weights& weights) : weights_(weights), left_(weights[0]) {}

  std::size_t next() {
    while (left_ <= 0) {
      entry_ = (entry_ + 1) % kLanes;
      left_ = weights_[entry_];
    }
    return entry_;
  }
  void sent(Bytes length) { left_ -= static_cast<int>((length.count() + kUnit - 1) / kUnit); }

 private:
  Weights weights_;
  std::size_t entry_ = 0;
  int left_;
};

// A turn of DWRR in largest frames, for the bytes of the entry.
std::uint8_t dwrr_weight(int weight, Bytes largest) {
  const std::int64_t units = (largest.count() + kUnit - 1) / kUnit;
  return static_cast<std::uint8_t>((weight + units - 1) / units);
}

EgressConfig config_of(const Weights& weights, Bytes largest) {
  EgressConfig config{.discipline = Discipline::kDwrr};
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    config.weights[kUsed[lane].index()] = dwrr_weight(weights[lane], largest);
  }
  return config;
}

constexpr Bytes kLargest{1500};  // 24 units, and the quantum of the bench

class VlWeights : public EgressTest {
 protected:
  explicit VlWeights(const Weights& weights) : EgressTest(config_of(weights, kLargest)), naive_(weights) {}

  NaiveVlTable naive_;
};

// 25 units are more than a largest frame: the entry sends two. 96 are four.
class VlWeightsOfOneLength : public VlWeights {
 protected:
  VlWeightsOfOneLength() : VlWeights({24, 25, 96}) {}
};

TEST_F(VlWeightsOfOneLength, AreServedInTheSameOrder) {
  constexpr int kPackets = 400;
  for (const ClassId c : kUsed) {
    at(0_us, [&, c](Time now) {
      for (int i = 0; i < kPackets; ++i) {
        enqueue(c, now, kLargest);
      }
    });
  }
  run(400_us);
  ASSERT_GT(departed_.size(), 300U);
  for (std::size_t i = 0; i < departed_.size(); ++i) {
    ASSERT_EQ(departed_[i].c, kUsed[naive_.next()]) << "packet " << i;
    naive_.sent(kLargest);
  }
}

// Of other lengths an entry sends less than a packet more than its weight in each turn, which DWRR takes off the next.
class VlWeightsOfAllLengths : public VlWeights {
 protected:
  static constexpr Weights kWeights{48, 96, 240};
  VlWeightsOfAllLengths() : VlWeights(kWeights) {}

  static Bytes length_of(RandomStream& random) { return 64_B + Bytes(static_cast<std::int64_t>(random.below(1'437))); }
};

TEST_F(VlWeightsOfAllLengths, ShareTheLineToWithinAPacketATurn) {
  constexpr int kPackets = 8'000;
  at(0_us, [&](Time now) {
    RandomStream random(1, "lengths");
    for (int i = 0; i < kPackets; ++i) {
      for (const ClassId c : kUsed) {
        enqueue(c, now, length_of(random));
      }
    }
  });
  run(5'000_us);
  PerClass<double> dwrr{};
  for (const Departed& one : departed_) {
    dwrr[one.c.index()] += static_cast<double>(one.length.count());
  }
  RandomStream random(2, "lengths");
  std::array<double, kLanes> table{};
  for (int i = 0; i < 100'000; ++i) {
    const Bytes length = length_of(random);
    table[naive_.next()] += static_cast<double>(length.count());
    naive_.sent(length);
  }
  for (std::size_t lane = 1; lane < kLanes; ++lane) {
    ASSERT_GT(egress_->veq_depth(kPort, kUsed[lane]), 0_B);
    const double exact = static_cast<double>(kWeights[lane]) / kWeights[0];
    EXPECT_NEAR(dwrr[lane] / dwrr[0], exact, exact * 0.01);
    const double most = 1 + 1500.0 / static_cast<double>(kWeights[0] * kUnit);  // the shortest turn, and a packet
    EXPECT_GT(table[lane] / table[0], exact / most);
    EXPECT_LT(table[lane] / table[0], exact);
  }
}

}  // namespace
}  // namespace weir::egress
