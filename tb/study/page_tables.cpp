// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// [[page.table]]: rows, columns, and a text for each cell.

#include <algorithm>
#include <utility>

#include "tb/scenario/key_check.h"
#include "tb/study/page_reader.h"
#include "tb/sweep/value_text.h"
#include "tb/text/words.h"

namespace weir::study {

using scenario::Member;
using scenario::Value;
using sweep::PlanReader;

std::vector<Dimension> PageReader::dimensions(const PlanReader& reader, const std::string& key,
                                              const std::string& path) {
  std::vector<Dimension> all;
  for (const std::string& word : reader.texts(key)) {
    Dimension one{word == kWindow ? Dimension::Kind::kWindow : Dimension::Kind::kFigure, 0};
    std::vector<std::string> known{kWindow, kFigure};
    for (std::size_t i = 0; i < study_.plan.axes.size(); ++i) {
      known.push_back(study_.plan.axes[i].key);
      if (study_.plan.axes[i].key == word) {
        one = {Dimension::Kind::kAxis, i};
      }
    }
    for (std::size_t i = 0; i < study_.page.lists.size(); ++i) {
      known.push_back(study_.page.lists[i].name);
      if (study_.page.lists[i].name == word) {
        one = {Dimension::Kind::kList, i};
      }
    }
    if (std::find(known.begin(), known.end(), word) == known.end()) {
      fail(reader.need(key), dotted(path, key),
           "there is no axis or list " + text::in_quotes(word) + text::known_hint(word, known));
    }
    all.push_back(one);
  }
  return all;
}

void PageReader::check_dimensions(const Table& table, const PlanReader& reader) const {
  std::vector<Dimension> all = table.rows;
  all.insert(all.end(), table.columns.begin(), table.columns.end());
  const auto count = [&](Dimension::Kind kind) {
    return std::ranges::count_if(all, [&](const Dimension& one) { return one.kind == kind; });
  };
  if (count(Dimension::Kind::kFigure) != (reader.need("cells").kind == Value::Kind::kTable ? 1 : 0)) {
    reader.fail("cells", "wanted a table of texts where rows or columns have \"figure\" once, else one text");
  }
  const auto by_window = [](const Piece& one) { return one.number && one.number->by_window; };
  const auto of_many = [&](const Table::Cell& cell) {
    return cell.where.windows.size() != 1 &&
           std::ranges::any_of(cell.texts, [&](const Template& text) { return std::ranges::any_of(text, by_window); });
  };
  if (count(Dimension::Kind::kWindow) == 0 && std::ranges::any_of(table.cells, of_many)) {
    reader.fail("cells", "wanted \"window\" in rows or columns, or one window in where, for what is of [window]");
  }
  if (table.corner.size() != table.rows.size() && table.corner.size() != 1) {
    reader.fail("corner", "wanted a heading for each of rows, or one; got " + std::to_string(table.corner.size()));
  }
}

// With each combination of words of the lists.
std::vector<Template> PageReader::by_words(const Value& value, const std::string& path,
                                           const std::vector<std::size_t>& lists) {
  if (lists.empty()) {
    return {words(value, path)};
  }
  std::vector<Template> all;
  const List list = study_.page.lists[lists.front()];
  for (const auto& [word, label] : list.words) {
    words_[list.name] = word;
    for (Template& one : by_words(value, path, {lists.begin() + 1, lists.end()})) {
      all.push_back(std::move(one));
    }
  }
  words_.erase(list.name);
  return all;
}

void PageReader::cells(const Value& value, Table& table) {
  const std::string path = "page.table.cells";
  std::vector<std::size_t> lists;
  for (const std::vector<Dimension>* dimensions : {&table.rows, &table.columns}) {
    for (const Dimension& one : *dimensions) {
      if (one.kind == Dimension::Kind::kList) {
        lists.push_back(one.index);
      }
    }
  }
  if (value.kind != Value::Kind::kTable) {
    table.cells.push_back({"", by_words(value, path, lists), table.where});
  }
  for (const Member& member : value.members) {
    Table::Cell cell{member.key, {}, table.where};
    if (member.value.kind == Value::Kind::kTable) {
      const PlanReader reader(study_.plan.document, dotted(path, member.key), member.value, {"where", "text"});
      const Where own = where(reader.find("where"), dotted(path, "where"));
      cell.where.rule.insert(cell.where.rule.end(), own.rule.begin(), own.rule.end());
      const Value* given = reader.find("where");
      cell.where.windows = given != nullptr && given->find(kWindow) != nullptr ? own.windows : table.where.windows;
      cell.texts = by_words(reader.need("text"), dotted(path, member.key), lists);
    } else {
      cell.texts = by_words(member.value, dotted(path, member.key), lists);
    }
    table.cells.push_back(std::move(cell));
  }
}

Table PageReader::table(const Value& value) {
  const std::string path = "page.table";
  const PlanReader reader(study_.plan.document, path, value,
                          {"mark", "where", "rows", "columns", "corner", "cells", "labels", "repeat"});
  Table made;
  made.place = value.place;
  made.mark = reader.find("mark") != nullptr ? reader.text("mark") : "figures";
  made.where = where(reader.find("where"), dotted(path, "where"));
  made.rows = dimensions(reader, "rows", path);
  made.columns = dimensions(reader, "columns", path);
  made.corner.assign(made.rows.size(), "");
  if (const Value* corner = reader.find("corner")) {
    made.corner.clear();
    for (const Value& one : corner->kind == Value::Kind::kArray ? corner->elements : std::vector{*corner}) {
      made.corner.push_back(text(one, dotted(path, "corner")));
    }
  }
  made.repeat = truth(reader, "repeat");
  made.labels = study_.page.labels;
  labels(reader, "page.table.labels", made.labels);
  cells(reader.need("cells"), made);
  check_dimensions(made, reader);
  return made;
}

}  // namespace weir::study
