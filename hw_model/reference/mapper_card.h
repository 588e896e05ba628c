// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The card of a class mapper from outside of weir: all that the chip knows of the mapper, which decides the class of a
// packet in place of class_mapper.h.
//
// A mapper by fields decides by PCP, DEI and DSCP, which no switch changes: the packet is in the same class at each
// device, hosts included, and the answers are a table. A mapper by packets is asked by a switch about each packet that
// has a route; classes differ from device to device, so that no feedback may name them.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/named.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/packet.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/complaints.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/ledger/setting.h"
#include "hw_model/reference/class_mapper.h"
#include "hw_model/reference/own_mapper_config.h"

namespace weir::reference {

// The header fields of a packet as the packet arrived.
struct MapperFields {
  std::uint8_t point = 0;  // code_point(); 0: untagged
  std::uint8_t dscp = 0;
  std::uint8_t ttl = 0;  // 0: none
};

class OwnMapper {
 public:
  virtual ~OwnMapper() = default;

  virtual bool is_by_fields() const = 0;
  // Of a mapper by fields: the same answer whenever it is asked.
  virtual std::size_t class_of(const MapperFields& fields) = 0;
  // Of a mapper by packets: ingress and egress of the packet are known, and its TTL may have been lowered.
  virtual ClassId class_of(const frame::Packet& packet, const MapperFields& fields, Time now) = 0;

  // All state but settings and counters takes its reset value.
  virtual void reset(Time) {}

  virtual void bind_registers(const ledger::Binder&) {}
};

// What a mapper is built from.
struct MapperContext {
  OwnMapperConfig config;
  std::vector<BitRate> rates = {};  // of the ports
  unsigned classes = kClasses;
  Bytes max_frame;
  Bytes buffer;
  std::string name = {};  // of the device: names random numbers
  std::uint64_t seed = 0;
};

// A table of settings of a scenario.
struct MapperTable {
  std::string_view path;  // "switch.class_mapper.mine"
  std::string_view meaning;
  ledger::SettingsOf<OwnMapperConfig> settings;
};

class MapperCard {
 public:
  virtual ~MapperCard() = default;

  virtual std::vector<MapperTable> tables() const = 0;
  // The rules between the mapper's settings, beyond their ranges. Words are whole: "switch.class_mapper.mine.shift".
  virtual void check(const MapperContext& context, ledger::Complaints& complaints) const = 0;
  virtual void declare(ledger::Block& block, const MapperContext& context) const = 0;
  virtual std::unique_ptr<OwnMapper> make(const MapperContext& context) const = 0;
  // The mapper, to be asked without a switch.
  virtual std::unique_ptr<OwnMapper> make_apart(const MapperContext& context) const = 0;
};

// All sources: kClassSources and those from outside of weir.
std::span<const Named<ClassSource>> class_sources();
std::string_view name_of(ClassSource source);
// Null for those of weir.
const MapperCard* card_of(ClassSource source);

// Adds a mapper, whose settings OwnMapperConfig keeps. Arguments, result and errors: OpenList::add(); and
// std::invalid_argument for one more than kMostOwnSources.
ClassSource add_mapper(std::string_view word, std::string_view text, const MapperCard& card);

// The tables of mappers from outside of weir.
const std::vector<MapperTable>& mapper_tables();

// Null for sources of weir.
std::unique_ptr<OwnMapper> make_own(ClassSource source, const MapperContext& context);
// The answers of a mapper by fields; null for sources of weir and for mappers by packets.
std::shared_ptr<const OwnClasses> own_classes(ClassSource source, const MapperContext& context);
// Whether a source from outside of weir is a mapper by packets.
bool is_by_packets(ClassSource source, const MapperContext& context);

// The rules of a source from outside of weir: of its settings, and of the answers of a mapper by fields.
void check_own(ClassSource source, const MapperContext& context, ledger::Complaints& complaints);

}  // namespace weir::reference
