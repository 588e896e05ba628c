// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Rate limits on the heavy hitters of a switch that is a deadlock's initial trigger (ITSY, section V), so that the same
// deadlock does not come back (docs/decisions/0198-a-heavy-hitter-is-limited-where-it-comes-in.md).
//
// The switch that declares a deadlock reports it down the chain of pauses to the switch that paused first. That switch
// asks for a limit on each large flow of the queue because of which it paused; the request goes upstream along the
// flow's path to the switch at which a host sends the flow. There a token bucket of `trigger_limit` meters the flow:
// when the flow has sent too much, its host is kept paused until the bucket has paid for it. The limit ends
// `trigger_limit_time` after the flow was last named.
//
// No packet is dropped or held back for the limit. The host's other flows of the class stop too, because a NIC pauses
// classes, not flows.
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
    std::uint64_t limited = 0;  // flows, counted each time that a limit begins
    std::uint64_t refused = 0;  // flows for which the host's port had no slot
    std::uint64_t unknown = 0;  // flows to be limited that are in no table of the egress
  };

  // The burst that a limited flow may send at once.
  static constexpr Bytes kBurst{16'000};

  TriggerLimit(const SwitchContext& context, SwitchActions& actions);

  // The MMU has taken the packet.
  void taken(const frame::Packet& packet, Time now);
  void timer(PortId p, ClassId c, Time now);

  // Returns whether news of this trigger is to be passed on: the same news has not come within half of T_re.
  bool is_news(ClassId c, const frame::ItsyTrigger& trigger, Time now);

  // A pause of this switch that packets for `egress` caused has set off a deadlock.
  void triggered(PortId egress, ClassId c, const frame::ItsyTrigger& trigger, Time now);

  // Queues news of that trigger for the switch behind p.
  void tell(PortId p, ClassId c, const frame::ItsyTrigger& trigger, std::uint8_t ttl);

  // A message has come from the switch behind p, with flows that leave this switch by p.
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
    Time paid;  // when the bucket has paid for what the flow has sent
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
  struct Rows;

  SwitchActions& actions_;
  std::vector<std::uint8_t> hosts_;
  BitRate rate_;
  Time for_;
  std::uint8_t ttl_;
  std::size_t slots_;
  Time window_;  // T_re
  Time turns_at_;
  std::uint32_t heavy_;  // a flow with more units in a window is a heavy hitter
  std::vector<reference::ItsyHeavyHitters> egresses_;
  std::vector<std::vector<Limited>> limited_;       // by port of a host
  PerPortClass<std::uint8_t> kept_;                 // paused until what was sent is paid for
  std::vector<std::vector<frame::ItsyLimit>> due_;  // by port
  PerClass<Passed> passed_;
  Counters counters_;
};

}  // namespace weir::deadlock
