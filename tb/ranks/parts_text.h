// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

#include "tb/network/topology.h"
#include "tb/ranks/parts.h"

namespace weir::ranks {

// A division for people, in lines: what is cut; the devices and the work of each rank; how often which ranks meet.
std::string text_of(const Parts& parts, const network::Topology& topology);

}  // namespace weir::ranks
