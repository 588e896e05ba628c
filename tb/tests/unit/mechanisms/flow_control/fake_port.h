// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A port that only records what its engine asks of it, and plays the engine's timers back.

#pragma once

#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::flow_control {

inline constexpr ClassId kC0{0};
inline constexpr ClassId kC3{3};
inline constexpr frame::MacAddress kPeer{0x02'00'00'00'00'09U};

using Bytes60 = std::array<std::uint8_t, frame::kControlFrameBytes>;

class FakePort final : public PortServices {
 public:
  struct Timer {
    Time at;
    EventKind kind;
    ClassId c;
    bool operator==(const Timer&) const = default;
  };
  struct GateChange {
    ClassId c;
    Time at;
    bool operator==(const GateChange&) const = default;
  };
  struct Pausing {
    ClassId c;
    bool on;
    Time at;
    bool operator==(const Pausing&) const = default;
  };

  void schedule(Time at, EventKind timer, ClassId c) override { timers.push_back({at, timer, c}); }
  void feedback_due(Time now) override { due.push_back(now); }
  void gate_changed(ClassId c, Time now) override {
    gates.push_back({c, now});
    hold_changed(c, now);
  }
  void hold_changed(ClassId c, Time now) override {
    if (watches)
      watches(c, now);
  }
  void pausing(ClassId c, bool on, Time now) override { pauses.push_back({c, on, now}); }
  void asking(ClassId c, bool on, Time now) override { asked.push_back({c, on, now}); }

  std::function<void(ClassId, Time)> watches;  // who may send
  std::vector<Timer> timers;                   // pending
  std::vector<Time> due;
  std::vector<GateChange> gates;
  std::vector<Pausing> pauses;
  std::vector<Pausing> asked;

  // Fires all timers up to `until`, in the order of the device's scheduler.
  void run(FlowControl& engine, Time until) {
    for (;;) {
      const auto next = std::min_element(timers.begin(), timers.end(), [](const Timer& a, const Timer& b) {
        return std::tuple(a.at, a.kind, a.c) < std::tuple(b.at, b.kind, b.c);
      });
      if (next == timers.end() || next->at > until)
        return;
      const Timer fired = *next;
      timers.erase(next);
      if (fired.kind == EventKind::kPauseExpiry) {
        engine.pause_expiry(fired.c, fired.at);
      } else {
        engine.feedback_timer(fired.c, fired.at);
      }
    }
  }
};

inline PortContext context_for(Scheme scheme, FakePort& port, ClassMask lossless = 0x01) {
  PortContext context;
  context.config.scheme = scheme;
  context.config.lossless = lossless;
  context.line_rate = 10_Gbps;
  context.max_frame = 1500_B;
  context.name = "s1.p2";
  context.address = kPeer;
  context.port = &port;
  return context;
}

// The frame that the engine would send now; fails to decode (and so throws) when it has nothing to say.
inline frame::PfcFrame sent_pfc(FlowControl& engine, Time now) {
  Bytes60 bytes{};
  engine.build_feedback(bytes, now);
  return std::get<frame::PfcFrame>(frame::read_mac_control(bytes).value());
}

inline frame::CbfcCredit sent_credit(FlowControl& engine, Time now) {
  Bytes60 bytes{};
  engine.build_feedback(bytes, now);
  return std::get<frame::CbfcCredit>(frame::read_private_message(bytes).value());
}

inline frame::GfcQueueDepth sent_depth(FlowControl& engine, Time now) {
  Bytes60 bytes{};
  engine.build_feedback(bytes, now);
  return std::get<frame::GfcQueueDepth>(frame::read_private_message(bytes).value());
}

inline Bytes60 bytes_of(const frame::PfcFrame& pfc) {
  Bytes60 bytes{};
  frame::write_pfc(bytes, kPeer, pfc);
  return bytes;
}

inline Bytes60 bytes_of(const frame::CbfcCredit& credit) {
  Bytes60 bytes{};
  frame::write_cbfc_credit(bytes, kPeer, credit);
  return bytes;
}

inline Bytes60 bytes_of(const frame::GfcQueueDepth& depth) {
  Bytes60 bytes{};
  frame::write_gfc_queue_depth(bytes, kPeer, depth);
  return bytes;
}

inline bool held(const FlowControl& engine, ClassId c) { return (engine.held() & mask_of(c)) != 0; }

}  // namespace weir::flow_control
