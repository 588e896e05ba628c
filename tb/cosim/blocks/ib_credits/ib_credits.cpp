// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/ib_credits/ib_credits.h"

#include "tb/cosim/at_need_in_switch.h"

namespace weir::cosim {

using reference::IbCreditsConfig;
using reference::IbCreditsInputs;
using reference::IbCreditsOutputs;

namespace {

constexpr Time kPeriod{1200};

constexpr Width<IbCreditsConfig> kWidths[] = {
    {"counter_bits", "COUNTER_W", &IbCreditsConfig::counter_bits, reference::kIbCounterBits, 10,
     "for some packets, and counts that come round", 24},
    {"blocks_bits", "BLOCKS_W", &IbCreditsConfig::blocks_bits, reference::kIbBlocksBits, 6,
     "for a packet of 4096 bytes in blocks of 64"},
    {"first", "FIRST", &IbCreditsConfig::first, reference::kIbFirst},
};

}  // namespace

BlockPorts<IbCreditsInputs, IbCreditsOutputs> IbCreditsKind::ports(const Setup& setup) {
  setup.validate();
  using In = IbCreditsInputs;
  using Out = IbCreditsOutputs;
  const unsigned counter = setup.counter_bits;
  const unsigned blocks = setup.blocks_bits;
  return {.period = kPeriod,
          .inputs = {port("rst_ni", 1, &In::rst_n), port("resync_i", 1, &In::resync),
                     port("buffer_i", counter, &In::buffer), port("head_blocks_i", blocks, &In::head_blocks),
                     port("sent_i", 1, &In::sent), port("sent_blocks_i", blocks, &In::sent_blocks),
                     port("admitted_i", 1, &In::admitted), port("admitted_blocks_i", blocks, &In::admitted_blocks),
                     port("heard_i", 1, &In::heard), port("heard_fctbs_i", counter, &In::heard_fctbs),
                     port("heard_fccl_i", counter, &In::heard_fccl), port("released_i", 1, &In::released),
                     port("released_blocks_i", blocks, &In::released_blocks), port("take_i", 1, &In::take),
                     port("period_i", 1, &In::period), port("init_i", 1, &In::init)},
          .outputs = {port("may_send_o", 1, &Out::may_send), port("available_o", counter, &Out::available),
                      port("fctbs_o", counter, &Out::fctbs), port("fccl_o", counter, &Out::fccl),
                      port("abr_o", counter, &Out::abr), port("occupied_o", counter, &Out::occupied),
                      port("told_fccl_o", counter, &Out::told_fccl), port("due_o", 1, &Out::due)}};
}

std::span<const Width<IbCreditsConfig>> IbCreditsKind::widths() { return kWidths; }

Block IbCreditsKind::block(const Variant<IbCreditsKind>& variant) { return block_at_need(variant); }

IbCreditsConfig IbCreditsKind::in_switch(const IbCreditsConfig& asked) {
  IbCreditsConfig made = asked;
  made.first = Setup{}.first;  // the first message says another
  return by_counters<IbCreditsKind>(asked).value_or(made);
}

}  // namespace weir::cosim
