// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A directory of its own for a test, removed at its end: two tests that run at once never write one file.

#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp is POSIX
#include <string>
#include <vector>

namespace weir {

class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "weir_test_XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      names.push_back(entry.path().filename());
    }
    std::ranges::sort(names);
    return names;
  }

  void put(const std::string& name, const std::string& text) const { std::ofstream(path_ / name) << text; }

  // What writes `name` next meets a full disk: its temporary file leads to the device that is always full.
  void fill_disk_for(const std::string& name) const {
    std::filesystem::create_symlink("/dev/full", path_ / (name + ".partial"));
  }

 private:
  std::filesystem::path path_;
};

}  // namespace weir
