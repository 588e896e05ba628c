// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The tables of ITSY's count-min drop for one egress port (section IV.A): how much the port's flows have sent, which
// are the largest, and what they have lost. From these follows which packets may be dropped: those of the k largest
// flows, within the loss that a flow tolerates.
//
// A flow's estimate is never too small as long as no flow that shares its cells has ended, so a flow may lose too much
// but not too little: up to `tolerated` x (estimate - truth) more than it tolerates. Enough cells keep that excess
// small; ends of flows only lower it.
// Latency: none of its own.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/reference/itsy_loss.h"
#include "hw_model/reference/itsy_sketch.h"
#include "hw_model/reference/itsy_top_flows.h"

namespace weir::reference {

class ItsyCountMinDrop {
 public:
  struct Settings {
    ItsySketch::Settings sketch;
    std::size_t top_flows = 16;    // k
    double tolerated_loss = 1e-4;  // of a flow
  };

  explicit ItsyCountMinDrop(const Settings& settings)
      : sketch_(settings.sketch), top_(settings.top_flows), budget_(settings.tolerated_loss) {}

  // A packet has been queued for this port.
  void passes(const ItsyFlowId& flow, Bytes length) {
    sketch_.add(flow, itsy_flow_units(length));
    top_.saw(flow, sketch_.estimate(flow));
  }

  // The flow is over; what it has lost is forgotten with it.
  void ends(const ItsyFlowId& flow) {
    sketch_.end(flow);
    top_.end(flow);
  }

  // Ends the flows of the table of which no packet has passed since this was last called.
  void end_idle() {
    for (const ItsyFlowId& flow : top_.idle())
      ends(flow);
  }

  bool may_drop(const ItsyFlowId& flow, Bytes length) const {
    const ItsyTopFlows::Slot* slot = top_.find(flow);
    return slot != nullptr && budget_.may_lose(slot->size, slot->dropped, itsy_flow_units(length));
  }

  // A packet of the flow was dropped, which may_drop() allowed.
  void dropped(const ItsyFlowId& flow, Bytes length) {
    const ItsyTopFlows::Slot* slot = top_.find(flow);
    if (slot == nullptr)
      return;
    overdraft_ += budget_.overdraft(slot->size, slot->dropped + itsy_flow_units(length));
    top_.dropped(flow, itsy_flow_units(length));
  }

  // Units dropped beyond what flows tolerate, by the estimate at each drop.
  std::uint64_t overdraft() const { return overdraft_; }

  const ItsySketch& sketch() const { return sketch_; }
  const ItsyTopFlows& top() const { return top_; }
  const ItsyLossBudget& budget() const { return budget_; }

  // Counters stay.
  void reset() {
    sketch_.reset();
    top_.reset();
  }

 private:
  ItsySketch sketch_;
  ItsyTopFlows top_;
  ItsyLossBudget budget_;
  std::uint64_t overdraft_ = 0;
};

}  // namespace weir::reference
