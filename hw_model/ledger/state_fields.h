// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of what each member of a type with hardware state stands for: registers of the block's declaration, the
// state of another type with a list of its own, or nothing on the die, with the reason. A type's list stands in its
// block's `declare`:
//
//   static constexpr auto kFields = ledger::state_fields<Viq>(
//       ledger::holds(&Viq::depth, "viq_depth"),
//       ledger::model_only(&Viq::since, "for measurement"));
//   ...
//   ledger::require_declared(block, kFields);
//
// For an aggregate the list must have every member, or it does not compile. C++ cannot count the members of other
// types: a regression test reads the sources and requires each of their members in a list
// (tb/tests/regress/declared_state.py).

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "hw_model/ledger/block.h"

namespace weir::ledger {

inline constexpr std::size_t kMostRegistersOfField = 8;

// The note on one member: the registers that it holds, or why there are none.
struct FieldNote {
  std::array<std::string_view, kMostRegistersOfField> registers{};  // empty from the first empty name on
  std::string_view not_hardware{};                                  // for a model-only member: the reason
};

template <class Pointer>
struct Field {
  Pointer member;
  FieldNote note;
};

// The member holds these registers: one word, or a table with these registers as columns.
template <class State, class Value, class... Names>
constexpr auto holds(Value State::*member, Names... registers) {
  static_assert(sizeof...(Names) >= 1 && sizeof...(Names) <= kMostRegistersOfField);
  return Field<Value State::*>{member, {.registers = {std::string_view(registers)...}}};
}

// The member's type has a list of its own.
template <class State, class Value>
constexpr auto part(Value State::*member) {
  return Field<Value State::*>{member, {}};
}

// The member helps to simulate or to measure; hardware has no such bits.
template <class State, class Value>
constexpr auto model_only(Value State::*member, std::string_view reason) {
  return Field<Value State::*>{member, {.not_hardware = reason}};
}

namespace detail {

struct Anything {
  template <class T>
  operator T() const noexcept;  // never called, nor defined  NOLINT(google-explicit-constructor)
};

// For optional members, which Anything could initialise in two ways.
struct AnyOptional {
  template <class T>
  operator std::optional<T>() const noexcept;  // NOLINT(google-explicit-constructor)
};

// Counts members: initialises one more as long as that compiles.
template <class State, class... Initialisers>
constexpr std::size_t fields_of() {
  if constexpr (requires { State{Initialisers{}..., Anything{}}; })
    return fields_of<State, Initialisers..., Anything>();
  else if constexpr (requires { State{Initialisers{}..., AnyOptional{}}; })
    return fields_of<State, Initialisers..., AnyOptional>();
  else
    return sizeof...(Initialisers);
}

template <class State, class Value, class Owner>
constexpr bool is_member_of(Value Owner::*) {
  return std::is_base_of_v<Owner, State>;
}

template <class A, class B>
constexpr bool same_member(const Field<A>& a, const Field<B>& b) {
  if constexpr (std::is_same_v<A, B>)
    return a.member == b.member;
  else
    return false;
}

}  // namespace detail

// Number of members of an aggregate without base classes and without members that are C arrays.
template <class Aggregate>
inline constexpr std::size_t kFieldCount = detail::fields_of<Aggregate>();

template <class State, std::size_t Count>
struct StateFields {
  std::array<FieldNote, Count> notes;
};

template <class State, class... Pointers>
consteval StateFields<State, sizeof...(Pointers)> state_fields(const Field<Pointers>&... fields) {
  if constexpr (std::is_aggregate_v<State>)
    static_assert(sizeof...(Pointers) == kFieldCount<State>, "a member of the state is in no list, or one is too many");
  if (!(detail::is_member_of<State>(fields.member) && ...))
    throw std::logic_error("a member of another type");
  for (const FieldNote& note : {fields.note...}) {
    if (!note.not_hardware.empty() && !note.registers[0].empty())
      throw std::logic_error("a field is both");
  }
  std::size_t same = 0;
  const auto count_same = [&](const auto& one) { ((same += detail::same_member(one, fields) ? 1U : 0U), ...); };
  (count_same(fields), ...);
  if (same != sizeof...(Pointers))
    throw std::logic_error("a member is listed twice");
  return {{fields.note...}};
}

// Throws std::logic_error unless every register that the note, or the list, names is declared in the block.
void require_held(const Block& block, const FieldNote& note);
template <class State, std::size_t Count>
void require_declared(const Block& block, const StateFields<State, Count>& fields) {
  for (const FieldNote& note : fields.notes)
    require_held(block, note);
}

}  // namespace weir::ledger
