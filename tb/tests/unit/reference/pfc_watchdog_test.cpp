// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The reference of the PFC watchdog against a naive second implementation, over random histories of counters; and the
// counters themselves.

#include "hw_model/reference/pfc_watchdog.h"

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/reference/pfc_watchdog_naive.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::pfc_watchdog_test {

constexpr BitRate kMicrosecondQuanta{512'000'000};  // a quantum of 512 bit times is a microsecond

// What a storm of the next polls does, at random.
enum class Weather : std::uint8_t { kCalm, kStorm, kChoppy, kXonStorm, kEmptyStorm, kSlow };

struct Play {
  PfcWatchdogTimes times;
  std::vector<PfcSample> samples;
  std::vector<Time> measured;
  unsigned acts_after = 0;  // polls from what is told to its effect
  std::size_t restarts_at = 0;
};

void grow(PfcSample& now, Weather weather, Time measured, RandomStream& random) {
  const auto us = static_cast<std::uint64_t>(measured.count() / 1'000'000);
  const bool off = weather == Weather::kStorm || weather == Weather::kEmptyStorm;
  const auto sometimes = [&](unsigned per_cent) { return random.below(100) < per_cent; };
  now.received += weather == Weather::kCalm ? sometimes(10) : weather == Weather::kSlow ? random.below(2) : 3;
  now.on2off += weather == Weather::kChoppy ? 2 : sometimes(off ? 3 : 20) ? 1 : 0;
  now.paused = off ? !sometimes(3) : weather == Weather::kChoppy || weather == Weather::kSlow ? sometimes(60) : false;
  const std::uint64_t per_mille = off ? 980 + random.below(21) : random.below(weather == Weather::kCalm ? 20 : 1000);
  now.paused_us += us * per_mille / 1000;
  now.paused_quanta += us * per_mille / (sometimes(50) ? 1000 : 40) + random.below(3);
  now.packets += off ? sometimes(3) : random.below(weather == Weather::kSlow ? 2 : 50);
  now.bytes = Bytes(weather == Weather::kEmptyStorm || sometimes(20) ? 0 : 1 + static_cast<int>(random.below(9000)));
}

Play random_play(PfcRule rule, RandomStream& random) {
  Play play;
  const auto some = [&](std::uint64_t most) {
    return Time(1'000'000'000) * static_cast<std::int64_t>(random.below(most));
  };
  play.times = {.rule = rule,
                .detection = 100_ms + some(900),
                .restoration = 100_ms + some(900),
                .poll = 100_ms + some(300),
                .alert = random.below(4) == 0};
  play.acts_after = static_cast<unsigned>(random.below(3));
  play.restarts_at = random.below(120);
  PfcSample now;
  Weather weather = Weather::kCalm;
  for (int i = 0; i < 60; ++i) {
    if (random.below(6) == 0)
      weather = static_cast<Weather>(random.below(6));
    const std::int64_t late = static_cast<std::int64_t>(random.below(8'000'000)) * (random.below(2) == 0 ? 1 : -1);
    play.measured.push_back(play.times.poll + Time(1000 * late));
    grow(now, weather, play.measured.back(), random);
    play.samples.push_back(now);
  }
  return play;
}

// Poll by poll: what was told, the status, and the times left.
using Entry = std::tuple<std::string, bool, std::int64_t, std::int64_t>;
using History = std::vector<Entry>;

std::string name_of(PfcNews news) {
  return news == PfcNews::kNone ? "" : news == PfcNews::kStorm ? "storm" : "restore";
}

// What is told takes effect after so many further polls; a later word overtakes none.
template <class News, class Poll, class Act, class Note>
void play_back(const Play& play, News none, Poll poll, Act act, Note note) {
  std::deque<std::pair<std::size_t, News>> pending;
  for (std::size_t i = 0; i < play.samples.size(); ++i) {
    const News news = poll(i);
    if (news != none)
      pending.push_back({i + play.acts_after, news});
    note(i, news);
    for (; !pending.empty() && pending.front().first <= i; pending.pop_front())
      act(pending.front().second);
  }
}

using Fault = std::function<void(PfcSample&, Time& measured, PfcWatchdogTimes&)>;

History history(const Play& play, const Fault& fault = nullptr) {
  History history;
  PfcWatchdog watchdog;
  play_back(
      play, PfcNews::kNone,
      [&](std::size_t i) {
        PfcSample sample = play.samples[i];
        Time measured = play.measured[i];
        PfcWatchdogTimes times = play.times;
        if (fault)
          fault(sample, measured, times);
        if (i == play.restarts_at)
          watchdog.restart();
        return watchdog.poll(sample, measured, times);
      },
      [&](PfcNews news) { watchdog.act(news); },
      [&](std::size_t, PfcNews news) {
        history.emplace_back(name_of(news), watchdog.stormed(), watchdog.detection_left(play.times).count(),
                             watchdog.restoration_left(play.times).count());
      });
  return history;
}

History naive_history(const Play& play) {
  History history;
  naive::Scripts scripts(std::string(name_in(kPfcRules, play.times.rule)), play.times.detection.count(),
                         play.times.restoration.count(), play.times.poll.count(), play.times.alert);
  play_back(
      play, std::string(),
      [&](std::size_t i) {
        const PfcSample& now = play.samples[i];
        if (i == play.restarts_at)
          scripts.delete_all();
        const auto count = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
        return scripts.run({{{"rx", count(now.received)},
                             {"on2off", count(now.on2off)},
                             {"us", count(now.paused_us)},
                             {"quanta", count(now.paused_quanta)},
                             {"packets", count(now.packets)},
                             {"bytes", now.bytes.count()},
                             {"paused", now.paused ? 1 : 0}},
                            play.measured[i].count()});
      },
      [&](const std::string& news) { scripts.handle(news); },
      [&](std::size_t, const std::string& news) {
        history.emplace_back(news, scripts.stormed(), scripts.value("detection_left"),
                             scripts.value("restoration_left"));
      });
  return history;
}

std::size_t count_of(const History& history, const std::string& news) {
  return static_cast<std::size_t>(
      std::count_if(history.begin(), history.end(), [&](const Entry& entry) { return std::get<0>(entry) == news; }));
}

TEST(PfcWatchdog, IsTheNaiveOneInTenThousandHistories) {
  RandomStream random(1, "pfc_watchdog_test");
  std::map<PfcRule, std::size_t> storms;
  std::map<PfcRule, std::size_t> restores;
  for (int i = 0; i < 10'000; ++i) {
    const PfcRule rule = kPfcRules[static_cast<std::size_t>(i) % kPfcRules.size()].value;
    const Play play = random_play(rule, random);
    const History ours = history(play);
    ASSERT_EQ(ours, naive_history(play)) << "history " << i << ", " << name_in(kPfcRules, rule);
    storms[rule] += count_of(ours, "storm");
    restores[rule] += count_of(ours, "restore");
  }
  for (const auto& rule : kPfcRules) {
    EXPECT_GT(storms[rule.value], 100U) << rule.name;
    EXPECT_GT(restores[rule.value], 100U) << rule.name;
  }
}

// Of 700 histories of a rule, at least one differs when the rule is another.
TEST(PfcWatchdog, HistoriesTellEachRuleFromEachOther) {
  for (const auto& rule : kPfcRules) {
    for (const auto& other : kPfcRules) {
      RandomStream random(2, "pfc_watchdog_test");
      bool differs = false;
      for (int i = 0; i < 700 && !differs; ++i) {
        const Play play = random_play(rule.value, random);
        differs =
            history(play, [&](PfcSample&, Time&, PfcWatchdogTimes& t) { t.rule = other.value; }) != naive_history(play);
      }
      EXPECT_EQ(differs, rule.value != other.value) << rule.name << " and " << other.name;
    }
  }
}

TEST(PfcWatchdog, HistoriesFindPlantedFaults) {
  const std::vector<std::pair<PfcRule, Fault>> faults = {
      {PfcRule::kBroadcom, [](PfcSample& now, Time&, PfcWatchdogTimes&) { now.on2off = 0; }},
      {PfcRule::kBroadcom, [](PfcSample& now, Time&, PfcWatchdogTimes&) { now.paused = true; }},
      {PfcRule::kBroadcom, [](PfcSample&, Time&, PfcWatchdogTimes& times) { times.poll += Time(1); }},
      {PfcRule::kBroadcom, [](PfcSample&, Time&, PfcWatchdogTimes& times) { times.alert = false; }},
      {PfcRule::kCisco, [](PfcSample&, Time&, PfcWatchdogTimes& times) { times.restoration += 1_ms; }},
      {PfcRule::kMellanox, [](PfcSample&, Time& measured, PfcWatchdogTimes& times) { measured = times.poll; }},
      {PfcRule::kMellanox, [](PfcSample& now, Time&, PfcWatchdogTimes&) { now.bytes = Bytes(1); }},
      {PfcRule::kVs, [](PfcSample& now, Time&, PfcWatchdogTimes&) { now.packets = 0; }},
      {PfcRule::kVs, [](PfcSample& now, Time&, PfcWatchdogTimes&) { now.received = 0; }},
      {PfcRule::kBarefoot, [](PfcSample& now, Time&, PfcWatchdogTimes&) { now.paused_quanta = now.paused_us; }},
      {PfcRule::kTeralynx, [](PfcSample& now, Time&, PfcWatchdogTimes&) { now.bytes = Bytes(0); }},
  };
  for (std::size_t f = 0; f < faults.size(); ++f) {
    RandomStream random(3, "pfc_watchdog_test");
    bool found = false;
    for (int i = 0; i < 500 && !found; ++i) {
      const Play play = random_play(faults[f].first, random);
      found = history(play, faults[f].second) != naive_history(play);
    }
    EXPECT_TRUE(found) << "fault " << f;
  }
}

// A storm without end: told at the ceil(D/p)-th bad poll in a row, by every rule.
TEST(PfcWatchdog, TellsOfAStormAtTheLastOfTheBadPolls) {
  for (const auto& rule : kPfcRules) {
    for (int polls = 1; polls <= 5; ++polls) {
      const PfcWatchdogTimes times{
          .rule = rule.value, .detection = 200_ms * polls, .restoration = 200_ms, .poll = 200_ms};
      PfcWatchdog watchdog;
      PfcSample now{.bytes = 1000_B, .paused = true};
      for (int i = 0; i <= polls; ++i) {
        EXPECT_EQ(watchdog.poll(now, 200_ms, times), i == polls ? PfcNews::kStorm : PfcNews::kNone) << rule.name;
        ++now.received;
        now.paused_us += 200'000;
        now.paused_quanta += 200'000;
      }
    }
  }
}

// Counters at random against those that move a microsecond at a time.
TEST(PfcCounters, AreThoseOfAQueueThatMovesAMicrosecondAtATime) {
  RandomStream random(4, "pfc_watchdog_test");
  std::map<PfcContinuous, int> states;
  for (int run = 0; run < 200; ++run) {
    PfcCounters counters;
    naive::Queue queue;
    bool deaf = false;
    for (int us = 0; us < 400; ++us) {
      const Time now = Time(1'000'000) * us;
      if (random.below(12) == 0) {
        const auto quanta = static_cast<std::uint16_t>(random.below(3) == 0 ? 0 : random.below(30));
        counters.frame(quanta, kMicrosecondQuanta, now);
        queue.frame(quanta);
      }
      if (random.below(60) == 0) {
        deaf = !deaf;
        counters.deafen(deaf, now);
        queue.deafen(deaf);
      }
      if (random.below(30) == 0) {
        counters.entered(100_B);
        queue.enter(100);
      } else if (random.below(30) == 0) {
        counters.left(60_B);
        queue.leave(60);
      }
      const PfcSample sample = counters.sample(kMicrosecondQuanta, now);
      const std::map<std::string, std::int64_t> ours = {
          {"rx", sample.received},          {"on2off", sample.on2off},       {"us", sample.paused_us},
          {"quanta", sample.paused_quanta}, {"bytes", sample.bytes.count()}, {"packets", sample.packets},
          {"paused", sample.paused ? 1 : 0}};
      ASSERT_EQ(ours, queue.counters()) << "run " << run << ", us " << us;
      if (random.below(12) == 0) {
        const PfcContinuous state = counters.read_continuous(now);
        ++states[state];
        const char* const names[] = {"not paused", "all the time", "at times"};
        ASSERT_EQ(names[static_cast<std::size_t>(state)], queue.read()) << "run " << run << ", us " << us;
      }
      queue.step();
    }
  }
  EXPECT_THAT(states, SizeIs(3));
}

// At 400 Gbps a quantum is 1.28 ns, at 10 Gbps 51.2 ns.
TEST(PfcCounters, CountQuantaOfThePortsRate) {
  EXPECT_EQ(PfcCounters::quanta(1280_ns, 400_Gbps), 1000U);
  EXPECT_EQ(PfcCounters::quanta(Time(51'199), 10_Gbps), 0U);
  EXPECT_EQ(PfcCounters::quanta(Time(51'200), 10_Gbps), 1U);
}

TEST(PfcCounters, ForgetThePauseAndTheQueueAtAReset) {
  PfcCounters counters;
  counters.frame(100, kMicrosecondQuanta, 0_us);
  counters.entered(500_B);
  counters.reset(40_us);
  const PfcSample now = counters.sample(kMicrosecondQuanta, 90_us);
  EXPECT_EQ(now.paused_us, 40U);
  EXPECT_FALSE(now.paused);
  EXPECT_EQ(now.bytes, 0_B);
  EXPECT_EQ(now.received, 1U);
}

}  // namespace weir::reference::pfc_watchdog_test
