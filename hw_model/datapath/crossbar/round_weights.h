// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The weights of weighted round robin at a crossbar's outputs: how many packets each input may begin in a round of an
// output.
//
// M. Katevenis, S. Sidiropoulos, C. Courcoubetis, "Weighted Round-Robin Cell Multiplexing in a General-Purpose ATM
// Switch Chip", IEEE JSAC 9(8), 1991; here with packets, and turn by turn. Each (input, output) has a weight, 1 at
// first, which software sets, and a count of the packets begun in the output's present round. An input whose count has
// reached its weight begins no further packet there. When no requesting input is below its weight or in the middle of a
// packet, the round ends and all counts of the output become 0. Among inputs below their weight the arbiter takes turns
// packet by packet, so that no input waits for a whole burst of another. Inputs that always request share an output in
// proportion to their weights, in packets; an input's unused part of a round is lost.
//
// A packet that has begun is finished whatever the counts say.
//
// Order of operations: next() is asked and may end a round, then begins() counts the packet. Latency: none, wires.
// Constant time a packet; memory only at construction, 10 bytes and two bits a pair.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/datapath/crossbar/port_set.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/register_bank.h"

namespace weir::crossbar {

class RoundWeights {
 public:
  static constexpr unsigned kWidth = 8;  // of a weight and a count
  static constexpr unsigned kMost = (1U << kWidth) - 1;

  explicit RoundWeights(std::size_t ports);

  // 1..kMost packets a round; throws std::invalid_argument, one line, for other values. Takes effect in the present
  // round.
  void set(PortId input, PortId output, unsigned weight);
  unsigned weight(PortId input, PortId output) const { return weights_[pair(input, output)]; }

  // The input at or after `from` that `output` is to take: it requests, is free, and is below its weight or in the
  // middle of a packet. kNoPort: none. If no requesting input, free or busy, is below its weight or in the middle of a
  // packet, another round begins first.
  std::size_t next(PortBits asking, PortBits free, std::size_t output, std::size_t from);

  // begins(): the first cell of a packet crosses. ends(): its last cell has crossed.
  void begins(PortId input, PortId output);
  void ends(PortId input, PortId output);

  // No packet is begun or under way; weights stay.
  void reset();

  void bind_registers(const ledger::Binder& binder);

  struct Rows;  // its registers (crossbar_registers.cpp)

 private:
  std::size_t pair(PortId input, PortId output) const { return output.index() * ports_ + input.index(); }
  unsigned begun(std::size_t output, std::size_t pair) const {
    return counted_in_[pair] == round_[output] ? begun_[pair] : 0;
  }
  void judge(std::size_t input, std::size_t output);

  std::size_t ports_;
  std::vector<std::uint8_t> weights_;      // [output][input]
  std::vector<std::uint8_t> begun_;        // [output][input]: packets begun in round counted_in_
  std::vector<std::uint64_t> counted_in_;  // [output][input]: the round that begun_ is of
  std::vector<std::uint64_t> round_;       // number of the present round, by output
  std::vector<std::uint8_t> crossing_;     // [output][input]: packets between their first and their last cell
  PortMatrix below_;                       // row = output, members = inputs below their weight
  PortMatrix under_way_;                   // likewise: inputs with a packet that is crossing
};

}  // namespace weir::crossbar
