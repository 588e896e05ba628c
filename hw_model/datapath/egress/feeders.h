// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which ingresses hold packets for one egress port, in each class, and whether one of them is under this switch's XOFF.
//
// Hardware: a count of packets for each (ingress, class) of the port, in a memory that a packet touches when it is
// admitted and when it leaves; a bit that says that the count is not 0; and the question is one AND-OR of these bits
// with the pauses that the ports assert anyway. The model keeps the number of bits that both are set. Latency: none.

#pragma once

#include <cstdint>

#include "hw_model/base/ids.h"
#include "hw_model/frame/packet.h"

namespace weir::egress {

class Feeders {
 public:
  explicit Feeders(std::size_t ports) : of_(ports) {}

  // A packet from `ingress` waits for this port; it does so no longer. kNoIngress: nobody's.
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

  // This switch tells the peer at `ingress` to pause, or to go on.
  void pausing(PortId ingress, ClassId c, bool on) {
    Ingress& one = of_.at(ingress, c);
    if (one.paused != on) {
      paused_feeders_[c.index()] += one.packets == 0 ? 0 : (on ? 1 : -1);
      one.paused = on;
    }
  }

  // Nothing waits, and nobody is told to pause.
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
