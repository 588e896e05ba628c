// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The bench's cards of parts of weir/parts.h.

#pragma once

#include <cstddef>

namespace weir::plugin {

// Adds the bench's cards of the detectors and schemes that have been added to weir::parts behind the first so many.
void add_part_cards(std::size_t detectors, std::size_t schemes);

}  // namespace weir::plugin
