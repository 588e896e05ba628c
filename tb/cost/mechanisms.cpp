// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/mechanisms.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "hw_model/asic/declare_switch.h"
#include "hw_model/ledger/port_bank.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/deadlock/deadlock_settings.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/cost/headroom.h"
#include "tb/text/words.h"

namespace weir::cost {
namespace {

using deadlock::Resolution;
using deadlock::Unit;
using flow_control::Scheme;

constexpr std::array kShort = {std::pair{flow_control::kOtherWord.name, std::string_view("cbfc")},
                               std::pair{std::string_view("gfc"), std::string_view("gfc_buffer_based")},
                               std::pair{std::string_view("red"), std::string_view("red_ecn")},
                               std::pair{std::string_view("fecn"), std::string_view("ib_fecn")}};
constexpr std::string_view kTtl = "ttl";

template <class Value>
void add_once(std::vector<Value>& values, Value value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) {
    values.push_back(value);
  }
}

// The units in the order of lists: first the one that has resolutions.
std::vector<Named<Unit>> listed_units() {
  std::vector<Named<Unit>> units;
  std::ranges::copy_if(deadlock::units(), std::back_inserter(units),
                       [](const Named<Unit>& unit) { return deadlock::card_of(unit.value) != nullptr; });
  std::ranges::stable_partition(units, [](const Named<Unit>& unit) { return deadlock::card_of(unit.value)->resolves; });
  return units;
}

// What a unit may do beyond detection.
std::vector<deadlock::ResolutionName> resolutions_of(Unit unit) {
  std::vector<deadlock::ResolutionName> resolutions;
  std::ranges::copy_if(deadlock::kResolutions, std::back_inserter(resolutions), [&](const auto& known) {
    return deadlock::card_of(unit)->resolves && known.value != Resolution::kNone;
  });
  return resolutions;
}

bool select_one(std::string_view name, Selection& selection) {
  for (const flow_control::SchemeName& known : flow_control::schemes()) {
    if (known.name == name) {
      add_once(selection.schemes, known.value);
      return true;
    }
  }
  for (const congestion::DetectorName& known : congestion::detectors()) {
    if (known.name == name) {
      add_once(selection.detectors, known.value);
      return true;
    }
  }
  for (const Named<Unit>& unit : listed_units()) {
    if (unit.name == name) {
      add_once(selection.units, {unit.value});
      return true;
    }
    for (const deadlock::ResolutionName& known : resolutions_of(unit.value)) {
      if (known.name == name) {
        add_once(selection.units, {unit.value, known.value});
        return true;
      }
    }
  }
  selection.ttl = selection.ttl || name == kTtl;
  return name == kTtl;
}

// The headroom that a queue needs under any of the schemes, for ports that are all alike. PAUSE stops all classes of a
// port together.
Bytes needed_headroom(const asic::SwitchConfig& config, const std::vector<Scheme>& schemes, const QueueFrames& frames) {
  const auto classes = std::max(std::popcount(config.flow_control.lossless), 1);
  Bytes most;
  for (const Scheme scheme : schemes) {
    if (flow_control::traits_of(scheme).by_egress) {
      continue;  // its headroom is of egress queues
    }
    const Bytes needed = needed_each(scheme, config, config.ports.front(), frames);
    most = std::max(most,
                    flow_control::traits_of(scheme).is_of_the_port ? (needed + Bytes(classes - 1)) / classes : needed);
  }
  return most;
}

// Sets the headroom of each queue; if the buffer does not hold it beside a frame for each queue, headroom takes half of
// the buffer.
void keep_headroom(asic::SwitchConfig& config, Bytes each) {
  const ClassMask classes = flow_control::at_switches(config.flow_control);
  const auto queues = static_cast<std::int64_t>(config.ports.size()) * std::max(std::popcount(classes), 1);
  config.mmu.headroom = (each + config.max_frame) * queues <= config.mmu.buffer ? each : config.mmu.buffer / 2 / queues;
  config.mmu.viq_limit = config.mmu.buffer - config.mmu.headroom * queues;
}

// Detection alone is part of every resolution.
void drop_bare_detection(std::vector<UnitChoice>& units) {
  const auto resolves = [](const UnitChoice& choice) { return choice.resolution != Resolution::kNone; };
  std::erase_if(units, [&, any = std::ranges::any_of(units, resolves)](const UnitChoice& choice) {
    return any && deadlock::card_of(choice.unit)->resolves && !resolves(choice);
  });
}

// Under a scheme whose classes follow the TTL each hop of a packet is in a class of its own: its host's and its first
// switch's at least.
void check_hops(const asic::SwitchConfig& device, const std::vector<Scheme>& schemes) {
  constexpr int kFewest = 2;
  for (const Scheme scheme : schemes) {
    const auto classes = static_cast<int>(std::bit_width(unsigned{device.flow_control.lossless}));
    if (flow_control::traits_of(scheme).follows_ttl && classes < kFewest) {
      throw std::invalid_argument(fmt::format(
          "--mechanisms: {} has a lossless class for each hop of a packet, wanted at least {}, its host's and "
          "its first switch's (--lossless, flow_control.lossless); got {}",
          name_of(scheme), kFewest, classes));
    }
  }
}

// Classes follow the TTL where that is selected, and where the scheme wants it. Another scheme has no use for the
// partitions that such a scheme has; those of a device with another one its user asked for.
void set_hops(asic::SwitchConfig& config, const asic::SwitchConfig& device, const Selection& selection) {
  using reference::ClassSource;
  const bool follows = flow_control::traits_of(config.flow_control.scheme).follows_ttl;
  const bool by_ttl = reference::follows_hops(config.class_mapper.source);
  if (follows && !by_ttl) {
    config.class_mapper.ttl0 = static_cast<std::uint8_t>(std::bit_width(unsigned{config.flow_control.lossless}));
  }
  if (by_ttl && (follows || selection.ttl)) {
    return;
  }
  if (follows || selection.ttl) {
    config.class_mapper.source = ClassSource::kTtl;
  } else if (by_ttl) {
    config.class_mapper.source = ClassSource::kPcp;
  }
  if (!follows && flow_control::traits_of(device.flow_control.scheme).follows_ttl) {
    config.mmu.partition_size = {};
  }
}

// `block` but for the registers that `other` has with more or fewer dimensions and no fewer bits: PAUSE's state of a
// port beside PFC's of each class.
ledger::Block without_lesser(const ledger::Block& block, const ledger::Block& other, bool drop_equal) {
  ledger::Block kept(block.name());
  for (const ledger::RegisterDeclaration& declaration : block.registers()) {
    const ledger::RegisterDeclaration* twin = other.find(declaration.name);
    const bool differs = twin != nullptr && twin->dimensions.size() != declaration.dimensions.size();
    const bool lesser =
        differs && (drop_equal ? declaration.bits() <= twin->bits() : declaration.bits() < twin->bits());
    if (!lesser) {
      kept.add(declaration);
    }
  }
  for (const ledger::RtlInstance& instance : block.rtl_instances()) {
    kept.add(instance);
  }
  return kept;
}

ledger::Block merged(const ledger::Block& a, const ledger::Block& b) {
  return ledger::widest(without_lesser(a, b, false), without_lesser(b, a, true));
}

}  // namespace

std::vector<MechanismName> known_mechanisms() {
  std::vector<MechanismName> known;
  known.push_back({std::string(kTtl), "class mapping by TTL (TTL-based buffer management)"});
  for (const flow_control::SchemeName& scheme : flow_control::schemes()) {
    known.push_back({std::string(scheme.name), std::string(scheme.text)});
  }
  for (const congestion::DetectorName& detector : congestion::detectors()) {
    known.push_back({std::string(detector.name), std::string(detector.text)});
  }
  for (const Named<Unit>& unit : listed_units()) {
    known.push_back({std::string(unit.name), std::string(deadlock::card_of(unit.value)->text)});
    for (const deadlock::ResolutionName& resolution : resolutions_of(unit.value)) {
      known.push_back({std::string(resolution.name), "ITSY's resolution: " + std::string(resolution.text)});
    }
  }
  return known;
}

Selection select_mechanisms(const std::vector<std::string>& names) {
  Selection selection;
  for (const std::string& written : names) {
    const auto* const found =
        std::find_if(kShort.begin(), kShort.end(), [&](const auto& s) { return s.first == written; });
    if (!select_one(found == kShort.end() ? std::string_view(written) : found->second, selection)) {
      std::vector<std::string> all;
      for (const MechanismName& known : known_mechanisms()) {
        all.push_back(known.name);
      }
      for (const auto& [name, whole] : kShort) {
        all.emplace_back(name);
      }
      throw std::invalid_argument("--mechanisms: there is no mechanism " + text::in_quotes(written) +
                                  text::known_hint(written, all) + " (see weir list mechanisms)");
    }
  }
  if (selection.schemes.size() > 1) {
    std::erase_if(selection.schemes, [](Scheme scheme) { return !flow_control::traits_of(scheme).protects; });
  }
  drop_bare_detection(selection.units);
  // The order in which they were named means nothing.
  std::sort(selection.schemes.begin(), selection.schemes.end());
  std::sort(selection.detectors.begin(), selection.detectors.end());
  std::sort(selection.units.begin(), selection.units.end());
  return selection;
}

Selection selection_of(const asic::SwitchConfig& device) {
  Selection selection;
  selection.schemes = {device.flow_control.scheme};
  selection.detectors = device.congestion.detectors;
  if (const deadlock::UnitCard* card = deadlock::card_of(device.deadlock.unit); card != nullptr) {
    selection.units = {{device.deadlock.unit, card->resolves ? device.deadlock.itsy.resolution : Resolution::kNone}};
  }
  selection.ttl = reference::follows_hops(device.class_mapper.source);
  return selection;
}

bool has_partitions(std::string_view mechanism) {
  return std::ranges::any_of(flow_control::schemes(), [&](const flow_control::SchemeName& scheme) {
    return scheme.name == mechanism && flow_control::traits_of(scheme.value).follows_ttl;
  });
}

std::vector<std::string> names_of(const Selection& selection) {
  std::vector<std::string> names;
  for (const MechanismName& known : known_mechanisms()) {
    Selection one;
    select_one(known.name, one);
    const auto has = [](const auto& all, const auto& part) {
      return !part.empty() && std::find(all.begin(), all.end(), part.front()) != all.end();
    };
    if (has(selection.schemes, one.schemes) || has(selection.detectors, one.detectors) ||
        has(selection.units, one.units) || (one.ttl && selection.ttl)) {
      names.push_back(known.name);
    }
  }
  return names;
}

namespace {

std::vector<deadlock::DeadlockConfig> deadlock_units(const deadlock::DeadlockConfig& as_set,
                                                     const Selection& selection) {
  std::vector<deadlock::DeadlockConfig> units;
  for (const UnitChoice& choice : selection.units) {
    units.push_back(as_set);
    units.back().unit = choice.unit;
    units.back().itsy.resolution =
        deadlock::card_of(choice.unit)->resolves ? choice.resolution : as_set.itsy.resolution;
  }
  return units;
}

}  // namespace

std::vector<asic::SwitchConfig> variants(const asic::SwitchConfig& device, const Selection& selection,
                                         const Headrooms& headrooms) {
  asic::SwitchConfig config = device;
  config.congestion.detectors = selection.detectors;
  config.deadlock.unit = deadlock::DeadlockConfig{}.unit;
  const std::vector<deadlock::DeadlockConfig> units = deadlock_units(device.deadlock, selection);
  check_hops(device, selection.schemes);
  std::vector<asic::SwitchConfig> all;
  const std::size_t count = std::max({selection.schemes.size(), units.size(), std::size_t{1}});
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = [i](const auto& list, auto otherwise) {
      return list.empty() ? otherwise : list[std::min(i, list.size() - 1)];
    };
    config.flow_control.scheme = at(selection.schemes, flow_control::FlowControlConfig{}.scheme);
    config.deadlock = at(units, config.deadlock);
    all.push_back(config);
    set_hops(all.back(), device, selection);
    if (flow_control::traits_of(all.back().flow_control.scheme).judges_inputs) {
      give_input_queues(all.back());
    }
    if (headrooms.as_needed) {
      keep_headroom(all.back(), needed_headroom(device, selection.schemes, headrooms.frames));
    }
  }
  return all;
}

ledger::Chip declare(const asic::SwitchConfig& device, const Selection& selection, const Headrooms& headrooms) {
  const std::vector<asic::SwitchConfig> all = variants(device, selection, headrooms);
  ledger::Chip chip = asic::declare_switch(all.front());
  for (std::size_t i = 1; i < all.size(); ++i) {
    const ledger::Chip more = asic::declare_switch(all[i]);
    ledger::Chip both(chip.name());
    for (const ledger::Block& block : chip.blocks()) {
      const ledger::Block* other = more.find(block.name());
      both.add(other == nullptr ? block : merged(block, *other));
    }
    for (const ledger::Block& block : more.blocks()) {
      if (chip.find(block.name()) == nullptr) {
        both.add(block);
      }
    }
    chip = std::move(both);
  }
  return ledger::with_port_bank(chip);
}

bool wants_input_queues(const Selection& selection) {
  const auto any = [&](bool flow_control::SchemeTraits::*trait) {
    return std::any_of(selection.schemes.begin(), selection.schemes.end(),
                       [&](Scheme scheme) { return flow_control::traits_of(scheme).*trait; });
  };
  return any(&flow_control::SchemeTraits::judges_inputs) && !any(&flow_control::SchemeTraits::by_egress);
}

void give_input_queues(asic::SwitchConfig& device) {
  if (device.crossbar.strategy != crossbar::Strategy::kOutputQueued) {
    return;
  }
  device.crossbar.strategy = crossbar::Strategy::kInputQueued;
  const BitRate fastest = asic::fastest_port(device);
  while (serialization_time(device.crossbar.cell, fastest) < device.crossbar.clock) {
    device.crossbar.cell = 2 * device.crossbar.cell;
  }
}

Selection plain_pfc() { return select_mechanisms({"pfc"}); }

}  // namespace weir::cost
