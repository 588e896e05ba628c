// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A Bloom filter in the message: each switch sets its bits, and takes a filter with all its bits set for its own visit.
// "Crafted": large enough that no two sets of the network's switches are confused (ITSY, section VI.C); a smaller
// filter finds false loops.

#pragma once

#include <stdexcept>
#include <vector>

#include "tb/baselines/point.h"

namespace weir::baselines {

class BloomFilter {
 public:
  struct Header {
    std::vector<bool> set;
  };

  // `bits` of the filter, `hashes` per switch; throws std::invalid_argument if either is 0.
  BloomFilter(unsigned bits, unsigned hashes) : bits_(bits), hashes_(hashes) {
    if (bits == 0 || hashes == 0) {
      throw std::invalid_argument("a Bloom filter of no bits or no hashes");
    }
  }

  Header begin(Point at) const {
    Header header{std::vector<bool>(bits_)};
    visit(header, at);
    return header;
  }

  Visit visit(Header& header, Point at) const {
    bool all = true;
    for (unsigned n = 0; n < hashes_; ++n) {
      const std::size_t bit = scrambled(at * hashes_ + n) % bits_;
      all = all && header.set[bit];
      header.set[bit] = true;
    }
    return {.loop = all};
  }

  unsigned bits(const Header&) const { return bits_; }

 private:
  unsigned bits_;
  unsigned hashes_;
};

}  // namespace weir::baselines
