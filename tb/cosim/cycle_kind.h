// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What kinds of block share (kind.h): the types of a kind with one mode, and all that follows from a list of widths.

#pragma once

#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "tb/cosim/kind.h"
#include "tb/cosim/recording.h"

namespace weir::cosim {

// `Model` is the reference of a kind with one mode.
template <class SetupOf, class Model, class StimulusOf, class CoverageOf>
struct CycleKind : OneMode<SetupOf> {
  using Inputs = typename CoverageOf::Inputs;
  using Outputs = typename CoverageOf::Outputs;
  using Setup = SetupOf;
  using Stimulus = StimulusOf;
  using Coverage = CoverageOf;

  static Model model(const Setup& setup) { return Model(setup); }
};

// A number of a setup that is a parameter of the RTL, in most cases a width.
template <class Setup>
struct Width {
  const char* name;       // in messages and recordings
  const char* parameter;  // of the RTL
  unsigned Setup::*of;
  unsigned built;
  unsigned least = 0;                                    // that the vectors fit
  const char* why = "for the vectors";                   // nothing less
  unsigned most = std::numeric_limits<unsigned>::max();  // that the vectors fit
};

// A CycleKind with all that follows from Kind::widths(), the widths in the order of the parameters.
template <class Kind, class SetupOf, class Model, class StimulusOf, class CoverageOf>
struct KindOfWidths : CycleKind<SetupOf, Model, StimulusOf, CoverageOf> {
  using Setup = SetupOf;

  static void require_built(const Setup& setup) {
    setup.validate();
    for (const Width<Setup>& width : Kind::widths()) {
      require_width(width.name, setup.*width.of, width.built);
    }
  }
  static std::vector<RtlParameter> parameters(Setup& setup) {
    std::vector<RtlParameter> parameters;
    for (const Width<Setup>& width : Kind::widths()) {
      parameters.push_back(width_parameter(width.parameter, setup.*width.of));
    }
    return parameters;
  }
  static void require_playable(const Setup& setup) {
    for (const Width<Setup>& width : Kind::widths()) {
      const unsigned value = setup.*width.of;
      if (value < width.least || value > width.most) {
        const bool ends = width.most != std::numeric_limits<unsigned>::max();
        throw std::invalid_argument(std::string("--parameter: ") + width.parameter + " is " + std::to_string(value) +
                                    ", wanted " + std::to_string(width.least) +
                                    (ends ? " to " + std::to_string(width.most) : " or more") + " " + width.why);
      }
    }
  }
  static HeaderLines header(const Setup& setup) {
    HeaderLines lines;
    for (const Width<Setup>& width : Kind::widths()) {
      lines.emplace_back(width.name, std::to_string(setup.*width.of));
    }
    return lines;
  }
  static void take_header(const Recording& recording, Setup& setup) {
    for (const Width<Setup>& width : Kind::widths()) {
      setup.*width.of = recording.number_of(width.name);
    }
  }
};

}  // namespace weir::cosim
