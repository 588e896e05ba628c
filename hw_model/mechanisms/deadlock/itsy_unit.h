// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The ITSY unit of a switch: one protocol for each lossless class (itsy_protocol.h), to which it translates the events
// of queues and pauses, and its messages on the wire.
//
// Amounts are counted as the MMU counts. A packet counts at its egress from its admission by the MMU until it begins to
// leave; in an input FIFO it counts at the egress of the FIFO's head (itsy_fifos.h), so a change of the head is an
// event. An egress is held as soon as flow control holds it and (repaired) its packet on the wire has left. A message
// due at a port rides on a PFC frame that leaves anyhow, or leaves in a frame of its own, after flow control; hosts get
// no messages.
//
// Beside the protocol the unit follows the initial trigger, for the report: a host that pauses, or an ingress that
// begins to pause while the egress of the packet that crossed XOFF is not held. Messages carry the trigger; where two
// triggers meet at a port, the first stays until its pause ends.
//
// With `rounds` (repaired) there are rounds beside the checks (itsy_round_timer.h): ingresses that are dead at the end
// of a round are declared.
//
// With `trigger_limit` a switch that declares a deadlock set off by a switch reports it down the chain of pauses, over
// held egresses to which the same trigger has come; the triggering switch limits the flows that made it pause
// (trigger_limit.h).
//
// Timers (repaired) have a clock of T_re / 128. A pausing ingress initiates again 97 to 160 ticks after it last did, a
// number drawn anew each time; every 64 ticks, longer than any check lives, its numbers are free again.
// Latency: none of its own; a message waits for the port, and t_r at the other end.

#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/random_stream.h"
#include "hw_model/mechanisms/deadlock/deadlock.h"
#include "hw_model/mechanisms/deadlock/host_cut_off.h"
#include "hw_model/mechanisms/deadlock/itsy_fifos.h"
#include "hw_model/mechanisms/deadlock/itsy_protocol.h"
#include "hw_model/mechanisms/deadlock/itsy_resolver.h"
#include "hw_model/mechanisms/deadlock/itsy_round_timer.h"
#include "hw_model/mechanisms/deadlock/trigger_limit.h"

namespace weir::deadlock {

class ItsyUnit final : public DeadlockUnit, private control::Source, private control::Sink {
 public:
  ItsyUnit(const SwitchContext& context, SwitchActions& actions);

  void offered(const frame::Packet& packet, Time now) override;
  void decided(const frame::Packet& packet, bool taken, bool pauses, Time now) override;
  void queued(const frame::Packet& packet, std::size_t waiting, Time now) override;
  void left(const frame::Packet& packet, std::size_t waiting, Time now, Time end) override;
  void held(PortId egress, ClassId c, bool on, std::size_t waiting, Time now) override;
  void pausing(PortId ingress, ClassId c, bool on, Time now) override;
  void timer(PortId p, ClassId c, Time now) override;
  void reset(Time now) override;
  control::Roles roles() override { return {.source = this, .sink = this}; }
  std::optional<MessageCounters> messages(PortId p) const override { return messages_[p.index()]; }
  bool keeps_xon() const override { return has_blocks_; }

  std::optional<bool> declared(PortId p, ClassId c) const override { return states_.at(p, c).declared; }
  void bind_registers(const ledger::Binder& binder) override;

  const ItsyProtocol& protocol(ClassId c) const { return of(c).protocol; }
  const ItsyResolver* resolver() const { return resolver_.get(); }

  static ledger::Block declare(const SwitchContext& context);

 private:
  using Trigger = std::optional<frame::ItsyTrigger>;

  struct Lossless {
    Lossless(const SwitchContext& context, ClassId of) : c(of), protocol(context.config.itsy, context.ports) {}
    ClassId c;
    ItsyProtocol protocol;
    std::optional<ItsyRoundTimer> rounds = std::nullopt;  // look at the protocol
    std::optional<ItsyFifos> fifos = std::nullopt;        // nothing: packets wait for their own egress only
    bool knows_xon = false;                               // its block does
    Time life_ends = kNever;                              // kNever: no check has got a number since the last life ended
  };

  struct Port {
    // As an egress.
    bool gated = false;           // flow control holds it
    Time sends_until{0};          // its packet on the wire, or the last one
    Time holds_at = kNever;       // then the egress counts as held, unless the gate opens before
    Trigger came = std::nullopt;  // trigger that came with a check or is the host there; while gated
    // As an ingress.
    bool asks = false;                // its VIQ asks for a pause
    PortId responsible;               // the egress of the packet that crossed XOFF
    Trigger trigger = std::nullopt;   // of its pause
    bool declared = false;            // its present pause has been declared
    Trigger reported = std::nullopt;  // of the last declaration
    std::uint64_t declarations = 0;
    std::uint32_t seq = 0;        // the protocol's number when last looked at
    Time again_at = kNever;       // when it initiates again; kNever: it does not pause
    Time again_pending = kNever;  // the timer that has been asked for
  };

  // The packet that the MMU is about to admit or drop.
  struct AtHand {
    PortId ingress;
    PortId egress;
    ClassId c;
    Bytes length;
    bool counted = false;
  };

  static void check_declared(const ledger::Block& block, Protocol protocol);

  void join(control::Ports& ports) override { ports_on_wire_ = &ports; }
  bool pending(PortId port) const override;
  bool numbered() const override { return true; }
  std::size_t build(PortId port, std::span<std::uint8_t> bytes, Time now) override;
  void ride(PortId port, std::span<std::uint8_t> frame, Time now) override;
  std::span<const control::FrameKind> takes() const override;
  void control(PortId port, std::span<const std::uint8_t> frame, Time now) override;

  bool watches(ClassId c) const { return (lossless_ & mask_of(c)) != 0; }
  Lossless& of(ClassId c) { return classes_[place_[c.index()]]; }
  const Lossless& of(ClassId c) const { return classes_[place_[c.index()]]; }
  Port& port(PortId p, ClassId c) { return states_.at(p, c); }
  std::uint32_t amount(Bytes length) const;
  void make_blocks(const SwitchContext& context);
  void tell_blocks(Time now);
  void enter(PortId ingress, PortId egress, ClassId c, Bytes length);
  void count(Lossless& one, const std::vector<ItsyFifos::Change>& changes);
  void hold(PortId egress, ClassId c, bool on, Time now);
  void begin_pause(PortId ingress, ClassId c);
  void follow_xon(PortId ingress, ClassId c);
  std::uint32_t xon(PortId ingress, ClassId c) const;
  void arrived(PortId p, ClassId c, const frame::ItsyMessage& message, Time now);
  void declare(Declaration declaration, Time now);
  void tell_trigger(ClassId c, const frame::ItsyTrigger& trigger, std::uint8_t ttl, Time now);
  void limit_arrived(PortId p, std::span<const std::uint8_t> bytes, Time now);
  void alive_arrived(PortId p, std::span<const std::uint8_t> bytes, Time now);
  frame::ItsyAlive alive_due(PortId p) const;
  void alive_said(PortId p, ClassMask classes);
  void end_round(Lossless& one, Time now);
  void look_at(PortId ingress, ClassId c, Time now);
  void look_at_all(ClassId c, Time now);
  void initiated(PortId ingress, ClassId c, Time now);
  void expect_again(PortId ingress, ClassId c, Time at);
  void expect_life(ClassId c, Time now);
  void life_over(ClassId c, Time now);
  bool due(PortId p) const;
  std::size_t build_list(PortId p, std::span<std::uint8_t> bytes, Time now);
  void list_arrived(PortId p, std::span<const std::uint8_t> bytes, Time now);
  std::optional<frame::ItsyListMessage> take_list(PortId p);
  frame::ItsyMessages gather(PortId p, frame::ItsyKind kind, std::size_t room);

  SwitchActions& actions_;
  ItsyConfig config_;
  frame::ItsyWidths widths_;
  ClassMask lossless_;
  Bytes counted_;
  Time tick_;
  RandomStream random_;
  control::Ports* ports_on_wire_ = nullptr;
  std::deque<Lossless> classes_;    // which does not move them
  bool has_blocks_ = false;         // one a class, beside its protocol
  PerClass<std::uint8_t> place_{};  // in classes_
  PerPortClass<Port> states_;
  std::vector<MessageCounters> messages_;  // by port
  std::optional<AtHand> at_hand_;
  std::unique_ptr<HostCutOff> cut_off_;     // null: no host is ever cut off
  std::unique_ptr<TriggerLimit> limit_;     // null: no flow is ever limited
  std::unique_ptr<ItsyResolver> resolver_;  // null: deadlocks are only reported
};

}  // namespace weir::deadlock
