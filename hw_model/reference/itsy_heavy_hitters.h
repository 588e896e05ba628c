// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The large flows of one egress port and their ingresses: the sketch and the heap of ITSY's count-min drop (section
// IV.A), restarted with each window, so that they say what flows send now. The table of the window before is kept, so
// that a whole window is known at any time.
// Latency: none of its own.

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/reference/itsy_sketch.h"
#include "hw_model/reference/itsy_top_flows.h"

namespace weir::reference {

class ItsyHeavyHitters {
 public:
  struct Flow {
    ItsyFlowId id;
    std::uint32_t size = 0;  // units of 64 bytes in its window, as the sketch estimates: never too few
    PortId ingress;          // of the flow's last packet at this port
  };

  ItsyHeavyHitters(const ItsySketch::Settings& sketch, std::size_t slots)
      : sketch_(sketch), top_(slots), ingresses_(slots) {}

  // A packet of the flow, from `ingress`, is bound for this port.
  void passes(const ItsyFlowId& flow, Bytes length, PortId ingress) {
    sketch_.add(flow, itsy_flow_units(length));
    top_.saw(flow, sketch_.estimate(flow));
    if (const ItsyTopFlows::Slot* const slot = top_.find(flow))
      ingresses_[static_cast<std::size_t>(slot - top_.slots().data())] = ingress;
  }

  // A window ends, and the next begins.
  void turn() {
    before_ = now();
    sketch_.reset();
    top_.reset();
  }

  // Flows that have sent more than `units` units in this window or the last, each once.
  std::vector<Flow> above(std::uint32_t units) const {
    std::vector<Flow> heavy;
    for (const std::vector<Flow>& window : {now(), before_}) {
      for (const Flow& flow : window) {
        if (flow.size > units && std::ranges::find(heavy, flow.id, &Flow::id) == heavy.end())
          heavy.push_back(flow);
      }
    }
    return heavy;
  }

  // The ingress of a flow; nothing if the flow is in neither window's table.
  std::optional<PortId> ingress_of(const ItsyFlowId& id) const {
    for (const Flow& flow : above(0)) {
      if (flow.id == id)
        return flow.ingress;
    }
    return std::nullopt;
  }

  void reset() {
    turn();
    before_.clear();
  }

 private:
  std::vector<Flow> now() const {
    std::vector<Flow> flows;
    for (std::size_t n = 0; n < ingresses_.size(); ++n) {
      if (const ItsyTopFlows::Slot& slot = top_.slots()[n]; slot.size > 0)
        flows.push_back({.id = slot.flow, .size = slot.size, .ingress = ingresses_[n]});
    }
    return flows;
  }

  ItsySketch sketch_;
  ItsyTopFlows top_;
  std::vector<PortId> ingresses_;  // by slot
  std::vector<Flow> before_;
};

}  // namespace weir::reference
