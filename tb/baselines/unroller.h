// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Unroller (Kucera et al., CoNEXT 2020): the message keeps the least name of those it has met, and a switch that finds
// its own in it sees a loop. Every hop whose number is a power of `base` begins a new phase, with the name of its own
// switch: without phases a name from before the loop could stay the least for ever.
//
// Without phases it takes 2L - 1 hops at most on a loop of L: L - 1 to the least name, L back to it. With those of base
// 4 a phase that began on the loop may have been too short, by almost 2L of 3 s hops from hop s on; then the next one,
// from hop 4 s, takes 2L: 14/3 L, 4.67 (B + L) where the message began B hops before it.

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
    unsigned phase = 1;       // the hop with which the next one begins
    std::uint64_t least = 0;  // a name
  };

  // Of a point, in place of its number: names without an order along the path.
  using Name = std::function<std::uint64_t(Point)>;

  // `base` of the phases, from 2 on, or 0: there are none; else std::invalid_argument.
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
