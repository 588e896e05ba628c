// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/own_rtl/own_rtl.h"

#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <unistd.h>

#include "tb/own_rtl/read_module.h"
#include "tb/own_rtl/wrapper.h"
#include "tb/synthesis/cache.h"
#include "tb/synthesis/synthesis.h"
#include "tb/synthesis/tools.h"

namespace weir::own_rtl {

namespace {

using synthesis::ToolResult;
using synthesis::WorkDirectory;

// Version of the flags below, in the key of kept shared objects.
constexpr int kCacheVersion = 1;

struct Tools {
  std::filesystem::path verilator;
  std::filesystem::path compiler;
  std::string verilator_version;
  std::filesystem::path root;  // of Verilator's include folder
};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

Tools find_tools(const WorkDirectory& work) {
  Tools tools;
  tools.verilator = synthesis::find_tool("verilator", "verilator", "RTL of one's own");
  tools.compiler = synthesis::find_tool("c++", "g++", "RTL of one's own");
  tools.verilator_version = first_line(synthesis::run_tool(tools.verilator, {"--version"}, work.path()).output);
  tools.root = first_line(synthesis::run_tool(tools.verilator, {"--getenv", "VERILATOR_ROOT"}, work.path()).output);
  return tools;
}

// Makes the file beside its place and renames it when it is complete; a folder that cannot be written is no fault.
void keep_as(const std::filesystem::path& made, const std::filesystem::path& kept) {
  std::error_code failed;
  std::filesystem::create_directories(kept.parent_path(), failed);
  const std::filesystem::path half = kept.string() + "." + std::to_string(getpid()) + ".half";
  std::filesystem::copy_file(made, half, failed);
  if (!failed) {
    std::filesystem::rename(half, kept, failed);
  }
}

void compile_with(const Tools& tools, const std::vector<std::string>& more, const std::string& what,
                  const WorkDirectory& work) {
  const std::string include = (tools.root / "include").string();
  std::vector<std::string> arguments = {"-fPIC",
                                        "-O2",
                                        "-w",
                                        "-std=gnu++17",
                                        "-I" + include,
                                        "-I" + include + "/vltstd",
                                        "-Iverilated_own",
                                        "-DVL_TIME_CONTEXT",
                                        "-DVM_COVERAGE=0",
                                        "-DVM_SC=0",
                                        "-DVM_TRACE=0"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const ToolResult compiled = synthesis::run_tool(tools.compiler, arguments, work.path());
  if (compiled.status != 0) {
    throw std::invalid_argument(what + " does not compile: " + first_line(compiled.output));
  }
}

// The part of Verilator that is the same for every module, as objects: compiled once for a version and a cache.
std::vector<std::string> runtime(const Tools& tools, const std::filesystem::path& cache, const WorkDirectory& work) {
  std::vector<std::string> objects;
  for (const char* const source : {"verilated.cpp", "verilated_threads.cpp"}) {
    const std::string content = std::to_string(kCacheVersion) + tools.verilator_version + tools.root.string() + source;
    const std::filesystem::path kept = cache / (synthesis::content_name(content) + ".o");
    if (cache.empty() || !std::filesystem::exists(kept)) {
      const std::string made = std::string(source) + ".o";
      compile_with(tools, {"-c", "-o", made, (tools.root / "include" / source).string()}, source, work);
      objects.push_back(made);
      if (!cache.empty()) {
        keep_as(work.path() / made, kept);
      }
    } else {
      objects.push_back(std::filesystem::absolute(kept).string());
    }
  }
  return objects;
}

// The shared object in `work`.
void build(const Tools& tools, const Module& module, const cosim::BlockShape& shape, const std::filesystem::path& cache,
           const WorkDirectory& work) {
  work.write("weir_own.sv", wrapper_text(module, shape));
  work.write("weir_own_shim.cpp", shim_text(shape));
  std::vector<std::string> arguments = {"--cc",      "--prefix",      "Vweir_own",    "--top-module",
                                        "weir_own",  "-O3",           "--no-timing",  "-Wno-fatal",
                                        "-Wno-lint", "-Wno-style",    "-Wwarn-WIDTH", "-Wno-TIMESCALEMOD",
                                        "--Mdir",    "verilated_own", "weir_own.sv"};
  for (const std::filesystem::path& file : module.files) {
    arguments.push_back(std::filesystem::absolute(file).string());
  }
  const ToolResult verilated = synthesis::run_tool(tools.verilator, arguments, work.path());
  if (const std::string wrong = refusal(verilated.output, module, shape); !wrong.empty() || verilated.status != 0) {
    throw std::invalid_argument(wrong.empty() ? "verilator: " + first_line(verilated.output) : wrong);
  }
  arguments = {"-shared", "-Wl,-Bsymbolic", "-o", "own.so", "weir_own_shim.cpp"};
  for (const std::string& object : runtime(tools, cache, work)) {
    arguments.push_back(object);
  }
  for (const auto& entry : std::filesystem::directory_iterator(work.path() / "verilated_own")) {
    if (entry.path().extension() == ".cpp") {
      arguments.push_back(entry.path().string());
    }
  }
  arguments.emplace_back("-pthread");
  compile_with(tools, arguments, module.name + ": what Verilator made of it", work);
}

// The functions of a shared object, which stays loaded.
struct Functions {
  void* (*make)();
  void (*remove)(void*);
  void (*evaluate)(void*, const std::uint64_t*, std::uint64_t*);
  void (*clock)(void*, std::size_t, const std::uint64_t*, std::uint64_t*);
};

template <class Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) {
    throw std::runtime_error(std::string("no ") + name + " in what was compiled");
  }
}

Functions load(const std::filesystem::path& file) {
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw std::runtime_error(dlerror());
  }
  Functions functions{};
  find(library, "weir_own_make", functions.make);
  find(library, "weir_own_delete", functions.remove);
  find(library, "weir_own_evaluate", functions.evaluate);
  find(library, "weir_own_clock", functions.clock);
  return functions;
}

class OwnDut final : public cosim::PortDut {
 public:
  explicit OwnDut(const Functions& functions) : functions_(functions), own_(functions.make()) {}
  ~OwnDut() override { functions_.remove(own_); }
  OwnDut(const OwnDut&) = delete;
  OwnDut& operator=(const OwnDut&) = delete;

  void clock(std::size_t cycles, const std::uint64_t* in, std::uint64_t* out) override {
    functions_.clock(own_, cycles, in, out);
  }
  void evaluate(const std::uint64_t* in, std::uint64_t* out) override { functions_.evaluate(own_, in, out); }

 private:
  Functions functions_;
  void* own_;
};

// The text of everything from which the shared object is made. Files that the RTL includes are not seen, so then
// nothing is kept.
std::string content_of(const Module& module, const cosim::BlockShape& shape, const Tools& tools) {
  std::string content = std::to_string(kCacheVersion);
  const auto add = [&content](const std::string& text) { content += "\n" + std::to_string(text.size()) + ":" + text; };
  add(tools.verilator_version);
  add(wrapper_text(module, shape));
  add(shim_text(shape));
  for (const std::filesystem::path& file : module.files) {
    add(read_source(file));
  }
  return content;
}

bool includes_others(const std::string& content) { return content.find("`include") != std::string::npos; }

}  // namespace

std::filesystem::path default_cache() {
  const auto synthesis = synthesis::default_cache();
  return synthesis.empty() ? synthesis : synthesis.parent_path() / "own_rtl";
}

cosim::PortDutFactory compile(const Module& module, const cosim::BlockShape& shape,
                              const std::filesystem::path& cache) {
  const WorkDirectory work;
  const Tools tools = find_tools(work);
  const std::string content = content_of(module, shape, tools);
  const std::filesystem::path kept = cache / (synthesis::content_name(content) + ".so");
  const bool keep = !cache.empty() && !includes_others(content);
  Functions functions{};
  if (keep && std::filesystem::exists(kept)) {
    functions = load(kept);
  } else {
    build(tools, module, shape, cache, work);
    functions = load(work.path() / "own.so");
    if (keep) {
      keep_as(work.path() / "own.so", kept);
    }
  }
  return [functions] { return std::make_unique<OwnDut>(functions); };
}

}  // namespace weir::own_rtl
