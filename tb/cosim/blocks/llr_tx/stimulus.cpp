// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/llr_tx/stimulus.h"

#include <algorithm>

namespace weir::cosim {

using llr::LlrTxInputs;
using llr::ones;
using llr::TxState;

namespace {

constexpr std::uint64_t kSettingsCycles = 64;
constexpr std::uint64_t kFilling = 700;
constexpr std::uint64_t kRefusing = 500;
constexpr std::uint64_t kRefused = 400;  // more replays are not counted up to

// NOLINTNEXTLINE(performance-enum-size): compared with a draw
enum Kind : std::uint64_t { kFillSlots, kRefuse, kKinds, kAnything };

}  // namespace

LlrTxStimulus::LlrTxStimulus(std::uint64_t seed, const llr::LlrTxCycleConfig& config)
    : random_(seed, "llr_tx_stimulus"), block_(config), widths_(config) {}

void LlrTxStimulus::fill(std::span<LlrTxInputs> cycles) {
  for (LlrTxInputs& cycle : cycles) {
    if (settings_left_ == 0) {
      draw_settings();
    }
    --settings_left_;
    switch (kind_) {
      case kFillSlots:
        fill_slots(cycle);
        break;
      case kRefuse:
        refuse(cycle);
        break;
      default:
        anything(cycle);
    }
    block_.clock(cycle);
  }
}

void LlrTxStimulus::anything(LlrTxInputs& in) {
  std::uint64_t draw = random_.next();
  in = settings_;
  in.rst_n = take(draw, 10) != 0;
  in.llr_mode_remote = take(draw, 8) != 0;
  in.re_init = take(draw, 2) == 0;
  in.flush_read = take(draw, 2) == 0;
  in.pcs_up = settings_.pcs_up != (take(draw, 4) == 0);
  in.offer = take(draw, 2) != 0;
  in.offer_poisoned = take(draw, 2) == 0;
  in.replay_take = take(draw, 2) != 0;
  in.init_take = take(draw, 1) == 0;
  in.replay_poisoned = take(draw, 1) == 0;
  const auto length = static_cast<std::uint32_t>(take(draw, 14));
  in.offer_length =
      static_cast<std::uint32_t>((take(draw, 2) == 0 ? length : length & 0xff) & ones(widths_.length_bits));
  time(in);
  set(in);
  memories(in);
}

// Nothing that ends in FLUSH; out of INIT and FLUSH.
LlrTxInputs LlrTxStimulus::quiet() const {
  const llr::LlrTxCycleState& is = block_.state();
  LlrTxInputs in = settings_;
  in.now = now_;
  in.rst_n = in.llr_mode_remote = in.pcs_up = in.re_init = true;
  in.data_age_timeout = in.pcs_lost_timeout = 0;
  in.outstanding_frames_max = in.outstanding_bytes_max = ~0U;
  in.outstanding_frames_max &= static_cast<std::uint32_t>(ones(widths_.seq_bits));
  in.outstanding_bytes_max &= static_cast<std::uint32_t>(ones(widths_.byte_bits));
  in.oldest_start = is.next_start;
  if (is.state == TxState::kInit) {
    in.set = 3;
    in.set_seq = is.tx_seq;
    in.set_data = is.init_data;
  }
  return in;
}

// New frames alone, more than there are slots, while time stands still.
void LlrTxStimulus::fill_slots(LlrTxInputs& in) {
  std::uint64_t draw = random_.next();
  in = quiet();
  in.offer = in.replay_take = true;
  in.offer_length = static_cast<std::uint32_t>(take(draw, 6));
  in.offer_poisoned = take(draw, 1) != 0;
  in.replay_poisoned = take(draw, 1) != 0;
}

// A frame that is refused until replays are no longer counted; then replays whose timer is often due.
void LlrTxStimulus::refuse(LlrTxInputs& in) {
  std::uint64_t draw = random_.next();
  const llr::LlrTxCycleState& is = block_.state();
  const bool counts = is.replay_ct + 2 <= std::min<std::uint64_t>(ones(widths_.count_bits), kRefused);
  in = quiet();
  in.replay_count_max = static_cast<std::uint32_t>(ones(widths_.count_bits));
  in.offer = take(draw, 4) == 0;
  in.offer_length = static_cast<std::uint32_t>(take(draw, 6));
  in.replay_take = !counts && take(draw, 1) == 0;
  in.replay_poisoned = take(draw, 1) != 0;
  if (is.state != TxState::kInit && (counts || take(draw, 4) == 0)) {
    in.set = 2;
    in.set_seq = is.acked_seq;
  }
  if (!counts && take(draw, 1) == 0) {  // just before it is due, then, and beyond
    now_ += (is.timer_due + take(draw, 2) - 1 - now_) & ones(widths_.timer_bits + 1);
    now_ &= ones(widths_.age_bits + 1);
    in.now = now_;
  }
}

// Few frames often, so that the window fills; all bits now and then.
void LlrTxStimulus::draw_settings() {
  std::uint64_t draw = random_.next();
  const std::uint64_t kind = take(draw, 7);
  kind_ = kind < kKinds ? kind : kAnything;
  settings_left_ = kind_ == kAnything ? kSettingsCycles : kFillSlots == kind_ ? kFilling : kRefusing;
  settings_.outstanding_frames_max =
      take(draw, 3) == 0 ? any(widths_.seq_bits) : static_cast<std::uint32_t>(take(draw, 3));
  settings_.outstanding_bytes_max = any(widths_.byte_bits);
  settings_.replay_timer_max = take(draw, 1) == 0 ? any(widths_.timer_bits) : static_cast<std::uint32_t>(take(draw, 4));
  settings_.replay_count_max = take(draw, 2) == 0 ? any(widths_.count_bits) : static_cast<std::uint32_t>(take(draw, 2));
  if (take(draw, 3) == 0) {
    settings_.replay_count_max = static_cast<std::uint32_t>(ones(widths_.count_bits));
  }
  settings_.pcs_lost_timeout = take(draw, 1) == 0 ? 0 : any(widths_.age_bits);
  settings_.data_age_timeout = take(draw, 1) == 0 ? 0 : any(widths_.age_bits);
  settings_.init_llr_frame_action = static_cast<std::uint8_t>(take(draw, 2));
  settings_.flush_llr_frame_action = static_cast<std::uint8_t>(take(draw, 2));
  settings_.re_init_on_flush = take(draw, 1) == 0;
  settings_.echo_check = static_cast<std::uint8_t>(take(draw, 2));
  settings_.init_seq_zero = take(draw, 2) == 0;
  settings_.init_data_constant = take(draw, 1) == 0;
  settings_.pcs_up = take(draw, 2) != 0;
}

// Any number, a power of two or just below it, or a small one.
std::uint32_t LlrTxStimulus::any(unsigned bits) {
  std::uint64_t draw = random_.next();
  const auto kind = take(draw, 2);
  const auto step = take(draw, 2);
  if (kind == 0) {
    return static_cast<std::uint32_t>(((std::uint64_t{1} << take(draw, 8) % bits) - step) & ones(bits));
  }
  return static_cast<std::uint32_t>((kind == 1 ? take(draw, 5) : take(draw, 40)) & ones(bits));
}

void LlrTxStimulus::time(LlrTxInputs& in) {
  std::uint64_t draw = random_.next();
  const std::uint64_t short_time = ones(widths_.timer_bits + 1);
  switch (take(draw, 4)) {
    case 0:  // just before the replay timer is due, then, and beyond
      now_ += (block_.state().timer_due + take(draw, 2) - 2 - now_) & short_time;
      break;
    case 1:
      now_ += block_.state().pcs_due + take(draw, 2) - 2 - now_;
      break;
    case 2:
      now_ = take(draw, 40);
      break;
    default:
      now_ += take(draw, 1);
  }
  now_ &= ones(widths_.age_bits + 1);
  in.now = now_;
}

void LlrTxStimulus::set(LlrTxInputs& in) {
  std::uint64_t draw = random_.next();
  const llr::LlrTxCycleState& is = block_.state();
  const bool inits = is.state == TxState::kInit;
  const auto kind = static_cast<std::uint8_t>(take(draw, 2));
  in.set = inits && take(draw, 1) == 0 ? std::uint8_t{3} : take(draw, 1) == 0 ? std::uint8_t{0} : kind;
  const std::uint64_t beside = take(draw, 3);
  switch (take(draw, 3)) {
    case 0:
      in.set_seq = any(widths_.seq_bits);
      break;
    case 1:
      in.set_seq = is.tx_seq - 1;
      break;
    case 2:
      in.set_seq = is.acked_seq ^ (1U << random_.below(widths_.seq_bits));
      break;
    case 3:
      in.set_seq = is.tx_seq ^ (1U << random_.below(widths_.seq_bits));
      break;
    default:
      in.set_seq = inits ? is.tx_seq : static_cast<std::uint32_t>(is.acked_seq + beside);
  }
  in.set_seq &= static_cast<std::uint32_t>(ones(widths_.seq_bits));
  in.set_data = take(draw, 2) == 0 ? is.init_data ^ (1U << random_.below(widths_.data_bits)) : is.init_data;
}

void LlrTxStimulus::memories(LlrTxInputs& in) {
  std::uint64_t draw = random_.next();
  std::uint64_t kept = in.outstanding_bytes_max;
  kept = take(draw, 2) == 0 ? any(widths_.byte_bits) : kept - in.offer_length + take(draw, 2) - 2;
  if (take(draw, 1) == 0) {
    kept = take(draw, 6);
  }
  in.oldest_start = static_cast<std::uint32_t>((block_.state().next_start - kept) & ones(widths_.byte_bits));
  const std::uint64_t age = take(draw, 2) == 0   ? any(widths_.age_bits)
                            : take(draw, 1) == 0 ? std::uint64_t{in.data_age_timeout} + take(draw, 2) - 2
                                                 : 0;
  in.oldest_first_sent = static_cast<std::uint32_t>((in.now - age) & ones(widths_.age_bits));
}

}  // namespace weir::cosim
