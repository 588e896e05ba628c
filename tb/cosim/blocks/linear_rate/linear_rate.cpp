// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/linear_rate/linear_rate.h"

#include <stdexcept>

#include "tb/cosim/make_block.h"

namespace weir::cosim {

using reference::LinearRateInputs;
using reference::LinearRateOutputs;

namespace {

constexpr Time kPeriod{1200};
constexpr unsigned kLeastCounter = 8;  // some frames

}  // namespace

BlockPorts<LinearRateInputs, LinearRateOutputs> LinearRateKind::ports(const Setup& setup) {
  setup.validate();
  using In = LinearRateInputs;
  using Out = LinearRateOutputs;
  return {.period = kPeriod,
          .inputs = {port("rst_ni", 1, &In::rst_n), port("message_i", 1, &In::message),
                     port("fccl_i", setup.counter_bits, &In::fccl), port("fctbs_i", setup.counter_bits, &In::fctbs),
                     port("range_i", setup.room_bits(), &In::range)},
          .outputs = {port("busy_o", 1, &Out::busy), port("valid_o", 1, &Out::valid),
                      port("factor_o", setup.factor_int + setup.factor_frac, &Out::factor)}};
}

void LinearRateKind::require_built(const Setup& setup) {
  setup.validate();
  require_width("counter_bits", setup.counter_bits, reference::kLinearCounterBits);
  require_width("block_shift", setup.block_shift, reference::kLinearBlockShift);
  require_width("factor_int", setup.factor_int, reference::kFactorIntBits);
  require_width("factor_frac", setup.factor_frac, reference::kFactorFracBits);
}

std::vector<RtlParameter> LinearRateKind::parameters(Setup& setup) {
  return {width_parameter("COUNTER_W", setup.counter_bits), width_parameter("BLOCK_SHIFT", setup.block_shift),
          width_parameter("FACTOR_INT_W", setup.factor_int), width_parameter("FACTOR_FRAC_W", setup.factor_frac)};
}

void LinearRateKind::require_playable(const Setup& setup) {
  if (setup.counter_bits < kLeastCounter) {
    throw std::invalid_argument("--parameter: COUNTER_W is " + std::to_string(setup.counter_bits) + " bits, wanted " +
                                std::to_string(kLeastCounter) + " or more: some frames");
  }
}

HeaderLines LinearRateKind::header(const Setup& setup) {
  return {{"counter_bits", std::to_string(setup.counter_bits)},
          {"block_shift", std::to_string(setup.block_shift)},
          {"factor_int", std::to_string(setup.factor_int)},
          {"factor_frac", std::to_string(setup.factor_frac)}};
}

void LinearRateKind::take_header(const Recording& recording, Setup& setup) {
  setup.counter_bits = recording.number_of("counter_bits");
  setup.block_shift = recording.number_of("block_shift");
  setup.factor_int = recording.number_of("factor_int");
  setup.factor_frac = recording.number_of("factor_frac");
}

Block LinearRateKind::block(const Variant<LinearRateKind>& variant) { return make_block(variant); }

}  // namespace weir::cosim
