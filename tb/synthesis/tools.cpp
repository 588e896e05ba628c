// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/synthesis/tools.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <boost/process.hpp>

namespace weir::synthesis {

namespace {

namespace process = boost::process;

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw std::runtime_error("cannot read " + path.string());
  }
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

std::filesystem::path find_tool(const std::string& name, const std::string& package, const std::string& asker) {
  const auto found = process::search_path(name);
  if (found.empty()) {
    throw std::invalid_argument(asker + " needs the program " + name +
                                ", which is not installed (Debian: apt install " + package + ")");
  }
  return found.string();
}

ToolResult run_tool(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                    const std::filesystem::path& directory) {
  const std::filesystem::path log = directory / "log";
  std::filesystem::remove(log);  // Boost.Process writes over a file and leaves what is behind
  process::child child(process::exe = program.string(), process::args = arguments,
                       process::start_dir = directory.string(),
                       process::std_in<process::null, (process::std_out & process::std_err)> log.string());
  child.wait();
  // A program that a signal ended has no exit status of its own.
  const int native = child.native_exit_code();
  const int status = WIFSIGNALED(native) ? 128 + WTERMSIG(native) : child.exit_code();
  return {status, read_file(log)};
}

WorkDirectory::WorkDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "weir_synthesis_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error("cannot make a directory below " + std::filesystem::temp_directory_path().string());
  }
  path_ = name;
}

WorkDirectory::~WorkDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void WorkDirectory::write(const std::string& name, const std::string& text) const {
  std::ofstream file(path_ / name, std::ios::binary);
  file << text;
  if (!file.flush()) {
    throw std::runtime_error("cannot write " + (path_ / name).string());
  }
}

std::string WorkDirectory::read(const std::string& name) const { return read_file(path_ / name); }

}  // namespace weir::synthesis
