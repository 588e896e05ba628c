// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Exact-match table as switches build it: `buckets` words of memory with `ways` entries each. A seeded hash of the key
// names the bucket, and all of its ways are compared at once, so a lookup is one read, however full the table is. The
// price: a key whose bucket is full finds no place, though other buckets have room. Entries are never moved (no cuckoo
// hashing): insert() says so to the software that loads the table, which may choose another seed.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace weir::forwarding {

// The finaliser of SplitMix64: every input bit reaches every output bit.
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111eb;
  return x ^ (x >> 31U);
}

struct BucketCounters {
  std::uint64_t entries = 0;
  std::uint64_t collisions = 0;  // keys that found others in their bucket
  std::uint64_t overflows = 0;   // keys that found no place
};

class BucketTable {
 public:
  // The number of buckets is entries / ways, rounded down to a power of two; at least one of each. Memory is taken with
  // the first key.
  BucketTable(std::uint32_t entries, std::uint32_t ways, std::uint64_t seed)
      : ways_(std::max(ways, 1U)), buckets_(1), seed_(seed) {
    while (buckets_ * 2 * ways_ <= entries) {
      buckets_ *= 2;
    }
  }

  std::size_t buckets() const { return buckets_; }
  std::size_t ways() const { return ways_; }
  const BucketCounters& counters() const { return counters_; }

  // Adds or replaces; false where the bucket is full. `key` is not ~0.
  bool insert(std::uint64_t key, std::uint16_t value) {
    if (entries_.empty()) {
      entries_.assign(buckets_ * ways_, {kFree, 0});
    }
    const auto first = entries_.begin() + static_cast<std::ptrdiff_t>(bucket_of(key) * ways_);
    const auto last = first + static_cast<std::ptrdiff_t>(ways_);
    const auto place = std::find_if(first, last, [key](const Entry& e) { return e.key == key || e.key == kFree; });
    if (place == last) {
      ++counters_.overflows;
      return false;
    }
    if (place->key == kFree) {
      ++counters_.entries;
      counters_.collisions += place != first ? 1 : 0;
    }
    *place = {key, value};
    return true;
  }

  std::optional<std::uint16_t> find(std::uint64_t key) const {
    if (entries_.empty()) {
      return std::nullopt;
    }
    const Entry* const first = &entries_[bucket_of(key) * ways_];
    for (const Entry* entry = first; entry != first + ways_; ++entry) {
      if (entry->key == key) {
        return entry->value;
      }
    }
    return std::nullopt;
  }

 private:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};

  struct Entry {
    std::uint64_t key;
    std::uint16_t value;
  };

  std::size_t bucket_of(std::uint64_t key) const { return mix(mix(key) ^ seed_) & (buckets_ - 1); }

  std::size_t ways_;
  std::size_t buckets_;  // a power of two
  std::uint64_t seed_;
  std::vector<Entry> entries_;  // bucket by bucket, each filled from its first way
  BucketCounters counters_;
};

}  // namespace weir::forwarding
