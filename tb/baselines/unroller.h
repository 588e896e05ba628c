// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Unroller (Kucera et al., CoNEXT 2020): a message keeps the least name of the switches that it has met, and a switch
// that finds its own name sees a loop. Every hop whose number is a power of `base` begins a new phase, in which the
// name of that hop's switch replaces the kept name: without phases an early least name could stay for ever.
//
// Without phases, a loop of L takes at most 2L - 1 hops: L - 1 to the least name, L back to it. With phases of base 4,
// the phase from hop s lasts 3 s hops, and may be just too short, almost 2L, if it began on the loop. The next phase,
// from hop 4 s, takes 2L hops: in total 14/3 L, or 4.67 (B + L) if the message began B hops before the loop.

#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <utility>

#include "tb/baselines/point.h"

namespace weir::baselines {

class Unroller {
 public:
  struct Header {
    unsigned hops = 0;
    unsigned phase = 1;       // the hop that begins the next phase
    std::uint64_t least = 0;  // a name
  };

  // The name of a point, without an order along the path.
  using Name = std::function<std::uint64_t(Point)>;

  // `base` of the phases, >= 2, or 0: no phases; throws std::invalid_argument for 1.
  Unroller(unsigned base, Name name) : base_(base), name_(std::move(name)) {
    if (base == 1) {
      throw std::invalid_argument("phases of Unroller that do not grow");
    }
  }

  Header begin(Point at) const { return {.hops = 0, .phase = 1, .least = name_(at)}; }

  Visit visit(Header& header, Point at) const {
    const std::uint64_t name = name_(at);
    ++header.hops;
    if (header.least == name) {
      return {.loop = true};
    }
    const bool begins = base_ != 0 && header.hops == header.phase;
    if (begins) {
      header.phase *= base_;
    }
    if (begins || name < header.least) {
      header.least = name;
    }
    return {};
  }

  unsigned bits(const Header&) const { return 8 + kPointBits; }  // hops, a name

 private:
  unsigned base_;
  Name name_;
};

}  // namespace weir::baselines
