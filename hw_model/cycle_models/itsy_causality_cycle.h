// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model, register for register, of ITSY's causality unit (repaired) for one lossless class of one switch. Its
// function is ItsyRepaired's (itsy_repaired.h), but one event of each kind may happen in a cycle. Events count in the
// order of ItsyCausalityInputs, a RESUME before all others: an edge that ends in the cycle does not count as an edge.
//
// Whether a check comes home or passes to other ports is decided with the pauses and holds of its own cycle and the
// counts before the cycle: a packet begins to leave only at an egress that is not held. All initiations of a port in a
// cycle are one.
//
// With sums, a check that is passed on is stored at the egress where it arrived. Later the unit adds up, one egress a
// cycle, what waits at this egress and at the other held egresses where that check was the last seen (Scan).

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/cycle_models/clocked_block.h"
#include "hw_model/reference/widths.h"

namespace weir::reference {

// The largest value of so many bits, 1 to 31.
constexpr std::uint32_t most_of(unsigned bits) { return (std::uint32_t{1} << bits) - 1; }

struct ItsyCausalityConfig {
  unsigned ports = kItsyPorts;
  unsigned count_bits = kItsyCountBits;
  unsigned switch_bits = kItsySwitchBits;
  unsigned port_bits = kItsyPortBits;
  unsigned seq_bits = kItsySeqBits;
  unsigned ttl_bits = kItsyTtlBits;
  unsigned sums = kItsySums;  // 0 or 1

  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;
};

// The RTL for switches whose counts are larger than as built.
inline constexpr ItsyCausalityConfig kWidestCausality{.count_bits = 30};

// Whether that RTL, of which ports may be idle, is right for a switch that asks for `asked`.
constexpr bool in_widest_causality(const ItsyCausalityConfig& asked) {
  const ItsyCausalityConfig& has = kWidestCausality;
  return asked.ports <= has.ports && asked.count_bits <= has.count_bits && asked.switch_bits <= has.switch_bits &&
         asked.port_bits <= has.port_bits && asked.seq_bits == has.seq_bits && asked.ttl_bits <= has.ttl_bits &&
         asked.sums == has.sums;
}

// A port number beyond the switch's ports has no effect.
struct ItsyCausalityInputs {
  bool rst_n = true;
  bool clear = false;  // nothing waits, is held or pauses any more; Seq stays; the cycle's other events are lost
  bool life_over = false;
  bool pause = false;  // pause_port begins to pause its upstream, or ends it
  bool pause_on = false;
  bool hold = false;  // hold_port can start no packet any more, or can again
  bool hold_on = false;
  bool take = false;  // a frame leaves take_port for its upstream, and a check with it
  bool check = false;
  bool departs = false;   // a packet begins to leave departs_egress
  bool enqueues = false;  // a packet has entered the queue of enqueues_egress
  bool again = false;     // again_port initiates once more, where it pauses
  std::uint32_t pause_port = 0;
  std::uint32_t hold_port = 0;
  std::uint32_t take_port = 0;
  std::uint32_t check_port = 0;  // where it arrives
  std::uint32_t check_switch = 0;
  std::uint32_t check_initiator = 0;  // P
  std::uint32_t check_seq = 0;
  std::uint32_t check_ttl = 0;  // TTL - 1, as on the wire
  std::uint32_t departs_egress = 0;
  std::uint32_t departs_ingress = 0;
  std::uint32_t departs_amount = 0;  // in the unit of XON
  std::uint32_t enqueues_egress = 0;
  std::uint32_t enqueues_ingress = 0;
  std::uint32_t enqueues_amount = 0;
  std::uint32_t again_port = 0;
  std::uint32_t read_egress = 0;  // whose registers are shown
  std::uint32_t read_ingress = 0;
  // Settings, which change only while nothing waits and no check is under way.
  std::uint32_t switch_id = 0;
  std::uint32_t xon = 0;
  std::uint32_t ttl = 0;  // TTL - 1 of own checks
  bool operator==(const ItsyCausalityInputs&) const = default;
};

struct ItsyCausalityOutputs {
  bool leaves = false;  // a check leaves with the frame of take_port
  std::uint32_t leaves_switch = 0;
  std::uint32_t leaves_initiator = 0;
  std::uint32_t leaves_seq = 0;
  std::uint32_t leaves_ttl = 0;
  bool deadlock = false;  // deadlock_port is deadlocked: its check has come home
  std::uint32_t deadlock_port = 0;
  bool sum_deadlock = false;  // likewise, once its sum is complete
  std::uint32_t sum_deadlock_port = 0;
  std::uint32_t sum_deadlock_seq = 0;
  bool count_wrong = false;  // more departs than waits, or more waits than a count holds: the count saturates
  // Registers, bit i of port i.
  std::uint64_t due = 0;  // the port has a check to send
  std::uint64_t own = 0;  // the port has a check of its own to send
  std::uint64_t wants = 0;
  std::uint64_t held = 0;
  std::uint64_t pausing = 0;
  std::uint64_t stuck = 0;  // an edge to the port holds
  // Of read_egress and read_ingress.
  std::uint64_t strong = 0;  // bit e: more than XON of the ingress waits for e
  std::uint32_t count = 0;
  std::uint32_t seq = 0;        // of the ingress, as the next three
  std::uint32_t given = 0;      // numbers since it began to pause
  std::uint32_t taken = 0;      // numbers since life_over
  std::uint64_t forwarded = 0;  // from the top: valid, S, P, Seq, TTL - 1
  std::uint64_t seen = 0;       // of the egress, likewise
  // Of sums.
  std::uint32_t stuck_count = 0;  // of the ingress, at all held egresses, modulo 2^count_bits
  bool sum_busy = false;
  std::uint64_t sum_due = 0;  // bit e: the sum of the check last seen there is due
  std::uint64_t sum_at = 0;   // bit e: arrival of the check that is, or was last, added up
  std::uint64_t sum_members = 0;
  std::uint64_t sum_rows = 0;  // bit e: to be added
  std::uint32_t sum = 0;       // of the ingress, so far, likewise
  bool operator==(const ItsyCausalityOutputs&) const = default;
};

using ItsyCausalityBlock = ClockedBlock<ItsyCausalityConfig, ItsyCausalityInputs, ItsyCausalityOutputs>;

class ItsyCausalityCycle {
 public:
  using Ports = std::uint64_t;  // a bit a port
  static constexpr std::size_t kMostPorts = 64;
  struct Slot {
    bool valid = false;
    std::uint32_t switch_id = 0;
    std::uint32_t port = 0;
    std::uint32_t seq = 0;
    std::uint32_t ttl = 0;
    bool same_initiation(const Slot& other) const {
      return switch_id == other.switch_id && port == other.port && seq == other.seq;
    }
    bool operator==(const Slot&) const = default;
  };

  explicit ItsyCausalityCycle(const ItsyCausalityConfig& config);

  // One cycle; outputs as before its clock edge.
  ItsyCausalityOutputs clock(const ItsyCausalityInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n clears the registers at once: reset is asynchronous.
  ItsyCausalityOutputs evaluate(const ItsyCausalityInputs& in);

  // The registers.
  std::uint32_t count(unsigned e, unsigned i) const { return counts_[e * config_.ports + i]; }
  bool strong(unsigned e, unsigned i) const { return (strong_[e] >> i & 1U) != 0; }
  std::uint32_t seq(unsigned i) const { return ports_[i].seq; }
  std::uint32_t given(unsigned i) const { return ports_[i].given; }
  std::uint32_t taken(unsigned i) const { return ports_[i].taken; }
  bool wants(unsigned i) const { return (wants_ >> i & 1U) != 0; }
  bool own(unsigned i) const { return (own_ >> i & 1U) != 0; }
  bool held(unsigned e) const { return (held_ >> e & 1U) != 0; }
  bool pausing(unsigned i) const { return (pausing_ >> i & 1U) != 0; }
  const Slot& forwarded(unsigned i) const { return ports_[i].forwarded; }
  const Slot& seen(unsigned e) const { return ports_[e].seen; }
  std::uint32_t stuck_count(unsigned i) const { return stuck_[i]; }

  // The check whose sum is being computed; each member is a register.
  struct Scan {
    bool busy = false;
    Ports due = 0;                    // bit e: the check last seen there waits for its sum
    Ports at = 0;                     // where this check arrived, or the last one
    Ports members = 0;                // held egresses at which this check was the last seen
    Ports rows = 0;                   // members still to be added
    Slot check;                       // not cleared
    std::vector<std::uint32_t> sums;  // of each ingress
    bool operator==(const Scan&) const = default;
  };
  const Scan& scan() const { return scan_; }

  bool operator==(const ItsyCausalityCycle& other) const;

 private:
  static bool has(Ports ports, std::size_t port) { return (ports >> port & 1U) != 0; }

  struct Port {
    std::uint32_t seq = 0;
    std::uint32_t given = 0;
    std::uint32_t taken = 0;
    Slot forwarded;
    Slot seen;
    bool operator==(const Port&) const = default;
  };
  // The flags after the cycle's pause and hold.
  struct Now {
    Ports held = 0;
    Ports became_held = 0;
    Ports pausing = 0;
    Ports pauses = 0;  // pauses begun or ended in this cycle: checks to be sent there are gone
    Ports stuck = 0;
    Ports sum_passes = 0;                           // XON, by the hold
    std::array<std::uint32_t, kMostPorts> waits{};  // by ingress, at all held egresses, the cycle's hold included
  };
  // The work of a cycle for sums.
  struct Summing {
    bool adds = false;
    bool decides = false;
    bool spoiled = false;
    Ports row = 0;  // the egress that is added
    Ports over = 0;
    bool home = false;
  };
  struct Counts {
    std::uint32_t less = 0;  // decrease of the departing packet's count
    std::uint32_t more = 0;
    std::uint32_t departed = 0;
    std::uint32_t enqueued = 0;
    bool departed_strong = false;
    bool enqueued_strong = false;
    bool passes = false;  // the enqueuing raises the count above XON
    bool wrong = false;
  };
  // The result of a check's arrival.
  struct Arrival {
    Slot on;         // valid: the check is passed on
    Ports over = 0;  // to these ports
    bool home = false;
  };

  Ports bit(std::uint32_t port) const { return port < config_.ports ? Ports{1} << port : 0; }
  bool pair(std::uint32_t e, std::uint32_t i) const { return e < config_.ports && i < config_.ports; }
  Now now(const ItsyCausalityInputs& in) const;
  Ports edges(const Now& now, Ports egresses) const;
  Arrival arrival(const ItsyCausalityInputs& in, const Now& now) const;
  bool of_this_pause(std::uint32_t i, std::uint32_t seq, const Now& now) const;
  Counts counts(const ItsyCausalityInputs& in) const;
  Ports initiates(const ItsyCausalityInputs& in, const Now& now, const Counts& counts) const;
  std::uint64_t shown(const Slot& slot) const;
  void show(const ItsyCausalityInputs& in, ItsyCausalityOutputs& out) const;
  ItsyCausalityOutputs outputs(const ItsyCausalityInputs& in, const Now& now, const Arrival& arrival,
                               const Counts& counts, const Summing& summing) const;
  void edge(const ItsyCausalityInputs& in, const Now& now, const Arrival& arrival, const Counts& counts,
            const Summing& summing);
  void send(const ItsyCausalityInputs& in, const Now& now, const Arrival& arrival, const Summing& summing);
  void initiate(const ItsyCausalityInputs& in, const Now& now, Ports requests);
  void reset(bool keeps_seq);

  // Sums (itsy_causality_sums.cpp).
  void add_up_held(const ItsyCausalityInputs& in, Now& now) const;
  Ports sum_passes(const ItsyCausalityInputs& in, const Now& now, const Counts& counts) const;
  Summing summing(const ItsyCausalityInputs& in, const Now& now) const;
  void sum_edge(const ItsyCausalityInputs& in, const Now& now, const Arrival& arrival, const Counts& counts,
                const Summing& summing);
  void start_scan(const Now& now);
  void show_sums(const ItsyCausalityInputs& in, ItsyCausalityOutputs& out) const;
  Ports next_scan() const;
  Ports strong_row(Ports egress) const;

  ItsyCausalityConfig config_;
  std::vector<std::uint32_t> counts_;  // row e: of each ingress
  std::vector<Ports> strong_;          // row e, bit i: more than XON of i waits at e
  std::vector<Port> ports_;
  std::vector<std::uint32_t> stuck_;  // of each ingress, at all held egresses
  Scan scan_;
  Ports held_ = 0;
  Ports pausing_ = 0;
  Ports wants_ = 0;
  Ports own_ = 0;  // own check to be sent: {this switch, i, seq}; a newer number overwrites it
};

}  // namespace weir::reference
