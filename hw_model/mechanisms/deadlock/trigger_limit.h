// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Handling of an initial trigger that is a switch (ITSY, section V): its heavy hitters are limited, so that the same
// deadlock does not come back (docs/decisions/0198-a-heavy-hitter-is-limited-where-it-comes-in.md).
//
// Who declares a deadlock says so down the chain of pauses, to the switch that paused first. That one asks for each
// large flow of the queue because of which it paused to be limited, up the way that the flow comes, as far as the
// switch at which a host sends it. There a token bucket of `trigger_limit` meters the flow: when it has sent too much,
// its host is kept paused until that is paid for. The flow is free again `trigger_limit_time` after it was last named.
//
// No packet is dropped or held back for it. Other flows of that host in the class stop with it: a NIC knows classes.
// Latency: none of its own; messages and pauses wait for their ports.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/itsy_limit.h"
#include "hw_model/mechanisms/deadlock/deadlock.h"
#include "hw_model/reference/itsy_heavy_hitters.h"

namespace weir::deadlock {

class TriggerLimit {
 public:
  struct Counters {
    std::uint64_t limited = 0;  // flows, each time that one begins to be
    std::uint64_t refused = 0;  // flows for which the host's port had no slot
    std::uint64_t unknown = 0;  // flows to be limited of which no packet is known to have come by
  };

  // A flow may send so much at once.
  static constexpr Bytes kBurst{16'000};

  TriggerLimit(const SwitchContext& context, SwitchActions& actions);

  // The MMU has taken the packet.
  void taken(const frame::Packet& packet, Time now);
  void timer(PortId p, ClassId c, Time now);

  // Whether news of this trigger is worth passing on: the same has not come by within the life of a message.
  bool is_news(ClassId c, const frame::ItsyTrigger& trigger, Time now);

  // A pause of this switch, because of that egress, set off a deadlock.
  void triggered(PortId egress, ClassId c, const frame::ItsyTrigger& trigger, Time now);

  // The switch behind p is to be told of that trigger.
  void tell(PortId p, ClassId c, const frame::ItsyTrigger& trigger, std::uint8_t ttl);

  // A message with flows that leave by p.
  void arrived(PortId p, const frame::ItsyLimit& message, Time now);

  bool due(PortId p) const { return !due_[p.index()].empty(); }
  std::optional<frame::ItsyLimit> take(PortId p);

  void reset();

  bool keeps_paused(PortId p, ClassId c) const { return kept_.at(p, c) != 0; }
  std::size_t limited_at(PortId p) const { return limited_[p.index()].size(); }
  const Counters& counters() const { return counters_; }

  static void declare(ledger::Block& block, const SwitchContext& context);
  void bind_registers(const ledger::Binder& binder, ClassMask lossless) const;

 private:
  struct Limited {
    frame::FiveTuple flow;
    ClassId c;
    Time paid;  // for what it has sent, at its limit
    Time ends;
  };
  struct Passed {
    frame::ItsyTrigger trigger;
    Time until{0};
  };

  void limit(const frame::FiveTuple& flow, PortId ingress, const frame::ItsyLimit& about, Time now);
  void begin(const frame::FiveTuple& flow, PortId host, ClassId c, Time now);
  void end_over(PortId host, Time now);
  Time paid_by(PortId host, ClassId c) const;
  static void check_declared(const ledger::Block& block);

  SwitchActions& actions_;
  std::vector<std::uint8_t> hosts_;
  BitRate rate_;
  Time for_;
  std::uint8_t ttl_;
  std::size_t slots_;
  Time window_;  // T_re
  Time turns_at_;
  std::uint32_t heavy_;  // units in a window that are too many
  std::vector<reference::ItsyHeavyHitters> egresses_;
  std::vector<std::vector<Limited>> limited_;       // by port of a host
  PerPortClass<std::uint8_t> kept_;                 // paused until what was sent is paid for
  std::vector<std::vector<frame::ItsyLimit>> due_;  // by port
  PerClass<Passed> passed_;
  Counters counters_;
};

}  // namespace weir::deadlock
