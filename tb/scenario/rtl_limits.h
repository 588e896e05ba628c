// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What devices ask of blocks in RTL, and what the RTL of the build has: rules for [fidelity].

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/asic/switch_config.h"
#include "hw_model/base/ids.h"
#include "tb/network/topology.h"

namespace weir::scenario {

// What a device asks of a block, and the parameter of the widest RTL that has to carry it.
struct Asked {
  std::string what;
  std::size_t many;
  std::string of;  // bits, inputs
  std::string parameter;
  unsigned built;
};

// Of blocks whose widths depend on the scenario, at one port.
std::vector<Asked> asked_of(std::string_view block, const asic::SwitchConfig& config, PortId p, bool is_switch);

// A block that is asked for by its name, and the RTL has not what the device is set to; nothing: it has. `all` leaves
// such a device its model.
std::string setting_not_built(std::string_view key, const network::DeviceSpec& device,
                              const asic::SwitchConfig& config);

// A parameter that the RTL of the program has not, and that RTL made at need (tb/cosim/at_need.h) would have; nothing:
// the RTL as built is right.
std::string made_at_need(std::string_view block, const asic::SwitchConfig& config, PortId p, bool is_switch);

// A rule by which a device runs and for which the block has no input; nothing: it has one for each.
std::string rule_without_input(std::string_view block, const asic::SwitchConfig& config);

}  // namespace weir::scenario
