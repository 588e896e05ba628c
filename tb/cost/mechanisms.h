// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The mechanisms that a switch may be asked to have, by the names that lists and reports use. Known are the schemes of
// flow control, the congestion detectors, the deadlock units with ITSY's resolutions, and the class mapping by TTL: all
// of them from the tables of their owners.

#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/asic/switch_config.h"
#include "hw_model/ledger/chip.h"
#include "tb/cost/queue_frames.h"

namespace weir::cost {

// A deadlock unit, and its resolution if it has one.
struct UnitChoice {
  deadlock::Unit unit{};
  deadlock::Resolution resolution = deadlock::Resolution::kNone;
  auto operator<=>(const UnitChoice&) const = default;
};

struct Selection {
  std::vector<flow_control::Scheme> schemes = {};
  std::vector<congestion::DetectorKind> detectors = {};
  std::vector<UnitChoice> units = {};
  bool ttl = false;
  bool operator==(const Selection&) const = default;
};

// How much of the packet buffer is kept for flow control: what the device says, or what each scheme needs for these
// frames.
struct Headrooms {
  bool as_needed = false;
  QueueFrames frames = {};
};

struct MechanismName {
  std::string name;
  std::string text;
};

// All of them, in the order of the datapath.
std::vector<MechanismName> known_mechanisms();

// "gfc", "red", "fecn" stand for gfc_buffer_based, red_ecn, ib_fecn. A resolution brings ITSY with it. Throws
// std::invalid_argument that names the nearest known one.
Selection select_mechanisms(const std::vector<std::string>& names);

// What a configuration has.
Selection selection_of(const asic::SwitchConfig& device);

// The names of a selection, in the order of known_mechanisms().
std::vector<std::string> names_of(const Selection& selection);

// The hardware that can do all of it. Where two schemes, units or resolutions are selected, of which a running switch
// uses one at a time, the chip has the registers of both; what both have under one name is there once, in the wider
// form. Its ports have the register bank of a port. Throws std::invalid_argument as asic::declare_switch does.
ledger::Chip declare(const asic::SwitchConfig& device, const Selection& selection, const Headrooms& headrooms = {});

// The same switch with one scheme, and one unit or resolution, at a time: what `declare` merges. Throws
// std::invalid_argument where a scheme whose classes follow the TTL has no class for each hop.
std::vector<asic::SwitchConfig> variants(const asic::SwitchConfig& device, const Selection& selection,
                                         const Headrooms& headrooms);

// Whether its switch is best given queues at its inputs whatever its scheme: an output must choose among them under
// one, and none looks at egress queues.
bool wants_input_queues(const Selection& selection);

// Queues at its inputs in place of its outputs, crossed in cells that take a clock or longer.
void give_input_queues(asic::SwitchConfig& device);

// PFC and nothing else.
Selection plain_pfc();

// Whether the buffer of a switch with the mechanism of this name has partitions.
bool has_partitions(std::string_view mechanism);

}  // namespace weir::cost
