// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is done to link-level retry from outside during a run.

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

// Where numbers begin with 0 anew, a frame of before that is still on the wire may have the number that the receiver
// expects after LLR_INIT. A set may leave inside that frame and arrive first; so LLR_INIT waits until the frame is
// gone.
void PortRetry::hold_init(Time now) {
  using llr::TxState;
  const bool begins = tx_.state().state == TxState::kInit && seen_.state != TxState::kInit;
  holds_init_ = (holds_init_ || (begins && config_.link.init_seq == llr::InitSeq::kZero)) && now < numbered_until_;
}

}  // namespace weir::asic
