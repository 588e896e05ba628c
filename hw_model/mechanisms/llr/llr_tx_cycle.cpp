// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/llr/llr_tx_cycle.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw_model/reference/width_ranges.h"

namespace weir::llr {
namespace {

constexpr std::uint8_t kEligible = 3;
constexpr std::uint8_t kAck = 1;
constexpr std::uint8_t kNack = 2;
constexpr std::uint8_t kEcho = 3;

constexpr std::uint32_t cut(std::uint64_t value, unsigned bits) {
  return static_cast<std::uint32_t>(value & ones(bits));
}

LlrTxCycleState after_reset(const LlrTxCycleConfig& config) { return {.acked_seq = cut(~0ULL, config.seq_bits)}; }

// One cycle, rule after rule, on registers that change as it goes.
class Cycle {
 public:
  Cycle(const LlrTxCycleConfig& widths, const LlrTxInputs& in, LlrTxCycleState& now)
      : widths_(widths), in_(in), before_(now), now_(now), out_(outputs()) {}

  LlrTxOutputs play() {
    if (!in_.llr_mode_remote) {
      discard_all();
      now_.state = TxState::kOff;
    }
    offer();
    if (in_.init_take && now_.state == TxState::kInit) {
      out_.llr_tx_init_ctl_os = true;
    }
    if (in_.replay_take && out_.replay_due) {
      replay();
    }
    receive();
    run_timer();
    watch();
    initialise();
    if (in_.flush_read && !raised_) {
      now_.flushed = false;
    }
    out_.oldest_slot = cut(now_.acked_seq + 1, widths_.slot_bits);
    out_.replay_slot = cut(now_.replay_seq, widths_.slot_bits);
    return out_;
  }

 private:
  std::uint32_t seq(std::uint32_t number) const { return cut(number, widths_.seq_bits); }
  std::uint32_t outstanding() const { return seq(now_.tx_seq - 1 - now_.acked_seq); }
  std::uint32_t kept_bytes() const {
    return outstanding() == 0 ? 0 : cut(now_.next_start - in_.oldest_start, widths_.byte_bits);
  }
  bool active() const { return now_.state == TxState::kAdvance || now_.state == TxState::kReplay; }
  bool endless() const { return in_.replay_count_max == ones(widths_.count_bits); }

  LlrTxOutputs outputs() const {
    const LlrTxCycleState& at = before_;
    const TxState state = in_.llr_mode_remote ? at.state : TxState::kOff;
    return {.keep_slot = cut(at.tx_seq, widths_.slot_bits),
            .keep_start = at.next_start,
            .replay_due = state == TxState::kReplay,
            .init_due = state == TxState::kInit,
            .outstanding = outstanding(),
            .outstanding_bytes = kept_bytes(),
            .state = static_cast<std::uint8_t>(at.state),
            .tx_seq = at.tx_seq,
            .acked_seq = at.acked_seq,
            .replay_seq = at.replay_seq,
            .replay_ct = at.replay_ct,
            .init_data = at.init_data,
            .replay_timer_runs = at.timer_runs,
            .replay_timer_due = at.timer_due,
            .replay_timer_expired = at.timer_expired,
            .replay_begun = at.replay_begun,
            .pcs_lost_timer_runs = at.pcs_runs,
            .pcs_lost_timer_due = at.pcs_due,
            .pcs_lost = at.pcs_lost,
            .llr_tx_flush = at.flushed};
  }

  static std::uint8_t of_action(std::uint8_t action) { return action == 3 ? 0 : action; }
  std::uint8_t admission() const {
    switch (now_.state) {
      case TxState::kOff:
        return 2;
      case TxState::kInit:
        return of_action(in_.init_llr_frame_action);
      case TxState::kFlush:
        return of_action(in_.flush_llr_frame_action);
      case TxState::kReplay:
        return 0;
      case TxState::kAdvance:
        break;
    }
    const std::uint64_t slots = std::uint64_t{1} << widths_.slot_bits;
    const std::uint64_t bytes = std::uint64_t{kept_bytes()} + in_.offer_length;
    const bool open = outstanding() < std::min<std::uint64_t>(in_.outstanding_frames_max, slots) &&
                      bytes <= in_.outstanding_bytes_max;
    return open ? kEligible : 0;
  }

  void offer() {
    out_.admission = admission();
    if (!in_.offer) {
      return;
    }
    out_.llr_tx_discard = out_.admission == 1;
    if (out_.admission != kEligible) {
      return;
    }
    out_.keep = true;
    if (outstanding() == 0) {
      start_timer();
    }
    now_.tx_seq = seq(now_.tx_seq + 1);
    now_.next_start = cut(std::uint64_t{now_.next_start} + in_.offer_length, widths_.byte_bits);
    count_frame(in_.offer_poisoned);
  }
  void replay() {
    count_frame(in_.replay_poisoned);
    if (!now_.replay_begun) {
      start_timer();
    }
    now_.replay_begun = true;
    now_.replay_seq = seq(now_.replay_seq + 1);
    if (now_.replay_seq == now_.tx_seq) {
      out_.llr_tx_replay = true;
      end_replay();
    }
  }
  void count_frame(bool poisoned) { (poisoned ? out_.llr_tx_poisoned : out_.llr_tx_ok) = true; }

  void receive() {
    out_.llr_rx_ack_ctl_os = in_.set == kAck;
    out_.llr_rx_nack_ctl_os = in_.set == kNack;
    out_.llr_rx_init_echo_ctl_os = in_.set == kEcho;
    if ((in_.set == kAck || in_.set == kNack) && active()) {
      acknowledge(in_.set == kNack);
    }
    const bool seq_fits = (in_.echo_check & 1U) == 0 || in_.set_seq == now_.tx_seq;
    const bool data_fit = (in_.echo_check & 2U) == 0 || in_.set_data == now_.init_data;
    if (in_.set == kEcho && now_.state == TxState::kInit && seq_fits && data_fit) {
      now_.replay_ct = 0;
      now_.state = TxState::kAdvance;
    }
  }
  void acknowledge(bool nack) {
    const std::uint32_t freed = seq(in_.set_seq - now_.acked_seq);
    if (freed > outstanding()) {
      out_.llr_rx_ack_nack_seq_error = true;
      return;
    }
    if (freed != 0) {
      free(freed);
    }
    if (nack && outstanding() != 0) {
      begin_replay();
    } else if (now_.state == TxState::kReplay && now_.replay_seq == now_.tx_seq) {
      end_replay();
    }
  }
  void free(std::uint32_t frames) {
    frees_ = true;
    if (now_.state == TxState::kReplay && seq(now_.replay_seq - now_.acked_seq - 1) < frames) {
      now_.replay_seq = seq(now_.acked_seq + frames + 1);
    }
    now_.acked_seq = seq(now_.acked_seq + frames);
    now_.replay_ct = 0;
    if (outstanding() == 0) {
      stop_timer();
    } else {
      start_timer();
    }
  }

  void begin_replay() {
    now_.replay_seq = seq(now_.acked_seq + 1);
    now_.replay_ct =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(now_.replay_ct + 1, ones(widths_.count_bits) - 1));
    now_.replay_begun = false;
    now_.state = TxState::kReplay;
  }
  void end_replay() {
    now_.state = TxState::kAdvance;
    now_.replay_begun = false;
    if (now_.timer_expired) {
      now_.timer_expired = false;
      time_out();
    }
  }
  void time_out() {
    if (endless() || now_.replay_ct < in_.replay_count_max) {
      begin_replay();
    } else {
      flush();
    }
  }

  void start_timer() {
    now_.timer_runs = true;
    now_.timer_due = cut(in_.now + in_.replay_timer_max, widths_.timer_bits + 1);
    now_.timer_expired = false;
    touched_ = true;
  }
  void stop_timer() {
    now_.timer_runs = now_.timer_expired = false;
    touched_ = true;
  }
  // A time of `bits` bits, the highest of which is a sign, has come.
  bool reached(std::uint64_t due, unsigned bits) const { return ((in_.now - due) & ones(bits)) <= ones(bits - 1); }
  void run_timer() {
    if (!before_.timer_runs || touched_ || !reached(before_.timer_due, widths_.timer_bits + 1)) {
      return;
    }
    now_.timer_runs = false;
    if (now_.state == TxState::kReplay) {
      now_.timer_expired = true;
    } else if (now_.state == TxState::kAdvance) {
      time_out();
    }
  }

  // The age of the oldest frame, and PCS.
  void watch() {
    const std::uint32_t age = cut(in_.now - in_.oldest_first_sent, widths_.age_bits);
    const bool aged = in_.data_age_timeout != 0 && out_.outstanding != 0 && age >= in_.data_age_timeout && !frees_;
    now_.pcs_lost =
        !in_.pcs_up && (before_.pcs_lost || (before_.pcs_runs && reached(before_.pcs_due, widths_.age_bits + 1)));
    now_.pcs_runs = !in_.pcs_up && (before_.pcs_runs || in_.pcs_lost_timeout != 0);
    if (now_.pcs_runs && !before_.pcs_runs) {
      now_.pcs_due = (in_.now + in_.pcs_lost_timeout) & ones(widths_.age_bits + 1);
    }
    if (active() && (aged || now_.pcs_lost)) {
      flush();
    }
  }
  void flush() {
    discard_all();
    now_.flushed = raised_ = true;
    now_.state = TxState::kFlush;
  }
  void discard_all() {
    stop_timer();
    now_.replay_begun = false;
    now_.replay_seq = 0;
    now_.acked_seq = seq(now_.tx_seq - 1);
  }
  void initialise() {
    const bool anew = before_.state == TxState::kFlush && (in_.re_init || in_.re_init_on_flush);
    if (!in_.llr_mode_remote || (before_.state != TxState::kOff && !anew)) {
      return;
    }
    if (!in_.init_data_constant) {
      now_.init_data = cut(now_.init_data + 1, widths_.data_bits);
    }
    if (in_.init_seq_zero) {
      now_.tx_seq = 0;
    }
    now_.acked_seq = seq(now_.tx_seq - 1);
    now_.state = TxState::kInit;
  }

  const LlrTxCycleConfig& widths_;
  const LlrTxInputs& in_;
  const LlrTxCycleState before_;
  LlrTxCycleState& now_;
  LlrTxOutputs out_;
  bool touched_ = false;  // the replay timer
  bool frees_ = false;
  bool raised_ = false;  // the error bit
};

}  // namespace

void LlrTxCycleConfig::validate() const {
  for (const std::string& wrong : {reference::out_of_range("seq_bits", seq_bits, "SEQ_W"),
                                   reference::out_of_range("slot_bits", slot_bits, "SLOT_W"),
                                   reference::out_of_range("data_bits", data_bits, "DATA_W"),
                                   reference::out_of_range("count_bits", count_bits, "COUNT_W"),
                                   reference::out_of_range("length_bits", length_bits, "LEN_W"),
                                   reference::out_of_range("byte_bits", byte_bits, "BYTES_W"),
                                   reference::out_of_range("timer_bits", timer_bits, "TIMER_W"),
                                   reference::out_of_range("age_bits", age_bits, "AGE_W")}) {
    if (!wrong.empty()) {
      throw std::invalid_argument("llr_tx: " + wrong);
    }
  }
  const auto orders = [](const char* one, unsigned of_one, const char* other, unsigned of_other, unsigned least) {
    if (of_one + least > of_other) {
      throw std::invalid_argument("llr_tx: " + std::string(one) + " is " + std::to_string(of_one) +
                                  ", wanted at most " + other + (least == 0 ? "" : " - 1") + " = " +
                                  std::to_string(of_other - least));
    }
  };
  orders("slot_bits", slot_bits, "seq_bits", seq_bits, 1);
  orders("length_bits", length_bits, "byte_bits", byte_bits, 0);
  orders("timer_bits", timer_bits, "age_bits", age_bits, 0);
}

LlrTxCycle::LlrTxCycle(const LlrTxCycleConfig& config) : config_(config) {
  config.validate();
  state_ = after_reset(config);
}

LlrTxOutputs LlrTxCycle::evaluate(const LlrTxInputs& in) {
  if (!in.rst_n) {
    state_ = after_reset(config_);
  }
  LlrTxCycleState next = state_;
  return Cycle(config_, in, next).play();
}

LlrTxOutputs LlrTxCycle::clock(const LlrTxInputs& in) {
  if (!in.rst_n) {
    return evaluate(in);
  }
  return Cycle(config_, in, state_).play();
}

}  // namespace weir::llr
