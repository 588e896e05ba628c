// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of one kind of mechanisms: their names and cards. Those of weir come first; a user of the library, or a
// shared object, adds others until the list is first read.

#pragma once

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/base/named.h"

namespace weir {

template <class Enum, class Card>
class OpenList {
 public:
  struct Listed {
    Enum value;
    const Card& card;
  };

  struct Unnumbered {
    std::string_view word;
    std::string_view text;
    const Card& card;
  };

  // `kind`: for messages, "flow_control.scheme". The order of `names` is that of lists, the order of `cards` that of
  // documents. A name without a card is that of no mechanism. `unnumbered`: as by add().
  OpenList(std::string kind, std::span<const Named<Enum>> names, std::span<const Listed> cards,
           std::initializer_list<Unnumbered> unnumbered = {})
      : kind_(std::move(kind)), names_(names.begin(), names.end()), cards_(cards.begin(), cards.end()) {
    for (const Unnumbered& one : unnumbered)
      add(one.word, one.text, one.card);
  }

  // Adds a mechanism and returns its value, by which configs choose it. `word` names it in files, `text` describes it
  // in lists; all three arguments live as long as the process. Throws std::invalid_argument if the word is taken or is
  // not of small letters, digits and underscores; std::logic_error if the list has been read, because its readers would
  // not know the mechanism.
  Enum add(std::string_view word, std::string_view text, const Card& card) {
    if (is_read_)
      throw std::logic_error(kind_ + ": \"" + std::string(word) + "\" comes after the list has been read");
    const auto is_small = [](unsigned char c) { return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_'; };
    if (word.empty() || std::islower(static_cast<unsigned char>(word.front())) == 0 ||
        !std::ranges::all_of(word, is_small))
      throw std::invalid_argument(kind_ + ": wanted a word of small letters, digits and underscores; got \"" +
                                  std::string(word) + "\"");
    if (std::ranges::find(names_, word, &Named<Enum>::name) != names_.end())
      throw std::invalid_argument(kind_ + ": there is a \"" + std::string(word) + "\" already");
    const auto value = static_cast<Enum>(names_.size());
    names_.push_back({value, word, text});
    cards_.push_back({value, card});
    return value;
  }

  std::span<const Named<Enum>> names() {
    is_read_ = true;
    return names_;
  }
  std::span<const Listed> cards() {
    is_read_ = true;
    return cards_;
  }

  // The tables of settings of all cards, in their order. A card that is made of functions may have none.
  template <class Table>
  std::vector<Table> tables() {
    std::vector<Table> all;
    for (const Listed& one : cards()) {
      if constexpr (requires { one.card.tables == nullptr; }) {
        if (one.card.tables == nullptr)
          continue;
      }
      std::ranges::move(one.card.tables(), std::back_inserter(all));
    }
    return all;
  }

  // Null: no mechanism has that value.
  const Card* find(Enum value) {
    const std::span<const Listed> all = cards();
    const auto found = std::ranges::find(all, value, &Listed::value);
    return found == all.end() ? nullptr : &found->card;
  }

 private:
  std::string kind_;
  std::vector<Named<Enum>> names_;
  std::vector<Listed> cards_;
  bool is_read_ = false;
};

}  // namespace weir
