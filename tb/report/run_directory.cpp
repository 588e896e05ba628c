// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/run_directory.h"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <sys/stat.h>

#include "tb/text/input_file.h"

namespace weir::report {

namespace {

constexpr std::size_t kBufferBytes = 1U << 16;
constexpr mode_t kFileMode = 0666;
constexpr mode_t kDirectoryMode = 0777;
constexpr unsigned kMaxRuns = 1'000'000;

std::string reason(int error) { return std::generic_category().message(error); }

void make_parents(const std::filesystem::path& path) {
  std::error_code error;
  if (path.has_parent_path()) {
    std::filesystem::create_directories(path.parent_path(), error);
  }
  if (error) {
    throw BadOutputDirectory(path.string() + ": cannot make the directory: " + error.message());
  }
}

void make_folder_of(const std::filesystem::path& file) {
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  if (error) {
    throw OutputError(file.string() + ": cannot write: " + error.message());
  }
}

// The path behind the symbolic links at the end of `path`; in a circle of links the last one followed, which no file
// can be.
std::filesystem::path behind_links(std::filesystem::path path) {
  constexpr int kMostLinks = 40;  // as the system follows
  std::error_code error;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(path, error); ++i) {
    path = path.parent_path() / std::filesystem::read_symlink(path, error);
  }
  return path;
}

bool is_written_in_place(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::file_type type = std::filesystem::status(path, error).type();
  return type == std::filesystem::file_type::fifo || type == std::filesystem::file_type::character ||
         type == std::filesystem::file_type::block;
}

// While it lives, a reader that has gone is an error of the write and not a signal that ends the program. Signals are
// left as they were, because programs that this one starts inherit them.
class BrokenPipesAreErrors {
 public:
  BrokenPipesAreErrors() {
    ::sigemptyset(&broken_pipe_);
    ::sigaddset(&broken_pipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &broken_pipe_, &before_);
  }
  ~BrokenPipesAreErrors() {
    constexpr timespec kNoWait{};
    while (::sigtimedwait(&broken_pipe_, nullptr, &kNoWait) > 0) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  BrokenPipesAreErrors(const BrokenPipesAreErrors&) = delete;
  BrokenPipesAreErrors& operator=(const BrokenPipesAreErrors&) = delete;

 private:
  sigset_t broken_pipe_{};
  sigset_t before_{};
};

}  // namespace

OutputFile::OutputFile(std::filesystem::path final_path, std::string_view suffix)
    : final_path_(std::move(final_path)), target_(behind_links(final_path_)) {
  buffer_.reserve(kBufferBytes);
  if (std::error_code unknown; std::filesystem::is_directory(target_, unknown))
    throw OutputError(final_path_.string() + ": cannot write: " + reason(EISDIR));
  if (is_written_in_place(target_)) {
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    temporary_path_ = target_.string() + std::string(suffix);
    descriptor_ = ::open(temporary_path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kFileMode);
  }
  if (descriptor_ < 0) {
    throw OutputError(final_path_.string() + ": cannot write: " + reason(errno));
  }
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kBufferBytes) {
    flush();
  }
}

void OutputFile::flush() {
  const BrokenPipesAreErrors while_written;
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      fail(reason(errno));
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void OutputFile::commit() {
  flush();
  // A file system that allocates late says only here that it is full. Some devices cannot be synchronised at all.
  if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) {
    fail(reason(errno));
  }
  const int closed = ::close(std::exchange(descriptor_, -1));
  if (closed != 0) {
    fail(reason(errno));
  }
  if (temporary_path_.empty()) {
    return;  // a FIFO or a device
  }
  if (::rename(temporary_path_.c_str(), target_.c_str()) != 0) {
    fail(reason(errno));
  }
  temporary_path_.clear();
}

void OutputFile::fail(const std::string& what) {
  discard();
  throw OutputError(final_path_.string() + ": cannot write: " + what);
}

void OutputFile::discard() noexcept {
  if (descriptor_ >= 0) {
    ::close(std::exchange(descriptor_, -1));
  }
  if (!temporary_path_.empty()) {
    ::unlink(temporary_path_.c_str());
  }
  temporary_path_.clear();
}

RunDirectory RunDirectory::create(const std::filesystem::path& path) {
  make_parents(path);
  if (::mkdir(path.c_str(), kDirectoryMode) == 0) {
    return RunDirectory(path, true);
  }
  if (errno != EEXIST) {
    throw BadOutputDirectory(path.string() + ": cannot make the directory: " + reason(errno));
  }
  std::error_code error;
  const bool empty = std::filesystem::is_empty(path, error);
  if (error || !std::filesystem::is_directory(path)) {
    throw BadOutputDirectory(path.string() + ": is not a directory that can be written");
  }
  if (!empty) {
    throw BadOutputDirectory(path.string() + ": holds files already; wanted: a new or an empty directory");
  }
  return RunDirectory(path, false);
}

RunDirectory RunDirectory::create_numbered(const std::string& name, const std::filesystem::path& base) {
  for (unsigned n = 1; n <= kMaxRuns; ++n) {
    const std::filesystem::path path = base / (name + "-" + std::to_string(n));
    if (n == 1) {
      make_parents(path);
    }
    // mkdir decides: of several runs that try the same number exactly one gets it.
    if (::mkdir(path.c_str(), kDirectoryMode) == 0) {
      return RunDirectory(path, true);
    }
    if (errno != EEXIST) {
      throw BadOutputDirectory(path.string() + ": cannot make the directory: " + reason(errno));
    }
  }
  throw BadOutputDirectory((base / name).string() + "-<n>: no number is free");
}

RunDirectory RunDirectory::open(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) {
    const bool exists = std::filesystem::exists(path, error);
    throw BadOutputDirectory(path.string() + (exists ? ": is no directory" : ": no such directory") +
                             "; wanted: the directory of a run" +
                             (path.extension() == ".toml" ? ", which weir run " + path.string() + " makes" : ""));
  }
  return RunDirectory(path, false);
}

RunDirectory::~RunDirectory() {
  if (made_) {
    ::rmdir(path_.c_str());  // refused by the system where the directory holds anything
  }
}

RunDirectory::RunDirectory(RunDirectory&& other) noexcept
    : path_(std::move(other.path_)), made_(std::exchange(other.made_, false)) {}

void RunDirectory::write_file(std::string_view name, std::string_view text) const {
  make_folder_of(file(name));
  OutputFile out(file(name));
  out.write(text);
  out.commit();
}

void RunDirectory::copy_file(const std::filesystem::path& from, std::string_view name) const {
  make_folder_of(file(name));
  std::ifstream in(from, std::ios::binary);
  OutputFile out(file(name));
  std::string block(kBufferBytes, '\0');
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
    out.write(std::string_view(block).substr(0, static_cast<std::size_t>(in.gcount())));
  }
  if (!in.eof() || in.bad()) {
    throw BadRunFile(from.string() + ": cannot read");
  }
  out.commit();
}

void publish(const std::filesystem::path& temporary_path, const std::filesystem::path& final_path) {
  const int descriptor = ::open(temporary_path.c_str(), O_RDONLY | O_CLOEXEC);
  int error = descriptor < 0 || (::fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS) ? errno : 0;
  if (descriptor >= 0 && ::close(descriptor) != 0 && error == 0) {
    error = errno;
  }
  if (error == 0 && ::rename(temporary_path.c_str(), final_path.c_str()) != 0) {
    error = errno;
  }
  if (error == 0) {
    return;
  }
  ::unlink(temporary_path.c_str());
  throw OutputError(final_path.string() + ": cannot write: " + reason(error));
}

std::string read_file(const std::filesystem::path& path) {
  if (const std::string why = text::not_a_regular_file(path.string()); !why.empty()) {
    throw BadRunFile(path.string() + ": " + why);
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    throw BadRunFile(path.string() + ": cannot read: " + reason(errno));
  }
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad() || in.fail()) {
    throw BadRunFile(path.string() + ": cannot read");
  }
  return text;
}

}  // namespace weir::report
