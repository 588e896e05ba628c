// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Once every class has been used, the crossbar allocates nothing: counted where the program's memory comes from.

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/crossbar/input_queued.h"
#include "hw_model/frame/packet_queue.h"
#include "tb/tests/unit/allocations.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::crossbar::steady_state_test {

constexpr std::size_t kPorts = 8;
constexpr std::size_t kQueuesThatGrow = 8;  // to a length that they have not had before; 3000 slots follow

// Takes each packet at once and sends it when the crossbar runs its next slot: nothing here allocates either.
class Sink final : public Output, private Scheduler::Owner {
 public:
  Sink() : depth_(kPorts) {}
  void enqueue(frame::Packet& packet, Time) override {
    depth_.at(packet.egress, packet.traffic_class) += packet.length;
    sent_.push_back(packet);
  }
  Bytes veq_depth(PortId port, ClassId c) const override { return depth_.at(port, c); }

  // All that has arrived leaves, and comes in again for another output.
  void turn_over(Crossbar& crossbar, Time now) {
    again_.swap(sent_);
    while (!again_.empty()) {
      frame::Packet& packet = again_.front();
      again_.pop_front();
      depth_.at(packet.egress, packet.traffic_class) -= packet.length;
      crossbar.output_has_room(packet.egress, packet.traffic_class, now);
      packet.egress = PortId((packet.egress.index() + 3) % kPorts);
      crossbar.packet_in(packet, now);
    }
  }

  Scheduler scheduler{*this};

 private:
  void earliest_is_now(Time) override {}
  PerPortClass<Bytes> depth_;
  frame::PacketQueue sent_;
  frame::PacketQueue again_;
};

TEST(SteadyState, AllocatesNothing) {
  struct Tried {
    Queueing queueing;
    Arbiter arbiter;
  };
  for (const auto& [queueing, arbiter] :
       {Tried{Queueing::kFifo, Arbiter::kRoundRobin}, Tried{Queueing::kVirtualOutput, Arbiter::kRoundRobin},
        Tried{Queueing::kVirtualOutput, Arbiter::kWeightedRoundRobin}}) {
    for (const Transfer transfer : {Transfer::kCell, Transfer::kPacket}) {
      Sink sink;
      CrossbarConfig config;
      config.strategy = Strategy::kInputQueued;
      config.queueing = queueing;
      config.arbiter = arbiter;
      config.transfer = transfer;
      config.jitter = Time(10'000);
      const auto crossbar = make_input_queued({.config = config,
                                               .ports = kPorts,
                                               .fastest_port = BitRate(10'000'000'000),
                                               .max_frame = Bytes(1500),
                                               .seed = 1,
                                               .output = &sink,
                                               .scheduler = &sink.scheduler});
      std::array<frame::Packet, 100> packets;
      for (std::size_t i = 0; i < packets.size(); ++i) {
        packets[i].length = Bytes(static_cast<std::int64_t>(64 + 14 * i));
        packets[i].ingress = PortId(i % kPorts);
        packets[i].egress = PortId((5 * i) % kPorts);
        packets[i].traffic_class = ClassId(i % 2);
        crossbar->packet_in(packets[i], Time(0));
      }
      std::size_t before = 0;
      for (int event = 0; event < 4000; ++event) {
        before = event == 1000 ? allocations : before;
        ASSERT_FALSE(sink.scheduler.empty());
        const Event due = sink.scheduler.pop();
        crossbar->slot(due.port, due.at);
        sink.turn_over(*crossbar, due.at);
      }
      // The walk over the queues, now and then in the checked build, adds up in a table of its own.
      EXPECT_LE(allocations - before, kQueuesThatGrow + (kCheckInvariants ? 3000U / 64 + 1 : 0U));
      EXPECT_GT(allocations, 0U);
    }
  }
}

}  // namespace weir::crossbar::steady_state_test
