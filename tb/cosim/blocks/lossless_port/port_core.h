// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The RTL of a port's top, by itself or in lock-step with its cycle model: what a port in a switch (port_in_switch.h)
// plays its cycles on. Inputs and outputs are those of all tops; each has some of them. The cycle model is clocked with
// the RTL in either case: what no pin of the top shows is the model's.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "hw_model/base/units.h"
#include "hw_model/cycle_models/gentle_port_cycle.h"
#include "hw_model/cycle_models/gradient_port_cycle.h"
#include "tb/cosim/coverage_book.h"
#include "tb/cosim/fidelity.h"

namespace weir::cosim {

class PortCore {
 public:
  struct Inputs : reference::GentlePortInputs, reference::CrossbarRequests {
    std::uint64_t linear_range = 1;
  };
  struct Outputs : reference::GentlePortOutputs, reference::CrossbarAnswers {
    std::uint64_t factor = 0;  // of the limiter of the class shown
  };

  virtual ~PortCore() = default;

  virtual std::string_view top() const = 0;
  virtual reference::EquippedPortConfig widths() const = 0;

  // One cycle with these inputs; outputs as before its edge.
  virtual Outputs clock(const Inputs& in) = 0;
  // The outputs of such a cycle without its edge.
  virtual Outputs evaluate(const Inputs& in) = 0;
  // The registers as the next cycle finds them.
  virtual const reference::LosslessPortCycle& model() const = 0;
  // The detector of a class, or nullptr where the top has none.
  virtual const reference::TcdDetectorCycle* detector(std::size_t c) const = 0;
  // The limiter of a class, and its gradient gate, likewise.
  virtual const reference::RateLimiterCycle* limiter(std::size_t c) const = 0;
  virtual const reference::GradientGateCycle* gate(std::size_t c) const = 0;
  // Cycles from a message to its rate; 0: the top has no division.
  virtual unsigned division() const = 0;
};

}  // namespace weir::cosim
