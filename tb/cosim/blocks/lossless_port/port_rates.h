// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Credits and division of a port that a switch has with time-based GFC, with one port in RTL behind them
// (port_in_switch.h). The port hears a message when the message takes effect, with FCCL as far from FCTBS as at the
// arrival: t_r is the MAC's.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

#include "hw_model/cycle_models/linear_rate_cycle.h"
#include "hw_model/cycle_models/port_parts.h"
#include "tb/cosim/blocks/lossless_port/port_parts.h"

namespace weir::cosim {

class RatesOfPort final : public reference::LinearRateBlock, public reference::PortRates {
 public:
  RatesOfPort(SharedPort port, std::string name, const reference::LinearRateConfig& widths);

  reference::LinearRateConfig widths() const override { return widths_; }
  // Throw std::logic_error: the division is that of the port, which takes messages itself.
  Outputs clock(const Inputs& in) override;
  Outputs evaluate(const Inputs& in) override;

  void offers(const reference::CreditConfig& credits, Time now) override;
  void stores(ClassId c, bool comes, std::uint32_t blocks, Time now) override;
  void sends(ClassId c, std::uint32_t blocks) override;
  void period(ClassId c, Time now) override;
  void told(ClassId c, std::uint32_t fctbs, std::uint32_t fccl, Time now) override;
  void arrived(const reference::CreditSender& counts, Bytes range) override;
  std::uint64_t obeyed(ClassId c, Time now) override;

 private:
  SharedPort port_;
  std::string name_;
  reference::LinearRateConfig widths_;  // of the division
  reference::CreditConfig credits_;
  std::deque<PortInSwitch::Message> waiting_;  // in the order of arrival
};

}  // namespace weir::cosim
