// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of the causality unit beside the protocol that it is made after: the same checks to the same ports
// and the same declarations.

#include "hw_model/cycle_models/itsy_causality_cycle.h"
#include "hw_model/reference/itsy_repaired.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::itsy_causality_beside_test {

using In = ItsyCausalityInputs;
using Out = ItsyCausalityOutputs;

constexpr std::uint32_t kSelf = 5;
constexpr std::uint32_t kXon = 3;

struct Shape {
  unsigned ports = 3;
  unsigned seq_bits = 3;
  std::uint32_t ttl = 3;  // on the wire: hops less one
  bool together = false;  // several events a cycle
  bool sums = false;      // one event at a time, and cycles between them in which it is added up
};

class Beside {
 public:
  Beside(const Shape& shape, std::uint64_t seed)
      : shape_(shape),
        random_(seed),
        unit_({.ports = shape.ports,
               .count_bits = 4,
               .switch_bits = 3,
               .port_bits = 3,
               .seq_bits = shape.seq_bits,
               .sums = shape.sums ? 1U : 0U}),
        protocol_({.switch_id = kSelf,
                   .seq_bits = shape.seq_bits,
                   .ttl = static_cast<std::uint8_t>(shape.ttl + 1),
                   .sums = shape.sums},
                  shape.ports, kXon) {}

  // What differs, and in which cycle; empty where nothing does. `spoil` a bit of what the unit is told.
  std::string go(int cycles, bool spoil = false) {
    for (int cycle = 0; cycle < cycles; ++cycle) {
      In in = draw();
      const std::string wanted = protocol(in);
      if (spoil && in.check && in.check_ttl > 0) {
        --in.check_ttl;
      }
      if (const std::string found = unit(in); found != wanted) {
        return "cycle " + std::to_string(cycle) + ": " + found + ", wanted " + wanted;
      }
      if (shape_.sums && wanted.find("home") != std::string::npos) {
        start_again();
      }
    }
    return "";
  }

  int left = 0;
  int declared = 0;
  int went_on = 0;
  int by_sums = 0;  // of those declared

 private:
  // A check that a sum brings home was marked and passed on before; the protocol does neither.
  void start_again() {
    const std::uint64_t seq_stays = protocol_.state(PortId(0)).seq;
    unit_.clock({.clear = true});
    protocol_.reset();
    ASSERT_EQ(unit_.seq(0), seq_stays);
  }
  static std::string text_of(const std::optional<ItsyEntry>& check) {
    return check ? " check " + std::to_string(check->switch_id) + "." + std::to_string(check->port.index()) + "." +
                       std::to_string(check->seq) + "." + std::to_string(check->ttl)
                 : "";
  }
  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

  In draw() {
    In in{.switch_id = kSelf, .xon = kXon, .ttl = shape_.ttl};
    const std::uint32_t kind = below(11);
    const auto happens = [&](std::uint32_t which) { return kind == which || (shape_.together && one_in(3)); };
    in.pause_port = below(shape_.ports);
    in.hold_port = below(shape_.ports);
    in.take_port = below(shape_.ports);
    in.again_port = below(shape_.ports);
    in.check_port = below(shape_.ports);
    if (kind < 6) {  // of what initiates one at most
      in.pause = kind == 0;
      in.hold = kind == 1;
      in.pause_on = in.hold_on = !one_in(3);
      in.enqueues = kind == 2 || kind == 3;
      in.again = kind == 4;
      in.life_over = kind == 5 && one_in(4);
    }
    if (shape_.together && !in.pause && !in.life_over && one_in(40)) {
      in.pause = true;
      in.pause_on = false;
    }
    if (shape_.together && !in.hold && one_in(40)) {
      in.hold = true;
      in.hold_on = false;
    }
    in.enqueues_egress = below(shape_.ports);
    in.enqueues_ingress = below(shape_.ports);
    in.enqueues_amount = below(4);
    // What a pause or a hold of this cycle initiates leaves later.
    in.take = happens(6) && !(in.pause && in.pause_on) && !(in.hold && in.hold_on);
    in.check = happens(7) || kind == 8;
    in.departs = happens(9);
    packets(in);
    check(in);
    return in;
  }
  void packets(In& in) {
    in.departs_egress = below(shape_.ports);
    in.departs_ingress = below(shape_.ports);
    const std::uint32_t waits = unit_.count(in.departs_egress, in.departs_ingress);
    in.departs_amount = below(4);
    in.departs = in.departs && in.departs_amount <= waits;
    std::uint32_t all = 0;  // a VIQ holds no more than a count does
    for (unsigned e = 0; e < shape_.ports; ++e) {
      all += unit_.count(e, in.enqueues_ingress);
    }
    in.enqueues = in.enqueues && all + in.enqueues_amount < 16;
  }
  // Mostly of this switch, with a number near the last.
  void check(In& in) {
    in.check_switch = one_in(3) ? below(8) : kSelf;
    in.check_initiator = one_in(8) ? 7 : below(shape_.ports);
    const std::uint32_t most = (1U << shape_.seq_bits) - 1;
    const std::uint32_t age = one_in(2) ? 0 : below(8) & most;
    const bool own_port = in.check_initiator < shape_.ports;
    in.check_seq = own_port ? (unit_.seq(in.check_initiator) - age) & most : 0;
    // What this very cycle initiates has not been round, and is not counted as given.
    if (own_port && ((in.pause && in.pause_on) || (in.hold && in.hold_on)) &&
        (age == most || unit_.given(in.check_initiator) + 1 >= most)) {
      in.check = false;
    }
    in.check_ttl = below(shape_.ttl + 1);
    if (shape_.sums) {
      check_for_sums(in);
    }
  }
  // Often the one that another egress has seen. With a hop to go and not seen here, for else it is not added up.
  void check_for_sums(In& in) {
    const auto& seen = unit_.seen(below(shape_.ports));
    if (one_in(2) && seen.valid) {
      in.check_switch = seen.switch_id;
      in.check_initiator = seen.port;
      in.check_seq = seen.seq;
    }
    const auto& here = unit_.seen(in.check_port);
    const bool seen_here = here.valid && here.switch_id == in.check_switch && here.port == in.check_initiator &&
                           here.seq == in.check_seq && here.ttl + 1 >= in.check_ttl;
    if (in.check_switch == kSelf && (in.check_ttl == 0 || seen_here)) {
      in.check = false;
    }
  }

  std::string protocol(const In& in) {
    std::optional<ItsyEntry> leaves;
    std::optional<PortId> home;
    for (const bool on : {false, true}) {  // no edge of the cycle is one that a RESUME of it ends
      if (in.pause && in.pause_on == on) {
        protocol_.pausing(PortId(in.pause_port), on, PortId(0));
      }
      if (in.hold && in.hold_on == on) {
        protocol_.held(PortId(in.hold_port), on);
      }
    }
    if (in.take) {
      if (const auto message = protocol_.take(PortId(in.take_port))) {
        leaves = message->entry;
      }
    }
    if (in.check) {
      const ItsyEntry entry{.switch_id = in.check_switch,
                            .port = PortId(in.check_initiator),
                            .seq = in.check_seq,
                            .ttl = static_cast<std::uint8_t>(in.check_ttl + 1)};
      home =
          protocol_.arrived(PortId(in.check_port), {.kind = frame::ItsyKind::kChecking, .entry = entry, .trigger = {}});
    }
    if (in.departs) {
      protocol_.departed(PortId(in.departs_egress), PortId(in.departs_ingress), in.departs_amount);
    }
    if (in.enqueues) {
      protocol_.enqueued(PortId(in.enqueues_egress), PortId(in.enqueues_ingress), in.enqueues_amount);
    }
    if (in.again) {
      protocol_.again(PortId(in.again_port));
    }
    if (in.life_over) {
      protocol_.life_over();
    }
    std::uint64_t due = 0;
    for (unsigned i = 0; i < shape_.ports; ++i) {
      due |= std::uint64_t{protocol_.due(PortId(i)) ? 1U : 0U} << i;
    }
    left += leaves ? 1 : 0;
    went_on += leaves && leaves->switch_id != kSelf ? 1 : 0;
    declared += home ? 1 : 0;
    return (home && shape_.sums ? "" : "due " + std::to_string(due)) + text_of(leaves) +
           (home ? " home " + std::to_string(home->index()) : "");
  }

  std::string unit(const In& in) {
    Out out = unit_.clock(in);
    const In later{.switch_id = kSelf, .xon = kXon, .ttl = shape_.ttl};
    while (unit_.scan().busy || unit_.scan().due != 0) {
      const Out sum = unit_.clock(later);
      if (sum.sum_deadlock) {
        out.deadlock = true;
        out.deadlock_port = sum.sum_deadlock_port;
        ++by_sums;
      }
    }
    std::optional<ItsyEntry> leaves;
    if (out.leaves) {
      leaves = {.switch_id = out.leaves_switch,
                .port = PortId(out.leaves_initiator),
                .seq = out.leaves_seq,
                .ttl = static_cast<std::uint8_t>(out.leaves_ttl + 1)};
    }
    return (out.deadlock && shape_.sums ? "" : "due " + std::to_string(unit_.evaluate({}).due)) + text_of(leaves) +
           (out.deadlock ? " home " + std::to_string(out.deadlock_port) : "");
  }

  Shape shape_;
  std::mt19937_64 random_;
  ItsyCausalityCycle unit_;
  ItsyRepaired protocol_;
};

TEST(ItsyCausalityBeside, SaysWhatTheProtocolSays) {
  for (const Shape shape : {Shape{}, Shape{.ports = 5, .seq_bits = 2, .ttl = 0}, Shape{.seq_bits = 8, .ttl = 15},
                            Shape{.together = true}, Shape{.ports = 7, .seq_bits = 2, .ttl = 1, .together = true}}) {
    Beside beside(shape, 1);
    EXPECT_EQ(beside.go(200'000), "") << shape.ports << (shape.together ? " together" : "");
    EXPECT_GT(beside.left, 2000);
    EXPECT_GT(beside.declared, 500);
    EXPECT_EQ(beside.went_on > 200, shape.ttl > 0);
  }
}

// What is due after a check that is home is not compared: see start_again().
TEST(ItsyCausalityBeside, AddsUpWhatTheProtocolAddsUp) {
  for (const Shape shape : {Shape{.sums = true}, Shape{.ports = 5, .seq_bits = 4, .ttl = 7, .sums = true},
                            Shape{.ports = 7, .seq_bits = 2, .ttl = 1, .sums = true}}) {
    Beside beside(shape, 1);
    EXPECT_EQ(beside.go(200'000), "") << shape.ports;
    EXPECT_GT(beside.left, 2000);
    EXPECT_GT(beside.by_sums, 40);
    EXPECT_GT(beside.went_on, 200);
  }
}

TEST(ItsyCausalityBeside, AHopTooFewIsFound) { EXPECT_NE(Beside({}, 1).go(20'000, true), ""); }

}  // namespace weir::reference::itsy_causality_beside_test
