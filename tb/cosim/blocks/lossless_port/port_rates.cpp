// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/lossless_port/port_rates.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace weir::cosim {

using reference::LosslessPortCycle;

RatesOfPort::RatesOfPort(SharedPort port, std::string name, const reference::LinearRateConfig& widths)
    : port_(std::move(port)), name_(std::move(name)), widths_(widths) {}

RatesOfPort::Outputs RatesOfPort::clock(const Inputs& /*in*/) {
  throw std::logic_error(name_ + ": the division of a port in RTL takes messages itself");
}
RatesOfPort::Outputs RatesOfPort::evaluate(const Inputs& in) { return clock(in); }

void RatesOfPort::offers(const reference::CreditConfig& credits, Time now) {
  port_->at(now);
  credits_ = credits;
  port_->still().buffer = credits.buffer_blocks();
}

void RatesOfPort::stores(ClassId c, bool comes, std::uint32_t blocks, Time now) {
  port_->at(now);
  PortInSwitch::Inputs in = port_->still();
  (comes ? in.admitted_valid : in.released_valid) = true;
  (comes ? in.admitted_class : in.released_class) = static_cast<std::uint32_t>(c.index());
  (comes ? in.admitted_blocks : in.released_blocks) = blocks;
  port_->clock(in);
}

void RatesOfPort::sends(ClassId /*c*/, std::uint32_t blocks) { port_->sends(blocks); }

void RatesOfPort::period(ClassId c, Time now) {
  port_->at(now);
  PortInSwitch::Inputs in = port_->still();
  in.period = 1U << c.index();
  port_->clock(in);
}

// Narrower counters are the lower bits of those of the port. A packet whose tick has not passed does not count there.
void RatesOfPort::told(ClassId c, std::uint32_t fctbs, std::uint32_t fccl, Time now) {
  port_->at(now);
  PortInSwitch::Inputs in = port_->still();
  in.mac_ready = true;
  const PortInSwitch::Outputs out = port_->clock(in);
  if (!port_->compares())
    return;
  const auto same = [&](const char* what, std::uint64_t rtl, std::uint64_t model) {
    if (rtl != model)
      port_->differs(name_, "linear_port", what, rtl, model);
  };
  same("mac_kind_o", out.mac_kind, LosslessPortCycle::kCreditMessage);
  same("mac_class_o", out.mac_class, c.index());
  same("mac_fctbs_o", (out.mac_fctbs + port_->unheard(c.index())) & credits_.modulo_mask(), fctbs);
  same("mac_fccl_o", out.mac_fccl & credits_.modulo_mask(), fccl);
}

void RatesOfPort::arrived(const reference::CreditSender& counts, Bytes range) {
  const std::uint32_t ahead = (counts.fccl() - counts.fctbs()) & credits_.modulo_mask();
  const std::uint32_t left = ahead > credits_.most_outstanding() ? ahead | ~credits_.modulo_mask() : ahead;
  const Bytes room = credits_.block * static_cast<std::int64_t>(counts.available());
  const std::uint64_t most = (std::uint64_t{1} << (widths_.factor_int + widths_.factor_frac)) - 1;
  waiting_.push_back({.left = left,
                      .range = static_cast<std::uint64_t>(range.count()),
                      .factor = std::min(reference::linear_factor(room, range, widths_.factor_frac), most)});
}

std::uint64_t RatesOfPort::obeyed(ClassId c, Time now) {
  const PortInSwitch::Message message = waiting_.front();
  waiting_.pop_front();
  port_->takes_effect(c.index(), message, now);
  return message.factor;
}

}  // namespace weir::cosim
