// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Plays public reports about PFC watchdogs: the unit of the switch, in its true times of milliseconds and seconds, with
// a peer that sends PFC frames by a script and a queue that always has a packet. Prints one JSON object for each play.

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hw_model/base/random_stream.h"
#include "hw_model/mechanisms/deadlock/pfcwd.h"

namespace weir::deadlock {
namespace {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): a program of its own
using reference::PfcRule;

constexpr PortId kP{0};
constexpr ClassId kC{0};
constexpr std::uint16_t kXoff = 65535;  // 3.36 ms at 10 Gbps
constexpr Time kEach = 3_ms;            // from frame to frame of a storm

double milliseconds(Time t) { return seconds(t) * 1000; }

// The peer's frames, and what the watchdog told and did.
class Play final : public SwitchActions {
 public:
  explicit Play(const PfcwdConfig& config) : unit_(context_of(config), *this) {}

  void frame(Time at, std::uint16_t quanta) { frames_.emplace(at, quanta); }
  // XOFF each 3 ms from `from` on, the last one before `to`, and XON then.
  void storm(Time from, Time to) {
    for (Time at = from; at < to; at += kEach)
      frame(at, kXoff);
    frame(to, 0);
  }

  // Frames and packets of an instant come before its timers.
  void run(Time end) {
    packet_enters(0_ps);
    while (true) {
      const Time at = std::min(frames_.empty() ? kNever : frames_.begin()->first,
                               timers_.empty() ? kNever : timers_.begin()->first);
      if (at >= end)
        return;
      if (!frames_.empty() && frames_.begin()->first == at) {
        const std::uint16_t quanta = frames_.begin()->second;
        frames_.erase(frames_.begin());
        serve(at);
        unit_.pfc_received(kP, kC, quanta, at);
        paused_until_ = at + pause_time(quanta, 10_Gbps);
      } else {
        const auto [p, c] = timers_.begin()->second;
        timers_.erase(timers_.begin());
        serve(at);
        unit_.timer(p, c, at);
      }
    }
  }

  std::vector<Time> storms;
  std::vector<Time> overs;

  // Of the storms whose end was told: from the one to the other, in milliseconds.
  double mean_duration() const {
    double sum = 0;
    for (std::size_t i = 0; i < overs.size(); ++i)
      sum += milliseconds(overs[i] - storms[i]);
    return sum / static_cast<double>(overs.size());
  }
  double mean_period() const {
    return milliseconds(storms.back() - storms.front()) / static_cast<double>(storms.size() - 1);
  }

 private:
  static SwitchContext context_of(const PfcwdConfig& config) {
    SwitchContext context;
    context.config.unit = Unit::kPfcwd;
    context.config.pfcwd = config;
    context.ports = 1;
    context.lossless = 0x01;
    context.rates = {10_Gbps};
    context.buffer = 1_MB;
    context.name = "s1";
    context.seed = 1;
    return context;
  }

  void packet_enters(Time now) {
    if (held_ || unit_.refuses(packet()))
      return;
    held_ = true;
    unit_.decided(packet(), true, false, now);
  }
  // Since the last call the queue has sent if it was free for a time.
  void serve(Time now) {
    const bool free = !obeys_ || paused_until_ < now;
    if (held_ && free) {
      held_ = false;
      unit_.left(packet(), 0, now, now + 1_us);
    }
    packet_enters(now);
  }
  static frame::Packet packet() {
    frame::Packet packet;
    packet.egress = kP;
    packet.traffic_class = kC;
    packet.length = 1000_B;
    return packet;
  }

  void schedule(PortId p, ClassId c, Time at) override { timers_.emplace(at, std::pair(p, c)); }
  void drop_head(PortId, ClassId, Time) override {}
  bool lend(PortId, ClassId, Bytes, Time) override { return false; }
  bool resume(PortId, ClassId, Time) override { return false; }
  void obey(PortId, ClassId, bool on, Time) override { obeys_ = on; }
  void storm(PortId, ClassId, bool on, Time now) override { (on ? storms : overs).push_back(now); }
  void drop_queue(PortId, ClassId, Time now) override {
    if (std::exchange(held_, false))
      unit_.left(packet(), 0, now, now);
  }

  std::multimap<Time, std::uint16_t> frames_;
  std::multimap<Time, std::pair<PortId, ClassId>> timers_;
  Time paused_until_;
  bool held_ = false;
  bool obeys_ = true;
  Pfcwd unit_;
};

PfcwdConfig settings(PfcRule rule, Time detection, Time restoration, Time poll) {
  PfcwdConfig config;
  config.rule = rule;
  config.detection = detection;
  config.restoration = restoration;
  config.poll = poll;
  return config;
}

void print(const std::string& play, const std::string& variant, const std::string& fields) {
  fmt::print("{{\"play\": \"{}\", \"variant\": \"{}\", {}}}\n", play, variant, fields);
}

// Storms of 2 s every 4 s. Polls are late on average; 6 of 17 come earlier than the setting says, none by 1 %.
void play_late_polls(PfcRule rule, int cycles) {
  PfcwdConfig config = settings(rule, 400_ms, 400_ms, 400_ms);
  config.poll_interval = 401'470_us;
  config.poll_jitter = 5_ms;
  Play play(config);
  int longer = 0;
  for (int i = 0; i < cycles; ++i)
    play.storm(4'000_ms * i + 1'000_ms, 4'000_ms * i + 3'000_ms);
  play.run(4'000_ms * cycles + 2'000_ms);
  for (std::size_t i = 0; i < play.storms.size(); ++i)  // one poll stores the pause, the next whole interval is bad
    longer += (play.storms[i] - 1'000_ms) % 4'000_ms > 815_ms ? 1 : 0;
  print("swss4784", std::string(name_in(reference::kPfcRules, rule)),
        fmt::format("\"cycles\": {}, \"longer\": {}, \"mean_ms\": {:.3f}", play.overs.size(), longer,
                    play.mean_duration()));
}

// All classes of the port in a storm; a port whose mask is empty does not count.
void play_flap(Time interval) {
  PfcwdConfig config = settings(PfcRule::kBroadcom, 200_ms, 200_ms, 200_ms);
  config.poll_interval = interval;
  config.counts_when_disabled = false;
  config.action_delay = 10_ms;
  Play play(config);
  play.storm(1'000_ms, 1'201'000_ms);
  play.run(1'201'000_ms);
  print("buildimage29203", fmt::format("{:.0f} ms", milliseconds(interval)),
        fmt::format("\"storms\": {}, \"period_ms\": {:.3f}", play.storms.size(), play.mean_period()));
}

// XOFF from 0 to 5 s, then XON to 20 s; the polls are at whole multiples of 200 ms.
void play_xon_storm(PfcRule rule) {
  Play play(settings(rule, 200_ms, 200_ms, 200_ms));
  for (Time at = 1_ms; at < 20'000_ms; at += kEach)
    play.frame(at, at <= 5'000_ms ? kXoff : std::uint16_t{0});
  play.run(30'000_ms);
  print("swss4581", std::string(name_in(reference::kPfcRules, rule)),
        fmt::format("\"storms\": {}, \"over_s\": {:.3f}", play.storms.size(),
                    play.overs.empty() ? 0.0 : seconds(play.overs.back())));
}

// A sender in software: XOFF for 3.36 ms every 4 ms, so that each frame pauses anew.
void play_choppy(PfcRule rule) {
  Play play(settings(rule, 200_ms, 200_ms, 200_ms));
  for (Time at = 1_ms; at < 10'000_ms; at += 4_ms)
    play.frame(at, kXoff);
  play.run(10'000_ms);
  print("mgmt27589", std::string(name_in(reference::kPfcRules, rule)),
        fmt::format("\"storms\": {}", play.storms.size()));
}

// A storm without end and polls 260 ms apart that are reckoned as 200 ms.
void play_reckoned(PfcRule rule) {
  PfcwdConfig config = settings(rule, 1'000_ms, 400_ms, 200_ms);
  config.poll_interval = 260_ms;
  Play play(config);
  play.storm(1_ms, 9'000_ms);
  play.run(9'000_ms);
  print("swss4920", std::string(name_in(reference::kPfcRules, rule)),
        fmt::format("\"storm_ms\": {:.3f}", milliseconds(play.storms.front())));
}

// Pauses of 100 us that take 30 % of the time, as ordinary PFC makes them; 100 s.
void play_ordinary(PfcRule rule, Time detection) {
  Play play(settings(rule, detection, 200_ms, 200_ms));
  RandomStream random(1, "ordinary");
  constexpr std::uint16_t kQuanta = 1953;           // 100 us
  constexpr std::uint64_t kMostOpen = 466'666'666;  // ps: 233 us on average
  for (Time at = 1_us; at < 100'000_ms;) {
    play.frame(at, kQuanta);
    play.frame(at + 100_us, 0);
    at += 100_us + Time(static_cast<std::int64_t>(random.below(kMostOpen)));
  }
  play.run(100'000_ms);
  print("ordinary", std::string(name_in(reference::kPfcRules, rule)),
        fmt::format("\"detection_ms\": {:.0f}, \"storms\": {}", milliseconds(detection), play.storms.size()));
}

// A storm without end that meets a busy queue, at twenty phases between two polls: from its beginning until it is told.
void play_latency(PfcRule rule, Time detection, Time poll) {
  constexpr int kPhases = 20;
  Time least = kNever;
  Time most;
  for (int i = 0; i < kPhases; ++i) {
    const Time begin = 2'000_ms + poll * (2 * i + 1) / (2 * kPhases);
    Play play(settings(rule, detection, 200_ms, poll));
    play.storm(begin, 6'000_ms);
    play.run(5'000_ms);
    const Time latency = play.storms.front() - begin;
    least = std::min(least, latency);
    most = std::max(most, latency);
  }
  print("latency", std::string(name_in(reference::kPfcRules, rule)),
        fmt::format("\"detection_ms\": {:.0f}, \"poll_ms\": {:.0f}, \"least_ms\": {:.0f}, \"most_ms\": {:.0f}",
                    milliseconds(detection), milliseconds(poll), milliseconds(least), milliseconds(most)));
}

void play_all() {
  for (const auto& rule : reference::kPfcRules) {
    play_latency(rule.value, 200_ms, 200_ms);
    play_latency(rule.value, 400_ms, 100_ms);
    play_latency(rule.value, 300_ms, 200_ms);
  }
  play_late_polls(PfcRule::kMellanoxUntil4784, 1700);
  play_late_polls(PfcRule::kMellanox, 255);
  play_flap(200_ms);
  play_flap(208_ms);
  for (const auto& rule : reference::kPfcRules) {
    play_xon_storm(rule.value);
    play_choppy(rule.value);
    play_reckoned(rule.value);
  }
  for (const Time detection : {200_ms, 400_ms}) {
    for (const auto& rule : reference::kPfcRules)
      play_ordinary(rule.value, detection);
  }
}

}  // namespace
}  // namespace weir::deadlock

int main() { weir::deadlock::play_all(); }
