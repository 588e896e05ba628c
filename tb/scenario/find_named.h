// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Devices and flows by the names that a key has for them. What there is not is a ScenarioError at the key, with the
// nearest name.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tb/scenario/reader.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

// Index in Topology::devices of `name`, which stands in the value of `key`.
std::size_t device_named(const Reader& reader, std::string_view key, const std::string& name,
                         const network::Topology& topology);

// Index in Scenario::flows of the value of `key`.
std::size_t flow_named(const Reader& reader, std::string_view key, const Scenario& scenario);

}  // namespace weir::scenario
