// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/csv_column.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "tb/scenario/file_text.h"
#include "tb/sweep/plan_reader.h"
#include "tb/sweep/scalar.h"
#include "tb/sweep/value_text.h"
#include "tb/text/csv.h"
#include "tb/text/words.h"

namespace weir::sweep {
namespace {

using scenario::Value;

// What a row must have in one column.
struct Wish {
  std::string column;
  std::vector<std::string> one_of = {};  // empty: anything
  std::optional<Scalar> minimum = {};
  std::optional<Scalar> maximum = {};

  bool fits(const Value& value) const {
    if (!one_of.empty() && std::find(one_of.begin(), one_of.end(), text_of(value)) == one_of.end()) {
      return false;
    }
    const auto scalar = scalar_of(value);
    const auto compares = [&](const Scalar& end) { return scalar && scalar->unit() == end.unit(); };
    return (!minimum || (compares(*minimum) && scalar->value() >= minimum->value())) &&
           (!maximum || (compares(*maximum) && scalar->value() <= maximum->value()));
  }
};

std::vector<Wish> wishes_of(const scenario::Document& document, const Value& where) {
  if (where.kind != Value::Kind::kTable) {
    scenario::fail(document, where.place, "axis.column.where", "wanted a table of columns");
  }
  std::vector<Wish> wishes;
  for (const scenario::Member& member : where.members) {
    Wish wish{.column = member.key};
    if (member.value.kind == Value::Kind::kTable) {
      const PlanReader ends(document, "axis.column.where." + member.key, member.value, {"min", "max"});
      wish.minimum = ends.find("min") != nullptr ? std::optional(ends.scalar("min")) : std::nullopt;
      wish.maximum = ends.find("max") != nullptr ? std::optional(ends.scalar("max")) : std::nullopt;
    } else {
      for (const Value& one :
           member.value.kind == Value::Kind::kArray ? member.value.elements : std::vector{member.value}) {
        wish.one_of.push_back(text_of(one));
      }
    }
    wishes.push_back(std::move(wish));
  }
  return wishes;
}

}  // namespace

std::vector<Value> values_of_column(const scenario::Document& document, const Value& given,
                                    const std::filesystem::path& folder) {
  const PlanReader reader(document, "axis.column", given, {"file", "name", "where", "first"});
  const std::string name = reader.text("name");
  const std::vector<Wish> wishes =
      reader.find("where") != nullptr ? wishes_of(document, reader.need("where")) : std::vector<Wish>();
  const std::int64_t most = reader.find("first") != nullptr
                                ? reader.integer("first", 1, std::numeric_limits<std::int64_t>::max())
                                : std::numeric_limits<std::int64_t>::max();
  std::vector<text::CsvColumn> columns{{name}};
  for (const Wish& wish : wishes) {
    if (wish.column != name) {
      columns.push_back({wish.column});
    }
  }
  const std::string path = (folder / reader.text("file")).lexically_normal().string();
  std::vector<Value> values;
  try {
    const std::string text = scenario::read_text_file(path, "a table of values");
    const text::CsvTable table(text, path, columns, text::OtherColumns::kSkipped);
    for (const text::CsvRow& row : table.rows()) {
      const auto field = [&](const std::string& column) {
        const auto found =
            std::find_if(columns.begin(), columns.end(), [&](const auto& c) { return c.name == column; });
        Value value = value_of_set(row.field(static_cast<std::size_t>(found - columns.begin())));
        value.place = given.place;
        return value;
      };
      const bool fits =
          std::all_of(wishes.begin(), wishes.end(), [&](const Wish& wish) { return wish.fits(field(wish.column)); });
      if (fits && values.size() < static_cast<std::size_t>(most)) {
        values.push_back(field(name));
      }
    }
  } catch (const text::CsvError& error) {
    reader.fail("file", error.what());
  } catch (const scenario::ScenarioError& error) {
    reader.fail("file", error.what());
  }
  if (values.empty()) {
    reader.fail("where", "no row of " + text::in_quotes(path) + " fits");
  }
  return values;
}

}  // namespace weir::sweep
