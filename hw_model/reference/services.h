// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The division of classes that follow hops into services: one bit a class, set at a service's first class. A service
// reaches up to the class before the next service's first; a service always begins at class 0.

#pragma once

#include <bit>
#include <cstddef>

#include "hw_model/base/ids.h"

namespace weir::reference {

inline constexpr ClassMask kOneService = 0x01;

struct Service {
  ClassId first;
  ClassId last;

  constexpr std::size_t classes() const { return last.index() - first.index() + 1; }
  // A service of one class follows no hops.
  constexpr bool is_plain() const { return first == last; }
};

// The service to which a class belongs; classes below the lowest set bit form a service from class 0 on.
constexpr Service service_of(ClassMask services, ClassId c) {
  const unsigned with_first = unsigned{services} | kOneService;
  const unsigned up_to = with_first & ((2U << c.index()) - 1);
  const unsigned above = with_first & ~((2U << c.index()) - 1);
  const auto first = static_cast<std::size_t>(std::bit_width(up_to) - 1);
  const std::size_t next = above == 0 ? kClasses : static_cast<std::size_t>(std::countr_zero(above));
  return {ClassId(first), ClassId(next - 1)};
}

}  // namespace weir::reference
