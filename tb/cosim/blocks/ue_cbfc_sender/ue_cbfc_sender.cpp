// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/ue_cbfc_sender/ue_cbfc_sender.h"

#include "tb/cosim/clocked_in_switch.h"

namespace weir::cosim {

using reference::UeCbfcSenderConfig;
using reference::UeCbfcSenderInputs;
using reference::UeCbfcSenderOutputs;

namespace {

constexpr Time kPeriod{1200};

constexpr Width<UeCbfcSenderConfig> kWidths[] = {
    {"vc_bits", "VC_W", &UeCbfcSenderConfig::vc_bits, reference::kUeVcBits, 2, "for four channels"},
    {"counter_bits", "COUNTER_W", &UeCbfcSenderConfig::counter_bits, reference::kUeCounterBits, 10,
     "for counts that come round", 24},
    {"wire_bits", "WIRE_W", &UeCbfcSenderConfig::wire_bits, reference::kUeWireBits, 6,
     "for counts on both sides of half of the range"},
    {"credits_bits", "CREDITS_W", &UeCbfcSenderConfig::credits_bits, reference::kUeCreditsBits, 4,
     "for frames of several credits"},
    {"timer_bits", "TIMER_W", &UeCbfcSenderConfig::timer_bits, reference::kUeTimerBits, 4, "for a timer of some ticks"},
};

}  // namespace

BlockPorts<UeCbfcSenderInputs, UeCbfcSenderOutputs> UeCbfcSenderKind::ports(const Setup& setup) {
  setup.validate();
  using In = UeCbfcSenderInputs;
  using Out = UeCbfcSenderOutputs;
  const unsigned vc = setup.vc_bits;
  const unsigned counter = setup.counter_bits;
  const unsigned credits = setup.credits_bits;
  const unsigned timer = setup.timer_bits;
  return {.period = kPeriod,
          .inputs = {port("rst_ni", 1, &In::rst_n),
                     port("cf_delta_i", 2, &In::cf_delta),
                     port("pool_i", 1, &In::pool),
                     port("pool_shared_i", counter, &In::pool_shared),
                     port("cc_timer_i", timer, &In::cc_timer),
                     port("frame_i", 1, &In::frame),
                     port("frame_vc_i", vc, &In::frame_vc),
                     port("frame_credits_i", credits, &In::frame_credits),
                     port("frame_limit_i", counter, &In::frame_limit),
                     port("frame_reserved_i", counter, &In::frame_reserved),
                     port("frame_mode_i", 2, &In::frame_mode),
                     port("frame_exponent_i", 4, &In::frame_exponent),
                     port("cf_i", 1, &In::cf),
                     port("cf_vc_i", vc, &In::cf_vc),
                     port("cf_freed_i", setup.wire_bits, &In::cf_freed),
                     port("cf_reserved_i", counter, &In::cf_reserved),
                     port("tick_i", 1, &In::tick),
                     port("cc_take_i", 1, &In::cc_take),
                     port("set_i", 1, &In::set),
                     port("set_vc_i", vc, &In::set_vc),
                     port("set_enable_i", 1, &In::set_enable),
                     port("set_clear_i", 1, &In::set_clear),
                     port("set_reserved_i", counter, &In::set_reserved),
                     port("read_vc_i", vc, &In::read_vc)},
          .outputs = {port("may_send_o", 1, &Out::may_send), port("counts_o", 1, &Out::counts),
                      port("cc_due_o", 2, &Out::cc_due), port("cc_high_o", 1, &Out::cc_high),
                      port("cc_counts_0_1_o", 2 * counter, &Out::cc_counts_0_1),
                      port("cc_counts_2_3_o", 2 * counter, &Out::cc_counts_2_3),
                      port("cc_counts_4_5_o", 2 * counter, &Out::cc_counts_4_5),
                      port("cc_counts_6_7_o", 2 * counter, &Out::cc_counts_6_7),
                      port("cc_counts_8_9_o", 2 * counter, &Out::cc_counts_8_9),
                      port("cc_counts_10_11_o", 2 * counter, &Out::cc_counts_10_11),
                      port("cc_counts_12_13_o", 2 * counter, &Out::cc_counts_12_13),
                      port("cc_counts_14_15_o", 2 * counter, &Out::cc_counts_14_15),
                      port("cc_left_o", timer, &Out::cc_left), port("enabled_o", setup.channels(), &Out::enabled),
                      port("shared_used_o", counter, &Out::shared_used),
                      port("read_consumed_o", counter, &Out::read_consumed),
                      port("read_freed_o", counter, &Out::read_freed), port("read_used_o", counter, &Out::read_used)}};
}

std::span<const Width<UeCbfcSenderConfig>> UeCbfcSenderKind::widths() { return kWidths; }

Block UeCbfcSenderKind::block(const Variant<UeCbfcSenderKind>& variant) { return clocked_block(variant); }

}  // namespace weir::cosim
