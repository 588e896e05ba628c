// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Method M2 of Shpiner et al. (HotNets 2016): a suspected port sends every period the path that reached it last, and
// itself behind it. One that finds itself in a path is in a loop.
//
// Every port of a loop has a path under way, and the first that comes home tells. So with the same period it is faster
// than M1, where one name has to come round.

#pragma once

#include <algorithm>
#include <vector>

#include "tb/baselines/point.h"

namespace weir::baselines {

class PathRecord {
 public:
  struct Message {
    std::vector<Point> path;
    unsigned hops = 0;  // from where the receiver stands in it
  };

  explicit PathRecord(Point at) : at_(at) {}

  void forget() { came_.clear(); }

  Message send() const {
    Message message{came_};
    message.path.push_back(at_);
    return message;
  }

  // Whether the port stands in it.
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
