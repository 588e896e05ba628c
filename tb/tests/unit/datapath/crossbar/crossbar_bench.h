// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A crossbar between made-up inputs and outputs: packets are admitted at given times, each output sends at line rate
// unless it is paused, and everything that reaches a VEQ is written down.

#pragma once

#include "hw_model/base/random_stream.h"
#include "hw_model/base/scheduler.h"
#include "hw_model/datapath/crossbar/cell_crossbar.h"
#include "hw_model/datapath/crossbar/crossbar.h"
#include "hw_model/datapath/crossbar/input_queued.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::crossbar {

struct Arrival {  // of a packet at its VEQ
  Time at;
  std::size_t input;
  std::size_t output;
  std::size_t traffic_class;
  std::uint32_t sequence;  // within (input, output, class), from 0
  bool operator==(const Arrival&) const = default;
};

class CrossbarBench final : public Output, private Scheduler::Owner {
 public:
  static constexpr BitRate kRate = BitRate(10'000'000'000);

  CrossbarBench(const CrossbarConfig& config, std::size_t ports, Bytes max_frame, std::uint64_t seed = 1,
                Gate* gate = nullptr)
      : CrossbarBench(ports) {
    CrossbarContext input_queued = context(config, max_frame, seed);
    input_queued.gate = gate;
    if (config.strategy == Strategy::kOutputQueued)
      input_queued.config.strategy = Strategy::kInputQueued;
    crossbar_ = make_input_queued(input_queued);
  }

  CrossbarBench(const CrossbarConfig& config, std::size_t ports, Bytes max_frame, std::unique_ptr<CellArbiter> arbiter)
      : CrossbarBench(ports) {
    crossbar_ = std::make_unique<CellCrossbar>(context(config, max_frame, 1), std::move(arbiter));
  }

  using Make = std::function<std::unique_ptr<Crossbar>(const CrossbarContext&)>;
  CrossbarBench(const CrossbarConfig& config, std::size_t ports, Bytes max_frame, const Make& make)
      : CrossbarBench(ports) {
    crossbar_ = make(context(config, max_frame, 1));
  }

  // A call of run() is one turn.
  void let_run_ahead() { ahead_ = true; }

  // To be admitted at `at`, which does not decrease from call to call for one input.
  frame::Packet& send(std::size_t input, std::size_t output, Bytes length, Time at = Time(0),
                      std::size_t traffic_class = 0) {
    frame::Packet& packet = packets_.emplace_back();
    packet.length = length;
    packet.ingress = PortId(input);
    packet.egress = PortId(output);
    packet.traffic_class = ClassId(traffic_class);
    packet.sequence = next_sequence_[{input, output, traffic_class}]++;
    packet.at = at;
    if (inputs_[input].empty()) {
      scheduler_.schedule(at, EventKind::kAdmission, PortId(input));
    }
    inputs_[input].push_back(&packet);
    return packet;
  }

  void run(Time until = kNever) {
    scheduler_.begin_turn(until == kNever ? kNever : until + Time(1), ahead_);
    while (!scheduler_.empty() && scheduler_.earliest() <= until) {
      const Event event = scheduler_.pop();
      now_ = event.at;
      switch (event.kind) {
        case EventKind::kTransmitEnd:
          transmit_end(event.port.index());
          break;
        case EventKind::kAdmission:
          admit(event.port.index());
          break;
        default:
          ++events_;
          crossbar_->slot(event.port, now_);
      }
    }
  }

  // Resets the crossbar, and reports the room of all VEQs, as a switch does. Returns what waited in it or moved.
  std::vector<frame::Packet*> reset() {
    std::vector<frame::Packet*> lost;
    crossbar_->reset(lost, now_);
    for (std::size_t output = 0; output < ports_; ++output) {
      for (std::size_t c = 0; c < kClasses; ++c) {
        crossbar_->output_has_room(PortId(output), ClassId(c), now_);
      }
    }
    return lost;
  }

  void pause(std::size_t output) { outputs_[output].paused = true; }
  // At `at`, after a run up to there, or at the last event.
  void resume(std::size_t output, Time at = Time(0)) {
    now_ = std::max(now_, at);
    outputs_[output].paused = false;
    serve(output);
  }

  void enqueue(frame::Packet& packet, Time now) override {
    const std::size_t output = packet.egress.index();
    const std::size_t c = packet.traffic_class.index();
    EXPECT_TRUE(now == now_ || (ahead_ && now > now_));
    now_ = now;
    arrivals_.push_back({now, packet.ingress.index(), output, c, packet.sequence});
    depth_.at(packet.egress, packet.traffic_class) += packet.length;
    peak_ = std::max(peak_, depth_.at(packet.egress, packet.traffic_class));
    outputs_[output].waiting[c].push_back(&packet);
    serve(output);
  }
  Bytes veq_depth(PortId port, ClassId c) const override { return depth_.at(port, c); }

  Crossbar& crossbar() { return *crossbar_; }
  Time now() const { return now_; }
  bool event_pending() const { return !scheduler_.empty(); }
  // Up to now, whether or not a slot had an event.
  std::uint64_t slots() const { return events_ + static_cast<std::uint64_t>(crossbar_->passed_over(now_ + Time(1))); }
  std::uint64_t slot_events() const { return events_; }
  Bytes peak() const { return peak_; }  // of any VEQ
  Bytes sent(std::size_t output) const { return outputs_[output].sent; }
  Bytes sent() const {
    Bytes all;
    for (const Line& line : outputs_) {
      all += line.sent;
    }
    return all;
  }
  const std::vector<Arrival>& arrivals() const { return arrivals_; }
  std::size_t arrived_at(std::size_t output) const {
    return static_cast<std::size_t>(
        std::count_if(arrivals_.begin(), arrivals_.end(), [&](const Arrival& a) { return a.output == output; }));
  }
  std::vector<std::size_t> inputs_in_order(std::size_t output) const {
    std::vector<std::size_t> inputs;
    for (const Arrival& arrival : arrivals_) {
      if (arrival.output == output) {
        inputs.push_back(arrival.input);
      }
    }
    return inputs;
  }

  // Everything arrived once, in order within (input, output, class).
  void expect_all_in_order() const {
    std::map<std::tuple<std::size_t, std::size_t, std::size_t>, std::uint32_t> next;
    for (const Arrival& a : arrivals_) {
      EXPECT_EQ(a.sequence, (next[{a.input, a.output, a.traffic_class}]++));
    }
    EXPECT_EQ(next, next_sequence_);
    EXPECT_EQ(arrivals_.size(), packets_.size());
  }

  // 300 packets of 64 B to 1500 B an input, in three classes, to outputs of which the third stands still at first.
  void expect_all_in_order_of_random_traffic(std::uint64_t seed) {
    constexpr std::size_t kStopped = 2;
    RandomStream random(seed, "traffic");
    for (std::size_t input = 0; input < inputs_.size(); ++input) {
      Time at;
      for (int i = 0; i < 300; ++i) {
        const Bytes length(static_cast<std::int64_t>(64 + random.below(1437)));
        send(input, random.below(outputs_.size()), length, at, random.below(3));
        at += Time(static_cast<std::int64_t>(random.below(1'400'000)));
      }
    }
    pause(kStopped);
    run(Time(200'000'000));
    resume(kStopped);
    run();
    expect_all_in_order();
  }

 private:
  struct Line {
    std::array<std::deque<frame::Packet*>, kClasses> waiting;
    frame::Packet* sending = nullptr;
    bool paused = false;
    Bytes sent;
  };

  explicit CrossbarBench(std::size_t ports)
      : ports_(ports), scheduler_(*this), inputs_(ports), outputs_(ports), depth_(ports) {}

  CrossbarContext context(const CrossbarConfig& config, Bytes max_frame, std::uint64_t seed) {
    return {.config = config,
            .ports = ports_,
            .fastest_port = kRate,
            .max_frame = max_frame,
            .seed = seed,
            .output = this,
            .scheduler = &scheduler_};
  }

  void earliest_is_now(Time) override {}

  void admit(std::size_t input) {
    frame::Packet& packet = *inputs_[input].front();
    inputs_[input].pop_front();
    if (!inputs_[input].empty()) {
      scheduler_.schedule(inputs_[input].front()->at, EventKind::kAdmission, PortId(input));
    }
    crossbar_->packet_in(packet, now_);
  }

  void serve(std::size_t output) {
    Line& line = outputs_[output];
    for (std::size_t c = kClasses; c-- > 0 && line.sending == nullptr && !line.paused;) {
      if (!line.waiting[c].empty()) {
        line.sending = line.waiting[c].front();
        line.waiting[c].pop_front();
        scheduler_.schedule(now_ + serialization_time(line.sending->length, kRate), EventKind::kTransmitEnd,
                            PortId(output));
      }
    }
  }

  void transmit_end(std::size_t output) {
    Line& line = outputs_[output];
    const frame::Packet& packet = *std::exchange(line.sending, nullptr);
    line.sent += packet.length;
    depth_.at(packet.egress, packet.traffic_class) -= packet.length;
    crossbar_->packet_left(packet.egress, packet.traffic_class, packet.length, now_);
    serve(output);
  }

  std::size_t ports_;
  Scheduler scheduler_;
  std::deque<frame::Packet> packets_;
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, std::uint32_t> next_sequence_;
  std::vector<std::deque<frame::Packet*>> inputs_;
  std::vector<Line> outputs_;
  PerPortClass<Bytes> depth_;
  std::vector<Arrival> arrivals_;
  std::unique_ptr<Crossbar> crossbar_;
  Time now_;
  std::uint64_t events_ = 0;  // of the crossbar
  bool ahead_ = false;
  Bytes peak_;
};

}  // namespace weir::crossbar
