// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The idealised crossbar that moves whole packets: an output that can take a packet picks, at that instant, the next
// input in turn that has a packet for it and whose lane is free; the packet is in the VEQ at once, or after a random
// delay, uniform over 0..jitter, in which that output and that input's lane are busy.
//
// Without an output_buffer an output takes a packet of a class only when its VEQ of that class is empty, the frame in
// transmission included: at line rate the choice falls at the instant at which the frame before has left, so an output
// never idles while it could choose, and never chooses early. With jitter every packet then costs its output that much
// idle time.
//
// A FIFO has one reader: from the moment at which an output has taken a packet, the input is busy with it for as long
// as its transfer takes at fastest_port x speedup. Without speedup the output sends the packet for as long, so that the
// input's next packet cannot go earlier, not even to an idle output: the service rate is at most the arrival rate. An
// input with virtual output queues feeds all outputs at once.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/crossbar/clocked_arbiters.h"
#include "hw_model/datapath/crossbar/crossbar.h"
#include "hw_model/datapath/crossbar/input_side.h"
#include "hw_model/datapath/crossbar/round_weights.h"
#include "hw_model/ledger/block.h"

namespace weir::crossbar {

class PacketCrossbar final : public Crossbar {
 public:
  explicit PacketCrossbar(const CrossbarContext& context);

  void packet_in(frame::Packet& packet, Time now) override;
  void own_in(frame::Packet& packet, Time now) override;
  void output_has_room(PortId port, ClassId c, Time now) override;
  void slot(PortId port, Time now) override;  // the transfer to output `port`, or the reading of input `port`, is over
  void reset(std::vector<frame::Packet*>& packets, Time now) override;
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

  struct Rows;  // its registers (crossbar_registers.cpp)

 private:
  struct Lane {            // of an output
    std::size_t turn = 0;  // the input that is next in turn
    bool busy = false;     // a transfer from `input` is under way
    PortId input;
    Time until;
    ClassId traffic_class;
  };

  void take_in(std::size_t input, frame::Packet& packet, Time now);
  void free_inputs(Time now);
  void wake_outputs(std::size_t input);
  void serve(std::size_t first, Time now);
  void take(std::size_t output, Time now);
  std::size_t next_input(std::size_t output);
  void hand_over(PortId input, PortId output, ClassId c, Time now);

  Scheduler& scheduler_;
  InputSide side_;
  std::size_t ports_;  // number of inputs, and of outputs
  Bytes max_frame_;
  Time jitter_;
  bool gated_;
  BitRate read_rate_;                         // of a FIFO; 0: no FIFO
  std::unique_ptr<RoundWeights> weights_;     // null: round robin without
  std::unique_ptr<ClockedArbiters> clocked_;  // blocks beside `turn`; null: the model alone
  std::vector<Lane> lanes_;
  std::vector<RandomStream> delays_;  // one an output, so that they do not disturb each other; empty without jitter
  PortSet free_inputs_;
  PortSet reading_;               // inputs whose FIFO is being read
  std::vector<Time> read_until_;  // by input: the end of the reading
  PortSet to_serve_;              // outputs that may have become able to take a packet
  std::uint64_t transfers_ = 0;
};

}  // namespace weir::crossbar
