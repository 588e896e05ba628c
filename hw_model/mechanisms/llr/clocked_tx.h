// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The transmitter of a port as a clocked block, beside the model: what happens to the model becomes cycles.
//   - A tick of the timers is a cycle. A frame that leaves, and the set or the expiry that follows in its tick, are one
//     cycle. A further event of the tick has a cycle of its own, since its answer stands at once.
//   - A timer of the model ends at its picosecond, that of the block in the cycle that ends with the first clock edge
//   at
//     or after it. A cycle of an earlier event of this tick has the time of the tick before, so that no count ends in
//     it.
//   - Of the ticks between two events one is played, the last; where the replay timer runs, as many as keep its
//     comparison within half of its range.
// Flushes by management are given as what the block has inputs for: an age, or a PCS that is down too long. A number
// that management sets is a constant distance between the port's numbers and the block's.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw_model/base/units.h"
#include "hw_model/mechanisms/llr/llr_clocked_blocks.h"
#include "hw_model/mechanisms/llr/llr_tx.h"

namespace weir::llr {

class ClockedTx {
 public:
  // What the model has.
  struct Model {
    const LlrConfig* config = nullptr;
    LlrTxState state;
    LlrTxCounters counters;
    std::uint32_t outstanding = 0;
    Bytes kept;
    Time flush_due = kNever;
    Admission admission = Admission::kBlock;  // of no bytes
  };
  enum class Event : std::uint8_t {
    kSettings,
    kFrame,
    kDiscarded,
    kReplay,
    kInit,
    kSet,
    kExpiry,
    kFlush,
    kPcs,
    kNumber
  };

  ClockedTx(std::unique_ptr<LlrTxBlock> block, const Model& model);

  // Around an event of the model. `inputs`: those of the event alone. `now` never falls.
  void begin(Event event, const LlrTxInputs& inputs, const Model& before, Time now);
  void end(const Model& after);
  // The frame that was sent last is poisoned.
  void poisoned(const Model& after);
  // Plays the cycle that waits for a further event.
  void close();

  // The block's answers. `model`: what the model answers.
  Admission admission(Bytes length, Admission model);
  bool replays() const { return idle_.replay_due; }
  bool wants_init() const { return idle_.init_due; }
  std::uint32_t next_number();
  std::uint32_t init_data() const { return idle_.init_data; }

 private:
  // Of a slot of the memories beside the block.
  struct Slot {
    std::uint32_t start = 0;
    std::uint32_t first_sent = 0;
    bool poisoned = false;
  };

  void play_until(std::uint64_t tick, const Model& model);
  void play_idle(std::uint64_t tick, const Model& model);
  void play();
  void play_flush(std::uint64_t now);
  bool set_time(LlrTxInputs& in) const;
  static void flush_by_age(LlrTxInputs& in);
  bool within_tick(Time due) const;
  std::uint32_t first_sent(std::uint64_t now) const;
  LlrTxInputs idle_inputs(std::uint64_t now) const;
  LlrTxOutputs clock(const LlrTxInputs& in);
  void settle(const Model& model);
  LlrTxOutputs expected(const Model& model, const LlrTxOutputs& out) const;
  std::uint32_t number_of_block(std::uint32_t number) const;

  std::unique_ptr<LlrTxBlock> block_;
  LlrTxCycleConfig widths_;
  std::vector<Slot> slots_;
  std::uint32_t oldest_ = 0;  // slots that are read for the next cycle
  std::uint32_t replay_ = 0;
  bool pcs_up_ = true;
  bool pcs_held_ = false;       // the block's PCS has counted anew
  std::uint32_t distance_ = 0;  // of the port's numbers from the block's
  LlrTxOutputs idle_;           // of a cycle without an event after all that have been played

  std::uint64_t tick_ = 0;  // the last one with a cycle, or with an event whose cycle waits
  std::uint64_t block_now_ = 0;
  bool waits_ = false;  // a cycle that a further event may join
  Event event_ = Event::kSettings;
  LlrTxInputs in_;
  bool keeps_ = false;  // a frame leaves in that cycle
  Time acts_at_;
  Model before_;
  Model after_;
};

}  // namespace weir::llr
