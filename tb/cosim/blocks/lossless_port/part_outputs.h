// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a part of a port in RTL shows, beside what the switch's model has.

#pragma once

#include <string>
#include <string_view>

#include "tb/cosim/blocks/lossless_port/port_in_switch.h"
#include "tb/cosim/ports.h"

namespace weir::cosim {

// Throws for the first output of the part, a block of this kind, that differs.
template <class Kind>
void compare_outputs(const PortInSwitch& port, const std::string& name, std::string_view part,
                     const typename Kind::Setup& widths, const typename Kind::Outputs& out,
                     const typename Kind::Outputs& model) {
  if (!port.compares() || out == model)
    return;
  for (const PortOf<typename Kind::Outputs>& pin : Kind::ports(widths).outputs) {
    if (pin.get(out) != pin.get(model))
      port.differs(name, part, pin.name, pin.get(out), pin.get(model));
  }
}

}  // namespace weir::cosim
