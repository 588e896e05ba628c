// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Reading a file of a run in JSON that names its format; for the .cpp files of the formats alone, as described_json.h.

#pragma once

#include <string>
#include <string_view>

#include "tb/report/described_json.h"
#include "tb/report/run_directory.h"

namespace weir::report {

// Gives the object in `text` to `take`. Throws BadRunFile, one line that begins with `where`, for what is no JSON, no
// object or of another format than `schema`, and for what take(json) does not find. `what`: "a summary of a run".
template <class Take>
void read_run_file(const std::string& text, const std::string& where, std::string_view what, std::string_view schema,
                   Take take) {
  const auto fail = [&](const std::string& why) {
    throw BadRunFile(where + ": not " + std::string(what) + ": " + why);
  };
  try {
    const Json json = Json::parse(text);
    if (!json.is_object()) {
      fail("wanted an object");
    }
    if (const auto given = json.at("schema").get<std::string>(); given != schema) {
      throw BadRunFile(where + ": schema is '" + given + "'; wanted: '" + std::string(schema) + "'");
    }
    take(json);
  } catch (const nlohmann::json::exception& error) {
    // Without the library's name for the error: "[json.exception.parse_error.101] ".
    const std::string_view said = error.what();
    const std::size_t end = said.starts_with('[') ? said.find("] ") : std::string_view::npos;
    fail(std::string(end == std::string_view::npos ? said : said.substr(end + 2)));
  }
}

}  // namespace weir::report
