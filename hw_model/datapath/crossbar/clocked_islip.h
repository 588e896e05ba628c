// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The iSLIP of a crossbar that moves cells as a clocked block (rtl/islip) beside the model. A slot is a cycle, whose
// requests are all that stand in the slot, and whose matching is taken. Of slots in a row in which packets that are
// alone cross, or in which nobody asks, only the first is played: the block then stays as it is. The block decides;
// where it stands in lock-step it is compared with the model, matching and pointers. A block with more inputs than the
// crossbar may have a pointer at the first port that is none, where the model has 0.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/cycle_models/islip_cycle.h"
#include "hw_model/datapath/crossbar/port_set.h"
#include "hw_model/reference/factories.h"

namespace weir::crossbar {

struct Match {
  PortId input;
  PortId output;
};

// What the crossbar knows of a slot: row = output, members = the inputs that request it; the outputs that are
// requested; and those of them whose packet crosses without the arbiter, because it is alone.
struct AskedSlot {
  const PortMatrix& requests;
  const PortSet& outputs;
  const PortSet& crossing;
};

// The pointers of the model.
struct IslipTurns {
  std::span<std::uint16_t> grant;   // one an output
  std::span<std::uint16_t> accept;  // one an input
};

class ClockedIslip {
 public:
  ClockedIslip(std::unique_ptr<reference::IslipBlock> block, std::size_t ports);

  // The time of what follows, for messages.
  void at(Time now) { now_ = now; }

  // The cycle of a slot. `matches`: those of the model, whose pointers have moved to `turns`. True: the block has
  // answered otherwise. Then `matches` are its pairs, in the order of inputs, and `turns` its pointers; packets that
  // cross alone go on.
  bool settle(const AskedSlot& slot, std::vector<Match>& matches, IslipTurns turns);
  // The first of some slots that are passed over.
  void rest(const AskedSlot& slot);
  // A cycle in reset.
  void reset();

 private:
  reference::IslipInputs requests_of(const AskedSlot& slot) const;
  reference::IslipOutputs evaluate(const AskedSlot& slot, std::span<const Match> matches,
                                   reference::IslipOutputs& model);
  void expect_pointer(const reference::IslipPointerBits& block, reference::IslipPointerBits& model, std::size_t port,
                      unsigned pointer) const;
  void take_over(const reference::IslipOutputs& out, const PortSet& crossing, std::vector<Match>& matches,
                 IslipTurns turns);
  void clock();

  std::unique_ptr<reference::IslipBlock> block_;
  std::size_t ports_;
  reference::IslipConfig widths_;    // of the block
  reference::IslipPointers before_;  // the model's, of the slot at hand
  reference::IslipInputs in_;        // of the cycle at hand
  Time now_;
};

// Null where the switch has no block, as a switch by itself.
std::unique_ptr<ClockedIslip> make_clocked_islip(const reference::Factories* factories, const std::string& device,
                                                 std::size_t ports, unsigned iterations);

}  // namespace weir::crossbar
