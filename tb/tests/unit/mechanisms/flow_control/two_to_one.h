// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Two backlogged senders, one output (GFC, SIGCOMM '19, figure 5), event by event and as small as it can be: each
// sender and each input of the switch is one engine under test, links have a delay, feedback takes the frame's time,
// the link's delay and t_r. The output serves the two inputs in turn at line rate.

#pragma once

#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control {

class TwoToOne {
 public:
  static constexpr Time kDelay{1'000'000};
  static constexpr Bytes kPacket{1500};

  // What happened on one side since watch() was last called.
  struct Watch {
    Bytes lowest = Bytes::max();
    Bytes highest{0};
    Bytes sent{0};
    Time held{0};
  };

  explicit TwoToOne(PortContext context) : rate_(context.line_rate), t_r_(context.config.processing_delay) {
    for (std::size_t i = 0; i < 2; ++i) {
      sides_[i].sender_port.reset(new Port{this, &sides_[i], true});
      sides_[i].receiver_port.reset(new Port{this, &sides_[i], false});
      context.port = sides_[i].sender_port.get();
      sides_[i].sender = make_flow_control(context);
      context.port = sides_[i].receiver_port.get();
      sides_[i].receiver = make_flow_control(context);
    }
    for (Side& side : sides_) {
      side.sender->start(now_);
      side.receiver->start(now_);
      try_send(side);
    }
  }

  void run_until(Time end) {
    while (!work_.empty() && work_.begin()->first.first <= end) {
      const auto next = work_.extract(work_.begin());
      now_ = next.key().first;
      next.mapped()();
    }
    now_ = end;
    for (Side& side : sides_)
      note(side);
  }

  void watch() {
    for (Side& side : sides_) {
      note(side);
      side.watch = Watch{.lowest = side.depth, .highest = side.depth};
    }
  }
  const Watch& watched(std::size_t side) const { return sides_[side].watch; }
  Bytes depth(std::size_t side) const { return sides_[side].depth; }
  const FlowControl& sender(std::size_t side) const { return *sides_[side].sender; }
  const FlowControl& receiver(std::size_t side) const { return *sides_[side].receiver; }

 private:
  struct Side;
  struct Port final : PortServices {
    Port(TwoToOne* owner, Side* at, bool sends) : loop(owner), side(at), sending(sends) {}
    TwoToOne* loop;
    Side* side;
    bool sending;

    void schedule(Time at, EventKind kind, ClassId c) override {
      FlowControl* engine = (sending ? side->sender : side->receiver).get();
      loop->at(at,
               [=] { kind == EventKind::kPauseExpiry ? engine->pause_expiry(c, at) : engine->feedback_timer(c, at); });
    }
    void feedback_due(Time) override { loop->send_feedback(*side, sending); }
    void gate_changed(ClassId, Time) override {
      if (sending) {
        loop->note(*side);
        loop->try_send(*side);
      }
    }
  };
  struct Side {
    std::unique_ptr<Port> sender_port;
    std::unique_ptr<Port> receiver_port;
    std::unique_ptr<FlowControl> sender;
    std::unique_ptr<FlowControl> receiver;
    bool busy = false;
    Time gate = kNever;
    Bytes depth{0};
    bool was_held = false;
    Time noted{0};
    Watch watch;
  };

  void at(Time when, std::function<void()> what) { work_.emplace(std::pair(when, ++order_), std::move(what)); }

  void note(Side& side) {
    if (side.was_held)
      side.watch.held += now_ - side.noted;
    side.noted = now_;
    side.was_held = (side.sender->held() & 1) != 0 || (side.sender->counts_packets() && !side.busy &&
                                                       side.sender->sendable_at(kC0, kPacket, now_) == kNever);
    side.watch.lowest = std::min(side.watch.lowest, side.depth);
    side.watch.highest = std::max(side.watch.highest, side.depth);
  }

  void try_send(Side& side) {
    if (side.busy || (side.sender->held() & 1) != 0)
      return;
    const Time when = side.sender->counts_packets() ? side.sender->sendable_at(kC0, kPacket, now_) : now_;
    if (when > now_) {
      side.gate = when;
      if (when != kNever) {
        at(when, [this, &side, when] {
          if (side.gate == when)
            try_send(side);
        });
      }
      return;
    }
    side.gate = kNever;
    side.busy = true;
    const Time start = now_;
    at(now_ + serialization_time(kPacket, rate_), [this, &side, start] {
      if (side.sender->counts_packets())
        side.sender->packet_sent(kC0, kPacket, start, now_);
      side.busy = false;
      side.watch.sent += kPacket;
      at(now_ + kDelay, [this, &side] { admit(side); });
      note(side);
      try_send(side);
    });
  }

  void admit(Side& side) {
    side.depth += kPacket;
    note(side);
    side.receiver->packet_admitted(kC0, kPacket, side.depth, now_);
    serve();
  }

  void serve() {
    if (serving_)
      return;
    for (int tried = 0; tried < 2; ++tried) {
      turn_ = 1 - turn_;
      Side& side = sides_[turn_];
      if (side.depth == Bytes(0))
        continue;
      serving_ = true;
      at(now_ + serialization_time(kPacket, rate_), [this, &side] {
        serving_ = false;
        side.depth -= kPacket;
        note(side);
        side.receiver->packet_released(kC0, kPacket, side.depth, now_);
        serve();
      });
      return;
    }
  }

  void send_feedback(Side& side, bool from_sender) {
    FlowControl& engine = from_sender ? *side.sender : *side.receiver;
    FlowControl& peer = from_sender ? *side.receiver : *side.sender;
    Bytes60 bytes{};
    if (engine.build_feedback(bytes, now_) == 0)
      return;
    const Time on_wire = engine.out_of_band() ? Time(0) : serialization_time(frame::kControlFrameLength, rate_);
    at(now_ + on_wire + kDelay, [this, bytes, &peer] {
      if (peer.arrival_listener() != nullptr)
        peer.arrival_listener()->feedback_arrived(bytes, now_);
      at(now_ + t_r_, [this, bytes, &peer] { peer.feedback_received(bytes, now_); });
    });
  }

  BitRate rate_;
  Time t_r_;
  Time now_{0};
  std::map<std::pair<Time, std::uint64_t>, std::function<void()>> work_;
  std::uint64_t order_ = 0;
  std::array<Side, 2> sides_;
  std::size_t turn_ = 0;
  bool serving_ = false;
};

}  // namespace weir::flow_control
