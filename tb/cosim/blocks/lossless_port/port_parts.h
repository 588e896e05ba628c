// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The blocks that a switch has of a port, with one port in RTL behind them (port_in_switch.h): the inputs of a block
// are those of the port in a cycle in which nothing happens to the other parts; its outputs are those of the port, and,
// of registers that the port does not show, of the cycle model.

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "hw_model/cycle_models/egress_scheduler_cycle.h"
#include "hw_model/cycle_models/ib_credits_cycle.h"
#include "hw_model/cycle_models/pfc_engine_cycle.h"
#include "hw_model/cycle_models/port_parts.h"
#include "hw_model/cycle_models/tcd_block.h"
#include "tb/cosim/blocks/lossless_port/port_in_switch.h"

namespace weir::cosim {

using SharedPort = std::shared_ptr<PortInSwitch>;

// PAUSE frames. Depths are compared by the registers of the port; what asks for a pause in another way comes as a
// level.
class PausesOfPort final : public reference::PfcEngineBlock, public reference::PortDepths<reference::PfcEngineInputs> {
 public:
  using Inputs = reference::PfcEngineInputs;
  using Outputs = reference::PfcEngineOutputs;

  PausesOfPort(SharedPort port, std::string name);

  reference::PfcEngineConfig widths() const override { return {}; }
  Outputs clock(const Inputs& in) override;
  Outputs evaluate(const Inputs& in) override;
  void compare(const Outputs& out, const Outputs& model) override;

  bool compare(const reference::QueueDepth& queue, const Inputs& rest) override;
  bool was_reset() override;

 private:
  PortInSwitch::Inputs inputs(const Inputs& in);

  SharedPort port_;
  std::string name_;
  std::uint64_t resets_;
};

// The credits of a class.
class CreditsOfPort final : public reference::IbCreditsBlock, public reference::PortPart {
 public:
  using Inputs = reference::IbCreditsInputs;
  using Outputs = reference::IbCreditsOutputs;

  CreditsOfPort(SharedPort port, std::string name, std::size_t c);

  reference::IbCreditsConfig widths() const override { return port_->widths().credits(); }
  Outputs clock(const Inputs& in) override;
  Outputs evaluate(const Inputs& in) override;
  void compare(const Outputs& out, const Outputs& model) override;

 private:
  PortInSwitch::Inputs inputs(const Inputs& in);
  Outputs outputs(reference::IbCreditsCycle model, const Inputs& in, const PortInSwitch::Outputs& out) const;

  SharedPort port_;
  std::string name_;
  std::size_t c_;
};

// The scheduler. Classes that the flow control of another block holds, or gives no credits, are not open.
class SchedulerOfPort final : public reference::EgressSchedulerBlock, public reference::PortPart {
 public:
  using Inputs = reference::EgressSchedulerInputs;
  using Outputs = reference::EgressSchedulerOutputs;

  SchedulerOfPort(SharedPort port, std::string name);

  reference::EgressSchedulerConfig widths() const override { return {}; }
  Outputs clock(const Inputs& in) override;
  Outputs evaluate(const Inputs& in) override;
  void compare(const Outputs& out, const Outputs& model) override;

 private:
  PortInSwitch::Inputs inputs(const Inputs& in);

  SharedPort port_;
  std::string name_;
};

// The TCD detector of a class. Whether the class is OFF the port knows; a packet that goes is in the cycle in which the
// scheduler has started it.
class DetectorOfPort final : public reference::TcdBlock, public reference::PortDetector<reference::TcdDetectorInputs> {
 public:
  using Inputs = reference::TcdDetectorInputs;
  using Outputs = reference::TcdDetectorOutputs;

  DetectorOfPort(SharedPort port, std::string name, std::size_t c)
      : port_(std::move(port)), name_(std::move(name)), c_(c) {}

  reference::TcdDetectorConfig widths() const override { return port_->widths().detector(); }
  Outputs clock(const Inputs& in) override;
  Outputs evaluate(const Inputs& in) override;
  void compare(const Outputs& out, const Outputs& model) override;

  void ticks(Time tick) override { port_->watch(c_, tick); }
  void set(const Inputs& settings, std::uint64_t tick) override;

 private:
  void tell(PortInSwitch::Inputs& cycle, const Inputs& in) const;

  SharedPort port_;
  std::string name_;
  std::size_t c_;
};

}  // namespace weir::cosim
