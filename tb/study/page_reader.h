// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Reads [page] of a study, key by key: the definitions of its tables and claims.

#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tb/study/study.h"
#include "tb/sweep/plan_reader.h"

namespace weir::study {

inline constexpr const char* kWindow = "window";  // among axes
inline constexpr const char* kFigure = "figure";

inline std::string dotted(const std::string& path, const std::string& key) { return path + "." + key; }

// Parses texts and expressions of one study, and notes in its plan the results that they need.
class PageReader {
 public:
  explicit PageReader(Study& study) : study_(study) {
    for (const sweep::Wanted& wanted : study.plan.results) {
      wanted_.insert(wanted.text);
    }
  }

  void windows(const scenario::Value& table);
  void figures(const scenario::Value& table);
  void page(const scenario::Value& table);

 private:
  [[noreturn]] void fail(const scenario::Value& value, const std::string& path, const std::string& what) const;
  const std::vector<scenario::Member>& members(const scenario::Value& value, const std::string& path) const;
  const std::vector<scenario::Value>& elements(const scenario::Value& value, const std::string& path) const;
  std::string text(const scenario::Value& value, const std::string& path) const;
  static bool truth(const sweep::PlanReader& reader, const std::string& key);

  Expression expression(const scenario::Value& value, const std::string& path, const std::string& text);
  Expression number(const scenario::Value& value, const std::string& path, const std::string& text);
  Template words(const scenario::Value& value, const std::string& path);
  Piece piece(const scenario::Value& value, const std::string& path, const std::string& inside);
  std::string key_of_text(const std::string& name);
  std::string substituted(const scenario::Value& value, const std::string& path, const std::string& text) const;
  std::vector<Alternative> alternatives(const scenario::Value& value, const std::string& path);
  Where where(const scenario::Value* value, const std::string& path);
  std::vector<Dimension> dimensions(const sweep::PlanReader& reader, const std::string& key, const std::string& path);
  void labels(const sweep::PlanReader& reader, const std::string& path, std::map<std::string, std::string>& all) const;
  void lists(const scenario::Value& table);
  void texts(const scenario::Value& table);
  void cells(const scenario::Value& value, Table& table);
  std::vector<Template> by_words(const scenario::Value& value, const std::string& path,
                                 const std::vector<std::size_t>& lists);
  Table table(const scenario::Value& value);
  void check_dimensions(const Table& table, const sweep::PlanReader& reader) const;
  std::optional<std::size_t> axis(const sweep::PlanReader& reader, const std::string& key) const;
  void numbers_of_x(const sweep::PlanReader& reader, Curve& curve) const;
  Expression drawn(const scenario::Value& value, const Curve& curve);
  Curve::Level level(const scenario::Member& member) const;
  Curve::Panel panel(const scenario::Value& value, const Curve& curve);
  Curve curve(const scenario::Value& value);
  Claim claim(const scenario::Value& value);
  Held held(const scenario::Member& member);

  Study& study_;
  std::vector<const scenario::Member*> texts_;  // of the page
  std::size_t known_texts_ = 0;                 // those above the one that is read
  std::set<std::string> wanted_;                // texts of the plan's results
  std::map<std::string, std::string> words_;    // that lists have for now, by their names
};

}  // namespace weir::study
