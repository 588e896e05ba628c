// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The numbers of the gradient rule (reference/gradient_gate.h) that follow from the settings of a switch.

#pragma once

#include "hw_model/base/units.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
#include "hw_model/reference/gradient_gate.h"

namespace weir::flow_control {

// The gradient rule of a port with this longest frame.
reference::GradientConfig gradient_rule(const GfcGradientConfig& gfc, Bytes max_frame);

}  // namespace weir::flow_control
