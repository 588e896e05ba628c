// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage: how often each combination of named conditions occurred. A group is a cross of dimensions; a
// combination excluded by the block's definition is not a bin. A hole is a bin that was never hit.

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

// One bin for each number from `from` to `to`.
CoverageDimension numbers(std::string name, std::size_t from, std::size_t to);

class CoverageGroup {
 public:
  CoverageGroup(std::string name, std::vector<CoverageDimension> dimensions);

  // One bin number for each dimension.
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
  // Adds the hits of a group with the same bins. A bin stays ruled out only if both rule it out.
  void add(const CoverageGroup& other);

  const std::string& name() const { return name_; }
  const std::vector<CoverageDimension>& dimensions() const { return dimensions_; }
  std::size_t size() const { return hits_.size(); }  // including ruled-out bins
  std::uint64_t hits(std::size_t index) const { return hits_[index]; }
  bool ruled_out(std::size_t index) const { return ruled_out_[index]; }
  std::size_t bins() const;  // bins that can be hit
  std::size_t bins_hit() const;
  std::vector<std::size_t> holes() const;
  // Bins hit although ruled out: the group's definition is wrong.
  std::vector<std::size_t> impossible_hits() const;
  // "stage k3, rounding floor, ..."
  std::string text_of(std::size_t index) const;

 private:
  std::string name_;
  std::vector<CoverageDimension> dimensions_;
  std::vector<std::size_t> sizes_;  // by dimension
  std::vector<std::uint64_t> hits_;
  std::vector<bool> ruled_out_;
};

// Bins for lengths in cycles: 1, more than 2^0, more than 2^1, ... up to this power, for waits, idle times and other
// durations. At 25 million cycles per second the longest takes 5 s; longer durations are left to proofs.
inline constexpr unsigned kLongestAge = 26;
CoverageDimension ages(std::string name);
// The bin of a length >= 1.
inline std::size_t age_bin(std::uint64_t cycles) {
  const auto bin = static_cast<std::size_t>(std::bit_width(cycles - 1));
  return bin <= kLongestAge ? bin : kLongestAge + 1;
}

// All bins of all groups as CSV: group, one column per dimension (up to 5), hits, ruled_out.
std::string coverage_csv(const std::vector<CoverageGroup>& groups);

}  // namespace weir::cosim
