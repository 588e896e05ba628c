// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bench/sample.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <systemc>

#include "tb/bench/foreign.h"
#include "tb/report/run_directory.h"
#include "tb/run/forked_worker.h"
#include "tb/run/simulation.h"
#include "tb/synthesis/tools.h"

namespace weir::bench {

namespace {

class Ticker : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Ticker);
  Ticker(const sc_core::sc_module_name& name, std::uint32_t seed) : sc_core::sc_module(name), state_(seed) {
    SC_METHOD(step);
    sensitive << event_;
  }

  static inline std::uint64_t notifications = 0;

 private:
  void step() {
    state_ = state_ * 1664525 + 1013904223;
    ++notifications;
    event_.notify(sc_core::sc_time::from_value((1 + (state_ >> 16U) % 1000) * 1000));
  }

  sc_core::sc_event event_;
  std::uint32_t state_;
};

double cpu_seconds(decltype(RUSAGE_SELF) whose) {
  rusage usage{};
  getrusage(whose, &usage);
  const auto in_seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return in_seconds(usage.ru_utime) + in_seconds(usage.ru_stime);
}

double peak_megabytes(decltype(RUSAGE_SELF) whose) {
  rusage usage{};
  getrusage(whose, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

// `work` in a process of its own; it returns the units that it has done. `whose`: of this process, or of those that it
// has waited for.
Sample in_child(const std::function<double()>& work, decltype(RUSAGE_SELF) whose = RUSAGE_SELF) {
  ForkedWorker worker([&](const std::string&) {
    const double units = work();
    return fmt::format("{} {} {}", units, cpu_seconds(whose), peak_megabytes(whose));
  });
  Sample sample;
  std::istringstream(worker.ask("")) >> sample.units >> sample.cpu_seconds >> sample.peak_megabytes;
  return sample;
}

double ticks() {
  constexpr unsigned kMethods = 100;
  std::vector<std::unique_ptr<Ticker>> methods;
  for (unsigned i = 0; i < kMethods; ++i) {
    methods.push_back(std::make_unique<Ticker>(sc_core::sc_gen_unique_name("method"), i + 1));
  }
  sc_core::sc_start(sc_core::sc_time(50, sc_core::SC_MS));
  return static_cast<double>(Ticker::notifications);
}

double hops_told(const std::string& command) {
  const synthesis::WorkDirectory folder;  // for what the command prints
  const synthesis::ToolResult done = synthesis::run_tool(
      "/bin/sh", {"-c", "cd \"$0\" && eval \"$1\"", std::filesystem::current_path(), command}, folder.path());
  const std::string what = "bench: --beside: '" + command + "' ";
  if (done.status != 0) {
    throw std::runtime_error(what + "ended with status " + std::to_string(done.status));
  }
  std::string_view last = done.output;
  last.remove_suffix(last.ends_with('\n') ? 1 : 0);
  last.remove_prefix(last.rfind('\n') + 1);
  std::cmatch found;
  if (!std::regex_match(last.begin(), last.end(), found, std::regex("hops ([1-9][0-9]*)"))) {
    throw std::runtime_error(what + "has no last line 'hops N', N from 1 on");
  }
  return std::stod(found[1]);
}

double hops(const scenario::Scenario& scenario, const Observation& observation) {
  return static_cast<double>(simulate(scenario, observation).results.packet_hops);
}

}  // namespace

Sample yardstick() { return in_child(ticks); }

Sample run_of(const Load& load, const std::string& file, const std::vector<std::string>& settings, bool waves) {
  const synthesis::WorkDirectory folder;
  return in_child([&] {
    Observation observation;
    observation.series = false;
    if (!waves) {
      return hops(load(file, settings), observation);
    }
    const report::RunDirectory directory = report::RunDirectory::create(folder.path() / "run");
    observation.waves = WavesWanted{};
    observation.directory = &directory;
    return hops(load(file, settings), observation);
  });
}

Sample foreign(const std::string& file, const std::vector<std::string>& settings) {
  return in_child([&] { return foreign_hops(file, settings); });
}

Sample program(const std::string& command) {
  try {
    return in_child([&] { return hops_told(command); }, RUSAGE_CHILDREN);
  } catch (const std::runtime_error& told) {
    throw std::invalid_argument(told.what());
  }
}

Sample run_on_ranks(const std::string& file, const std::vector<std::string>& settings, unsigned ranks) {
  const synthesis::WorkDirectory folder;
  std::vector<std::string> words{
      "run", std::filesystem::absolute(file), "--out", "run", "--quiet", "--ranks", std::to_string(ranks)};
  for (const std::string& one : settings) {
    words.insert(words.end(), {"--set", one});
  }
  const double before = cpu_seconds(RUSAGE_CHILDREN);
  const synthesis::ToolResult done = synthesis::run_tool("/proc/self/exe", words, folder.path());
  if (done.status != 0) {
    throw std::runtime_error("bench: weir run ended with status " + std::to_string(done.status) + ": " + done.output);
  }
  const std::filesystem::path run = folder.path() / "run";
  Sample sample{.units = nlohmann::json::parse(std::ifstream(run / "summary.json")).at("packet_hops").get<double>(),
                .cpu_seconds = ranks == 1 ? cpu_seconds(RUSAGE_CHILDREN) - before : 0};
  std::ifstream log(run / "run.log");
  const std::regex of_rank("rank [0-9]+: .* ([0-9.]+) CPU s and .* ([0-9]+) MB");
  for (std::string line; std::getline(log, line);) {
    if (std::smatch found; std::regex_search(line, found, of_rank)) {
      sample.cpu_seconds = std::max(sample.cpu_seconds, std::stod(found[1]));
      sample.peak_megabytes = std::max(sample.peak_megabytes, std::stod(found[2]));
    }
  }
  return sample;
}

Sample sweep_of(const std::string& file, const std::vector<std::string>& settings) {
  const synthesis::WorkDirectory folder;
  std::string set;
  for (const std::string& one : settings) {
    set += fmt::format("{}\"{}\"", set.empty() ? "" : ", ", one);
  }
  folder.write("plan.toml", fmt::format("[sweep]\nscenario = \"{}\"\nset = [{}]\nkeep = \"none\"\n\n"
                                        "[[axis]]\nseeds = {}\n",
                                        std::filesystem::absolute(file).generic_string(), set, kSweptRuns));
  const double before = cpu_seconds(RUSAGE_CHILDREN);
  const synthesis::ToolResult done =
      synthesis::run_tool("/proc/self/exe", {"sweep", "run", "plan.toml", "-j", "1"}, folder.path());
  if (done.status != 0) {
    throw std::runtime_error("bench: weir sweep run ended with status " + std::to_string(done.status) + ": " +
                             done.output);
  }
  return {.units = kSweptRuns, .cpu_seconds = cpu_seconds(RUSAGE_CHILDREN) - before};
}

Sample runs_alone(const Load& load, const std::string& file, const std::vector<std::string>& settings) {
  Sample all;
  for (unsigned seed = 1; seed <= kSweptRuns; ++seed) {
    const Sample one = in_child([&] {
      std::vector<std::string> with_seed = settings;
      with_seed.push_back("scenario.seed=" + std::to_string(seed));
      static_cast<void>(simulate(load(file, with_seed), Observation{}));
      return 1.0;
    });
    all.units += one.units;
    all.cpu_seconds += one.cpu_seconds;
    all.peak_megabytes = std::max(all.peak_megabytes, one.peak_megabytes);
  }
  return all;
}

}  // namespace weir::bench
