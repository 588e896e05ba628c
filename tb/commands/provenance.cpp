// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/provenance.h"

#include <chrono>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/chrono.h>
#include <nlohmann/json.hpp>
#include <systemc>

#include "tb/commands/commit.h"
#include "tb/plugin/plugins.h"
#include "tb/report/version.h"
#include "tb/text/host_name.h"

namespace weir {
namespace {

constexpr const char* kResolved = "resolved.toml";
constexpr const char* kInvocation = "invocation.json";
constexpr const char* kInputs = "inputs";

// The command line and its surroundings as JSON. Arguments need not be valid text.
std::string invocation(const scenario::Resolved& resolved) {
  nlohmann::ordered_json json;
  json["schema"] = "weir-invocation-1";
  json["command"] = std::vector<std::string>(sc_core::sc_argv(), sc_core::sc_argv() + sc_core::sc_argc());
  std::error_code error;
  json["working_directory"] = std::filesystem::current_path(error).string();
  json["host"] = text::host_name();
  json["started_utc"] = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  json["version"] = report::program_version();
  json["commit"] = program_commit();
  for (const plugin::Loaded& one : plugin::loaded()) {
    json["plugins"].push_back({{"path", one.path}, {"sha256", one.sha256}});
  }
  json["bases"] = nlohmann::ordered_json::array();
  for (const scenario::ResolvedFile& file : resolved.files) {
    if (file.is_base) {
      json["bases"].push_back({{"path", file.path}, {"sha256", file.sha256}, {"copy", file.name}});
    }
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

Provenance::Provenance(const report::RunDirectory& directory, const scenario::Resolved& resolved)
    : directory_(directory) {
  directory.write_file(kInvocation, invocation(resolved));
  for (const scenario::ResolvedFile& file : resolved.files) {
    directory.copy_file(file.path, file.name);
  }
  directory.write_file(kResolved, file_text(resolved));
}

void Provenance::discard() const {
  std::error_code error;
  std::filesystem::remove(directory_.file(kInvocation), error);
  std::filesystem::remove(directory_.file(kResolved), error);
  std::filesystem::remove_all(directory_.file(kInputs), error);
}

}  // namespace weir
