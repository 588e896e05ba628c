// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The card of a discipline from outside of weir: all that the chip knows of the discipline, which chooses among the
// classes of a port in place of turns.h.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/base/named.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/egress/egress_config.h"
#include "hw_model/frame/packet.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/complaints.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/ledger/setting.h"

namespace weir::egress {

// The first packet of a queue that may send, and the bytes that wait there, the packet among them.
struct Head {
  const frame::Packet* packet;
  Bytes depth;
};

// A discipline at one port. Latency: none, as that of weir's own.
class PortDiscipline {
 public:
  virtual ~PortDiscipline() = default;

  // The class that sends next; `heads` are in ascending order of class, and never none. The same question has the same
  // answer until sent() or reset().
  virtual ClassId next(std::span<const Head> heads, Time now) = 0;

  // The first packet of its class is sent; `nonempty`: the classes with packets, the one that is sent among them.
  virtual void sent(const frame::Packet& packet, ClassMask nonempty, Time now) = 0;

  // All state but settings and counters takes its reset value.
  virtual void reset(Time) {}

  // Binds the registers that the card declares, of this port.
  virtual void bind_registers(const ledger::Binder&) {}
};

// What the discipline of a port is built from.
struct DisciplineContext {
  EgressConfig config;
  BitRate rate;           // of the port
  std::size_t ports = 1;  // of the device
  unsigned classes = kClasses;
  Bytes max_frame;
  Bytes buffer;
  std::string name = {};  // of the port, "s1.p2": names random numbers
  std::uint64_t seed = 0;
};

// A table of settings of a scenario.
struct DisciplineTable {
  std::string_view path;  // "switch.egress.mine"
  std::string_view meaning;
  ledger::SettingsOf<EgressConfig> settings;
};

class DisciplineCard {
 public:
  virtual ~DisciplineCard() = default;

  virtual std::vector<DisciplineTable> tables() const = 0;
  // The rules between the discipline's settings, beyond their ranges. Words are whole: "switch.egress.mine.weight".
  virtual void check(const DisciplineContext& context, ledger::Complaints& complaints) const = 0;
  // The registers of a port.
  virtual void declare(ledger::Block& block, const DisciplineContext& context) const = 0;
  virtual std::unique_ptr<PortDiscipline> make(const DisciplineContext& context) const = 0;
};

// All disciplines: kDisciplines and those from outside of weir.
std::span<const Named<Discipline>> disciplines();
// Null for those of weir.
const DisciplineCard* card_of(Discipline discipline);

// Adds a discipline, whose settings EgressConfig::others keeps. Arguments, result and errors: OpenList::add().
Discipline add_discipline(std::string_view word, std::string_view text, const DisciplineCard& card);

// The tables of disciplines from outside of weir.
const std::vector<DisciplineTable>& discipline_tables();

}  // namespace weir::egress
