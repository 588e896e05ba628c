// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A transmitter and a receiver of link-level retry that are up, and frames of one length.

#pragma once

#include "hw_model/mechanisms/llr/llr_rx.h"
#include "hw_model/mechanisms/llr/llr_tx.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::llr {

using frame::OrderedSet;
using frame::OrderedSetType;
using Tx = LlrTx<int>;

inline constexpr Bytes kFrame{512};
inline constexpr Time kTimer{3'000'000};

inline LlrConfig of_frames(std::uint32_t frames) {
  LlrConfig config;
  config.outstanding_frames_max = frames;
  config.replay_timer_max = kTimer;
  return config;
}

inline OrderedSet ack(std::uint32_t seq) { return {OrderedSetType::kLlrAck, seq, 0}; }
inline OrderedSet nack(std::uint32_t seq) { return {OrderedSetType::kLlrNack, seq, 0}; }

inline void bring_up(Tx& tx) {
  tx.set_remote(true);
  const OrderedSet init = tx.take_init();
  tx.receive({OrderedSetType::kLlrInitEcho, init.seq, init.init_data}, Time(0));
}
inline Tx up(const LlrConfig& config) {
  Tx tx(config);
  bring_up(tx);
  return tx;
}
inline void send(Tx& tx, int frames, Time now = Time(0)) {
  for (int n = 0; n < frames; ++n)
    tx.send(n, kFrame, false, now);
}
// The numbers of a whole replay.
inline std::vector<std::uint32_t> replayed(Tx& tx, Time now) {
  std::vector<std::uint32_t> numbers;
  while (tx.replays())
    numbers.push_back(tx.replay(now).seq);
  return numbers;
}

inline LlrRx receiver(const LlrConfig& config, std::uint32_t first = 0) {
  LlrRx rx(config);
  rx.set_local(true);
  rx.receive({OrderedSetType::kLlrInit, first, 7});
  rx.take_echo();
  return rx;
}

}  // namespace weir::llr
