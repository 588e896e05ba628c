// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Quantities as people write them: the shortest exact decimal text with at most three decimals, "85.6us", "21.968KB",
// "10Gbps". What a scenario file would have for the same value.

#pragma once

#include <string>

#include "hw_model/base/units.h"

namespace weir {

std::string quantity_text(Time time);
std::string quantity_text(BitRate rate);
std::string quantity_text(Bytes length);

// "21968 B": what readers add up.
std::string bytes_text(Bytes length);

}  // namespace weir
