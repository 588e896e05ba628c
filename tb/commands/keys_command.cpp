// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir keys: the keys of a scenario file, from the table of keys.

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

#include <boost/algorithm/string/erase.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "tb/commands/commands.h"
#include "tb/report/console_text.h"
#include "tb/scenario/expectation_key.h"
#include "tb/scenario/key_text.h"
#include "tb/text/first_sentence.h"
#include "tb/text/words.h"

namespace weir {
namespace {

struct KeysOptions {
  std::string glob = "*";
  bool json = false;
};

// A key as people see it. Texts of the table of keys live as long as the program.
struct KeyRow {
  std::string key;  // "flow[].src"
  std::string type;
  std::string range;
  std::string initial;
  std::string_view meaning;
  bool required = false;
  std::vector<std::string_view> words{};
};

std::vector<KeyRow> all_keys() {
  std::vector<KeyRow> rows;
  for (const scenario::KeySpec& key : scenario::key_specs()) {
    rows.push_back({scenario::path_of(key), boost::erase_all_copy(scenario::kind_text(key), "`"),
                    scenario::range_of(key), key.initial, key.meaning, key.required, key.words});
  }
  for (const scenario::QuantitySpec& spec : scenario::quantity_specs()) {
    rows.push_back({"expect." + spec.key, scenario::measure_text(spec.measure), "", "", spec.meaning});
  }
  return rows;
}

// Whether the pattern means the key: as a whole, by the table in which it stands, or by its last word.
bool is_meant(const std::string& glob, const std::string& key) {
  const std::string plain = boost::erase_all_copy(key, "[]");
  return scenario::matches(glob, plain) || scenario::matches(glob + ".*", plain) ||
         scenario::matches(glob, plain.substr(plain.rfind('.') + 1));
}

std::vector<KeyRow> keys_meant(const std::string& asked) {
  const std::string glob = boost::erase_all_copy(asked, "[]");
  std::vector<KeyRow> rows = all_keys();
  std::vector<std::string> names;
  for (const KeyRow& row : rows) {
    names.push_back(boost::erase_all_copy(row.key, "[]"));
  }
  std::erase_if(rows, [&](const KeyRow& row) { return !is_meant(glob, row.key); });
  if (rows.empty()) {
    const std::size_t dot = glob.rfind('.');
    const std::string near =
        dot == std::string::npos ? "" : scenario::nearest_key(glob.substr(0, dot), glob.substr(dot + 1));
    for (std::string& name : names) {
      name = dot == std::string::npos ? name.substr(name.rfind('.') + 1) : name;
    }
    throw std::invalid_argument("there is no key " + text::in_quotes(asked) +
                                (near.empty() ? text::nearest_hint(glob, names) : "; the nearest is " + near));
  }
  return rows;
}

// "time, 1ns..1000s, default 5us".
std::string value_text(const KeyRow& row) {
  return row.type + (row.range.empty() ? "" : ", " + row.range) +
         (row.required          ? ", required"
          : row.initial.empty() ? ""
                                : ", default " + row.initial);
}

nlohmann::ordered_json json_of(const KeyRow& row) {
  nlohmann::ordered_json json{{"key", row.key}, {"type", row.words.empty() ? row.type : "word"}};
  const auto put = [&](const char* name, const auto& value) {
    if (!value.empty()) {
      json[name] = value;
    }
  };
  put("words", row.words);
  put("range", row.range);
  put("default", row.initial);
  json["required"] = row.required;
  json["meaning"] = row.meaning;
  return json;
}

int keys(const KeysOptions& options) {
  const std::vector<KeyRow> rows = keys_meant(options.glob);
  if (options.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const KeyRow& row : rows) {
      list.push_back(json_of(row));
    }
    fmt::print("{}\n", nlohmann::ordered_json{{"schema", "weir-keys-1"}, {"keys", list}}.dump(2));
    return kHeld;
  }
  std::size_t width = 0;
  for (const KeyRow& row : rows) {
    width = std::max(width, row.key.size());
  }
  report::ConsoleText text(report::terminal_style(STDOUT_FILENO));
  for (const KeyRow& row : rows) {
    text.line(fmt::format("{:<{}}  {}: {}", row.key, width, value_text(row),
                          rows.size() == 1 ? std::string(row.meaning) : text::first_sentence(row.meaning) + "."));
  }
  fmt::print("{}", text.take());
  return kHeld;
}

}  // namespace

void add_keys_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<KeysOptions>();
  CLI::App* command = app.add_subcommand("keys", "List the keys of a scenario file: value, range, default, meaning");
  command->footer("Example: weir keys 'flow_control.pfc.*'");
  command->add_option("GLOB", options->glob,
                      "A key, a table, or a key's last word; * for any letters (default: all keys)");
  command->add_flag("--json", options->json, "Print JSON, with whole meanings");
  command->callback([options, &action] { action.run = [options] { return keys(*options); }; });
}

}  // namespace weir
