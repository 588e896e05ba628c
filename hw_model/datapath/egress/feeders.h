// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The feeders of one egress port: the ingresses that hold packets for it, in each class, and whether one of them is
// under this switch's XOFF.
//
// Hardware: a count of packets for each (ingress, class) of the port, in a memory that a packet touches when it is
// admitted and when it leaves; a bit that says that the count is not 0; the answer is one AND-OR of these bits with the
// pauses that the ports assert anyway. The model keeps the number of ingresses for which both are set. Latency: none.

#pragma once

#include <cstdint>

#include "hw_model/base/ids.h"
#include "hw_model/frame/packet.h"

namespace weir::egress {

class Feeders {
 public:
  explicit Feeders(std::size_t ports) : of_(ports) {}

  // A packet from `ingress` begins to wait for this port, or has left. kNoIngress: not counted.
  void admitted(PortId ingress, ClassId c) {
    if (ingress != frame::kNoIngress && of_.at(ingress, c).packets++ == 0) {
      count_paused(ingress, c, +1);
    }
  }
  void left(PortId ingress, ClassId c) {
    if (ingress != frame::kNoIngress && --of_.at(ingress, c).packets == 0) {
      count_paused(ingress, c, -1);
    }
  }

  // This switch pauses (`on`) or resumes the peer at `ingress`.
  void pausing(PortId ingress, ClassId c, bool on) {
    Ingress& one = of_.at(ingress, c);
    if (one.paused != on) {
      paused_feeders_[c.index()] += one.packets == 0 ? 0 : (on ? 1 : -1);
      one.paused = on;
    }
  }

  // No packet waits, and no peer is paused.
  void reset() {
    of_ = PerPortClass<Ingress>(of_.ports());
    paused_feeders_ = {};
  }

  bool any_paused(ClassId c) const { return paused_feeders_[c.index()] > 0; }

 private:
  struct Ingress {
    std::uint32_t packets = 0;  // that it holds for this port
    bool paused = false;
  };

  void count_paused(PortId ingress, ClassId c, int change) {
    paused_feeders_[c.index()] += of_.at(ingress, c).paused ? change : 0;
  }

  PerPortClass<Ingress> of_;
  PerClass<int> paused_feeders_{};
};

}  // namespace weir::egress
