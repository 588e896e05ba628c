// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A star: one switch s1, hosts h1..hn; host h<i> is at port i-1.

#pragma once

#include <cstddef>

#include "tb/network/topology.h"

namespace weir::network {

Topology make_star(std::size_t hosts, const link::LinkConfig& link);

}  // namespace weir::network
