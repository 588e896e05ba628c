// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir bench: link-hops a CPU second on the bench scenarios, as a ratio to the kernel yardstick of the same minute.
//
// A link-hop is one packet, of any kind, sent over one link. The yardstick is a SystemC program of 100 methods, each
// re-arming its own event after a pseudo-random delay of 1 to 1000 ns: timed notifications a CPU second. SystemC
// elaborates once a process, so every measurement is a process of its own.

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <sstream>
#include <stdexcept>

#include <fmt/core.h>
#include <sys/resource.h>
#include <systemc>

#include "tb/commands/commands.h"
#include "tb/commands/installed.h"
#include "tb/commands/scenario_options.h"
#include "tb/run/forked_worker.h"
#include "tb/run/simulation.h"
#include "tb/scenario/loader.h"

namespace weir {

namespace {

struct Figures {
  double per_cpu_second = 0;
  double memory_megabytes = 0;  // peak resident set
};

struct BenchOptions {
  std::string workload;
  unsigned runs = 3;
  std::string quantum = "both";
};

class Yardstick : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Yardstick);
  Yardstick(const sc_core::sc_module_name& name, std::uint32_t seed) : sc_core::sc_module(name), state_(seed) {
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

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto in_seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return in_seconds(usage.ru_utime) + in_seconds(usage.ru_stime);
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

Figures measure_yardstick() {
  constexpr unsigned kMethods = 100;
  std::vector<std::unique_ptr<Yardstick>> methods;
  for (unsigned i = 0; i < kMethods; ++i) {
    methods.push_back(std::make_unique<Yardstick>(sc_core::sc_gen_unique_name("method"), i + 1));
  }
  sc_core::sc_start(sc_core::sc_time(50, sc_core::SC_MS));
  return {static_cast<double>(Yardstick::notifications) / cpu_seconds(), peak_megabytes()};
}

// The whole process counts, elaboration included.
Figures measure_workload(const std::string& file, bool quantum) {
  scenario::Overrides overrides;
  overrides.sets.push_back(quantum ? "scenario.quantum=on" : "scenario.quantum=off");
  const scenario::Scenario scenario = load_judged(file, overrides);
  Observation observation;
  observation.series = false;
  const Outcome outcome = simulate(scenario, observation);
  return {static_cast<double>(outcome.results.packet_hops) / cpu_seconds(), peak_megabytes()};
}

// The figures of `measure` in a process of its own.
Figures in_child(const std::function<Figures()>& measure) {
  ForkedWorker worker([&](const std::string&) {
    const Figures figures = measure();
    return fmt::format("{} {}", figures.per_cpu_second, figures.memory_megabytes);
  });
  Figures figures;
  std::istringstream(worker.ask("")) >> figures.per_cpu_second >> figures.memory_megabytes;
  return figures;
}

Figures median(std::vector<Figures> runs) {
  std::sort(runs.begin(), runs.end(),
            [](const Figures& a, const Figures& b) { return a.per_cpu_second < b.per_cpu_second; });
  return runs[runs.size() / 2];
}

std::vector<std::string> workloads(const std::string& asked) {
  const std::filesystem::path root = scenario_folder() / "bench";
  std::vector<std::string> files;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(root, none)) {
    if (entry.path().extension() == ".toml" && (asked.empty() || entry.path().stem() == asked)) {
      files.push_back(entry.path().generic_string());
    }
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) {
    throw std::invalid_argument("bench: no workload '" + asked + "' in " + root.generic_string());
  }
  return files;
}

// Measures each workload and the yardstick in turn, so that a drift of the machine's speed affects both.
void bench(const std::string& file, bool quantum, unsigned runs) {
  std::vector<Figures> model;
  std::vector<Figures> ratio;
  std::vector<Figures> yardstick;
  for (unsigned i = 0; i < runs; ++i) {
    yardstick.push_back(in_child(measure_yardstick));
    model.push_back(in_child([&] { return measure_workload(file, quantum); }));
    ratio.push_back({model.back().per_cpu_second / yardstick.back().per_cpu_second, 0});
  }
  fmt::print("{:<18} {:>7} {:>12.2f} {:>14.2f} {:>8.2f} {:>10.0f}\n", std::filesystem::path(file).stem().string(),
             quantum ? "on" : "off", median(model).per_cpu_second / 1e6, median(yardstick).per_cpu_second / 1e6,
             median(ratio).per_cpu_second, median(model).memory_megabytes);
  static_cast<void>(std::fflush(stdout));
}

int run_bench(const BenchOptions& options) {
  const std::vector<std::string> files = workloads(options.workload);
  fmt::print("{:<18} {:>7} {:>12} {:>14} {:>8} {:>10}\n", "workload", "quantum", "M hops/CPU s", "M notify/CPU s",
             "ratio", "memory MB");
  for (const std::string& file : files) {
    for (const bool quantum : {true, false}) {
      if (options.quantum == "both" || options.quantum == (quantum ? "on" : "off")) {
        bench(file, quantum, options.runs);
      }
    }
  }
  return kHeld;
}

}  // namespace

void add_bench_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "Speed on the bench scenarios, beside the kernel yardstick");
  command->footer("Example: weir bench ft4_perm");
  command->add_option("WORKLOAD", options->workload, "One of scenarios/bench (default: all)");
  command->add_option("--runs", options->runs, "Runs of each scenario; the median is shown")
      ->check(CLI::Range(1, 99))
      ->capture_default_str();
  command->add_option("--quantum", options->quantum, "on, off or both")
      ->check(CLI::IsMember({"on", "off", "both"}))
      ->capture_default_str();
  command->callback([options, &action] { action.run = [options] { return run_bench(*options); }; });
}

}  // namespace weir
