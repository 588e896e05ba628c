// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/baselines/baselines.h"

#include <algorithm>
#include <utility>

#include "tb/baselines/along_chain.h"
#include "tb/baselines/bloom_filter.h"
#include "tb/baselines/by_period.h"
#include "tb/baselines/identifier_relay.h"
#include "tb/baselines/int_path.h"
#include "tb/baselines/path_dump.h"
#include "tb/baselines/path_record.h"
#include "tb/baselines/unroller.h"

namespace weir::baselines {

namespace {

// The numbers by which M1 names things in a message.
constexpr std::uint64_t kNames32 = std::uint64_t{1} << 32U;

std::vector<Time> phases_of(const Settings& settings, std::size_t places) {
  std::vector<Time> phases;
  for (std::size_t at = 0; at < places; ++at) {
    const std::uint64_t drawn = scrambled(scrambled(settings.seed) ^ at);
    phases.push_back(Time(static_cast<std::int64_t>(drawn % static_cast<std::uint64_t>(settings.period.count()))));
  }
  return phases;
}

bool holds(const oracle::KnotSpan& knot, const Found& one) {
  return one.at >= knot.formed_at && (!knot.dissolved_at || one.at < *knot.dissolved_at) &&
         std::ranges::binary_search(knot.viqs, one.viq);
}

}  // namespace

Scored score(const Tally& tally, const std::vector<oracle::KnotSpan>& knots) {
  Scored scored;
  for (const oracle::KnotSpan& knot : knots) {
    const auto first = std::ranges::find_if(tally.found, [&](const Found& one) { return holds(knot, one); });
    if (first != tally.found.end()) {
      scored.hops = scored.found++ == 0 ? first->hops : scored.hops;
      scored.delays.push_back(first->at - knot.formed_at);
    }
  }
  for (const Found& one : tally.found) {
    const bool any = std::ranges::any_of(knots, [&](const oracle::KnotSpan& knot) { return holds(knot, one); });
    scored.outside += any ? 0 : 1;
  }
  return scored;
}

Baselines::Baselines(const Settings& settings, Cables cables)
    : cables_(std::move(cables)), graph_(cables_.peers.size()) {
  const std::size_t places = cables_.peers.size();
  std::vector<IdentifierRelay> relays;
  std::vector<PathRecord> records;
  for (std::size_t at = 0; at < places; ++at) {
    relays.emplace_back(scrambled(settings.seed * places + at) % kNames32);
    records.emplace_back(at);
  }
  const std::vector<Time> phases = phases_of(settings, places);
  const auto by_period = [&](auto ports) {
    using Port = typename decltype(ports)::value_type;
    plays_.push_back(std::make_unique<ByPeriod<Port>>(std::move(ports), phases, settings.period, settings.control_delay,
                                                      graph_, cables_));
  };
  const auto along_chain = [&](auto detector) {
    plays_.push_back(
        std::make_unique<AlongChain<decltype(detector)>>(std::move(detector), graph_, cables_, settings.control_delay));
  };
  by_period(std::move(relays));
  by_period(std::move(records));
  along_chain(PathDump());
  along_chain(BloomFilter(settings.bloom_bits, settings.bloom_hashes));
  along_chain(IntPath());
  const auto name = [start = scrambled(settings.seed)](Point at) { return scrambled(start + at); };
  along_chain(Unroller(settings.unroller_base, name));
  along_chain(Unroller(0, name));
}

void Baselines::follow(const std::vector<oracle::KnotEntry>& entries, Time reached) {
  for (auto first = entries.begin(); first != entries.end();) {
    const Time now = first->at;
    const auto last = std::find_if(first, entries.end(), [&](const oracle::KnotEntry& one) { return one.at != now; });
    for (const auto& play : plays_) {
      play->run_until(now);
    }
    std::for_each(first, last, [this](const oracle::KnotEntry& one) { graph_.apply(one); });
    for (const auto& play : plays_) {
      std::for_each(first, last, [&](const oracle::KnotEntry& one) { play->told(one); });
    }
    first = last;
  }
  for (const auto& play : plays_) {
    play->run_until(reached);
  }
}

}  // namespace weir::baselines
