// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/resolved.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string_view>

#include "hw_model/ledger/setting.h"
#include "tb/scenario/expectation_value.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/toml_text.h"
#include "tb/text/quantity.h"
#include "tb/text/sha256.h"

namespace weir::scenario {
namespace {

constexpr std::string_view kOrigin = "origin";

// Numbers that --set gave as names are names.
Value as_text(const Value& value) {
  if (value.kind != Value::Kind::kArray) {
    return text_value(value.text);
  }
  Value list = value;
  std::transform(list.elements.begin(), list.elements.end(), list.elements.begin(), as_text);
  return list;
}

// A word that stands in the place of a quantity stays as it is.
Value quantity(ledger::SettingKind kind, text::Dimension dimension, const Value& value) {
  if (value.kind == Value::Kind::kText && !value.text.empty() && value.text.front() >= 'a') {
    return value;
  }
  return text_value(ledger::text_of({.kind = kind}, {text::parse_quantity(dimension, value.text)}));
}

// The value in the one way in which resolved.toml writes it.
Value canonical(KeyKind kind, const Value& value) {
  switch (kind) {
    case KeyKind::kTime:
      return quantity(ledger::SettingKind::kTime, text::Dimension::kTime, value);
    case KeyKind::kRate:
      return quantity(ledger::SettingKind::kRate, text::Dimension::kRate, value);
    case KeyKind::kBytes:
      return quantity(ledger::SettingKind::kBytes, text::Dimension::kBytes, value);
    case KeyKind::kClassBytes:
      return canonical(value.kind == Value::Kind::kArray ? KeyKind::kSizes : KeyKind::kBytes, value);
    case KeyKind::kSizes: {
      Value list = value;
      for (Value& size : list.elements) {
        size = canonical(KeyKind::kBytes, size);
      }
      return list;
    }
    case KeyKind::kReal: {
      Value real = value;
      real.kind = Value::Kind::kReal;
      return real;
    }
    case KeyKind::kText:
    case KeyKind::kFile:
    case KeyKind::kName:
    case KeyKind::kNames:
    case KeyKind::kPatterns:
    case KeyKind::kPair:
    case KeyKind::kPairs:
      return as_text(value);
    default:
      return value;
  }
}

// The table at `path`; null where there is none.
const Value* find_table(const Document& document, std::string_view path) {
  const Value* table = &document.root;
  for (std::size_t begin = 0; begin <= path.size() && table != nullptr;) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    table = table->find(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return table;
}

// The value that the run has taken for a key, otherwise the value of the file; null: neither.
const Value* value_of(const Document& document, const KeyPlace& place, const Value* table) {
  const auto taken = document.findings.taken.find(place);
  const Value* given = table == nullptr ? nullptr : table->find(std::get<2>(place));
  return taken == document.findings.taken.end() ? given : &taken->second;
}

class Resolver {
 public:
  explicit Resolver(const Document& document) : document_(document) {}

  Resolved resolve(const std::vector<OwnTables>& switches) {
    for (const TableSpec& spec : table_specs()) {
      if (spec.path != kOrigin) {
        write(std::string(spec.path));
      }
    }
    for (const auto& [name, tables] : switches) {
      for (const OwnTable& own : tables) {
        resolved_.text += "\n[" + own_path(name, own.table) + "]\n" + own.lines;
      }
    }
    write_expectations();
    resolved_.sha256 = text::sha256_of(resolved_.text);
    for (const InputFile& base : document_.bases) {
      add_file(base).is_base = true;
    }
    gather_overrides();
    return std::move(resolved_);
  }

 private:
  // A table, or each element of an array of tables.
  void write(const std::string& pattern) {
    if (!pattern.ends_with("[]")) {
      return write_table(pattern, "[" + pattern + "]", 0, find_table(document_, pattern));
    }
    const std::string path = pattern.substr(0, pattern.size() - 2);
    const Value* list = find_table(document_, path);
    for (std::size_t i = 0; list != nullptr && i < list->elements.size(); ++i) {
      write_table(pattern, "[[" + path + "]]", i, &list->elements[i]);
    }
  }

  void write_table(const std::string& pattern, const std::string& header, std::size_t index, const Value* table) {
    std::string lines;
    for (const KeySpec& spec : key_specs()) {
      if (spec.table == pattern) {
        lines += line_of(spec, {pattern, index, std::string(spec.name)}, table);
      }
    }
    // An element of an array is written even if it has no keys.
    if (!lines.empty() || pattern.ends_with("[]")) {
      resolved_.text += (resolved_.text.empty() ? "" : "\n") + header + "\n" + lines;
    }
  }

  std::string line_of(const KeySpec& spec, const KeyPlace& place, const Value* table) {
    const Findings& findings = document_.findings;
    if (spec.kind == KeyKind::kDigest && findings.files.contains(file_of(place))) {
      return "";  // stands with its file
    }
    if (const auto file = findings.files.find(place); file != findings.files.end()) {
      return file_lines(spec, file->second);
    }
    const Value* value = value_of(document_, place, table);
    return value == nullptr ? "" : std::string(spec.name) + " = " + canonical_text(spec.kind, *value) + "\n";
  }

  static KeyPlace file_of(KeyPlace digest) {
    constexpr std::string_view kEnd = "_sha256";
    std::string& name = std::get<2>(digest);
    name.resize(name.size() - kEnd.size());
    return digest;
  }

  // Files of the same content and name are one.
  ResolvedFile& add_file(const InputFile& file) {
    constexpr std::size_t kDigits = 16;
    const std::string name =
        "inputs/" + file.sha256.substr(0, kDigits) + "/" + std::filesystem::path(file.path).filename().string();
    const auto known = std::find_if(resolved_.files.begin(), resolved_.files.end(),
                                    [&](const ResolvedFile& one) { return one.name == name; });
    return known != resolved_.files.end() ? *known
                                          : resolved_.files.emplace_back(ResolvedFile{file.path, name, file.sha256});
  }

  std::string file_lines(const KeySpec& spec, const InputFile& file) {
    const std::string key(spec.name);
    return key + " = " + string_text(add_file(file).name) + "\n" + key + "_sha256 = " + string_text(file.sha256) + "\n";
  }

  // Expectations stay as the file writes them, because results quote them; each under its whole key.
  void write_expectations() {
    const Value* table = document_.root.find("expect");
    if (table != nullptr && !table->members.empty()) {
      resolved_.text += "\n[expect]\n";
      write_expectations(*table, "");
    }
  }

  void write_expectations(const Value& table, const std::string& prefix) {
    for (const Member& member : table.members) {
      const std::string key = prefix + member.key;
      if (is_group_of_expectations(member.value)) {
        write_expectations(member.value, key + ".");
      } else {
        resolved_.text += key_text(key) + " = " + toml_text(member.value) + "\n";
      }
    }
  }

  void gather_overrides() {
    const Value* origin = document_.root.find(kOrigin);
    if (const Value* earlier = origin == nullptr ? nullptr : origin->find("overrides")) {
      for (const Value& override_text : earlier->elements) {
        resolved_.overrides.push_back(override_text.text);
      }
    }
    resolved_.overrides.insert(resolved_.overrides.end(), document_.sets.begin(), document_.sets.end());
  }

  const Document& document_;
  Resolved resolved_;
};

}  // namespace

std::string canonical_text(KeyKind kind, const Value& value) { return toml_text(canonical(kind, value)); }

std::vector<OwnTable> own_tables(const Document& common, const Document& own) {
  std::vector<OwnTable> tables;
  for (const TableSpec& table : table_specs()) {
    std::string lines;
    for (const KeySpec& spec : key_specs()) {
      if (spec.table != table.path || !spec.by_switch) {
        continue;
      }
      const auto text_in = [&](const Document& document) {
        const Value* value =
            value_of(document, {std::string(spec.table), 0, std::string(spec.name)}, find_table(document, spec.table));
        return value == nullptr ? "" : canonical_text(spec.kind, *value);
      };
      if (const std::string text = text_in(own); !text.empty() && text != text_in(common)) {
        lines += std::string(spec.name) + " = " + text + "\n";
      }
    }
    if (!lines.empty()) {
      tables.push_back({std::string(table.path), lines});
    }
  }
  return tables;
}

Resolved resolve(const Document& document, const std::vector<OwnTables>& switches) {
  return Resolver(document).resolve(switches);
}

std::string file_text(const Resolved& resolved) {
  if (resolved.overrides.empty()) {
    return resolved.text;
  }
  std::string list;
  for (const std::string& one : resolved.overrides) {
    list += "  " + string_text(one) + ",\n";
  }
  return resolved.text + "\n[" + std::string(kOrigin) + "]\noverrides = [\n" + list + "]\n";
}

}  // namespace weir::scenario
