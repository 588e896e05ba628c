// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/story_devices.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "tb/oracle/queue_json.h"

namespace weir {
namespace {

using Json = nlohmann::json;

// What is asked.
constexpr char kThreshold = 't';
constexpr char kHoldingClass = 'c';
constexpr char kPlaces = 'p';
constexpr char kHeldBy = 'h';

Json json_of(const story::Places& places) {
  Json json = Json::array();
  for (const auto& [flow, queues] : places) {
    Json of_flow = Json::array();
    for (const oracle::QueueId queue : queues) {
      of_flow.push_back(oracle::json_of(queue));
    }
    json.push_back(Json::array({flow, std::move(of_flow)}));
  }
  return json;
}

// The answer of the one rank that has the device.
std::string only(const std::vector<std::string>& answers) {
  std::string found;
  for (const std::string& answer : answers) {
    found += answer;
  }
  return found;
}

// `all`: the places of all flows; `held_by`: what holds a queue.
template <class HeldBy>
AskedOfFrames asked_of_frames(const std::set<std::uint32_t>& flows, story::Places all, HeldBy held_by) {
  AskedOfFrames asked;
  for (auto& [flow, queues] : all) {
    if (!flows.contains(flow)) {
      continue;
    }
    for (const oracle::QueueId queue : queues) {
      const auto [known, is_new] = asked.held_by.try_emplace(queue);
      if (is_new) {
        known->second = held_by(queue);
      }
      if (!story::is_turn(known->second)) {
        break;
      }
    }
    asked.places.emplace(flow, std::move(queues));
  }
  return asked;
}

}  // namespace

DevicesHere::DevicesHere(const scenario::Scenario& scenario, const network::Network& net, const Standing& standing,
                         Time end)
    : net_(net) {
  const std::set<std::uint32_t> flows = story::may_starve(net, scenario.duration, end);
  if (flows.empty()) {
    return;
  }
  const Time after = standing_after(scenario);
  asked_ = asked_of_frames(flows, story::places_of(net),
                           [&](oracle::QueueId queue) { return standing.held_by(scenario, queue, end, after); });
}

DevicesOnRanks::DevicesOnRanks(const scenario::Scenario& scenario, const network::Network& net,
                               const Standing& standing, Time end, ranks::Communicator& communicator)
    : scenario_(scenario), net_(net), standing_(standing), end_(end), communicator_(communicator) {
  if (communicator.rank() != 0) {
    answer();
    return;
  }
  if (const std::set<std::uint32_t> flows = story::may_starve(net, scenario.duration, end); !flows.empty()) {
    asked_ = asked_of_frames(flows, all_places(), [&](oracle::QueueId queue) { return only(ask(kHeldBy, queue)); });
  }
  this->end();
}

// Every rank calls with the same question; rank 0 gets the answers of all.
std::string DevicesOnRanks::answer_to(char what, oracle::QueueId queue) const {
  if (what == kHeldBy) {
    return standing_.held_by_together(scenario_, queue, end_, communicator_);
  }
  if (what == kPlaces) {
    return json_of(story::places_of(net_)).dump();
  }
  if (!net_.devices[queue.device].is_here()) {
    return "";
  }
  if (what == kHoldingClass) {
    return std::to_string(story::holding_class(net_, queue).index());
  }
  const std::optional<Bytes> threshold = story::threshold_of(net_, queue);
  return threshold ? std::to_string(threshold->count()) : "";
}

std::vector<std::string> DevicesOnRanks::ask(char what, oracle::QueueId queue) const {
  communicator_.broadcast(what + oracle::json_of(queue).dump());
  const std::string mine = answer_to(what, queue);
  return what == kHeldBy ? std::vector{mine} : communicator_.gather(mine);
}

void DevicesOnRanks::answer() const {
  while (true) {
    const std::string question = communicator_.broadcast("");
    if (question.empty()) {
      return;
    }
    const char what = question.front();
    const std::string mine = answer_to(what, oracle::queue_of(Json::parse(question.substr(1))));
    if (what != kHeldBy) {
      communicator_.gather(mine);
    }
  }
}

std::optional<Bytes> DevicesOnRanks::threshold_of(oracle::QueueId viq) const {
  const std::string answer = only(ask(kThreshold, viq));
  return answer.empty() ? std::nullopt : std::optional(Bytes(std::stoll(answer)));
}

ClassId DevicesOnRanks::holding_class(oracle::QueueId held) const {
  return ClassId(std::stoul(only(ask(kHoldingClass, held))));
}

story::Places DevicesOnRanks::all_places() const {
  story::Places places;
  for (const std::string& answer : ask(kPlaces, {})) {
    for (const Json& of_flow : Json::parse(answer)) {
      for (const Json& queue : of_flow.at(1)) {
        places[of_flow.at(0).get<std::uint32_t>()].insert(oracle::queue_of(queue));
      }
    }
  }
  return places;
}

}  // namespace weir
