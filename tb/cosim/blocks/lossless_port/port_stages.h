// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The limiter of a class that a switch has with GFC, and the comparator of a class with buffer-based GFC, with one port
// in RTL behind them (port_in_switch.h). In lock-step the models of both stand beside the port.

#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>

#include "hw_model/cycle_models/port_parts.h"
#include "hw_model/reference/rate_limiter.h"
#include "hw_model/reference/stage_comparator.h"
#include "tb/cosim/blocks/lossless_port/port_parts.h"

namespace weir::cosim {

// Throws std::invalid_argument where the limiters of the top have another form than that of `built`, or other widths.
void require_limiter(reference::RateForm built, reference::RateForm form, const reference::RateLimiterConfig& asked);
// The table of the top for these thresholds. Throws std::invalid_argument where it has none.
reference::LeadingZeroTable require_table(const reference::StageComparatorConfig& asked);

class LimiterOfPort final : public reference::RateLimiter {
 public:
  LimiterOfPort(SharedPort port, std::string name, std::size_t c, reference::RateForm form,
                const reference::RateLimiterConfig& config);

  void packet_sent(Time end, Time transmission) override;
  void set_rate(Time now, std::uint64_t r_r) override;
  // Throws std::invalid_argument: limiters are reset with the port.
  void reset(Time now) override;
  Time idle_at() override;
  std::uint64_t r_r() const override { return r_r_; }
  reference::RateLimiterRegisters registers(Time now) override;
  bool modes_can_change() const override { return true; }
  void set_modes(Time now, reference::Rounding rounding, reference::RateRaise rate_raise) override;

 private:
  SharedPort port_;
  std::string name_;
  std::size_t c_;
  reference::RateForm form_;
  std::uint64_t r_r_ = 0;
  std::unique_ptr<reference::RateLimiter> model_;  // in lock-step
};

class StagesOfPort final : public reference::StageComparator, public reference::PortStages {
 public:
  StagesOfPort(SharedPort port, std::string name, std::size_t c, const reference::StageComparatorConfig& config);

  unsigned stage(Bytes q) override { return model_->stage(q); }
  unsigned stage_with(bool comes, Bytes depth, Time now) override;
  void told(ClassMask classes, const PerClass<std::uint16_t>& stages, Time now) override;

 private:
  SharedPort port_;
  std::string name_;
  std::size_t c_;
  std::int64_t most_;  // depth
  reference::LeadingZeroTable table_;
  std::unique_ptr<reference::StageComparator> model_;
};

}  // namespace weir::cosim
