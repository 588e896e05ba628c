// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/linear_rate/linear_rate.h"

#include "tb/cosim/at_need_in_switch.h"

namespace weir::cosim {

using reference::LinearRateConfig;
using reference::LinearRateInputs;
using reference::LinearRateOutputs;

namespace {

constexpr Time kPeriod{1200};

constexpr Width<LinearRateConfig> kWidths[] = {
    {"counter_bits", "COUNTER_W", &LinearRateConfig::counter_bits, reference::kLinearCounterBits, 8, "for some frames"},
    {"block_shift", "BLOCK_SHIFT", &LinearRateConfig::block_shift, reference::kLinearBlockShift},
    {"factor_int", "FACTOR_INT_W", &LinearRateConfig::factor_int, reference::kFactorIntBits},
    {"factor_frac", "FACTOR_FRAC_W", &LinearRateConfig::factor_frac, reference::kFactorFracBits},
};

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

std::span<const Width<LinearRateConfig>> LinearRateKind::widths() { return kWidths; }

Block LinearRateKind::block(const Variant<LinearRateKind>& variant) { return block_at_need(variant); }

}  // namespace weir::cosim
