// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One port's egress scheduler, an engine that does what the test says, and a plain TLM component at the end of the
// cable.

#pragma once

#include "hw_model/datapath/egress/egress.h"
#include "hw_model/frame/mac_control.h"
#include "tb/tests/unit/datapath/far_end.h"
#include "tb/tests/unit/datapath/packets.h"

namespace weir::egress {

inline constexpr PortId kPort{0};
inline constexpr Bytes kFrame{1250};
inline constexpr Time kControlTime = Time(51'200);
inline constexpr int kControl = -1;  // in place of a class

class ScriptedEngine final : public flow_control::ReceivingSide, public flow_control::SendingSide {
 public:
  explicit ScriptedEngine(flow_control::PortServices& port) : ReceivingSide(1), port_(port) { sendable.fill(Time(0)); }

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
    port_.gate_changed(c, now);
  }
  void let_send_from(ClassId c, Time at, Time now) {
    sendable[c.index()] = at;
    port_.gate_changed(c, now);
  }
  void ask_for_feedback(int frames, Time now) {
    frames_due = frames;
    feedback_due_ = true;
    port_.feedback_due(now);
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
  flow_control::PortServices& port_;
};

using Frame = std::pair<Time, int>;  // end of transmission, class or kControl

class EgressTest : public testing::Test, private Scheduler::Owner, private Departure {
 protected:
  explicit EgressTest(EgressConfig config = {}) {
    config.quantum = Bytes(1500);
    ports_.push_back(std::make_unique<port::Port>("port", kPort, link::LinkConfig{}, parser_, scheduler_, pool_));
    plug(*ports_.front(), far_);
    egress_.emplace(config, ports_, scheduler_, static_cast<Departure&>(*this));
    engine_ = std::make_unique<ScriptedEngine>(egress_->services(kPort));
    egress_->obey(kPort, *engine_, *engine_);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  ScriptedEngine& engine() { return *engine_; }

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
        work(due);
      } else {
        const auto first = actions_.extract(actions_.begin());
        first.mapped()(first.key());
      }
    }
  }
  void work(const Event& due) {
    if (due.kind == EventKind::kTransmitEnd) {
      egress_->transmit_end(due.port, due.at);
    } else if (due.kind == EventKind::kDetectorTimer) {
      egress_->watchers().detectors(due.port)->timer(due.traffic_class, due.at);
    } else {
      egress_->gate_open(due.port, due.at);
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
  std::unique_ptr<ScriptedEngine> engine_;
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

}  // namespace weir::egress
