// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/llr_rx/coverage.h"

#include <algorithm>
#include <bit>

namespace weir::cosim {

using llr::LlrRxCycleConfig;

namespace {

// NOLINTBEGIN(performance-enum-size)
enum Event : std::size_t {
  kAccept,
  kExpectedBad,
  kMissing,
  kDuplicate,
  kInit,
  kNackLeaves,
  kEchoLeaves,
  kAckLeaves,
  kModeOff,
  kReset
};
enum Sum : std::size_t { kNext, kLast, kAhead };
// NOLINTEND(performance-enum-size)

constexpr std::size_t kOff = 0;
constexpr std::size_t kSendAcks = 1;

const std::vector<std::string> kEvents = {"accept",      "expected_bad", "missing",    "duplicate", "init",
                                          "nack_leaves", "echo_leaves",  "ack_leaves", "mode_off",  "reset"};
const std::vector<std::string> kNoYes = {"no", "yes"};
const std::vector<std::string> kStateNames = {"off", "send_acks", "send_nack", "nack_sent"};
const std::vector<std::string> kNumberNames = {"expected", "missing", "duplicate"};

std::size_t flag(bool set) { return set ? 1 : 0; }

std::vector<std::uint32_t> ends_of(std::uint32_t most) {
  const std::uint32_t half = most / 2 + 1;
  return {0, 1, half - 1, half, half + 1, most - 1, most};
}
const std::vector<std::string> kEndNames = {"0", "1", "half_less_1", "half", "half_and_1", "most_less_1", "most"};
constexpr std::size_t kNoEnd = 7;

std::size_t end_of(std::uint32_t number, std::uint32_t most) {
  const std::vector<std::uint32_t> ends = ends_of(most);
  return static_cast<std::size_t>(std::ranges::find(ends, number) - ends.begin());
}

std::size_t number_of(std::uint32_t ahead, std::uint32_t most) { return ahead == 0 ? 0 : ahead <= most / 2 ? 1 : 2; }

// The frame that a cycle brings: none, what would be accepted, expected and bad, missing, a duplicate good and bad.
std::size_t frame_of(bool comes, std::size_t number, bool bad) {
  if (!comes) {
    return 0;
  }
  return number == 0 ? (bad ? 2U : 1U) : number == 1 ? 3U : bad ? 5U : 4U;
}
const std::vector<std::string> kFrameNames = {"none",    "expected",       "expected_bad",
                                              "missing", "duplicate_good", "duplicate_bad"};

}  // namespace

LlrRxCoverage::LlrRxCoverage(const LlrRxCycleConfig& widths, unsigned /*latency*/)
    : most_(widths.most_seq()),
      most_data_(widths.most_data()),
      rules_("rule", {{"state", kStateNames},
                      {"number", kNumberNames},
                      {"fcs", {"good", "poisoned", "bad", "bad_3"}},
                      {"bad_frame_any", kNoYes},
                      {"dup_silent", kNoYes}}),
      distances_("distance", {{"state", kStateNames}, {"ahead", kEndNames}, {"bad", kNoYes}}),
      bits_("ahead_in", {{"other", {"one_bit", "all_but_one"}}, numbers("bit", 0, widths.seq_bits - 1)}),
      ends_("end", {{"next", kEndNames}, {"comes", {"expected", "missing", "duplicate", "init"}}}),
      carries_({"next", "last", "ahead"}, widths.seq_bits),
      together_("together", {{"state", kStateNames},
                             {"take", {"none", "nack", "echo", "ack"}},
                             {"frame", kFrameNames},
                             {"init", kNoYes},
                             {"mode", kNoYes}}),
      dues_("due",
            {{"state", kStateNames}, {"echo", kNoYes}, {"idle_ack", kNoYes}, {"news", kNoYes}, {"take", kNoYes}}),
      replays_("replay", {{"in_duplicates", kNoYes}, {"frame", kFrameNames}, {"bad_frame_any", kNoYes}}),
      inits_("init", {{"of", {"seq", "data"}},
                      {"other", {"one_bit", "all_but_one"}},
                      numbers("bit", 0, std::max(widths.seq_bits, widths.data_bits) - 1)}),
      events_(kEvents) {
  for (std::size_t echo = 0; echo < 2; ++echo) {  // OFF has nothing to say
    for (std::size_t news = 0; news < 2; ++news) {
      for (std::size_t rest = 0; rest < 4 && echo + news > 0; ++rest) {
        dues_.rule_out(dues_.index({kOff, echo, rest / 2, news, rest % 2}));
      }
    }
  }
  const unsigned narrow = std::min(widths.seq_bits, widths.data_bits);
  const unsigned wide = std::max(widths.seq_bits, widths.data_bits);
  for (std::size_t bit = narrow; bit < wide; ++bit) {
    for (std::size_t other = 0; other < 2; ++other) {
      inits_.rule_out(inits_.index({flag(widths.seq_bits > widths.data_bits), other, bit}));
    }
  }
  for (const Event first : {kReset, kModeOff}) {
    for (const Event then : {kAccept, kExpectedBad, kMissing, kDuplicate, kNackLeaves, kEchoLeaves, kAckLeaves}) {
      events_.rule_out(first, then);
    }
  }
  for (const Event first : {kAccept, kInit, kNackLeaves}) {
    events_.rule_out(first, kNackLeaves);
  }
}

void LlrRxCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (in[i].rst_n) {
      cycle(in[i], out[i]);
      if (in[i].frame && in[i].llr_mode_local) {
        frame(in[i], out[i]);
      }
      if (in[i].init && in[i].llr_mode_local) {
        init(in[i]);
      }
    }
    event(in[i], out[i]);
  }
}

void LlrRxCoverage::frame(const Inputs& in, const Outputs& out) {
  const std::uint32_t from = ahead(in, out);
  const std::size_t number = number_of(from, most_);
  const bool bad = in.frame_fcs > 1;
  rules_.hit(rules_.index({out.state, number, in.frame_fcs, flag(in.bad_frame_any), flag(in.dup_silent)}));
  if (const std::size_t end = end_of(from, most_); end != kNoEnd) {
    distances_.hit(distances_.index({out.state, end, flag(bad)}));
  }
  if (out.state == kOff) {
    return;
  }
  if (std::has_single_bit(from)) {
    bits_.hit(bits_.index({0, static_cast<std::size_t>(std::countr_zero(from))}));
  }
  if (const std::uint32_t not_from = from ^ most_; std::has_single_bit(not_from)) {
    bits_.hit(bits_.index({1, static_cast<std::size_t>(std::countr_zero(not_from))}));
  }
  if (const std::size_t end = end_of(out.next_rx_seq, most_); end != kNoEnd) {
    ends_.hit(ends_.index({end, number}));
  }
  carries_.carried(kAhead, in.frame_seq, out.next_rx_seq, from);
  if (out.accept) {
    carries_.carried(kNext, out.next_rx_seq, 1, out.next_rx_seq + 1);
  }
  if (out.state == kSendAcks) {
    replays_.hit(replays_.index({flag(out.in_duplicates), frame_of(true, number, bad), flag(in.bad_frame_any)}));
  }
}

void LlrRxCoverage::init(const Inputs& in) {
  const auto of = [&](std::size_t field, std::uint32_t value, std::uint32_t most) {
    if (std::has_single_bit(value)) {
      inits_.hit(inits_.index({field, 0, static_cast<std::size_t>(std::countr_zero(value))}));
    }
    if (const std::uint32_t others = value ^ most; std::has_single_bit(others)) {
      inits_.hit(inits_.index({field, 1, static_cast<std::size_t>(std::countr_zero(others))}));
    }
  };
  of(0, in.init_seq, most_);
  of(1, in.init_data, most_data_);
}

void LlrRxCoverage::cycle(const Inputs& in, const Outputs& out) {
  const std::size_t take = in.nack_take ? 1U : in.echo_take ? 2U : in.ack_take ? 3U : 0U;
  together_.hit(
      together_.index({out.state, take, frame_of(in.frame, number_of(ahead(in, out), most_), in.frame_fcs > 1),
                       flag(in.init), flag(in.llr_mode_local)}));
  if (in.llr_mode_local) {
    dues_.hit(dues_.index({out.state, flag(out.echo_due), flag(in.idle_ack), flag(out.ack_news), flag(in.ack_take)}));
    if (in.init && out.state != kOff) {
      if (const std::size_t end = end_of(out.next_rx_seq, most_); end != kNoEnd) {
        ends_.hit(ends_.index({end, 3}));
      }
    }
  }
  carries_.carried(kLast, out.next_rx_seq, 1, out.last_seq);
  if (!in.frame && out.state == kSendAcks && in.llr_mode_local) {
    replays_.hit(replays_.index({flag(out.in_duplicates), 0, flag(in.bad_frame_any)}));
  }
}

void LlrRxCoverage::event(const Inputs& in, const Outputs& out) {
  unsigned events = 0;
  const auto met = [&](bool happens, Event event) { events |= happens ? 1U << event : 0U; };
  if (in.rst_n) {
    met(out.accept, kAccept);
    met(out.llr_rx_expected_seq_bad, kExpectedBad);
    met(out.llr_rx_missing_seq, kMissing);
    met(out.llr_rx_duplicate_seq, kDuplicate);
    met(in.init && in.llr_mode_local, kInit);
    met(out.llr_tx_nack_ctl_os, kNackLeaves);
    met(out.llr_tx_init_echo_ctl_os, kEchoLeaves);
    met(out.llr_tx_ack_ctl_os, kAckLeaves);
    met(!in.llr_mode_local, kModeOff);
  } else {
    met(true, kReset);
  }
  events_.events(events);
}

}  // namespace weir::cosim
