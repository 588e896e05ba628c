// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What errors of links mean for the scheme of a scenario.

#pragma once

#include <string>

#include "tb/scenario/scenario.h"

namespace weir::bounds {

// Whether the wires of the cable err, in either direction.
bool damages(const scenario::Scenario& scenario, const network::Cable& cable);

// A line about what the scheme makes of lost packets and lost feedback, with the figure; "" where no link damages any
// frame, or nothing is protected.
std::string damage_warning(const scenario::Scenario& scenario);

}  // namespace weir::bounds
