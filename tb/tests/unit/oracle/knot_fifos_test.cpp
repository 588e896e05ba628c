// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One FIFO an input: what stands where, as the oracle reckons it, planted; and the bookkeeping of ITSY's unit against
// it, at random. They share no code.

#include "tb/oracle/knot_fifos.h"

#include "hw_model/mechanisms/deadlock/itsy_fifos.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::oracle::knot_fifos_test {

constexpr PortId kIn{0};
constexpr PortId kA{1};
constexpr PortId kB{2};

KnotFifos::Packet packet(PortId egress, std::int64_t length) {
  return {.egress = egress, .length = Bytes(length), .counted = Bytes(length)};
}

// The head waits for A, which has a packet: the one for B stands there, too, and not at B.
TEST(KnotFifos, ADeeperPacketStandsWhereTheHeadDoes) {
  KnotFifos fifos(3, Bytes(0));
  fifos.queue(kA, Bytes(64));
  fifos.enter(kIn, packet(kA, 100));
  fifos.enter(kIn, packet(kB, 1000));
  EXPECT_EQ(fifos.stands(kA, kIn), Bytes(1100));
  EXPECT_EQ(fifos.stands(kB, kIn), Bytes(0));
  fifos.leave(kA, Bytes(64));
  EXPECT_EQ(fifos.stands(kA, kIn), Bytes(0)) << "it may go";
  fifos.cross(kIn);
  EXPECT_EQ(fifos.stands(kA, kIn), Bytes(100));
  EXPECT_EQ(fifos.stands(kB, kIn), Bytes(0)) << "B takes the next";
}

TEST(KnotFifos, RoomIsForWholePackets) {
  KnotFifos fifos(3, Bytes(200));
  fifos.queue(kA, Bytes(100));
  fifos.enter(kIn, packet(kA, 100));
  EXPECT_EQ(fifos.stands(kA, kIn), Bytes(0));
  fifos.queue(kA, Bytes(1));
  EXPECT_EQ(fifos.stands(kA, kIn), Bytes(100));
}

// Both are told of the same packets, which enter, cross where there is room and leave, at random.
class Both {
 public:
  Both(std::size_t ports, Bytes room, std::uint64_t seed)
      : ports_(ports), room_(room), random_(seed), truth_(ports, room), unit_(ports, room), waits_(ports) {
    in_.resize(ports);
    veqs_.resize(ports);
    counts_.assign(ports * ports, 0);
  }

  void step() {
    const PortId p(random_() % ports_);
    switch (random_() % 4) {
      case 0: {
        const auto one = packet(PortId(random_() % ports_), 64 + static_cast<std::int64_t>(random_() % 100));
        in_[p.index()].push_back(one);
        truth_.enter(p, one);
        apply(unit_.entered(p, one.egress, one.length, static_cast<std::uint32_t>(one.counted.count())));
        break;
      }
      case 1:
        if (!in_[p.index()].empty() && enters(in_[p.index()].front()))
          cross(p);
        break;
      case 2:
        if (!veqs_[p.index()].empty())
          leave(p);
        break;
      default:
        if (random_() % 8 == 0 && waits_[p.index()] + Bytes(64) <= room_) {
          waits_[p.index()] += Bytes(64);
          veqs_[p.index()].push_back({p, packet(p, 64), true});
          truth_.queue(p, Bytes(64));
          apply(unit_.queued(p, Bytes(64)));
        }
    }
  }

  void compare() const {
    for (std::size_t e = 0; e < ports_; ++e) {
      for (std::size_t i = 0; i < ports_; ++i) {
        ASSERT_EQ(counts_[e * ports_ + i], truth_.stands(PortId(e), PortId(i)).count()) << e << " from " << i;
        stood_ = stood_ || counts_[e * ports_ + i] > 300;
      }
    }
  }
  bool stood() const { return stood_; }

 private:
  struct InVeq {
    PortId ingress;
    KnotFifos::Packet packet;
    bool own = false;
  };

  bool enters(const KnotFifos::Packet& one) const {
    const Bytes waits = waits_[one.egress.index()];
    return room_ == Bytes(0) ? waits == Bytes(0) : waits + one.length <= room_;
  }
  void cross(PortId i) {
    const auto one = in_[i.index()].front();
    in_[i.index()].pop_front();
    waits_[one.egress.index()] += one.length;
    veqs_[one.egress.index()].push_back({i, one, false});
    truth_.cross(i);
    apply(unit_.crossed(i));
  }
  void leave(PortId e) {
    const InVeq one = veqs_[e.index()].front();
    veqs_[e.index()].pop_front();
    waits_[e.index()] -= one.packet.length;
    if (one.own) {
      truth_.leave(e, one.packet.length);
    } else {
      truth_.leave(e, one.ingress, one.packet);
      counts_[e.index() * ports_ + one.ingress.index()] -= one.packet.counted.count();
    }
    apply(unit_.left(e, one.packet.length));
  }
  void apply(const std::vector<deadlock::ItsyFifos::Change>& changes) {
    for (const auto& change : changes) {
      std::int64_t& count = counts_[change.egress.index() * ports_ + change.ingress.index()];
      count += change.more ? std::int64_t{change.amount} : -std::int64_t{change.amount};
      ASSERT_GE(count, 0);
    }
  }

  std::size_t ports_;
  Bytes room_;
  std::mt19937_64 random_;
  KnotFifos truth_;
  deadlock::ItsyFifos unit_;
  std::vector<Bytes> waits_;
  std::vector<std::deque<KnotFifos::Packet>> in_;
  std::vector<std::deque<InVeq>> veqs_;
  std::vector<std::int64_t> counts_;
  mutable bool stood_ = false;
};

TEST(KnotFifos, TheUnitCountsTheSame) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Both both(4, Bytes(static_cast<std::int64_t>(seed % 4) * 170), seed);
    for (int n = 0; n < 1000; ++n) {
      both.step();
      ASSERT_NO_FATAL_FAILURE(both.compare()) << seed << ", " << n;
    }
    EXPECT_TRUE(both.stood()) << seed;
  }
}

}  // namespace weir::oracle::knot_fifos_test
