// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Reads [page] of a study, key by key: the definitions of its tables and claims.

#pragma once

#include <string>

#include "tb/study/study.h"
#include "tb/sweep/plan_reader.h"

namespace weir::study {

// Parses texts and expressions of one study, and notes in its plan the results that they need.
class PageReader {
 public:
  explicit PageReader(Study& study) : study_(study) {}

  void windows(const scenario::Value& table);
  void figures(const scenario::Value& table);
  void page(const scenario::Value& table);

 private:
  [[noreturn]] void fail(const scenario::Value& value, const std::string& path, const std::string& what) const;
  const std::vector<scenario::Member>& members(const scenario::Value& value, const std::string& path) const;
  const std::vector<scenario::Value>& elements(const scenario::Value& value, const std::string& path) const;
  std::string text(const scenario::Value& value, const std::string& path) const;

  Expression expression(const scenario::Value& value, const std::string& path, const std::string& text);
  Expression number(const scenario::Value& value, const std::string& path, const std::string& text);
  Template words(const scenario::Value& value, const std::string& path);
  Piece piece(const scenario::Value& value, const std::string& path, std::string inside);
  std::vector<Alternative> alternatives(const scenario::Value& value, const std::string& path);
  Where where(const scenario::Value* value, const std::string& path);
  std::vector<Dimension> dimensions(const sweep::PlanReader& reader, const std::string& key, const std::string& path);
  Table table(const scenario::Value& value);
  void check_dimensions(const Table& table, const sweep::PlanReader& reader) const;
  Claim claim(const scenario::Value& value);
  Held held(const scenario::Member& member);

  Study& study_;
};

}  // namespace weir::study
