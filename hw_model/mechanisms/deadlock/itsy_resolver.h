// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The resolver of one switch: it obtains the list of a declared loop's ports, by lossless class, and runs the
// configured resolution, one loop at a time. With `repaired` a collecting message brings the list
// (hw_model/reference/itsy_collection.h); with `published` the consistency check that declares the deadlock carries it
// (itsy_loop_lists.h).
//
// When its own message has come home, the switch acts on its part of the loop. If the other switches are to act too, it
// sends a resuming message out of the loop's ingress with the ports of the rest of the loop: each receiver acts on the
// first port of the list, which is its own, and sends the rest of the list out of that port.
//
// A deadlock that a round declares has no list: at the end of each round in which the VIQ is still dead, the switch
// acts alone on that VIQ and on the held egress at which most of it waits.
//
// A resolution ends when the waiting packets of its VIQ have fallen to XON, or with the second life of a message that
// ends after it last acted, so that nothing stays blocked for ever. Until then another loop that needs this switch
// finds it busy and waits for its own next declaration; the same loop acts again.
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
    std::uint64_t home = 0;   // lists of ports that came home
    std::uint64_t acted = 0;  // on a part of a loop, for the first time or again
    std::uint64_t busy = 0;   // times that it did not act because of another loop
  };

  // `context` configures a resolution other than kNone.
  ItsyResolver(const SwitchContext& context, SwitchActions& actions);

  // Events as the unit is told them; the class's `protocol` is told first.
  void declared(ClassId c, const frame::ItsyEntry& entry) { of(c).collection.declared(entry); }
  void held(PortId egress, ClassId c, bool on) { of(c).collection.held(egress, on); }
  void pausing(PortId ingress, ClassId c, bool on);
  void taken(const frame::Packet& packet, Time now) { resolution_->taken(packet, now); }
  void queued(const frame::Packet& packet, Time now) { resolution_->queued(packet, now); }
  // Returns whether a resolution has ended.
  bool left(PortId ingress, ClassId c, const reference::ItsyCausality& causality, Time now);
  void life_over(ClassId c, Time now);
  void arrived(PortId p, const frame::ItsyListMessage& message, const reference::ItsyRepaired& protocol, Time now);
  void resuming(PortId p, const frame::ItsyListMessage& message, const reference::ItsyCausality& causality, Time now);
  // The list of a loop has come home at egress p; its first port is the one that was declared.
  void home(PortId p, ClassId c, const reference::ItsyCollected& list, const reference::ItsyCausality& causality,
            Time now);
  // A round has found the VIQ dead: the switch acts alone, unless it is resolving another deadlock.
  void dead(PortId ingress, ClassId c, const reference::ItsyCausality& causality, Time now);
  // Only for `published`.
  reference::ItsyLoopLists& lists(ClassId c) { return of(c).lists; }
  void arrived(PortId p, const frame::ItsyGroups& message, const reference::ItsyCausality& causality, Time now) {
    resolution_->arrived(p, message, causality, now);
  }
  void reset();

  // The messages that port p is to send, each in a frame of its own.
  bool due(PortId p) const;
  std::optional<frame::ItsyListMessage> take(PortId p);
  std::optional<frame::ItsyGroups> take_groups(PortId p, Time now) { return resolution_->take(p, now); }

  const Counters& counters() const { return counters_; }
  const LoopResolution& resolution() const { return *resolution_; }
  bool resolving() const { return part_.has_value(); }

  void bind_registers(const ledger::Binder& binder) const;
  static void check_declared(const ledger::Block& block, Protocol protocol);

  // Whether life_over(c, ...) has to be called.
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
  std::optional<LoopPart> part_;  // of the loop being resolved
  std::uint8_t lives_ = 0;        // lives that have ended since it last acted
  Counters counters_;
};

}  // namespace weir::deadlock
