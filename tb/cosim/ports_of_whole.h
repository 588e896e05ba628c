// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Ports (ports.h) of a block that has all ports of a part, and some more: its cycles are derived from those of the
// part.

#pragma once

#include <vector>

#include "tb/cosim/ports.h"

namespace weir::cosim {

// The ports of the part, as ports of the whole.
template <class Whole, class Part>
std::vector<PortOf<Whole>> as_of_the_whole(const std::vector<PortOf<Part>>& ports) {
  std::vector<PortOf<Whole>> all;
  for (const PortOf<Part>& one : ports) {
    all.push_back({{one.name, one.bits}, one.get, one.set, one.highest, one.configured});
  }
  return all;
}

// A port at a member of the whole alone.
template <class Whole, class Value>
void add(std::vector<PortOf<Whole>>& ports, const char* name, unsigned bits, Value Whole::*member) {
  ports.push_back(port(name, bits, member));
}

}  // namespace weir::cosim
