// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How classes that follow hops are divided among services: a bit a class, set where a service begins. It reaches up to
// the class before the next one's first; from class 0 on there always is one.

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
  // Of one class: it follows no hops.
  constexpr bool is_plain() const { return first == last; }
};

// The service to which a class belongs. What is below the first service belongs to it.
constexpr Service service_of(ClassMask services, ClassId c) {
  const unsigned with_first = unsigned{services} | kOneService;
  const unsigned up_to = with_first & ((2U << c.index()) - 1);
  const unsigned above = with_first & ~((2U << c.index()) - 1);
  const auto first = static_cast<std::size_t>(std::bit_width(up_to) - 1);
  const std::size_t next = above == 0 ? kClasses : static_cast<std::size_t>(std::countr_zero(above));
  return {ClassId(first), ClassId(next - 1)};
}

}  // namespace weir::reference
