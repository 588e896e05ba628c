// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// FERA's queue control functions f(q) (FERA, section 5.1, eqs. (1) and (2), section 7.6): 1 at Q_eq, less above, more
// below; never below c. In double precision and in the fixed point of the meter's hardware.
//
// The slopes of the stages are k, 2 k, 3 k, ..., so f is 1 - k/Q_eq times one sum: q - Q_eq plus, for each later stage
// n, the excess of q over n Q_eq. One stage is the linear function. Order of operations: the sum, one product with
// k/Q_eq, one difference, the floor. The hyperbola is a division of two sums with the constants a - 1 and b - 1.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/reference/fera_settings.h"

namespace weir::reference {

// That sum: q - Q_eq plus the excess of q over n Q_eq of each later stage n. q >= 0.
Bytes fera_ramp(const FeraSettings& settings, Bytes q);

// f(q). q >= 0.
double fera_queue_control(const FeraSettings& settings, Bytes q);

// k/Q_eq in units of 2^-(fraction_bits + depth_bits), to the nearest: the register of the slope.
std::int64_t fera_gain(const FeraSettings& settings, unsigned depth_bits);

// f(q) in units of 2^-fraction_bits, computed with fera_gain, or by a division for the hyperbola. q >= 0.
std::int64_t fera_queue_control_fixed(const FeraSettings& settings, Bytes q, unsigned depth_bits);

}  // namespace weir::reference
