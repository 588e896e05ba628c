// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Flow sizes: a cumulative distribution given by points, linear between them. A drawn size is a whole number of bytes n
// such that P(size <= n) is the distribution at n, for every n.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"

namespace weir::traffic {

class SizeDistribution {
 public:
  // The unit of shares: a millionth of a percent.
  static constexpr std::int64_t kWhole = 100'000'000;

  struct Point {
    std::int64_t bytes = 0;
    std::int64_t share = 0;  // of flows with at most this many bytes
  };

  // All flows have this size, at least 1 byte.
  explicit SizeDistribution(Bytes size) : points_{{size.count(), kWhole}} {}

  // `points` must be as required by read_size_distribution().
  explicit SizeDistribution(std::vector<Point> points) : points_(std::move(points)) {}

  Bytes draw(RandomStream& random) const { return quantile(random.unit()); }

  // The size at this share of the distribution; 0 <= share < 1.
  Bytes quantile(double share) const;
  // The share of flows with at most this many bytes, 0 to 1.
  double share_up_to(Bytes size) const;
  // The mean of drawn sizes, in bytes.
  double mean() const;

  Bytes longest() const { return Bytes(points_.back().bytes); }
  const std::vector<Point>& points() const { return points_; }

 private:
  std::vector<Point> points_;  // bytes rise, shares never fall; the last share is kWhole
};

// Reads the text of a CSV file with the columns bytes and percent. Sizes rise strictly; percent never falls, has at
// most 6 decimals and ends with 100. A first point above 0 % is the size of this share of flows. Throws text::CsvError
// with file, line and column; `file` is for messages.
SizeDistribution read_size_distribution(std::string_view text, const std::string& file);

}  // namespace weir::traffic
