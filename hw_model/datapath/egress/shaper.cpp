// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/egress/shaper.h"

#include <string>
#include <utility>

#include "hw_model/datapath/egress/egress_settings.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/ledger/state_fields.h"

namespace weir::egress {
Shapers::Shapers(const std::vector<PortShapers>& config) : ports_(config.size()), classes_(config.size()) {
  reconfigure(config, Time(0));
}

void Shapers::reconfigure(const std::vector<PortShapers>& config, Time now) {
  for (std::size_t p = 0; p < ports_.size(); ++p) {
    ports_[p].configure(config[p].port, now);
    for (std::size_t c = 0; c < kClasses; ++c) {
      classes_.at(PortId(p), ClassId(c)).configure(config[p].classes[c], now);
    }
  }
}

void Shapers::reset(Time now) {
  for (std::size_t p = 0; p < ports_.size(); ++p) {
    ports_[p].fill(now);
    for (std::size_t c = 0; c < kClasses; ++c) {
      classes_.at(PortId(p), ClassId(c)).fill(now);
    }
  }
}

Time Shapers::class_ready(PortId p, ClassId c, Bytes length, Time now) const {
  return classes_.at(p, c).ready_at(length, now);
}

Time Shapers::port_ready(PortId p, Bytes length, Time now) const { return ports_[p.index()].ready_at(length, now); }

void Shapers::take(PortId p, ClassId c, Bytes length, Time now) {
  ports_[p.index()].take(length, now);
  classes_.at(p, c).take(length, now);
}

void Shapers::check_declared(const ledger::Block& block) {
  static constexpr auto kFields =
      ledger::state_fields<Shapers>(ledger::part(&Shapers::ports_), ledger::part(&Shapers::classes_));
  ledger::require_declared(block, kFields);
  using reference::TokenBucket;
  static constexpr auto kBucket = ledger::state_fields<TokenBucket>(
      ledger::holds(&TokenBucket::config_, "port_rate", "port_burst", "class_rate", "class_burst"),
      ledger::holds(&TokenBucket::level_, "port_tokens", "port_fraction", "class_tokens", "class_fraction"),
      ledger::holds(&TokenBucket::since_, "port_since", "class_since"));
  ledger::require_declared(block, kBucket);
}

void declare_shapers(ledger::Block& block, const std::vector<PortShapers>& config, unsigned classes) {
  if (config.empty()) {
    return;
  }
  constexpr unsigned kFractionBits = 16;
  constexpr unsigned kTimeBits = 48;
  const unsigned burst = ledger::bits_for(static_cast<std::uint64_t>(kLargestBurst.count()));
  const ledger::Origin origin("egress", "S. Shenker, J. Wroclawski, RFC 2215, TOKEN_BUCKET_TSPEC");
  const auto declare = [&](const std::string& of, const ledger::Dimensions& each) {
    const auto column = [&](const char* name, unsigned width, ledger::Access access, const char* follows,
                            const std::string& what) {
      block.add(origin.memory({.name = of + name,
                               .width = width,
                               .dimensions = each,
                               .accesses = {.reads_per_packet = 1, .writes_per_packet = 1},
                               .width_follows = follows,
                               .description = what},
                              access));
    };
    using enum ledger::Access;
    for (const ledger::Setting<ShaperConfig>& one : shaper_settings()) {
      ledger::RegisterDeclaration held = ledger::register_of(one, ShaperConfig{});
      held.name = of + "_" + held.name;
      held.dimensions = each;
      held.accesses = {.reads_per_packet = 1, .writes_per_packet = 1};
      block.add(origin.memory(std::move(held), kReadWrite));
    }
    column("_tokens", burst, kReadOnly, "as the burst", "bytes that may start at once");
    column("_fraction", kFractionBits, kInternal, "1/65536 B; the model keeps it exactly", "of a token");
    column("_since", kTimeBits, kInternal, "78 hours of nanoseconds", "when the tokens were counted");
  };
  declare("port", {{"port", config.size()}});
  declare("class", {{"port", config.size()}, {"class", classes}});
  Shapers::check_declared(block);
}

}  // namespace weir::egress
