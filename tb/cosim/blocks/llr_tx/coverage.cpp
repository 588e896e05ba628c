// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/llr_tx/coverage.h"

#include <algorithm>
#include <bit>

namespace weir::cosim {

using llr::LlrTxCycleConfig;
using llr::ones;

namespace {

// NOLINTBEGIN(performance-enum-size)
enum Event : std::size_t { kKeep, kReplays, kReplayEnds, kAck, kNack, kEcho, kError, kInitLeaves, kModeOff, kReset };
enum Comparison : std::size_t { kOfFrames, kOfBytes, kOfAge, kOfCount, kOfPointer };
enum Timer : std::size_t { kReplayTimer, kPcsTimer };
enum Sum : std::size_t { kNext, kAfter, kBack, kReplayed };
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
      most_(static_cast<std::uint32_t>(ones(widths.seq_bits))),
      sets_("set", {{"state", kStateNames},
                    {"set", {"none", "ack", "nack", "echo"}},
                    {"number", {"old", "some", "all", "beyond"}}}),
      leaves_("leaves",
              {{"state", kStateNames}, {"offer", kNoYes}, {"replay", kNoYes}, {"init", kNoYes}, {"mode", kNoYes}}),
      actions_(
          "action",
          {{"state", {"init", "flush"}}, {"action", {"block", "discard", "best_effort", "code_3"}}, {"offer", kNoYes}}),
      together_("together", {{"state", kActiveNames},
                             {"leaves", {"nothing", "a_frame", "the_last"}},
                             {"set",
                              {"none", "ack_old", "ack_some", "ack_all", "ack_beyond", "nack_old", "nack_some",
                               "nack_all", "nack_beyond", "echo"}},
                             {"timer", {"not_due", "due"}},
                             {"flush", {"no", "age", "pcs"}}}),
      windows_("window",
               {{"frames", {"room", "last", "full", "beyond", "no_slot"}}, {"bytes", kSideNames}, {"offer", kNoYes}}),
      timers_("timer", {{"state", kActiveNames},
                        {"timer", {"stopped", "before", "due", "past"}},
                        {"count", {"below", "at", "above", "endless"}}}),
      ends_("end", {{"expired", kNoYes}, {"first", kNoYes}, {"count", {"below", "at", "above", "endless"}}}),
      overtakes_("overtake", {{"acknowledged", kSideNames}, {"nack", kNoYes}, {"frame", kNoYes}}),
      echoes_("echo", {numbers("check", 0, 3), {"seq", kNoYes}, {"data", kNoYes}}),
      echoed_("echo_but_for",
              {{"of", {"seq", "data"}}, numbers("bit", 0, std::max(widths.seq_bits, widths.data_bits) - 1)}),
      flushes_("flush", {{"state", kActiveNames},
                         {"age", {"off", "below", "at", "above"}},
                         {"pcs", {"up", "down", "lost"}},
                         {"freed", kNoYes}}),
      comparisons_("of",
                   {{"frames", widths.slot_bits},
                    {"bytes", widths.byte_bits},
                    {"age", widths.age_bits},
                    {"count", widths.count_bits},
                    {"pointer", widths.slot_bits}},
                   "left"),
      due_("due", {{"timer", {"replay", "pcs"}},
                   {"time", {"before", "after"}},
                   numbers("bit", 0, std::max(widths.timer_bits, widths.age_bits))}),
      bits_("number_in", {{"from", {"acked", "next"}}, numbers("bit", 0, widths.seq_bits - 1)}),
      carries_({"next", "after", "back", "replayed"}, widths.seq_bits),
      events_(kEvents) {
  rule_out();
}

void LlrTxCoverage::rule_out() {
  for (const std::size_t state : {std::size_t{0}, kInit, kFlush}) {  // nothing is kept
    for (std::size_t set = 0; set < 4; ++set) {
      sets_.rule_out(sets_.index({state, set, 1}));
      sets_.rule_out(sets_.index({state, set, 2}));
    }
  }
  for (std::size_t set = 0; set < 10; ++set) {  // the last frame of a replay
    for (std::size_t rest = 0; rest < 6; ++rest) {
      together_.rule_out(together_.index({0, 2, set, rest / 3, rest % 3}));
    }
  }
  const unsigned narrow = std::min(widths_.seq_bits, widths_.data_bits);
  const unsigned wide = std::max(widths_.seq_bits, widths_.data_bits);
  for (std::size_t bit = narrow; bit < wide; ++bit) {
    echoed_.rule_out(echoed_.index({flag(widths_.seq_bits > widths_.data_bits), bit}));
  }
  // The highest bit of a difference is its sign: a number that far before is that far after.
  for (const auto& [timer, bits] :
       {std::pair{kReplayTimer, widths_.timer_bits}, std::pair{kPcsTimer, widths_.age_bits}}) {
    due_.rule_out(due_.index({timer, 1, bits}));
    for (std::size_t bit = bits + 1; bit <= std::max(widths_.timer_bits, widths_.age_bits); ++bit) {
      due_.rule_out(due_.index({timer, 0, bit}));
      due_.rule_out(due_.index({timer, 1, bit}));
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
    echo(in, out);
  }
  if (out.state == kAdvance) {
    window(in, out);
  }
  if (out.state == kAdvance || out.state == kReplay) {
    together(in, out);
    timer(in, out);
    flush(in, out);
  }
  if (out.keep) {
    carries_.carried(kNext, out.tx_seq, 1, out.tx_seq + 1);
  }
  if (out.replay_due && in.replay_take) {
    carries_.carried(kReplayed, out.replay_seq, 1, out.replay_seq + 1);
  }
  if (out.pcs_lost_timer_runs) {
    before_or_after(kPcsTimer, in.now - out.pcs_lost_timer_due, widths_.age_bits + 1);
  }
}

bool LlrTxCoverage::timer_is_due(const Inputs& in, const Outputs& out) const {
  return out.replay_timer_runs &&
         ((in.now - out.replay_timer_due) & ones(widths_.timer_bits + 1)) <= ones(widths_.timer_bits);
}
bool LlrTxCoverage::pcs_is_gone(const Inputs& in, const Outputs& out) const {
  const bool reached = ((in.now - out.pcs_lost_timer_due) & ones(widths_.age_bits + 1)) <= ones(widths_.age_bits);
  return !in.pcs_up && (out.pcs_lost || (out.pcs_lost_timer_runs && reached));
}

void LlrTxCoverage::together(const Inputs& in, const Outputs& out) {
  const bool replays = out.replay_due && in.replay_take;
  const std::size_t leaves = out.llr_tx_replay ? 2 : out.keep || replays ? 1 : 0;
  const std::uint32_t kept = out.outstanding + (out.keep ? 1 : 0);
  const std::uint32_t named = back(in, out);
  const std::size_t number = named == 0 ? 0 : named < kept ? 1 : named == kept ? 2 : 3;
  const std::size_t set = in.set == 0 ? 0 : in.set == 1 ? 1 + number : in.set == 2 ? 5 + number : 9;
  const std::uint64_t age = (in.now - in.oldest_first_sent) & ones(widths_.age_bits);
  const bool aged = out.outstanding != 0 && in.data_age_timeout != 0 && age >= in.data_age_timeout;
  const std::size_t flush = pcs_is_gone(in, out) ? 2 : aged ? 1 : 0;
  together_.hit(together_.index({flag(out.state == kReplay), leaves, set, flag(timer_is_due(in, out)), flush}));
}

void LlrTxCoverage::echo(const Inputs& in, const Outputs& out) {
  const std::uint32_t seq = in.set_seq ^ out.tx_seq;
  const std::uint32_t data = in.set_data ^ out.init_data;
  echoes_.hit(echoes_.index({in.echo_check, flag(seq == 0), flag(data == 0)}));
  if (in.echo_check != 3) {
    return;
  }
  if (data == 0 && std::has_single_bit(seq)) {
    echoed_.hit(echoed_.index({0, static_cast<std::size_t>(std::countr_zero(seq))}));
  }
  if (seq == 0 && std::has_single_bit(data)) {
    echoed_.hit(echoed_.index({1, static_cast<std::size_t>(std::countr_zero(data))}));
  }
}

// Of a difference of so many bits, whose highest one is its sign.
void LlrTxCoverage::before_or_after(std::size_t timer, std::uint64_t past, unsigned bits) {
  past &= ones(bits);
  const std::uint64_t left = (~past + 1) & ones(bits);
  if (std::has_single_bit(left)) {
    due_.hit(due_.index({timer, 0, static_cast<std::size_t>(std::countr_zero(left))}));
  }
  if (std::has_single_bit(past) && past <= ones(bits - 1)) {
    due_.hit(due_.index({timer, 1, static_cast<std::size_t>(std::countr_zero(past))}));
  }
}

void LlrTxCoverage::set(const Inputs& in, const Outputs& out) {
  const std::uint32_t named = back(in, out);
  const std::size_t number = named == 0 ? 0U : named < out.outstanding ? 1U : named == out.outstanding ? 2U : 3U;
  sets_.hit(sets_.index({out.state, in.set, number}));
  if (in.set != 1 && in.set != 2) {
    return;
  }
  if (std::has_single_bit(named)) {
    bits_.hit(bits_.index({0, static_cast<std::size_t>(std::countr_zero(named))}));
  }
  if (const std::uint32_t from = in.set_seq ^ out.tx_seq; std::has_single_bit(from)) {
    bits_.hit(bits_.index({1, static_cast<std::size_t>(std::countr_zero(from))}));
  }
  if (out.state == kAdvance || out.state == kReplay) {
    carries_.carried(kBack, in.set_seq, out.acked_seq, named);
    if (in.set == 2 && number < 2) {
      carries_.carried(kAfter, in.set_seq, 1, in.set_seq + 1);
    }
  }
  if (out.state == kReplay && number < 3) {
    const std::uint32_t replayed = (out.replay_seq - out.acked_seq - 1) & most_;
    if (!in.replay_take && named != 0) {
      comparisons_.compared(kOfPointer, replayed, named);
    }
    overtakes_.hit(overtakes_.index({side(named, replayed), flag(in.set == 2), flag(in.replay_take)}));
  }
}

void LlrTxCoverage::window(const Inputs& in, const Outputs& out) {
  const std::uint64_t frames = out.outstanding;
  const std::uint64_t most = in.outstanding_frames_max;
  const bool no_slot = frames == std::uint64_t{1} << widths_.slot_bits && frames < most;
  const std::size_t edge = no_slot ? 4U : frames + 1 < most ? 0U : frames + 1 == most ? 1U : frames == most ? 2U : 3U;
  const std::uint64_t bytes = std::uint64_t{out.outstanding_bytes} + in.offer_length;
  windows_.hit(windows_.index({edge, side(bytes, in.outstanding_bytes_max), flag(in.offer)}));
  if (!no_slot && bytes <= in.outstanding_bytes_max) {
    comparisons_.compared(kOfFrames, frames, most);
  }
  if (!no_slot && frames < most) {
    comparisons_.compared(kOfBytes, bytes, in.outstanding_bytes_max);
  }
}

void LlrTxCoverage::timer(const Inputs& in, const Outputs& out) {
  const std::uint64_t past = (in.now - out.replay_timer_due) & ones(widths_.timer_bits + 1);
  const std::size_t at = !out.replay_timer_runs ? 0U : past == 0 ? 2U : past > ones(widths_.timer_bits) ? 1U : 3U;
  const bool endless = in.replay_count_max == ones(widths_.count_bits);
  const std::size_t count = endless ? 3 : side(out.replay_ct, in.replay_count_max);
  timers_.hit(timers_.index({flag(out.state == kReplay), at, count}));
  if (out.replay_timer_runs && !out.keep && in.set == 0) {
    before_or_after(kReplayTimer, past, widths_.timer_bits + 1);
  }
  const bool in_advance = out.state == kAdvance && timer_is_due(in, out) && !out.keep && in.set == 0;
  const bool at_the_end = out.llr_tx_replay && out.replay_timer_expired && out.replay_begun;
  if (!endless && (in_advance || at_the_end)) {
    comparisons_.compared(kOfCount, out.replay_ct, in.replay_count_max);
  }
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
  const std::uint32_t named = back(in, out);
  const bool freed = (in.set == 1 || in.set == 2) && named != 0 && named <= out.outstanding;
  const std::size_t pcs = in.pcs_up ? 0 : pcs_is_gone(in, out) ? 2 : 1;
  flushes_.hit(flushes_.index({flag(out.state == kReplay), old, pcs, flag(freed)}));
  if (in.data_age_timeout != 0 && !freed && pcs != 2) {
    comparisons_.compared(kOfAge, age, in.data_age_timeout);
  }
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
