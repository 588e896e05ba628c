// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/installed.h"

#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "tb/text/shared_object.h"

namespace weir {

using text::program_folder;

std::filesystem::path installed_folder() {
  const std::filesystem::path share = program_folder().parent_path() / "share" / "weir";
  return std::filesystem::is_directory(share / "scenarios") ? share : std::filesystem::path();
}

std::filesystem::path scenario_folder() {
  if (std::filesystem::is_directory("scenarios")) {
    return "scenarios";
  }
  if (const std::filesystem::path share = installed_folder(); !share.empty()) {
    return share / "scenarios";
  }
  for (std::filesystem::path above = program_folder(); above.has_relative_path(); above = above.parent_path()) {
    if (std::filesystem::is_directory(above / "scenarios" / "bench")) {
      return above / "scenarios";
    }
  }
  throw std::invalid_argument("there is no folder 'scenarios': neither here, nor installed, nor above the program");
}

std::filesystem::path schema_file() {
  const std::filesystem::path share = installed_folder();
  const std::filesystem::path file = (share.empty() ? program_folder() : share) / "schema" / "scenario.schema.json";
  return std::filesystem::is_regular_file(file) ? file : std::filesystem::path();
}

std::filesystem::path documentation_page(const std::string& page) {
  const std::filesystem::path share = program_folder().parent_path() / "share";
  std::filesystem::path made = share / "doc" / "weir" / "html" / page;
  if (std::filesystem::is_regular_file(made.replace_extension(".html"))) {
    return made;
  }
  for (std::filesystem::path above = program_folder(); above.has_relative_path(); above = above.parent_path()) {
    if (std::filesystem::is_regular_file(above / page)) {
      return above / page;
    }
  }
  return {};
}

std::filesystem::path reference_library() { return text::shared_object("libweir_reference.so"); }

std::string file_uri(const std::filesystem::path& path) {
  constexpr std::string_view kPlain = "-._~/";
  std::string uri = "file://";
  for (const char c : path.string()) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       kPlain.find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

}  // namespace weir
