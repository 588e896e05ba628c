// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring a receiver of link-level retry into a given state and let things happen there. It follows
// the receiver to aim.

#pragma once

#include <array>
#include <cstdint>

#include "hw_model/mechanisms/llr/llr_rx_cycle.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

class LlrRxWriter : public ScriptWriter<LlrRxWriter, llr::LlrRxInputs> {
 public:
  explicit LlrRxWriter(const llr::LlrRxCycleConfig& config) : config_(config), model_(config) {}

  std::uint32_t most() const { return config_.most_seq(); }
  std::uint32_t half() const { return most() / 2 + 1; }
  std::uint32_t next() const { return model_.state().next_rx_seq; }
  const llr::LlrRxCycleConfig& config() const { return config_; }
  llr::LlrRxInputs& modes() { return modes_; }

  // With the rules and modes that are set.
  void add(In in) {
    in.bad_frame_any = in.bad_frame_any || modes_.bad_frame_any;
    in.dup_silent = in.dup_silent || modes_.dup_silent;
    in.idle_ack = in.idle_ack && modes_.idle_ack;
    model_.clock(in);
    cycles_.push_back(in);
  }
  void idle(int cycles = 1) {
    for (int n = 0; n < cycles; ++n) {
      add({});
    }
  }
  // A frame so far ahead of the expected one.
  void frame(std::uint32_t ahead, std::uint8_t fcs = 0) { add(framed({}, ahead, fcs)); }
  In framed(In in, std::uint32_t ahead, std::uint8_t fcs = 0) const {
    in.frame = true;
    in.frame_seq = (next() + ahead) & most();
    in.frame_fcs = fcs;
    return in;
  }
  void init(std::uint32_t seq, std::uint32_t data) {
    add({.init = true, .init_seq = seq & most(), .init_data = data & config_.most_data()});
  }

  // Into a state (0 OFF, 1 SEND_ACKS, 2 SEND_NACK, 3 NACK_SENT) with this number expected, from a reset.
  void to(unsigned state, std::uint32_t seq, bool echo = false, bool news = false) {
    reset();
    init(news ? seq - 1 : seq, 0x5a5a'5a5a);
    if (!echo) {
      add({.echo_take = true});
    }
    if (news) {
      frame(0);
    }
    if (state >= 2) {
      frame(1);
    }
    if (state == 3) {
      add({.nack_take = true});
    }
    if (state == 0) {
      add({.llr_mode_local = false});
    }
  }

  // Each event that there is, of the state that the receiver is in now.
  static constexpr unsigned kEvents = 12;
  In event(unsigned which) const {
    switch (which) {
      case 0:
        return framed({}, 0);
      case 1:
        return framed({}, 0, 1);
      case 2:
        return framed({}, 0, 2);
      case 3:
        return framed({}, 3);
      case 4:
        return framed({}, most());
      case 5:
        return framed({}, most(), 3);
      case 6:
        return {.init = true, .init_seq = most() - 7, .init_data = 3};
      case 7:
        return {.nack_take = true};
      case 8:
        return {.echo_take = true};
      case 9:
        return {.ack_take = true};
      case 10:
        return {.llr_mode_local = false};
      default: {
        In all = framed({.rst_n = false, .echo_take = true}, 0);
        all.init = true;
        all.init_seq = 5;
        all.init_data = 1;
        return all;
      }
    }
  }

 private:
  llr::LlrRxCycleConfig config_;
  llr::LlrRxCycle model_;
  llr::LlrRxInputs modes_{};
};

}  // namespace weir::cosim
