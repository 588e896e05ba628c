// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/summary_schema.h"

#include <concepts>

#include <nlohmann/json.hpp>

#include "tb/report/summary.h"

namespace weir::report {

namespace {

using Json = nlohmann::ordered_json;

// Tells the overloads for the types apart; it holds nothing.
template <class T>
struct As {};

template <std::integral T>
Json schema_of(As<T>, const Said& said) {
  Json json{{"type", "integer"}, {"minimum", 0}};
  if (said.highest) {
    json["maximum"] = *said.highest;
  }
  return json;
}

Json schema_of(As<bool>, const Said& /*said*/) { return {{"type", "boolean"}}; }

Json schema_of(As<double>, const Said& said) {
  Json json{{"type", "number"}};
  if (!said.negative) {
    json["minimum"] = 0;
  }
  return json;
}

Json schema_of(As<std::string>, const Said& said) {
  if (!said.one_of.empty()) {
    Json words = Json::array();
    for (const std::string_view word : said.one_of) {
      words.push_back(word);
    }
    return {{"enum", words}};
  }
  Json json{{"type", "string"}};
  if (!said.pattern.empty()) {
    json["pattern"] = said.pattern;
  }
  return json;
}

Json schema_of(As<Counts>, const Said& /*said*/) {
  return {{"type", "object"}, {"additionalProperties", {{"type", "integer"}, {"minimum", 0}}}};
}

template <class T>
Json schema_of(As<std::optional<T>>, const Said& said);

template <class T>
Json schema_of(As<std::vector<T>>, const Said& said);

template <Described T>
Json schema_of(As<T>, const Said& /*said*/) {
  Json json{{"type", "object"}, {"additionalProperties", false}, {"required", Json::array()}};
  for_each_field<T>([&]<class F>(const F& field) {
    if (field.said.word.empty()) {
      return;
    }
    using Value = std::remove_cvref_t<decltype(field.of(std::declval<const T&>()))>;
    if (!field.said.left_out) {
      json["required"].push_back(field.said.word);
    }
    Json& property = json["properties"][std::string(field.said.word)];
    property = schema_of(As<Value>{}, field.said);
    property["description"] = field.said.meaning;
  });
  return json;
}

template <class T>
Json schema_of(As<std::optional<T>>, const Said& said) {
  Json json = schema_of(As<T>{}, said);
  if (json["type"] == "object") {
    return {{"anyOf", {{{"type", "null"}}, json}}};
  }
  json["type"] = {json["type"], "null"};
  return json;
}

template <class T>
Json schema_of(As<std::vector<T>>, const Said& said) {
  return {{"type", "array"}, {"items", schema_of(As<T>{}, said)}};
}

}  // namespace

std::string summary_schema() {
  Json root{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "summary.json of a run of weir"}};
  root.update(schema_of(As<Results>{}, {}));
  root["description"] = "The results of a run. docs/user_guide/reading_results.md says how to read them.";
  root["required"].insert(root["required"].begin(), "schema");
  root["required"].push_back("network");
  root["properties"]["schema"] = {
      {"const", kSummarySchema},
      {"description", "The version of this format. It changes when a field goes or changes its meaning."}};
  root["properties"]["network"] = schema_of(As<NetworkDrawing>{}, {});
  root["properties"]["network"]["description"] = "What report.html draws.";
  return root.dump(2) + "\n";
}

}  // namespace weir::report
