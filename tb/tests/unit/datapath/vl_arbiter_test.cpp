// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// InfiniBand's VL arbiter beside a naive one, written from the words of the Architecture, volume 1, 7.6.9: lists of
// entries that are walked one by one. Each fault that can be planted in the naive one is found. And at a port.

#include "hw_model/datapath/egress/vl_arbiter.h"

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/datapath/egress_bench.h"

namespace weir::egress::vl_arbiter_test {

enum class Fault {
  kNone,
  kRestIsTakenOff,     // what a turn sent too much is taken off the next
  kRoundsDown,         // a packet uses whole units of its length only
  kTurnWaits,          // a lane that has nothing to send goes on with its turn later
  kLimitForEver,       // the limit does not begin anew
  kLimitWithoutLow,    // high packets count that went as no low one could
  kLowFirstWhenEqual,  // a limit of 0 lets no high packet go before a low one
};
inline constexpr Fault kLastFault = Fault::kLowFirstWhenEqual;

struct NaiveTable {
  std::vector<std::pair<int, int>> entries = {};  // lane, weight
  std::size_t at = 0;
  int left = 0;

  bool has(int lane) const {
    bool found = false;
    for (const auto& entry : entries) {
      found = found || entry.first == lane;
    }
    return found;
  }
  int pick(const std::set<int>& sendable, Fault fault) {
    while (left <= 0 || !sendable.contains(entries[at].first)) {
      at = (at + 1) % entries.size();
      left = entries[at].second + (fault == Fault::kRestIsTakenOff && left < 0 ? left : 0);
      left = left <= 0 ? entries[at].second : left;
    }
    return entries[at].first;
  }
  void sent(int bytes, Fault fault) { left -= fault == Fault::kRoundsDown ? bytes / 64 : (bytes + 63) / 64; }
};

class NaiveArbiter {
 public:
  NaiveArbiter(const EgressConfig& config, Fault fault) : limit_(config.vl_limit), fault_(fault) {
    anew();
    for (int lane = 0; lane < 8; ++lane) {
      const auto i = static_cast<std::size_t>(lane);
      NaiveTable& table = (config.strict >> i) % 2 != 0 ? high_ : low_;
      table.entries.emplace_back(lane, config.weights[i]);
    }
    for (NaiveTable* table : {&high_, &low_}) {
      table->left = table->entries.empty() ? 0 : table->entries[0].second;
    }
  }

  int next(const std::set<int>& sendable) {
    std::set<int> high;
    std::set<int> low;
    for (const int lane : sendable) {
      (high_.has(lane) ? high : low).insert(lane);
    }
    const bool may_go_first = limit_ == 255 || credit_ > 0 || (fresh_ && fault_ != Fault::kLowFirstWhenEqual);
    if (!may_go_first && fault_ != Fault::kLimitForEver && (low.empty() && fault_ != Fault::kLimitWithoutLow)) {
      anew();  // it could have gone
    }
    from_high_ = !high.empty() && (low.empty() || may_go_first);
    NaiveTable& table = from_high_ ? high_ : low_;
    if (fault_ == Fault::kTurnWaits && table.left > 0 && !sendable.contains(table.entries[table.at].first)) {
      NaiveTable walk = table;
      return walk.pick(sendable, fault_);
    }
    return table.pick(sendable, fault_);
  }

  void sent(int bytes) {
    (from_high_ ? high_ : low_).sent(bytes, fault_);
    if (from_high_) {
      credit_ -= bytes;
      fresh_ = false;
    } else if (fault_ != Fault::kLimitForEver) {
      anew();
    }
  }

 private:
  void anew() {
    credit_ = limit_ * 4096;
    fresh_ = true;
  }

  int limit_;
  Fault fault_;
  NaiveTable high_;
  NaiveTable low_;
  int credit_ = 0;
  bool fresh_ = true;
  bool from_high_ = false;
};

EgressConfig random_config(RandomStream& random) {
  EgressConfig config{.discipline = Discipline::kVlArbitration};
  config.strict = static_cast<ClassMask>(random.below(256));
  for (std::uint8_t& weight : config.weights) {
    weight = static_cast<std::uint8_t>(1 + random.below(random.below(2) == 0 ? 30 : 255));
  }
  const std::uint64_t limit = random.below(6);
  config.vl_limit = static_cast<unsigned>(limit == 5 ? 255 : limit);
  return config;
}

// The first difference, or "".
std::string duel(std::uint64_t seed, Fault fault) {
  RandomStream random(seed, "lanes");
  const EgressConfig config = random_config(random);
  VlArbiter arbiter;
  NaiveArbiter naive(config, fault);
  for (int i = 0; i < 5'000; ++i) {
    // Mostly all of them, so that turns and limits are used up.
    const auto candidates = static_cast<ClassMask>(random.below(3) != 0 ? 0xff : 1 + random.below(255));
    std::set<int> sendable;
    for_each_class(candidates, [&](ClassId c) { sendable.insert(static_cast<int>(c.index())); });
    const ClassId chosen = arbiter.next(config, candidates);
    if (const int wanted = naive.next(sendable); wanted != static_cast<int>(chosen.index())) {
      return "packet " + std::to_string(i) + ": wanted lane " + std::to_string(wanted) + ", got " +
             std::to_string(chosen.index());
    }
    const auto length = static_cast<int>(64 + random.below(2) * random.below(9'000));
    arbiter.sent(config, chosen, Bytes(length));
    naive.sent(length);
  }
  return "";
}

TEST(VlArbiterAgainstTheNaiveOne, TheSameLanes) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    ASSERT_EQ(duel(seed, Fault::kNone), "") << "seed " << seed;
  }
}

TEST(VlArbiterAgainstTheNaiveOne, EachPlantedFaultIsFound) {
  for (int fault = 1; fault <= static_cast<int>(kLastFault); ++fault) {
    bool found = false;
    for (std::uint64_t seed = 1; seed <= 60 && !found; ++seed) {
      found = !duel(seed, static_cast<Fault>(fault)).empty();
    }
    EXPECT_TRUE(found) << "fault " << fault;
  }
}

// Frames of 1250 B are 20 units and take 1 us.
class VlPortTest : public EgressTest {
 protected:
  explicit VlPortTest(unsigned limit)
      : EgressTest({.discipline = Discipline::kVlArbitration,
                    .weights = {20, 21, 1, 1, 1, 20, 40, 1},
                    .strict = 0x60,
                    .vl_limit = limit}) {}

  // Three frames of each of two lanes of either table, in the order in which they leave behind one of lane 2.
  std::vector<int> order() {
    enqueue_at(0_us, ClassId(2));
    for (const std::size_t lane : {0, 1, 5, 6}) {
      enqueue_at(0_us, ClassId(lane), 3);
    }
    std::vector<int> lanes_sent;
    for (const Frame& frame : run()) {
      lanes_sent.push_back(frame.second);
    }
    return lanes_sent;
  }
};

class VlPortWithoutLimit : public VlPortTest {
 protected:
  VlPortWithoutLimit() : VlPortTest(kNoVlLimit) {}
};
TEST_F(VlPortWithoutLimit, SendsTheHighTableFirstByWeight) {
  EXPECT_THAT(order(), ElementsAre(2, 5, 6, 6, 5, 6, 5, 0, 1, 1, 0, 1, 0));
}

class VlPortWithLimit : public VlPortTest {
 protected:
  VlPortWithLimit() : VlPortTest(1) {}
};
TEST_F(VlPortWithLimit, LetsALowPacketGoAfterFourKilobytes) {  // four frames
  EXPECT_THAT(order(), ElementsAre(2, 5, 6, 6, 5, 0, 6, 5, 1, 1, 0, 1, 0));
}

class VlPortWithLimitOfZero : public VlPortTest {
 protected:
  VlPortWithLimitOfZero() : VlPortTest(0) {}
};
TEST_F(VlPortWithLimitOfZero, LetsALowPacketGoAfterEach) {
  EXPECT_THAT(order(), ElementsAre(2, 5, 0, 6, 1, 6, 1, 5, 0, 6, 1, 5, 0));
}

}  // namespace weir::egress::vl_arbiter_test
