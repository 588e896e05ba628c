// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/text/shared_object.h"

#include <set>
#include <system_error>

namespace weir::text {

std::filesystem::path program_folder() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
}

std::filesystem::path shared_object(const std::string& name) {
  std::error_code error;
  if (std::filesystem::is_regular_file(program_folder() / name, error)) {
    return program_folder() / name;
  }
  // PREFIX/lib, or a folder of it: for this machine, as Debian has them, or of weir alone.
  const std::filesystem::path lib = program_folder().parent_path() / "lib";
  std::set<std::filesystem::path> folders = {lib};
  for (const auto& entry : std::filesystem::directory_iterator(lib, error)) {
    folders.insert(entry.path());
    folders.insert(entry.path() / "weir");
  }
  for (const std::filesystem::path& folder : folders) {
    if (std::filesystem::is_regular_file(folder / name, error)) {
      return folder / name;
    }
  }
  return {};
}

}  // namespace weir::text
