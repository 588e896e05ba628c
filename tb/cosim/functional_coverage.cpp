// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/functional_coverage.h"

#include <algorithm>

namespace weir::cosim {

CoverageGroup::CoverageGroup(std::string name, std::vector<CoverageDimension> dimensions)
    : name_(std::move(name)), dimensions_(std::move(dimensions)) {
  std::size_t size = 1;
  for (const CoverageDimension& dimension : dimensions_) {
    sizes_.push_back(dimension.bins.size());
    size *= dimension.bins.size();
  }
  hits_.resize(size);
  ruled_out_.resize(size);
}

void CoverageGroup::add(const CoverageGroup& other) {
  for (std::size_t i = 0; i < size(); ++i) {
    hits_[i] += other.hits_[i];
    ruled_out_[i] = ruled_out_[i] && other.ruled_out_[i];
  }
}

std::size_t CoverageGroup::bins() const {
  return static_cast<std::size_t>(std::count(ruled_out_.begin(), ruled_out_.end(), false));
}

std::size_t CoverageGroup::bins_hit() const { return bins() - holes().size(); }

std::vector<std::size_t> CoverageGroup::holes() const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < size(); ++i) {
    if (hits_[i] == 0 && !ruled_out_[i]) {
      found.push_back(i);
    }
  }
  return found;
}

std::vector<std::size_t> CoverageGroup::impossible_hits() const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < size(); ++i) {
    if (hits_[i] != 0 && ruled_out_[i]) {
      found.push_back(i);
    }
  }
  return found;
}

namespace {

// The bin of each dimension, in order.
std::vector<std::size_t> unfold(const std::vector<CoverageDimension>& dimensions, std::size_t index) {
  std::vector<std::size_t> bins(dimensions.size());
  for (std::size_t d = dimensions.size(); d-- > 0;) {
    bins[d] = index % dimensions[d].bins.size();
    index /= dimensions[d].bins.size();
  }
  return bins;
}

}  // namespace

std::string CoverageGroup::text_of(std::size_t index) const {
  const std::vector<std::size_t> bins = unfold(dimensions_, index);
  std::string text;
  for (std::size_t d = 0; d < bins.size(); ++d) {
    text += (d == 0 ? "" : ", ") + dimensions_[d].name + " " + dimensions_[d].bins[bins[d]];
  }
  return text;
}

CoverageDimension numbers(std::string name, std::size_t from, std::size_t to) {
  CoverageDimension dimension{std::move(name), {}};
  for (std::size_t n = from; n <= to; ++n) {
    dimension.bins.push_back(std::to_string(n));
  }
  return dimension;
}

CoverageDimension ages(std::string name) {
  CoverageDimension dimension{std::move(name), {"1"}};
  for (unsigned k = 0; k <= kLongestAge; ++k) {
    dimension.bins.push_back("over_2^" + std::to_string(k));
  }
  return dimension;
}

std::string coverage_csv(const std::vector<CoverageGroup>& groups) {
  constexpr std::size_t kColumns = 5;
  std::string text = "group,condition_1,condition_2,condition_3,condition_4,condition_5,hits,ruled_out\n";
  for (const CoverageGroup& group : groups) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      const std::vector<std::size_t> bins = unfold(group.dimensions(), i);
      text += group.name();
      for (std::size_t d = 0; d < kColumns; ++d) {
        text += ",";
        if (d < bins.size()) {
          text += group.dimensions()[d].name + "=" + group.dimensions()[d].bins[bins[d]];
        }
      }
      text += "," + std::to_string(group.hits(i)) + "," + (group.ruled_out(i) ? "1" : "0") + "\n";
    }
  }
  return text;
}

}  // namespace weir::cosim
