// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Look-up of devices and flows named in the value of a key. An unknown name is a ScenarioError at the key, with the
// nearest known name.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tb/scenario/reader.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

// Index into Topology::devices of `name`, which the value of `key` contains.
std::size_t device_named(const Reader& reader, std::string_view key, const std::string& name,
                         const network::Topology& topology);

// Index into Scenario::flows of the value of `key`.
std::size_t flow_named(const Reader& reader, std::string_view key, const Scenario& scenario);

}  // namespace weir::scenario
