// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rate limiter in a switch: as RTL, in lock-step, or recorded. A factory for this form precedes the existing
// factories for other forms.

#pragma once

#include "tb/cosim/blocks/rate_limiter/rate_limiter.h"

namespace weir::cosim {

class Recorder;

void install_limiter(reference::Factories& factories, const Variant<RateLimiterKind>& variant,
                     const FidelityAt& fidelity, const LockstepTrail& trail);
void record_limiter(reference::Factories& factories, const Variant<RateLimiterKind>& variant, Recorder& recorder);

}  // namespace weir::cosim
