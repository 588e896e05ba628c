// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Rate limiter of one (port, class): GFC, SIGCOMM '19, section 5.3. Three
// registers: R_l, the transmission time of the packet just sent; R_r, the
// assigned rate; R_c, a countdown. When a packet has been sent, R_c = (C -
// R_r)/R_r * R_l, then one tick down a tick; the queue may not start a packet
// before R_c is below a tick.
//
// Two forms of R_r. Stage form: a stage number k, rate C/2^k, factor 2^k - 1,
// so R_c = (R_l << k) - R_l. Fixed-point form: the factor C/R - 1 itself, an
// unsigned number with `factor_int` integer and `factor_frac` fraction bits.
//
// The paper's registers count whole ticks, and a transmission time is rarely a
// whole number of them. Here a tick is divided in subticks, R_l and R_c count
// subticks, and what is left of R_c below one tick is carried to the next
// packet (`kResidual`), so that the long-run rate is exact.
// docs/reference/rate_limiter.md has the timing diagram.
//
// Two models of the same block. This file: event-driven, O(1) a call, what the
// switch runs. rate_limiter_cycle.h: one call a clock cycle, what lock-step
// compares with the RTL. A test proves them equal.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "hw_model/base/named.h"
#include "hw_model/base/units.h"
#include "hw_model/reference/widths.h"

namespace weir::reference {

// How a transmission time becomes R_l. The first three round to whole ticks and
// forget where inside a tick a packet ended, as three integer registers would;
// kResidual keeps subticks and carries what is left.
enum class Rounding : std::uint8_t { kFloor, kCeil, kNearest, kResidual };
inline constexpr std::array<Named<Rounding>, 4> kRoundings{{{Rounding::kFloor, "floor"},
                                                            {Rounding::kCeil, "ceil"},
                                                            {Rounding::kNearest, "nearest"},
                                                            {Rounding::kResidual, "residual"}}};

// What a rate raised while R_c counts does to R_c: nothing, or R_c = min(R_c,
// value at the new rate). A lowered rate never changes R_c.
enum class RateRaise : std::uint8_t { kHold, kClamp };
inline constexpr std::array<Named<RateRaise>, 2> kRateRaises{
    {{RateRaise::kHold, "hold"}, {RateRaise::kClamp, "clamp"}}};

enum class RateForm : std::uint8_t { kStage, kFixedPoint };

struct RateLimiterConfig {
  Time period{1200};  // one tick
  unsigned subticks = kSubticks;
  Rounding rounding = Rounding::kResidual;
  RateRaise rate_raise = RateRaise::kClamp;
  BitRate floor_rate{8'000};  // the least rate the limiter is asked for, see factor_for()

  // Widths in bits. R_c of the fixed-point form has `factor_frac` fraction bits
  // below `r_c`.
  unsigned r_l_ticks = kRLTickBits;
  unsigned r_c = kRCBits;
  unsigned stage = kStageBits;
  unsigned factor_int = kFactorIntBits;
  unsigned factor_frac = kFactorFracBits;

  // Throws std::invalid_argument, one line that names the field and what is wanted. Widths that `form` does not have
  // are not checked.
  void validate(std::optional<RateForm> form = std::nullopt) const;

  Time subtick_time() const { return period / static_cast<std::int64_t>(subticks); }
  // The longest transmission that R_l can hold; a longer one saturates.
  Time longest_transmission() const { return period * ((std::int64_t{1} << r_l_ticks) - 1); }
  // Largest value of R_r in a form.
  std::uint64_t r_r_max(RateForm form) const;
  bool operator==(const RateLimiterConfig&) const = default;
};

// The registers as they stand before the clock edge of a tick: R_l in subticks, R_r, R_c in its own units.
struct RateLimiterRegisters {
  std::uint64_t r_l = 0;
  std::uint64_t r_r = 0;
  std::uint64_t r_c = 0;
};

// What waveforms show of a limiter in RTL: the registers of the RTL and, in lock-step, those of the model beside it.
struct RateLimiterSides {
  unsigned sides = 0;  // 0: no RTL; 1: the RTL; 2: the RTL, then the model
  std::array<RateLimiterRegisters, 2> registers{};
  Time changes_at = kNever;  // the next instant at which the registers differ, or R_c is below a tick, without a call
};

// One limiter as the switch sees it. Times of successive calls never decrease
// (InvariantBroken otherwise). Calls that fall in one tick, that is in (n-1, n]
// periods, act together at tick edge n, as one clock cycle of the hardware: a
// packet's countdown then uses the rate assigned in the same tick, whichever
// was called first.
class RateLimiter {
 public:
  using Factory = std::function<std::unique_ptr<RateLimiter>(RateForm form, const RateLimiterConfig& config,
                                                             const std::string& instance_name)>;
  static Factory reference();  // of the C++ model below

  virtual ~RateLimiter() = default;

  // The last bit of a packet left at `end`; the packet occupied the wire for
  // `transmission`.
  virtual void packet_sent(Time end, Time transmission) = 0;

  // Assigns R_r: the stage number k, or the factor register. Throws
  // std::invalid_argument when it does not fit.
  virtual void set_rate(Time now, std::uint64_t r_r) = 0;

  // Clears all registers: line rate, idle.
  virtual void reset(Time now) = 0;

  // The first instant at which the queue may start a packet: a tick edge when it has to wait, otherwise an instant not
  // later than the last call (a packet may then follow the last one without a gap). Takes no time argument, because
  // only a call can change the answer.
  virtual Time idle_at() = 0;

  // R_r as it now stands.
  virtual std::uint64_t r_r() const = 0;

  // The registers in the tick of `now`, for software. Changes nothing.
  virtual RateLimiterRegisters registers(Time now) = 0;

  // The registers of RTL in the tick of `now`. Changes nothing.
  virtual RateLimiterSides rtl(Time /*now*/) { return {}; }

  // New modes from the tick of `now` on; R_c keeps its value. Throws std::invalid_argument and changes nothing if
  // modes_can_change() is false.
  virtual void set_modes(Time now, Rounding rounding, RateRaise rate_raise) = 0;

  // False while the limiter is recorded, because a recording has one mode.
  virtual bool modes_can_change() const = 0;
};

// The C++ model below, whatever the name.
std::unique_ptr<RateLimiter> make_reference_rate_limiter(RateForm form, const RateLimiterConfig& config,
                                                         const std::string& instance_name);

// Rate of stage k, C/2^k rounded down (GFC eq. 4; section 5.4 prints C/k, see
// docs/decisions).
constexpr BitRate stage_rate(BitRate line, unsigned stage) { return BitRate(line.count() >> stage); }

// The factor register that limits a queue of line rate `line` to `target`,
// rounded up so that the target is never exceeded. A target below the floor
// (config.floor_rate, or the least rate the register can express, whichever is
// higher) gives the floor's factor and says so: the caller then alternates
// between 0 and the floor. target >= line gives 0.
struct Factor {
  std::uint64_t r_r;
  bool below_floor;
};
Factor factor_for(BitRate line, BitRate target, const RateLimiterConfig& config);

// The least rate that factor_for() gives at this line rate.
BitRate lowest_rate(BitRate line, const RateLimiterConfig& config);

// The rate that a factor register gives in the long run, in bits per second
// (residual rounding).
double rate_of_factor(BitRate line, std::uint64_t r_r, const RateLimiterConfig& config);

}  // namespace weir::reference
