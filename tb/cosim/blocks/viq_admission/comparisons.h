// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "hw_model/cycle_models/viq_admission_cycle.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

// Both sides of each comparison of viq_admission equal, one apart and in one bit apart, at each bit, where its outcome
// shows.
Script<reference::ViqAdmissionInputs> viq_comparisons(const reference::ViqAdmissionConfig& config);

}  // namespace weir::cosim
