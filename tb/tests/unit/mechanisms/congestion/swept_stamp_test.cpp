// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A time stamp of finite width against the true age, for all ages and phases of the sweep; with one bit less it fails.

#include "hw_model/mechanisms/congestion/swept_stamp.h"

#include "hw_model/mechanisms/congestion/tcd_timing.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::congestion::swept_stamp_test {

constexpr std::uint64_t kLength = 100;
constexpr unsigned kStamps = 8;

// Whether a stamp that begins at `tick` and is first asked at `age` says anything but the truth.
bool lies(unsigned width, std::uint64_t tick, std::uint64_t age, unsigned place) {
  const SweepConfig sweep{.width = width, .stamps = kStamps};
  SweptStamp stamp;
  stamp.begin(tick, sweep);
  return stamp.runs(tick + age, kLength, sweep, place) != (age < kLength);
}

bool ever_lies(unsigned width) {
  for (unsigned place = 0; place < kStamps; ++place) {
    for (std::uint64_t tick = 0; tick < kStamps; ++tick) {
      for (std::uint64_t age = 0; age < 1024; ++age) {
        if (lies(width, tick + 1'000'000'007, age, place)) {
          return true;
        }
      }
    }
  }
  return false;
}

TEST(SweptStamp, SaysTheTruthAtEveryAgeAndPhase) {
  const unsigned safe = safe_timestamp_bits(Time(kLength * 1200), Time(1200), kStamps);
  EXPECT_EQ(safe, 7U);
  EXPECT_FALSE(ever_lies(safe));
  EXPECT_TRUE(ever_lies(safe - 1)) << "no test of the width";
}

TEST(SweptStamp, ItsRegisterHasItsWidth) {
  const SweepConfig sweep{.width = 7, .stamps = kStamps};
  SweptStamp stamp;
  stamp.begin(3 * 128 + 5, sweep);
  EXPECT_EQ(stamp.stamp(), 5U);
  EXPECT_TRUE(stamp.runs(3 * 128 + 104, kLength, sweep, 0));
  EXPECT_FALSE(stamp.runs(3 * 128 + 105, kLength, sweep, 0));
  EXPECT_FALSE(stamp.runs(4 * 128 + 5, kLength, sweep, 0)) << "it has wrapped, and the sweep has looked";
}

TEST(SweptStamp, OneThatNeverBeganDoesNotRun) {
  SweptStamp stamp;
  const SweepConfig sweep{.width = 7, .stamps = kStamps};
  EXPECT_FALSE(stamp.runs(0, kLength, sweep, 0));
  stamp.begin(10, sweep);
  stamp.end();
  EXPECT_FALSE(stamp.runs(11, kLength, sweep, 0));
}

// At other lengths: what safe_timestamp_bits() gives never lies, and one bit less does.
TEST(SweptStamp, TheWidthIsNotWiderThanItMustBe) {
  const auto lies_at = [](unsigned width, std::uint64_t length) {
    const SweepConfig sweep{.width = width, .stamps = kStamps};
    for (unsigned place = 0; place < kStamps; ++place) {
      for (std::uint64_t age = length; age < 4 * (std::uint64_t{1} << width); ++age) {
        SweptStamp stamp;
        stamp.begin(8, sweep);
        if (stamp.runs(8 + age, length, sweep, place)) {
          return true;
        }
      }
    }
    return false;
  };
  for (const std::uint64_t length : {54U, 118U, 246U}) {
    const unsigned safe = safe_timestamp_bits(Time(static_cast<std::int64_t>(length) * 1200), Time(1200), kStamps);
    EXPECT_FALSE(lies_at(safe, length)) << length;
    EXPECT_TRUE(lies_at(safe - 1, length)) << length;
  }
}

}  // namespace weir::congestion::swept_stamp_test
