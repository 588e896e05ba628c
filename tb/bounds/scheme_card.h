// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the bench knows of a flow-control scheme: the room that it needs so that nothing is lost, of any port for
// `weir cost` and of a scenario for `weir check` (docs/decisions/0250). Each family of schemes has a file,
// NAME_card.cpp.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw_model/asic/switch_config.h"
#include "tb/bounds/bound_parts.h"

namespace weir::bounds {

// Above the threshold at which the scheme first acts, of a (port, lossless class), under PAUSE of a port; of credits,
// what must be advertised so that a sender at line rate never waits for them.
struct RoomOfPort {
  Bytes each;
  const char* formula;  // in the symbols of the source
  const char* source;   // paper and equation
};

class SchemeCard {
 public:
  virtual ~SchemeCard() = default;

  virtual RoomOfPort room(const asic::SwitchConfig& device, const link::LinkConfig& port) const = 0;

  // Beyond that for whole packets: the formulas are of fluids, or count from a whole packet on.
  virtual Bytes packets(const asic::SwitchConfig& device) const = 0;

  // Below the threshold there must be room for a frame: otherwise the queue never takes one.
  virtual Bytes below_threshold(const asic::SwitchConfig& device) const { return device.max_frame; }

  // As bounds::required_headroom(), where links and events do nothing to feedback.
  virtual std::optional<Bytes> required_headroom(const Alike&) const { return std::nullopt; }

  // A line for each bound that the settings break; empty lines do not count.
  virtual std::vector<std::string> warnings(const Alike& alike) const = 0;

  // Whether the scheme bounds what VIQs hold, so that all of them together must fit into the buffer.
  virtual bool bounds_viqs() const { return true; }
};

// Null: of no flow control.
const SchemeCard* scheme_card(flow_control::Scheme scheme);

}  // namespace weir::bounds
