// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// ITSY's unit of switch 7, with three ports, and the switch around it. Port 2 leads to a host.

#pragma once

#include "hw_model/frame/data_frame.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/mechanisms/deadlock/itsy_unit.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::deadlock {

using frame::ItsyMessage;
using frame::ItsyMessages;

inline constexpr PortId kA{0};
inline constexpr PortId kB{1};
inline constexpr PortId kHost{2};
inline constexpr ClassId kC{3};
inline constexpr Bytes kXon{3'000};
inline constexpr Time kTRe = 128_us;  // ticks of a microsecond

inline SwitchContext itsy_context(Protocol protocol) {
  SwitchContext context;
  context.config.unit = Unit::kItsy;
  context.config.itsy.protocol = protocol;
  context.config.itsy.switch_id = 7;
  context.config.itsy.hosts = {0, 0, 1};
  context.ports = 3;
  context.lossless = mask_of(kC);
  context.t_re = kTRe;
  context.name = "s7";
  context.seed = 1;
  return context;
}

// The switch around it. What is due at a port leaves at once, alone, unless the port is busy.
class ItsyBench : public SwitchActions, private control::Ports {
 public:
  explicit ItsyBench(const SwitchContext& context) : unit(context, *this), source_(*unit.roles().source) {
    source_.join(*this);
  }

  struct Said {
    PortId port;
    ItsyMessage message;
    bool rode;
    Time at;
  };

  void enqueue(PortId from, PortId to, Bytes length, Time now) {
    run_until(now);
    const frame::Packet packet = made(from, to, length);
    unit.offered(packet, now);
    unit.decided(packet, true, false, now);
  }
  // With one FIFO an input: it has crossed.
  void cross(PortId from, PortId to, Bytes length, Time now) {
    run_until(now);
    unit.queued(made(from, to, length), 1, now);
  }
  void depart(PortId from, PortId to, Bytes length, Time now, Time takes) {
    run_until(now);
    unit.left(made(from, to, length), 0, now, now + takes);
  }
  void hold(PortId p, bool on, Time now) {
    run_until(now);
    unit.held(p, kC, on, 0, now);
  }
  // A PFC frame that pauses the peer at p, or lets it go on, leaves.
  void pause(PortId p, bool on, Time now) {
    run_until(now);
    tell(p, on, now);
  }
  // The same inside the admission of a packet.
  void enqueue_and_pause(PortId from, PortId to, Bytes length, Time now) {
    run_until(now);
    const frame::Packet packet = made(from, to, length);
    unit.offered(packet, now);
    tell(from, true, now);
    unit.decided(packet, true, true, now);
  }
  void arrive(PortId p, const ItsyMessage& message, Time now) {
    run_until(now);
    ItsyMessages messages;
    messages[kC.index()] = message;
    std::array<std::uint8_t, 60> bytes{};
    ASSERT_NE(frame::write_itsy(bytes, {}, message.kind, messages, {}), 0);
    unit.roles().sink->control(p, bytes, now);
  }
  // ALIVE of class kC, in a frame of its own.
  void arrive_alive(PortId p, std::uint8_t round, Time now) {
    run_until(now);
    std::array<std::uint8_t, 60> bytes{};
    ASSERT_TRUE(frame::write_itsy_alive(bytes, {}, {.classes = mask_of(kC), .round = round}));
    unit.roles().sink->control(p, bytes, now);
  }
  void arrive_limit(PortId p, const frame::ItsyLimit& message, Time now) {
    run_until(now);
    std::array<std::uint8_t, 60> bytes{};
    ASSERT_TRUE(frame::write_itsy_limit(bytes, {}, message, {}));
    unit.roles().sink->control(p, bytes, now);
  }
  // So many packets of one flow, of 1000 B.
  void enqueue_flow(PortId from, PortId to, int packets, Time now) {
    run_until(now);
    frame::Packet packet = made(from, to, 1_KB);
    frame::write_data_frame(packet.bytes, {.source_port = 1, .length = packet.length});
    for (int n = 0; n < packets; ++n) {
      unit.offered(packet, now);
      unit.decided(packet, true, false, now);
    }
  }
  void run_until(Time now) {
    while (!timers_.empty() && timers_.begin()->first < now) {
      const auto [at, p] = *timers_.begin();
      timers_.erase(timers_.begin());
      unit.timer(p, kC, at);
    }
    now_ = now;
  }

  struct Alive {
    PortId port;
    std::uint8_t round;
    bool rode;
    Time at;
    bool operator==(const Alive&) const = default;
  };

  std::vector<Said> said;
  std::vector<Alive> alive;
  std::vector<std::pair<PortId, frame::ItsyLimit>> limits_said;
  std::vector<std::pair<Declaration, Time>> declared;
  std::vector<std::pair<PortId, Time>> declarations_over;
  std::vector<PortId> let_go;
  bool busy = false;
  ItsyUnit unit;

 private:
  static frame::Packet made(PortId from, PortId to, Bytes length) {
    frame::Packet packet;
    packet.ingress = from;
    packet.egress = to;
    packet.traffic_class = kC;
    packet.length = length;
    return packet;
  }
  void tell(PortId p, bool on, Time now) {
    std::array<std::uint8_t, 60> bytes{};
    frame::write_pfc(bytes, {}, frame::pfc_frame(mask_of(kC), on ? 0xffff : 0));
    const bool was_busy = std::exchange(busy, true);
    unit.pausing(p, kC, on, now);
    source_.ride(p, bytes, now);
    busy = was_busy;
    note(p, frame::read_itsy_rider(bytes, {}).value(), true, now);
    note(p, frame::read_itsy_alive_rider(bytes).value(), true, now);
    if (!busy && source_.pending(p))
      control_due(p, now);
  }
  void note(PortId p, const ItsyMessages& messages, bool rode, Time now) {
    if (messages[kC.index()])
      said.push_back({p, *messages[kC.index()], rode, now});
  }
  void note(PortId p, const frame::ItsyAlive& one, bool rode, Time now) {
    if (one.classes == mask_of(kC))
      alive.push_back({p, one.round, rode, now});
  }
  void control_due(PortId p, Time now) override {
    while (!busy && source_.pending(p)) {
      std::array<std::uint8_t, 60> bytes{};
      if (source_.build(p, bytes, now) == 0)
        continue;
      if (const auto limit = frame::read_itsy_limit(bytes, {}))
        limits_said.emplace_back(p, *limit);
      else if (const auto alive_alone = frame::read_itsy_alive(bytes))
        note(p, *alive_alone, false, now);
      else
        note(p, frame::read_itsy(bytes, {}).value(), false, now);
    }
  }
  void schedule(PortId p, ClassId, Time at) override { timers_.emplace(at, p); }
  void drop_head(PortId, ClassId, Time) override {}
  bool lend(PortId, ClassId, Bytes, Time) override { return false; }
  bool resume(PortId ingress, ClassId, Time) override {
    let_go.push_back(ingress);
    return false;
  }
  void declare(const Declaration& declaration, Time now) override { declared.emplace_back(declaration, now); }
  void declaration_over(PortId ingress, ClassId, Time now) override { declarations_over.emplace_back(ingress, now); }
  Bytes xon(PortId, ClassId) const override { return kXon; }

  control::Source& source_;
  std::multimap<Time, PortId> timers_;
  Time now_;
};

}  // namespace weir::deadlock
