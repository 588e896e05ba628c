// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The bench's card of a congestion detector: what a scenario must have so that the detector tells a root of congestion
// from a victim, for `weir check`. Each family of detectors has a file, NAME_card.cpp.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hw_model/mechanisms/congestion/congestion.h"
#include "tb/bounds/bound_parts.h"

namespace weir::bounds {

class DetectorCard {
 public:
  virtual ~DetectorCard() = default;

  // Of a switch with the detector: a line for each of its other mechanisms with which the detector does not work,
  // whatever its links and thresholds; empty lines do not count.
  virtual std::vector<std::string> misfits(const asic::SwitchConfig& /*device*/) const { return {}; }

  // Of switches with the detector: a line for each bound that the settings break, beside misfits(); empty lines do not
  // count.
  virtual std::vector<std::string> warnings(const Alike& alike) const = 0;

  // Of switches to which other switches with the detector send: a bound that these switches break, or "".
  virtual std::string receiver_warning(const Alike& /*alike*/) const { return ""; }

  // Of switches with the detector: what follows from the settings.
  virtual std::vector<std::string> notes(const Alike& /*alike*/) const { return {}; }
};

// Throws std::invalid_argument for a detector from outside of weir whose card was not added.
const DetectorCard& detector_card(congestion::DetectorKind kind);

// The card of a detector that congestion::add_detector() adds; both arguments live as long as the process. Throws
// std::invalid_argument if the detector has a card already.
void add_detector_card(std::string_view word, const DetectorCard& card);

// What the detector of a port with this link is built from.
congestion::PortContext context_at(const asic::SwitchConfig& device, const link::LinkConfig& link);

// Pauses hold a queue that one feeder fills at XON to XOFF, so that a level of XON or more says nothing of it: a line
// for the first class, or "". `what`: what follows.
std::string level_warning(const Alike& alike, const std::string& key, Bytes level, const std::string& what);

}  // namespace weir::bounds
