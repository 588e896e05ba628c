// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the ranks of a divided network tell the one that judges deadlocks.

#include <utility>

#include <nlohmann/json.hpp>

#include "hw_model/frame/ethernet.h"
#include "tb/oracle/deadlock.h"
#include "tb/oracle/queue_json.h"

namespace weir::oracle {
namespace {

using Json = nlohmann::json;

// The least `stuck` with which a queue stays held, by the length of its first packet: {length, stuck} wherever `stuck`
// changes. HoldsAt is monotonic in both.
using Steps = std::vector<std::pair<std::int64_t, std::int64_t>>;

// More than any buffer has; blocks and credits of so many bytes are counted in 32 bits.
constexpr std::int64_t kNothingHolds = std::int64_t{1} << 34U;

std::int64_t least_stuck(const flow_control::HoldsAt& holds, std::int64_t head) {
  std::int64_t low = 0;
  std::int64_t high = kNothingHolds;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (holds(Bytes(middle), Bytes(head))) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

// Adds the steps above `head`, whose value is `stuck`, up to `last`, whose value is `at_last`.
void add_steps(const flow_control::HoldsAt& holds, std::int64_t head, std::int64_t stuck, std::int64_t last,
               std::int64_t at_last, Steps& steps) {
  if (stuck == at_last) {
    return;
  }
  if (head + 1 == last) {
    return static_cast<void>(steps.emplace_back(last, at_last));
  }
  const std::int64_t middle = head + (last - head) / 2;
  const std::int64_t at_middle = least_stuck(holds, middle);
  add_steps(holds, head, stuck, middle, at_middle, steps);
  add_steps(holds, middle, at_middle, last, at_last, steps);
}

Steps steps_of(const flow_control::HoldsAt& holds) {
  constexpr std::int64_t kLongest = frame::kMaxFrameLength.count();
  Steps steps{{0, least_stuck(holds, 0)}};
  add_steps(holds, 0, steps.front().second, kLongest, least_stuck(holds, kLongest), steps);
  return steps;
}

flow_control::HoldsAt holds_of(Steps steps) {
  return [steps = std::move(steps)](Bytes stuck, Bytes head) {
    std::int64_t least = kNothingHolds;
    for (const auto& [from, value] : steps) {
      if (from <= head.count()) {
        least = value;
      }
    }
    return stuck.count() >= least;
  };
}

Bytes bytes_of(const Json& json) { return Bytes(json.get<std::int64_t>()); }
Time time_of(const Json& json) { return Time(json.get<std::int64_t>()); }

}  // namespace

struct DeadlockOracle::Told {
  static Json grip(const Grip& grip) { return {grip.held, steps_of(grip.holds)}; }
  static Grip grip(const Json& json) { return {json.at(0).get<ClassMask>(), holds_of(json.at(1).get<Steps>())}; }

  static Json json_of(const Instant& instant, Time t) {
    using oracle::json_of;
    Json json{t.count(), Json::array(), Json::array(), Json::array(), Json::array()};
    for (const Held& held : instant.held) {
      json[1].push_back({json_of(held.queue), held.since.count(), held.head.count()});
    }
    for (const Viq& viq : instant.viqs) {
      Json waiting = Json::array();
      for (const WaitingBytes& one : viq.waiting) {
        waiting.push_back({json_of(one.own), json_of(one.blocker), one.bytes.count(), one.account});
      }
      json[2].push_back(
          {json_of(viq.viq), grip(viq.grip), viq.paused_since.count(), viq.depth.count(), std::move(waiting)});
    }
    for (const Part& part : instant.parts) {
      json[3].push_back({json_of(part.viq), part.share.flow, part.share.bytes.count()});
    }
    for (const Stopped& stopped : instant.stopped) {
      json[4].push_back({json_of(stopped.viq), grip(stopped.grip), stopped.since.count(), stopped.depth.count()});
    }
    return json;
  }

  // Adds what one rank has told of an instant.
  static void add(const Json& json, Instant& instant) {
    for (const Json& held : json.at(1)) {
      instant.held.push_back({queue_of(held.at(0)), time_of(held.at(1)), bytes_of(held.at(2))});
    }
    for (const Json& viq : json.at(2)) {
      std::vector<WaitingBytes> waiting;
      for (const Json& one : viq.at(4)) {
        waiting.push_back({queue_of(one.at(0)), queue_of(one.at(1)), bytes_of(one.at(2)), one.at(3)});
      }
      instant.viqs.push_back(
          {queue_of(viq.at(0)), grip(viq.at(1)), time_of(viq.at(2)), bytes_of(viq.at(3)), std::move(waiting)});
    }
    for (const Json& part : json.at(3)) {
      instant.parts.push_back({queue_of(part.at(0)), {part.at(1), bytes_of(part.at(2))}});
    }
    for (const Json& stopped : json.at(4)) {
      instant.stopped.push_back(
          {queue_of(stopped.at(0)), grip(stopped.at(1)), time_of(stopped.at(2)), bytes_of(stopped.at(3))});
    }
  }
};

std::string DeadlockOracle::tell() {
  Json told = Json::array();
  for (auto instant = pending_.begin(); instant != pending_.end() && instant->second.arrived == here_;) {
    told.push_back(Told::json_of(instant->second, instant->first));
    instant = pending_.erase(instant);
  }
  std::string text;
  Json::to_cbor(told, text);
  return text;
}

void DeadlockOracle::hear(const std::vector<std::string>& told) {
  for (const std::string& text : told) {
    for (const Json& json : Json::from_cbor(text)) {
      Instant& instant = heard_[time_of(json.at(0))];
      Told::add(json, instant);
      ++instant.arrived;
    }
  }
  while (!heard_.empty() && heard_.begin()->second.arrived == tellers_) {
    judge(heard_.begin()->second, heard_.begin()->first);
    heard_.erase(heard_.begin());
  }
}

}  // namespace weir::oracle
