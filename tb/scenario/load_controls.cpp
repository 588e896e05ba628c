// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tb/scenario/file_text.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"
#include "tb/scenario/scenario_error.h"
#include "tb/text/csv.h"
#include "tb/text/quantity.h"

namespace weir::scenario {
namespace {

// The value of a key whose default depends on the variant.
double real_or(const Reader& reader, const char* key, double otherwise) {
  return reader.has(key) ? reader.real(key) : otherwise;
}

void load_dcqcn(const Document& document, bool tcd, host::DcqcnSettings& settings) {
  constexpr double kInitialAlpha = 1;
  constexpr double kInitialAlphaOfTcd = 1.2;
  const Reader reader(document, "traffic.dcqcn");
  settings.initial_alpha = real_or(reader, "initial_alpha", tcd ? kInitialAlphaOfTcd : kInitialAlpha);
  settings.g = reader.real("g");
  settings.alpha_timer = reader.time("alpha_timer");
  settings.increase_timer = reader.time("increase_timer");
  settings.byte_counter = reader.bytes("byte_counter");
  settings.fast_recovery = reader.count("fast_recovery");
  settings.r_ai = reader.rate("r_ai");
  settings.r_hai = reader.rate("r_hai");
  settings.least_rate = reader.rate("least_rate");
}

void load_timely(const Document& document, bool tcd, host::TimelySettings& settings) {
  constexpr double kBeta = 0.8;
  constexpr double kBetaOfTcd = 1.6;
  const Reader reader(document, "traffic.timely");
  settings.segment = reader.bytes("segment");
  settings.t_low = reader.time("t_low");
  settings.t_high = reader.time("t_high");
  if (settings.t_high < settings.t_low) {
    reader.fail("t_high",
                "wanted at least t_low, " + text::to_text(settings.t_low) + "; got " + text::to_text(settings.t_high));
  }
  settings.least_round_trip = reader.time("least_round_trip");
  settings.weight = reader.real("weight");
  settings.delta = reader.rate("delta");
  settings.beta = real_or(reader, "beta", tcd ? kBetaOfTcd : kBeta);
  settings.least_factor = reader.real("least_factor");
  settings.scaled_steps = reader.boolean("scaled_steps");
  settings.hai_after = reader.count("hai_after");
  settings.hai_factor = reader.count("hai_factor");
  settings.initial_rate = reader.has("initial_rate") ? reader.rate("initial_rate") : BitRate(0);
  settings.least_rate = reader.rate("least_rate");
}

constexpr unsigned kMultiplierBits = 14;
constexpr unsigned kMostShift = 3;
constexpr std::uint32_t kMostMultiplier = (1U << kMultiplierBits) - 1;

// The nearest value of an entry, with as many fraction bits as fit.
host::CctEntry entry_of(double delay) {
  unsigned shift = kMostShift;
  while (shift > 0 && delay * static_cast<double>(1U << shift) > kMostMultiplier) {
    --shift;
  }
  const double multiplier = std::floor(delay * static_cast<double>(1U << shift) + 0.5);
  return {static_cast<std::uint16_t>(std::min(multiplier, static_cast<double>(kMostMultiplier))),
          static_cast<std::uint8_t>(shift)};
}

std::vector<host::CctEntry> read_table(const Reader& reader) {
  if (!reader.has("file")) {
    reader.fail("file", "required for cct = \"file\", but missing; wanted the path of a CSV file");
  }
  constexpr std::array kColumns{text::CsvColumn{"multiplier"}, text::CsvColumn{"shift"}};
  const std::string path = reader.file("file");
  std::vector<host::CctEntry> entries;
  std::string content;
  try {
    content = read_text_file(path, "a congestion control table");
  } catch (const ScenarioError& error) {
    reader.fail("file", error.what());
  }
  try {
    const text::CsvTable table(content, path, kColumns);
    for (const text::CsvRow& row : table.rows()) {
      entries.push_back({static_cast<std::uint16_t>(row.integer(0, 0, kMostMultiplier)),
                         static_cast<std::uint8_t>(row.integer(1, 0, kMostShift))});
    }
  } catch (const text::CsvError& error) {
    throw ScenarioError(error.what());
  }
  return entries;
}

enum class Shape { kQuadratic, kLinear, kFile };

std::vector<host::CctEntry> load_cct(const Reader& reader, std::uint32_t limit) {
  constexpr std::array kShapes{Shape::kQuadratic, Shape::kLinear, Shape::kFile};
  constexpr double kSlopeOfSquares = 0.001;
  constexpr double kSlope = 0.1;
  const Shape shape = reader.word("cct", kShapes);
  if (shape == Shape::kFile) {
    if (reader.has("slope")) {
      reader.fail("slope", "not for cct = \"file\": its rows say all");
    }
    std::vector<host::CctEntry> entries = read_table(reader);
    if (entries.size() <= limit) {
      reader.fail("file", "wanted an entry for each CCTI up to limit, " + std::to_string(limit + 1) + "; got " +
                              std::to_string(entries.size()));
    }
    return entries;
  }
  if (reader.has("file")) {
    reader.fail("file", "only for cct = \"file\"");
  }
  const double slope = real_or(reader, "slope", shape == Shape::kLinear ? kSlope : kSlopeOfSquares);
  std::vector<host::CctEntry> entries;
  for (std::uint32_t i = 0; i <= limit; ++i) {
    entries.push_back(entry_of(slope * i * (shape == Shape::kLinear ? 1.0 : i)));
  }
  return entries;
}

void load_ib_cc(const Document& document, bool tcd, host::IbCcSettings& settings) {
  const Reader reader(document, "traffic.ib_cc");
  settings.limit = reader.count("limit");
  settings.increase = reader.has("increase") ? reader.count("increase") : tcd ? 2 : 1;
  settings.timer = reader.time("timer");
  settings.cct = load_cct(reader, settings.limit);
}

void load_bcn(const Document& document, host::BcnSettings& settings) {
  const Reader reader(document, "traffic.bcn");
  settings.g_d = reader.real("g_d");
  settings.unit_d = reader.bytes("unit_d");
  settings.g_i = reader.real("g_i");
  settings.unit_i = reader.bytes("unit_i");
  settings.r_u = reader.rate("r_u");
  settings.least_factor = reader.real("least_factor");
  settings.least_rate = reader.rate("least_rate");
}

void load_fera(const Document& document, host::FeraSettings& settings) {
  constexpr std::array kIdle{host::FeraIdle::kDue, host::FeraIdle::kDeparture, host::FeraIdle::kNever};
  constexpr std::array kSilence{host::FeraSilence::kLower, host::FeraSilence::kKeep};
  const Reader reader(document, "traffic.fera");
  const Reader meter(document, "congestion.fera");
  settings.interval = reader.time_or("interval", meter.has("interval") ? meter.time("interval") : settings.interval);
  settings.tag_interval = reader.time_or("tag_interval", std::max(settings.interval / 4, Time(1)));
  if (reader.has("n0")) {
    settings.n0 = reader.count("n0");
  } else {
    settings.n0 = meter.has("n0") ? meter.count("n0") : settings.n0;
    reader.note("n0", std::int64_t{settings.n0});
  }
  settings.idle = reader.word("idle_from", kIdle);
  settings.idle_after = reader.time_or("idle_after", 2 * settings.interval);
  settings.silence = reader.word("silence", kSilence);
  settings.silent_after = reader.time_or("silent_after", 2 * settings.interval);
  settings.tag_share = reader.real("tag_share");
}

}  // namespace

void load_control_settings(const Document& document, const host::RateControlKind& control,
                           host::ControlSettings& settings) {
  auto parameters = std::make_shared<host::ControlParameters>();
  if (control.word == "dcqcn") {
    load_dcqcn(document, settings.tcd, parameters->dcqcn);
  } else if (control.word == "timely") {
    load_timely(document, settings.tcd, parameters->timely);
  } else if (control.word == "ib_cc") {
    load_ib_cc(document, settings.tcd, parameters->ib_cc);
  } else if (control.word == "bcn") {
    load_bcn(document, parameters->bcn);
  } else if (control.word == "fera") {
    load_fera(document, parameters->fera);
  }
  settings.parameters = std::move(parameters);
}

}  // namespace weir::scenario
