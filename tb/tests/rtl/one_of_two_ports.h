// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A port of two_ports.h: engine, scheduler and queues, and detectors where asked for.

#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/egress/clocked_scheduler.h"
#include "hw_model/datapath/egress/egress_settings.h"
#include "hw_model/mechanisms/congestion/tcd.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "tb/tests/unit/mechanisms/congestion/detector_bench.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::lossless_port_in_switch_test {

using egress::ClockedScheduler;
using egress::Discipline;
using egress::EgressConfig;
using egress::PortAsks;
using egress::Turns;
using flow_control::FakePort;
using flow_control::FlowControl;
using flow_control::PortContext;
using flow_control::Scheme;

constexpr int kNone = ClockedScheduler::kNone;
constexpr Bytes kXoff = 6'000_B;
constexpr Bytes kXon = 3'000_B;

struct Setting {
  Scheme scheme = Scheme::kPfc;
  BitRate rate = 10_Gbps;
  std::uint16_t pause_quanta = 60;
  ClassMask lossless = 0b1011'0110;
  unsigned counter_bits = 12;
  bool moves = false;  // XOFF
  bool detects = false;
  bool to_host = false;                                           // of detectors
  reference::Rounding rounding = reference::Rounding::kResidual;  // of limiters
  reference::RateRaise rate_raise = reference::RateRaise::kClamp;
  Time delay{};        // of messages of credits under time-based GFC: t_r
  bool walks = false;  // what is due in a wait for a limiter happens at its time, else at the end of the wait
};

// Whether a packet waits for a limiter.
inline bool limits(const Setting& setting) {
  return setting.scheme == Scheme::kGfcBufferBased || setting.scheme == Scheme::kGfcTimeBased;
}

inline PortContext context_of(FakePort& port, const Setting& setting, const reference::Factories& factories,
                              const std::string& name) {
  PortContext context = flow_control::context_for(setting.scheme, port, setting.lossless);
  context.config.pfc = {.xoff = kXoff, .xon = kXon, .pause_quanta = setting.pause_quanta};
  context.config.cbfc = {.buffer = 4'000_B, .block = 64_B, .counter_bits = setting.counter_bits, .period = 3_us};
  context.config.gfc_buffer_based = {.b1 = 10'000_B - 8'192_B, .bm = 10'000_B};
  context.config.gfc_time_based = {.b0 = 1'280_B, .bm = 1'600_B, .credits = context.config.cbfc};
  context.config.processing_delay = setting.delay;
  context.limiter.rounding = setting.rounding;
  context.limiter.rate_raise = setting.rate_raise;
  context.line_rate = setting.rate;
  context.name = name;
  context.factories = factories;
  return context;
}

inline congestion::PortContext detectors_of(const Setting& setting, const reference::Factories& factories,
                                            const std::string& name) {
  congestion::TcdConfig config;
  config.longest_on = 20_us;
  config.period = 7_us;
  config.low_threshold = 500_B;
  config.band = 800_B;
  config.hard_level = 9_KB;
  config.host_hard_time = setting.to_host ? 2_us : 0_us;
  config.marking = {.k_min = 2_KB, .k_max = 3_KB};
  congestion::PortContext context = congestion::bench_context(congestion::DetectorKind::kTcd, config, setting.lossless);
  context.line_rate = setting.rate;
  context.to_host = setting.to_host;
  context.name = name;
  context.factories = &factories;
  return context;
}

inline const EgressConfig kScheduling{.discipline = Discipline::kStrictOverDwrr,
                                      .weights = {1, 2, 5, 1, 7, 3, 1, 4},
                                      .strict = 0b0100'0000,
                                      .quantum = 1500_B};

// A port: packets wait in its egress queues, and packets that have come to it fill its ingress queues.
class Port {
 public:
  Port(const Setting& setting, const reference::Factories& factories, std::size_t p)
      : pauses_(setting.scheme == Scheme::kPfc || setting.scheme == Scheme::kPause),
        limits_(limits(setting)),
        delay_(setting.delay),
        engine_(make_flow_control(context_of(*services_, setting, factories, "s1.p" + std::to_string(p)))),
        turns_(kScheduling, p + 1),
        p_(p),
        block_(egress::make_clocked_scheduler(factories, "s1", p_, kScheduling)) {
    if (setting.detects)
      watch(detectors_of(setting, factories, "s1.p" + std::to_string(p)));
    engine_->start(Time(0));
  }

  FlowControl& engine() { return *engine_; }
  bool pauses() const { return pauses_; }
  ClassMask held() const { return engine_->held(); }
  const std::vector<FakePort::GateChange>& gates() const { return services_->gates; }
  void run(Time now) {
    services_->run(*engine_, now);
    for (; !messages_.empty() && messages_.front().due <= now; messages_.pop_front())
      hear(messages_.front(), now);
  }
  void pause_feeder(ClassId c) { detectors_.feeder_paused[c.index()] ^= true; }
  void queue(ClassId c, Bytes length) { veq_[c.index()].push_back(length); }

  void arrive(ClassId c, Bytes length, Time now) {
    viq_[c.index()].push_back(length);
    depth_[c.index()] += length;
    engine_->packet_admitted(c, length, depth_[c.index()], now);
  }
  void leave(ClassId c, Time now) {
    std::deque<Bytes>& viq = viq_[c.index()];
    if (viq.empty())
      return;
    const Bytes length = viq.front();
    viq.pop_front();
    depth_[c.index()] -= length;
    engine_->packet_released(c, length, depth_[c.index()], now);
  }

  // What has been on the wire arrives; then a control frame goes, or a packet.
  void act(Port& peer, RandomStream& random, std::vector<std::uint64_t>& said, Time now) {
    if (now < free_at_)
      return;
    if (const std::optional<ClassId> c = std::exchange(sent_, std::nullopt)) {
      if (engine_->counts_packets())
        engine_->packet_sent(*c, length_, now - serialization_time(length_, engine_->line_rate()), now);
      peer.arrive(*c, length_, now);
      if (limits_) {
        free_at_ = now + serialization_time(20_B, engine_->line_rate());
        return;
      }
    }
    if (engine_->feedback_pending())
      return message(peer, random, said, now);
    const int c = choose(random, now);
    said.push_back(static_cast<std::uint64_t>(c + 1));
    if (c != kNone && random.below(8) != 0)  // or link-level retry makes the packet wait
      send(ClassId(static_cast<std::size_t>(c)), random, said, now);
  }

  // The next instant behind `now` at which a timer fires, a message takes effect, or the wire is free for what ends on
  // it or for a message.
  Time next_event(Time now) const {
    Time next = messages_.empty() ? kNever : messages_.front().due;
    for (const FakePort::Timer& timer : services_->timers)
      next = std::min(next, timer.at);
    if (free_at_ > now && (sent_ || engine_->feedback_pending()))
      next = std::min(next, free_at_);
    return next;
  }

  // The next instant at which a class with a packet may go; now: none waits for one.
  Time next_start(Time now) {
    Time next = kNever;
    for (std::size_t c = 0; c < kClasses; ++c) {
      const Time at = veq_[c].empty() ? Time(0) : engine_->sendable_at(ClassId(c), veq_[c].front(), now);
      next = at > now ? std::min(next, at) : next;
    }
    return next == kNever ? now : next;
  }

  // Queues are emptied behind a reset.
  void reset(Time now) {
    engine_->reset(now);
    turns_.reset();
    off_ = 0;
    if (tcd_ != nullptr)
      tcd_->reset(now);
    if (block_ != nullptr)
      block_->reset(now);
    for (std::size_t c = 0; c < kClasses; ++c) {
      veq_[c].clear();
      while (!viq_[c].empty())
        leave(ClassId(c), now);
    }
  }

 private:
  void watch(const congestion::PortContext& context) {
    tcd_ = std::make_unique<congestion::Tcd>(context);
    tcd_->join(detectors_);
    services_->watches = [this](ClassId c, Time now) {
      const auto bit = static_cast<ClassMask>(held() & mask_of(c));
      if ((off_ & mask_of(c)) == bit)
        return;
      off_ ^= mask_of(c);
      tcd_->gate(c, bit == 0, now);
    };
  }

  void message(Port& peer, RandomStream& random, std::vector<std::uint64_t>& said, Time now) {
    flow_control::Bytes60 bytes{};
    const std::size_t written = engine_->build_feedback(bytes, now);
    said.insert(said.end(), bytes.begin(), bytes.begin() + 34);
    free_at_ = now + serialization_time(84_B, engine_->line_rate());
    if (written != 0 && random.below(16) != 0)
      peer.hears({.due = now + delay_, .bytes = bytes, .written = written}, now);
  }
  struct Message {
    Time due;
    flow_control::Bytes60 bytes;
    std::size_t written;
  };
  void hears(const Message& message, Time now) {
    if (flow_control::ArrivalListener* const listener = engine_->arrival_listener())
      listener->feedback_arrived({message.bytes.data(), message.written}, now);
    messages_.push_back(message);
    if (delay_ == Time(0))
      run(now);
  }
  void hear(const Message& message, Time now) {
    engine_->feedback_received({message.bytes.data(), message.written}, now);
  }

  PortAsks asks(Time now) {
    PortAsks asks{.blocked = engine_->held()};
    for (std::size_t i = 0; i < kClasses; ++i) {
      if (veq_[i].empty())
        continue;
      const ClassMask bit = mask_of(ClassId(i));
      asks.waiting |= bit;
      asks.lengths[i] = veq_[i].front();
      const bool asked = (asks.blocked & bit) == 0 && engine_->counts_packets();
      asks.credit |= !asked || engine_->sendable_at(ClassId(i), asks.lengths[i], now) <= now ? bit : ClassMask{0};
    }
    return asks;
  }
  int choose(RandomStream& random, Time now) {
    PortAsks asks = this->asks(now);
    const auto some = [&] { return static_cast<ClassMask>(random.below(4) == 0 ? random.below(256) : 0); };
    asks.open = asks.waiting & ~some();  // shapers
    asks.port_open = asks.waiting & ~some();
    const ClassMask may = asks.waiting & ~asks.blocked & asks.credit & asks.open;
    const auto length = [&](ClassId of) { return asks.lengths[of.index()]; };
    const int next = may == 0 ? kNone : static_cast<int>(turns_.next(p_, may, length).index());
    const int model = next != kNone && (asks.port_open >> next & 1U) != 0 ? next : kNone;
    waiting_ = asks.waiting;
    return block_ == nullptr || asks.waiting == 0 ? model : block_->choose(asks, model, kScheduling, turns_, now);
  }
  void send(ClassId c, RandomStream& random, std::vector<std::uint64_t>& said, Time now) {
    if (block_ != nullptr && !block_->start())
      return;
    std::deque<Bytes>& veq = veq_[c.index()];
    length_ = veq.front();
    veq.pop_front();
    turns_.sent(p_, c, length_, waiting_);
    if (tcd_ != nullptr)
      depart(c, random, said, now);
    if (block_ != nullptr)
      block_->started(turns_);
    sent_ = c;
    free_at_ = now + serialization_time(limits_ ? length_ : length_ + 20_B, engine_->line_rate());
  }

  // What becomes of a packet's code point.
  void depart(ClassId c, RandomStream& random, std::vector<std::uint64_t>& said, Time now) {
    constexpr std::array kSent = {frame::Ecn::kEct1, frame::Ecn::kEct1,       frame::Ecn::kEct1,
                                  frame::Ecn::kEct0, frame::Ecn::kCongestion, frame::Ecn::kNotCapable};
    frame::Packet packet = congestion::bench_packet(c, kSent[random.below(kSent.size())]);
    Bytes behind;
    for (const Bytes length : veq_[c.index()])
      behind += length;
    tcd_->departs(packet, behind, now);
    said.push_back(static_cast<std::uint64_t>(frame::ecn_of(packet).value_or(frame::Ecn::kNotCapable)));
    said.push_back(tcd_->state(c));
  }

  bool pauses_;
  bool limits_;  // a packet ends at its end, and the gap behind it is another event
  Time delay_;
  std::deque<Message> messages_;  // that have arrived
  std::unique_ptr<FakePort> services_ = std::make_unique<FakePort>();
  std::unique_ptr<FlowControl> engine_;
  Turns turns_;
  PortId p_;
  std::unique_ptr<ClockedScheduler> block_;
  congestion::BenchPort detectors_;
  std::unique_ptr<congestion::Tcd> tcd_;
  ClassMask off_ = 0;
  std::array<std::deque<Bytes>, kClasses> veq_;
  std::array<std::deque<Bytes>, kClasses> viq_;
  PerClass<Bytes> depth_{};
  ClassMask waiting_ = 0;
  std::optional<ClassId> sent_;
  Bytes length_;
  Time free_at_{};
};

}  // namespace weir::cosim::lossless_port_in_switch_test
