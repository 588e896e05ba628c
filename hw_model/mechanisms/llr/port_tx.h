// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The transmitter of a port: the model (llr_tx.h), and beside it the clocked block if the port has one (clocked_tx.h).
// Then the block decides what becomes of a frame, which number it has, whether a kept frame or an LLR_INIT is to leave,
// and what the LLR_INIT says; state, counters and kept frames are the model's.

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "hw_model/base/units.h"
#include "hw_model/frame/ordered_set.h"
#include "hw_model/mechanisms/llr/clocked_tx.h"
#include "hw_model/mechanisms/llr/llr_tx.h"

namespace weir::llr {

template <class Frame>
class PortTx {
 public:
  explicit PortTx(const LlrConfig& config) : tx_(config) {}

  // Before the run. Null: the model alone.
  void clock(std::unique_ptr<LlrTxBlock> block) {
    if (block != nullptr)
      clocked_ = std::make_unique<ClockedTx>(std::move(block), model());
  }

  const LlrTxState& state() const { return tx_.state(); }
  const LlrTxCounters& counters() const { return tx_.counters(); }
  const ReplayBuffer<Frame>& buffer() const { return tx_.buffer(); }
  std::uint32_t outstanding() const { return tx_.outstanding(); }

  // As in LlrTx; `now` never falls.
  void reconfigure(const LlrConfig& config, Time now) {
    act(Event::kSettings, now, [&] { tx_.reconfigure(config); });
  }
  void set_remote(bool on, Time now) {
    act(Event::kSettings, now, [&] { tx_.set_remote(on); });
  }
  void set_next(std::uint32_t seq, Time now) {
    act(Event::kNumber, now, [&] { tx_.set_next(seq); });
  }
  void clear_counters() {
    if (clocked_ != nullptr)
      clocked_->close();
    tx_.clear_counters();
  }
  void pcs_down(Time now) {
    act(Event::kPcs, now, [&] { tx_.pcs_down(now); });
  }
  void pcs_up(Time now) {
    act(Event::kPcs, now, [&] { tx_.pcs_up(); });
  }
  void flush(Time now) {
    act(Event::kFlush, now, [&] { tx_.flush(); });
  }

  Admission admission(Bytes length) const {
    const Admission model = tx_.admission(length);
    return clocked_ == nullptr ? model : clocked_->admission(length, model);
  }
  // The number of the frame that is sent next.
  std::uint32_t next_number() const { return clocked_ == nullptr ? tx_.state().tx_seq : clocked_->next_number(); }
  void send(Frame&& frame, Bytes length, bool poisoned, Time now) {
    if (clocked_ == nullptr) [[likely]]
      tx_.send(std::move(frame), length, poisoned, now);
    else
      send_clocked(Frame(std::move(frame)), length, poisoned, now);
  }
  // The frame that was sent last leaves poisoned.
  void poison_newest() {
    tx_.poison_newest();
    if (clocked_ != nullptr)
      clocked_->poisoned(model());
  }
  void discarded(Time now) {
    act(
        Event::kDiscarded, now, [] { return LlrTxInputs{.offer = true}; }, [&] { tx_.discarded(); });
  }

  bool replays() const { return clocked_ == nullptr ? tx_.replays() : clocked_->replays(); }
  void replay(Time now) {
    act(
        Event::kReplay, now, [] { return LlrTxInputs{.replay_take = true}; }, [&] { tx_.replay(now); });
  }

  bool wants_init() const { return clocked_ == nullptr ? tx_.wants_init() : clocked_->wants_init(); }
  frame::OrderedSet take_init(Time now) {
    frame::OrderedSet set;
    const std::uint32_t number = next_number();
    act(
        Event::kInit, now, [] { return LlrTxInputs{.init_take = true}; }, [&] { set = tx_.take_init(); });
    set.seq = number;
    set.init_data = clocked_ == nullptr ? set.init_data : clocked_->init_data();
    return set;
  }

  void receive(const frame::OrderedSet& set, Time now) {
    if (clocked_ == nullptr) [[likely]]
      return tx_.receive(set, now);
    const std::uint8_t code = code_of(set.type);
    if (code == 0)
      return tx_.receive(set, now);
    const auto heard = [&]() -> LlrTxInputs { return {.set = code, .set_seq = set.seq, .set_data = set.init_data}; };
    act(Event::kSet, now, heard, [&] { tx_.receive(set, now); });
  }

  // When expire() is to be called: the replay timer, or what flush_due() of the model says.
  Time due() const { return std::min(tx_.replay_timer_due(), tx_.flush_due()); }
  // What is due by now ends.
  void expire(Time now) {
    if (due() > now)
      return;
    act(Event::kExpiry, now, [&] {
      if (tx_.replay_timer_due() <= now)
        tx_.replay_timer_expired(now);
      if (tx_.flush_due() <= now)
        tx_.flush_timer_expired();
    });
  }

 private:
  using Event = ClockedTx::Event;

  static std::uint8_t code_of(frame::OrderedSetType type) {
    switch (type) {
      case frame::OrderedSetType::kLlrAck:
        return 1;
      case frame::OrderedSetType::kLlrNack:
        return 2;
      case frame::OrderedSetType::kLlrInitEcho:
        return 3;
      default:
        return 0;
    }
  }

  // An event of the model, and what makes the inputs of its cycle.
  template <class Inputs, class Act>
  void act(Event event, Time now, Inputs inputs, Act does) {
    if (clocked_ == nullptr) [[likely]]
      return does();
    act_clocked(event, inputs(), now, does);
  }
  // Apart, so that a port without a block does not carry its code along.
  template <class Act>
  [[gnu::noinline, gnu::cold]] void act_clocked(Event event, const LlrTxInputs& inputs, Time now, Act does) {
    clocked_->begin(event, inputs, model(), now);
    does();
    clocked_->end(model());
  }
  [[gnu::noinline, gnu::cold]] void send_clocked(Frame frame, Bytes length, bool poisoned, Time now) {
    const LlrTxInputs offer{
        .offer = true, .offer_length = static_cast<std::uint32_t>(length.count()), .offer_poisoned = poisoned};
    act_clocked(Event::kFrame, offer, now, [&] { tx_.send(std::move(frame), length, poisoned, now); });
  }
  template <class Act>
  void act(Event event, Time now, Act does) {
    act(
        event, now, [] { return LlrTxInputs{}; }, does);
  }

  ClockedTx::Model model() const {
    return {.config = &tx_.config(),
            .state = tx_.state(),
            .counters = tx_.counters(),
            .outstanding = tx_.outstanding(),
            .kept = tx_.buffer().bytes(),
            .flush_due = tx_.flush_due(),
            .admission = tx_.admission(Bytes(0))};
  }

  LlrTx<Frame> tx_;
  std::unique_ptr<ClockedTx> clocked_;
};

}  // namespace weir::llr
