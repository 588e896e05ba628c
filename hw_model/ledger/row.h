// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One state row (rows.h) as the declaration and the binding of its register take it.

#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "hw_model/ledger/register_bank.h"
#include "hw_model/ledger/state_fields.h"

namespace weir::ledger {

// A value, or the function that gives it from the context of a block.
template <class Context, class Value>
class Given {
 public:
  constexpr Given() = default;
  template <std::convertible_to<Value> Is>
  constexpr Given(Is value) : value_(static_cast<Value>(value)) {}  // NOLINT(google-explicit-constructor)
  template <class Function>
  requires std::is_invocable_r_v<Value, Function, const Context&>
  constexpr Given(Function of) : of_(of) {}  // NOLINT(google-explicit-constructor)

  Value operator()(const Context& context) const { return of_ == nullptr ? value_ : of_(context); }

 private:
  Value value_{};
  Value (*of_)(const Context&) = nullptr;
};

struct None {};

// In place of the dimensions of a row: a single register.
inline constexpr std::nullptr_t kOne = nullptr;

template <class Context>
struct RowText {
  std::string_view name;
  Given<Context, unsigned> width;
  Dimensions (*each)(const Context&);  // null: a single register
  std::string_view width_follows;      // of events: the word for them
  std::string_view description;
};

// As the functions of Origin; kNote: no register of its own.
enum class RowKind : std::uint8_t { kSetting, kState, kInternal, kCounter, kEvents, kMemory, kNote };

namespace detail {

// What stands for a type or a member where they are compared.
using Tag = const void*;
template <class T>
inline constexpr char kTypeTag = 0;
template <auto member>
inline constexpr char kMemberTag = 0;
template <class T>
inline constexpr Tag kTagOf = &kTypeTag<std::remove_cv_t<T>>;

// The part of a row that does not depend on the context. Objects are passed without their types: `object` is the type
// of those that `read` and `write` take.
struct BoundRow {
  using Read = std::uint64_t (*)(const void* object, const RegisterAccess& at);
  using Write = void (*)(void* object, const RegisterAccess& at, std::uint64_t value);

  RowKind kind = RowKind::kNote;
  std::string_view name{};
  Tag object = nullptr;
  Read read = nullptr;
  Write write = nullptr;  // of a setting
  Tag state = nullptr;    // the type whose member the row names, and the member
  Tag member = nullptr;
  std::size_t members = 0;  // of that type if it is an aggregate
  FieldNote note{};         // of kNote
};

}  // namespace detail

// A row, with what few registers have besides.
template <class Context>
struct Row : detail::BoundRow {
  RowText<Context> text{};
  bool (*built)(const Context&) = nullptr;
  Given<Context, std::uint64_t> first{};
  Given<Context, std::string_view> rtl_block{};
  Given<Context, Accesses> touches{};
  std::string_view memory{};
  std::string_view origin{};
  Access of_memory = Access::kInternal;
  Given<Context, Storage> stored_in{};

  // There is such a register only where `holds`.
  constexpr Row when(bool (*holds)(const Context&)) const { return with(&Row::built, holds); }
  // The value after reset, of what is no setting.
  constexpr Row reset(Given<Context, std::uint64_t> value) const { return with(&Row::first, value); }
  constexpr Row rtl(Given<Context, std::string_view> block) const { return with(&Row::rtl_block, block); }
  constexpr Row source(std::string_view other) const { return with(&Row::origin, other); }
  constexpr Row accesses(Given<Context, Accesses> often) const { return with(&Row::touches, often); }
  constexpr Row accesses(Accesses often) const { return accesses(Given<Context, Accesses>(often)); }
  constexpr Row shares(std::string_view counters) const { return with(&Row::memory, counters); }
  constexpr Row access(Access access) const { return with(&Row::of_memory, access); }
  constexpr Row storage(Given<Context, Storage> storage) const { return with(&Row::stored_in, storage); }

 private:
  template <class Value>
  constexpr Row with(Value Row::*which, Value value) const {
    Row changed = *this;
    changed.*which = value;
    return changed;
  }
};

}  // namespace weir::ledger
