// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A run's output directory and its files. A file is written beside its place as <name>.partial and renamed when
// complete, so that neither a killed run nor a full disk leaves half a file under a final name. A symbolic link stays:
// the file that it names is replaced, in its own folder. A FIFO or a device is written directly. Every write is
// checked; a failure is an OutputError that names the file.

#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace weir::report {

// An error in one line: "<path>: <what went wrong>".
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The requested directory is not usable (exit status 2): it is not empty, or it cannot be made.
class BadOutputDirectory : public OutputError {
 public:
  using OutputError::OutputError;
};

// A file to be read is missing or malformed (exit status 2).
class BadRunFile : public OutputError {
 public:
  using OutputError::OutputError;
};

// A file being written. Unless committed, it is removed by the destructor.
class OutputFile {
 public:
  // `suffix`: what the temporary name has behind the final one. Throws OutputError.
  explicit OutputFile(std::filesystem::path final_path, std::string_view suffix = ".partial");
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Appends `text`. Throws OutputError, after which the temporary file is gone.
  void write(std::string_view text);
  // Passes buffered text to the operating system, for a concurrent reader.
  void flush();
  // Writes the file to disk and renames it to its final name, replacing an existing file. Throws OutputError.
  void commit();

  const std::filesystem::path& final_path() const { return final_path_; }
  // Empty if the path names a FIFO or a device.
  const std::filesystem::path& temporary_path() const { return temporary_path_; }

 private:
  [[noreturn]] void fail(const std::string& what);
  void discard() noexcept;

  std::filesystem::path final_path_;
  std::filesystem::path target_;  // the file that a symbolic link at final_path_ names, else final_path_
  std::filesystem::path temporary_path_;
  std::string buffer_;
  int descriptor_ = -1;
};

class RunDirectory {
 public:
  // The directory of --out: made, with its parents, or an existing empty directory. Throws BadOutputDirectory.
  static RunDirectory create(const std::filesystem::path& path);
  // <base>/<name>-<n> with the lowest free n >= 1, also when several runs start at once. Throws BadOutputDirectory.
  static RunDirectory create_numbered(const std::string& name, const std::filesystem::path& base = "out");
  // A directory written by a run. Throws BadOutputDirectory.
  static RunDirectory open(const std::filesystem::path& path);

  // Removes the directory if this run made it and wrote nothing to it.
  ~RunDirectory();
  RunDirectory(RunDirectory&& other) noexcept;
  RunDirectory(const RunDirectory&) = delete;
  RunDirectory& operator=(const RunDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path file(std::string_view name) const { return path_ / name; }

  // Writes a whole file at once; for "folder/x" the folder is made. Throws OutputError.
  void write_file(std::string_view name, std::string_view text) const;
  // Copies a file to `name`; for "folder/x" the folder is made. Throws BadRunFile, OutputError.
  void copy_file(const std::filesystem::path& from, std::string_view name) const;

 private:
  RunDirectory(std::filesystem::path path, bool made) : path_(std::move(path)), made_(made) {}

  std::filesystem::path path_;
  bool made_;
};

// Writes a complete file made by others to disk and renames it to its final name. Throws OutputError, after which the
// temporary file is gone.
void publish(const std::filesystem::path& temporary_path, const std::filesystem::path& final_path);

// The content of a file. Throws BadRunFile.
std::string read_file(const std::filesystem::path& path);

}  // namespace weir::report
