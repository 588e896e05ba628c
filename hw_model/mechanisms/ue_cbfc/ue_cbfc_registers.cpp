// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_registers.h"

#include <cstdint>

#include "hw_model/ledger/rows.h"
#include "hw_model/reference/widths.h"

namespace weir::ue_cbfc {
namespace {

using ledger::kOne;
using At = ledger::RegisterAccess;
using Row = ledger::RowsOf<UeCbfcContext>;

constexpr unsigned kSpacingBits = 21;
constexpr char kOfCounts[] = "bits of a credit counter";
constexpr char kOfAllCounts[] = "bits of a credit counter and of a channel's index";
constexpr char kSpacing[] = "up to 1 MB";
constexpr char kReceiverBlock[] = "ue_cbfc_receiver";

unsigned count_bits(const UeCbfcContext& context) { return context.config.counter_bits; }
unsigned port_count_bits(const UeCbfcContext& context) { return count_bits(context) + reference::kUeVcBits; }
std::string_view sender_block(const UeCbfcContext&) { return kSenderBlock; }
std::string_view receiver_block(const UeCbfcContext&) { return kReceiverBlock; }
ledger::Dimensions each_channel(const UeCbfcContext&) { return {{"vc", kChannels}}; }

struct UeCbfcRows {
  static constexpr auto kSettings = Row::list(
      Row::setting<&UeCbfcConfig::credit_size>({"credit_size", 12, kOne, "", "bytes of a credit"}),
      Row::setting<&UeCbfcConfig::packet_overhead>(
          {"packet_overhead", 8, kOne, "", "bytes added to each frame, in two's complement; 0x80: native"},
          [](const UeCbfcConfig& now) { return static_cast<std::uint64_t>(now.packet_overhead.count()) & 0xFFU; },
          [](UeCbfcConfig& draft, std::uint64_t value) {
            const Bytes written(static_cast<std::int8_t>(value));
            draft.packet_overhead = written == -UeCbfcConfig::kNative ? UeCbfcConfig::kNative : written;
          }),
      Row::setting<&UeCbfcConfig::pool_credits>(
          {"pool_credits", count_bits, kOne, kOfCounts, "credits that channels share; 0: each has a limit"}),
      Row::setting<&UeCbfcConfig::cc_message_timer>(
          {"cc_message_timer", 18, kOne, "up to 250,000 us", "microseconds between two CC_Updates"},
          [](const UeCbfcConfig& now) { return now.cc_message_timer / UeCbfcConfig::kMicrosecond; },
          [](UeCbfcConfig& draft, std::uint64_t value) {
            draft.cc_message_timer = static_cast<std::int64_t>(value) * UeCbfcConfig::kMicrosecond;
          }),
      Row::setting<&UeCbfcConfig::cf_min_spacing>(
          {"cf_min_spacing", kSpacingBits, kOne, kSpacing, "bytes between two CF_Updates, at least"}),
      Row::setting<&UeCbfcConfig::cf_max_spacing>(
          {"cf_max_spacing", kSpacingBits, kOne, kSpacing, "bytes until a CF_Update leaves without news"}));

  static constexpr auto kSender = Row::list(
      Row::setting<&VcControls::sender_enable>(
          {"sender_enable", 1, each_channel, "", "the channel sends by credits; 0 clears the sender's counts"},
          [](const VcControls& now, const At& at) { return now.sender_enable[at.indices.back()]; },
          [](VcControls& draft, const At& at, std::uint64_t value) {
            draft.sender_enable[at.indices.back()] = value != 0;
          })
          .rtl(sender_block),
      Row::setting<&VcControls::queue_dequeue_enable>(
          {"queue_dequeue_enable", 1, each_channel, "", "its queue may send"},
          [](const VcControls& now, const At& at) { return now.queue_dequeue_enable[at.indices.back()]; },
          [](VcControls& draft, const At& at, std::uint64_t value) {
            draft.queue_dequeue_enable[at.indices.back()] = value != 0;
          }),
      Row::setting<&VcControls::queue_enqueue_enable>(
          {"queue_enqueue_enable", 1, each_channel, "", "its queue takes frames; 0: the switch drops them"},
          [](const VcControls& now, const At& at) { return now.queue_enqueue_enable[at.indices.back()]; },
          [](VcControls& draft, const At& at, std::uint64_t value) {
            draft.queue_enqueue_enable[at.indices.back()] = value != 0;
          }),
      Row::setting<&VcControls::limit>(
          {"sender_credits_limit", count_bits, each_channel, kOfCounts, "S_CL: credits that may be in use"},
          [](const VcControls& now, const At& at) { return now.limit[at.indices.back()]; },
          [](VcControls& draft, const At& at, std::uint64_t value) {
            draft.limit[at.indices.back()] = static_cast<std::uint32_t>(value);
          }),
      Row::holds<&SenderChannel::enabled>("sender_enable"), Row::holds<&SenderChannel::dequeue>("queue_dequeue_enable"),
      Row::holds<&SenderChannel::enqueue>("queue_enqueue_enable"),
      Row::holds<&SenderChannel::limit>("sender_credits_limit"),
      Row::state<&SenderChannel::pool>(
          {"pool_reserved", count_bits, each_channel, kOfCounts, "credits of the pool that are the channel's"},
          [](const SenderChannel& channel) { return channel.pool.reserved; }),
      Row::state<&SenderChannel::pool>({"pool_mode", 2, each_channel, "three values", "0 none, 1 static, 2 dynamic"},
                                       [](const SenderChannel& channel) { return channel.pool.mode; }),
      Row::state<&SenderChannel::pool>(
          {"pool_shared_max", count_bits, each_channel, kOfCounts, "static: shared credits at most; 0: no maximum"},
          [](const SenderChannel& channel) { return channel.pool.shared_max; }),
      Row::state<&SenderChannel::pool>(
          {"pool_exponent", 4, each_channel, "-8 to 7", "dynamic: two's complement"},
          [](const SenderChannel& channel) { return static_cast<unsigned>(channel.pool.exponent) & 0xFU; }),
      Row::state<&SenderChannel::consumed>({"sender_credits_consumed", count_bits, each_channel, kOfCounts, "S_CC"})
          .rtl(sender_block),
      Row::state<&SenderChannel::freed>({"sender_credits_freed", count_bits, each_channel, kOfCounts, "S_CF"})
          .rtl(sender_block),
      Row::state<&SenderChannel::used>({"sender_credits_used", count_bits, each_channel, kOfCounts, "S_CU"})
          .rtl(sender_block),
      Row::state<&SenderChannel::used_watermark>(
          {"sender_credits_used_watermark", count_bits, each_channel, kOfCounts, "the highest S_CU"}),
      Row::state<&SenderPort::used>(
          {"cbfc_sender_credits_used", port_count_bits, kOne, kOfAllCounts, "S_CU of all channels together"}),
      Row::state<&SenderPort::used_watermark>(
          {"cbfc_sender_credits_used_watermark", port_count_bits, kOne, kOfAllCounts, "the highest of these sums"}),
      Row::internal({"pool_shared_used", count_bits, kOne, kOfCounts, "shared credits in use"}).rtl(sender_block));

  static constexpr auto kReceiver = Row::list(
      Row::setting<&VcControls::receiver_enable>(
          {"receiver_enable", 1, each_channel, "",
           "the channel counts credits; 1 after 0 clears the receiver's counts"},
          [](const VcControls& now, const At& at) { return now.receiver_enable[at.indices.back()]; },
          [](VcControls& draft, const At& at, std::uint64_t value) {
            draft.receiver_enable[at.indices.back()] = value != 0;
          })
          .rtl(receiver_block),
      Row::holds<&ReceiverChannel::enabled>("receiver_enable"),
      Row::internal<&ReceiverChannel::news>(
          {"receiver_news", 1, each_channel, "", "R_CF has changed since the last CF_Update about the channel"})
          .rtl(receiver_block),
      Row::state<&ReceiverChannel::consumed>({"receiver_credits_consumed", count_bits, each_channel, kOfCounts, "R_CC"})
          .rtl(receiver_block),
      Row::state<&ReceiverChannel::freed>({"receiver_credits_freed", count_bits, each_channel, kOfCounts, "R_CF"})
          .rtl(receiver_block),
      Row::internal({"cf_next_vc", reference::kUeVcBits, kOne, "", "channel of the next CF_Update"})
          .rtl(receiver_block));

  static constexpr auto kCounters =
      Row::list(Row::events<&SenderCounters::cc_update_messages_tx>(
                    {"cbfc_num_cc_update_messages_tx", 64, kOne, "messages", "CC_Updates sent"}),
                Row::events<&ReceiverCounters::cc_update_messages_rx>(
                    {"cbfc_num_cc_update_messages_rx", 64, kOne, "messages", "CC_Updates received"}),
                Row::events<&ReceiverCounters::cf_update_messages_tx>(
                    {"cbfc_num_cf_update_messages_tx", 64, kOne, "messages", "CF_Updates sent"}),
                Row::events<&SenderCounters::cf_update_messages_rx>(
                    {"cbfc_num_cf_update_messages_rx", 64, kOne, "messages", "CF_Updates received"}));

  static constexpr auto kAll = Row::list(kSettings, kSender, kReceiver, kCounters);
};

}  // namespace

VcControls controls_of(const UeCreditSender& sender, const UeCreditReceiver& receiver) {
  VcControls now;
  for (std::size_t vc = 0; vc < kChannels; ++vc) {
    now.sender_enable[vc] = sender.channel(vc).enabled;
    now.queue_dequeue_enable[vc] = sender.channel(vc).dequeue;
    now.queue_enqueue_enable[vc] = sender.channel(vc).enqueue;
    now.receiver_enable[vc] = receiver.channel(vc).enabled;
    now.limit[vc] = sender.channel(vc).limit;
  }
  return now;
}

void declare_rows(ledger::Block& block, const UeCbfcContext& context, const VcControls& first) {
  ledger::declare(block, {"ue_cbfc", "SAI, doc/CBFC/SAI-Credit_Based_Flow_Control.md"}, context, UeCbfcRows::kAll,
                  context.config, first);
  block.add(ledger::RtlInstance{.block = kReceiverBlock,
                                .parameters = {{"VC_W", reference::kUeVcBits},
                                               {"COUNTER_W", context.config.counter_bits},
                                               {"WIRE_W", context.config.cf_update_bits},
                                               {"CREDITS_W", reference::kUeCreditsBits}}});
}

ledger::Block declare_ue_cbfc(const UeCbfcContext& context) {
  ledger::Block block("ue_cbfc");
  declare_rows(block, context, controls_of(UeCreditSender(context.config), UeCreditReceiver(context.config)));
  return block;
}

void bind_ue_cbfc(const ledger::Binder& binder, const UeCbfcPorts& live) {
  ledger::bind(
      binder, UeCbfcRows::kAll,
      {ledger::objects(live.settings), ledger::objects(live.controls),
       ledger::objects([of = live.sender](const At& at) -> const SenderChannel& { return of->channel(at.indices[0]); }),
       ledger::objects([of = live.sender](const At&) -> const SenderPort& { return of->port(); }),
       ledger::objects([of = live.sender](const At&) -> const SenderCounters& { return of->counters(); }),
       ledger::objects(
           [of = live.receiver](const At& at) -> const ReceiverChannel& { return of->channel(at.indices[0]); }),
       ledger::objects([of = live.receiver](const At&) -> const ReceiverCounters& { return of->counters(); })});
}

}  // namespace weir::ue_cbfc
