// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of FERA's meter of a port (FERA, chapters 5 and 7), with the symbols of the thesis. The defaults are the
// form that docs/reference/fera.md proposes; that page also gives the values of the thesis.

#pragma once

#include <array>
#include <cstdint>

#include "hw_model/base/named.h"
#include "hw_model/base/units.h"

namespace weir::reference {

// f(q): the share of C that flows are told to fill.
enum class FeraQueueControl : std::uint8_t {
  kLinear,      // 1 - k (q - Q_eq)/Q_eq, eq. (1)
  kHyperbolic,  // b Q_eq/((b - 1) q + Q_eq) up to Q_eq, then a Q_eq/((a - 1) q + Q_eq), eq. (2)
  kMultistage,  // linear, whose slope is n k on (n Q_eq, (n + 1) Q_eq], section 7.6
};
inline constexpr std::array<Named<FeraQueueControl>, 3> kFeraQueueControls{
    {{FeraQueueControl::kLinear, "linear"},
     {FeraQueueControl::kHyperbolic, "hyperbolic"},
     {FeraQueueControl::kMultistage, "multistage"}}};

// How the next r is computed from f and rho.
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
  kTable,      // 64 reciprocals, with linear interpolation
};
inline constexpr std::array<Named<FeraDivision>, 2> kFeraDivisions{
    {{FeraDivision::kBitSerial, "bit_serial"}, {FeraDivision::kTable, "table"}}};

// How fixed-point results are rounded.
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

// What the counter A does beyond its highest value.
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
  unsigned stages = 3;  // of multistage: the slope of the last stage continues
  double a = 1.1;
  double b = 1.002;
  double c = 0.1;  // the least f(q)

  double lambda = 1;            // weight of the moving average, above 0; 1: none, eq. (14)
  double delta = 0;             // first limit on the increase of r, as part of C; 0: no limit, section 7.2
  double eta = 2;               // factor by which that limit grows below Q_eq
  double eta_down = 0;          // factor of that limit above Q_sc; 0: 1/eta
  Bytes q_sc = Bytes(120'000);  // 80 packets of 1500 B
  FeraScaling scaling = FeraScaling::kFell;
  double gamma = 1;  // part of C that counts above Q_eq; 1: all of it, section 7.4

  FeraClock clock = FeraClock::kStands;
  double least_clock = 0.5;     // the least t, as part of T, however long the clock stood
  bool takes_off_time = false;  // t leaves out the time in which the port itself may not send

  FeraForm form = FeraForm::kDivisorFree;
  FeraDivision division = FeraDivision::kBitSerial;
  FeraRounding rounding = FeraRounding::kNearest;
  double least_step = 0.75;     // divisor_free: the least factor of r in a step
  double most_step = 2;         // and the largest
  unsigned rate_bits = 24;      // of r, in units of 2^-(rate_bits - 1) C
  unsigned fraction_bits = 14;  // F, below one, of f, rho and 1/rho
  unsigned arrived_bits = 0;    // width of A; 0: enough for what all ports can send in T
  FeraOverflow overflow = FeraOverflow::kSaturates;

  bool operator==(const FeraSettings&) const = default;
};

// The port at which a meter stands.
struct FeraPort {
  BitRate line_rate;          // that the port was built for; r counts in parts of this rate
  unsigned depth_bits = 1;    // of a queue's depth in bytes
  unsigned arrived_bits = 1;  // of A, 1..63
};

}  // namespace weir::reference
