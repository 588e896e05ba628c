// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How often values were seen, or for how long. The first 4,096 are kept as they are, so quantiles of few are exact;
// beyond that they are counted in a histogram (Boost.Histogram) of 64 bins for each power of two, exact below 64 and
// wide at most a 64th of the value elsewhere: a quantile, the middle of its bin, is then within 0.8 %.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace weir::host {

class Distribution {
 public:
  Distribution();
  ~Distribution();
  Distribution(Distribution&&) noexcept;
  Distribution& operator=(Distribution&&) noexcept;

  // `value` >= 0; `weight` >= 0: how often, or how long.
  void add(std::int64_t value, double weight = 1);
  // All that the other has seen.
  void add(const Distribution& other);

  double weight() const { return weight_; }
  std::int64_t highest() const { return highest_; }
  // The least value that at least this share of all weight does not pass; 0 < share <= 1. weight() > 0.
  std::int64_t quantile(double share) const;

  // By rising values: `from` <= value < `to`, and their weight; bins without any are left out.
  struct Bin {
    std::int64_t from = 0;
    std::int64_t to = 0;
    double weight = 0;
  };
  std::vector<Bin> bins() const;

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
  std::vector<Seen> few_;       // until there are more
  std::unique_ptr<Many> many_;  // from then on
};

}  // namespace weir::host
