// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A distribution of values, weighted by count or duration. Up to 4,096 values are kept, and their quantiles are exact.
// More go into a histogram (Boost.Histogram) of 64 bins for each power of two: exact below 64, elsewhere a bin is at
// most 1/64 of its values wide. A quantile is then the middle of its bin, within 0.8%.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace weir::host {

class Distribution {
 public:
  Distribution();
  ~Distribution();
  Distribution(Distribution&&) noexcept;
  Distribution& operator=(Distribution&&) noexcept;

  // `value` >= 0; `weight` >= 0: a count or a duration.
  void add(std::int64_t value, double weight = 1);
  // Adds all values of `other`.
  void add(const Distribution& other);

  double weight() const { return weight_; }
  std::int64_t highest() const { return highest_; }
  // The least value such that values up to it have at least this share of all weight; 0 < share <= 1. weight() > 0.
  std::int64_t quantile(double share) const;

  // A bin, `from` <= value < `to`, and its weight. bins() is sorted by value and omits empty bins.
  struct Bin {
    std::int64_t from = 0;
    std::int64_t to = 0;
    double weight = 0;
  };
  std::vector<Bin> bins() const;

  // All of it as bytes, for another process of this program; and back. Throws std::invalid_argument if these are none.
  std::string text() const;
  static Distribution of_text(std::string_view text);

 private:
  static constexpr std::size_t kFew = 4'096;
  struct Seen {
    std::int64_t value = 0;
    double weight = 0;
  };
  struct Many;

  void count_in_bins();

  double weight_ = 0;
  std::int64_t highest_ = 0;
  std::vector<Seen> few_;       // all values, up to kFew
  std::unique_ptr<Many> many_;  // the histogram of all values beyond kFew; null before
};

}  // namespace weir::host
