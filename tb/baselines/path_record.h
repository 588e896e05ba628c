// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Method M2 of Shpiner et al. (HotNets 2016): every period, a suspected port sends the path received last, extended by
// itself. A port that finds itself in a received path is in a loop.
//
// Every port of a loop has a path under way, and the first path that returns home shows the loop. So with the same
// period M2 is faster than M1, in which one particular name must go round.

#pragma once

#include <algorithm>
#include <vector>

#include "tb/baselines/point.h"

namespace weir::baselines {

class PathRecord {
 public:
  struct Message {
    std::vector<Point> path;
    unsigned hops = 0;  // hops since the receiver's place in the path
  };

  explicit PathRecord(Point at) : at_(at) {}

  void forget() { came_.clear(); }

  Message send() const {
    Message message{came_};
    message.path.push_back(at_);
    return message;
  }

  // True: the port is in the path.
  bool receive(Message& message) {
    const auto found = std::ranges::find(message.path, at_);
    if (found != message.path.end()) {
      message.hops = static_cast<unsigned>(message.path.end() - found);
      return true;
    }
    came_ = message.path;
    return false;
  }

  static unsigned bits(const Message& message) {
    return kIndexBits + kPointBits * static_cast<unsigned>(message.path.size());
  }

 private:
  static constexpr unsigned kIndexBits = 8;

  Point at_;
  std::vector<Point> came_;
};

}  // namespace weir::baselines
