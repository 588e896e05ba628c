// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The PAUSE frames of one port, clocked beside the model: what happens at the port becomes cycles of the block
// (cycle_models/pfc_engine_cycle.h).
//   - Each event is a cycle at its instant, since each asks something: whether a frame is due, what the frame says,
//     which classes may not send. An event at the instant of another carries no time.
//   - The cycles between two events carry the bits that the line sends in between, up to 1,023 each. While no timer
//     runs, one cycle brings the prescaler to where the bits end.
//   - All timers of the block end with a quantum of one prescaler, those of the model at their own instant, less than a
//     quantum later. The block's time waits before the quantum that ends a timer, until the timer's instant (decision
//     0300). Of two timers that end within one quantum the block cannot tell the order; then a refresh decides when
//     the quantum ends, and the pause is shown to the port by its own instant.
// Where the block is a part of a whole port (port_parts.h), the port compares depths, and has no time while no timer
// runs; a pause that the port would still hold at the model's instant is ended there, as by a time of 0.
// The block decides which frame is due, what the frame says, and which classes may not send.

#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/cycle_models/pfc_engine_cycle.h"
#include "hw_model/cycle_models/port_parts.h"
#include "hw_model/frame/mac_control.h"

namespace weir::flow_control {

// The model's registers, by the classes of frames.
struct PauseRegisters {
  ClassMask asks = 0;  // what queues and the deadlock unit ask for
  ClassMask told = 0;
  ClassMask refresh_due = 0;
  std::uint16_t pause_quanta = 0;
};

class ClockedPauses {
 public:
  using Inputs = reference::PfcEngineInputs;
  using Outputs = reference::PfcEngineOutputs;

  // `enable`: the classes with PFC; `port_pause`: 802.3x, of which class 0 stands for the port.
  ClockedPauses(std::unique_ptr<reference::PfcEngineBlock> block, BitRate line_rate, ClassMask enable, bool port_pause);

  // `model`: the registers of the model as they are by now. Times never fall.

  // Whether depths are compared here, which are then shown before the model says what is asked for.
  bool compares() const { return port_ != nullptr; }
  void show(const reference::QueueDepth& queue, Time now);

  // Whether a frame is due; what is asked for may have changed.
  bool due(const PauseRegisters& model, Time now);

  // A frame is built: what the block says in it. `said`: what the model says; its pauses are said again at `again`.
  struct Frame {
    ClassMask pauses = 0;
    ClassMask resumes = 0;
    frame::PfcFrame body{};
  };
  Frame build(const PauseRegisters& model, const frame::PfcFrame& said, Time again, Time now);

  // The refresh timers of these classes end at this instant.
  void end_refresh(ClassMask classes);

  // A MAC control frame of the peer takes effect; `ends`: when the pauses of `obeyed` end.
  void hear(const frame::MacControl& control, ClassMask obeyed, const PerClass<Time>& ends, Time now);
  // The pause of this class ends at this instant.
  void end_pause(ClassId c);
  // Classes that may not send; of 802.3x all or none.
  ClassMask blocked(const PauseRegisters& model, Time now);

  // Both sides forget what was told and heard, and nothing is asked for.
  void forget(Time now);

 private:
  // A timer of the block; `zero` is the quantum that ends it, counted as quanta() is.
  struct Timer {
    std::int64_t zero = 0;
    Time end{};
    bool runs = false;   // by the model
    bool holds = false;  // the block's time waits for its end
  };

  std::int64_t bits_at(Time now) const;
  std::int64_t quanta() const { return bits_ >> reference::kPfcPrescalerBits; }
  bool left(const Timer& timer) const { return timer.zero > quanta(); }
  Timer timer_of(std::int64_t quanta, Time end) const;
  std::int64_t wanted(Time now, bool for_pauses) const;
  bool any_left() const;
  void advance(Time now, bool for_pauses = true);
  void begin_anew();
  void end_here(ClassMask classes, Time now);
  void play(const Inputs& in);
  Outputs seen(const PauseRegisters& model, const frame::PfcFrame* said = nullptr);
  std::uint64_t words(const PerClass<Timer>& timers, std::size_t first) const;

  std::unique_ptr<reference::PfcEngineBlock> block_;
  reference::PortDepths<Inputs>* port_;  // the block as a part of a port; null: it is none
  BitRate line_rate_;
  Inputs rest_;             // a cycle without an event
  std::int64_t bits_ = 0;   // of the line, that the block has seen
  std::int64_t stood_ = 0;  // bits of the line in which the time of the port stood
  ClassMask asks_ = 0;      // as the block was last told
  PerClass<Timer> refreshes_{};
  PerClass<Timer> pauses_{};
};

}  // namespace weir::flow_control
