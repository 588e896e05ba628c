// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Index types for ports and classes that cannot be mixed up, and the table that holds most hardware state: one entry
// per (port, class).

#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace weir {

// Traffic classes of a port: PFC priorities in Ethernet, virtual lanes in InfiniBand.
inline constexpr std::size_t kClasses = 8;

template <class Tag, class Rep>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : index_(static_cast<Rep>(index)) {}
  constexpr std::size_t index() const { return index_; }
  constexpr auto operator<=>(const Id&) const = default;

 private:
  Rep index_ = 0;
};

using PortId = Id<struct PortTag, std::uint16_t>;   // a port of one device, 0..ports-1
using ClassId = Id<struct ClassTag, std::uint8_t>;  // a traffic class, 0..7

// A set of classes, one bit each, as in the PFC class-enable vector.
using ClassMask = std::uint8_t;
constexpr ClassMask mask_of(ClassId c) { return static_cast<ClassMask>(1U << c.index()); }

template <class T>
using PerClass = std::array<T, kClasses>;

// One T per (port, class); memory linear in ports. The entries of a class, one for each port, lie together, and are
// made when the first of them is asked for to be changed: most networks use few classes, and large ones then stay in
// the cache. References stay valid.
template <class T>
class PerPortClass {
 public:
  PerPortClass() = default;
  explicit PerPortClass(std::size_t ports) : ports_(ports) {}
  PerPortClass(std::size_t ports, const T& initial) : ports_(ports), initial_(initial) {}

  std::size_t ports() const { return ports_; }
  T& at(PortId p, ClassId c) {
    T* row = rows_[c.index()].get();
    if (row == nullptr) [[unlikely]] {
      row = make_row(c);
    }
    return row[p.index()];
  }
  const T& at(PortId p, ClassId c) const {
    const T* const row = rows_[c.index()].get();
    return row != nullptr ? row[p.index()] : initial_;
  }

  // visit(port, class, entry) for every entry that may have changed, by class and port.
  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t c = 0; c < kClasses; ++c) {
      for (std::size_t p = 0; rows_[c] != nullptr && p < ports_; ++p) {
        visit(PortId(p), ClassId(c), rows_[c][p]);
      }
    }
  }

 private:
  [[gnu::cold, gnu::noinline]] T* make_row(ClassId c) {
    std::unique_ptr<T[]>& row = rows_[c.index()];
    row = std::make_unique<T[]>(ports_);
    if constexpr (std::is_copy_assignable_v<T>) {
      std::fill_n(row.get(), ports_, initial_);
    }
    return row.get();
  }

  PerClass<std::unique_ptr<T[]>> rows_;
  std::size_t ports_ = 0;
  T initial_{};
};

}  // namespace weir
