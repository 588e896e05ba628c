// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// In-band telemetry: each switch writes its name into the message, and recognises its own name. "In-band Network
// Telemetry (INT) Dataplane Specification", 2018: a metadata header of 8 bytes and a word of 32 bits per hop.
//
// A loop is found where it closes: after L hops if the message begins on the loop, after B + L if B hops before it.

#pragma once

#include <algorithm>
#include <vector>

#include "tb/baselines/point.h"

namespace weir::baselines {

class IntPath {
 public:
  struct Header {
    std::vector<Point> path;
  };

  Header begin(Point at) const { return {{at}}; }

  Visit visit(Header& header, Point at) const {
    if (std::ranges::find(header.path, at) != header.path.end()) {
      return {.loop = true};
    }
    header.path.push_back(at);
    return {};
  }

  unsigned bits(const Header& header) const { return 64 + 32 * static_cast<unsigned>(header.path.size()); }
};

}  // namespace weir::baselines
