// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/ranks/plugin.h"

#include <dlfcn.h>
#include <stdexcept>
#include <string>

#include "tb/text/shared_object.h"
#include "tb/text/words.h"

namespace weir::ranks {
namespace {

constexpr const char* kMpiObject = "libweir_mpi.so";

[[noreturn]] void refuse_ranks(const std::string& why) {
  throw std::invalid_argument("several ranks need " + std::string(kMpiObject) + ": " + why);
}

template <class Function>
Function function_of(void* object, const std::filesystem::path& file, const char* name) {
  const auto function = reinterpret_cast<Function>(dlsym(object, name));
  if (function == nullptr) {
    refuse_ranks("there is no function " + std::string(name) + " in " + file.string());
  }
  return function;
}

void require_same_build(const std::filesystem::path& file, const Build& its) {
  const Build ours;
  if (std::string(its.version) != ours.version || its.language != ours.language || its.graph != ours.graph ||
      its.functions != ours.functions) {
    refuse_ranks(file.string() + " is of weir " + its.version +
                 ", or was compiled otherwise; wanted that of this weir " + ours.version);
  }
}

}  // namespace

Plugin::Plugin(const std::filesystem::path& file) {
  if (file.empty()) {
    refuse_ranks("neither in " + text::program_folder().string() + " nor in " +
                 (text::program_folder().parent_path() / "lib" / "weir").string() +
                 "; a build of weir makes this file where libopenmpi-dev and libmetis-dev are installed");
  }
  // Open MPI loads parts of itself by dlopen(), and they look for its symbols among the global ones.
  void* const object = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (object == nullptr) {
    refuse_ranks(std::string(dlerror()) + "; wanted libopenmpi3 and libmetis5 installed");
  }
  require_same_build(file, *function_of<decltype(&weir_ranks_build)>(object, file, "weir_ranks_build")());
  divide_ = function_of<decltype(&weir_ranks_divide)>(object, file, "weir_ranks_divide");
  communicator_ = function_of<decltype(&weir_ranks_communicator)>(object, file, "weir_ranks_communicator");
}

std::vector<std::uint32_t> Plugin::divide(const Graph& graph, std::uint32_t ranks) const {
  std::vector<std::uint32_t> rank_of(graph.load.size());
  divide_(graph, ranks, rank_of);
  return rank_of;
}

std::unique_ptr<Communicator> Plugin::communicator() const { return std::unique_ptr<Communicator>(communicator_()); }

const Plugin& plugin() {
  static const Plugin loaded(text::shared_object(kMpiObject));
  return loaded;
}

}  // namespace weir::ranks
