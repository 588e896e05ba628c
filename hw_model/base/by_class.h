// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A quantity of which a configuration has one for all classes, or one for each class. Where only one number can stand
// for all classes, that is the highest.

#pragma once

#include <algorithm>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/ids.h"

namespace weir {

template <class Value>
class ByClass {
 public:
  constexpr ByClass() = default;
  constexpr ByClass(Value one) { each_.fill(one); }
  constexpr ByClass(const PerClass<Value>& each) : each_(each), is_list_(true) {}

  // Whether each class has a number of its own, even if these numbers are equal.
  constexpr bool is_list() const { return is_list_; }

  constexpr Value operator[](ClassId c) const { return each_[c.index()]; }
  constexpr Value highest() const { return *std::max_element(each_.begin(), each_.end()); }
  constexpr operator Value() const { return highest(); }

  // The lowest number of these classes; the highest of all where the set is empty.
  constexpr Value lowest_of(ClassMask classes) const {
    Value lowest = highest();
    for_each_class(classes, [&](ClassId c) { lowest = std::min(lowest, (*this)[c]); });
    return lowest;
  }

  // Makes this a list in which class `c` has another number.
  constexpr void set(ClassId c, Value value) {
    each_[c.index()] = value;
    is_list_ = true;
  }

  // The same with `change` of each number.
  template <class Change>
  constexpr ByClass changed(Change change) const {
    ByClass result = *this;
    std::transform(each_.begin(), each_.end(), result.each_.begin(), change);
    return result;
  }

  constexpr bool operator==(const ByClass&) const = default;
  // Whether every class has this number.
  friend constexpr bool operator==(const ByClass& all, Value one) {
    return all.highest() == one && all.lowest_of(kAllClasses) == one;
  }

 private:
  PerClass<Value> each_{};
  bool is_list_ = false;
};

}  // namespace weir
