// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/base/random_stream.h"

#include <Random123/philox.h>

namespace weir {

namespace {

// FNV-1a, 64 bits: a fixed, documented map from a name to a key.
std::uint64_t hash_of(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : name) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return hash;
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, std::string_view name)
    : key_(hash_of(name) ^ (seed * 0x9e3779b97f4a7c15)) {}

std::uint64_t RandomStream::next() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  const auto low = [](std::uint64_t v) { return static_cast<std::uint32_t>(v); };
  const auto high = [](std::uint64_t v) { return static_cast<std::uint32_t>(v >> 32); };
  const r123::Philox4x32::ctr_type counter = {{low(counter_), high(counter_), 0, 0}};
  const r123::Philox4x32::key_type key = {{low(key_), high(key_)}};
  const auto draw = r123::Philox4x32{}(counter, key);
  ++counter_;
  spare_ = (std::uint64_t{draw[3]} << 32) | draw[2];
  has_spare_ = true;
  return (std::uint64_t{draw[1]} << 32) | draw[0];
}

std::uint64_t RandomStream::below(std::uint64_t bound) {
  const std::uint64_t biased = -bound % bound;  // 2^64 mod bound: draws under it would favour small results
  std::uint64_t draw = next();
  while (draw < biased) {
    draw = next();
  }
  return draw % bound;
}

double RandomStream::unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

}  // namespace weir
