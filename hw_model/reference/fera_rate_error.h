// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The error of a form of FERA's meter: the distance of its next r from double precision, over the loads and queues that
// a port may see, computed without a simulation. The figures are in docs/reference/fera.md.

#pragma once

#include "hw_model/reference/fera_settings.h"

namespace weir::reference {

// Errors relative to r: 0.001 means that r is a thousandth too high.
struct FeraRateError {
  double worst = 0;  // the largest magnitude
  double mean = 0;   // the signed mean: the drift of r in each T, which moves the queue
};

struct FeraRateErrors {
  FeraRateError rounding;  // against the same form in double precision
  FeraRateError form;      // against r f/rho in double precision
};

// Errors over rho from 1 - span to 1 + span, q from 0 to 4 Q_eq and r from C/1000 to C/4, in steps coprime to powers of
// two, as far as r stays within [r_min, C]. 0 < span < 1.
FeraRateErrors fera_rate_errors(const FeraSettings& settings, const FeraPort& port, double span);

// The queue in bytes at which r does not change while flows fill the port exactly, given f and its rounding. The step
// of r is taken at rho = 1 for q from 0 to 4 Q_eq; the result is the middle of the q at which r neither rises nor
// falls. With rounding to the nearest: Q_eq; with floor: Q_eq - Q_eq 2^-(F + 1)/k or less.
double fera_resting_queue(const FeraSettings& settings, const FeraPort& port);

}  // namespace weir::reference
