// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// PathDump (Tammana et al., OSDI 2016): every second hop puts its link into a VLAN tag, because in a fat tree that
// determines the path. A switch reads two tags, so a message with a third tag goes to the controller, which looks for a
// repeated link, keeps the tags and sends the message on without tags. A loop of odd length is passed twice before a
// link is tagged again.

#pragma once

#include <algorithm>
#include <vector>

#include "tb/baselines/point.h"

namespace weir::baselines {

class PathDump {
 public:
  struct Header {
    unsigned hops = 0;
    std::vector<Point> tags;
    std::vector<Point> kept;  // tags kept by the controller
  };

  Header begin(Point at) const { return {.hops = 0, .tags = {at}, .kept = {}}; }

  Visit visit(Header& header, Point at) const {
    ++header.hops;
    if (header.hops % kEvery != 0) {
      return {};
    }
    header.tags.push_back(at);
    if (header.tags.size() <= kTags) {
      return {};
    }
    header.kept.insert(header.kept.end(), header.tags.begin(), header.tags.end());
    std::ranges::sort(header.kept);
    const bool twice = std::ranges::adjacent_find(header.kept) != header.kept.end();
    header.tags.clear();
    return {.loop = twice, .controller = true};
  }

  unsigned bits(const Header&) const { return kTags * kTagBits; }

 private:
  static constexpr unsigned kEvery = 2;
  static constexpr unsigned kTags = 2;
  static constexpr unsigned kTagBits = 32;  // 802.1Q
};

}  // namespace weir::baselines
