// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/file_text.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tb/scenario/scenario_error.h"
#include "tb/text/input_file.h"
#include "tb/text/words.h"

namespace weir::scenario {
using text::one_line;

std::string read_text_file(const std::string& path, std::string_view what) {
  constexpr std::uintmax_t kLargestFile = 16 * 1024 * 1024;
  if (const std::string why = text::not_a_regular_file(path); !why.empty()) {
    throw ScenarioError(one_line(path) + ": " + why + "; wanted " + std::string(what));
  }
  std::error_code code;
  const std::uintmax_t size = std::filesystem::file_size(path, code);
  std::ifstream stream(path, std::ios::binary);
  if (code || !stream) {
    throw ScenarioError(one_line(path) + ": cannot be read: " + std::strerror(code ? code.value() : errno));
  }
  if (size > kLargestFile) {
    throw ScenarioError(one_line(path) + ": is larger than 16 MiB; wanted " + std::string(what));
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

}  // namespace weir::scenario
