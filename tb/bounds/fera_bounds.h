// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The gain and speed of FERA's loop, known before a run (FERA, chapters 5 and 6; docs/reference/fera.md): without
// delay, with sources that always have something to send.

#pragma once

#include <string>
#include <vector>

#include "hw_model/reference/fera_settings.h"
#include "tb/bounds/bound_parts.h"

namespace weir::bounds {

// alpha k/Q_eq = k C T/Q_eq: by how much of its distance from Q_eq the queue moves in T (eq. (5)); of the hyperbola
// above Q_eq, where it is steeper, (a - 1)/a in place of k. Below 1 the queue does not overshoot, from 2 on it swings
// for ever.
double fera_loop_gain(const reference::FeraSettings& settings, Bytes interval_bytes);

// The gain of a port of these switches with this link.
double fera_loop_gain(const Alike& alike, const link::LinkConfig& link);

// Intervals until a queue that begins empty is within a tenth of Q_eq: eq. (5), (1 - gain)^n <= 1/10. As printed, eq.
// (7), which has n + 1 of them: one fewer. 0 < gain < 1.
double fera_steps(double gain);
double fera_steps_as_printed(double gain);

}  // namespace weir::bounds
