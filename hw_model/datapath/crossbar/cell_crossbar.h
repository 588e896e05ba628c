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
// has left, at the very picosecond of the boundary takes part in it. An event is pending only while a head may go or a
// last cell is crossing; a crossbar that is empty, or blocked by full outputs, costs nothing.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw_model/datapath/crossbar/arbiter.h"
#include "hw_model/datapath/crossbar/crossbar.h"
#include "hw_model/datapath/crossbar/input_side.h"
#include "hw_model/ledger/block.h"

namespace weir::crossbar {

class CellCrossbar final : public Crossbar {
 public:
  // `weights`: those of the arbiter, or null.
  CellCrossbar(const CrossbarContext& context, std::unique_ptr<CellArbiter> arbiter,
               std::unique_ptr<RoundWeights> weights = nullptr);

  void packet_in(frame::Packet& packet, Time now) override;
  void own_in(frame::Packet& packet, Time now) override;
  void output_has_room(PortId port, ClassId c, Time now) override;
  void slot(PortId port, Time now) override;
  void reset(std::vector<frame::Packet*>& packets) override;
  Time longest_refused(PortId input, ClassId c, Time now) const override {
    return side_.longest_refused(input, c, now);
  }
  RoundWeights* weights() override { return weights_.get(); }
  Bytes in_transit() const override { return side_.held(); }
  void visit_waiting(WaitingVisitor& visitor) const override { side_.visit(visitor); }
  void bind_registers(const ledger::Binder& binder) const override {
    side_.bind_registers(binder);
    if (weights_ != nullptr) {
      weights_->bind_registers(binder);
    }
  }

  Time slot_time() const { return slot_time_; }

  struct Rows;  // its registers (crossbar_registers.cpp)

 private:
  struct Complete {
    Match way;
    ClassId traffic_class;
  };

  void arm(Time now);
  void send(const Match& match, Time now);
  void check(Time now);

  Scheduler& scheduler_;
  Bytes cell_;
  Time slot_time_;
  InputSide side_;
  std::unique_ptr<RoundWeights> weights_;  // of the arbiter; null: it has none
  std::unique_ptr<CellArbiter> arbiter_;
  std::vector<Match> matches_;      // of this slot
  std::vector<Complete> complete_;  // packets whose last cell is crossing
  Time decided_ = Time(-1);         // the boundary that was decided last
  bool armed_ = false;

  // For the checked build.
  std::uint64_t slots_ = 0;
  PortSet seen_inputs_;
  PortSet seen_outputs_;
};

}  // namespace weir::crossbar
