// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/summary.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "tb/report/run_directory.h"

namespace weir::report {

namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json json_of(const T& value) {
  return value;
}

template <>
Json json_of(const double& value) {
  if (!std::isfinite(value)) {
    throw std::invalid_argument("a result is not a number");
  }
  return value;
}

template <>
Json json_of(const Counts& counts) {
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

}  // namespace

std::string summary_to_json(const Results& results, const NetworkDrawing& network) {
  Json json;
  json["schema"] = kSummarySchema;
  json.update(json_of(results));
  json["network"] = json_of(network);
  constexpr int kIndent = 2;
  // A name that is not UTF-8 is written with replacement characters: a report is better than none.
  return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

Summary summary_from_json(const std::string& text, const std::string& where) {
  try {
    const Json json = Json::parse(text);
    const std::string schema = json.at("schema").get<std::string>();
    if (schema != kSummarySchema) {
      throw BadRunFile(where + ": schema is '" + schema + "'; wanted: '" + kSummarySchema + "'");
    }
    Summary summary;
    read(json, summary.results);
    read(json.at("network"), summary.network);
    return summary;
  } catch (const nlohmann::json::exception& error) {
    throw BadRunFile(where + ": not a summary of a run: " + error.what());
  }
}

bool all_held(const Results& results) {
  return std::ranges::all_of(results.expectations, [](const ExpectationResult& one) { return one.held == true; });
}

}  // namespace weir::report
