// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Cycle models of a block that a port has once for each class.

#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "hw_model/base/ids.h"

namespace weir::reference {

template <class Block, class... Given>
std::array<Block, kClasses> one_a_class(const Given&... given) {
  return [&]<std::size_t... c>(std::index_sequence<c...> /*classes*/) {
    return std::array<Block, kClasses>{((void)c, Block(given...))...};
  }
  (std::make_index_sequence<kClasses>());
}

}  // namespace weir::reference
