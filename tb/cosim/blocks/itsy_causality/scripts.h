// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts of a causality unit that stand in comparison_scripts.cpp.

#pragma once

#include "tb/cosim/blocks/itsy_causality/script_writer.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

using ItsyScript = Script<ItsyWriter::In>;

ItsyScript itsy_names(const reference::ItsyCausalityConfig& config);
ItsyScript itsy_numbers_compared(const reference::ItsyCausalityConfig& config);

}  // namespace weir::cosim
