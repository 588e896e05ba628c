// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// FERA's queue control functions f(q) (FERA, section 5.1, eqs. (1) and (2), section 7.6): 1 at Q_eq, less above, more
// below; never below c. In double precision, and as the meter's hardware has them.
//
// The slopes of the stages are k, 2 k, 3 k, ... so that f is 1 - k/Q_eq times one sum: q - Q_eq, and of each later
// stage n what q exceeds n Q_eq by. One stage is the linear function. Order of operations: the sum, one product with
// k/Q_eq, one difference, the floor. The hyperbola is a division, of two sums with the constants a - 1 and b - 1.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/reference/fera_settings.h"

namespace weir::reference {

// q - Q_eq, and what q is beyond each later stage. q >= 0.
Bytes fera_ramp(const FeraSettings& settings, Bytes q);

// f(q). q >= 0.
double fera_queue_control(const FeraSettings& settings, Bytes q);

// k/Q_eq in units of 2^-(fraction_bits + depth_bits), to the nearest: the register of the slope.
std::int64_t fera_gain(const FeraSettings& settings, unsigned depth_bits);

// f(q) in units of 2^-fraction_bits, by fera_gain or, the hyperbola, by a division. q >= 0.
std::int64_t fera_queue_control_fixed(const FeraSettings& settings, Bytes q, unsigned depth_bits);

}  // namespace weir::reference
