// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/gradient_gate/gradient_gate.h"

#include <stdexcept>

#include "tb/cosim/make_block.h"

namespace weir::cosim {

using reference::GradientGateInputs;
using reference::GradientGateOutputs;

namespace {

constexpr Time kPeriod{1200};
constexpr unsigned kLeastBlocks = 8;    // a frame of 9216 bytes in blocks of 64
constexpr unsigned kLeastCounter = 12;  // some of them
constexpr unsigned kMostCounter = 24;   // a count walks all the way round

}  // namespace

BlockPorts<GradientGateInputs, GradientGateOutputs> GradientGateKind::ports(const Setup& setup) {
  setup.validate();
  using In = GradientGateInputs;
  using Out = GradientGateOutputs;
  const unsigned counter = setup.counter_bits;
  const unsigned blocks = setup.blocks_bits;
  return {
      .period = kPeriod,
      .inputs = {port("rst_ni", 1, &In::rst_n), port("wants_i", 1, &In::wants), port("blocks_i", blocks, &In::blocks),
                 port("depth_i", counter, &In::depth), port("stop_i", counter, &In::stop), port("news_i", 1, &In::news),
                 port("news_freed_i", counter, &In::news_freed), port("admitted_i", 1, &In::admitted),
                 port("admitted_blocks_i", blocks, &In::admitted_blocks), port("taken_i", 1, &In::taken),
                 port("taken_blocks_i", blocks, &In::taken_blocks), port("left_i", 1, &In::left),
                 port("left_blocks_i", blocks, &In::left_blocks)},
      .outputs = {port("starts_o", 1, &Out::starts), port("held_o", counter, &Out::held),
                  port("sent_o", counter, &Out::sent), port("heard_o", counter, &Out::heard),
                  port("untaken_o", counter, &Out::untaken), port("freed_o", counter, &Out::freed)}};
}

void GradientGateKind::require_built(const Setup& setup) {
  setup.validate();
  require_width("counter_bits", setup.counter_bits, reference::kGradientCounterBits);
  require_width("blocks_bits", setup.blocks_bits, reference::kGradientBlocksBits);
}

std::vector<RtlParameter> GradientGateKind::parameters(Setup& setup) {
  return {width_parameter("COUNTER_W", setup.counter_bits), width_parameter("BLOCKS_W", setup.blocks_bits)};
}

void GradientGateKind::require_playable(const Setup& setup) {
  const auto require = [](bool holds, const char* parameter, unsigned bits, const std::string& wanted) {
    if (!holds) {
      throw std::invalid_argument(std::string("--parameter: ") + parameter + " is " + std::to_string(bits) +
                                  " bits, wanted " + wanted);
    }
  };
  require(setup.blocks_bits >= kLeastBlocks, "BLOCKS_W", setup.blocks_bits,
          std::to_string(kLeastBlocks) + " or more: a frame of 9216 bytes in blocks of 64");
  require(setup.counter_bits >= kLeastCounter && setup.counter_bits <= kMostCounter, "COUNTER_W", setup.counter_bits,
          std::to_string(kLeastCounter) + " to " + std::to_string(kMostCounter) +
              ": some of these frames, and counts that come round");
}

HeaderLines GradientGateKind::header(const Setup& setup) {
  return {{"counter_bits", std::to_string(setup.counter_bits)}, {"blocks_bits", std::to_string(setup.blocks_bits)}};
}

void GradientGateKind::take_header(const Recording& recording, Setup& setup) {
  setup.counter_bits = recording.number_of("counter_bits");
  setup.blocks_bits = recording.number_of("blocks_bits");
}

Block GradientGateKind::block(const Variant<GradientGateKind>& variant) { return make_block(variant); }

}  // namespace weir::cosim
