// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Parts with the fault that the environment names; without a name they are right. It includes weir/parts.h alone.

#include <cstdlib>
#include <stdexcept>

#include <weir/parts.h>

namespace {

using namespace weir::parts;  // NOLINT(google-build-using-namespace): a file of its own

bool has(const std::string& fault) {
  const char* const named = std::getenv("WEIR_PLUGIN_FAULT");
  return named != nullptr && fault == named;
}

// The first input that asks an output.
class First final : public Arbiter {
 public:
  explicit First(Build& build) : ports_(build.place().ports) {}
  void match(const Requests& asked, std::vector<Pair>& pairs) override {
    std::vector<bool> taken(ports_);
    for (unsigned output = 0; output < ports_; ++output) {
      unsigned input = 0;
      while (input < ports_ && (!asked.open(output) || !asked.asks(input, output) || taken[input]))
        ++input;
      if (has("asks_not") && asked.open(output))
        input = (input + 1) % ports_;
      if (input == ports_)
        continue;
      taken[input] = true;
      pairs.push_back({input, output});
      if (has("twice"))
        pairs.push_back({input, output});
    }
  }

 private:
  unsigned ports_;
};

// Every kind of setting. It marks nothing, and rings once each `pace`.
class Clock final : public Detector {
 public:
  explicit Clock(Build& build)
      : pace_(build.time({"pace", "Between two rings."}, 1'000'000, {1'000, 1'000'000'000})),
        limit_(build.integer({has("twice_key") ? "pace" : "limit", "Most rings."}, has("default") ? 11 : 5, {0, 10})),
        share_(build.real({"share", "A share."}, 0.5, {0.0, 1.0})),
        on_(build.boolean({"on", "Whether it rings."}, true)),
        said_(build.text({has("capital_key") ? "Said" : "said", "What it says."}, "a \"b\" = c")) {
    if (has("another_key"))
      build.rate({build.place().name == "s1" ? "late" : "later", "A rate."}, 1, {0, 2});
    if (said_ == "nothing")
      build.refuse("said", "wanted a word; got nothing");
    if (has("throws"))
      throw std::runtime_error("the sun shines");
    build.declare({"rung", "rings", 16, {{"class", build.place().classes}}, 3, [this](const Indices& at) {
                     return rung_[at[0]];
                   }});
    build.declare({"share", "share in percent", 7, {}, 0, [this](const Indices&) {
                     return static_cast<std::uint64_t>(share_ * 100);
                   }});
    build.declare({"length", "of what it says", 8, {}, 0, [this](const Indices&) { return said_.size(); }});
    rung_.resize(build.place().classes);
  }

  void queued(const Packet& packet, Bytes, Time now) override {
    if (on_ && rung_[packet.traffic_class] == 0)
      wake(packet.traffic_class, now + pace_);
  }
  void timer(unsigned c, Time now) override {
    if (static_cast<std::int64_t>(++rung_[c]) < limit_)
      wake(c, now + pace_);
  }
  bool departs(const Packet&, Bytes, Time) override { return false; }

 private:
  Time pace_;
  std::int64_t limit_;
  double share_;
  bool on_;
  std::string said_;
  std::vector<std::uint64_t> rung_;
};

// The highest class; and wrong answers.
class Highest final : public Discipline {
 public:
  explicit Highest(Build&) {}
  unsigned next(const std::vector<Head>& heads, Time now) const override {
    const bool wrong = now > 10'000'000;
    if (has("class_9") && wrong)
      return 9;
    unsigned empty = 0;
    for (const Head& head : heads)
      empty += head.packet.traffic_class == empty ? 1 : 0;
    if (has("empty_class") && wrong)
      return empty;
    return heads.back().packet.traffic_class;
  }
  void sent(const Packet&, unsigned, Time) override {}
};

// By the input port, at each switch; or by PCP. And wrong answers.
class Inputs final : public ClassMapper {
 public:
  explicit Inputs(Build& build) : classes_(build.place().classes) {
    build.declare({"asked", "questions", 32, {}, 0, [this](const Indices&) { return asked_; }});
    if (has("written"))
      build.declare({"shift", "", 3, {}, 0, [](const Indices&) { return 0U; }, [](const Indices&, std::uint64_t) {}});
  }
  bool is_by_fields() const override { return has("by_fields") || has("fields_class_9") || has("written"); }
  unsigned class_of(const Fields& fields, const Packet& packet, Time now) override {
    ++asked_;
    if (is_by_fields())
      return has("fields_class_9") && fields.pcp == 3 && fields.dscp == 2 ? 9 : fields.pcp;
    return has("class_9") && now > 10'000'000 ? 9 : packet.ingress % classes_;
  }
  void reset(Time) override { asked_ = 0; }

 private:
  unsigned classes_;
  std::uint64_t asked_ = 0;
};

// Stops each class for `hold` from 200 KB on; and wrong answers.
class Stops final : public FlowControl {
 public:
  explicit Stops(Build& build) : hold_(build.time({"hold", "Of a stop."}, 20'000'000, {1'000, 1'000'000'000})) {
    Promise promise;
    promise.stops_at = has("promises_nothing") ? 0 : kStop;
    promise.longest_hold = hold_;
    build.promise(promise);
  }
  void admitted(unsigned c, Bytes, Bytes depth, Time now) override {
    if (depth < kStop || now < told_[c])
      return;
    if (has("holds_at_once"))
      hold(c, true);
    if (has("wakes_before") && now > 0)
      wake(c, now - 1);
    told_[c] = now + hold_ / 2;
    due_ |= 1U << c;
    say(true);
  }
  void released(unsigned, Bytes, Bytes, Time) override {}
  void message(Message& message, Time) override {
    message.classes = has("speaks_of_9") ? 1U << 9 : has("speaks_of_lossy") ? 1U << 7 : due_;
    message.values.fill(1);
    due_ = 0;
    if (has("says_again"))
      say(true);
  }
  void heard(const Message& message, Time now) override {
    for (unsigned c = 0; c < 8; ++c) {
      if ((message.classes >> c & 1U) == 0)
        continue;
      hold(has("holds_9") ? 9 : c, true);
      if (!has("holds_for_ever"))
        wake(c, now + hold_);
    }
  }
  void timer(unsigned c, Time) override { hold(c, false); }
  bool stays_held(unsigned, Bytes) const override { return false; }

 private:
  static constexpr Bytes kStop = 200'000;
  Time hold_;
  std::vector<Time> told_ = std::vector<Time>(8);
  unsigned due_ = 0;
};

void add(Registry& parts) {
  parts.add<Clock>(has("taken") ? "red_ecn" : has("capital") ? "Clock" : "clock", "rings");
  parts.add<First>("first", "joins the first input that asks");
  parts.add<Highest>("highest", "the highest class goes first");
  parts.add<Inputs>("inputs", "a class for each input port");
  parts.add<Stops>("stops", "stops a class for a time");
  for (int i = 0; has("many") && i < 8; ++i)
    parts.add<Clock>("clock" + std::to_string(i), "rings");
}

}  // namespace

extern "C" int weir_parts_version() { return has("version") ? kVersion + 1 : kVersion; }
extern "C" void weir_parts_add(Registry& parts) { add(parts); }
