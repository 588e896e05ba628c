// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The programs that synthesis calls, each by its argument list, never through a shell.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace weir::synthesis {

struct ToolResult {
  int status = 0;        // the exit status; 128 and a signal's number where one ended it
  std::string output{};  // both streams
};

// The program on PATH. Throws std::invalid_argument, with who needs it and the Debian package, where there is none.
std::filesystem::path find_tool(const std::string& name, const std::string& package,
                                const std::string& asker = "synthesis");

// Waits for it; standard input is empty.
ToolResult run_tool(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                    const std::filesystem::path& directory);

// A directory of its own below the system's one for temporary files, removed with all it holds.
class WorkDirectory {
 public:
  WorkDirectory();
  ~WorkDirectory();
  WorkDirectory(const WorkDirectory&) = delete;
  WorkDirectory& operator=(const WorkDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;

 private:
  std::filesystem::path path_;
};

}  // namespace weir::synthesis
