// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir compare: what two runs, or two sweeps, have different settings and results in. Exit status 1 when something
// differs.

#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "tb/commands/commands.h"
#include "tb/commands/comparison.h"
#include "tb/report/run_directory.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir {
namespace {

struct CompareOptions {
  std::string a;
  std::string b;
  std::string threshold = "0";
  std::vector<std::string> absolute;
  std::string format = "text";
  std::string out;
};

// "0.01" or "1%".
Tolerance::Part relative_of(const std::string& text) {
  std::size_t used = 0;
  double value = -1;
  try {
    value = std::stod(text, &used);
  } catch (const std::logic_error&) {
    used = 0;
  }
  const bool percent = used + 1 == text.size() && text.back() == '%';
  if (used == 0 || (used != text.size() && !percent) || !std::isfinite(value) || value < 0) {
    throw std::invalid_argument("--threshold: wanted a part of A's value such as 0.01 or 1%; got " +
                                text::in_quotes(text));
  }
  const double hundred = percent ? 100 : 1;
  const std::string number = text.substr(0, used);
  const std::size_t point = number.find('.');
  constexpr std::size_t kExactDigits = 15;  // of a double
  if (number.find_first_not_of("0123456789.") != std::string::npos || number.size() > kExactDigits) {
    return {.numerator = value, .denominator = hundred};
  }
  const std::size_t decimals = point == std::string::npos ? 0 : number.size() - point - 1;
  const double scale = std::pow(10.0, static_cast<double>(decimals));
  return {.numerator = std::round(value * scale), .denominator = hundred * scale};
}

// "1us", "1Mbps", "1500B", or a plain number, of counts.
void set_absolute(const std::string& text, Tolerance& tolerance) {
  const auto set = [&](report::Measure measure, double value) {
    tolerance.absolute.at(static_cast<std::size_t>(measure)) = value;
  };
  if (!text.empty() && text.find_first_not_of("0123456789") == std::string::npos) {
    return set(report::Measure::kCount, std::stod(text));
  }
  try {
    return set(report::Measure::kTime, seconds(text::parse_time(text)));
  } catch (const text::QuantityError&) {
  }
  try {
    return set(report::Measure::kRate, static_cast<double>(text::parse_rate(text).count()));
  } catch (const text::QuantityError&) {
  }
  try {
    return set(report::Measure::kBytes, static_cast<double>(text::parse_bytes(text).count()));
  } catch (const text::QuantityError&) {
  }
  throw std::invalid_argument(
      "--absolute: wanted a time, a rate, a length or a number of packets, such as 1us, 1Mbps, 1500B, 2; got " +
      text::in_quotes(text));
}

int compare_runs(const CompareOptions& options) {
  Tolerance tolerance;
  tolerance.relative = relative_of(options.threshold);
  for (const std::string& text : options.absolute) {
    set_absolute(text, tolerance);
  }
  const Comparison comparison = compare(options.a, options.b, tolerance);
  const std::string text = options.format == "json"   ? comparison_json(comparison)
                           : options.format == "html" ? comparison_page(comparison)
                                                      : comparison_text(comparison);
  if (options.out.empty()) {
    fmt::print("{}", text);
  } else {
    report::OutputFile file(options.out);
    file.write(text);
    file.commit();
  }
  return comparison.differs() ? kNotHeld : kHeld;
}

}  // namespace

void add_compare_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<CompareOptions>();
  CLI::App* command =
      app.add_subcommand("compare", "Print in which settings and results two runs, or two sweeps, differ");
  command->footer("Example: weir compare out/ring_pfc-1 out/ring_pfc-2 --threshold 1%");
  command->add_option("A", options->a, "Directory that weir run has written, or a plan, or a store, of weir sweep")
      ->required();
  command->add_option("B", options->b, "Directory, plan or store to compare with A")->required();
  command
      ->add_option("--threshold", options->threshold,
                   "Results that differ by no more than this part of A's value do not count: 0.01, 1%")
      ->capture_default_str();
  command
      ->add_option("--absolute", options->absolute,
                   "Results that differ by no more than this do not count: 1us (times), 1Mbps (rates), 1500B "
                   "(lengths), 2 (counts); may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--format", options->format, "text, json or html")
      ->check(CLI::IsMember({"text", "json", "html"}))
      ->capture_default_str();
  command->add_option("--out", options->out, "File for the comparison (default: standard output)");
  command->callback([options, &action] { action.run = [options] { return compare_runs(*options); }; });
}

}  // namespace weir
