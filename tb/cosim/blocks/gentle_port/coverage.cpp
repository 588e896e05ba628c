// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/gentle_port/coverage.h"

#include <algorithm>
#include <bit>
#include <string>

#include "hw_model/base/class_mask.h"

namespace weir::cosim {

namespace {

constexpr std::size_t kMostStage = 31;
// Of events.
constexpr std::uint64_t kDepth = 1, kHeard = 2, kSent = 4, kTold = 8, kGoes = 16;

const std::vector<std::string> kEvents = {"depth", "heard", "sent", "told", "goes"};
// Of a class; what leaves follows kPacketComes.
constexpr std::size_t kFrameHeard = 0, kPacketEnds = 1, kPacketComes = 2;
const std::vector<std::string> kCounts = {"over_2^16_heard", "over_2^17_sent", "over_2^16_come", "over_2^16_leave"};

bool hears(const reference::GentlePortInputs& in) {
  return in.heard_valid && !in.heard_credit && in.heard_head >> 16 == reference::kPfcOpcode;
}

}  // namespace

GentlePortCoverage::GentlePortCoverage(const reference::GentlePortConfig& config, unsigned /*latency*/)
    : config_(config),
      told_("told", {numbers("class", 0, 7), numbers("stage", 0, kMostStage)}),
      obeyed_("obeyed", {numbers("class", 0, 7), numbers("stage", 0, kMostStage)}),
      beyond_("beyond", {numbers("class", 0, 7), {"stage", {"below_n", "n", "beyond_n"}}}),
      depths_("depth", {numbers("class", 0, 7), {"of", {"admitted", "released", "both", "beside_another"}}}),
      dues_("due", {numbers("class", 0, 7), {"what", {"comes", "is_told", "goes_untold"}}}),
      offers_("offer", {offers("stages"), {"stages_due", kWhether}, {"mac_ready", kWhether}}),
      limiters_(reference::kRCBits),
      ticks_("tick", {numbers("class", 0, 7),
                      {"what", {"sent", "rate", "waits", "sent_in_a_wait", "rate_in_a_wait"}},
                      {"passes", kWhether}}),
      many_("classes_told", {numbers("classes", 1, kClasses)}),
      reserved_("reserved", {numbers("bit", 8, 15)}),
      with_n_("told_with", {numbers("n", 0, kMostStage)}),
      counts_("count", {{"of_a_class", kCounts}}),
      limits_("limited_for", {ages("cycles")}),
      standing_("stands_for", {ages("cycles")}),
      shown_("shown", {numbers("class", 0, 7)}),
      without_("without_gfc", {numbers("class", 0, 7), {"event", {"depth", "heard", "sent"}}}),
      events_(kEvents) {
  for (const std::size_t ready : {0U, 1U}) {
    offers_.rule_out(offers_.index({offer::kOwn, 0, ready}));
    offers_.rule_out(offers_.index({offer::kPacket, 1, ready}));
    offers_.rule_out(offers_.index({offer::kNothing, 1, ready}));
  }
  rule_out_classes();
}

// What only a class with GFC has, and what only one without has. The class is the first dimension.
void GentlePortCoverage::rule_out_classes() {
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (is_gentle(c)) {
      rule_out_class(without_, c);
      continue;
    }
    for (CoverageGroup* const group : {&told_, &obeyed_, &beyond_, &depths_, &dues_, &ticks_, &shown_}) {
      rule_out_class(*group, c);
    }
    limiters_.rule_out_class_without(c);
  }
  for (auto n = static_cast<std::size_t>(std::popcount(config_.gentle)); n < kClasses; ++n) {
    many_.rule_out(many_.index({n}));
  }
}

void GentlePortCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t n = 0; n < in.size(); ++n) {
    if (!in[n].rst_n || !out[n].ready) {
      start();
    } else {
      running(in[n], out[n]);
    }
  }
}

void GentlePortCoverage::running(const Inputs& in, const Outputs& out) {
  stages(in, out);
  depths(in);
  limiters(in, out);
  const std::size_t heard = hear(in, out);
  const auto gentle = [&](bool valid, std::uint32_t c) { return valid && is_gentle(c); };
  const bool depth = gentle(in.admitted_valid, in.admitted_class) || gentle(in.released_valid, in.released_class);
  events_.events((depth ? kDepth : 0) | (heard != 0 ? kHeard : 0) | (gentle(in.sent_valid, in.sent_class) ? kSent : 0) |
                 (out.tells && in.mac_ready ? kTold : 0) | ((out.goes & config_.gentle) != 0 ? kGoes : 0));
}

// What is due and told.
void GentlePortCoverage::stages(const Inputs& in, const Outputs& out) {
  const bool taken = out.tells && in.mac_ready;
  offers_.hit(offers_.index({offered(out), out.stages_due != 0 ? 1U : 0U, in.mac_ready ? 1U : 0U}));
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (bit(out.stages_due & ~due_, c) != 0) {
      dues_.hit(dues_.index({c, 0}));
    }
    if (bit(due_ & ~out.stages_due, c) != 0 && !was_told_) {
      dues_.hit(dues_.index({c, 2}));
    }
    if (taken && bit(out.stages_due, c) != 0) {
      dues_.hit(dues_.index({c, 1}));
      told_.hit(told_.index({c, reference::time_of_class(out.mac_times_0_3, out.mac_times_4_7, c)}));
    }
  }
  if (taken) {
    many_.hit(many_.index({static_cast<std::size_t>(std::popcount(out.stages_due)) - 1}));
    with_n_.hit(in.stages);
  }
  lengths(out, taken);
  due_ = out.stages_due;
  was_told_ = taken;
}

// How long limiters hold their classes, and stages stand that are told and not 0.
void GentlePortCoverage::lengths(const Outputs& out, bool taken) {
  const auto last = [](CoverageGroup& group, std::uint64_t& cycles, bool lasts) {
    if (!lasts && cycles > 0) {
      group.hit(age_bin(cycles));
    }
    cycles = lasts ? cycles + 1 : 0;
  };
  for (std::size_t c = 0; c < kClasses; ++c) {
    Seen& seen = seen_[c];
    last(limits_, seen.held, bit(out.lets, c) == 0);
    last(standing_, seen.stood, seen.told != 0 && bit(out.stages_due, c) == 0);
    if (taken && bit(out.stages_due, c) != 0) {
      seen.told = reference::time_of_class(out.mac_times_0_3, out.mac_times_4_7, c);
    }
  }
}

void GentlePortCoverage::count(std::size_t what, std::size_t c) {
  if (++seen_[c].counted[what] == (what == kPacketEnds ? 1U << 17 : 1U << 16) + 1) {
    counts_.hit(what);
  }
}

void GentlePortCoverage::depths(const Inputs& in) {
  const bool both = in.admitted_valid && in.released_valid;
  const bool same = in.admitted_class == in.released_class;
  const auto hit = [&](bool valid, std::size_t c, std::size_t alone) {
    if (valid && is_gentle(c)) {
      count(kPacketComes + alone, c);
      depths_.hit(depths_.index({c, !both ? alone : same ? 2U : 3U}));
    } else if (valid) {
      without_.hit(without_.index({c, 0}));
    }
  };
  hit(in.admitted_valid, in.admitted_class, 0);
  hit(in.released_valid, in.released_class, 1);
}

void GentlePortCoverage::limiters(const Inputs& in, const Outputs& out) {
  limiters_.packets(in, out, is_gentle(in.sent_class));
  if (in.sent_valid && is_gentle(in.sent_class)) {
    count(kPacketEnds, in.sent_class);
  } else if (in.sent_valid) {
    without_.hit(without_.index({in.sent_class, 2}));
  }
  for (std::size_t c = 0; c < kClasses; ++c) {
    tick(in, out, c);
  }
  if (out.wait != 0) {
    shown_.hit(shown_.index({in.shown}));
  }
  limiters_.wait(out.wait);
}

// A packet, a rate and a wait of a class, with a tick or without.
void GentlePortCoverage::tick(const Inputs& in, const Outputs& out, std::size_t c) {
  if (!is_gentle(c)) {
    return;
  }
  const bool sent = in.sent_valid && in.sent_class == c;
  const bool rate = hears(in) && bit(in.heard_head, c) != 0;
  const bool waits = in.shown == c && out.wait >= reference::kSubticks;
  const bool met[] = {sent && !waits, rate && !waits, waits && !sent && !rate, sent && waits, rate && waits};
  for (std::size_t what = 0; what < std::size(met); ++what) {
    if (met[what]) {
      ticks_.hit(ticks_.index({c, what, in.tick ? 1U : 0U}));
    }
  }
}

// How many classes hear of a stage.
std::size_t GentlePortCoverage::hear(const Inputs& in, const Outputs& out) {
  std::size_t heard = 0;
  for (std::size_t c = 0; hears(in) && c < kClasses; ++c) {
    if (bit(in.heard_head, c) == 0) {
      continue;
    }
    if (!is_gentle(c)) {
      without_.hit(without_.index({c, 1}));
      continue;
    }
    ++heard;
    count(kFrameHeard, c);
    for (std::size_t n = 0; n < 8; ++n) {
      if (bit(in.heard_head, 8 + n) != 0) {
        reserved_.hit(n);
      }
    }
    const std::uint32_t time = reference::time_of_class(in.heard_times_0_3, in.heard_times_4_7, c);
    const std::uint32_t stage = std::min(time, in.stages);
    const std::uint64_t before = out.obeyed >> reference::kStageBits * c & kMostStage;
    obeyed_.hit(obeyed_.index({c, stage}));
    beyond_.hit(beyond_.index({c, time < in.stages ? 0U : time == in.stages ? 1U : 2U}));
    if (stage != before && bit(out.lets, c) == 0) {
      limiters_.rate(in, stage < before);
    }
  }
  return heard;
}

}  // namespace weir::cosim
