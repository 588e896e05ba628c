// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/base/units.h"

#include <concepts>

#include "tb/tests/unit/switch_kit.h"

namespace weir::units_test {

template <class A, class B>
concept CanAdd = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept CanCompare = requires(A a, B b) {
  a < b;
};
template <class A, class B>
concept CanMultiply = requires(A a, B b) {
  a* b;
};

TEST(Units, DifferentUnitsDoNotMix) {
  static_assert(CanAdd<Bytes, Bytes>);
  static_assert(!CanAdd<Bytes, Time>);
  static_assert(!CanAdd<Bytes, std::int64_t>);
  static_assert(CanCompare<Time, Time>);
  static_assert(!CanCompare<Time, Ticks>);
  static_assert(!CanCompare<Bytes, int>);
  static_assert(CanMultiply<Bytes, std::int64_t>);
  static_assert(!CanMultiply<Bytes, Bytes>);
  static_assert(!std::convertible_to<std::int64_t, Bytes>);
  static_assert(!std::convertible_to<Bytes, std::int64_t>);
  static_assert(sizeof(Time) == sizeof(std::int64_t));
}

TEST(Units, Arithmetic) {
  EXPECT_EQ(3_us + 500_ns, Time(3'500'000));
  EXPECT_EQ(1_us - 2_us, Time(-1'000'000));
  EXPECT_EQ(-(5_B), Bytes(-5));
  EXPECT_EQ(3 * 7_B, 7_B * 3);
  EXPECT_EQ(10_KB / 3, 3333_B);
  EXPECT_EQ(10_KB / 3_KB, 3);
  EXPECT_EQ(10_KB % 3_KB, 1_KB);
  Bytes depth = 1_KB;
  depth += 24_B;
  depth -= 1_B;
  EXPECT_EQ(depth, 1023_B);
  EXPECT_EQ(Ticks(), 0_ticks);
  EXPECT_LT(1_ns, 1_us);
  EXPECT_GT(kNever, 1000 * 1000_ms);
}

TEST(Units, LiteralsAreDecimal) {
  EXPECT_EQ(750_KB, Bytes(750'000));
  EXPECT_EQ(12_MB, Bytes(12'000'000));
  EXPECT_EQ(10_Gbps, BitRate(10'000'000'000));
  EXPECT_EQ(8000_bps, BitRate(8'000));
  EXPECT_EQ(1_ms, Time(kPicosecondsPerSecond / 1000));
}

TEST(Units, Seconds) {
  EXPECT_EQ(seconds(1000_ms), 1.0);
  EXPECT_EQ(seconds(Time(-500'000'000'000)), -0.5);
}

TEST(SerializationTime, IsExactAtStandardRates) {
  EXPECT_EQ(serialization_time(64_B, 10_Gbps), 51'200_ps);
  EXPECT_EQ(serialization_time(1500_B, 10_Gbps), 1200_ns);
  EXPECT_EQ(serialization_time(1500_B, 40_Gbps), 300_ns);
  EXPECT_EQ(serialization_time(9216_B, 400_Gbps), 184'320_ps);
  EXPECT_EQ(serialization_time(0_B, 10_Gbps), 0_ps);
}

TEST(SerializationTime, RoundsUp) {
  EXPECT_EQ(serialization_time(1_B, 3_bps), Time(2'666'666'666'667));
  // 64 bytes at the limiter's own clock rate, which is no whole number of picoseconds a bit.
  EXPECT_EQ(serialization_time(64_B, BitRate(833'333'333)), Time(614'401));
}

TEST(SerializationTime, AgreesOnBothSidesOfTheSwitchTo128Bits) {
  EXPECT_EQ(serialization_time(1_MB, 8_Gbps), 1_ms);
  EXPECT_EQ(serialization_time(1_MB + 1_B, 8_Gbps), 1_ms + 1_ns);
  EXPECT_EQ(serialization_time(1000 * 1000_MB, 8_Gbps), 1000 * 1000_ms);
  EXPECT_EQ(serialization_time(1_MB, 1600_Gbps), 5_us);
  EXPECT_EQ(serialization_time(1_MB, BitRate::max()), 1_ps);
}

TEST(BytesIn, IsTheInverseOfSerializationTime) {
  for (std::int64_t length = 1; length < 10'000; length += 37) {
    for (const BitRate rate : {1_Gbps, 10_Gbps, 40_Gbps, 100_Gbps, BitRate(8'000), BitRate(833'333'333)}) {
      const Time span = serialization_time(Bytes(length), rate);
      EXPECT_EQ(bytes_in(span, rate), Bytes(length)) << "at " << rate.count() << " bit/s";
      EXPECT_LT(bytes_in(span - 1_ps, rate), Bytes(length)) << "at " << rate.count() << " bit/s";
    }
  }
}

TEST(BytesIn, TakesLongSpans) {
  EXPECT_EQ(bytes_in(100 * 1000_ms, 400_Gbps), Bytes(5'000'000'000'000));
  EXPECT_EQ(bytes_in(0_ps, 400_Gbps), 0_B);
  EXPECT_EQ(bytes_in(799_ps, 10_Gbps), 0_B);
  EXPECT_EQ(bytes_in(800_ps, 10_Gbps), 1_B);
}

TEST(PauseTime, QuantumIs512BitTimes) {
  EXPECT_EQ(pause_time(0, 10_Gbps), 0_ps);
  EXPECT_EQ(pause_time(1, 10_Gbps), 51'200_ps);
  EXPECT_EQ(pause_time(1, 40_Gbps), 12'800_ps);
  EXPECT_EQ(pause_time(100, 100_Gbps), 512_ns);
}

TEST(PauseTime, LongestPauseDoesNotOverflow) {
  EXPECT_EQ(pause_time(65'535, 10_Gbps), Time(3'355'392'000));
  EXPECT_EQ(pause_time(65'535, BitRate(1'000'000)), 33'553'920 * 1_us);
}

}  // namespace weir::units_test
