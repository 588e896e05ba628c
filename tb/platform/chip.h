// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What stands behind weir::Switch: the switch of the model, and what it shares with the other switches.

#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "hw_model/asic/switch_asic.h"
#include "hw_model/datapath/link/no_cable.h"
#include "tb/platform/irq_line.h"
#include "tb/platform/plant.h"
#include "tb/platform/request.h"

namespace weir::platform {

class Recorder;

struct Chip {
  std::shared_ptr<Plant> plant;  // before the switch, which gives its frames back
  std::unique_ptr<asic::SwitchAsic> asic;
  IrqLine irq{"irq_due"};
  bool has_pins = false;  // inputs that something is bound to
  sc_core::sc_event start{"start"};
  std::uint32_t index = 0;                           // in the topology
  ClassMask shown{};                                 // whose queues waves show
  std::set<std::size_t> captured;                    // ports that a capture has
  std::vector<std::shared_ptr<Recorder>> recorders;  // that must know when the switch ends
  ~Chip();

  // Of the module.
  std::string name() const { return asic->get_parent_object()->name(); }

  // The lines of the pins have these levels now. A change acts at the next boundary, as a register access does.
  void line_reset(bool held);
  void line_link(std::size_t port, bool up);

 private:
  bool held_ = false;
  std::vector<std::uint8_t> down_;  // by port, from 0 on; those behind its end are up
};

// Makes the switch as weir::scenario::build() makes it, below the module under construction. `module`: the name of this
// module, for settings without a name. Throws ScenarioError or std::invalid_argument, one line.
std::unique_ptr<Chip> make_chip(const Request& request, const std::string& module);

// The cables are bound: ports whose cables lead to switches of this plant learn what the other ends offer. Throws
// std::invalid_argument if a port speaks by ordered sets, and its cable leads to anything else.
void meet_peers(Chip& chip);

// The other end of the cable of a port, once bound; null: no switch of this plant.
const Plant::Place* peer_of(const Chip& chip, PortId port);

// The ends of ports without a cable, in both directions, where frames are lost; and of the registers of a switch that
// was refused, where an access is answered with an error.
link::NoCable& no_cable();
link::NoCable& no_registers();

}  // namespace weir::platform
