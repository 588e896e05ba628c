// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A port of a switch or host as one top in RTL: by itself, or in lock-step with its cycle model. The blocks that the
// switch has (port_parts.h) stand before it; what happens at one of them is a cycle of the whole port. The cycle model
// is clocked with the RTL in either case: what no pin of the top shows is the model's.
//
// One cycle in three with an event also reads a value of the map, one after another, so that what the blocks hold is
// compared as software reads it. The bank of the registers has an edge in that cycle and in the next, for the answer;
// in the third it has none, so that a gate of another bank that opens only with it shows.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw_model/base/units.h"
#include "tb/cosim/blocks/lossless_port/lossless_port.h"
#include "tb/cosim/coverage_book.h"
#include "tb/cosim/fidelity.h"

namespace weir::cosim {

class PortInSwitch {
 public:
  using Inputs = reference::LosslessPortInputs;
  using Outputs = reference::LosslessPortOutputs;

  // Registers that the port keeps, by their place in kKeptRegisters.
  enum Kept : std::size_t { kXoff = 3, kXon = 4, kPauseQuanta = 5, kRefreshQuanta = 6, kLossless = 7 };

  // `name`: "s1.p2". At `rtl` or `lockstep`; after a reset, and with no class that has PFC.
  PortInSwitch(const Variant<LosslessPortKind>& variant, std::string name, Fidelity fidelity,
               const LockstepTrail& trail);
  ~PortInSwitch();

  // Of what follows, for messages.
  void at(Time now) { now_ = now; }

  // A cycle without an event: the settings as they stand.
  const Inputs& still() const { return still_; }
  Inputs& still() { return still_; }

  // One cycle with these inputs; outputs as before its edge.
  Outputs clock(Inputs in);
  // The outputs of such a cycle without its edge.
  Outputs evaluate(const Inputs& in);
  // The registers as the next cycle finds them.
  const reference::LosslessPortCycle& model() const { return model_; }
  const reference::LosslessPortConfig& widths() const { return widths_; }

  // Writes a register by the bus, if it has another value.
  void keep(Kept which, std::uint32_t value);
  static bool fits(Kept which, Bytes value);

  // A reset and its release. Registers are as after a reset, but that no class has PFC.
  void reset();
  // How many resets there have been.
  std::uint64_t resets() const { return resets_; }

  bool compares() const { return compares_; }
  // Ends the run: RTL and the switch's model differ in this output of a part.
  [[noreturn]] void differs(const std::string& instance, std::string_view part, const std::string& output,
                            std::uint64_t rtl, std::uint64_t model) const;

 private:
  class Core;
  class Alone;
  class Beside;

  Outputs play(const Inputs& in);

  std::string name_;
  reference::LosslessPortConfig widths_;
  bool compares_;
  reference::LosslessPortCycle model_;
  std::unique_ptr<Core> core_;
  Inputs still_;
  std::array<std::uint64_t, reference::PortRegistersCycle::kKept> kept_{};
  std::vector<std::uint32_t> values_;  // addresses of what the port holds
  std::size_t next_value_ = 0;
  unsigned until_read_ = 0;  // cycles with an event
  std::uint64_t resets_ = 0;
  std::uint64_t cycles_ = 0;
  Time now_;
};

}  // namespace weir::cosim
