// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/quantities.h"

#include <cctype>

#include <nlohmann/json.hpp>

namespace weir::cost {
namespace {

using Json = nlohmann::ordered_json;

// A name that expressions of plans can have.
std::string word_of(const std::string& name) {
  std::string word;
  for (const char c : name) {
    const bool kept = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
    if (kept || (!word.empty() && word.back() != '_')) {
      word += kept ? c : '_';
    }
  }
  return word.substr(0, word.find_last_not_of('_') + 1);
}

// The texts that name an entry of a list: its first one, and for a register its block and its own.
std::string entry_name(const Json& entry) {
  const auto first = entry.begin();
  const std::string name = word_of(first.value().get<std::string>());
  return entry.contains("block") && entry.contains("register") ? name + "." + entry.at("register").get<std::string>()
                                                               : name;
}

void gather(const Json& json, const std::string& path, std::map<std::string, double>& all) {
  if (json.is_boolean()) {
    all[path] = json.get<bool>() ? 1 : 0;
  } else if (json.is_number()) {
    all[path] = json.get<double>();
  } else if (json.is_object()) {
    for (const auto& [key, value] : json.items()) {
      gather(value, path.empty() ? key : path + "." + key, all);
    }
  } else if (json.is_array()) {
    for (const Json& entry : json) {
      if (entry.is_object() && !entry.empty() && entry.begin().value().is_string()) {
        gather(entry, path + "." + entry_name(entry), all);
      }
    }
  }
}

}  // namespace

std::map<std::string, double> quantities(const Report& report) {
  std::map<std::string, double> all;
  gather(Json::parse(report_json(report)), "", all);
  return all;
}

std::map<std::string, double> quantities(const LinkCosts& costs) {
  const Json json = Json::parse(link_costs_json(costs));
  const Json& link = json.at("links").at(0);
  std::map<std::string, double> all;
  gather(link, "", all);
  for (const Json& round : link.at("credits")) {
    gather(round, "credits." + std::to_string(round.at("smallest").at("channels").get<unsigned>()), all);
  }
  return all;
}

}  // namespace weir::cost
