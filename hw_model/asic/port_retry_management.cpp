// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What software and the cable do to link-level retry during a run, and the counters that software reads.

#include "hw_model/asic/port_retry.h"

namespace weir::asic {

void PortRetry::flush(Time now) {
  acts_at_ = now;
  port_.settle_sets(now);
  tx_.flush(now);
  moved_on(now);
}

// During a reset, or while PCS is down, INIT begins when that ends.
void PortRetry::initialise(std::optional<std::uint32_t> first, Time now) {
  acts_at_ = now;
  port_.settle_sets(now);
  tx_.set_remote(false, now);
  if (first)
    tx_.set_next(*first, now);
  if (begins_at_ == kNever && config_.link.llr_mode_remote)
    tx_.set_remote(true, now);
  moved_on(now);
}

void PortRetry::clear_counters(std::uint64_t idle, Time now) {
  port_.settle_sets(now);
  tx_.clear_counters();
  rx_.clear_counters();
  idle_before_ = idle;
  replayed_before_ = replayed_;
}

// Frozen ACKs are no ACKs without news: the other end may count each of them as an error.
void PortRetry::say_acks(Acks how, Time now) {
  port_.settle_sets(now);
  acks_ = how;
  frozen_ = last_accepted();
  told_ = kNothingTold;
  port_.set_due(now);
}

// ACKs without news that cannot arrive are no matter of arithmetic.
void PortRetry::line_carries(bool carries, Time now) {
  port_.settle_sets(now);
  carries_ = carries;
  port_.set_due(now);
}

// After a reset of the other end PCS comes up with the initialisation.
void PortRetry::pcs(bool up, Time now) {
  acts_at_ = now;
  port_.settle_sets(now);
  pcs_up_ = up;
  if (!up)
    tx_.pcs_down(now);
  else if (begins_at_ == kNever)
    tx_.pcs_up(now);
  moved_on(now);
}

const llr::LlrTxCounters& PortRetry::tx_counters(Time now) const {
  shown_ = tx_.counters();
  if (peer_ != nullptr)
    shown_.llr_rx_ack_ctl_os += peer_->port_.sets()->idle_arrived(now) - idle_before_;
  return shown_;
}

const llr::LlrRxCounters& PortRetry::rx_counters(Time now) const {
  port_.settle_sets(now);
  return rx_.counters();
}

}  // namespace weir::asic
