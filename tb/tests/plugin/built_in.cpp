// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Built-in parts as parts of weir/parts.h, under words of their own: runs with them write what runs with the built-in
// ones write.

#include <algorithm>
#include <array>
#include <sstream>

#include "hw_model/base/class_mask.h"
#include "hw_model/datapath/crossbar/arbiter.h"
#include "hw_model/datapath/egress/turns.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/congestion/red_marker.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
#include "hw_model/reference/class_mapper.h"
#include "hw_model/reference/pfc_timer.h"
#include "tb/parts/weir/parts.h"

namespace {

constexpr std::int64_t kMost = 1'000'000'000;

using namespace weir::parts;  // NOLINT(google-build-using-namespace): a file of its own

// Round robin: iSLIP with one iteration.
class RoundRobin final : public Arbiter {
 public:
  explicit RoundRobin(Build& build)
      : ports_(build.place().ports), arbiter_(ports_, 1), requests_(ports_), outputs_(ports_) {}

  void match(const Requests& asked, std::vector<Pair>& pairs) override {
    for (unsigned output = 0; output < ports_; ++output) {
      requests_.clear_row(output);
      for (unsigned input = 0; input < ports_; ++input)
        if (asked.asks(input, output))
          requests_.insert(output, input);
      asked.open(output) ? outputs_.insert(output) : outputs_.erase(output);
    }
    arbiter_.match(requests_, outputs_, matches_);
    for (const weir::crossbar::Match& match : matches_)
      pairs.push_back({static_cast<unsigned>(match.input.index()), static_cast<unsigned>(match.output.index())});
  }
  void alone(const Pair& pair) override {
    arbiter_.match_alone(requests_, {weir::PortId(pair.input), weir::PortId(pair.output)});
  }
  void reset() override { arbiter_.reset(); }

 private:
  unsigned ports_;
  weir::crossbar::Islip arbiter_;
  weir::crossbar::PortMatrix requests_;
  weir::crossbar::PortSet outputs_;
  std::vector<weir::crossbar::Match> matches_;
};

// What the MMU admits is admitted.
class Mmu final : public Admission {
 public:
  explicit Mmu(Build&) {}
  bool admits(const Arrival&, Time) override { return true; }
};

// red_ecn, without notifications.
class Red final : public Detector {
 public:
  explicit Red(Build& build)
      : marker_(config_of(build), depth_bits(build), build.place().seed, build.place().name + ".red") {}

  bool departs(const Packet&, Bytes behind, Time) override { return marker_.marks(weir::Bytes(behind)); }
  void reset(Time) override { marker_.reset(); }

 private:
  static unsigned depth_bits(const Build& build) {
    return weir::ledger::bits_for(static_cast<std::uint64_t>(build.place().buffer));
  }
  static weir::congestion::RedEcnConfig config_of(Build& build) {
    weir::congestion::RedEcnConfig config;
    config.k_min = weir::Bytes(build.bytes({"k_min", "No mark at or below."}, 5'000, {0, 1'000'000'000}));
    config.k_max = weir::Bytes(build.bytes({"k_max", "A mark above."}, 200'000, {0, 1'000'000'000}));
    config.p_max = build.real({"p_max", "Probability at k_max."}, 0.01, {0, 1});
    return config;
  }

  weir::congestion::RedMarker marker_;
};

// The disciplines of a port, by the words and settings of [switch.egress].
class Order final : public Discipline {
 public:
  explicit Order(Build& build) : config_(config_of(build)), turns_(config_, 1) {}

  unsigned next(const std::vector<Head>& heads, Time) const override {
    weir::ClassMask candidates = 0;
    weir::PerClass<weir::Bytes> lengths{};
    for (const Head& head : heads) {
      candidates |= static_cast<weir::ClassMask>(1U << head.packet.traffic_class);
      lengths[head.packet.traffic_class] = weir::Bytes(head.packet.length);
    }
    const auto length = [&](weir::ClassId c) { return lengths[c.index()]; };
    return static_cast<unsigned>(turns_.next(weir::PortId(0), candidates, length).index());
  }
  void sent(const Packet& packet, unsigned waiting, Time) override {
    turns_.sent(weir::PortId(0), weir::ClassId(packet.traffic_class), weir::Bytes(packet.length),
                static_cast<weir::ClassMask>(waiting));
  }
  void reset(Time) override { turns_.reset(); }

 private:
  static weir::egress::EgressConfig config_of(Build& build) {
    weir::egress::EgressConfig config;
    const std::string word = build.text({"discipline", "Of those of weir."}, "strict_priority");
    for (const auto& known : weir::egress::kDisciplines)
      if (known.name == word)
        config.discipline = known.value;
    std::istringstream weights(build.text({"weights", "Of the classes."}, "1 1 1 1 1 1 1 1"));
    for (unsigned weight = 0, c = 0; weights >> weight; ++c)
      config.weights.at(c) = static_cast<std::uint8_t>(weight);
    config.strict = static_cast<weir::ClassMask>(build.integer({"strict", "Classes, a bit each."}, 0, {0, 255}));
    config.vl_limit = static_cast<unsigned>(build.integer({"vl_limit", "In 4 KiB."}, 255, {0, 255}));
    config.quantum = weir::Bytes(build.bytes({"quantum", "Of a turn."}, 1'500, {64, 9'216}));
    return config;
  }

  weir::egress::EgressConfig config_;
  weir::egress::Turns turns_;
};

// The class mapper by PCP and DEI, or by DSCP.
class Mapper final : public ClassMapper {
 public:
  explicit Mapper(Build& build) : mapper_(config_of(build)) {}

  bool is_by_fields() const override { return true; }
  unsigned class_of(const Fields& fields, const Packet&, Time) override {
    const std::uint8_t point = weir::reference::code_point(fields.pcp, fields.dei);
    return static_cast<unsigned>(mapper_.map(point, static_cast<std::uint8_t>(fields.dscp), 0).index());
  }

 private:
  static weir::reference::ClassMapperConfig config_of(Build& build) {
    weir::reference::ClassMapperConfig config;
    if (build.text({"source", "pcp or dscp."}, "pcp") == "dscp")
      config.source = weir::reference::ClassSource::kDscp;
    read(build.text({"pcp_classes", "Of PCP and DEI."}, ""), config.pcp_classes);
    read(build.text({"dscp_classes", "Of DSCPs."}, ""), config.dscp_classes);
    return config;
  }
  template <class Classes>
  static void read(const std::string& text, Classes& classes) {
    std::istringstream all(text);
    for (std::size_t number = 0, c = 0; all >> c; ++number)
      classes.at(number) = weir::ClassId(c);
  }

  weir::reference::ClassMapper mapper_;
};

// PFC, with XOFF and XON alike for all classes.
class Pfc final : public FlowControl {
 public:
  explicit Pfc(Build& build)
      : xoff_(build.bytes({"xoff", "XOFF."}, 800'000, {1, kMost})),
        xon_(build.bytes({"xon", "XON."}, 797'000, {0, kMost})),
        quanta_(static_cast<std::uint16_t>(build.integer({"quanta", "Of a pause."}, 65'535, {1, 65'535}))),
        refresh_(build.real({"refresh", "Part of a pause."}, 0.5, {0.01, 0.99})) {
    const auto rate = weir::BitRate(build.place().rates.empty() ? 1'000'000'000 : build.place().rates.front());
    interval_ = weir::flow_control::refresh_interval({.pause_quanta = quanta_, .refresh_fraction = refresh_}, rate);
    for (State& state : states_)
      state = {
          weir::reference::PfcThreshold(weir::Bytes(xoff_), weir::Bytes(xon_)), weir::reference::PfcTimer(rate), {}};
    Promise promise;
    promise.stops_at = xoff_;
    promise.longest_hold = weir::pause_time(65'535, rate).count();
    build.promise(promise);
  }

  void admitted(unsigned c, Bytes, Bytes depth, Time) override {
    if (states_[c].threshold.filled(weir::Bytes(depth)))
      change(c);
  }
  void released(unsigned c, Bytes, Bytes depth, Time) override {
    if (states_[c].threshold.drained(weir::Bytes(depth)))
      change(c);
  }
  void message(Message& message, Time now) override {
    message.classes = due();
    for (unsigned c = 0; c < states_.size(); ++c) {
      if ((message.classes >> c & 1U) == 0)
        continue;
      const bool on = (asked_ >> c & 1U) != 0;
      message.values[c] = on ? quanta_ : std::uint16_t{0};
      states_[c].refresh_at = weir::Time(now) + interval_;
      told_ = on ? told_ | 1U << c : told_ & ~(1U << c);
      again_ &= ~(1U << c);
      expect(c);
    }
    again_ = 0;
  }
  void heard(const Message& message, Time now) override {
    for (unsigned c = 0; c < states_.size(); ++c) {
      if ((message.classes >> c & 1U) == 0)
        continue;
      states_[c].timer.load(message.values[c], weir::Time(now));
      held_ = message.values[c] != 0 ? held_ | 1U << c : held_ & ~(1U << c);
      hold(c, message.values[c] != 0);
      expect(c);
    }
  }
  void timer(unsigned c, Time now) override {
    if ((held_ >> c & 1U) != 0 && !states_[c].timer.paused(weir::Time(now))) {
      held_ &= ~(1U << c);
      hold(c, false);
    }
    if ((told_ >> c & 1U) != 0 && weir::Time(now) >= states_[c].refresh_at)
      again_ |= 1U << c;
    say(due() != 0);
    expect(c);
  }
  bool stays_held(unsigned c, Bytes stuck) const override { return (asked_ >> c & 1U) != 0 && stuck > xon_; }

 private:
  struct State {
    weir::reference::PfcThreshold threshold;
    weir::reference::PfcTimer timer;
    weir::Time refresh_at{0};
  };

  unsigned due() const { return (asked_ ^ told_) | (again_ & asked_); }
  void change(unsigned c) {
    asked_ ^= 1U << c;
    say(due() != 0);
  }
  // The earlier of the refresh and of the end of a pause of the peer's.
  void expect(unsigned c) {
    const bool refreshes = (told_ >> c & 1U) != 0 && (again_ >> c & 1U) == 0;
    const weir::Time refresh = refreshes ? states_[c].refresh_at : weir::kNever;
    const weir::Time next = std::min(refresh, (held_ >> c & 1U) != 0 ? states_[c].timer.expires_at() : weir::kNever);
    if (next != weir::kNever)
      wake(c, next.count());
  }

  Bytes xoff_, xon_;
  std::uint16_t quanta_;
  double refresh_;
  weir::Time interval_{0};
  std::array<State, 8> states_;
  unsigned asked_ = 0, told_ = 0, again_ = 0, held_ = 0;
};

}  // namespace

WEIR_PARTS {
  parts.add<RoundRobin>("built_in_turns", "round robin of weir");
  parts.add<Mmu>("built_in_mmu", "the MMU of weir alone");
  parts.add<Red>("built_in_red", "red_ecn of weir");
  parts.add<Order>("built_in_order", "the disciplines of weir");
  parts.add<Mapper>("built_in_mapper", "the class mapper of weir");
  parts.add<Pfc>("built_in_pfc", "PFC of weir");
}
