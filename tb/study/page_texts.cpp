// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Texts of cells: words, numbers in braces, words of lists; [page.lists] and [page.texts].

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "tb/scenario/key_check.h"
#include "tb/study/page_reader.h"
#include "tb/text/words.h"

namespace weir::study {

using scenario::Member;
using scenario::Value;
using sweep::PlanReader;

namespace {

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";

}  // namespace

// "$port" becomes the word of the list `port` that stands for now.
std::string PageReader::substituted(const Value& value, const std::string& path, const std::string& text) const {
  std::string made;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = std::min(text.find('$', at), text.size());
    made += text.substr(at, begin - at);
    if (begin == text.size()) {
      break;
    }
    const std::size_t end = std::min(text.find_first_not_of(kLetters, begin + 1), text.size());
    const std::string name = text.substr(begin + 1, end - begin - 1);
    const auto word = words_.find(name);
    if (word == words_.end()) {
      fail(value, path, "no list " + text::in_quotes(name) + " is in rows or columns; got " + text::in_quotes(text));
    }
    made += word->second;
    at = end;
  }
  return made;
}

// Of a text with the words that lists have for now, which is read where it is met with them first; empty: there is
// none.
std::string PageReader::key_of_text(const std::string& name) {
  const auto end = texts_.begin() + static_cast<std::ptrdiff_t>(known_texts_);
  const auto found = std::find_if(texts_.begin(), end, [&](const Member* text) { return text->key == name; });
  if (found == end) {
    return "";
  }
  std::string key = name;
  for (const auto& [list, word] : words_) {
    key += "\n" + word;
  }
  if (!study_.page.texts.contains(key)) {
    const std::size_t known = std::exchange(known_texts_, static_cast<std::size_t>(found - texts_.begin()));
    study_.page.texts[key] = alternatives((*found)->value, "page.texts." + name);
    known_texts_ = known;
  }
  return key;
}

// "low:Gbps.2", or the name of a text.
Piece PageReader::piece(const Value& value, const std::string& path, const std::string& inside) {
  Piece made;
  if (std::string key = key_of_text(inside); !key.empty()) {
    made.words = std::move(key);
    made.is_text = true;
    return made;
  }
  const std::size_t colon = inside.rfind(':');
  try {
    made.form = parse_form(colon == std::string::npos ? "" : inside.substr(colon + 1));
  } catch (const std::invalid_argument& error) {
    fail(value, path, error.what());
  }
  const std::string text = inside.substr(0, colon);
  if (made.form.of == Of::kChanges) {
    made.number = expression(value, path, text);
    if (made.number->list || !window_with_steps(made.number)) {
      fail(value, path, "wanted one number of one window with steps for changes; got " + text::in_quotes(text));
    }
    return made;
  }
  if (made.form.of != Of::kEach) {
    made.number = number(value, path, text);
    return made;
  }
  made.number = expression(value, path, text);
  if (made.number->kind != Node::Kind::kResult || std::ranges::count(text, '*') != 1) {
    fail(value, path, "wanted a quantity with one '*' for each; got " + text::in_quotes(text));
  }
  return made;
}

Template PageReader::words(const Value& value, const std::string& path) {
  const std::string given = substituted(value, path, text(value, path));
  Template made;
  for (std::size_t at = 0; at < given.size();) {
    const std::size_t begin = std::min(given.find('{', at), given.size());
    if (begin > at) {
      made.push_back({.words = given.substr(at, begin - at)});
    }
    if (begin == given.size()) {
      break;
    }
    const std::size_t end = given.find('}', begin);
    if (end == std::string::npos) {
      fail(value, path, "wanted '}' behind each '{'; got " + text::in_quotes(given));
    }
    made.push_back(piece(value, path, given.substr(begin + 1, end - begin - 1)));
    at = end + 1;
  }
  return made;
}

std::vector<Alternative> PageReader::alternatives(const Value& value, const std::string& path) {
  std::vector<Alternative> all;
  for (const Value& one : elements(value, path)) {
    const PlanReader reader(study_.plan.document, path, one, {"when", "text"});
    Alternative made;
    if (const Value* when = reader.find("when")) {
      made.when = number(*when, dotted(path, "when"), substituted(*when, dotted(path, "when"), reader.text("when")));
    }
    made.text = words(reader.need("text"), dotted(path, "text"));
    all.push_back(std::move(made));
  }
  return all;
}

void PageReader::lists(const Value& table) {
  for (const Member& member : members(table, "page.lists")) {
    const std::string path = dotted("page.lists", member.key);
    List made{member.key, {}};
    if (member.key.find_first_not_of(kLetters) != std::string::npos) {
      fail(member.value, path, "wanted a name of small letters");
    }
    for (const Member& word : members(member.value, path)) {
      made.words.emplace_back(word.key, text(word.value, dotted(path, word.key)));
    }
    study_.page.lists.push_back(std::move(made));
  }
}

// A text with words of lists is read where it is written with them.
void PageReader::texts(const Value& table) {
  for (const Member& member : members(table, "page.texts")) {
    texts_.push_back(&member);
    known_texts_ = texts_.size();
    const bool of_lists = std::ranges::any_of(elements(member.value, "page.texts." + member.key), [](const Value& one) {
      return std::ranges::any_of(one.members,
                                 [](const Member& part) { return part.value.text.find('$') != std::string::npos; });
    });
    if (!of_lists) {
      key_of_text(member.key);
    }
  }
}

}  // namespace weir::study
