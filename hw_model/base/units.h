// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Exact integer units. No bare integer crosses an interface of the model: a quantity is a Bytes, a BitRate,
// a Time or Ticks, and only like adds to like. Everything is exact: time in picoseconds (the SystemC
// resolution), lengths in bytes, rates in bits per second, limiter time in whole ticks of the limiter clock.

#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace weir {

// A signed 64-bit count of one unit. Tag keeps units apart; the arithmetic is that of a one-dimensional quantity.
template <class Tag>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(std::int64_t count) : count_(count) {}

  constexpr std::int64_t count() const { return count_; }

  constexpr auto operator<=>(const Quantity&) const = default;

  constexpr Quantity& operator+=(Quantity other) {
    count_ += other.count_;
    return *this;
  }
  constexpr Quantity& operator-=(Quantity other) {
    count_ -= other.count_;
    return *this;
  }
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.count_ + b.count_); }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.count_ - b.count_); }
  friend constexpr Quantity operator-(Quantity a) { return Quantity(-a.count_); }
  friend constexpr Quantity operator*(Quantity a, std::int64_t n) { return Quantity(a.count_ * n); }
  friend constexpr Quantity operator*(std::int64_t n, Quantity a) { return Quantity(n * a.count_); }
  friend constexpr Quantity operator/(Quantity a, std::int64_t n) { return Quantity(a.count_ / n); }
  friend constexpr std::int64_t operator/(Quantity a, Quantity b) { return a.count_ / b.count_; }
  friend constexpr Quantity operator%(Quantity a, Quantity b) { return Quantity(a.count_ % b.count_); }

  static constexpr Quantity max() { return Quantity(std::numeric_limits<std::int64_t>::max()); }

 private:
  std::int64_t count_ = 0;
};

using Time = Quantity<struct TimeTag>;        // picoseconds since the start of the run, or a span of them
using Bytes = Quantity<struct BytesTag>;      // bytes of frame length, queue depth, threshold
using BitRate = Quantity<struct BitRateTag>;  // bits per second
using Ticks = Quantity<struct TicksTag>;      // periods of the rate limiter's clock

inline constexpr Time kNever = Time::max();

namespace literals {
constexpr Time operator""_ps(unsigned long long n) { return Time(static_cast<std::int64_t>(n)); }
constexpr Time operator""_ns(unsigned long long n) { return Time(static_cast<std::int64_t>(n) * 1'000); }
constexpr Time operator""_us(unsigned long long n) { return Time(static_cast<std::int64_t>(n) * 1'000'000); }
constexpr Time operator""_ms(unsigned long long n) { return Time(static_cast<std::int64_t>(n) * 1'000'000'000); }
constexpr Bytes operator""_B(unsigned long long n) { return Bytes(static_cast<std::int64_t>(n)); }
constexpr Bytes operator""_KB(unsigned long long n) { return Bytes(static_cast<std::int64_t>(n) * 1'000); }
constexpr Bytes operator""_MB(unsigned long long n) { return Bytes(static_cast<std::int64_t>(n) * 1'000'000); }
constexpr BitRate operator""_bps(unsigned long long n) { return BitRate(static_cast<std::int64_t>(n)); }
constexpr BitRate operator""_Gbps(unsigned long long n) {
  return BitRate(static_cast<std::int64_t>(n) * 1'000'000'000);
}
constexpr Ticks operator""_ticks(unsigned long long n) { return Ticks(static_cast<std::int64_t>(n)); }
}  // namespace literals

inline constexpr std::int64_t kPicosecondsPerSecond = 1'000'000'000'000;
inline constexpr std::int64_t kBitsPerByte = 8;

constexpr double seconds(Time t) { return static_cast<double>(t.count()) / static_cast<double>(kPicosecondsPerSecond); }

// Products of two quantities are taken in 128 bits where 64 could overflow (an extension of GCC and Clang).
__extension__ using Wide = __int128;

// Time that `length` takes at `rate`, rounded up to a whole picosecond (exact for every standard Ethernet rate).
// Any length >= 0, rate >= 1 bit/s, as long as the result fits (106 days).
constexpr Time serialization_time(Bytes length, BitRate rate) {
  constexpr std::int64_t kFitsIn64Bits = 1'000'000;  // the product stays below 2^63: a frame takes one division
  if (length.count() <= kFitsIn64Bits && rate.count() <= kPicosecondsPerSecond) {
    const std::int64_t bit_picoseconds = length.count() * kBitsPerByte * kPicosecondsPerSecond;
    return Time((bit_picoseconds + rate.count() - 1) / rate.count());
  }
  const Wide bit_picoseconds = Wide{length.count()} * kBitsPerByte * kPicosecondsPerSecond;
  return Time(static_cast<std::int64_t>((bit_picoseconds + rate.count() - 1) / rate.count()));
}

// Bytes that `rate` carries in `span`, rounded down. span >= 0, rate >= 0, as long as the result fits.
constexpr Bytes bytes_in(Time span, BitRate rate) {
  const Wide bits = Wide{span.count()} * rate.count() / kPicosecondsPerSecond;
  return Bytes(static_cast<std::int64_t>(bits / kBitsPerByte));
}

// `quanta` pause quanta of 512 bit times at the port's rate (IEEE 802.3 31B.2, 802.1Qbb), rounded down to a whole
// picosecond. rate >= 1 bit/s, as long as the result fits.
constexpr Time pause_time(std::uint16_t quanta, BitRate rate) {
  return Time(static_cast<std::int64_t>(Wide{quanta} * 512 * kPicosecondsPerSecond / rate.count()));
}

}  // namespace weir
