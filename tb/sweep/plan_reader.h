// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Reads one table of a plan, key by key; errors name the place.

#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "tb/scenario/document.h"
#include "tb/sweep/scalar.h"

namespace weir::sweep {

class PlanReader {
 public:
  // `path` names the table in messages. Throws ScenarioError if `value` is not a table, or has a key not in `known`.
  PlanReader(const scenario::Document& document, std::string path, const scenario::Value& value,
             std::initializer_list<std::string_view> known);

  const scenario::Value* find(std::string_view key) const { return value_.find(key); }
  const scenario::Value& need(std::string_view key) const;
  std::string text(std::string_view key) const;
  std::string one_of(std::string_view key, std::initializer_list<std::string_view> words) const;
  std::int64_t integer(std::string_view key, std::int64_t lowest, std::int64_t highest) const;
  Scalar scalar(std::string_view key) const;
  std::vector<std::string> texts(std::string_view key) const;  // one text, or a list of them
  const scenario::Value& value() const { return value_; }

  // Throws ScenarioError at the key, or at the table if the key is missing.
  [[noreturn]] void fail(std::string_view key, const std::string& what) const;

 private:
  std::string path_of(std::string_view key) const {
    return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
  }

  const scenario::Document& document_;
  std::string path_;
  const scenario::Value& value_;
};

}  // namespace weir::sweep
