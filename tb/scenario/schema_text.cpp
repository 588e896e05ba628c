// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/schema_text.h"

#include <string_view>

#include <nlohmann/json.hpp>

#include "hw_model/base/ids.h"
#include "tb/scenario/expectation.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/key_text.h"

namespace weir::scenario {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kNamePattern = "^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$";
constexpr std::string_view kTimePattern = "^[0-9]+(\\.[0-9]+)? *(ps|ns|us|ms|s)$";
constexpr std::string_view kRatePattern = "^[0-9]+(\\.[0-9]+)? *(bps|Kbps|Mbps|Gbps|Tbps)$";
constexpr std::string_view kBytesPattern = "^[0-9]+(\\.[0-9]+)? *(B|KB|MB|GB|KiB|MiB|GiB)$";
constexpr std::string_view kDigestPattern = "^[0-9a-f]{64}$";

constexpr std::string_view kBase = "Scenario file of which this file says only the differences; relative to this file.";
constexpr std::string_view kExpectBase = "Whether the expectations of the base must hold, too; default: `false`.";

Json text_of(std::string_view pattern) { return {{"type", "string"}, {"pattern", pattern}}; }

// The word by which a file with a base takes back a value, a table or a list of the base.
Json taken_back() { return {{"const", "default"}}; }
Json table_or_list(std::string_view type) {
  return {{"type", Json::array({type, "string"})}, {"pattern", "^default$"}};
}

Json list_of(const Json& items) { return {{"type", "array"}, {"items", items}}; }

Json pair_of(const Json& items) { return {{"type", "array"}, {"items", items}, {"minItems", 2}, {"maxItems", 2}}; }

// The JSON type of kinds whose values are lists.
Json list_type_of(KeyKind kind) {
  switch (kind) {
    case KeyKind::kTexts:
      return list_of({{"type", "string"}});
    case KeyKind::kNames:
      return list_of(text_of(kNamePattern));
    case KeyKind::kPatterns:
      return list_of(text_of("^[A-Za-z0-9_*-]{1,64}$"));
    case KeyKind::kSizes:
      return list_of(text_of(kBytesPattern));
    case KeyKind::kPair:
      return pair_of(text_of(kNamePattern));
    case KeyKind::kPairs:
      return list_of(pair_of(text_of(kNamePattern)));
    case KeyKind::kNumberPairs:
      return list_of(pair_of({{"type", "integer"}, {"minimum", 0}}));
    case KeyKind::kClasses:
      return list_of({{"type", "integer"}, {"minimum", 0}, {"maximum", 7}});
    case KeyKind::kWeights:
      return list_of({{"type", "integer"}, {"minimum", 1}, {"maximum", 255}});
    case KeyKind::kParts:
      return list_of({{"type", "integer"}, {"minimum", 0}, {"maximum", 255}});
    default:
      return {};
  }
}

Json type_of(const KeySpec& key) {
  const auto limit = [](Json& json, const char* name, std::string_view text) {
    if (!text.empty()) {
      json[name] = Json::parse(text);
    }
  };
  switch (key.kind) {
    case KeyKind::kTime:
      return text_of(kTimePattern);
    case KeyKind::kRate:
      return text_of(kRatePattern);
    case KeyKind::kBytes:
      if (!key.words.empty()) {
        return {{"anyOf", {text_of(kBytesPattern), Json{{"enum", key.words}}}}};
      }
      return text_of(kBytesPattern);
    case KeyKind::kClassBytes: {
      Json list = list_of(text_of(kBytesPattern));
      list["minItems"] = list["maxItems"] = kClasses;
      return {{"anyOf", {text_of(kBytesPattern), std::move(list)}}};
    }
    case KeyKind::kInteger:
    case KeyKind::kReal: {
      Json json{{"type", key.kind == KeyKind::kInteger ? "integer" : "number"}};
      limit(json, "minimum", key.lowest);
      limit(json, "maximum", key.highest);
      if (!key.words.empty()) {
        return {{"anyOf", {std::move(json), Json{{"enum", key.words}}}}};
      }
      return json;
    }
    case KeyKind::kBoolean:
      return {{"type", "boolean"}};
    case KeyKind::kWord:
      return {{"enum", key.words}};
    case KeyKind::kText:
    case KeyKind::kFile:
      return {{"type", "string"}};
    case KeyKind::kDigest:
      return text_of(kDigestPattern);
    case KeyKind::kAddress:
      return {{"type", "string"}, {"format", "ipv4"}};
    case KeyKind::kName:
      return text_of(kNamePattern);
    case KeyKind::kNumbers:
      return list_of(
          {{"type", "integer"}, {"minimum", Json::parse(key.lowest)}, {"maximum", Json::parse(key.highest)}});
    default:
      return list_type_of(key.kind);
  }
}

// Default in the type that the schema asks for.
Json default_of(const KeySpec& key) {
  const bool is_text = is_quantity(key.kind) || key.kind == KeyKind::kWord || key.kind == KeyKind::kAddress ||
                       key.kind == KeyKind::kText;
  return is_text ? Json(key.initial) : Json::parse(key.initial);
}

Json property_of(const KeySpec& key) {
  Json json{{"anyOf", Json::array({type_of(key), taken_back()})}};
  std::string description(key.meaning);
  if (is_quantity(key.kind) && !range_of(key).empty()) {
    description += " Range: " + range_of(key) + ".";
  }
  json["description"] = description;
  if (!key.initial.empty()) {
    json["default"] = default_of(key);
  }
  return json;
}

Json object_of(std::string_view description) {
  Json json = table_or_list("object");
  json.update({{"description", description}, {"additionalProperties", false}, {"properties", Json::object()}});
  return json;
}

// The schema of the table at `path`, made where it is missing: each part is a property, or the items of one.
Json& table_at(Json& root, std::string_view path) {
  Json* json = &root;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    std::string_view part = path.substr(begin, end - begin);
    const bool is_array = part.ends_with("[]");
    part.remove_suffix(is_array ? 2 : 0);
    json = &(*json)["properties"][std::string(part)];
    if (is_array) {
      json = &(*json)["items"];
    }
    begin = end + 1;
  }
  return *json;
}

Json number_of(Measure measure) {
  switch (measure) {
    case Measure::kCount:
      return {{"type", "integer"}, {"minimum", 0}};
    case Measure::kBoolean:
      return {{"type", "boolean"}};
    case Measure::kTime:
      return text_of(kTimePattern);
    case Measure::kRate:
      return text_of(kRatePattern);
    case Measure::kRatio:
      return {{"type", "number"}, {"minimum", 0}};
    case Measure::kBytes:
      break;
  }
  return text_of(kBytesPattern);
}

Json expectation_of(const QuantitySpec& spec) {
  const Json number = number_of(spec.measure);
  Json any = Json::array({number, taken_back()});
  Json same{{"type", "object"}, {"additionalProperties", false}, {"required", {"same_as"}}};
  same["properties"]["same_as"] = {{"type", "string"}};
  if (spec.measure != Measure::kBoolean) {
    Json range{{"type", "object"}, {"additionalProperties", false}, {"minProperties", 1}};
    range["properties"] = {{"min", number}, {"max", number}};
    any.push_back(range);
    same["properties"]["plus"] = same["properties"]["within"] = number;
  }
  any.push_back(same);
  return {{"description", spec.meaning}, {"anyOf", any}};
}

// "flow.*.fct" as a pattern of property names.
std::string pattern_of(std::string_view key) {
  std::string pattern = "^";
  for (const char c : key) {
    pattern += c == '*' ? "[^.]+" : c == '.' ? "\\." : std::string(1, c);
  }
  return pattern + "$";
}

Json expect_schema() {
  Json json = object_of("What must hold at the end; otherwise the exit status is 1.");
  json["properties"]["base"] = {{"type", "boolean"}, {"description", kExpectBase}};
  for (const QuantitySpec& spec : quantity_specs()) {
    if (spec.key.find('*') == std::string_view::npos) {
      json["properties"][std::string(spec.key)] = expectation_of(spec);
    } else {
      json["patternProperties"][pattern_of(spec.key)] = expectation_of(spec);
    }
  }
  // Keys without quotes are tables in tables.
  for (const char* scope : {"flow", "queue", "event", "link"}) {
    json["properties"][scope] = {{"type", "object"}};
  }
  return json;
}

// [switch.NAME]: what single switches may have, as all have it.
Json own_schema() {
  Json root = object_of(
      "Settings of the switches of this name, or of those that a pattern with * for any letters means, over those of "
      "all.");
  for (const KeySpec& key : key_specs()) {
    if (!key.by_switch) {
      continue;
    }
    std::string reference = "#/properties/" + std::string(key.table);
    for (std::size_t dot = reference.find('.'); dot != std::string::npos; dot = reference.find('.')) {
      reference.replace(dot, 1, "/properties/");
    }
    Json* table = &root;
    const std::string path = own_path("", key.table).substr(std::string_view("switch..").size());
    for (std::size_t begin = 0; begin < path.size();) {
      const std::size_t end = std::min(path.find('.', begin), path.size());
      Json& inner = (*table)["properties"][path.substr(begin, end - begin)];
      if (inner.is_null()) {
        inner = {{"type", "object"}, {"additionalProperties", false}, {"properties", Json::object()}};
      }
      table = &inner;
      begin = end + 1;
    }
    (*table)["properties"][std::string(key.name)] = {{"$ref", reference + "/properties/" + std::string(key.name)}};
  }
  return root;
}

// Where else the key may be set: in tables of single switches, in the chip as a library, in the register that holds it.
std::string front_ends_of(const KeySpec& key) {
  std::string text = key.by_switch ? "`[switch.NAME]`" : "";
  if (key.on_chip) {
    text += (text.empty() ? "" : ", ") + std::string("library");
  }
  return key.register_name.empty() ? text : text + ", `" + key.register_name + "`";
}

// The header of a table as a file writes it.
std::string header_of(std::string_view path) {
  const std::string plain(path.ends_with("[]") ? path.substr(0, path.size() - 2) : path);
  return path.ends_with("[]") ? "[[" + plain + "]]" : "[" + plain + "]";
}

}  // namespace

std::string json_schema() {
  Json root = object_of("A scenario of weir. docs/reference/scenario_file.md says the same in words.");
  root["$schema"] = "http://json-schema.org/draft-07/schema#";
  root["title"] = "weir scenario";
  // A file with a base need not have the required tables: its base may have them.
  root["if"] = {{"required", {"base"}}};
  Json& alone = root["else"];
  alone["required"] = {"scenario", "topology"};
  root["properties"]["base"] = {{"type", "string"}, {"description", kBase}};
  for (const TableSpec& table : table_specs()) {
    if (table.path.ends_with("[]")) {
      table_at(root, table.path.substr(0, table.path.size() - 2)) = table_or_list("array");
    }
    table_at(root, table.path) = object_of(table.meaning);
  }
  for (const KeySpec& key : key_specs()) {
    Json& table = table_at(root, key.table);
    table["properties"][std::string(key.name)] = property_of(key);
    if (key.required) {
      table_at(alone, key.table)["required"].push_back(key.name);
    }
  }
  root["properties"]["switch"]["additionalProperties"] = own_schema();
  root["properties"]["expect"] = expect_schema();
  return root.dump(2) + "\n";
}

std::string key_reference() {
  std::string text = "\n### Above all tables\n\n| key | value | meaning |\n|---|---|---|\n| `base` | path | " +
                     std::string(kBase) + " |\n";
  for (const TableSpec& table : table_specs()) {
    text += "\n### `" + header_of(table.path) + "`\n\n" + std::string(table.meaning) + "\n\n";
    std::string rows;
    for (const KeySpec& key : key_specs()) {
      if (key.table != table.path) {
        continue;
      }
      rows += "| `" + std::string(key.name) + "` | " + kind_text(key) + " | " + range_of(key) + " | " +
              (key.required          ? "required"
               : key.initial.empty() ? ""
                                     : "`" + std::string(key.initial) + "`") +
              " | " + front_ends_of(key) + " | " + std::string(key.meaning) + " |\n";
    }
    if (!rows.empty()) {
      text += "| key | value | range | default | also in | meaning |\n|---|---|---|---|---|---|\n" + rows;
    }
  }
  text += "\n### `[expect]`\n\n| key | value | meaning |\n|---|---|---|\n| `base` | true, false | " +
          std::string(kExpectBase) + " |\n";
  for (const QuantitySpec& spec : quantity_specs()) {
    text += "| `" + std::string(spec.key) + "` | " + measure_text(spec.measure) + " | " + std::string(spec.meaning) +
            " |\n";
  }
  return text;
}

}  // namespace weir::scenario
