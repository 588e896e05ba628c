// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The pauses and waiting packets of a network at one instant, from the devices' log entries (tb/oracle/knot_log.h).
// Plain data. An edge leads from the egress where packets stand to the VIQ through which they came. Like loop
// detectors, the graph records whether a packet is there, not whether more than XON is.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw_model/base/units.h"
#include "tb/baselines/point.h"
#include "tb/oracle/knot_judge.h"

namespace weir::baselines {

class PauseGraph {
 public:
  explicit PauseGraph(std::size_t places);

  void apply(const oracle::KnotEntry& entry);

  // gated(): flow control holds the egress. held(): also the packet on the wire has ended, so it can start no other.
  bool gated(Point egress) const { return egresses_[egress].gated != 0; }
  bool held(Point egress) const { return egresses_[egress].held; }
  bool pauses(Point viq) const { return viqs_[viq].pauses; }

  // Pausing VIQs with a packet at the egress, ascending; empty unless the egress is held.
  std::vector<Point> behind(Point egress) const;

  // Held egresses at which a packet of the VIQ stands, ascending.
  std::vector<Point> ahead(Point viq) const;

  bool empty(Point egress) const { return egresses_[egress].of.empty(); }

 private:
  struct Standing {
    Point viq;
    Bytes bytes;
  };
  struct Egress {
    std::int64_t gated = 0;  // how many times it was gated, by now; 0: not gated
    bool held = false;
    std::vector<Standing> of;  // by VIQ; no entries of 0 bytes
  };
  struct Viq {
    bool pauses = false;
    std::vector<Point> at;  // gated egresses
  };

  void stands(Point egress, Point viq, Bytes more);
  void free(Point egress);

  std::vector<Egress> egresses_;
  std::vector<Viq> viqs_;
};

}  // namespace weir::baselines
