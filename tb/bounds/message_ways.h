// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The ways of what switches and hosts tell sources of congestion: notifications and rate tags, which have classes and
// fill VIQs as packets do.

#pragma once

#include <string>
#include <vector>

#include "tb/network/buffer_dependency.h"
#include "tb/scenario/scenario.h"

namespace weir::bounds {

// What names the class, or the service, of a message about packets of this class. Its PCP is the number of the
// class, its DEI is 0, and it has no DSCP.
ClassId message_class(const reference::ClassMapperConfig& mapper, ClassId traffic_class);

// Puts what the messages of a scenario can fill to what its packets can, where classes follow hops.
void add_message_ways(const scenario::Scenario& scenario, network::BufferDependencies& dependencies);

// A line where messages are in a class in which a switch has no room for them.
std::vector<std::string> message_warnings(const scenario::Scenario& scenario);

}  // namespace weir::bounds
