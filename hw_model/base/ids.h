// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Index types for ports and classes that cannot be mixed up, and the table that holds most hardware state: one entry
// per (port, class).

#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

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

// One T per (port, class), contiguous; memory linear in ports.
template <class T>
class PerPortClass {
 public:
  PerPortClass() = default;
  explicit PerPortClass(std::size_t ports) : entries_(ports * kClasses) {}
  PerPortClass(std::size_t ports, const T& initial) : entries_(ports * kClasses, initial) {}

  std::size_t ports() const { return entries_.size() / kClasses; }
  T& at(PortId p, ClassId c) { return entries_[p.index() * kClasses + c.index()]; }
  const T& at(PortId p, ClassId c) const { return entries_[p.index() * kClasses + c.index()]; }

  auto begin() { return entries_.begin(); }
  auto end() { return entries_.end(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

 private:
  std::vector<T> entries_;
};

}  // namespace weir
