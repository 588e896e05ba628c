// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What detectors and the deadlock unit are told when this device tells a peer to pause, with real engines at two ports.

#include "hw_model/datapath/egress/egress.h"
#include "hw_model/datapath/link/terminator.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "tb/tests/unit/datapath/packets.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::egress::pausing_notices_test {

constexpr PortId kP0{0};
constexpr PortId kP1{1};
constexpr ClassId kC3{3};

std::string line(const std::string& name, PortId ingress, ClassId c, bool on, Time now) {
  return name + " p" + std::to_string(ingress.index()) + " c" + std::to_string(c.index()) + (on ? " on " : " off ") +
         std::to_string(now.count() / 1'000);
}

struct Scribe final : congestion::Detector {
  Scribe(std::string name_of_it, std::vector<std::string>& all) : name(std::move(name_of_it)), lines(all) {}
  void pausing(PortId ingress, ClassId c, bool on, Time now) override {
    lines.push_back(line(name, ingress, c, on, now));
  }
  std::string name;
  std::vector<std::string>& lines;
};

struct Unit final : deadlock::DeadlockUnit {
  explicit Unit(std::vector<std::string>& all) : lines(all) {}
  void pausing(PortId ingress, ClassId c, bool on, Time now) override {
    lines.push_back(line("unit", ingress, c, on, now));
    if (then) {
      then(now);
    }
  }
  std::function<void(Time)> then;
  std::vector<std::string>& lines;
};

class PausingNoticesTest : public testing::Test, private Scheduler::Owner, private Departure {
 protected:
  PausingNoticesTest() {
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string name = "p" + std::to_string(i);
      ports_.push_back(
          std::make_unique<port::Port>(name.c_str(), PortId(i), link::LinkConfig{}, parser_, scheduler_, pool_));
      cables_.plug(*ports_.back());
    }
    egress_.emplace(EgressConfig{}, ports_, scheduler_, static_cast<Departure&>(*this));
    for (std::size_t i = 0; i < 2; ++i) {
      flow_control::PortContext context;
      context.config.scheme = flow_control::Scheme::kPfc;
      context.config.lossless = mask_of(kC3);
      context.config.pfc = {.xoff = 80_KB, .xon = 77_KB};
      context.line_rate = link::LinkConfig{}.rate;
      context.max_frame = 1500_B;
      context.port = &egress_->services(PortId(i));
      engines_.push_back(flow_control::make_flow_control(context));
      egress_->obey(PortId(i), *engines_[i], *engines_[i]);
    }
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  void watch(PortId p, const std::string& name) {
    DetectorRow::Row row;
    row.push_back(std::make_unique<Scribe>(name, lines_));
    egress_->watchers().watch(p, std::move(row));
  }
  void fill(PortId p, Time now) { engines_[p.index()]->packet_admitted(kC3, 1500_B, 80_KB, now); }
  void drain(PortId p, Time now) { engines_[p.index()]->packet_released(kC3, 1500_B, 77_KB, now); }
  void run() {
    while (!scheduler_.empty() && scheduler_.earliest() < 100_us) {
      const Event due = scheduler_.pop();
      ASSERT_EQ(due.kind, EventKind::kTransmitEnd);
      egress_->transmit_end(due.port, due.at);
    }
  }

  Scheduler scheduler_{*this};
  link::FramePool pool_;
  parser::Parser parser_{{}};
  link::Terminator cables_{"cables"};
  std::vector<std::unique_ptr<port::Port>> ports_;
  flow_control::Engines engines_;
  std::optional<Egress> egress_;
  Unit unit_{lines_};
  std::vector<std::string> lines_;

 private:
  void earliest_is_now(Time) override {}
  void departed(PortId, PortId, ClassId, Bytes, Time) override {}
};

TEST_F(PausingNoticesTest, AllDetectorsAndTheUnitHearOfEachIngress) {
  watch(kP0, "a");
  watch(kP1, "b");
  egress_->watchers().watch(&unit_);
  fill(kP1, 1_us);
  EXPECT_TRUE(egress_->watchers().take_pausing_told());
  EXPECT_FALSE(egress_->watchers().take_pausing_told());
  run();
  fill(kP1, 3_us);  // is paused already
  drain(kP1, 5_us);
  EXPECT_THAT(lines_, ElementsAre("a p1 c3 on 1000", "b p1 c3 on 1000", "unit p1 c3 on 1000", "a p1 c3 off 5000",
                                  "b p1 c3 off 5000", "unit p1 c3 off 5000"));
}

TEST_F(PausingNoticesTest, APauseThatWaitsForThePortIsToldWhenItLeaves) {
  watch(kP0, "a");
  frame::Packet& packet = pool_.acquire();
  write_packet(packet, some_fields());
  packet.egress = kP1;
  packet.length = 1250_B;
  egress_->enqueue(packet, 0_us);
  fill(kP1, Time(500'000));
  EXPECT_THAT(lines_, IsEmpty());
  run();
  EXPECT_THAT(lines_, ElementsAre("a p1 c3 on 1000"));
}

TEST_F(PausingNoticesTest, APacketThatIsQueuedOnHearingOfItWaitsBehindTheFrameThatSaysIt) {
  egress_->watchers().watch(&unit_);
  unit_.then = [&](Time now) {
    frame::Packet& packet = pool_.acquire();
    write_packet(packet, some_fields());
    packet.egress = kP1;
    egress_->enqueue(packet, now);
    EXPECT_EQ(egress_->counters(kP1, packet.traffic_class).sent, 0U);
  };
  fill(kP1, 1_us);
  run();
  EXPECT_EQ(ports_[1]->counters().frames_sent, 2U);
}

TEST_F(PausingNoticesTest, WithoutDetectorsAndUnitNothingIsTold) {
  fill(kP1, 1_us);
  EXPECT_FALSE(egress_->watchers().take_pausing_told());
}

}  // namespace weir::egress::pausing_notices_test
