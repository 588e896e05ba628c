// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// When this rank meets its neighbours, and what they give each other: the frames on the cables between them. Two
// neighbours meet at each multiple of the least delay of their cables, rounded down to whole quanta. A frame that
// leaves between two meetings arrives behind the second one, so that nobody ever gets a frame too late.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/base/units.h"
#include "tb/network/border.h"
#include "tb/network/topology.h"
#include "tb/ranks/communicator.h"

namespace weir::ranks {

class Meetings {
 public:
  // `quantum`: of the devices, the least delay of all cables. All references must outlive this object.
  Meetings(Communicator& communicator, network::Border& border, const network::Topology& topology, Time quantum);

  // The time of the next meeting with any neighbour; kNever: there is no neighbour.
  Time next() const;

  // Meets those neighbours with which a meeting is at `at`, which is next(). All own devices have done all work before
  // that time.
  void meet(Time at);

  // Meets all neighbours once more, at the same time on all ranks: no frame stays in an outbox.
  void meet_all();

 private:
  struct Neighbour {
    std::uint32_t rank = 0;
    Time interval;
    Time next;
  };

  void exchange();

  Communicator& communicator_;
  network::Border& border_;
  std::vector<Neighbour> neighbours_;  // by rank
  std::vector<std::uint32_t> due_;     // the ranks of the present meeting, and what they send and are sent
  std::vector<Message> out_;
  std::vector<Message> in_;
};

}  // namespace weir::ranks
