// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// --parameter NAME=NUMBER of commands that take an RTL block.

#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "tb/cosim/parameter_text.h"

namespace weir {

inline cosim::OtherParameters block_parameters(const std::vector<std::string>& texts) {
  cosim::OtherParameters parameters;
  for (const std::string& text : texts) {
    const auto parameter = cosim::parameter_in(text);
    if (!parameter) {
      throw std::invalid_argument("--parameter: wanted NAME=NUMBER such as Q_W=20; got \"" + text + "\"");
    }
    parameters.push_back(*parameter);
  }
  return parameters;
}

}  // namespace weir
