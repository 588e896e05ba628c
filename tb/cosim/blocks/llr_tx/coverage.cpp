// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/llr_tx/coverage.h"

#include <bit>

namespace weir::cosim {

using llr::LlrTxCycleConfig;
using llr::ones;

namespace {

// NOLINTBEGIN(performance-enum-size)
enum Event : std::size_t { kKeep, kReplays, kReplayEnds, kAck, kNack, kEcho, kError, kInitLeaves, kModeOff, kReset };
// NOLINTEND(performance-enum-size)
const std::vector<std::string> kEvents = {"keep", "replays", "replay_ends", "ack",      "nack",
                                          "echo", "error",   "init_leaves", "mode_off", "reset"};

constexpr std::size_t kInit = 1;
constexpr std::size_t kAdvance = 2;
constexpr std::size_t kReplay = 3;
constexpr std::size_t kFlush = 4;

const std::vector<std::string> kNoYes = {"no", "yes"};
const std::vector<std::string> kStateNames = {"off", "init", "advance", "replay", "flush"};
const std::vector<std::string> kActiveNames = {"advance", "replay"};
const std::vector<std::string> kSideNames = {"below", "at", "above"};

std::size_t flag(bool is) { return is ? 1 : 0; }
std::size_t side(std::uint64_t value, std::uint64_t of) { return value < of ? 0 : value == of ? 1 : 2; }

}  // namespace

LlrTxCoverage::LlrTxCoverage(const LlrTxCycleConfig& widths, unsigned /*latency*/)
    : widths_(widths),
      sets_("set", {{"state", kStateNames},
                    {"set", {"none", "ack", "nack", "echo"}},
                    {"number", {"old", "some", "all", "beyond"}}}),
      leaves_("leaves",
              {{"state", kStateNames}, {"offer", kNoYes}, {"replay", kNoYes}, {"init", kNoYes}, {"mode", kNoYes}}),
      actions_(
          "action",
          {{"state", {"init", "flush"}}, {"action", {"block", "discard", "best_effort", "code_3"}}, {"offer", kNoYes}}),
      windows_("window",
               {{"frames", {"room", "last", "full", "beyond", "no_slot"}}, {"bytes", kSideNames}, {"offer", kNoYes}}),
      timers_("timer", {{"state", kActiveNames},
                        {"timer", {"stopped", "before", "due", "past"}},
                        {"count", {"below", "at", "above", "endless"}}}),
      ends_("end", {{"expired", kNoYes}, {"first", kNoYes}, {"count", {"below", "at", "above", "endless"}}}),
      overtakes_("overtake", {{"acknowledged", kSideNames}, {"nack", kNoYes}, {"frame", kNoYes}}),
      echoes_("echo", {numbers("check", 0, 3), {"seq", kNoYes}, {"data", kNoYes}}),
      flushes_("flush", {{"state", kActiveNames},
                         {"age", {"off", "below", "at", "above"}},
                         {"pcs", {"up", "down", "lost"}},
                         {"freed", kNoYes}}),
      bits_("number_in", {{"from", {"acked", "next"}}, numbers("bit", 0, widths.seq_bits - 1)}),
      events_(kEvents) {
  for (const std::size_t state : {std::size_t{0}, kInit, kFlush}) {  // nothing is kept
    for (std::size_t set = 0; set < 4; ++set) {
      sets_.rule_out(sets_.index({state, set, 1}));
      sets_.rule_out(sets_.index({state, set, 2}));
    }
  }
  for (const Event first : {kReset, kModeOff}) {
    for (const Event then : {kKeep, kReplays, kReplayEnds, kError}) {
      events_.rule_out(first, then);
    }
    events_.rule_out(first, kInitLeaves);
  }
  for (const Event other : {kKeep, kReplays, kReplayEnds, kError}) {  // FLUSH and INIT between them
    events_.rule_out(other, kInitLeaves);
  }
  events_.rule_out(kInitLeaves, kReplays);
  events_.rule_out(kInitLeaves, kReplayEnds);
  timers_.rule_out(timers_.index({0, 0, 2}));  // nothing is kept: no replay yet
}

void LlrTxCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (in[i].rst_n) {
      cycle(in[i], out[i]);
    }
    event(in[i], out[i]);
  }
}

void LlrTxCoverage::cycle(const Inputs& in, const Outputs& out) {
  leaves_.hit(
      leaves_.index({out.state, flag(in.offer), flag(in.replay_take), flag(in.init_take), flag(in.llr_mode_remote)}));
  if (!in.llr_mode_remote) {
    return;
  }
  set(in, out);
  if (out.state == kInit || out.state == kFlush) {
    const std::uint8_t action = out.state == kInit ? in.init_llr_frame_action : in.flush_llr_frame_action;
    actions_.hit(actions_.index({flag(out.state == kFlush), action, flag(in.offer)}));
  }
  if (out.state == kInit && in.set == 3) {
    echoes_.hit(echoes_.index({in.echo_check, flag(in.set_seq == out.tx_seq), flag(in.set_data == out.init_data)}));
  }
  if (out.state == kAdvance) {
    window(in, out);
  }
  if (out.state == kAdvance || out.state == kReplay) {
    timer(in, out);
    flush(in, out);
  }
}

void LlrTxCoverage::set(const Inputs& in, const Outputs& out) {
  const auto most = static_cast<std::uint32_t>(ones(widths_.seq_bits));
  const std::uint32_t back = (in.set_seq - out.acked_seq) & most;
  const std::size_t number = back == 0 ? 0U : back < out.outstanding ? 1U : back == out.outstanding ? 2U : 3U;
  sets_.hit(sets_.index({out.state, in.set, number}));
  if (in.set != 1 && in.set != 2) {
    return;
  }
  if (std::has_single_bit(back)) {
    bits_.hit(bits_.index({0, static_cast<std::size_t>(std::countr_zero(back))}));
  }
  if (const std::uint32_t from = in.set_seq ^ out.tx_seq; std::has_single_bit(from)) {
    bits_.hit(bits_.index({1, static_cast<std::size_t>(std::countr_zero(from))}));
  }
  if (out.state == kReplay && number < 3) {
    const std::uint32_t replayed = (out.replay_seq - out.acked_seq - 1) & most;
    overtakes_.hit(overtakes_.index({side(back, replayed), flag(in.set == 2), flag(in.replay_take)}));
  }
}

void LlrTxCoverage::window(const Inputs& in, const Outputs& out) {
  const std::uint64_t frames = out.outstanding;
  const std::uint64_t most = in.outstanding_frames_max;
  const bool no_slot = frames == std::uint64_t{1} << widths_.slot_bits && frames < most;
  const std::size_t edge = no_slot ? 4U : frames + 1 < most ? 0U : frames + 1 == most ? 1U : frames == most ? 2U : 3U;
  const std::uint64_t bytes = std::uint64_t{out.outstanding_bytes} + in.offer_length;
  windows_.hit(windows_.index({edge, side(bytes, in.outstanding_bytes_max), flag(in.offer)}));
}

void LlrTxCoverage::timer(const Inputs& in, const Outputs& out) {
  const std::uint64_t past = (in.now - out.replay_timer_due) & ones(widths_.timer_bits + 1);
  const std::size_t at = !out.replay_timer_runs ? 0U : past == 0 ? 2U : past > ones(widths_.timer_bits) ? 1U : 3U;
  const bool endless = in.replay_count_max == ones(widths_.count_bits);
  const std::size_t count = endless ? 3 : side(out.replay_ct, in.replay_count_max);
  timers_.hit(timers_.index({flag(out.state == kReplay), at, count}));
  if (out.llr_tx_replay) {
    ends_.hit(ends_.index({flag(out.replay_timer_expired), flag(!out.replay_begun), count}));
  }
}

void LlrTxCoverage::flush(const Inputs& in, const Outputs& out) {
  if (out.outstanding == 0) {
    return;
  }
  const std::uint64_t age = (in.now - in.oldest_first_sent) & ones(widths_.age_bits);
  const std::size_t old = in.data_age_timeout == 0 ? 0 : 1 + side(age, in.data_age_timeout);
  const bool reached = ((in.now - out.pcs_lost_timer_due) & ones(widths_.age_bits + 1)) <= ones(widths_.age_bits);
  const bool lost = out.pcs_lost || (out.pcs_lost_timer_runs && reached);
  const auto back = static_cast<std::uint32_t>((in.set_seq - out.acked_seq) & ones(widths_.seq_bits));
  const bool freed = (in.set == 1 || in.set == 2) && back != 0 && back <= out.outstanding;
  flushes_.hit(flushes_.index({flag(out.state == kReplay), old, in.pcs_up ? 0U : lost ? 2U : 1U, flag(freed)}));
}

void LlrTxCoverage::event(const Inputs& in, const Outputs& out) {
  unsigned events = 0;
  const auto met = [&](bool happens, Event event) { events |= happens ? 1U << event : 0U; };
  if (in.rst_n) {
    met(out.keep, kKeep);
    met(out.replay_due && in.replay_take, kReplays);
    met(out.llr_tx_replay, kReplayEnds);
    met(in.set == 1, kAck);
    met(in.set == 2, kNack);
    met(in.set == 3, kEcho);
    met(out.llr_rx_ack_nack_seq_error, kError);
    met(out.llr_tx_init_ctl_os, kInitLeaves);
    met(!in.llr_mode_remote, kModeOff);
  } else {
    met(true, kReset);
  }
  events_.events(events);
}

}  // namespace weir::cosim
