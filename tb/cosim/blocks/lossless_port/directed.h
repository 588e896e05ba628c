// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Directed cycles of the port that do not stand with the others.

#pragma once

#include "tb/cosim/blocks/lossless_port/script_writer.h"

namespace weir::cosim {

// What the engine forgets of a class that takes part no more, while nothing else gives it a clock.
void classes_that_go(LosslessPortWriter& write);

// What is heard, written, or told by levels counts from the edge of its cycle on; the largest deficits, FCTBS and
// pauses; values that change as they are read.
void counts_from_the_edge(LosslessPortWriter& write);

}  // namespace weir::cosim
