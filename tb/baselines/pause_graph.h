// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Who pauses and what stands where, at one instant, from what devices write down of it (tb/oracle/knot_log.h). Plain
// data. A packet leads from the egress where it stands to the VIQ that it came through; a bit says that one is there,
// as detectors of loops have it, not that more than XON is.

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

  // Flow control holds the egress; and it has ended the packet that was on the wire, so that it can start none any
  // more.
  bool gated(Point egress) const { return egresses_[egress].gated != 0; }
  bool held(Point egress) const { return egresses_[egress].held; }
  bool pauses(Point viq) const { return viqs_[viq].pauses; }

  // VIQs that pause and of which a packet stands at the egress, ascending; none unless it is held.
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
    std::int64_t gated = 0;  // which of its times it is; 0: it is not
    bool held = false;
    std::vector<Standing> of;  // by VIQ; none of nothing
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
