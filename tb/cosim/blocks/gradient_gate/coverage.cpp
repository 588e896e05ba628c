// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/gradient_gate/coverage.h"

#include <algorithm>
#include <bit>

namespace weir::cosim {

using reference::GradientGateConfig;

namespace {

// NOLINTBEGIN(performance-enum-size)
enum Event : std::size_t { kStarts, kRefused, kNews, kAdmitted, kTaken, kLeft, kReset };
enum Comparison : std::size_t { kStop, kDepth };
enum Sum : std::size_t { kHeldSum, kSentSum, kFreedSum, kComeSum, kGoneSum };
enum Reason : std::size_t { kBelow, kDownhill, kBoth, kNeither };
enum Relation : std::size_t { kLess, kEqual, kMore };
// NOLINTEND(performance-enum-size)

const std::vector<std::string> kEvents = {"starts", "refused", "news", "admitted", "taken", "left", "reset"};
const std::vector<std::string> kNoYes = {"no", "yes"};

std::size_t relation(std::uint32_t left, std::uint32_t right) {
  return left < right ? kLess : left == right ? kEqual : kMore;
}

Reason reason_of(const reference::GradientGateInputs& in, const reference::GradientGateOutputs& out) {
  const bool below = out.held < in.stop;
  const bool downhill = in.depth >= out.held;
  return below && downhill ? kBoth : below ? kBelow : downhill ? kDownhill : kNeither;
}

}  // namespace

GradientGateCoverage::GradientGateCoverage(const GradientGateConfig& widths, unsigned /*latency*/)
    : counter_bits_(widths.counter_bits),
      most_(static_cast<std::uint32_t>((std::uint64_t{1} << widths.counter_bits) - 1)),
      rules_("rule", {{"stop", {"0", "above"}},
                      {"held_against_stop", {"less", "equal", "more"}},
                      {"depth_against_held", {"less", "equal", "more"}},
                      {"wants", kNoYes}}),
      comparisons_("of_held_with", {{"stop", widths.counter_bits}, {"depth", widths.counter_bits}}, "held"),
      magnitudes_("magnitude", {{"outcome", {"refused", "starts"}},
                                numbers("held_bits", 0, widths.counter_bits),
                                numbers("depth_bits", 0, widths.counter_bits)}),
      beyond_("beyond",
              {numbers("held_over_stop_bits", 1, widths.counter_bits), {"outcome", {"refused", "level", "downhill"}}}),
      carries_("carry",
               {{"sum", {"held", "sent", "freed", "come", "gone"}}, numbers("into_bit", 1, widths.counter_bits - 1)}),
      wraps_("wrap", {{"sent", {"at_or_above_heard", "below_heard"}},
                      {"reason", {"below", "downhill", "both", "neither"}},
                      {"sent_comes_round", kNoYes},
                      {"news", kNoYes}}),
      together_("together", {{"output", {"none", "refused", "starts"}},
                             {"news", kNoYes},
                             {"admitted", kNoYes},
                             {"taken", kNoYes},
                             {"left", kNoYes}}),
      events_(kEvents),
      packets_("packet", {{"of", {"starts", "refused", "admitted", "taken", "left"}},
                          numbers("blocks_bits", 0, widths.blocks_bits)}) {
  for (std::size_t depth = 0; depth < 3; ++depth) {  // nothing is below a stop of 0
    for (std::size_t wants = 0; wants < 2; ++wants) {
      rules_.rule_out(rules_.index({0, kLess, depth, wants}));
      // H of 0 is level at least.
      if (depth == kLess) {
        rules_.rule_out(rules_.index({0, kEqual, depth, wants}));
      }
    }
  }
  for (std::size_t held = 0; held <= counter_bits_; ++held) {
    for (std::size_t depth = 0; depth <= counter_bits_; ++depth) {
      if (depth > held || held == 0 || (held == 1 && depth == 1)) {  // downhill, or level
        magnitudes_.rule_out(magnitudes_.index({0, held, depth}));
      }
    }
  }
  events_.rule_out(kReset, kRefused);             // H is 0
  for (std::size_t sent = 0; sent < 2; ++sent) {  // what is refused is not counted
    for (std::size_t news = 0; news < 2; ++news) {
      wraps_.rule_out(wraps_.index({sent, kNeither, 1, news}));
    }
  }
}

void GradientGateCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    unsigned events = 0;
    const auto met = [&](bool happens, Event event) { events |= happens ? 1U << event : 0U; };
    if (in[i].rst_n) {
      met(out[i].starts, kStarts);
      met(in[i].wants && !out[i].starts, kRefused);
      met(in[i].news, kNews);
      met(in[i].admitted, kAdmitted);
      met(in[i].taken, kTaken);
      met(in[i].left, kLeft);
      judged(in[i], out[i]);
      counted(in[i], out[i]);
    } else {
      met(true, kReset);
    }
    events_.events(events);
  }
}

void GradientGateCoverage::judged(const Inputs& in, const Outputs& out) {
  rules_.hit(rules_.index(
      {in.stop == 0 ? 0U : 1U, relation(out.held, in.stop), relation(in.depth, out.held), in.wants ? 1U : 0U}));
  if (!in.wants) {
    return;
  }
  const Reason reason = reason_of(in, out);
  if (in.depth < out.held) {
    comparisons_.compared(kStop, out.held, in.stop);
  }
  if (out.held >= in.stop) {
    comparisons_.compared(kDepth, out.held, in.depth);
  }
  magnitudes_.hit(magnitudes_.index({out.starts ? 1U : 0U, static_cast<std::size_t>(std::bit_width(out.held)),
                                     static_cast<std::size_t>(std::bit_width(in.depth))}));
  if (in.stop > 0 && out.held >= in.stop) {
    const auto times = static_cast<std::size_t>(std::bit_width(out.held / in.stop));
    beyond_.hit(beyond_.index({times - 1, reason == kNeither ? 0U : in.depth == out.held ? 1U : 2U}));
  }
  const bool round = out.starts && std::uint64_t{out.sent} + in.blocks > most_;
  wraps_.hit(wraps_.index({out.sent < out.heard ? 1U : 0U, reason, round ? 1U : 0U, in.news ? 1U : 0U}));
}

void GradientGateCoverage::counted(const Inputs& in, const Outputs& out) {
  together_.hit(together_.index({!in.wants    ? 0U
                                 : out.starts ? 2U
                                              : 1U,
                                 in.news ? 1U : 0U, in.admitted ? 1U : 0U, in.taken ? 1U : 0U, in.left ? 1U : 0U}));
  const auto packet = [&](std::size_t of, std::uint32_t blocks) {
    packets_.hit(packets_.index({of, static_cast<std::size_t>(std::bit_width(blocks))}));
  };
  carried(kHeldSum, out.sent, out.heard, out.held);
  if (in.wants) {
    packet(out.starts ? 0 : 1, in.blocks);
  }
  if (out.starts) {
    carried(kSentSum, out.sent, in.blocks, out.sent + in.blocks);
  }
  if (in.admitted) {
    packet(2, in.admitted_blocks);
    carried(kComeSum, out.untaken, in.admitted_blocks, out.untaken + in.admitted_blocks);
  }
  if (in.taken) {
    packet(3, in.taken_blocks);
    if (!in.admitted) {
      carried(kGoneSum, out.untaken, in.taken_blocks, out.untaken - in.taken_blocks);
    }
  }
  if (in.left) {
    packet(4, in.left_blocks);
    carried(kFreedSum, out.freed, in.left_blocks, out.freed + in.left_blocks);
  }
}

// A carry or a borrow into a bit turns it around.
void GradientGateCoverage::carried(std::size_t sum, std::uint32_t left, std::uint32_t right, std::uint32_t result) {
  for (std::uint32_t bits = (left ^ right ^ result) & most_; bits != 0; bits &= bits - 1) {
    carries_.hit(carries_.index({sum, static_cast<std::size_t>(std::countr_zero(bits)) - 1}));
  }
}

}  // namespace weir::cosim
