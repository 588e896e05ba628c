// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How far the next r of a form of FERA's meter is from double precision, over loads and queues that a port may see:
// worked out, not simulated. The figures are in docs/reference/fera.md.

#pragma once

#include "hw_model/reference/fera_settings.h"

namespace weir::reference {

// Parts of r: 0.001 is a thousandth too much.
struct FeraRateError {
  double worst = 0;  // the largest, without its sign
  double mean = 0;   // with it: what r drifts by in each T, and moves the queue
};

struct FeraRateErrors {
  FeraRateError rounding;  // against the same form in double precision
  FeraRateError form;      // against r f/rho in double precision
};

// Over rho from 1 - span to 1 + span, q from 0 to 4 Q_eq and r from C/1000 to C/4, in steps that are prime to powers of
// two, where r stays within [r_min, C]. 0 < span < 1.
FeraRateErrors fera_rate_errors(const FeraSettings& settings, const FeraPort& port, double span);

// The queue at which flows that fill the port exactly leave r as it is: where f and rounding make 1. The step of r is
// taken at rho = 1 for q from 0 to 4 Q_eq; the middle of those at which r neither rises nor falls, in bytes. Nearest:
// Q_eq. Q_eq - Q_eq 2^-(F + 1)/k and less by floor.
double fera_resting_queue(const FeraSettings& settings, const FeraPort& port);

}  // namespace weir::reference
