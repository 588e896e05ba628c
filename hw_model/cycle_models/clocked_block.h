// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A clocked block of a switch beside the model that the switch runs: RTL, or RTL and its cycle model in lock-step. By
// itself a switch has none. An adapter beside the model turns what happens there into cycles of the block, takes the
// block's decisions, and says what the model has.

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "hw_model/base/units.h"

namespace weir::reference {

// Config: the widths of the block's ports. Inputs, Outputs: of one cycle.
template <class ConfigOf, class InputsOf, class OutputsOf>
class ClockedBlock {
 public:
  using Config = ConfigOf;
  using Inputs = InputsOf;
  using Outputs = OutputsOf;

  // `name`: of the instance, "s1.p2.c0". Throws std::invalid_argument for widths that the block cannot have.
  using Factory = std::function<std::unique_ptr<ClockedBlock>(const Config& asked, const std::string& name)>;
  static Factory reference() {
    return [](const Config&, const std::string&) -> std::unique_ptr<ClockedBlock> { return nullptr; };
  }

  virtual ~ClockedBlock() = default;

  // Of its ports, at least what was asked for; what is narrower in the switch is the same in wider registers.
  virtual Config widths() const = 0;

  // One cycle; outputs as before its clock edge.
  virtual Outputs clock(const Inputs& in) = 0;
  // The outputs of such a cycle without its clock edge.
  virtual Outputs evaluate(const Inputs& in) = 0;

  // What the model has where the block gave `out`. Outputs that the model does not know are those of `out`.
  virtual void compare(const Outputs& /*out*/, const Outputs& /*model*/) {}

  // Of what follows, for messages.
  void at(Time now) { now_ = now; }

 protected:
  Time now() const { return now_; }

 private:
  Time now_;
};

}  // namespace weir::reference
