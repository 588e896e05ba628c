// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A variant by its name, for tests that look inside a kind of block.

#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "tb/cosim/kind.h"

namespace weir::cosim {

template <class Kind>
Variant<Kind> variant_named(std::string_view name) {
  for (const Variant<Kind>& variant : Kind::variants()) {
    if (variant.name == name) {
      return variant;
    }
  }
  throw std::out_of_range(std::string(name));
}

}  // namespace weir::cosim
