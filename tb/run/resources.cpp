// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/resources.h"

#include <algorithm>
#include <bit>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>

#include <fmt/core.h>
#include <sys/resource.h>

#include "tb/report/human.h"
#include "tb/run/sampler.h"
#include "tb/run/simulation.h"
#include "tb/run/traced.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/fills.h"

namespace weir {

namespace {

// Measured on stars, fat trees and random graphs of 2,000 to 40,000 ports, under each scheme: 7.4 to 9.1 KB.
constexpr double kBytesAPort = 9'000;
// Memory of the oracles for a port at each sample, kept until it is read; measured: 31 to 60 B.
constexpr double kBytesASnapshot = 60;
// Memory of a value of the time series: the number in a vector that grows, and its text, of which the file is made.
constexpr double kBytesAValue = 24;
constexpr double kBytesASpareValue = 12;
constexpr double kTextOfAValue = 8;

struct Size {
  double ports = 0;
  double rows = 0;
  double columns = 0;
  double spare = 0;  // columns from which the story chooses a few
};

// The part of all queues that measure.probes chooses.
double probed_part(const scenario::Scenario& scenario) {
  const std::vector<std::string> queues = scenario::queue_names(scenario);
  const auto probed =
      std::ranges::count_if(queues, [&](const std::string& queue) { return scenario::is_probed(scenario, queue); });
  return static_cast<double>(probed) / std::max(static_cast<double>(queues.size()), 1.0);
}

double ports_with_retry(const scenario::Scenario& scenario) {
  return 2 * static_cast<double>(std::ranges::count_if(scenario.topology.cables, [&](const network::Cable& cable) {
           return scenario::carries_llr(scenario, cable);
         }));
}

Size size_of(const scenario::Scenario& scenario) {
  Size size;
  double watched = 0;  // of a class: a column a detector, and one of what waits at inputs, too
  for (std::size_t i = 0; i < scenario.topology.devices.size(); ++i) {
    const network::DeviceSpec& device = scenario.topology.devices[i];
    const auto ports = static_cast<double>(device.ports);
    size.ports += ports;
    if (device.kind == network::DeviceKind::kSwitch) {
      const asic::SwitchConfig& config = scenario.device_of(i);
      const auto detectors = static_cast<double>(config.congestion.detectors.size());
      const bool at_inputs = config.crossbar.strategy != crossbar::Strategy::kOutputQueued;
      watched += ports * (detectors + (at_inputs && detectors > 0 ? 1 : 0));
    }
  }
  size.rows = static_cast<double>(scenario.duration.count()) / static_cast<double>(scenario.sample_interval.count());
  const scenario::SampledQueues queues = scenario::sampled_queues(scenario);
  if (queues != scenario::SampledQueues::kNone) {
    const double all = (size.ports * QueueColumns::kAQueue + watched) * std::popcount(scenario::classes_of(scenario));
    (queues == scenario::SampledQueues::kStory ? size.spare : size.columns) +=
        queues == scenario::SampledQueues::kProbes ? all * probed_part(scenario) : all;
    size.columns += queues == scenario::SampledQueues::kStory ? 0 : ports_with_retry(scenario);
  }
  if (scenario::samples_flows(scenario.flows.size())) {
    size.columns += static_cast<double>(scenario.flows.size());
  }
  return size;
}

double number_in(const std::filesystem::path& file, const std::string& word, double unit) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(word)) {
      const std::size_t digit = line.find_first_of("0123456789");
      return digit == std::string::npos ? std::numeric_limits<double>::infinity()
                                        : std::stod(line.substr(digit)) * unit;
    }
  }
  return std::numeric_limits<double>::infinity();
}

// The nearest folder above that there is.
std::filesystem::path existing(std::filesystem::path path) {
  std::error_code error;
  path = std::filesystem::absolute(path, error);
  while (!std::filesystem::exists(path, error) && path.has_relative_path()) {
    path = path.parent_path();
  }
  return path;
}

}  // namespace

Resources needed_by(const scenario::Scenario& scenario) {
  const Size size = size_of(scenario);
  const double values = size.rows * (size.columns + 1);
  const double kept = std::min(size.rows, size.rows / kStretches + 1) * size.ports;
  return {.memory_bytes = size.ports * kBytesAPort + values * kBytesAValue +
                          size.rows * size.spare * kBytesASpareValue + kept * kBytesASnapshot,
          .disk_bytes = values * kTextOfAValue};
}

Resources available(const std::filesystem::path& directory) {
  constexpr double kKibibyte = 1024;
  Resources has;
  has.memory_bytes =
      std::min(number_in("/proc/meminfo", "MemAvailable:", kKibibyte), number_in("/sys/fs/cgroup/memory.max", "", 1));
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    has.memory_bytes = std::min(has.memory_bytes, static_cast<double>(limit.rlim_cur));
  }
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(existing(directory), error);
  has.disk_bytes = error ? std::numeric_limits<double>::infinity() : static_cast<double>(space.available);
  return has;
}

void require_resources(const scenario::Scenario& scenario, const Resources& has) {
  const Resources needs = needed_by(scenario);
  const bool memory = needs.memory_bytes > has.memory_bytes;
  if (!memory && needs.disk_bytes <= has.disk_bytes) {
    return;
  }
  const Size size = size_of(scenario);
  throw std::invalid_argument(
      fmt::format("{}: {:.0f} ports and a time series of {:.0f} rows and {:.0f} columns need about {} of {}, and {} "
                  "are free; wanted a longer "
                  "scenario.sample_interval, a shorter run or a smaller network, or --force",
                  scenario.file, size.ports, size.rows, size.columns + 1,
                  report::human_bytes(memory ? needs.memory_bytes : needs.disk_bytes), memory ? "memory" : "disk",
                  report::human_bytes(memory ? has.memory_bytes : has.disk_bytes)));
}

}  // namespace weir
