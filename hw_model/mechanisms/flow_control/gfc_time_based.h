// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Time-based GFC (SIGCOMM '19, section 5.2): CBFC's message generator, unchanged, and a sender that maps the credits
// left to a rate, R = C min(1, remaining/(Bm - B0)). Safe when B0 <= Bm - (sqrt(tau/T) + 1)^2 C T (theorem 5.1).
//
// Registers of each lossless class: those of CBFC with a buffer of Bm (credit_reporter.h, reference/cbfc_counters.h),
// the limiter in its fixed-point form (gfc_sender.h); a queue of computed rates for the port.
// Order of operations, sending side: when a message arrives, its fccl is taken, remaining = fccl - fctbs and the rate
// are computed at once, and the rate waits t_r in the queue (messages may be closer together than t_r); t_r later it is
// assigned. fctbs counts a packet when its last bit has left. Credits never stop a packet, only the rate does; the rate
// starts at C. More sent than credited counts as nothing remaining: rate 0, hold and wait, until the next message.
// Where a switch or host has RTL, a block stands beside the computation (clocked_rate.h), or is part of a whole port,
// which counts credits, too, and whose factor the limiter obeys (cycle_models/port_parts.h).
// Credits count whole blocks, so with 64 B blocks a 1500 B packet weighs 1536 B (docs/decisions/0052).

#pragma once

#include <memory>

#include <boost/circular_buffer.hpp>

#include "hw_model/cycle_models/linear_rate_cycle.h"
#include "hw_model/cycle_models/port_parts.h"
#include "hw_model/mechanisms/flow_control/clocked_rate.h"
#include "hw_model/mechanisms/flow_control/gfc_sender.h"
#include "hw_model/mechanisms/flow_control/reports_credits.h"

namespace weir::flow_control {

class GfcTimeBased final : public ReportsCredits<GfcSender>, public ArrivalListener {
 public:
  explicit GfcTimeBased(const PortContext& context);

  static ledger::Block declare(const PortContext& context);
  void bind_registers(const ledger::Binder& binder, const Surroundings& around) override;
  void check(const PortContext& settings) const override;
  void reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) override;

  void feedback_arrived(std::span<const std::uint8_t> bytes, Time now) override;
  void feedback_received(std::span<const std::uint8_t> bytes, Time now) override;
  void packet_admitted(ClassId c, Bytes length, Bytes depth, Time now) override;
  void packet_released(ClassId c, Bytes length, Bytes depth, Time now) override;
  void packet_sent(ClassId c, Bytes length, Time start, Time end) override;
  void feedback_timer(ClassId c, Time now) override;

  Bytes first_threshold() const override { return config().gfc_time_based.b0; }

 private:
  Told tell(ClassId c, Time now) override;
  std::uint32_t blocks(Bytes length) const { return reporter_.credits().blocks(length); }
  Bytes room(ClassId c) const;
  BitRate mapped(ClassId c) const;

  // Rates between the arrival of their message and its effect, of all classes: messages take effect in the order of
  // their arrival. Grows only when messages come closer together than the peer's period allows.
  boost::circular_buffer<BitRate> pending_;
  std::unique_ptr<ClockedRate> clocked_;  // null: the model alone, or a whole port
  std::unique_ptr<reference::LinearRateBlock> block_;
  reference::PortRates* rates_ = nullptr;  // where credits and division are part of a port in RTL: block_
};

}  // namespace weir::flow_control
