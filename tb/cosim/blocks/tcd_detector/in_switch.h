// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A TCD detector in a switch: RTL at each queue, or RTL in lock-step with its cycle model and with the switch's model.

#pragma once

#include "tb/cosim/blocks/tcd_detector/tcd_detector.h"

namespace weir::cosim {

void install_tcd(reference::Factories& factories, const Variant<TcdDetectorKind>& variant, Fidelity fidelity,
                 const LockstepTrail& trail);
void record_tcd(reference::Factories& factories, const Variant<TcdDetectorKind>& variant, Recorder& recorder);

}  // namespace weir::cosim
