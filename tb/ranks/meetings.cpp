// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/ranks/meetings.h"

#include <algorithm>
#include <map>

namespace weir::ranks {

Meetings::Meetings(Communicator& communicator, network::Border& border, const network::Topology& topology, Time quantum)
    : communicator_(communicator), border_(border) {
  std::map<std::uint32_t, Time> delays;
  for (const network::Cable& cable : topology.cables) {
    if (border.is_own(cable.a.device) == border.is_own(cable.b.device)) {
      continue;
    }
    const std::size_t far = border.is_own(cable.a.device) ? cable.b.device : cable.a.device;
    Time& least = delays.try_emplace(border.division().rank_of[far], cable.link.delay).first->second;
    least = std::min(least, cable.link.delay);
  }
  for (const auto& [rank, delay] : delays) {
    const Time interval = delay / quantum * quantum;
    neighbours_.push_back({rank, interval, interval});
  }
}

Time Meetings::next() const {
  Time next = kNever;
  for (const Neighbour& neighbour : neighbours_) {
    next = std::min(next, neighbour.next);
  }
  return next;
}

void Meetings::meet(Time at) {
  due_.clear();
  for (Neighbour& neighbour : neighbours_) {
    if (neighbour.next == at) {
      due_.push_back(neighbour.rank);
      neighbour.next += neighbour.interval;
    }
  }
  exchange();
}

void Meetings::meet_all() {
  due_.clear();
  for (const Neighbour& neighbour : neighbours_) {
    due_.push_back(neighbour.rank);
  }
  exchange();
}

void Meetings::exchange() {
  out_.resize(due_.size());
  in_.resize(due_.size());
  for (std::size_t i = 0; i < due_.size(); ++i) {
    border_.take(due_[i], out_[i]);
  }
  communicator_.exchange(due_, out_, in_);
  for (const Message& frames : in_) {
    border_.deliver(frames);
  }
}

}  // namespace weir::ranks
