// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/scenario_options.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <stdexcept>
#include <thread>

#include <fmt/core.h>

#include "tb/bounds/judged.h"
#include "tb/scenario/register_writes.h"

namespace weir {

unsigned usual_threads() { return std::max(1U, std::thread::hardware_concurrency()); }

CLI::Validator not_negative() {
  return {[](const std::string& text) {
            return text.starts_with('-') ? "wanted 0 to 18446744073709551615; got " + text : std::string();
          },
          "", "not_negative"};
}

CLI::Validator number_between(double lowest, double highest) {
  return {[lowest, highest](const std::string& text) {
            double value = 0;
            const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
            const bool fits =
                error == std::errc() && rest == text.data() + text.size() && lowest <= value && value <= highest;
            return fits ? std::string() : fmt::format("wanted {} to {}; got {}", lowest, highest, text);
          },
          "", "number_between"};
}

namespace {

// Accepts the seeds that a scenario file can hold.
CLI::Validator seed_of_file() {
  return {[](const std::string& text) {
            const char* const end = text.data() + text.size();
            std::int64_t seed = 0;
            const auto [rest, error] = std::from_chars(text.data(), end, seed);
            const bool fits = error == std::errc() && rest == end && seed >= 0;
            return fits ? std::string() : "wanted 0 to 9223372036854775807; got " + text;
          },
          "", "seed_of_file"};
}

}  // namespace

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
      ->check(seed_of_file());
  return file;
}

}  // namespace weir
