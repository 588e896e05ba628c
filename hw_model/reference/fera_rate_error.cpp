// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/fera_rate_error.h"

#include <algorithm>
#include <cmath>

#include "hw_model/reference/fera_arithmetic.h"

namespace weir::reference {
namespace {

// Adds up relative errors.
class Errors {
 public:
  void add(double got, double wanted) {
    const double error = got / wanted - 1;
    worst_ = std::max(worst_, std::fabs(error));
    sum_ += error;
    ++count_;
  }
  FeraRateError result() const { return {.worst = worst_, .mean = count_ == 0 ? 0 : sum_ / count_}; }

 private:
  double worst_ = 0;
  double sum_ = 0;
  double count_ = 0;
};

constexpr int kLoads = 97;
constexpr int kQueues = 61;
constexpr int kMostQueue = 4;  // of Q_eq

double line_of(const FeraSettings& settings) { return std::ldexp(1.0, static_cast<int>(settings.rate_bits) - 1); }

}  // namespace

FeraRateErrors fera_rate_errors(const FeraSettings& settings, const FeraPort& port, double span) {
  const FeraArithmetic arithmetic(settings, port);
  const double line = line_of(settings);
  const Bytes capacity = fera_capacity(port.line_rate, settings.interval);
  Errors rounding;
  Errors form;
  for (const double flows : {4.1, 13.3, 101.0, 997.0}) {
    const double r = std::round(line / flows);
    for (int i = 0; i <= kLoads; ++i) {
      const double rho = 1 - span + 2 * span * i / kLoads;
      const Bytes arrived(std::llround(rho * static_cast<double>(capacity.count())));
      for (int j = 0; j <= kQueues; ++j) {
        const Bytes queue = settings.q_eq * kMostQueue * j / kQueues;
        const FeraLoad load{
            .arrived = arrived, .queue = queue, .capacity = port.line_rate, .counted = settings.interval};
        const double divided = arithmetic.next_unrounded(r, load, true);
        const double own = arithmetic.next_unrounded(r, load, settings.form != FeraForm::kDivisorFree);
        if (std::max(divided, own) > line || std::min(divided, own) < line / settings.n_max) {
          continue;
        }
        const double next = arithmetic.next(r, load);
        rounding.add(next, own);
        form.add(next, divided);
      }
    }
  }
  return {.rounding = rounding.result(), .form = form.result()};
}

double fera_resting_queue(const FeraSettings& settings, const FeraPort& port) {
  const FeraArithmetic arithmetic(settings, port);
  const double r = std::round(line_of(settings) / 4);
  const Bytes capacity = fera_capacity(port.line_rate, settings.interval);
  // r falls as q grows: the last q at which it still rises, and the first at which it falls.
  const auto next = [&](std::int64_t q) {
    return arithmetic.next(
        r, {.arrived = capacity, .queue = Bytes(q), .capacity = port.line_rate, .counted = settings.interval});
  };
  const auto first = [&](auto holds) {
    std::int64_t low = 0;
    std::int64_t high = settings.q_eq.count() * kMostQueue;
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      holds(next(middle)) ? high = middle : low = middle + 1;
    }
    return low;
  };
  const std::int64_t stands = first([&](double after) { return after <= r; });
  const std::int64_t falls = first([&](double after) { return after < r; });
  return static_cast<double>(stands + falls) / 2;
}

}  // namespace weir::reference
