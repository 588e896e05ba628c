// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The interrupts of a switch. Each port has a flag for each cause; a flag rises at the picosecond of its cause, masked
// or not, and falls when software writes a one to it. The line is high while a flag is up whose mask bit is set. A bit
// of `force` holds its flag up.
//
// Registers, block "interrupt": status, mask, force, dropped, drop_limit.
// Latency: none from the cause to the line. Cost: a cause whose flag is up already is one comparison.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/register_bank.h"

namespace weir::asic {

// The causes, in the order of their bits; declare() says what each of them tells, and of which port.
enum class Cause : std::uint8_t {
  kLosslessDrop,
  kDrop,
  kDeadlock,
  kDeadlockOver,
  kWatchdog,
  kWatchdogOver,
  kLinkChange,
  kDropLimit,
};
inline constexpr unsigned kCauses = 8;

class Interrupts {
 public:
  // Told of each change of the line.
  using Line = std::function<void(bool high, Time now)>;

  explicit Interrupts(std::size_t ports) : ports_(ports), settings_{.mask = Flags(ports), .force = Flags(ports)} {}

  void connect(Line line) { line_ = std::move(line); }
  bool high() const { return raised_ != 0; }

  void raise(Cause cause, PortId p, Time now) { raise_all(bit_of(cause), p, now); }

  // A frame that came in at the port is dropped; `of_lossless_class`: for want of room.
  void dropped(PortId p, bool of_lossless_class, Time now) {
    Port& port = ports_[p.index()];
    ++port.dropped;
    raise_all(of_lossless_class ? bit_of(Cause::kDrop) | bit_of(Cause::kLosslessDrop) : bit_of(Cause::kDrop), p, now);
    if (port.dropped == settings_.drop_limit && port.dropped != 0) [[unlikely]]
      raise(Cause::kDropLimit, p, now);
  }

  // All flags fall. Settings and counters stay, as those of the whole switch.
  void reset(Time now);

  static ledger::Block declare(std::size_t ports);
  void bind_registers(const ledger::Binder& binder);

 private:
  using Flags = std::vector<std::uint8_t>;  // by port
  struct Port {
    std::uint8_t latched = 0;   // causes since software has cleared them
    bool raises = false;        // the line
    std::uint32_t dropped = 0;  // modulo 2^32
  };
  struct Settings {
    Flags mask;
    Flags force;
    std::uint32_t drop_limit = 0;  // 0: none
  };

  static constexpr unsigned bit_of(Cause cause) { return 1U << static_cast<unsigned>(cause); }
  std::uint8_t status(std::size_t p) const { return static_cast<std::uint8_t>(ports_[p].latched | settings_.force[p]); }
  void raise_all(unsigned bits, PortId p, Time now) {
    if ((ports_[p.index()].latched & bits) != bits) [[unlikely]]
      latch(ports_[p.index()].latched | bits, p.index(), now);
  }
  void latch(unsigned flags, std::size_t p, Time now);
  void look_at(std::size_t p);
  void tell(bool before, Time now);

  std::vector<Port> ports_;
  Settings settings_;
  std::size_t raised_ = 0;  // ports that raise the line
  Line line_;
};

}  // namespace weir::asic
