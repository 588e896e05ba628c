// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/fera_meter, register for register: FERA's meter of all ports of a switch. Each port counts the
// bytes that have come and the cycles in which it asked others to pause; one unit computes r of one port after the
// other, with the arithmetic of FeraMeter (fera_steps.h).
//
// In a cycle a frame counts first, then the cycle's pause, then a tick ends the interval, which includes both. The unit
// examines one port a cycle; at a port whose interval has ended it stays until r and the tags' rate are written, then
// goes on to the next port. A tick that comes before its port was served is skipped: A and the pause count on, so that
// the next tick measures both intervals against one T.
//
// While the unit works, and in the cycle in which it begins, the settings and the inputs of port_o must not change.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/base/units.h"
#include "hw_model/cycle_models/clocked_block.h"
#include "hw_model/reference/fera_settings.h"
#include "hw_model/reference/fera_unit_widths.h"
#include "hw_model/reference/widths.h"

namespace weir::reference {

struct FeraMeterConfig {
  FeraForm form = FeraForm::kDivisorFree;  // or kDividing, a bit a cycle
  unsigned ports = kFeraPorts;
  unsigned port_bits = kFeraPortBits;
  unsigned rate_bits = kFeraRateBits;
  unsigned fraction_bits = kFeraFractionBits;
  unsigned q_bits = kQBits;
  unsigned arrived_bits = kFeraArrivedBits;
  unsigned interval_bits = kFeraIntervalBits;
  unsigned capacity_bits = kFeraCapacityBits;
  unsigned length_bits = kFeraLengthBits;
  unsigned first = kFeraFirst;
  bool follows = true;  // in a switch: tags have the block's rate
  bool operator==(const FeraMeterConfig&) const = default;

  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;
};

// A port number beyond the switch's ports has no effect.
struct FeraMeterInputs {
  bool rst_n = true;
  bool arrives = false;  // a frame for arrives_port, before it is known whether there is room for it
  bool tick = false;     // T is over at tick_port, where tick_queue bytes wait
  std::uint32_t arrives_port = 0;
  std::uint32_t arrives_length = 0;  // bytes
  std::uint32_t tick_port = 0;
  std::uint32_t tick_queue = 0;
  std::uint64_t asks = 0;       // bit n: port n asks others to pause
  std::uint32_t read_port = 0;  // whose registers are shown
  // Settings.
  std::uint32_t interval = 1;     // T in cycles, 1 or more
  std::uint32_t least_clock = 1;  // the least t, in cycles, up to T; T: the clock runs under PAUSE
  std::uint32_t q_eq = 0;
  std::uint64_t gain = 0;        // k/Q_eq in units of 2^-(fraction_bits + q_bits)
  std::uint32_t least_f = 0;     // c, in units of 2^-fraction_bits, as the next two
  std::uint32_t least_step = 0;  // up to most_step; kDivisorFree only, as the next
  std::uint32_t most_step = 0;
  bool scales_fall = false;  // r follows a C that has fallen
  bool scales_rise = false;
  // Of port_o.
  std::uint64_t line = 0;         // C as a rate
  std::uint64_t least = 0;        // r_min
  std::uint64_t capacity = 1;     // C T in bytes, 1 or more
  std::uint64_t cycle_bytes = 0;  // kDividing: C in bytes a cycle, in units of 2^-kCycleBits, rounded up
  std::uint32_t inverse = 0;      // kDivisorFree: 1/(C T) in units of 2^-(shift + fraction_bits)
  std::uint32_t shift = 0;        // kDivisorFree: bits of C T, plus 2
  std::uint32_t kbps = 0;         // the line rate that the port was built for
  bool operator==(const FeraMeterInputs&) const = default;
};

struct FeraMeterOutputs {
  bool busy = false;
  bool late = false;       // the tick of this cycle is skipped
  std::uint32_t port = 0;  // the port at which the unit is
  std::uint64_t due = 0;   // bit n: port n is to be served
  // Of read_port.
  std::uint64_t rate = 0;      // r
  std::uint32_t tag_rate = 0;  // r in kbit/s: the tags' rate
  std::uint64_t arrived = 0;
  std::uint64_t arrived_last = 0;
  std::uint32_t queue = 0;
  std::uint32_t paused = 0;  // cycles
  std::uint32_t paused_last = 0;
  bool operator==(const FeraMeterOutputs&) const = default;
};

using FeraMeterBlock = ClockedBlock<FeraMeterConfig, FeraMeterInputs, FeraMeterOutputs>;

class FeraMeterCycle {
 public:
  static constexpr unsigned kMostPorts = 64;
  // Bits of C in bytes a cycle: below one, and in all. With 36 bits below one the product C t, rounded down, is exact
  // for T below 2^20 cycles of 1.2 ns and C a whole number of Mbit/s.
  static constexpr unsigned kCycleBits = 36;
  static constexpr unsigned kCycleBytesBits = FeraUnitWidths::kCycleBytes;

  // `rate` in the format of cycle_bytes, for a clock with this period. rate >= 0; the result saturates below 256 bytes
  // a period.
  static std::uint64_t cycle_bytes(BitRate rate, Time clock);

  explicit FeraMeterCycle(const FeraMeterConfig& config);

  // One cycle; outputs as before its clock edge.
  FeraMeterOutputs clock(const FeraMeterInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n clears the registers at once: reset is asynchronous.
  FeraMeterOutputs evaluate(const FeraMeterInputs& in);

  // The port that the unit examines or works for, and whether the unit works: the port's inputs must not change then.
  std::uint32_t port() const { return port_; }
  bool busy() const { return stage_ != Stage::kLooks; }
  bool due(unsigned port) const { return ports_[port].due; }
  std::uint64_t arrived(unsigned port) const { return ports_[port].arrived; }
  std::uint64_t arrived_last(unsigned port) const { return ports_[port].arrived_last; }
  std::uint64_t rate(unsigned port) const { return ports_[port].rate; }
  std::uint32_t queue(unsigned port) const { return ports_[port].queue; }
  std::uint32_t paused(unsigned port) const { return ports_[port].paused; }
  std::uint32_t paused_last(unsigned port) const { return ports_[port].paused_last; }
  // C of the port's last tick in the format of the form, C T in bytes or 1/(C T) and its shift; 0: no tick yet.
  std::uint64_t capacity_last(unsigned port) const { return ports_[port].capacity_last; }
  std::uint32_t inverse_last(unsigned port) const { return ports_[port].inverse_last; }
  std::uint32_t shift_last(unsigned port) const { return ports_[port].shift_last; }
  // Whether r is written and the tags' rate is not yet.
  bool tells() const { return stage_ == Stage::kTells; }
  // Whether this cycle is the last one in which the unit works for its port.
  bool ends() const { return tells() && left_ == 1; }

  // The most cycles that the unit works for one port, with these shifts, which only kDivisorFree has.
  static std::uint64_t longest(const FeraMeterConfig& config, unsigned shift, unsigned shift_before);

  bool operator==(const FeraMeterCycle& other) const;

 private:
  struct Port {
    bool due = false;
    std::uint64_t arrived = 0;
    std::uint64_t arrived_last = 0;
    std::uint32_t queue = 0;
    std::uint32_t paused = 0;
    std::uint32_t paused_last = 0;
    std::uint64_t rate = 0;
    std::uint32_t tag_rate = 0;
    std::uint64_t capacity_last = 0;  // kDividing; 0: no C before
    std::uint32_t inverse_last = 0;   // kDivisorFree, as the next
    std::uint32_t shift_last = 0;     // 0: no C before
    bool operator==(const Port&) const = default;
  };
  enum class Stage : std::uint8_t { kLooks, kWorks, kTells };
  struct Result {
    std::uint64_t rate = 0;
    std::uint64_t cycles = 0;  // until `rate` is written
  };

  void reset();
  void measure(const FeraMeterInputs& in);
  void work(const FeraMeterInputs& in);
  Result worked_out(const FeraMeterInputs& in, const Port& port) const;
  std::int64_t stepped(const FeraMeterInputs& in, const Port& port) const;
  std::int64_t scaled(const FeraMeterInputs& in, const Port& port, std::int64_t r) const;
  int change(const FeraMeterInputs& in, const Port& port) const;

  FeraMeterConfig config_;
  std::vector<Port> ports_;
  std::uint32_t port_ = 0;
  Stage stage_ = Stage::kLooks;
  std::uint64_t left_ = 0;  // cycles of the stage
  std::uint64_t next_ = 0;  // the result of the stage
};

}  // namespace weir::reference
