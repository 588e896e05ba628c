// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir granularity: what ticks of 1.2 ns do to a rate.

#include <algorithm>
#include <memory>
#include <stdexcept>

#include <fmt/core.h>

#include "tb/commands/commands.h"
#include "tb/commands/granularity_files.h"
#include "tb/commands/quantity_option.h"
#include "tb/cosim/block.h"
#include "tb/report/run_directory.h"

namespace weir {

namespace {

struct GranularityOptions {
  std::vector<std::string> rates;
  std::vector<std::string> roundings{cosim::kRoundingNames.begin(), cosim::kRoundingNames.end()};
  std::vector<std::string> rate_raises{cosim::kRateRaiseNames.begin(), cosim::kRateRaiseNames.end()};
  std::string form{cosim::kFormNames.front()};
  std::string out;
};

// Enough for the stages down to some thousandths of the line rate, and a minute's patience.
constexpr std::uint64_t kRtlCyclesACell = 60'000;

std::vector<BitRate> lines_of(const std::vector<std::string>& rates) {
  constexpr std::int64_t kGiga = 1'000'000'000;
  std::vector<BitRate> lines;
  for (const std::string& rate : rates) {
    const BitRate line = rate_option(rate);
    const bool known = std::ranges::find(cosim::kGridGbps, line.count() / kGiga) != cosim::kGridGbps.end();
    if (!known || line.count() % kGiga != 0) {
      throw std::invalid_argument("--rate: wanted 10, 25, 40, 50, 100, 200 or 400 Gbps; got \"" + rate + "\"");
    }
    if (std::ranges::find(lines, line) == lines.end()) {
      lines.push_back(line);
    }
  }
  if (lines.empty()) {
    for (const std::int64_t gbps : cosim::kGridGbps) {
      lines.emplace_back(gbps * kGiga);
    }
  }
  return lines;
}

// The values of the names given, in the order of `names`.
template <class Enum, std::size_t kNames>
std::vector<Enum> values_of(const std::vector<std::string>& given, const std::array<std::string_view, kNames>& names) {
  std::vector<Enum> values;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::ranges::find(given, names[i]) != given.end()) {
      values.push_back(static_cast<Enum>(i));
    }
  }
  return values;
}

int granularity(const GranularityOptions& options) {
  GranularityResults results;
  results.sweep = {.form = options.form == cosim::kFormNames.front() ? reference::RateForm::kStage
                                                                     : reference::RateForm::kFixedPoint,
                   .lines = lines_of(options.rates),
                   .roundings = values_of<reference::Rounding>(options.roundings, cosim::kRoundingNames),
                   .rate_raises = values_of<reference::RateRaise>(options.rate_raises, cosim::kRateRaiseNames)};
  const report::RunDirectory directory = options.out.empty() ? report::RunDirectory::create_numbered("granularity")
                                                             : report::RunDirectory::create(options.out);
  const auto rtl =
      cosim::factories_of(std::array{cosim::BlockChoice{"rate_limiter_stage", cosim::Fidelity::rtl},
                                     cosim::BlockChoice{"rate_limiter_fixed_point", cosim::Fidelity::rtl}});
  results.rows = cosim::run_sweep(results.sweep, rtl.of<reference::RateLimiter>(), kRtlCyclesACell);
  results.summaries = cosim::summarize(results.rows);
  results.widths_line = results.sweep.lines.front();
  results.countdown_widths = cosim::countdown_widths(results.widths_line);
  results.factor_ranges = cosim::factor_ranges(results.sweep.lines);
  results.factor_steps = cosim::factor_steps(results.widths_line);
  results.line_widths = cosim::line_widths(results.sweep.lines);
  results.flip_flops = cosim::flip_flops(reference::RateLimiterConfig{});

  directory.write_file("table.csv", granularity_csv(results));
  directory.write_file("table.json", granularity_json(results));
  directory.write_file("granularity.html", granularity_page(results));
  fmt::print("{}", granularity_console(results));
  fmt::print("results: {}\n", directory.path().string());
  return kHeld;
}

}  // namespace

void add_granularity_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<GranularityOptions>();
  CLI::App* command = app.add_subcommand(
      "granularity", "Compare the rates that a limiter achieves in whole ticks with the rates asked for");
  command->footer("Example: weir granularity --rate 100Gbps --rounding floor --rounding residual");
  const auto words = [](const auto& names) {
    return CLI::IsMember(std::vector<std::string>(names.begin(), names.end()));
  };
  command->add_option("--rate", options->rates, "Line rate, e.g. 100Gbps; may be repeated (default: 10 to 400 Gbps)")
      ->take_all()
      ->allow_extra_args(false);
  command
      ->add_option("--rounding", options->roundings, "floor, ceil, nearest or residual; may be repeated (default: all)")
      ->take_all()
      ->allow_extra_args(false)
      ->check(words(cosim::kRoundingNames));
  command->add_option("--rate-raise", options->rate_raises, "hold or clamp; may be repeated (default: both)")
      ->take_all()
      ->allow_extra_args(false)
      ->check(words(cosim::kRateRaiseNames));
  command->add_option("--form", options->form, "Form of the limiter: stage or fixed_point")
      ->check(words(cosim::kFormNames))
      ->capture_default_str();
  command->add_option("--out", options->out, "Directory for the results (default: out/granularity-N)");
  command->callback([options, &action] { action.run = [options] { return granularity(*options); }; });
}

}  // namespace weir
