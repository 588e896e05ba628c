// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/llr/llr_registers.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "hw_model/ledger/rows.h"
#include "hw_model/reference/ctlos_pacer.h"

namespace weir::llr {
namespace {

using ledger::kOne;
using At = ledger::RegisterAccess;
using Row = ledger::RowsOf<LlrContext>;

constexpr unsigned kBytesBits = 32;
constexpr unsigned kTimeoutBits = 32;
constexpr unsigned kTimerBits = 16;
constexpr unsigned kSpacingBits = 16;
constexpr unsigned kCfSpacingBits = 21;
constexpr char kSpacing[] = "up to 32,760 B";
constexpr char kNanoseconds[] = "nanoseconds";
constexpr char kRxBlock[] = "llr_rx";
constexpr char kTxBlock[] = "llr_tx";
constexpr char kOfNumbers[] = "bits of a sequence number";

unsigned seq_bits(const LlrContext& context) { return context.config.seq_bits; }
unsigned init_data_bits(const LlrContext& context) { return context.config.init_data_bits; }
unsigned count_bits(const LlrContext& context) { return context.config.replay_count_bits; }
// Of a slot of the frames that may be outstanding.
unsigned slot_bits(const LlrContext& context) {
  const std::uint32_t frames = context.config.outstanding_frames_max;
  return std::max(1U, static_cast<unsigned>(std::bit_width(frames - 1)));
}
std::string_view rx_block(const LlrContext&) { return kRxBlock; }
std::string_view tx_block(const LlrContext&) { return kTxBlock; }
std::uint64_t last_number(const LlrContext& context) { return context.config.seq_mask(); }
ledger::Dimensions each_frame(const LlrContext& context) { return {{"frame", context.config.outstanding_frames_max}}; }
ledger::Dimensions each_byte(const LlrContext& context) {
  return {{"byte", static_cast<std::uint64_t>(context.config.outstanding_bytes_max.count())}};
}

std::int64_t ticks(Time time) { return time / LlrConfig::kTick; }
// Until then, rounded up; 0: it does not run.
std::int64_t ticks_left(Time due, Time now) {
  return due == kNever ? 0 : ticks(std::max(due - now, Time(0)) + LlrConfig::kTick - Time(1));
}

template <auto member>
constexpr Row::Made timeout(const char* name, unsigned bits, const char* description) {
  return Row::setting<member>(
      {name, bits, kOne, kNanoseconds, description}, [](const LlrConfig& now) { return ticks(now.*member); },
      [](LlrConfig& draft, std::uint64_t value) {
        draft.*member = static_cast<std::int64_t>(value) * LlrConfig::kTick;
      });
}

struct LlrRows {
  static constexpr auto kSettings = Row::list(
      Row::setting<&LlrConfig::outstanding_frames_max>(
          {"outstanding_frames_max", seq_bits, kOne, kOfNumbers, "frames that may be outstanding"}),
      Row::setting<&LlrConfig::outstanding_bytes_max>(
          {"outstanding_bytes_max", kBytesBits, kOne, "", "bytes that may be outstanding"}),
      timeout<&LlrConfig::replay_timer_max>("replay_timer_max", kTimerBits, "time of the replay timer"),
      Row::setting<&LlrConfig::replay_count_max>(
          {"replay_count_max", count_bits, kOne, "", "replays in a row before FLUSH; all ones: endless"}),
      timeout<&LlrConfig::pcs_lost_timeout>("pcs_lost_timeout", kTimeoutBits, "PCS down for so long: FLUSH; 0: never"),
      timeout<&LlrConfig::data_age_timeout>("data_age_timeout", kTimeoutBits, "a frame so old: FLUSH; 0: never"),
      Row::setting<&LlrConfig::init_llr_frame_action>(
          {"init_llr_frame_action", 2, kOne, "three values", "frames in INIT: 0 block, 1 discard, 2 best effort"}),
      Row::setting<&LlrConfig::flush_llr_frame_action>(
          {"flush_llr_frame_action", 2, kOne, "three values", "frames in FLUSH: 0 block, 1 discard, 2 best effort"}),
      Row::setting<&LlrConfig::re_init_on_flush>({"re_init_on_flush", 1, kOne, "", "FLUSH leads to INIT by itself"}),
      Row::setting<&LlrConfig::llr_mode_local>({"llr_mode_local", 1, kOne, "", "the receiver takes part"}),
      Row::setting<&LlrConfig::llr_mode_remote>({"llr_mode_remote", 1, kOne, "", "the other end takes part"}),
      Row::setting<&LlrConfig::ctlos_target_spacing>(
          {"ctlos_target_spacing", kSpacingBits, kOne, kSpacing, "bytes from an ACK or NACK to the next ACK"}),
      Row::setting<&LlrConfig::ctlos_min_spacing>(
          {"ctlos_min_spacing", kSpacingBits, kOne, kSpacing, "bytes between any two ordered sets"}),
      Row::setting<&LlrConfig::ctlos_frame_start_spacing>(
          {"ctlos_frame_start_spacing", kSpacingBits, kOne, kSpacing, "bytes of a frame before a set inside it"}),
      Row::setting<&LlrConfig::ctlos_frame_spacing>(
          {"ctlos_frame_spacing", kSpacingBits, kOne, kSpacing, "bytes between two sets inside one frame"}),
      Row::setting<&LlrConfig::init_spacing>(
          {"init_spacing", kSpacingBits, kOne, kSpacing, "bytes between two LLR_INIT"}));

  static constexpr auto kPacer = Row::list(
      Row::internal<&link::CtlosPacerState::last_set>(
          {"since_set", kSpacingBits, kOne, kSpacing, "bytes since any set left; stops at its end, as the next do"}),
      Row::internal<&link::CtlosPacerState::last_ack>(
          {"since_ack", kSpacingBits, kOne, kSpacing, "since an ACK or a NACK"}),
      Row::internal<&link::CtlosPacerState::last_init>({"since_init", kSpacingBits, kOne, kSpacing, "since an INIT"}),
      Row::internal<&link::CtlosPacerState::last_cf_update>(
          {"since_cf_update", kCfSpacingBits, kOne, "up to 1 MB", "since a CF_Update"}),
      Row::internal<&link::CtlosPacerState::frame_start>(
          {"since_frame_start", kSpacingBits, kOne, kSpacing, "since the last frame began"}),
      Row::model_only<&link::CtlosPacerState::frame_end>("the end of a frame is a signal of the MAC"));

  static constexpr auto kTx = Row::list(
      Row::state<&LlrTxState::state>(
          {"tx_state", 3, kOne, "five values", "0 OFF, 1 INIT, 2 ADVANCE, 3 REPLAY, 4 FLUSH"})
          .rtl(tx_block),
      Row::state<&LlrTxState::tx_seq>({"tx_seq", seq_bits, kOne, kOfNumbers, "number of the next new frame"})
          .rtl(tx_block),
      Row::state<&LlrTxState::acked_seq>({"acked_seq", seq_bits, kOne, kOfNumbers, "number last acknowledged"})
          .reset(last_number)
          .rtl(tx_block),
      Row::internal<&LlrTxState::replay_seq>(
          {"replay_seq", seq_bits, kOne, kOfNumbers, "in REPLAY: number of the next frame"})
          .rtl(tx_block),
      Row::state<&LlrTxState::replay_ct>(
          {"replay_ct", count_bits, kOne, "bits of replay_count_max", "replays in a row"})
          .rtl(tx_block),
      Row::state<&LlrTxState::init_data>(
          {"init_data", init_data_bits, kOne, "field of LLR_INIT", "data of the last LLR_INIT"})
          .rtl(tx_block),
      Row::state<&LlrTxState::replay_timer>(
          {"replay_timer", kTimerBits + 1, kOne, "bits of replay_timer_max and a sign",
           "nanoseconds until it expires, kept as the time when it does; 0: it does not run"},
          [](const LlrTxState& tx, const At& at) { return ticks_left(tx.replay_timer, at.now); })
          .rtl(tx_block),
      Row::internal({"replay_timer_runs", 1, kOne, "", "it runs"}).rtl(tx_block),
      Row::internal<&LlrTxState::timer_expired>(
          {"replay_timer_expired", 1, kOne, "", "within REPLAY; it waits for ADVANCE"})
          .rtl(tx_block),
      Row::internal<&LlrTxState::replay_begun>({"replay_begun", 1, kOne, "", "a frame of this replay has been sent"})
          .rtl(tx_block),
      Row::state<&LlrTxState::pcs_lost_timer>(
          {"pcs_lost_timer", kTimeoutBits + 1, kOne, "bits of pcs_lost_timeout and a sign",
           "nanoseconds until FLUSH, kept as the time then; 0: PCS is up"},
          [](const LlrTxState& tx, const At& at) { return ticks_left(tx.pcs_lost_timer, at.now); })
          .rtl(tx_block),
      Row::internal({"pcs_lost_timer_runs", 1, kOne, "", "it runs"}).rtl(tx_block),
      Row::internal({"pcs_lost", 1, kOne, "", "PCS was down for so long, and is down"}).rtl(tx_block),
      Row::state<&LlrTxState::flushed>({"llr_tx_flush", 1, kOne, "", "error: the transmitter has given up"})
          .rtl(tx_block),
      Row::internal({"next_start", kBytesBits, kOne, "bits of outstanding_bytes_max",
                     "place of the next frame in the replay buffer; less that of the oldest: bytes that are kept"})
          .rtl(tx_block),
      Row::memory({"replay_buffer", 8, each_byte, "outstanding_bytes_max", "frames that are not acknowledged"}),
      Row::memory({"replay_length", 14, each_frame, "frames of up to 9,216 B", "length of each kept frame"}),
      Row::memory({"replay_poisoned", 1, each_frame, "", "the kept frame has a poisoned FCS"}),
      Row::memory({"replay_start", kBytesBits, each_frame, "bits of next_start", "place of each, for its replay"}),
      Row::memory(
          {"oldest_start", kBytesBits, each_frame, "bits of next_start", "the same, for the bytes that are kept"}),
      Row::memory(
          {"replay_first_sent", kTimeoutBits, each_frame, "bits of data_age_timeout", "when it was first sent"}));

  static constexpr auto kRx = Row::list(
      Row::state<&LlrRxState::state>(
          {"rx_state", 2, kOne, "four values", "0 OFF, 1 SEND_ACKS, 2 SEND_NACK, 3 NACK_SENT"})
          .rtl(rx_block),
      Row::state<&LlrRxState::next_rx_seq>({"next_rx_seq", seq_bits, kOne, kOfNumbers, "number of the next frame"})
          .rtl(rx_block),
      Row::internal<&LlrRxState::echo_due>({"echo_due", 1, kOne, "", "an LLR_INIT_ECHO is to leave"}).rtl(rx_block),
      Row::internal<&LlrRxState::echo_seq>({"echo_seq", seq_bits, kOne, kOfNumbers, "its number"}).rtl(rx_block),
      Row::internal<&LlrRxState::echo_data>({"echo_data", init_data_bits, kOne, "field of LLR_INIT", "its data"})
          .rtl(rx_block),
      Row::internal<&LlrRxState::news>({"ack_news", 1, kOne, "", "a frame was accepted since the last ACK"})
          .rtl(rx_block),
      Row::internal<&LlrRxState::in_duplicates>({"in_duplicates", 1, kOne, "", "the last frame was a duplicate"})
          .rtl(rx_block));

  static constexpr auto kCounters = Row::list(
      Row::events<&LlrTxCounters::llr_tx_init_ctl_os>({"llr_tx_init_ctl_os", 64, kOne, "sets", "LLR_INIT sent"}),
      Row::events<&LlrRxCounters::llr_tx_init_echo_ctl_os>(
          {"llr_tx_init_echo_ctl_os", 64, kOne, "sets", "LLR_INIT_ECHO sent"}),
      Row::events<&LlrRxCounters::llr_tx_ack_ctl_os>({"llr_tx_ack_ctl_os", 64, kOne, "sets", "LLR_ACK sent"}),
      Row::events<&LlrRxCounters::llr_tx_nack_ctl_os>({"llr_tx_nack_ctl_os", 64, kOne, "sets", "LLR_NACK sent"}),
      Row::events<&LlrTxCounters::llr_tx_discard>({"llr_tx_discard", 64, kOne, "frames", "dropped in INIT or FLUSH"}),
      Row::events<&LlrTxCounters::llr_tx_ok>(
          {"llr_tx_ok", 64, kOne, "frames", "eligible frames sent with a good FCS, replays too"}),
      Row::events<&LlrTxCounters::llr_tx_poisoned>(
          {"llr_tx_poisoned", 64, kOne, "frames", "eligible frames sent with a poisoned FCS, replays too"}),
      Row::events<&LlrTxCounters::llr_tx_replay>({"llr_tx_replay", 64, kOne, "replays", "replays sent to their end"}),
      Row::events<&LlrRxCounters::llr_rx_init_ctl_os>({"llr_rx_init_ctl_os", 64, kOne, "sets", "LLR_INIT received"}),
      Row::events<&LlrTxCounters::llr_rx_init_echo_ctl_os>(
          {"llr_rx_init_echo_ctl_os", 64, kOne, "sets", "LLR_INIT_ECHO received"}),
      Row::events<&LlrTxCounters::llr_rx_ack_ctl_os>({"llr_rx_ack_ctl_os", 64, kOne, "sets", "LLR_ACK received"}),
      Row::events<&LlrTxCounters::llr_rx_nack_ctl_os>({"llr_rx_nack_ctl_os", 64, kOne, "sets", "LLR_NACK received"}),
      Row::events<&LlrTxCounters::llr_rx_ack_nack_seq_error>(
          {"llr_rx_ack_nack_seq_error", 64, kOne, "sets", "LLR_ACK and LLR_NACK whose number is not outstanding"}),
      Row::events<&LlrRxCounters::llr_rx_ok>(
          {"llr_rx_ok", 64, kOne, "frames", "eligible frames received with a good FCS"}),
      Row::events<&LlrRxCounters::llr_rx_poisoned>(
          {"llr_rx_poisoned", 64, kOne, "frames", "eligible frames received with a poisoned FCS"}),
      Row::events<&LlrRxCounters::llr_rx_bad>(
          {"llr_rx_bad", 64, kOne, "frames", "eligible frames received with a bad FCS"}),
      Row::events<&LlrRxCounters::llr_rx_expected_seq_good>(
          {"llr_rx_expected_seq_good", 64, kOne, "frames", "accepted with a good FCS"}),
      Row::events<&LlrRxCounters::llr_rx_expected_seq_poisoned>(
          {"llr_rx_expected_seq_poisoned", 64, kOne, "frames", "accepted with a poisoned FCS"}),
      Row::events<&LlrRxCounters::llr_rx_expected_seq_bad>(
          {"llr_rx_expected_seq_bad", 64, kOne, "frames", "expected, with a bad FCS"}),
      Row::events<&LlrRxCounters::llr_rx_missing_seq>(
          {"llr_rx_missing_seq", 64, kOne, "frames", "after a missing one, whatever their FCS"}),
      Row::events<&LlrRxCounters::llr_rx_duplicate_seq>(
          {"llr_rx_duplicate_seq", 64, kOne, "frames", "received before, whatever their FCS"}),
      Row::events<&LlrRxCounters::llr_rx_replay>({"llr_rx_replay", 64, kOne, "replays", "replays received"}));

  static constexpr auto kAll = Row::list(kSettings, kPacer, kTx, kRx, kCounters);
};

}  // namespace

ledger::Block declare_llr(const LlrContext& context) {
  ledger::Block block("llr");
  ledger::declare(block, {"llr", "SAI, doc/LLR/SAI-Link_Layer_Retry.md"}, context, LlrRows::kAll, context.config);
  block.add(ledger::RtlInstance{.block = kRxBlock,
                                .parameters = {{"SEQ_W", seq_bits(context)}, {"DATA_W", init_data_bits(context)}}});
  block.add(ledger::RtlInstance{.block = kTxBlock,
                                .parameters = {{"SEQ_W", seq_bits(context)},
                                               {"SLOT_W", slot_bits(context)},
                                               {"DATA_W", init_data_bits(context)},
                                               {"COUNT_W", count_bits(context)},
                                               {"BYTES_W", kBytesBits},
                                               {"TIMER_W", kTimerBits},
                                               {"AGE_W", kTimeoutBits}}});
  return block;
}

void bind_llr(const ledger::Binder& binder, const LlrPorts& live) {
  ledger::bind(
      binder, LlrRows::kAll,
      {ledger::objects(live.settings), ledger::objects([tx = live.tx](const At&) -> const LlrTxState& { return *tx; }),
       ledger::objects([of = live.tx_counters](const At& at) -> const LlrTxCounters& { return of(at.now); }),
       ledger::objects([rx = live.rx](const At&) -> const LlrRxState& { return *rx; }),
       ledger::objects([of = live.rx_counters](const At& at) -> const LlrRxCounters& { return of(at.now); })});
}

}  // namespace weir::llr
