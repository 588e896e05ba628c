// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Calls of the programs that synthesis needs, each with an argument list and without a shell.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace weir::synthesis {

struct ToolResult {
  int status = 0;        // exit status, or 128 + the number of the signal that ended the program
  std::string output{};  // both streams
};

// The path of a program on PATH. Throws std::invalid_argument, naming `asker` and the package, if missing.
std::filesystem::path find_tool(const std::string& name, const std::string& package,
                                const std::string& asker = "synthesis");

// Runs the program to its end, with empty standard input.
ToolResult run_tool(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                    const std::filesystem::path& directory);

// A temporary directory, removed with its content by the destructor.
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
