// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the switches of one scenario share in a process: the pool of frames, so that frames cross cables between them
// without a copy, and the list of their ports, by which each finds the switch at the other end of a cable.

#pragma once

#include <map>
#include <memory>
#include <string>

#include "hw_model/base/ids.h"
#include "hw_model/datapath/link/frame_transaction.h"
#include "hw_model/datapath/port/port.h"

namespace weir::platform {

struct Chip;

struct Plant {
  struct Place {
    Chip* chip = nullptr;
    PortId port;
  };

  link::FramePool pool;
  std::map<const port::Port*, Place> ports;

  // The plant of the living switches of this scenario, or a new one.
  static std::shared_ptr<Plant> of(const std::string& source);
};

}  // namespace weir::platform
