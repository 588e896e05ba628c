// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The egress scheduler of one port, with an engine that does what the test says. Frames of 1250 B take 1 us, control
// frames 51.2 ns. Each test needs a process of its own, as ctest gives it.

#include "hw_model/datapath/egress/egress.h"

#include <functional>
#include <map>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>

#include "hw_model/base/random_stream.h"
#include "hw_model/frame/mac_control.h"
#include "tb/tests/unit/datapath/far_end.h"
#include "tb/tests/unit/datapath/packets.h"

namespace weir::egress {
namespace {

using namespace weir::literals;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr PortId kPort{0};
constexpr Bytes kFrame{1250};
constexpr Time kControlTime = Time(51'200);
constexpr int kControl = -1;  // in place of a class

class ScriptedEngine final : public flow_control::FlowControl {
 public:
  explicit ScriptedEngine(flow_control::PortServices& port) : FlowControl(context(port)) { sendable.fill(Time(0)); }

  void packet_admitted(ClassId, Bytes, Bytes, Time) override {}
  void packet_released(ClassId, Bytes, Bytes, Time) override {}
  void feedback_received(std::span<const std::uint8_t>, Time) override {}
  std::size_t build_feedback(std::span<std::uint8_t> bytes, Time now) override {
    built.push_back(now);
    feedback_due_ = --frames_due > 0;
    return says_something ? frame::write_pfc(bytes, frame::MacAddress(0x02U), frame::pfc_frame(1, 9)) : 0;
  }
  Time sendable_at(ClassId c, Bytes, Time) override { return sendable[c.index()]; }
  void packet_sent(ClassId c, Bytes length, Time start, Time end) override {
    sent.emplace_back(c, length, start, end);
    if (after_sent) {
      after_sent(c, end);
    }
  }

  // What the test makes it do.
  void hold(ClassId c, bool held, Time now) {
    held_ = static_cast<ClassMask>(held ? held_ | mask_of(c) : held_ & ~mask_of(c));
    port_->gate_changed(c, now);
  }
  void let_send_from(ClassId c, Time at, Time now) {
    sendable[c.index()] = at;
    port_->gate_changed(c, now);
  }
  void ask_for_feedback(int frames, Time now) {
    frames_due = frames;
    feedback_due_ = true;
    port_->feedback_due(now);
  }
  void count_packets() { counts_packets_ = true; }
  void send_out_of_band() { out_of_band_ = true; }

  PerClass<Time> sendable;
  int frames_due = 0;
  bool says_something = true;
  std::vector<Time> built;
  std::vector<std::tuple<ClassId, Bytes, Time, Time>> sent;
  std::function<void(ClassId, Time)> after_sent;

 private:
  static flow_control::PortContext context(flow_control::PortServices& port) {
    flow_control::PortContext context;
    context.port = &port;
    return context;
  }
};

using Frame = std::pair<Time, int>;  // end of transmission, class or kControl

class EgressTest : public testing::Test, private Scheduler::Owner, private Departure {
 protected:
  explicit EgressTest(Discipline discipline = Discipline::kStrictPriority) {
    ports_.push_back(std::make_unique<port::Port>("port", kPort, link::LinkConfig{}, parser_, scheduler_, pool_));
    ports_.front()->tx.bind(far_.in);
    far_.out.bind(ports_.front()->rx);
    egress_.emplace(EgressConfig{discipline}, ports_, engines_, scheduler_, static_cast<Departure&>(*this));
    engines_.push_back(std::make_unique<ScriptedEngine>(egress_->services(kPort)));
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  ScriptedEngine& engine() { return static_cast<ScriptedEngine&>(*engines_.front()); }

  // `action` at that time, after the events of the same instant.
  void at(Time time, std::function<void(Time)> action) { actions_.emplace(time, std::move(action)); }
  void enqueue(ClassId c, Time now, Bytes length = kFrame, PortId ingress = PortId(4)) {
    frame::DataFrameFields fields = some_fields();
    fields.traffic_class = c;
    fields.length = length;
    fields.source_port = next_number_++;
    frame::Packet& packet = pool_.acquire();
    write_packet(packet, fields);
    packet.ingress = ingress;
    packet.egress = kPort;
    egress_->enqueue(packet, now);
  }
  void enqueue_at(Time time, ClassId c, int count = 1) {
    at(time, [this, c, count](Time now) {
      for (int i = 0; i < count; ++i) {
        enqueue(c, now);
      }
    });
  }
  void hold_at(Time time, ClassId c, bool held) {
    at(time, [this, c, held](Time now) { engine().hold(c, held, now); });
  }

  // Everything up to `until`, or until nothing is left to do; returns all frames that were sent.
  std::vector<Frame> run(Time until = kNever) {
    for (;;) {
      const Time action = actions_.empty() ? kNever : actions_.begin()->first;
      const Time event = scheduler_.earliest();
      if (std::min(action, event) == kNever || std::min(action, event) > until) {
        return frames();
      }
      if (event <= action) {
        const Event due = scheduler_.pop();
        due.kind == EventKind::kTransmitEnd ? egress_->transmit_end(due.port, due.at)
                                            : egress_->gate_open(due.port, due.at);
      } else {
        const auto first = actions_.extract(actions_.begin());
        first.mapped()(first.key());
      }
    }
  }
  std::vector<Frame> frames() const {
    std::vector<Frame> list;
    for (const FarEnd::Call& call : far_.received) {
      const bool control = call.data[12] == 0x88 && call.data[13] == 0x08;
      list.emplace_back(call.delay - link::LinkConfig{}.delay, control ? kControl : call.data[14] >> 5U);
    }
    return list;
  }
  const QueueCounters& counters(ClassId c) const { return egress_->counters(kPort, c); }

  struct Departed {
    PortId ingress;
    ClassId c;
    Bytes length;
    Time at;
    bool operator==(const Departed&) const = default;
  };

  Scheduler scheduler_{*this};
  link::FramePool pool_;
  parser::Parser parser_{{}};
  FarEnd far_{"far"};
  std::vector<std::unique_ptr<port::Port>> ports_;
  Egress::Engines engines_;
  std::optional<Egress> egress_;
  std::vector<Departed> departed_;

 private:
  void earliest_is_now(Time) override {}
  void departed(PortId egress, PortId ingress, ClassId c, Bytes length, Time now) override {
    EXPECT_EQ(egress, kPort);
    departed_.push_back({ingress, c, length, now});
  }

  std::multimap<Time, std::function<void(Time)>> actions_;
  std::uint16_t next_number_ = 0;
};

class RoundRobinEgressTest : public EgressTest {
 protected:
  RoundRobinEgressTest() : EgressTest(Discipline::kRoundRobin) {}
};

constexpr ClassId kC0{0};
constexpr ClassId kC1{1};
constexpr ClassId kC3{3};
constexpr ClassId kC7{7};

TEST_F(EgressTest, AnIdlePortSendsAtOnceAndThenHasNothingPending) {
  EXPECT_TRUE(scheduler_.empty());
  at(3_us, [&](Time now) { enqueue(kC3, now, kFrame, PortId(9)); });
  run(3'500_ns);
  EXPECT_TRUE(egress_->transmitting(kPort));
  EXPECT_EQ(egress_->veq_depth(kPort, kC3), kFrame) << "in the VEQ until its last bit has left";
  EXPECT_EQ(egress_->total(), kFrame);
  EXPECT_THAT(departed_, IsEmpty());
  EXPECT_THAT(run(), ElementsAre(Frame{4_us, 3}));
  EXPECT_THAT(departed_, ElementsAre(Departed{PortId(9), kC3, kFrame, 4_us}));
  EXPECT_EQ(egress_->total(), 0_B);
  EXPECT_EQ(egress_->veq_depth(kPort, kC3), 0_B);
  EXPECT_FALSE(egress_->transmitting(kPort));
  EXPECT_TRUE(scheduler_.empty());
}

TEST_F(EgressTest, StrictPriorityTakesTheHighestClassFirstAndAClassInOrder) {
  enqueue_at(0_us, kC0);
  for (const auto& [time, c] : {std::pair{100_ns, kC0}, {200_ns, kC1}, {300_ns, kC7}, {400_ns, kC1}, {2'500_ns, kC7}}) {
    enqueue_at(time, c);
  }
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{2_us, 7}, Frame{3_us, 1}, Frame{4_us, 7}, Frame{5_us, 1},
                                 Frame{6_us, 0}));
  EXPECT_EQ(counters(kC1).sent, 2U);
  EXPECT_EQ(counters(kC1).peak, 2 * kFrame);
}

TEST_F(RoundRobinEgressTest, GivesEachClassAPacketInTurn) {
  enqueue_at(0_us, kC3);
  enqueue_at(100_ns, kC0, 3);
  enqueue_at(200_ns, kC7, 2);
  enqueue_at(300_ns, kC3, 2);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 3}, Frame{2_us, 7}, Frame{3_us, 0}, Frame{4_us, 3}, Frame{5_us, 7},
                                 Frame{6_us, 0}, Frame{7_us, 3}, Frame{8_us, 0}));
}

TEST_F(RoundRobinEgressTest, PassesOverAHeldClassAndComesBackToIt) {
  enqueue_at(0_us, kC0, 4);
  enqueue_at(0_us, kC1, 3);
  hold_at(500_ns, kC1, true);
  hold_at(2'500_ns, kC1, false);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{2_us, 0}, Frame{3_us, 0}, Frame{4_us, 1}, Frame{5_us, 0},
                                 Frame{6_us, 1}, Frame{7_us, 1}));
}

TEST_F(EgressTest, FeedbackGoesBeforeDataAndNeverPreempts) {
  enqueue_at(0_us, kC7, 2);
  at(300_ns, [&](Time now) { engine().ask_for_feedback(2, now); });
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 7}, Frame{1_us + kControlTime, kControl},
                                 Frame{1_us + 2 * kControlTime, kControl}, Frame{2_us + 2 * kControlTime, 7}));
  EXPECT_THAT(engine().built, ElementsAre(1_us, 1_us + kControlTime))
      << "built when it can be sent, not when it is due";
  EXPECT_EQ(departed_.size(), 2U) << "a control frame was in no queue";
}

TEST_F(EgressTest, FeedbackGoesAtOnceFromAnIdlePort) {
  at(300_ns, [&](Time now) { engine().ask_for_feedback(1, now); });
  EXPECT_THAT(run(), ElementsAre(Frame{300_ns + kControlTime, kControl}));
  EXPECT_EQ(pool_.in_use(), 0U);
}

TEST_F(EgressTest, FeedbackIsNeverHeld) {
  hold_at(0_us, kC0, true);
  enqueue_at(100_ns, kC0);
  at(300_ns, [&](Time now) { engine().ask_for_feedback(1, now); });
  EXPECT_THAT(run(), ElementsAre(Frame{300_ns + kControlTime, kControl}));
}

TEST_F(EgressTest, FeedbackWithNothingToSayAnyMoreLeavesThePortToData) {
  engine().says_something = false;
  enqueue_at(0_us, kC0, 2);
  at(300_ns, [&](Time now) { engine().ask_for_feedback(1, now); });
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{2_us, 0}));
  EXPECT_EQ(pool_.in_use(), 0U);
}

TEST_F(EgressTest, OutOfBandFeedbackTakesNoTimeOnTheWire) {
  engine().send_out_of_band();
  enqueue_at(0_us, kC0, 2);
  at(300_ns, [&](Time now) { engine().ask_for_feedback(1, now); });
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{300_ns, kControl}, Frame{2_us, 0}));
}

TEST_F(EgressTest, APauseLetsTheFrameOnTheWireEndAndStopsTheNext) {
  enqueue_at(0_us, kC0, 2);
  hold_at(1_ns, kC0, true);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}));
  EXPECT_TRUE(scheduler_.empty()) << "a held port waits for its engine, not for a time";
  EXPECT_EQ(egress_->veq_depth(kPort, kC0), kFrame);
  hold_at(5_us, kC0, false);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{6_us, 0}));
}

TEST_F(EgressTest, OtherClassesPassAHeldOne) {
  hold_at(0_us, kC7, true);
  enqueue_at(0_us, kC7);
  enqueue_at(100_ns, kC0, 2);
  hold_at(1'500_ns, kC7, false);
  EXPECT_THAT(run(), ElementsAre(Frame{1'100_ns, 0}, Frame{2'100_ns, 0}, Frame{3'100_ns, 7}));
}

// By hand:      0    0.5   1      2       5    5.5  5.6    6      7.6     8.6
//   held             |---------------------|    |-----------------|         4.5 + 2.1 us
//   waiting                       |--------|         |------------|
//   both                          |--------|         |------------|         3.0 + 2.0 us
TEST_F(EgressTest, StopwatchesAreExact) {
  enqueue_at(0_us, kC0);
  hold_at(500_ns, kC0, true);
  enqueue_at(2_us, kC0);
  hold_at(5_us, kC0, false);
  hold_at(5'500_ns, kC0, true);
  enqueue_at(5'600_ns, kC0);
  run(4_us);
  EXPECT_EQ(counters(kC0).held.total(4_us), 3'500_ns) << "still running";
  EXPECT_EQ(counters(kC0).hold_and_wait.total(4_us), 2_us);
  EXPECT_EQ(counters(kC0).hold_and_wait.since(), 2_us);
  hold_at(7'600_ns, kC0, false);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{6_us, 0}, Frame{8'600_ns, 0}));
  EXPECT_EQ(counters(kC0).held.total(99_us), 6'600_ns);
  EXPECT_EQ(counters(kC0).hold_and_wait.total(99_us), 5_us);
  EXPECT_FALSE(counters(kC0).held.running());
  EXPECT_EQ(counters(kC1).held.total(99_us), 0_us);
}

// A limiter's spacing is no hold: the port knows when it ends.
TEST_F(EgressTest, ALimiterGatesWithoutHolding) {
  engine().count_packets();
  engine().sendable[0] = 5_us;
  enqueue_at(0_us, kC0);
  run(4_us);
  EXPECT_EQ(scheduler_.earliest(), 5_us);
  EXPECT_THAT(run(), ElementsAre(Frame{6_us, 0}));
  EXPECT_EQ(counters(kC0).held.total(9_us), 0_us);
  EXPECT_EQ(counters(kC0).hold_and_wait.total(9_us), 0_us);
  EXPECT_THAT(engine().sent, ElementsAre(std::tuple(kC0, kFrame, 5_us, 6_us)));
  EXPECT_TRUE(scheduler_.empty());
}

TEST_F(EgressTest, TheEarliestOfTheLimitersOpensTheGate) {
  engine().count_packets();
  engine().sendable[7] = 5_us;
  engine().sendable[0] = 3_us;
  enqueue_at(0_us, kC7);
  enqueue_at(1_us, kC0, 2);
  EXPECT_THAT(run(), ElementsAre(Frame{4_us, 0}, Frame{5_us, 0}, Frame{6_us, 7}))
      << "what may send goes before what may not, whatever its priority";
  EXPECT_TRUE(scheduler_.empty());
}

TEST_F(EgressTest, ALimiterHearsOfItsPacketBeforeTheNextChoice) {
  engine().count_packets();
  engine().after_sent = [&](ClassId c, Time end) { engine().sendable[c.index()] = end + 2_us; };
  enqueue_at(0_us, kC0, 3);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{4_us, 0}, Frame{7_us, 0}));
}

TEST_F(EgressTest, ARaisedRateOpensTheGateEarlier) {
  engine().count_packets();
  engine().sendable[0] = 50_us;
  enqueue_at(0_us, kC0);
  at(2_us, [&](Time now) { engine().let_send_from(kC0, 4_us, now); });
  EXPECT_THAT(run(), ElementsAre(Frame{5_us, 0}));
  EXPECT_TRUE(scheduler_.empty());
}

// Short of credits: a hold that no time ends. New credits that are still too few do not end it.
TEST_F(EgressTest, ShortOfCreditsIsAHold) {
  engine().count_packets();
  engine().sendable[0] = kNever;
  enqueue_at(1_us, kC0);
  at(3_us, [&](Time now) { engine().let_send_from(kC0, kNever, now); });
  at(6_us, [&](Time now) { engine().let_send_from(kC0, now, now); });
  EXPECT_THAT(run(5_us), IsEmpty());
  EXPECT_TRUE(scheduler_.empty());
  EXPECT_EQ(counters(kC0).hold_and_wait.since(), 1_us);
  EXPECT_THAT(run(), ElementsAre(Frame{7_us, 0}));
  EXPECT_EQ(counters(kC0).hold_and_wait.total(9_us), 5_us);
}

// Packets and holds at random: classes stay in order, nothing is lost, the wire carries one frame at a time, and the
// stopwatches are those of a list of what happened.
TEST_F(EgressTest, KeepsItsBooksThroughAnything) {
  RandomStream random(1, "egress");
  PerClass<int> enqueued{};
  PerClass<Time> held_since;
  PerClass<Time> held_total{};
  held_since.fill(kNever);
  Time time;
  for (int i = 0; i < 3'000; ++i) {
    time += Time(static_cast<std::int64_t>(1 + random.below(900'000)));
    const ClassId c(random.below(3));
    if (random.below(4) > 0) {
      enqueue_at(time, c);
      ++enqueued[c.index()];
      continue;
    }
    const bool hold = held_since[c.index()] == kNever;
    hold_at(time, c, hold);
    if (!hold) {
      held_total[c.index()] += time - held_since[c.index()];
    }
    held_since[c.index()] = hold ? time : kNever;
  }
  for (std::size_t c = 0; c < 3; ++c) {
    if (held_since[c] != kNever) {
      hold_at(time, ClassId(c), false);
      held_total[c] += time - held_since[c];
    }
  }
  const std::vector<Frame> sent = run();
  PerClass<int> count{};
  Time before;
  for (const auto& [end, c] : sent) {
    EXPECT_GE(end - before, 1_us);
    before = end;
    ++count[static_cast<std::size_t>(c)];
  }
  EXPECT_EQ(count, enqueued);
  PerClass<int> last;
  last.fill(-1);
  for (const FarEnd::Call& call : far_.received) {
    constexpr std::size_t kSourcePort = 38;  // which number the packet was given
    const int number = call.data[kSourcePort] << 8U | call.data[kSourcePort + 1];
    EXPECT_GT(number, last[call.data[14] >> 5U]);
    last[call.data[14] >> 5U] = number;
  }
  EXPECT_EQ(egress_->total(), 0_B);
  EXPECT_EQ(pool_.in_use(), 0U);
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_EQ(counters(ClassId(c)).held.total(before), held_total[c]);
    EXPECT_LE(counters(ClassId(c)).hold_and_wait.total(before), held_total[c]);
  }
}

}  // namespace
}  // namespace weir::egress
