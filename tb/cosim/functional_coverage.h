// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage: how often each combination of named conditions was met. A group is a cross of dimensions; a
// combination that the block's definition rules out is no bin. A hole is a bin that was never hit.

#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace weir::cosim {

struct CoverageDimension {
  std::string name;
  std::vector<std::string> bins;
  bool operator==(const CoverageDimension&) const = default;
};

// A bin for each number from `from` to `to`.
CoverageDimension numbers(std::string name, std::size_t from, std::size_t to);

class CoverageGroup {
 public:
  CoverageGroup(std::string name, std::vector<CoverageDimension> dimensions);

  // One number a dimension.
  std::size_t index(std::initializer_list<std::size_t> bins) const {
    std::size_t index = 0;
    const std::size_t* size = sizes_.data();
    for (const std::size_t bin : bins) {
      index = index * *size++ + bin;
    }
    return index;
  }
  void hit(std::size_t index, std::uint64_t times = 1) { hits_[index] += times; }
  void rule_out(std::size_t index) { ruled_out_[index] = true; }
  bool same_bins(const CoverageGroup& other) const { return name_ == other.name_ && dimensions_ == other.dimensions_; }
  // The hits of another with the same bins. Ruled out stays what both rule out.
  void add(const CoverageGroup& other);

  const std::string& name() const { return name_; }
  const std::vector<CoverageDimension>& dimensions() const { return dimensions_; }
  std::size_t size() const { return hits_.size(); }  // ruled out ones included
  std::uint64_t hits(std::size_t index) const { return hits_[index]; }
  bool ruled_out(std::size_t index) const { return ruled_out_[index]; }
  std::size_t bins() const;  // that can be hit
  std::size_t bins_hit() const;
  std::vector<std::size_t> holes() const;
  // Hit although ruled out: the definition of the group is wrong.
  std::vector<std::size_t> impossible_hits() const;
  // "stage k3, rounding floor, ..."
  std::string text_of(std::size_t index) const;

 private:
  std::string name_;
  std::vector<CoverageDimension> dimensions_;
  std::vector<std::size_t> sizes_;  // of the dimensions
  std::vector<std::uint64_t> hits_;
  std::vector<bool> ruled_out_;
};

// Lengths in cycles: 1, more than 2^0, more than 2^1, ... Waits, idle times and whatever else lasts have a bin each up
// to this power. At 25 million cycles a second the longest takes 5 s; what lasts longer is a matter of proof.
inline constexpr unsigned kLongestAge = 26;
CoverageDimension ages(std::string name);
// The bin of a length of 1 or more.
inline std::size_t age_bin(std::uint64_t cycles) {
  const auto bin = static_cast<std::size_t>(std::bit_width(cycles - 1));
  return bin <= kLongestAge ? bin : kLongestAge + 1;
}

// All bins of all groups: group, one column a dimension (up to 5), hits, ruled_out.
std::string coverage_csv(const std::vector<CoverageGroup>& groups);

}  // namespace weir::cosim
