// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of the register bank: each word that is kept read, written and refused, for each choice of bytes;
// each value read whole or by its lower half, by a snapshot, and by its upper half alone; each flag by event, level and
// clear in every combination; what is answered with an error; each access or event directly after each other; and
// times without any of more than 2^k cycles.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/port_registers_cycle.h"
#include "tb/cosim/event_groups.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class PortRegistersCoverage {
 public:
  using Inputs = reference::PortRegistersInputs;
  using Outputs = reference::PortRegistersOutputs;

  explicit PortRegistersCoverage(const reference::PortRegistersConfig& config, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::PortRegistersConfig& /*mode*/) { events_.start(); }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {kept_, bytes_, values_, flags_, errors_, events_.orders(), events_.held()};
  }

 private:
  void access(const Inputs& in, const Outputs& out);
  void read(const Outputs& out, const reference::RegisterPlace& place);
  void write(const Inputs& in, const reference::RegisterPlace& place);
  void flags(const Inputs& in, bool clears);

  unsigned port_;
  std::uint64_t met_ = 0;  // events of this cycle
  CoverageGroup kept_;
  CoverageGroup bytes_;
  CoverageGroup values_;
  CoverageGroup flags_;
  CoverageGroup errors_;
  EventGroups events_;
};

}  // namespace weir::cosim
