// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/ue_cbfc_receiver/ue_cbfc_receiver.h"

#include "tb/cosim/clocked_in_switch.h"

namespace weir::cosim {

using reference::UeCbfcReceiverConfig;
using reference::UeCbfcReceiverInputs;
using reference::UeCbfcReceiverOutputs;

namespace {

constexpr Time kPeriod{1200};

constexpr Width<UeCbfcReceiverConfig> kWidths[] = {
    {"vc_bits", "VC_W", &UeCbfcReceiverConfig::vc_bits, reference::kUeVcBits, 2, "for channels in turn"},
    {"counter_bits", "COUNTER_W", &UeCbfcReceiverConfig::counter_bits, reference::kUeCounterBits, 8,
     "for counts that come round", 24},
    {"wire_bits", "WIRE_W", &UeCbfcReceiverConfig::wire_bits, reference::kUeWireBits},
    {"credits_bits", "CREDITS_W", &UeCbfcReceiverConfig::credits_bits, reference::kUeCreditsBits, 4,
     "for frames of several credits"},
};

}  // namespace

BlockPorts<UeCbfcReceiverInputs, UeCbfcReceiverOutputs> UeCbfcReceiverKind::ports(const Setup& setup) {
  setup.validate();
  using In = UeCbfcReceiverInputs;
  using Out = UeCbfcReceiverOutputs;
  const unsigned vc = setup.vc_bits;
  const unsigned counter = setup.counter_bits;
  const unsigned wire = setup.wire_bits;
  const unsigned credits = setup.credits_bits;
  return {.period = kPeriod,
          .inputs = {port("rst_ni", 1, &In::rst_n), port("cc_signed_i", 1, &In::cc_signed),
                     port("accepted_i", 1, &In::accepted), port("accepted_vc_i", vc, &In::accepted_vc),
                     port("accepted_credits_i", credits, &In::accepted_credits), port("freed_i", 1, &In::freed),
                     port("freed_vc_i", vc, &In::freed_vc), port("freed_credits_i", credits, &In::freed_credits),
                     port("cc_i", 1, &In::cc), port("cc_vc_i", vc, &In::cc_vc),
                     port("cc_consumed_i", counter, &In::cc_consumed), port("cf_take_i", 1, &In::cf_take),
                     port("set_i", 1, &In::set), port("set_vc_i", vc, &In::set_vc),
                     port("set_enable_i", 1, &In::set_enable), port("set_clear_i", 1, &In::set_clear),
                     port("read_vc_i", vc, &In::read_vc)},
          .outputs = {port("accepted_counts_o", 1, &Out::accepted_counts), port("cf_in_use_o", 1, &Out::cf_in_use),
                      port("cf_news_o", 1, &Out::cf_news), port("cf_vc1_o", vc, &Out::cf_vc1),
                      port("cf_freed1_o", wire, &Out::cf_freed1), port("cf_vc2_o", vc, &Out::cf_vc2),
                      port("cf_freed2_o", wire, &Out::cf_freed2), port("turn_o", vc, &Out::turn),
                      port("enabled_o", setup.channels(), &Out::enabled), port("news_o", setup.channels(), &Out::news),
                      port("read_consumed_o", counter, &Out::read_consumed),
                      port("read_freed_o", counter, &Out::read_freed)}};
}

std::span<const Width<UeCbfcReceiverConfig>> UeCbfcReceiverKind::widths() { return kWidths; }

Block UeCbfcReceiverKind::block(const Variant<UeCbfcReceiverKind>& variant) { return clocked_block(variant); }

}  // namespace weir::cosim
