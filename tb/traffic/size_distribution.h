// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How long flows are: a cumulative distribution by its points, linear between them. A drawn size is a whole number of
// bytes n with P(size <= n) = the distribution at n, for every n.

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
  // Shares are counted in millionths of a percent.
  static constexpr std::int64_t kWhole = 100'000'000;

  struct Point {
    std::int64_t bytes = 0;
    std::int64_t share = 0;  // of flows of at most so many bytes
  };

  // All flows are of this size; at least 1 byte.
  explicit SizeDistribution(Bytes size) : points_{{size.count(), kWhole}} {}

  // `points` as read_size_distribution() wants them.
  explicit SizeDistribution(std::vector<Point> points) : points_(std::move(points)) {}

  Bytes draw(RandomStream& random) const { return quantile(random.unit()); }

  // The size below which this share of the flows is; 0 <= share < 1.
  Bytes quantile(double share) const;
  // The share of flows of at most so many bytes, 0 to 1.
  double share_up_to(Bytes size) const;
  // Of drawn sizes, in bytes.
  double mean() const;

  Bytes longest() const { return Bytes(points_.back().bytes); }
  const std::vector<Point>& points() const { return points_; }

 private:
  std::vector<Point> points_;  // bytes rise, shares do not fall; the last share is kWhole
};

// The text of a CSV file with the columns bytes and percent. Sizes rise strictly, percent does not fall, at most 6
// decimals, the last is 100; a first point above 0 % is a size that this share of flows has. Throws text::CsvError with
// file, line and column; `file` stands in messages.
SizeDistribution read_size_distribution(std::string_view text, const std::string& file);

}  // namespace weir::traffic
