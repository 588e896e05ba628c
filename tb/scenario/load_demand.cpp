// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Loads the keys of a flow that say when its packets become due.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tb/scenario/key_check.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/loader_parts.h"

namespace weir::scenario {

namespace {

struct OfKinds {
  const char* key;
  std::vector<SourceKind> kinds;
  std::string text;  // of them
  bool required;
};

const std::vector<OfKinds>& keys_of_kinds() {
  using enum SourceKind;
  static const std::vector<OfKinds> kAll{
      {"rate",
       {kConstantRate, kPoisson, kBernoulli, kOnOff},
       "\"constant_rate\", \"poisson\", \"bernoulli\" or \"on_off\"",
       true},
      {"probability", {kBernoulli}, "\"bernoulli\"", false},
      {"on_time", {kOnOff}, "\"on_off\"", true},
      {"off_time", {kOnOff}, "\"on_off\"", true},
      {"turns", {kOnOff}, "\"on_off\"", false},
      {"shape", {kOnOff}, "\"on_off\"", false},
  };
  return kAll;
}

}  // namespace

void load_demand(const Reader& reader, Flow& flow) {
  for (const OfKinds& one : keys_of_kinds()) {
    const bool is_for_it = std::find(one.kinds.begin(), one.kinds.end(), flow.kind) != one.kinds.end();
    if (!is_for_it && reader.has_own(one.key)) {
      reader.fail(one.key, "only for kind = " + one.text);
    }
    if (is_for_it && one.required && !reader.has(one.key)) {
      reader.fail(one.key, "required for kind = \"" + reader.text("kind") + "\", but missing; wanted " +
                               wanted(*find_key("traffic", one.key)));
    }
  }
  if (flow.kind != SourceKind::kBacklogged && flow.kind != SourceKind::kPcap) {
    flow.rate = reader.rate("rate");
  }
  if (flow.kind == SourceKind::kBernoulli) {
    flow.probability_millionths =
        static_cast<std::uint64_t>(std::llround(reader.real("probability") * static_cast<double>(traffic::kMillion)));
  }
  if (flow.kind == SourceKind::kOnOff) {
    constexpr std::array kTurns{traffic::IntervalKind::kExponential, traffic::IntervalKind::kPareto};
    const auto turn = [&](const char* key) {
      traffic::IntervalDistribution turns{.kind = reader.word("turns", kTurns),
                                          .mean_ps = static_cast<double>(reader.time(key).count())};
      if (turns.kind == traffic::IntervalKind::kPareto) {
        turns.shape = reader.real("shape");
      }
      return turns;
    };
    flow.on = turn("on_time");
    flow.off = turn("off_time");
    if (reader.has_own("shape") && flow.on.kind != traffic::IntervalKind::kPareto) {
      reader.fail("shape", "only for turns = \"pareto\"");
    }
  }
}

}  // namespace weir::scenario
