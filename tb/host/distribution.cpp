// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/distribution.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include <boost/histogram.hpp>

#include "tb/text/raw_bytes.h"

namespace weir::host {
namespace {

constexpr unsigned kBinBits = 6;
constexpr std::int64_t kBinsAPowerOfTwo = std::int64_t{1} << kBinBits;

}  // namespace

struct Distribution::Many {
  // Bins 0..63 hold a value each; then 64 bins for each power of two. Grows upwards.
  class LogLinear {
   public:
    int index(std::int64_t value) const {
      const int bin = bin_of(value);
      return bin < size_ ? bin : size_;
    }
    std::pair<int, int> update(std::int64_t value) {
      const int bin = bin_of(value);
      const int more = std::max(bin + 1 - size_, 0);
      size_ += more;
      return {bin, -more};  // Boost: less than 0 is more at the upper end
    }
    int size() const { return size_; }

    static std::int64_t begin_of(std::int64_t bin) {
      const std::int64_t power = std::max<std::int64_t>(bin / kBinsAPowerOfTwo - 1, 0);
      return (bin - power * kBinsAPowerOfTwo) << power;
    }

   private:
    static int bin_of(std::int64_t value) {
      const auto width = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value)));
      const int power = std::max(width - static_cast<int>(kBinBits) - 1, 0);
      return power * static_cast<int>(kBinsAPowerOfTwo) + static_cast<int>(value >> power);
    }

    int size_ = 0;
  };

  boost::histogram::histogram<std::tuple<LogLinear>, boost::histogram::dense_storage<double>> histogram{
      std::make_tuple(LogLinear()), boost::histogram::dense_storage<double>()};

  void add(const Seen& seen) { histogram(seen.value, boost::histogram::weight(seen.weight)); }
};

Distribution::Distribution() = default;
Distribution::~Distribution() = default;
Distribution::Distribution(Distribution&&) noexcept = default;
Distribution& Distribution::operator=(Distribution&&) noexcept = default;

void Distribution::add(std::int64_t value, double weight) {
  weight_ += weight;
  highest_ = std::max(highest_, value);
  if (!many_ && few_.size() < kFew) {
    few_.push_back({value, weight});
    return;
  }
  count_in_bins();
  many_->add({value, weight});
}

void Distribution::count_in_bins() {
  if (many_) {
    return;
  }
  many_ = std::make_unique<Many>();
  for (const Seen& seen : few_) {
    many_->add(seen);
  }
  few_ = {};
}

void Distribution::add(const Distribution& other) {
  const std::int64_t highest = std::max(highest_, other.highest_);
  for (const Seen& seen : other.few_) {
    add(seen.value, seen.weight);
  }
  if (other.many_) {
    count_in_bins();
    for (const Bin& bin : other.bins()) {
      add(bin.from, bin.weight);
    }
  }
  highest_ = highest;
}

std::vector<Distribution::Bin> Distribution::bins() const {
  std::vector<Bin> bins;
  if (many_) {
    for (int i = 0; i < many_->histogram.axis().size(); ++i) {
      if (const double weight = many_->histogram.at(i); weight > 0) {
        bins.push_back({Many::LogLinear::begin_of(i), Many::LogLinear::begin_of(i + 1), weight});
      }
    }
    return bins;
  }
  std::vector<Seen> sorted = few_;
  std::sort(sorted.begin(), sorted.end(), [](const Seen& a, const Seen& b) { return a.value < b.value; });
  for (const Seen& seen : sorted) {
    if (!bins.empty() && bins.back().from == seen.value) {
      bins.back().weight += seen.weight;
    } else if (seen.weight > 0) {
      bins.push_back({seen.value, seen.value + 1, seen.weight});
    }
  }
  return bins;
}

namespace {

struct Head {
  std::int64_t highest;
  std::uint64_t in_bins;  // 1: what follows are bins
};

}  // namespace

std::string Distribution::text() const {
  std::string all;
  text::append_raw(Head{highest_, many_ ? 1U : 0U}, all);
  for (const Seen& seen : few_) {
    text::append_raw(seen, all);
  }
  if (many_) {
    for (const Bin& bin : bins()) {
      text::append_raw(Seen{bin.from, bin.weight}, all);
    }
  }
  return all;
}

Distribution Distribution::of_text(std::string_view text) {
  if (text.size() < sizeof(Head) || (text.size() - sizeof(Head)) % sizeof(Seen) != 0) {
    throw std::invalid_argument("a text is no distribution");
  }
  const auto head = text::take_raw<Head>(text);
  Distribution found;
  if (head.in_bins != 0) {
    found.count_in_bins();
  }
  while (!text.empty()) {
    const auto seen = text::take_raw<Seen>(text);
    found.add(seen.value, seen.weight);
  }
  found.highest_ = head.highest;
  return found;
}

std::int64_t Distribution::quantile(double share) const {
  const std::vector<Bin> all = bins();
  // Sums of weights round; what lies within that of a bin's end is in the bin.
  const double wanted = share * weight_ * (1 - 1e-12);
  double sum = 0;
  for (const Bin& bin : all) {
    sum += bin.weight;
    if (sum >= wanted) {
      return std::min(bin.from + (bin.to - 1 - bin.from) / 2, highest_);
    }
  }
  return highest_;
}

}  // namespace weir::host
