// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Who looks at the ordered sets of a port, for captures (OrderedSetLine::set_tap).

#pragma once

#include "hw_model/base/units.h"
#include "hw_model/frame/ordered_set.h"

namespace weir::link {

struct SeenSet {
  frame::OrderedSetBytes bytes;  // as they were sent
  Time first;                    // when its first byte passes the port
  Time last;                     // and when its last byte has passed
  Bytes in_frame;                // bytes of the frame around the set that went before it; 0: no frame is around it
  bool leaves = false;           // the port sends it; otherwise it arrives
  bool without_news = false;     // no event: the line has worked it out, perhaps long after
  bool damaged = false;          // of one that arrives: the wire has spoiled it, and the port discards it
};

class SetTap {
 public:
  // Of each direction in the order of the line.
  virtual void seen(const SeenSet& set) = 0;

 protected:
  ~SetTap() = default;
};

}  // namespace weir::link
