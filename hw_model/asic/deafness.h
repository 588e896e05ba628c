// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// When the ports of a device hear nothing: what arrives is lost while the device is being reset, and while the link of
// the port is down. Between packets only one comparison is made with until(), which is in the past where nothing of
// that is going on.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"

namespace weir::asic {

class Deafness {
 public:
  explicit Deafness(std::size_t ports) : ports_(ports) {}

  // Why a frame is lost.
  enum class Why : std::uint8_t { kHeard, kReset, kLinkDown };

  // All that arrives at any port before `end` is lost; kNever: until another call.
  void reset_until(Time end) {
    reset_end_ = end;
    find_until();
  }
  Time reset_end() const { return reset_end_; }

  // What arrives at the port from now on is lost, or no longer. A link that is up for less than `parsing` was down
  // meanwhile: frames of that time may still be in the port.
  void link(PortId p, bool up, Time now, Time parsing) {
    down_.resize(ports_);
    Down& down = down_[p.index()];
    if (up) {
      down.until = now;
    } else {
      down.from = down.until > Time(0) && now - down.until <= parsing ? down.from : now;
      down.until = kNever;
    }
    find_until();
  }

  // Nothing that arrives from then on is lost.
  Time until() const { return until_; }

  [[gnu::noinline, gnu::cold]] Why why(PortId p, Time arrival) const {
    if (arrival < reset_end_)
      return Why::kReset;
    const bool down = !down_.empty() && down_[p.index()].from <= arrival && arrival < down_[p.index()].until;
    return down ? Why::kLinkDown : Why::kHeard;
  }
  bool is_deaf(PortId p, Time arrival) const { return arrival < until_ && why(p, arrival) != Why::kHeard; }

 private:
  struct Down {
    Time from;
    Time until;
  };

  void find_until() {
    until_ = reset_end_;
    for (const Down& down : down_)
      until_ = std::max(until_, down.until);
  }

  std::size_t ports_;
  Time until_;
  Time reset_end_;
  std::vector<Down> down_;  // by port; empty: no link has been down
};

}  // namespace weir::asic
