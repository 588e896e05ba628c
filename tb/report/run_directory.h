// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The directory that a run writes, and the files in it. A file is written beside its place as <name>.partial and
// renamed when it is complete, so that neither a killed run nor a full disk leaves half a file under a final name.
// A symbolic link stays: the file that it names is replaced, in its own folder. A FIFO or a device is written as it is.
// Every write is checked; what fails is an OutputError that names the file.

#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace weir::report {

// One line: "<path>: <what went wrong>".
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The directory asked for cannot be used (exit status 2): it holds something, or it cannot be made.
class BadOutputDirectory : public OutputError {
 public:
  using OutputError::OutputError;
};

// A file that was to be read is missing or not what it should be (exit status 2).
class BadRunFile : public OutputError {
 public:
  using OutputError::OutputError;
};

// A file being written. Not committed: the destructor removes it.
class OutputFile {
 public:
  // Throws OutputError.
  explicit OutputFile(std::filesystem::path final_path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Appends. Throws OutputError, after which the temporary file is gone.
  void write(std::string_view text);
  // Hands what is buffered to the operating system, for a reader that looks on.
  void flush();
  // Puts the file on the disk and under its final name, replacing one of that name. Throws OutputError.
  void commit();

  const std::filesystem::path& final_path() const { return final_path_; }
  // Empty where the path names a FIFO or a device.
  const std::filesystem::path& temporary_path() const { return temporary_path_; }

 private:
  [[noreturn]] void fail(const std::string& what);
  void discard() noexcept;

  std::filesystem::path final_path_;
  std::filesystem::path target_;  // what a symbolic link at the end of final_path_ names, else final_path_
  std::filesystem::path temporary_path_;
  std::string buffer_;
  int descriptor_ = -1;
};

class RunDirectory {
 public:
  // DIR of --out: made, with its parents, or an empty directory that exists. Throws BadOutputDirectory.
  static RunDirectory create(const std::filesystem::path& path);
  // <base>/<name>-<n> with the first n >= 1 that is free, also when several runs start at once. Throws
  // BadOutputDirectory.
  static RunDirectory create_numbered(const std::string& name, const std::filesystem::path& base = "out");
  // A directory that a run has written. Throws BadOutputDirectory.
  static RunDirectory open(const std::filesystem::path& path);

  // Removes the directory where this run made it and nothing was written to it.
  ~RunDirectory();
  RunDirectory(RunDirectory&& other) noexcept;
  RunDirectory(const RunDirectory&) = delete;
  RunDirectory& operator=(const RunDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path file(std::string_view name) const { return path_ / name; }

  // Writes a whole file at once. Throws OutputError.
  void write_file(std::string_view name, std::string_view text) const;
  // Copies a file to `name`, "folder/x" in a folder that is made. Throws BadRunFile, OutputError.
  void copy_file(const std::filesystem::path& from, std::string_view name) const;

 private:
  RunDirectory(std::filesystem::path path, bool made) : path_(std::move(path)), made_(made) {}

  std::filesystem::path path_;
  bool made_;
};

// Puts a complete file that someone else wrote on the disk and under its final name. Throws OutputError, after which
// the temporary file is gone.
void publish(const std::filesystem::path& temporary_path, const std::filesystem::path& final_path);

// The content of a file. Throws BadRunFile.
std::string read_file(const std::filesystem::path& path);

}  // namespace weir::report
