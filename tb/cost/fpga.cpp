// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/fpga.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

namespace weir::cost {
namespace {

struct Shape {
  std::uint64_t words;
  std::uint64_t width;
};

// UG573, simple dual port. Up to 4 bits wide the parity bits are not used.
constexpr std::array kBram36 = {Shape{32768, 1}, Shape{16384, 2}, Shape{8192, 4}, Shape{4096, 9},
                                Shape{2048, 18}, Shape{1024, 36}, Shape{512, 72}};
constexpr std::array kBram18 = {Shape{16384, 1}, Shape{8192, 2},  Shape{4096, 4},
                                Shape{2048, 9},  Shape{1024, 18}, Shape{512, 36}};
constexpr std::array kUram288 = {Shape{4096, 72}};

std::uint64_t fewest(std::span<const Shape> shapes, std::uint64_t words, std::uint64_t width) {
  std::uint64_t best = std::numeric_limits<std::uint64_t>::max();
  for (const Shape& shape : shapes) {
    best = std::min(best, ((words + shape.words - 1) / shape.words) * ((width + shape.width - 1) / shape.width));
  }
  return best;
}

}  // namespace

FpgaBlocks fpga_blocks(std::uint64_t words, std::uint64_t width) {
  return {fewest(kBram36, words, width), fewest(kBram18, words, width), fewest(kUram288, words, width)};
}

}  // namespace weir::cost
