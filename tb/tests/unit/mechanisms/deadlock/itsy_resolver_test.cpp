// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a switch does about a deadlock: two switches of a ring, by hand. Port 0 of each leads to port 1 of the other,
// and port 2 to a host. XON is 3000 bytes.

#include "hw_model/mechanisms/deadlock/itsy_resolver.h"

#include <deque>
#include <optional>
#include <vector>

#include <gmock/gmock.h>

#include "hw_model/frame/data_frame.h"
#include "hw_model/mechanisms/deadlock/resolution_count_min.h"
#include "hw_model/mechanisms/deadlock/resolution_port_level.h"

namespace weir::deadlock {
namespace {

using namespace weir::literals;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr ClassId kC(0);
constexpr PortId kOut(0);
constexpr PortId kIn(1);
constexpr PortId kHost(2);
constexpr Bytes kXon = 3000_B;
constexpr Bytes kPacket = 1500_B;

class Switch final : private SwitchActions {
 public:
  Switch(std::uint32_t id, Resolution resolution)
      : context_(context_with(id, resolution)),
        protocol({.switch_id = id}, 3, static_cast<std::uint32_t>(kXon.count())),
        resolver(context_, *this) {
    for (int n = 0; n < 4; ++n)
      enqueue(kIn, n % 2 == 0 ? 1 : 2);
    enqueue(kHost, 3);
    protocol.pausing(kIn, true, kOut);
    protocol.held(kOut, true);
  }

  void enqueue(PortId ingress, std::uint16_t flow) {
    frame::Packet packet;
    packet.ingress = ingress;
    packet.egress = kOut;
    packet.traffic_class = kC;
    packet.length = kPacket;
    frame::write_data_frame(
        packet.bytes, {.destination_ip = frame::Ipv4Address(10, 0, 0, 1), .source_port = flow, .length = kPacket});
    waiting.push_back(packet);
    protocol.enqueued(kOut, ingress, static_cast<std::uint32_t>(kPacket.count()));
    resolver.queued(packet);
  }
  void leave(std::size_t place = 0) {
    const PortId ingress = waiting[place].ingress;
    waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(place));
    protocol.departed(kOut, ingress, static_cast<std::uint32_t>(kPacket.count()));
    resolver.left(ingress, kC, protocol.causality(), 0_us);
  }
  void declare() {
    const auto check = protocol.take(kIn);
    ASSERT_EQ(protocol.arrived(kOut, *check), kIn);
    resolver.declared(kC, check->entry);
  }
  // What it sends upstream.
  frame::ItsyListMessage sends() {
    EXPECT_TRUE(resolver.due(kIn));
    return *resolver.take(kIn);
  }
  void arrives(const frame::ItsyListMessage& message) { resolver.arrived(kOut, message, protocol, 0_us); }

  std::vector<Bytes> lent_to;
  std::vector<PortId> resumed;
  std::vector<PortId> kept;  // paused
  std::vector<std::size_t> dropped;
  std::deque<frame::Packet> waiting;
  Bytes resumes_below = 100_KB;
  bool lends = true;

 private:
  static SwitchContext context_with(std::uint32_t id, Resolution resolution) {
    SwitchContext context;
    context.config.unit = Unit::kItsy;
    context.config.itsy.resolution = resolution;
    context.config.itsy.switch_id = id;
    context.config.itsy.loan = 2_KB;
    context.ports = 3;
    return context;
  }
  void schedule(PortId, ClassId, Time) override {}
  void drop_head(PortId, ClassId, Time) override { ADD_FAILURE(); }
  Bytes xon(PortId, ClassId) const override { return kXon; }
  bool lend(PortId ingress, ClassId, Bytes room, Time) override {
    EXPECT_EQ(ingress, kIn);
    lent_to.push_back(room);
    return lends;
  }
  bool resume(PortId ingress, ClassId, Time) override {
    if (static_cast<std::int64_t>(waiting.size()) * kPacket >= resumes_below)
      return false;
    resumed.push_back(ingress);
    return true;
  }
  bool keep_paused(PortId ingress, ClassId, bool on, Time) override {
    if (on)
      kept.push_back(ingress);
    else
      std::erase(kept, ingress);
    return true;
  }
  bool drop_waiting(PortId egress, ClassId, PortId ingress, const MayDrop& may, Time) override {
    EXPECT_EQ(egress, kOut);
    for (std::size_t n = 0; n < waiting.size(); ++n) {
      if (waiting[n].ingress != ingress || !may(waiting[n]))
        continue;
      dropped.push_back(n);
      leave(n);
      return true;
    }
    return false;
  }

  SwitchContext context_;

 public:
  reference::ItsyRepaired protocol;
  ItsyResolver resolver;
};

struct Ring {
  explicit Ring(Resolution resolution) : one(1, resolution), two(2, resolution) {}

  // Until the message of `one` is home.
  void resolve() {
    one.declare();
    two.arrives(one.sends());
    one.arrives(two.sends());
  }
  Switch one;
  Switch two;
};

TEST(ItsyResolver, PortLevelActsOnEachSwitchOfTheLoop) {
  Ring ring(Resolution::kPortLevel);
  ring.one.declare();
  EXPECT_THAT(ring.one.resumed, IsEmpty()) << "not before its message is home";
  ring.two.arrives(ring.one.sends());
  EXPECT_THAT(ring.two.resumed, IsEmpty());
  ring.one.arrives(ring.two.sends());
  EXPECT_THAT(ring.one.lent_to, ElementsAre(2_KB));
  EXPECT_THAT(ring.one.resumed, ElementsAre(kIn));
  EXPECT_THAT(ring.one.kept, ElementsAre(kHost));
  ring.two.arrives(ring.one.sends());
  EXPECT_THAT(ring.two.lent_to, ElementsAre(2_KB));
  EXPECT_THAT(ring.two.resumed, ElementsAre(kIn));
  EXPECT_FALSE(ring.two.resolver.due(kIn)) << "the last of the loop";
}

TEST(ItsyResolver, BlocksUntilTheQueueIsAtXon) {
  Ring ring(Resolution::kPortLevel);
  ring.resolve();
  ring.one.leave();
  EXPECT_THAT(ring.one.kept, ElementsAre(kHost)) << "three packets of 1500 B are more than 3000 B";
  ring.one.leave();
  EXPECT_THAT(ring.one.kept, IsEmpty());
  EXPECT_FALSE(ring.one.resolver.resolving());
}

TEST(ItsyResolver, BlocksNoLongerThanTwoLives) {
  Ring ring(Resolution::kPortLevel);
  ring.resolve();
  ring.one.resolver.life_over(kC, 0_us);
  EXPECT_THAT(ring.one.kept, ElementsAre(kHost));
  ring.one.resolver.life_over(kC, 0_us);
  EXPECT_THAT(ring.one.kept, IsEmpty());
}

TEST(ItsyResolver, BlocksNothingThatDoesNotEnterTheLoop) {
  Ring ring(Resolution::kPortLevel);
  ring.one.leave(4);
  ring.resolve();
  EXPECT_THAT(ring.one.kept, IsEmpty());
}

TEST(ItsyResolver, ResolvesOneLoopAtATime) {
  Ring ring(Resolution::kPortLevel);
  ring.resolve();
  frame::ItsyListMessage other = ring.one.sends();
  frame::ItsyPortList list;
  list.add({.switch_id = 1, .port = kHost});
  other.list = list;
  ring.one.arrives(other);
  EXPECT_EQ(ring.one.resolver.counters().busy, 1U);
  EXPECT_THAT(ring.one.resumed, ElementsAre(kIn));
  list = {};
  list.add({.switch_id = 7, .port = kIn});
  other.list = list;
  ring.one.arrives(other);
  EXPECT_EQ(ring.one.resolver.counters().acted, 1U) << "of another switch";
}

TEST(ItsyResolver, ForgetsAtAReset) {
  Ring ring(Resolution::kPortLevel);
  ring.resolve();
  ring.one.resolver.reset();
  EXPECT_FALSE(ring.one.resolver.due(kIn));
  EXPECT_FALSE(ring.one.resolver.resolving());
}

TEST(ItsyResolver, CountMinDropsUntilThePeerCanGoOn) {
  Ring ring(Resolution::kCountMinDrop);
  ring.one.resumes_below = 7500_B;
  ring.resolve();
  EXPECT_THAT(ring.one.dropped, ElementsAre(0U)) << "five packets are too many, four are not";
  EXPECT_THAT(ring.one.resumed, ElementsAre(kIn));
  EXPECT_THAT(ring.one.lent_to, IsEmpty());
  EXPECT_FALSE(ring.one.resolver.due(kIn)) << "the others of the loop need do nothing";
}

// Each of the two flows may lose one packet; the third would be too many.
TEST(ItsyResolver, CountMinLendsWhereTheBudgetForbidsMore) {
  Ring ring(Resolution::kCountMinDrop);
  ring.one.enqueue(kIn, 1);
  ring.one.resumes_below = 6000_B;
  ring.resolve();
  EXPECT_EQ(ring.one.dropped.size(), 2U);
  EXPECT_THAT(ring.one.lent_to, ElementsAre(2_KB));
  EXPECT_THAT(ring.one.kept, ElementsAre(kHost));
  ring.two.arrives(ring.one.sends());
  EXPECT_THAT(ring.two.dropped, IsEmpty());
  EXPECT_THAT(ring.two.lent_to, ElementsAre(2_KB));
  EXPECT_THAT(ring.two.resumed, ElementsAre(kIn));
}

}  // namespace
}  // namespace weir::deadlock
