// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Ports (ports.h) and numbers (cycle_kind.h) of a block that has all those of a part, and some more: its cycles are
// derived from those of the part.

#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "tb/cosim/cycle_kind.h"
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

// The numbers of the part, as numbers of the whole, then those of the whole alone.
template <class Config, class Part>
std::vector<Width<Config>> widths_of_the_whole(std::span<const Width<Part>> part,
                                               std::initializer_list<Width<Config>> own) {
  std::vector<Width<Config>> all;
  for (const Width<Part>& one : part) {
    all.push_back({one.name, one.parameter, one.of, one.built, one.least, one.why, one.most});
  }
  all.insert(all.end(), own);
  return all;
}

// A port at a member of the whole, or of what the whole is derived from.
template <class Whole, class Part, class Value>
void add(std::vector<PortOf<Whole>>& ports, const char* name, unsigned bits, Value Part::*member) {
  Value Whole::*const of_whole = member;
  ports.push_back(port(name, bits, of_whole));
}

}  // namespace weir::cosim
