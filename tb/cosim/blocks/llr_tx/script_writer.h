// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring a transmitter of link-level retry into a given state and let things happen there. It
// follows the transmitter to aim, and has the memories beside it.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/mechanisms/llr/llr_tx_cycle.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

// The memories of what is kept.
class LlrTxMemory {
 public:
  explicit LlrTxMemory(const llr::LlrTxCycleConfig& config)
      : slots_(std::size_t{1} << config.slot_bits), age_mask_((std::uint64_t{1} << config.age_bits) - 1) {}

  void read(llr::LlrTxInputs& in) const {
    in.oldest_start = slots_[oldest_].start;
    in.oldest_first_sent = slots_[oldest_].first_sent;
    in.replay_poisoned = slots_[replay_].poisoned;
  }
  void clock(const llr::LlrTxInputs& in, const llr::LlrTxOutputs& out) {
    if (out.keep && in.rst_n) {
      slots_[out.keep_slot] = {out.keep_start, static_cast<std::uint32_t>(in.now & age_mask_), in.offer_poisoned};
    }
    oldest_ = out.oldest_slot;
    replay_ = out.replay_slot;
  }

 private:
  struct Slot {
    std::uint32_t start = 0;
    std::uint32_t first_sent = 0;
    bool poisoned = false;
  };
  std::vector<Slot> slots_;
  std::uint64_t age_mask_;
  std::size_t oldest_ = 0;
  std::size_t replay_ = 0;
};

class LlrTxWriter : public ScriptWriter<LlrTxWriter, llr::LlrTxInputs> {
 public:
  explicit LlrTxWriter(const llr::LlrTxCycleConfig& config) : config_(config), model_(config), memory_(config) {
    rules_.outstanding_frames_max = 5;
    rules_.outstanding_bytes_max = 2'000;
    rules_.replay_timer_max = 40;
    rules_.replay_count_max = 1;
  }

  const llr::LlrTxCycleConfig& config() const { return config_; }
  const llr::LlrTxCycleState& is() const { return model_.state(); }
  std::uint32_t most() const { return (std::uint32_t{1} << config_.seq_bits) - 1; }
  // How many frames are kept.
  std::uint32_t kept() const { return (is().tx_seq - 1 - is().acked_seq) & most(); }
  // The settings of all cycles that follow.
  In& rules() { return rules_; }

  // The next cycle, in which nothing happens.
  In next() const {
    In in = rules_;
    in.now = now_ & ((std::uint64_t{1} << (config_.age_bits + 1)) - 1);
    memory_.read(in);
    return in;
  }
  void add(In in) {
    memory_.clock(in, model_.clock(in));
    now_ = in.now + (stands_ ? 0 : 1);
    cycles_.push_back(in);
  }
  // The same cycle again and again: a run of the script, after what has been written since.
  void add_run(const In& in, std::uint64_t cycles, Script<In>& script) {
    move_to(script);
    for (std::uint64_t n = 0; n < cycles; ++n) {
      memory_.clock(in, model_.clock(in));
    }
    script.add(in, cycles);
  }
  void reset() {
    In in = next();
    in.rst_n = false;
    add(in);
  }
  void idle(int cycles = 1) {
    for (int n = 0; n < cycles; ++n) {
      add(next());
    }
  }
  void pass(std::uint64_t ticks) { now_ += ticks; }
  // Time stands still from here on, or goes on by one a cycle.
  void stand(bool still) { stands_ = still; }

  In offered(In in, std::uint32_t length = 64, bool poisoned = false) const {
    in.offer = true;
    in.offer_length = length;
    in.offer_poisoned = poisoned;
    return in;
  }
  void send(int frames, std::uint32_t length = 64) {
    for (int n = 0; n < frames; ++n) {
      add(offered(next(), length, n % 3 == 1));
    }
  }
  // 1 ACK, 2 NACK: of so many frames behind the last one acknowledged.
  In heard(In in, std::uint8_t set, std::uint32_t back) const {
    in.set = set;
    in.set_seq = (is().acked_seq + back) & most();
    return in;
  }
  void hear(std::uint8_t set, std::uint32_t back) { add(heard(next(), set, back)); }
  // When the replay timer is due, or so many ticks later; modulo the bits of the timer.
  In at_due(In in, std::uint64_t later = 0) const {
    in.now += (is().timer_due + later - in.now) & ((std::uint64_t{1} << (config_.timer_bits + 1)) - 1);
    return in;
  }
  // The oldest frame is so old.
  In aged(In in, std::uint64_t age) const {
    in.oldest_first_sent = static_cast<std::uint32_t>((in.now - age) & ((std::uint64_t{1} << config_.age_bits) - 1));
    return in;
  }
  void replay(int frames) {
    for (int n = 0; n < frames; ++n) {
      In in = next();
      in.replay_take = true;
      add(in);
    }
  }
  void echo() { add(echoed(next())); }
  In echoed(In in) const {
    in.set = 3;
    in.set_seq = is().tx_seq;
    in.set_data = is().init_data;
    return in;
  }

  // Into a state (0 OFF, 1 INIT, 2 ADVANCE, 3 REPLAY, 4 FLUSH) from a reset; frames are kept in ADVANCE and REPLAY.
  void to(unsigned state, int frames = 4) {
    reset();
    if (state == 0) {
      return;
    }
    idle();
    if (state == 1) {
      return;
    }
    echo();
    send(frames);
    if (state == 3) {
      hear(2, 0);
    }
    if (state == 4) {
      In in = next();
      in.replay_count_max = 0;
      in.now += rules_.replay_timer_max + 1;
      add(in);
    }
  }

  // Each event that there is, of the state that the transmitter is in now.
  static constexpr unsigned kEvents = 20;
  In event(unsigned which) const;

 private:
  llr::LlrTxCycleConfig config_;
  llr::LlrTxCycle model_;
  LlrTxMemory memory_;
  In rules_{};
  std::uint64_t now_ = 0;
  bool stands_ = false;
};

inline LlrTxWriter::In LlrTxWriter::event(unsigned which) const {
  In in = next();
  switch (which) {
    case 0:
      return offered(in);
    case 1:
      return offered(in, 100, true);
    case 2:
      in.replay_take = true;
      return in;
    case 3:
      return heard(in, 1, 1);
    case 4:
      return heard(in, 2, 1);
    case 5:
      return heard(in, 2, 0);
    case 6:
      return heard(in, 1, 4);
    case 7:
      return heard(in, 1, 9);
    case 8:
      return echoed(in);
    case 9:
      in.init_take = true;
      return in;
    case 10:
      in.now += rules_.replay_timer_max;
      return in;
    case 11:
      in.llr_mode_remote = false;
      return in;
    case 12:
      in.re_init = in.flush_read = true;
      return in;
    case 13:
      in.pcs_up = false;
      in.pcs_lost_timeout = 3;
      return in;
    case 14:
      in.data_age_timeout = 1;
      return in;
    case 15:
      return offered(heard(in, 2, 0));
    case 16:
      return heard(in, 2, kept());
    case 17:
      return heard(in, 1, kept());
    case 18:
      in = echoed(in);
      in.init_take = true;
      return in;
    default:
      in = offered(heard(in, 2, 2));
      in.replay_take = in.init_take = true;
      in.rst_n = false;
      return in;
  }
}

}  // namespace weir::cosim
