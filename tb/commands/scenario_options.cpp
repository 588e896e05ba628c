// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/scenario_options.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <thread>

#include <fmt/core.h>

#include "tb/bounds/judged.h"
#include "tb/scenario/register_writes.h"

namespace weir {

unsigned usual_threads() { return std::max(1U, std::thread::hardware_concurrency()); }

namespace {

// Accepts a decimal number in this range.
template <class Number>
CLI::Validator in_range(Number lowest, Number highest) {
  return {[lowest, highest](const std::string& text) {
            const char* const end = text.data() + text.size();
            Number number{};
            const auto [rest, error] = std::from_chars(text.data(), end, number);
            const bool fits = error == std::errc() && rest == end && lowest <= number && number <= highest;
            return fits ? std::string() : fmt::format("wanted {} to {}; got {}", lowest, highest, text);
          },
          "", "in_range"};
}

}  // namespace

CLI::Validator whole_number() { return in_range<std::uint64_t>(0, std::numeric_limits<std::uint64_t>::max()); }

CLI::Validator number_between(double lowest, double highest) { return in_range(lowest, highest); }

scenario::Scenario load_judged(const std::string& file, const scenario::Overrides& overrides) {
  scenario::Scenario scenario = bounds::judged(scenario::load_file(file, overrides));
  scenario::check_register_writes(scenario);
  return scenario;
}

CLI::Option* add_scenario_options(CLI::App& command, std::string& scenario, scenario::Overrides& overrides) {
  CLI::Option* const file = command.add_option("SCENARIO", scenario, "Scenario file (TOML)")->required();
  command.add_option("--set", overrides.sets, "KEY=VALUE over a value of the file; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  command
      .add_option("--seed", overrides.seed, "Seed of all random streams, which also draw random networks and failures")
      ->check(in_range<std::int64_t>(0, std::numeric_limits<std::int64_t>::max()));  // as in a scenario file
  return file;
}

}  // namespace weir
