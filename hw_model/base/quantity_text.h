// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Quantities as text, as a scenario file would have them: the shortest exact decimal with at most three decimals,
// "85.6us", "21.968KB", "10Gbps".

#pragma once

#include <string>

#include "hw_model/base/units.h"

namespace weir {

std::string quantity_text(Time time);
std::string quantity_text(BitRate rate);
std::string quantity_text(Bytes length);

// "21968 B": for numbers that readers add up.
std::string bytes_text(Bytes length);

}  // namespace weir
