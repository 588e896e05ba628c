// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The receiver of a port: the model (llr_rx.h), and beside it the clocked block if the port has one. Then the block
// decides which frame is accepted, which sets are due, and what they say; state and counters are the model's.
//
// Each event at the port is a cycle of the block, and its answer stands at once; two events of one tick are two cycles.
// Of the ticks between two events one is played, the last. All ACKs without news since the last event are one cycle.

#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "hw_model/base/units.h"
#include "hw_model/frame/ordered_set.h"
#include "hw_model/mechanisms/llr/llr_clocked_blocks.h"
#include "hw_model/mechanisms/llr/llr_rx.h"

namespace weir::llr {

class PortRx {
 public:
  explicit PortRx(const LlrConfig& config) : rx_(config) {}

  // Before the run. Null: the model alone.
  void clock(std::unique_ptr<LlrRxBlock> block);

  const LlrRxState& state() const { return rx_.state(); }
  const LlrRxCounters& counters() const { return rx_.counters(); }
  const LlrConfig& config() const { return rx_.config(); }

  // As in LlrRx; `now` never falls.
  void reconfigure(const LlrConfig& config, Time now) {
    act(now, {}, [&] { rx_.reconfigure(config); });
  }
  void set_local(bool on, Time now) {
    act(now, {}, [&] { rx_.set_local(on); });
  }
  bool receive(std::uint32_t seq, Fcs fcs, Time now) {
    if (block_ == nullptr)
      return rx_.receive(seq, fcs);
    return receive_clocked(seq, fcs, now);
  }
  void receive(const frame::OrderedSet& set, Time now) {
    if (block_ == nullptr || set.type != frame::OrderedSetType::kLlrInit)
      return rx_.receive(set);
    const LlrRxInputs heard{.init = true, .init_seq = set.seq, .init_data = set.init_data};
    act(now, heard, [&] { rx_.receive(set); });
  }
  void idle_acks(std::uint64_t sets);
  void clear_counters() { rx_.clear_counters(); }

  bool wants_nack() const { return block_ == nullptr ? rx_.wants_nack() : idle_.nack_due; }
  bool wants_echo() const { return block_ == nullptr ? rx_.wants_echo() : idle_.echo_due; }
  bool acks() const { return block_ == nullptr ? rx_.acks() : idle_.ack_due; }

  // The number up to which all frames have been accepted.
  std::uint32_t last_accepted() const { return block_ == nullptr ? rx_.last_accepted() : idle_.last_seq; }

  frame::OrderedSet take_nack(Time now) {
    return take(now, &LlrRxInputs::nack_take, [&] { return rx_.take_nack(); });
  }
  frame::OrderedSet take_echo(Time now) {
    return take(now, &LlrRxInputs::echo_take, [&] { return rx_.take_echo(); });
  }
  frame::OrderedSet take_ack(Time now) {
    return take(now, &LlrRxInputs::ack_take, [&] { return rx_.take_ack(); });
  }

 private:
  // An event of the model and the inputs of its cycle.
  template <class Event>
  void act(Time now, const LlrRxInputs& in, Event event) {
    if (block_ == nullptr)
      return event();
    begin(now);
    event();
    play(in, false);
  }
  template <class Take>
  frame::OrderedSet take(Time now, bool LlrRxInputs::*taken, Take event) {
    if (block_ == nullptr)
      return event();
    LlrRxInputs in;
    in.*taken = true;
    const bool echo = in.echo_take;
    const LlrRxOutputs due = idle_;
    frame::OrderedSet set;
    act(now, in, [&] { set = event(); });
    set.seq = echo ? due.echo_seq : due.last_seq;
    if (echo)
      set.init_data = due.echo_data;
    return set;
  }
  bool receive_clocked(std::uint32_t seq, Fcs fcs, Time now);
  void begin(Time now);
  LlrRxOutputs play(LlrRxInputs in, bool accepts);
  void settle();
  LlrRxInputs with_modes(LlrRxInputs in) const;
  LlrRxOutputs registers() const;

  LlrRx rx_;
  std::unique_ptr<LlrRxBlock> block_;
  LlrRxOutputs idle_;         // of a cycle without an event after all that have been played
  LlrRxOutputs before_;       // the model as the event at hand began
  LlrRxCounters counted_;     // likewise
  std::uint64_t played_ = 0;  // the last tick with a cycle
};

}  // namespace weir::llr
