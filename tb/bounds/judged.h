// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is known of a scenario before it runs.

#pragma once

#include "tb/scenario/scenario.h"

namespace weir::bounds {

// The scenario with the safety bounds that it breaks before its own warnings, and with the headroom that its scheme
// requires, against which a switch judges a loss.
scenario::Scenario judged(scenario::Scenario scenario);

}  // namespace weir::bounds
