// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One function a part of the file. The document has been checked value by value; these resolve it and check what holds
// between keys. All throw ScenarioError.

#pragma once

#include <cstdint>
#include <vector>

#include "tb/scenario/document.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

// Random graphs and failures are drawn by `seed`.
network::Topology load_topology(const Document& document, std::uint64_t seed);

// Ports stay empty; flow control and limiter included.
asic::SwitchConfig load_device(const Document& document);
flow_control::FlowControlConfig load_flow_control(const Document& document);
LimiterSettings load_fidelity(const Document& document);

// [traffic] and [[flow]], routes followed.
std::vector<Flow> load_flows(const Document& document, const Scenario& scenario);

// [expect]; flows, devices, ports and classes that it names must exist.
std::vector<Expectation> load_expectations(const Document& document, const Scenario& scenario);

}  // namespace weir::scenario
