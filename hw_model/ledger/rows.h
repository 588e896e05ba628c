// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// State rows: what the members of types with hardware state are, said once. From the rows of a block follow the
// declaration of its registers, their binding to the live state, and the proof that no member is forgotten.
//
//   struct Bcn::Rows {
//     using Row = ledger::RowsOf<PortContext>;
//     static constexpr auto kAll = Row::list(
//         Row::setting<&BcnConfig::w>({"bcn_w", kWeightBits, kOne, "", "weight of the queue's change"}),
//         Row::state<&Queue::depth>({"bcn_queue", depth_bits, per_lossless_class, "bits of the buffer", "q before"}),
//         Row::model_only<&Queue::said>("for waveforms"), ...);
//   };
//   ledger::declare(block, origin, context, Rows::kAll, config);  // in the order of the rows
//   ledger::bind(binder, Rows::kAll, settings, queue_of);         // what is declared, and has an address
//
// A register may have a row without a member, and a member several rows. Of an aggregate the list names every member,
// or it does not compile. A regression test reads the sources for the members of other types
// (tb/tests/regress/declared_state.py).

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "hw_model/ledger/block.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/ledger/row.h"

namespace weir::ledger {

namespace detail {

template <class Value>
concept Number = requires(const Value& value) {
  value.count();
}
|| requires(const Value& value) { static_cast<std::uint64_t>(value); };

template <Number Value>
constexpr std::uint64_t as_register(const Value& value) {
  if constexpr (requires { value.count(); })
    return static_cast<std::uint64_t>(value.count());
  else
    return static_cast<std::uint64_t>(value);
}

template <class Value>
void from_register(Value& field, std::uint64_t value) {
  if constexpr (requires { field.count(); })
    field = Value(static_cast<std::int64_t>(value));
  else
    field = static_cast<Value>(value);
}

template <class Member>
struct MemberOf;
template <class Value, class Owner>
struct MemberOf<Value Owner::*> {
  using State = Owner;
};

// The object that a reader or writer takes: of `Value (Object&)`, `Value (Object&, at)`, `void (Object&, value)`, ...
template <class Function>
struct FirstOf : FirstOf<decltype(+Function{})> {};
template <class Result, class Object, class... More>
struct FirstOf<Result (*)(Object, More...)> {
  using Is = std::remove_reference_t<Object>;
};

template <class Function>
std::uint64_t read_by(const void* object, const RegisterAccess& at) {
  using Object = typename FirstOf<Function>::Is;
  auto& of = *static_cast<Object*>(const_cast<void*>(object));  // which the binding gave  NOLINT
  if constexpr (std::is_invocable_v<Function, Object&, const RegisterAccess&>)
    return as_register(Function{}(of, at));
  else
    return as_register(Function{}(of));
}

template <class Function>
void write_by(void* object, const RegisterAccess& at, std::uint64_t value) {
  using Object = typename FirstOf<Function>::Is;
  if constexpr (std::is_invocable_v<Function, Object&, const RegisterAccess&, std::uint64_t>)
    Function{}(*static_cast<Object*>(object), at, value);
  else
    Function{}(*static_cast<Object*>(object), value);
}

}  // namespace detail

// Makes the rows of a block that is declared from a Context. A row's register is the member as it is, or what `read`
// and `write` make of an object: `read(object)` or `read(object, at)`, `write(object, value)` or
// `write(object, at, value)`.
template <class Context>
struct RowsOf {
  using Text = RowText<Context>;
  using Made = Row<Context>;

  template <auto member = nullptr, class Read = None, class Write = None>
  static constexpr Made setting(Text text, Read = {}, Write = {}) {
    Made row = made<RowKind::kSetting, member, Read>(text);
    if constexpr (!std::is_same_v<Write, None>)
      row.write = detail::write_by<Write>;
    return row;
  }
  template <auto member = nullptr, class Read = None>
  static constexpr Made state(Text text, Read = {}) {
    return made<RowKind::kState, member, Read>(text);
  }
  template <auto member = nullptr, class Read = None>
  static constexpr Made events(Text text, Read = {}) {
    return made<RowKind::kEvents, member, Read>(text);
  }
  template <auto member = nullptr, class Read = None>
  static constexpr Made counter(Text text, Read = {}) {
    return made<RowKind::kCounter, member, Read>(text);
  }
  template <auto member = nullptr, class Read = None>
  static constexpr Made memory(Text text, Read = {}) {
    return made<RowKind::kMemory, member, Read>(text);
  }
  template <auto member = nullptr>
  static constexpr Made internal(Text text) {
    return made<RowKind::kInternal, member, None>(text);
  }

  // Notes: the registers of a member, which other rows declare; a type with rows of its own; none on the die.
  template <auto member, class... Names>
  static constexpr Made holds(Names... names) {
    return noted<member>(ledger::holds(member, names...).note);
  }
  template <auto member>
  static constexpr Made part() {
    return noted<member>({});
  }
  template <auto member>
  static constexpr Made model_only(std::string_view reason) {
    return noted<member>({.not_hardware = reason});
  }

  // The rows, and lists of rows, of a block or of a part of it, in the order of its registers.
  template <class... Parts>
  static consteval auto list(const Parts&... parts) {
    std::array<Made, (rows_in<Parts>() + ...)> rows;
    std::size_t end = 0;
    const auto append = [&](const auto& part) {
      if constexpr (std::is_same_v<decltype(part), const Made&>)
        rows[end++] = part;
      else
        for (const Made& row : part)
          rows[end++] = row;
    };
    (append(parts), ...);
    for (const Made& row : rows)
      require_complete(row, rows);
    return rows;
  }

 private:
  template <class Part>
  static consteval std::size_t rows_in() {
    if constexpr (std::is_same_v<Part, Made>)
      return 1;
    else
      return std::tuple_size_v<Part>;
  }

  // Throws unless the rows name each member of an aggregate, and a member with a note in no other row.
  static constexpr void require_complete(const Made& row, std::span<const Made> all) {
    if (row.member == nullptr || row.kind == RowKind::kSetting)
      return;
    std::size_t named = 0;
    std::size_t same = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      bool before = false;
      for (std::size_t k = 0; k < i; ++k)
        before = before || all[k].member == all[i].member;
      named += all[i].state == row.state && !before ? 1U : 0U;
      same += all[i].member == row.member ? 1U : 0U;
    }
    if (row.members != 0 && named != row.members)
      throw std::logic_error("a member of the state is in no list, or one is too many");
    if (row.kind == RowKind::kNote && same != 1)
      throw std::logic_error("a member is listed twice");
  }

  template <RowKind kind, auto member, class Read>
  static constexpr Made made(const Text& text) {
    Made row;
    row.kind = kind;
    row.name = text.name;
    row.text = text;
    if constexpr (!std::is_same_v<Read, None>) {
      row.object = detail::kTagOf<typename detail::FirstOf<Read>::Is>;
      row.read = detail::read_by<Read>;
    } else if constexpr (std::is_member_object_pointer_v<decltype(member)>) {
      as_it_is<kind, member>(row);
    }
    if constexpr (std::is_member_object_pointer_v<decltype(member)>)
      name_member<member>(row);
    return row;
  }
  template <auto member>
  static constexpr void name_member(Made& row) {
    using State = typename detail::MemberOf<decltype(member)>::State;
    row.state = detail::kTagOf<State>;
    row.member = &detail::kMemberTag<member>;
    if constexpr (std::is_aggregate_v<State>)
      row.members = kFieldCount<State>;
  }
  // The register is the member, if that can be a number.
  template <RowKind kind, auto member>
  static constexpr void as_it_is(Made& row) {
    using State = typename detail::MemberOf<decltype(member)>::State;
    if constexpr (requires(const State& state) { detail::as_register(state.*member); }) {
      row.object = detail::kTagOf<State>;
      row.read = [](const void* object, const RegisterAccess&) {
        return detail::as_register(static_cast<const State*>(object)->*member);
      };
      if constexpr (kind == RowKind::kSetting)
        row.write = [](void* object, const RegisterAccess&, std::uint64_t value) {
          detail::from_register(static_cast<State*>(object)->*member, value);
        };
    }
  }
  template <auto member>
  static constexpr Made noted(const FieldNote& note) {
    Made row = made<RowKind::kNote, member, None>({});
    row.note = note;
    return row;
  }
};

namespace detail {

struct First {
  Tag type;
  const void* object;
};
// Gives the declaration the setting's values along the innermost dimension.
void reset_as(const BoundRow& setting, std::span<const First> first, RegisterDeclaration& declaration);
void add(Block& block, const Origin& origin, RowKind kind, Access of_memory, RegisterDeclaration declaration);

}  // namespace detail

// Declares the registers of the rows that are built. The value after reset of a setting is that of `first`, the objects
// in which settings are.
template <class Context, std::size_t size, class... Objects>
void declare(Block& block, const Origin& origin, const Context& context, const std::array<Row<Context>, size>& rows,
             const Objects&... first) {
  const std::array<detail::First, sizeof...(Objects)> objects{detail::First{detail::kTagOf<Objects>, &first}...};
  for (const Row<Context>& row : rows) {
    if (row.kind == RowKind::kNote || (row.built != nullptr && !row.built(context)))
      continue;
    RegisterDeclaration declaration{.name = std::string(row.name),
                                    .width = row.text.width(context),
                                    .dimensions = row.text.each == nullptr ? Dimensions{} : row.text.each(context),
                                    .reset = row.first(context),
                                    .storage = row.stored_in(context),
                                    .accesses = row.touches(context),
                                    .memory = std::string(row.memory),
                                    .rtl_block = std::string(row.rtl_block(context)),
                                    .width_follows = std::string(row.text.width_follows),
                                    .source = std::string(row.origin),
                                    .description = std::string(row.text.description)};
    if (row.kind == RowKind::kSetting)
      detail::reset_as(row, objects, declaration);
    detail::add(block, origin, row.kind, row.of_memory, std::move(declaration));
  }
  for (const Row<Context>& row : rows)
    require_held(block, row.note);
}

// Where the rows of a type find its object: state, or the live settings and their draft.
struct Objects {
  detail::Tag type = nullptr;
  std::function<const void*(const RegisterAccess&)> live{};
  std::function<void*()> draft{};
  std::shared_ptr<Settings> group{};
};

// `of`: from an access to the object, by reference or by value.
template <class Of>
Objects objects(Of of) {
  using Object = std::invoke_result_t<Of, const RegisterAccess&>;
  if constexpr (std::is_reference_v<Object>)
    return {.type = detail::kTagOf<std::remove_reference_t<Object>>,
            .live = [of](const RegisterAccess& at) -> const void* { return &of(at); }};
  else
    return {.type = detail::kTagOf<Object>,
            .live = [of, now = std::make_shared<std::optional<Object>>()](const RegisterAccess& at) -> const void* {
              return &now->emplace(of(at));
            }};
}
template <class Config>
Objects objects(const std::shared_ptr<Drafted<Config>>& all) {
  return {.type = detail::kTagOf<Config>,
          .live = [all](const RegisterAccess&) -> const void* { return &all->live(); },
          .draft = [all] { return &all->draft(); },
          .group = all};
}
template <class Config, class Part>
Objects objects(const std::shared_ptr<Drafted<Config>>& all, Part Config::*part) {
  return {.type = detail::kTagOf<Part>,
          .live = [all, part](const RegisterAccess&) -> const void* { return &(all->live().*part); },
          .draft = [all, part] { return &(all->draft().*part); },
          .group = all};
}

namespace detail {

void bind_row(const Binder& binder, const BoundRow& row, std::span<const Objects> from);

}  // namespace detail

// Binds what the block declares of the rows.
template <class Context, std::size_t size>
void bind(const Binder& binder, const std::array<Row<Context>, size>& rows, std::initializer_list<Objects> from) {
  for (const Row<Context>& row : rows)
    detail::bind_row(binder, row, {from.begin(), from.size()});
}

}  // namespace weir::ledger
