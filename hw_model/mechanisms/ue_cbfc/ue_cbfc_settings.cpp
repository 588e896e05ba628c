// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_settings.h"

#include <bit>
#include <string>
#include <utility>

#include "hw_model/base/quantity_text.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/reference/widths.h"

namespace weir::ue_cbfc {

using ledger::setting;
using ledger::SettingsOf;

namespace {

constexpr Bytes kLeastCreditSize{32};
constexpr Bytes kMostCreditSize{2'048};
constexpr Bytes kLeastSpacing{800};
constexpr Bytes kMostSpacing{1'048'576};
constexpr Time kLongestCcTimer{250'000'000'000};
constexpr Bytes kMostOverhead{127};
// The RTL as built holds what any settings ask for.
static_assert(std::bit_width(static_cast<std::uint64_t>(kLongestCcTimer / UeCbfcConfig::kMicrosecond)) <=
              reference::kUeTimerBits);
static_assert(std::bit_width(static_cast<std::uint64_t>((frame::kMaxFrameLength + kMostOverhead) / kLeastCreditSize) +
                             1) <= reference::kUeCreditsBits);

// A number, since a length in bytes is never negative.
ledger::Setting<UeCbfcConfig> overhead() {
  ledger::Setting<UeCbfcConfig> bytes =
      setting(&UeCbfcConfig::packet_overhead, "packet_overhead", {Bytes(-16), UeCbfcConfig::kNative},
              "Number of bytes that are added to the length of a frame before its credits are counted. 128: the "
              "receiver's native overhead, 0, as its buffer holds frames without more.");
  bytes.kind = ledger::SettingKind::kInteger;
  return bytes;
}

}  // namespace

const SettingsOf<UeCbfcConfig>& ue_cbfc_settings() {
  using C = UeCbfcConfig;
  static const SettingsOf<C> kSettings = {
      setting(&C::credit_size, "credit_size", {kLeastCreditSize, kMostCreditSize},
              "Bytes of a credit, a power of two; a frame takes whole credits."),
      overhead(),
      setting(&C::pool_credits, "pool_credits", {0, (1 << 20) - 1},
              "Credits that the channels of the port share. 0: each channel has a limit of its own."),
      setting(&C::cc_message_timer, "cc_message_timer", {C::kMicrosecond, kLongestCcTimer, C::kMicrosecond},
              "Time from one CC_Update to the next."),
      setting(&C::cf_min_spacing, "cf_min_spacing", {kLeastSpacing, kMostSpacing},
              "Bytes of line time between two CF_Updates, at least."),
      setting(&C::cf_max_spacing, "cf_max_spacing", {kLeastSpacing, kMostSpacing},
              "Bytes of line time after which a CF_Update leaves without news."),
      setting(&C::cf_delta, "cf_delta", kCfDeltas,
              "How the difference between a CF_Update and S_CF is read. half: the upper half of it is old news, and "
              "ignored. full: all of it is forward. signed: the upper half goes back; limits and pools may then "
              "have the 20 bits of the public text, more credits than a CF_Update tells apart."),
      setting(&C::cc_rule, "cc_rule", kCcRules,
              "What a receiver does with a CC_Update behind R_CC. forward: ignores it. signed: goes back to it."),
      setting(
          &C::cf_order, "cf_order", kCfOrders,
          "Which two channels a CF_Update is about. round_robin: the next two in use. news_first: the next of those "
          "of which credits were freed since their last; where fewer than two were, the next in use."),
      setting(&C::cc_update_eligible, "cc_update_eligible",
              "Whether LLR protects CC_Updates like data; otherwise a CC_Update may pass a frame that is still to be "
              "replayed, and the buffer overflows."),
      setting(
          &C::discard_before_credit, "discard_before_credit",
          "Whether a frame that LLR discards, in INIT or FLUSH, uses no credits; otherwise a channel stops in FLUSH "
          "after its limit."),
      setting(&C::vc_init_order, "vc_init_order", kVcInitOrders,
              "Order of the steps that set up a channel. drained: safe while the channel runs. sai: safe only without "
              "credits in use."),
  };
  return kSettings;
}

void check(const UeCbfcConfig& config, ledger::Complaints& complaints) {
  check_ranges(config, ue_cbfc_settings(), complaints);
  complaints.unless(std::has_single_bit(static_cast<std::uint64_t>(config.credit_size.count())), {"credit_size"},
                    "wanted a power of two; got " + quantity_text(config.credit_size));
  complaints.unless(config.cf_min_spacing <= config.cf_max_spacing, {"cf_min_spacing", "cf_max_spacing"},
                    "wanted at most cf_max_spacing, " + quantity_text(config.cf_max_spacing) + "; got " +
                        quantity_text(config.cf_min_spacing));
}

std::uint32_t most_credits(const UeCbfcConfig& config) {
  return config.cf_delta == CfDelta::kSigned ? config.counter_mask() : config.highest_limit();
}

void check_limit(const UeCbfcConfig& config, std::uint32_t limit, ledger::Complaints& complaints) {
  const std::string most = std::to_string(most_credits(config));
  complaints.unless(limit >= 1 && limit <= most_credits(config), {"vc_limit", "cf_delta"},
                    "wanted 1 to " + most + " credits, what a CF_Update of " + std::to_string(config.cf_update_bits) +
                        " bits tells apart; got " + std::to_string(limit));
}

void check_pool(const UeCbfcConfig& config, std::span<const PoolShareConfig> shares, ledger::Complaints& complaints) {
  if (config.pool_credits == 0)
    return;
  complaints.unless(config.pool_credits <= most_credits(config), {"pool_credits", "cf_delta"},
                    "wanted at most " + std::to_string(most_credits(config)) + " credits, what a CF_Update of " +
                        std::to_string(config.cf_update_bits) + " bits tells apart; got " +
                        std::to_string(config.pool_credits));
  std::uint64_t reserved = 0;
  for (const PoolShareConfig& share : shares) {
    reserved += share.reserved;
    complaints.unless(
        share.exponent >= PoolShareConfig::kLeastExponent && share.exponent <= PoolShareConfig::kMostExponent,
        {"pool_exponent"}, "wanted -8 to 7; got " + std::to_string(share.exponent));
  }
  complaints.unless(reserved <= config.pool_credits, {"pool_reserved", "pool_credits"},
                    "wanted at most the pool of " + std::to_string(config.pool_credits) +
                        " credits for all channels together; got " + std::to_string(reserved));
}

}  // namespace weir::ue_cbfc
