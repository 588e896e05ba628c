// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// JSON of described structs (field.h): writing, reading, and the JSON Schema. For the .cpp files of the formats alone,
// because nlohmann's header is long.

#pragma once

#include <cmath>
#include <concepts>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tb/report/field.h"
#include "tb/report/queue_result.h"

namespace weir::report {

using Json = nlohmann::ordered_json;

template <class T>
Json json_of(const T& value) {
  return value;
}

template <>
inline Json json_of(const double& value) {
  if (!std::isfinite(value)) {
    throw std::invalid_argument("a result is not a number");
  }
  return value;
}

template <>
inline Json json_of(const Counts& counts) {
  Json json = Json::object();
  for (const auto& [reason, packets] : counts) {
    json[reason] = packets;
  }
  return json;
}

template <class T>
Json json_of(const std::optional<T>& value);

template <class T>
Json json_of(const std::vector<T>& list);

template <class T>
bool is_empty(const T& value) {
  if constexpr (requires { value.empty(); }) {
    return value.empty();
  } else if constexpr (requires { value.has_value(); }) {
    return !value.has_value();
  }
  return false;
}

template <Described T>
Json json_of(const T& described) {
  Json json;
  for_each_field<T>([&](const auto& field) {
    if (field.said.word.empty() || (field.said.left_out && is_empty(field.of(described)))) {
      return;
    }
    try {
      json[std::string(field.said.word)] = json_of(field.of(described));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(std::string(error.what()) + ": " + std::string(field.said.word));
    }
  });
  return json;
}

template <class T>
Json json_of(const std::optional<T>& value) {
  return value ? json_of(*value) : Json(nullptr);
}

template <class T>
Json json_of(const std::vector<T>& list) {
  Json json = Json::array();
  for (const T& one : list) {
    json.push_back(json_of(one));
  }
  return json;
}

template <class T>
void read(const Json& json, T& value) {
  json.get_to(value);
}

template <class T>
void read(const Json& json, std::optional<T>& value);

template <class T>
void read(const Json& json, std::vector<T>& list);

// Reads all fields but those derived from others: a Derived has no member.
template <Described T>
void read(const Json& json, T& described) {
  for_each_field<T>([&](const auto& field) {
    if constexpr (requires { field.member; }) {
      if (field.said.left_out && !json.contains(field.said.word)) {
        return;
      }
      read(json.at(std::string(field.said.word)), described.*field.member);
    }
  });
}

template <class T>
void read(const Json& json, std::optional<T>& value) {
  if (!json.is_null()) {
    read(json, value.emplace());
  }
}

template <class T>
void read(const Json& json, std::vector<T>& list) {
  for (const Json& one : json) {
    read(one, list.emplace_back());
  }
}

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

inline Json schema_of(As<bool>, const Said& /*said*/) { return {{"type", "boolean"}}; }

inline Json schema_of(As<double>, const Said& said) {
  Json json{{"type", "number"}};
  if (!said.negative) {
    json["minimum"] = 0;
  }
  return json;
}

inline Json schema_of(As<std::string>, const Said& said) {
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

inline Json schema_of(As<Counts>, const Said& /*said*/) {
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

}  // namespace weir::report
