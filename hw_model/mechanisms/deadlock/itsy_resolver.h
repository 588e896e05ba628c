// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a switch does when ITSY declares a deadlock: of each lossless class the list of the loop's ports, and when that
// is home, or when another switch's list comes by, the configured resolution, one at a time. Under `repaired` a
// collecting message brings the list (hw_model/reference/itsy_collection.h); under `published` the consistency check
// that declares has it (itsy_loop_lists.h).
//
// Its own message home, the switch acts on its part of the loop. Where the others are to act, a resuming message
// follows out of the ingress that goes on, with the ports of the rest of the loop: who receives it acts on the first
// of them, which is its own, and sends the rest on out of that.
//
// What a round declares has no loop that a message could walk: the switch acts by itself on one VIQ, and on the held
// egress at which most of that waits, at the end of each round in which it is still dead.
//
// A resolution ends when no more of its VIQ waits than XON, or with the second life of a message that is over since it
// last acted, so that what it has blocked stays blocked no longer. Until then another loop finds the switch busy, and
// is left to its next declaration; the same acts again.
// Latency: none of its own.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/itsy_list.h"
#include "hw_model/mechanisms/deadlock/resolution.h"
#include "hw_model/reference/itsy_collection.h"
#include "hw_model/reference/itsy_loop_lists.h"
#include "hw_model/reference/itsy_repaired.h"

namespace weir::deadlock {

class ItsyResolver {
 public:
  struct Counters {
    std::uint64_t home = 0;   // collecting messages that came home
    std::uint64_t acted = 0;  // on a part of a loop, for the first time or again
    std::uint64_t busy = 0;   // times it would have, but for another loop
  };

  // That of the configuration, which has one.
  ItsyResolver(const SwitchContext& context, SwitchActions& actions);

  // As the unit is told; `protocol` is that of the class, which has been told before.
  void declared(ClassId c, const frame::ItsyEntry& entry) { of(c).collection.declared(entry); }
  void held(PortId egress, ClassId c, bool on) { of(c).collection.held(egress, on); }
  void pausing(PortId ingress, ClassId c, bool on);
  void taken(const frame::Packet& packet, Time now) { resolution_->taken(packet, now); }
  void queued(const frame::Packet& packet, Time now) { resolution_->queued(packet, now); }
  // Whether a resolution has ended.
  bool left(PortId ingress, ClassId c, const reference::ItsyCausality& causality, Time now);
  void life_over(ClassId c, Time now);
  void arrived(PortId p, const frame::ItsyListMessage& message, const reference::ItsyRepaired& protocol, Time now);
  void resuming(PortId p, const frame::ItsyListMessage& message, const reference::ItsyCausality& causality, Time now);
  // The list of a loop is home, over p; it begins with the port that was declared.
  void home(PortId p, ClassId c, const reference::ItsyCollected& list, const reference::ItsyCausality& causality,
            Time now);
  // A round has found it dead, and there is no list of others: the switch acts alone, unless it is at another.
  void dead(PortId ingress, ClassId c, const reference::ItsyCausality& causality, Time now);
  // Of `published`.
  reference::ItsyLoopLists& lists(ClassId c) { return of(c).lists; }
  void arrived(PortId p, const frame::ItsyGroups& message, const reference::ItsyCausality& causality, Time now) {
    resolution_->arrived(p, message, causality, now);
  }
  void reset();

  // What port p is to send, in a frame of its own.
  bool due(PortId p) const;
  std::optional<frame::ItsyListMessage> take(PortId p);
  std::optional<frame::ItsyGroups> take_groups(PortId p, Time now) { return resolution_->take(p, now); }

  const Counters& counters() const { return counters_; }
  const LoopResolution& resolution() const { return *resolution_; }
  bool resolving() const { return part_.has_value(); }

  void bind_registers(const ledger::Binder& binder) const;
  static void check_declared(const ledger::Block& block, Protocol protocol);

  // Whether life_over(c, ...) is to come.
  bool counts_lives(ClassId c) const {
    return (part_ && part_->c == c) || classes_[place_[c.index()]].collection.claimed() || resolution_->counts_lives(c);
  }

 private:
  struct Lossless {
    reference::ItsyCollection collection;
    reference::ItsyLoopLists lists;
    ClassId c;
  };

  bool act(const LoopPart& part, const reference::ItsyCausality& causality, Time now);
  void end(Time now);
  void send_on(PortId ingress, const frame::ItsyListMessage& message);
  Lossless& of(ClassId c) { return classes_[place_[c.index()]]; }

  SwitchActions& actions_;
  Protocol protocol_;
  std::uint32_t switch_id_;
  std::vector<Lossless> classes_;
  PerClass<std::uint8_t> place_{};                               // in classes_
  std::vector<std::optional<frame::ItsyListMessage>> resuming_;  // by port
  std::unique_ptr<LoopResolution> resolution_;
  std::optional<LoopPart> part_;  // of the loop that is being resolved
  std::uint8_t lives_ = 0;        // that are over since it last acted
  Counters counters_;
};

}  // namespace weir::deadlock
