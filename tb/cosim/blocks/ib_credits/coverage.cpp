// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/ib_credits/coverage.h"

#include <algorithm>
#include <bit>

namespace weir::cosim {

namespace {

// NOLINTBEGIN(performance-enum-size)
enum Event : std::size_t { kSent, kAdmitted, kHeard, kResynced, kReleased, kTake, kPeriod, kInit, kReset };
enum Sum : std::size_t { kSentSum, kAbrSum, kToldSum, kHeadSum, kLeftSum, kComeSum, kGoneSum, kFreeSum };
enum Distance : std::size_t { kNone, kOne, kBelowHalf, kHalf, kAboveHalf, kMost, kBetween, kBehind };
enum Change : std::size_t { kSame, kOn, kByHalf, kBack };
// NOLINTEND(performance-enum-size)

const std::vector<std::string> kEvents = {"sent", "admitted", "heard", "resynced", "released",
                                          "take", "period",   "init",  "reset"};
const std::vector<std::string> kNoYes = {"no", "yes"};
const CoverageDimension kLeft = {"left",
                                 {"none", "one", "below_half", "half", "above_half", "most", "between", "behind"}};

std::size_t ib_flag(bool set) { return set ? 1 : 0; }
std::size_t ib_bits(std::uint32_t number) { return static_cast<std::size_t>(std::bit_width(number)); }

}  // namespace

IbCreditsCoverage::IbCreditsCoverage(const reference::IbCreditsConfig& widths, unsigned /*latency*/)
    : most_(widths.most()),
      half_(widths.half()),
      heads_("head", {kLeft, {"blocks", {"none", "some"}}}),
      lefts_("left", {kLeft}),
      magnitudes_("magnitude", {{"of", {"head", "left"}}, numbers("bits", 0, widths.counter_bits)}),
      rooms_("of_occupied_with", {{"buffer", widths.counter_bits}}, "occupied"),
      offers_("offer", {{"free", {"none", "one", "below_half", "half", "above_half", "most", "between", "beyond"}}}),
      messages_("message", {{"limit", {"same", "on", "by_half", "back"}}, {"resync", kNoYes}, {"admitted", kNoYes}}),
      resyncs_("resync", {{"abr", {"same", "on", "by_half", "back"}}, {"admitted", kNoYes}}),
      carries_({"sent", "abr", "told", "head", "left", "come", "gone", "free"}, widths.counter_bits),
      lands_({"sent", "abr", "told"}, widths.most()),
      together_("together", {{"sent", kNoYes},
                             {"admitted", kNoYes},
                             {"message", {"none", "heard", "resynced"}},
                             {"released", kNoYes},
                             {"due", kNoYes},
                             {"take", kNoYes},
                             {"period", kNoYes},
                             {"init", kNoYes}}),
      packets_("packet", {{"of", {"head", "sent", "admitted", "released"}}, numbers("bits", 0, widths.blocks_bits)}),
      events_(kEvents) {}

void IbCreditsCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (in[i].rst_n) {
      judged(in[i], out[i]);
      offered(in[i], out[i]);
      counted(in[i], out[i]);
    }
    happened(in[i], out[i]);
  }
}

std::size_t IbCreditsCoverage::distance(std::uint32_t ahead) const {
  return ahead == 0           ? kNone
         : ahead == 1         ? kOne
         : ahead == half_ - 1 ? kBelowHalf
         : ahead == half_     ? kHalf
         : ahead == half_ + 1 ? kAboveHalf
         : ahead == most_     ? kMost
         : ahead < half_      ? kBetween
                              : kBehind;
}

std::size_t IbCreditsCoverage::change(std::uint32_t ahead) const {
  return ahead == 0 ? kSame : ahead < half_ ? kOn : ahead == half_ ? kByHalf : kBack;
}

void IbCreditsCoverage::judged(const Inputs& in, const Outputs& out) {
  const std::uint32_t end = (out.fctbs + in.head_blocks) & most_;
  const std::uint32_t behind_head = (out.fccl - end) & most_;
  const std::uint32_t left = (out.fccl - out.fctbs) & most_;
  heads_.hit(heads_.index({distance(behind_head), ib_flag(in.head_blocks > 0)}));
  lefts_.hit(distance(left));
  magnitudes_.hit(magnitudes_.index({0, ib_bits(behind_head)}));
  magnitudes_.hit(magnitudes_.index({1, ib_bits(left)}));
  carries_.carried(kHeadSum, out.fctbs, in.head_blocks, end);
  carries_.carried(kLeftSum, out.fccl, out.fctbs, left);
  packets_.hit(packets_.index({0, ib_bits(in.head_blocks)}));
}

void IbCreditsCoverage::offered(const Inputs& in, const Outputs& out) {
  rooms_.compared(0, out.occupied, in.buffer);
  const std::uint32_t free = in.buffer - std::min(out.occupied, in.buffer);
  offers_.hit(distance(free));
  if (free > 0) {
    carries_.carried(kFreeSum, in.buffer, out.occupied, free);
  }
  added(kToldSum, out.abr, std::min(free, half_));
}

void IbCreditsCoverage::counted(const Inputs& in, const Outputs& out) {
  const auto packet = [&](std::size_t of, std::uint32_t blocks) {
    packets_.hit(packets_.index({of, ib_bits(blocks)}));
  };
  if (in.sent) {
    packet(1, in.sent_blocks);
    added(kSentSum, out.fctbs, in.sent_blocks);
  }
  if (in.admitted) {
    packet(2, in.admitted_blocks);
    added(kAbrSum, out.abr, in.admitted_blocks);
    carries_.carried(kComeSum, out.occupied, in.admitted_blocks, out.occupied + in.admitted_blocks);
  }
  if (in.released) {
    packet(3, in.released_blocks);
    const std::uint32_t held = (out.occupied + (in.admitted ? in.admitted_blocks : 0)) & most_;
    carries_.carried(kGoneSum, held, in.released_blocks, held - in.released_blocks);
  }
  if (in.heard) {
    messages_.hit(
        messages_.index({change((in.heard_fccl - out.fccl) & most_), ib_flag(in.resync), ib_flag(in.admitted)}));
  }
  if (in.heard && in.resync) {
    const std::uint32_t abr = out.abr + (in.admitted ? in.admitted_blocks : 0);
    resyncs_.hit(resyncs_.index({change((in.heard_fctbs - abr) & most_), ib_flag(in.admitted)}));
  }
  const std::size_t message = !in.heard ? 0 : in.resync ? 2 : 1;
  together_.hit(together_.index({ib_flag(in.sent), ib_flag(in.admitted), message, ib_flag(in.released),
                                 ib_flag(out.due), ib_flag(in.take), ib_flag(in.period), ib_flag(in.init)}));
}

void IbCreditsCoverage::happened(const Inputs& in, const Outputs& /*out*/) {
  unsigned events = 0;
  const auto met = [&](bool happens, Event event) { events |= happens ? 1U << event : 0U; };
  if (in.rst_n) {
    met(in.sent, kSent);
    met(in.admitted, kAdmitted);
    met(in.heard && !in.resync, kHeard);
    met(in.heard && in.resync, kResynced);
    met(in.released, kReleased);
    met(in.take, kTake);
    met(in.period, kPeriod);
    met(in.init, kInit);
  } else {
    met(true, kReset);
  }
  events_.events(events);
}

void IbCreditsCoverage::added(std::size_t sum, std::uint32_t left, std::uint32_t right) {
  const std::uint32_t result = (left + right) & most_;
  carries_.carried(sum, left, right, result);
  lands_.landed(sum, left, result);
}

}  // namespace weir::cosim
