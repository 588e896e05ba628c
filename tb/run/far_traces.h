// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The traces of a network that is divided among ranks: every rank traces its own devices, and rank 0 gets copies of the
// other ranks' traces.

#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "hw_model/base/trace.h"
#include "hw_model/base/units.h"
#include "tb/ranks/communicator.h"

namespace weir {

class FarTraces {
 public:
  // A device, by its index in the network, and its trace, which outlives this object.
  using OfDevice = std::pair<std::size_t, Trace*>;

  // Before the run; every rank calls, with the devices here. The communicator outlives this object.
  FarTraces(ranks::Communicator& communicator, const std::vector<OfDevice>& here);

  // At rank 0: the traces of all devices, in the order of devices. Elsewhere none.
  std::vector<Trace*> all() const;

  // All devices have run up to `until`: moves the records before that time to rank 0. Every rank calls.
  void gather(Time until);

 private:
  ranks::Communicator& communicator_;
  std::vector<OfDevice> here_;
  std::map<std::size_t, std::unique_ptr<Trace>> far_;  // at rank 0, by device
};

}  // namespace weir
