// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What FERA's meter of a port is set to (FERA, chapters 5 and 7): symbols as in the thesis. The defaults are the form
// that docs/reference/fera.md proposes; what the thesis says stands beside each there.

#pragma once

#include <array>
#include <cstdint>

#include "hw_model/base/named.h"
#include "hw_model/base/units.h"

namespace weir::reference {

// f(q): what share of C the flows are told to fill.
enum class FeraQueueControl : std::uint8_t {
  kLinear,      // 1 - k (q - Q_eq)/Q_eq, eq. (1)
  kHyperbolic,  // b Q_eq/((b - 1) q + Q_eq) up to Q_eq, then a Q_eq/((a - 1) q + Q_eq), eq. (2)
  kMultistage,  // linear, whose slope is n k on (n Q_eq, (n + 1) Q_eq], section 7.6
};
inline constexpr std::array<Named<FeraQueueControl>, 3> kFeraQueueControls{
    {{FeraQueueControl::kLinear, "linear"},
     {FeraQueueControl::kHyperbolic, "hyperbolic"},
     {FeraQueueControl::kMultistage, "multistage"}}};

// How r is worked out from f and rho.
enum class FeraForm : std::uint8_t {
  kExact,        // r f/rho, in double precision: no hardware
  kDividing,     // r f (1/rho), fixed point
  kDivisorFree,  // r (1 + f - rho), fixed point, between two bounds
};
inline constexpr std::array<Named<FeraForm>, 3> kFeraForms{
    {{FeraForm::kExact, "exact"}, {FeraForm::kDividing, "dividing"}, {FeraForm::kDivisorFree, "divisor_free"}}};

// kDividing: how 1/rho is found.
enum class FeraDivision : std::uint8_t {
  kBitSerial,  // a bit of the quotient each cycle
  kTable,      // 64 reciprocals, and a straight line between each two
};
inline constexpr std::array<Named<FeraDivision>, 2> kFeraDivisions{
    {{FeraDivision::kBitSerial, "bit_serial"}, {FeraDivision::kTable, "table"}}};

// What becomes of bits beyond the last, in fixed point.
enum class FeraRounding : std::uint8_t { kNearest, kFloor };
inline constexpr std::array<Named<FeraRounding>, 2> kFeraRoundings{
    {{FeraRounding::kNearest, "nearest"}, {FeraRounding::kFloor, "floor"}}};

// When r follows a change of C at once.
enum class FeraScaling : std::uint8_t {
  kNever,
  kFell,  // eq. (20)
  kBoth,
};
inline constexpr std::array<Named<FeraScaling>, 3> kFeraScalings{
    {{FeraScaling::kNever, "never"}, {FeraScaling::kFell, "fell"}, {FeraScaling::kBoth, "both"}}};

// What A does at its width.
enum class FeraOverflow : std::uint8_t { kSaturates, kWraps };
inline constexpr std::array<Named<FeraOverflow>, 2> kFeraOverflows{
    {{FeraOverflow::kSaturates, "saturates"}, {FeraOverflow::kWraps, "wraps"}}};

// What the meter's clock does while its port tells peers to pause.
enum class FeraClock : std::uint8_t { kRuns, kStands };
inline constexpr std::array<Named<FeraClock>, 2> kFeraClocks{
    {{FeraClock::kRuns, "runs"}, {FeraClock::kStands, "stands"}}};

struct FeraSettings {
  Time interval = Time(1'000'000'000);  // T, more than 0
  Bytes q_eq = Bytes(24'000);           // 16 packets of 1500 B
  unsigned n0 = 20;                     // the first rate is C/N_0
  unsigned n_max = 4096;                // and the least C/N_max

  FeraQueueControl queue_control = FeraQueueControl::kLinear;
  double k = 0.004;     // linear, and of the first stage
  unsigned stages = 3;  // of multistage: the slope of the last goes on
  double a = 1.1;
  double b = 1.002;
  double c = 0.1;  // no f(q) is less

  double lambda = 1;            // weight of the moving average, above 0; 1: none, eq. (14)
  double delta = 0;             // largest increase of r at first, as part of C; 0: no limit, section 7.2
  double eta = 2;               // by which it grows below Q_eq
  double eta_down = 0;          // and is multiplied by above Q_sc; 0: 1/eta
  Bytes q_sc = Bytes(120'000);  // 80 packets of 1500 B
  FeraScaling scaling = FeraScaling::kFell;
  double gamma = 1;  // part of C that counts above Q_eq; 1: all of it, section 7.4

  FeraClock clock = FeraClock::kStands;
  double least_clock = 0.5;     // of T: however long the clock stood, at least so much has passed
  bool takes_off_time = false;  // C T without the time in which the port itself may not send

  FeraForm form = FeraForm::kDivisorFree;
  FeraDivision division = FeraDivision::kBitSerial;
  FeraRounding rounding = FeraRounding::kNearest;
  double least_step = 0.75;     // divisor_free: r becomes no less than so many r
  double most_step = 2;         // and no more
  unsigned rate_bits = 24;      // of r, in units of 2^-(rate_bits - 1) C
  unsigned fraction_bits = 14;  // F, below one, of f, rho and 1/rho
  unsigned arrived_bits = 0;    // of A; 0: as many as all ports can send in T
  FeraOverflow overflow = FeraOverflow::kSaturates;

  bool operator==(const FeraSettings&) const = default;
};

// Where the meter stands.
struct FeraPort {
  BitRate line_rate;          // that the port was built for: r counts in parts of it
  unsigned depth_bits = 1;    // of a queue's depth in bytes
  unsigned arrived_bits = 1;  // of A, 1..63
};

}  // namespace weir::reference
