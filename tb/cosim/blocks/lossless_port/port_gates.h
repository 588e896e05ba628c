// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The gradient gate of a class that a switch or host has, with one port in RTL behind it (port_in_switch.h). Counts
// that the port shows in a message alone are, at other times, those of its cycle model.

#pragma once

#include <cstddef>
#include <string>

#include "hw_model/cycle_models/gradient_gate_cycle.h"
#include "hw_model/cycle_models/port_parts.h"
#include "tb/cosim/blocks/lossless_port/port_parts.h"

namespace weir::cosim {

class GateOfPort final : public reference::GradientGateBlock,
                         public reference::PortGate<reference::GradientGateOutputs> {
 public:
  using Inputs = reference::GradientGateInputs;
  using Outputs = reference::GradientGateOutputs;

  // Throws std::invalid_argument where the gates of the top have other widths, or this class has none.
  GateOfPort(SharedPort port, std::string name, std::size_t c, const reference::GradientGateConfig& asked);

  reference::GradientGateConfig widths() const override;
  Outputs clock(const Inputs& in) override;
  Outputs evaluate(const Inputs& in) override;
  void compare(const Outputs& out, const Outputs& model) override;

  void period_passed() override;
  Outputs told() override;

 private:
  PortInSwitch::Inputs still();
  PortInSwitch::Inputs inputs(const Inputs& in);
  Outputs outputs(const reference::GradientGateCycle& gate, const PortInSwitch::Outputs& out) const;

  SharedPort port_;
  std::string name_;
  std::size_t c_;
};

}  // namespace weir::cosim
