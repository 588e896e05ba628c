// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts of a rate limiter in which next to nothing happens, for long.

#include <algorithm>

#include "tb/cosim/blocks/rate_limiter/rate_limiter.h"
#include "tb/cosim/blocks/rate_limiter/script_writer.h"
#include "tb/cosim/blocks/rate_limiter/scripts.h"

namespace weir::cosim {

using reference::RateForm;

namespace {

std::uint64_t one(const LimiterWriter& write) {
  return write.maths().form == RateForm::kStage ? 1 : power(write.maths().fraction);
}

// R_c half a tick more than so many ticks, at R_r = one, and R_l small, so that a raise clamps even what is left at the
// end.
void load_with_a_rest(LimiterWriter& write, std::uint64_t ticks) {
  constexpr std::uint64_t kLittle = 7;
  write.load_with_r_l((ticks + 1) * write.maths().tick + write.maths().tick / 2, kLittle);
  write.rate(one(write));
}

void clamp_what_is_left(LimiterWriter& write) {
  write.rate(2 * one(write));
  write.rate(one(write));
}

}  // namespace

LimiterScript age_script(const RateLimiterSetup& setup, unsigned least, unsigned most) {
  LimiterWriter write(setup, "ages",
                      "waits, and idle times with a rest of R_c, of more than 2^k cycles for each k, then a clamp");
  constexpr unsigned kWithoutRest = 10;
  most = std::min(most, mode_in({}, setup) == mode_in({}, RateLimiterSetup{}) ? kShortAge : kWithoutRest);
  const LimiterArithmetic& maths = write.maths();
  for (unsigned k = least; k <= most && (power(k) + 1) * maths.tick < std::min(maths.r_c_max, maths.gap_max) / 2; ++k) {
    write.reset();
    if (write.residual()) {
      load_with_a_rest(write, power(k) + 1);
    } else {
      write.load_whole((power(k) + 1) * maths.tick);
    }
    write.quiet(write.r_c() / maths.tick + (write.residual() ? stand_for(k) : 2));
    clamp_what_is_left(write);
    write.packet({one(write), maths.subticks / 3});  // with what is left less than a tick
    write.packet({one(write), 2 * std::uint64_t{maths.subticks}});
    write.quiet(3);
  }
  if (write.residual()) {  // the shortest
    write.reset();
    write.load(maths.tick + maths.tick / 2);
    write.quiet(2);
    write.rate(0);
  }
  return write.done();
}

LimiterScript wait_script(const RateLimiterSetup& setup, unsigned k) {
  LimiterWriter write(setup, "wait", "a wait of more than 2^" + std::to_string(k) + " ticks, then a clamp");
  write.reset();
  load_with_a_rest(write, power(k) + 1);
  write.quiet(stand_for(k));
  clamp_what_is_left(write);
  return write.done(true);
}

LimiterScript idle_script(const RateLimiterSetup& setup, unsigned k) {
  LimiterWriter write(setup, "idle", "less than a tick left of R_c for more than 2^" + std::to_string(k) + " cycles");
  const LimiterArithmetic& maths = write.maths();
  write.reset();
  write.load(maths.tick / 2);
  write.quiet(stand_for(k));
  write.packet({one(write), maths.subticks / 3});  // with what is left less than a tick
  write.packet({one(write), 2 * std::uint64_t{maths.subticks}});
  write.quiet(3);
  return write.done(true);
}

LimiterScript long_wait_script(const RateLimiterSetup& setup) {
  constexpr std::uint64_t kBits = 1537 * 8;
  constexpr std::uint64_t kPicosecondsPerBit = 100;  // 10 Gbps
  constexpr unsigned kStage = 16;
  LimiterWriter write(setup, "long_wait",
                      "a packet of 1537 bytes at 10 Gbps and C/2^16: a wait of more than 2^26 ticks, to its end");
  const LimiterArithmetic& maths = write.maths();
  const std::uint64_t r_l =
      kBits * kPicosecondsPerBit * maths.subticks / static_cast<std::uint64_t>(setup.config.period.count());
  write.reset();
  write.packet({maths.form == RateForm::kStage ? kStage : (power(kStage) - 1) << maths.fraction, r_l}, 1);
  write.quiet(write.r_c() / maths.tick + 2);
  return write.done(true);
}

std::vector<LimiterScript> RateLimiterKind::ages(const Setup& setup, unsigned least, unsigned most) {
  std::vector<LimiterScript> scripts;
  if (least <= kShortAge) {
    scripts.push_back(age_script(setup, least, most));
  }
  for (unsigned k = std::max(least, kShortAge + 1); k <= most && mode_in({}, setup) == mode_in({}, Setup{}); ++k) {
    scripts.push_back(wait_script(setup, k));
    scripts.push_back(idle_script(setup, k));
  }
  return scripts;
}

}  // namespace weir::cosim
