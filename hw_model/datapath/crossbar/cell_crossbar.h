// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The crossbar that moves cells, at its own clock. All inputs and outputs move in step, in slots that begin at whole
// multiples of the slot time. Order of operations at a slot boundary:
//   1. packets whose last cell crossed in the slot that ends here are complete, and enter their VEQ;
//   2. the arbiter matches inputs to outputs, over the heads that may go;
//   3. each matched input sends one cell; a packet's first cell reserves its room at the output.
// Cells of packets from different inputs, or of different classes, interleave at an output; each packet is put together
// there on its own. Latency of a packet of n cells on an idle crossbar: up to one slot to the next boundary, then n
// slots.
//
// A boundary sees what has happened before it in the device's total order: a packet admitted, or a frame whose last bit
// has left, at the very picosecond of the boundary takes part in it.
//
// Most slots are passed over, without an event and without a change of any result. While requests stay the same and no
// packet begins or ends, all that happens in a slot is that cells cross and pointers move:
//   - a packet that is alone, its input requesting no other output and its output requested by no other input, sends a
//     cell in every slot, and the pointers stay where its first slot has moved them (KnownEnds);
//   - packets that compete have begun, and have some cells left. Until the earliest of them may send its last cell no
//     boundary is due; the arbiter then makes up for the slots in between (follow_up()).
// A new request ends this at the first boundary that is not decided. A crossbar that is empty, or blocked by full
// outputs, costs nothing. The next boundary that is due is no event in a heap, as it changes often
// (Scheduler::set_slot); it is decided at once where no other work of the device comes before it
// (Scheduler::takes_turn). passed_over() counts the slots that have had no event, so that counts of events do not
// depend on all this.
//
// What runs for each packet is made twice: Width::kWord is for at most 64 inputs under iSLIP or round robin, without a
// gate or RTL (is_plain_).

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw_model/datapath/crossbar/arbiter.h"
#include "hw_model/datapath/crossbar/crossbar.h"
#include "hw_model/datapath/crossbar/due_slots.h"
#include "hw_model/datapath/crossbar/input_side.h"
#include "hw_model/datapath/crossbar/known_ends.h"
#include "hw_model/ledger/block.h"

namespace weir::crossbar {

class CellCrossbar final : public Crossbar, private RequestListener {
 public:
  // `weights`: those of the arbiter, or null.
  CellCrossbar(const CrossbarContext& context, std::unique_ptr<CellArbiter> arbiter,
               std::unique_ptr<RoundWeights> weights = nullptr);

  void packet_in(frame::Packet& packet, Time now) override;
  void own_in(frame::Packet& packet, Time now) override;
  void output_has_room(PortId port, ClassId c, Time now) override;
  void packet_left(PortId port, ClassId c, Bytes length, Time now) override;
  void slot(PortId port, Time now) override;
  std::int64_t passed_over(Time before) const override;
  void reset(std::vector<frame::Packet*>& packets, Time now) override;
  Time longest_refused(PortId input, ClassId c, Time now) const override {
    return side_.longest_refused(input, c, now);
  }
  RoundWeights* weights() override { return weights_.get(); }
  Bytes in_transit() const override { return side_.held(); }
  void visit_waiting(WaitingVisitor& visitor) const override { side_.visit(visitor); }
  void bind_registers(const ledger::Binder& binder) const override {
    side_.bind_registers(binder);
    arbiter_->bind_registers(binder);
    if (weights_ != nullptr) {
      weights_->bind_registers(binder);
    }
  }

  Time slot_time() const { return slot_time_; }

  struct Rows;  // its registers (crossbar_registers.cpp)

 private:
  // Of the checked build over all queues; in every slot they would make it quadratic in the number of waiting packets.
  static constexpr std::uint32_t kSlotsBetweenWalks = 256;

  struct Complete {
    Match way;
    ClassId traffic_class;
  };

  void requests(std::size_t word, PortWord inputs, PortId output, Time now) override;
  void stop_met(PortWord inputs, std::size_t word, PortId output, Slot first);
  template <Width kWidth = Width::kAny>
  bool busy() const {
    return !side_.outputs().empty<kWidth>();
  }
  Slot undecided(Time now);
  template <Width kWidth>
  void decide_all();
  void follow_up(Slot first, bool busy);
  void follow_arbiter(Slot first);
  void follow_plain(Slot first);
  void stop(const KnownEnds::Packet& packet, Slot first);
  void wake(Slot first);
  template <Width kWidth>
  void forget(Slot slot);
  template <Width kWidth>
  void decide(Slot slot);
  template <Width kWidth>
  void cross(Slot slot, Time now);
  void cross_in_order(Slot slot, Time now);
  std::size_t select();
  std::size_t select_clocked(Time now);
  void rest();
  AskedSlot asked() const { return {side_.requests(), side_.outputs(), ends_.outputs()}; }
  void insert_by_input(const Match& pair, std::size_t count);
  template <Width kWidth>
  void plan(Slot slot);
  template <Width kWidth>
  Slot quiet_slots() const;
  template <Width kWidth>
  void know_end(const Match& pair, const InputSide::Sent& sent);
  template <Width kWidth>
  void send_alone(const Match& pair, Time now);
  template <Width kWidth>
  void send_all(std::size_t of_the_first, Time now);
  template <Width kWidth>
  void send_first(const Match& match, Time now);
  template <Width kWidth>
  void send_further(const Match& match, Time now);
  template <Width kWidth>
  void note_begin(const Match& pair);
  template <Width kWidth>
  void complete(const Match& way, ClassId c, Time now);
  template <Width kWidth>
  void check(const Match& match, Time now);
  template <Width kWidth>
  void forget_checked() {
    seen_inputs_.clear<kWidth>();
    seen_outputs_.clear<kWidth>();
  }

  Scheduler& scheduler_;
  Bytes cell_;
  Time slot_time_;
  InputSide side_;
  std::unique_ptr<RoundWeights> weights_;  // of the arbiter; null: it has none
  std::unique_ptr<CellArbiter> arbiter_;
  Islip* islip_;                // the arbiter, if it is one
  bool clocked_;                // RTL stands beside it
  bool in_order_;               // cells are sent in the order of inputs
  bool is_plain_;               // Width::kWord does
  std::vector<Match> matches_;  // of this slot
  std::vector<Match> alone_;    // those of them that need no arbiter; work space
  KnownEnds ends_;              // packets that need no arbiter until they are complete
  std::vector<Complete> late_;  // packets whose last cell is crossing and was matched after the first iteration
  PortSet open_;                // the outputs that the arbiter has to match until the next event
  bool contended_ = false;      // there is one
  Slot decided_ = -1;           // the boundary that was decided last, as far as this has been followed up
  bool awake_ = false;          // the boundary after it is due, or being decided
  Slot next_ = -1;              // the boundary that the scheduler has
  Slot planned_ = -1;           // the boundary at which packets that compete make something happen next
  DueSlots due_;                // slots at which something may happen other than that cells cross
  std::int64_t passed_over_ = 0;

  // For the checked build.
  std::uint32_t until_walk_ = kSlotsBetweenWalks;
  PortSet seen_inputs_;
  PortSet seen_outputs_;
};

}  // namespace weir::crossbar
