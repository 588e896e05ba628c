// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whether a network stands still that is divided among ranks: each rank judges its own queues, and a search for what
// holds a queue goes from rank to rank, a step at a time.

#include <algorithm>
#include <iterator>
#include <set>

#include <nlohmann/json.hpp>

#include "tb/oracle/queue_json.h"
#include "tb/run/standing.h"

namespace weir {

struct Standing::Told {
  using Json = nlohmann::json;

  static std::string text_of(const Judged& judged) {
    Json standing = Json::array();
    for (const Place& at : judged.standing) {
      standing.push_back(oracle::json_of(at));
    }
    return Json{judged.any, judged.all, std::move(standing), judged.longest ? oracle::json_of(*judged.longest) : Json(),
                judged.longest_since.count()}
        .dump();
  }

  static void add(const std::string& text, Judged& judged) {
    const Json json = Json::parse(text);
    judged.any = judged.any || json.at(0).get<bool>();
    judged.all = judged.all && json.at(1).get<bool>();
    std::ranges::transform(json.at(2), std::back_inserter(judged.standing), oracle::queue_of);
    if (json.at(3).is_null()) {
      return;
    }
    const Place longest = oracle::queue_of(json.at(3));
    const Time since(json.at(4).get<std::int64_t>());
    if (!judged.longest || std::pair(since, longest) < std::pair(judged.longest_since, *judged.longest)) {
      judged.longest = longest;
      judged.longest_since = since;
    }
  }

  // The text of the one rank that has something to say, at every rank.
  static std::string from_one(ranks::Communicator& communicator, const std::string& text) {
    std::string said;
    for (std::string& one : communicator.gather(text)) {
      said = one.empty() ? said : std::move(one);
    }
    return communicator.broadcast(said);
  }
};

std::string Standing::held_by_together(const scenario::Scenario& scenario, oracle::QueueId queue, Time end,
                                       ranks::Communicator& communicator) const {
  const Time after = standing_after(scenario);
  std::set<Place> passed;
  for (Place at = queue;;) {
    if (!passed.insert(at).second) {
      return "a circle of waits through " + name(at);
    }
    const bool is_here = net_.devices[at.device].is_here();
    if (std::string by = Told::from_one(communicator, is_here ? held_here(scenario, at, end, after) : "");
        !by.empty()) {
      return by;
    }
    std::string step;
    if (net_.devices[net_.peers[at.device][at.port.index()].device].is_here()) {
      const Held held = held_from_peer(at, end);
      step = Told::Json{held.by, oracle::json_of(held.next)}.dump();
    }
    const Told::Json next = Told::Json::parse(Told::from_one(communicator, step));
    if (const auto by = next.at(0).get<std::string>(); !by.empty()) {
      return by;
    }
    at = oracle::queue_of(next.at(1));
  }
}

void Standing::fill_together(const scenario::Scenario& scenario, Time end, ranks::Communicator& communicator,
                             report::Results& results) const {
  const Time after = standing_after(scenario);
  Judged judged;
  for (const std::string& text : communicator.gather(Told::text_of(judge(end, after)))) {
    Told::add(text, judged);
  }
  std::ranges::sort(judged.standing);
  const std::string longest =
      communicator.broadcast(judged.longest ? oracle::json_of(*judged.longest).dump() : std::string());
  std::string by;
  if (!longest.empty()) {
    by = held_by_together(scenario, oracle::queue_of(Told::Json::parse(longest)), end, communicator);
  }
  if (communicator.rank() == 0) {
    report(judged, by, end, after, results);
  }
}

}  // namespace weir
