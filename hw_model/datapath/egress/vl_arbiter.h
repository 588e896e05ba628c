// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// VL arbiter of one port (InfiniBand Architecture, volume 1, 7.6.9): which virtual lane, here a class, sends next.
//
// Two tables of lanes, with weights in units of 64 B. The lane in turn of a table sends until its weight is used up; a
// packet uses its length in whole units, and the last packet's excess is forgotten. Then, or when the lane has no
// packet that may go, the next lane of the table has its turn, with all of its weight. The high-priority table goes
// first, until it has sent `vl_limit` x 4 KiB: then a packet of the low-priority table may go, and the limit begins
// anew, whether or not there was such a packet. With a limit of 0 this happens after each packet, with 255 never.
//
// Each lane is in one table, once, in ascending order: the lanes of `strict` in the high-priority table.
// Latency: none; O(1), a look at two masks.

#pragma once

#include <array>
#include <cstdint>

#include "hw_model/base/class_mask.h"
#include "hw_model/datapath/egress/egress_config.h"

namespace weir::egress {

class VlArbiter {
 public:
  // The lane of `candidates` that sends next; `candidates` is not empty.
  ClassId next(const EgressConfig& config, ClassMask candidates) const {
    const auto first = static_cast<ClassMask>(candidates & config.strict);
    const auto others = static_cast<ClassMask>(candidates & ~first);
    const bool high = first != 0 && (others == 0 || may_go_first(config));
    return turns_[high ? kHigh : kLow].next(high ? first : others);
  }

  void sent(const EgressConfig& config, ClassId c, Bytes length) {
    const bool high = (config.strict & mask_of(c)) != 0;
    turns_[high ? kHigh : kLow].sent(c, config.weights[c.index()], length);
    if (!high || !may_go_first(config)) {
      high_sent_ = Bytes(0);
    }
    high_sent_ += high && config.vl_limit != kNoVlLimit ? length : Bytes(0);
  }

 private:
  static constexpr std::size_t kHigh = 0;
  static constexpr std::size_t kLow = 1;

  struct Turn {
    ClassId at{kClasses - 1};  // so that the first turn is the lowest lane's
    std::int32_t left = 0;     // units

    // The next lane above that in turn, or the lowest.
    ClassId next(ClassMask lanes) const {
      if (left > 0 && (lanes & mask_of(at)) != 0) {
        return at;
      }
      const auto above = static_cast<ClassMask>(lanes & ~((2U << at.index()) - 1));
      return lowest_class(above != 0 ? above : lanes);
    }
    void sent(ClassId c, std::uint8_t weight, Bytes length) {
      if (c != at || left <= 0) {
        at = c;
        left = weight;
      }
      left -= static_cast<std::int32_t>((length.count() + kVlUnit.count() - 1) / kVlUnit.count());
    }
  };

  bool may_go_first(const EgressConfig& config) const {
    return config.vl_limit == kNoVlLimit || high_sent_ == Bytes(0) || high_sent_ < kVlLimitUnit * config.vl_limit;
  }

  std::array<Turn, 2> turns_{};
  Bytes high_sent_;  // since a packet of the low table last might go
};

}  // namespace weir::egress
