// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/switch_settings.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

#include "hw_model/asic/class_rules.h"
#include "hw_model/asic/deadlock_rules.h"
#include "hw_model/asic/edge_rules.h"
#include "hw_model/asic/gate_rules.h"
#include "hw_model/asic/itsy_rules.h"
#include "hw_model/asic/part_rules.h"
#include "hw_model/asic/retry_rules.h"
#include "hw_model/base/class_mask.h"
#include "hw_model/base/quantity_text.h"
#include "hw_model/datapath/crossbar/arbiter_card.h"
#include "hw_model/datapath/crossbar/crossbar_settings.h"
#include "hw_model/datapath/egress/egress_settings.h"
#include "hw_model/datapath/forwarding/forwarding_settings.h"
#include "hw_model/datapath/mmu/mmu_settings.h"
#include "hw_model/datapath/mmu/policy_card.h"
#include "hw_model/datapath/parser/parser_settings.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/deadlock/deadlock_settings.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/mechanisms/llr/llr_loop.h"
#include "hw_model/mechanisms/llr/llr_settings.h"
#include "hw_model/reference/cbfc_counters.h"
#include "hw_model/reference/reference_settings.h"

namespace weir::asic {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): units of the ranges below
using ledger::Complaints;
using ledger::OfTable;
using ledger::SettingsOf;
using ledger::within;

namespace {

constexpr std::size_t kMostPorts = 65'536;
constexpr char kAlikeMapper[] = "a packet is in the same class at both ends of a cable";

SettingsOf<SwitchConfig> switch_settings() {
  return {ledger::alike(
      ledger::setting(&SwitchConfig::max_frame, "max_frame", {frame::kMinFrameLength, frame::kMaxFrameLength},
                      "Largest frame, destination MAC to FCS: the papers' MTU.", {.name = "port.max_frame"}),
      "both ends of a cable take the same frames")};
}

// Adds the tables that a room lists by itself.
template <class Config, class Own>
void add_tables(std::vector<SettingTable>& tables, const Own& own, Config SwitchConfig::*room, std::string_view block) {
  for (const auto& table : own)
    tables.push_back({table.path, table.meaning, block, within(room, table.settings)});
}

// Mechanisms from outside of weir bring tables of their own. Throws std::invalid_argument for one that there is
// already, or whose path is that of a key.
void require_different(const std::vector<SettingTable>& tables) {
  std::set<std::string> taken;
  for (const SettingTable& table : tables) {
    const std::string path(table.path);
    if (!taken.insert(path).second)
      throw std::invalid_argument(path + ": two mechanisms have a table of this name, or a key");
    for (const auto& setting : table.settings)
      if (!taken.insert(path + "." + std::string(setting.word)).second)
        throw std::invalid_argument(path + "." + std::string(setting.word) +
                                    ": a key has the name of another, or of a table");
  }
}

std::vector<SettingTable> make_tables() {
  std::vector<SettingTable> tables = {
      {"switch", "Settings of every switch; hosts use `max_frame`.", "", switch_settings()},
      {"switch.parser", "Ingress parser and forwarding lookup.", "",
       within(&SwitchConfig::parser, parser::parser_settings())},
      {"switch.forwarding", "Tables of the forwarding engine.", "",
       within(&SwitchConfig::forwarding, forwarding::forwarding_settings())},
      {"switch.class_mapper", "The class in which each hop queues a packet; hosts use it too.", "forwarding",
       ledger::alike(within(&SwitchConfig::class_mapper, reference::class_mapper_settings()), kAlikeMapper)},
      {"switch.admission", "The admission policy, which judges packets before the MMU does.", "",
       within(&SwitchConfig::admission, mmu::policy_settings())},
      {"switch.mmu", "Packet buffer and admission.", "mmu", within(&SwitchConfig::mmu, mmu::mmu_settings())},
      {"switch.crossbar", "The crossbar, which moves packets from inputs to outputs.", "",
       within(&SwitchConfig::crossbar, crossbar::crossbar_settings())},
      {"switch.egress", "Egress scheduler: which class of a port sends next.", "egress",
       within(&SwitchConfig::egress, egress::egress_settings())},
      {"flow_control", "Hop-by-hop flow control, in switches and hosts alike.", "flow_control",
       within(&SwitchConfig::flow_control, flow_control::flow_control_settings())},
  };
  for (const reference::MapperTable& table : reference::mapper_tables())
    tables.push_back({table.path, table.meaning, "forwarding",
                      ledger::alike(within(&SwitchConfig::own_mapper, table.settings), kAlikeMapper)});
  add_tables(tables, mmu::policy_tables(), &SwitchConfig::admission, "admission");
  add_tables(tables, crossbar::arbiter_tables(), &SwitchConfig::crossbar, "crossbar");
  add_tables(tables, egress::discipline_tables(), &SwitchConfig::egress, "egress");
  add_tables(tables, flow_control::scheme_tables(), &SwitchConfig::flow_control, "flow_control");
  tables.push_back({"limiter", "Rate limiters and stage comparators of GFC.", "flow_control",
                    within(&SwitchConfig::limiter, reference::limiter_settings())});
  tables.push_back({"link.llr", "Link-level retry of Ultra Ethernet, at ports of switches and hosts.", "llr",
                    within(&SwitchConfig::llr, llr::llr_port_settings())});
  tables.push_back({"congestion", "Congestion detectors, which mark packets at the egress ports of switches.",
                    "congestion", within(&SwitchConfig::congestion, congestion::congestion_settings())});
  add_tables(tables, congestion::detector_tables(), &SwitchConfig::congestion, "congestion");
  tables.push_back({"deadlock", "Deadlock units, which look for deadlocks in a switch.", "deadlock",
                    within(&SwitchConfig::deadlock, deadlock::deadlock_settings())});
  add_tables(tables, deadlock::unit_tables(), &SwitchConfig::deadlock, "deadlock");
  require_different(tables);
  return tables;
}

void check_links(const SwitchConfig& config, Complaints& complaints) {
  const std::size_t ports = config.ports.size();
  complaints.unless(ports >= 1 && ports <= kMostPorts, {"ports"},
                    "wanted 1 to " + std::to_string(kMostPorts) + " ports; got " + std::to_string(ports));
  for (std::size_t p = 0; p < ports; ++p) {
    const std::string of_port = "port " + std::to_string(p) + ": wanted ";
    complaints.unless(config.ports[p].rate >= 1_bps, {"port.rate"},
                      of_port + "a rate of at least 1bps; got " + quantity_text(config.ports[p].rate));
    complaints.unless(config.ports[p].delay > 0_ps, {"port.delay"},
                      of_port + "a delay of more than 0ps; got " + quantity_text(config.ports[p].delay));
  }
}

// The bits that come in during a clock period are a word of the receive buffer.
void check_parser_clock(const SwitchConfig& config, Complaints& complaints) {
  constexpr std::int64_t kWidestWord = 4096;  // bits, of a memory
  const BitRate rate = fastest_port(config);
  const Wide bits =
      (Wide{rate.count()} * config.parser.clock.count() + kPicosecondsPerSecond - 1) / kPicosecondsPerSecond;
  complaints.unless(bits <= kWidestWord, {"switch.parser.clock", "port.rate"},
                    "a port of " + quantity_text(rate) + " moves " + std::to_string(static_cast<std::int64_t>(bits)) +
                        " bits in a clock of " + quantity_text(config.parser.clock) + ", and a memory is at most " +
                        std::to_string(kWidestWord) + " bits wide; wanted a faster clock");
}

void check_classes(const SwitchConfig& config, Complaints& complaints) {
  complaints.unless(config.classes >= 1 && config.classes <= kClasses, {"classes"},
                    "wanted 1 to " + std::to_string(kClasses) + " classes; got " + std::to_string(config.classes));
  const auto highest = static_cast<unsigned>(std::bit_width(static_cast<unsigned>(config.flow_control.lossless)));
  complaints.unless(highest <= config.classes, {"flow_control.lossless", "classes"},
                    "wanted classes below the " + std::to_string(config.classes) + " that the switch has; got " +
                        std::to_string(highest - 1));
}

void check_csr(const CsrConfig& csr, Complaints& complaints) {
  complaints.unless(csr.clock > 0_ps, {"csr.clock"},
                    "wanted a clock of more than 0ps; got " + quantity_text(csr.clock));
}

// Checks the engine of each port by the port's own rate.
void check_engines(const SwitchConfig& config, Complaints& complaints) {
  const link::LinkConfig* last = nullptr;
  for (const link::LinkConfig& port : config.ports) {
    if (last == nullptr || last->rate != port.rate)
      flow_control::check(config.flow_control,
                          {.line_rate = port.rate, .max_frame = config.max_frame, .limiter = config.limiter},
                          complaints);
    last = &port;
  }
}

// If egress queues ask for pauses, packets must wait in egress queues, and XOFF must not be above the depth at which
// these queues drop.
void check_asking_queues(const SwitchConfig& config, Complaints& complaints) {
  complaints.unless(config.crossbar.strategy != crossbar::Strategy::kInputQueued,
                    {"switch.crossbar.strategy", "flow_control.scheme"},
                    std::string(flow_control::name_of(config.flow_control.scheme)) +
                        " looks at egress queues, and with \"input_queued\" packets wait at their inputs; wanted "
                        "\"output_queued\" or \"combined\"");
  const Bytes limit = config.mmu.veq_limit;
  const Bytes xoff = config.flow_control.pfc.highest_xoff();
  complaints.unless(limit == 0_B || xoff <= limit, {"flow_control.pfc.xoff", "switch.mmu.veq_limit"},
                    "wanted at most switch.mmu.veq_limit, " + quantity_text(limit) +
                        ", or the queue would drop and PAUSE never be sent; got " + quantity_text(xoff));
}

// The most that VIQs can hold before the pause that stops class `c`.
Bytes room_before_pause(const SwitchConfig& config, ClassId c) {
  const flow_control::FlowControlConfig& flow = config.flow_control;
  Bytes room;
  for_each_class(flow_control::traits_of(flow.scheme).is_of_the_port ? flow.lossless : mask_of(c),
                 [&](ClassId stopped) { room += config.mmu.viq_limit[stopped] + config.mmu.headroom; });
  return room;
}

void check_xoff(const SwitchConfig& config, Complaints& complaints) {
  const flow_control::SchemeTraits& traits = flow_control::traits_of(config.flow_control.scheme);
  if (!traits.pauses || !has_lossless(config))
    return;
  if (traits.by_egress)
    return check_asking_queues(config, complaints);
  const flow_control::FlowControlConfig& flow = config.flow_control;
  const bool by_class = tells_classes_apart(config);
  for_each_class(by_class ? flow.lossless : mask_of(lowest_class(flow.lossless)), [&](ClassId c) {
    const Bytes room = room_before_pause(config, c);
    complaints.unless(flow.pfc.xoff_of(c) <= room,
                      {"flow_control.pfc.xoff", "switch.mmu.viq_limit", "switch.mmu.headroom"},
                      "wanted at most what a VIQ may take (switch.mmu.viq_limit and headroom), " + quantity_text(room) +
                          ", or PAUSE would never be sent; got " + quantity_text(flow.pfc.xoff_of(c)) +
                          (by_class ? " for class " + std::to_string(c.index()) : ""));
  });
}

// Bytes of whole cells that the packets of so many credit blocks take at most, whatever their lengths.
Bytes cells_of_credits(const SwitchConfig& config, Bytes block, std::int64_t blocks) {
  Wide most = 0;
  for (Bytes length = frame::kMinFrameLength; length <= config.max_frame; length += 1_B) {
    const std::int64_t packet = (length + block - 1_B) / block;
    most = std::max(most, Wide{config.mmu.whole_cells(length).count()} * blocks / packet);
  }
  return Bytes(static_cast<std::int64_t>(most));
}

// Credits count blocks of a packet's length. If the VIQ counts cells, the packets that credits admit must fit the VIQ
// in cells.
void check_credit_cells(const SwitchConfig& config, Complaints& complaints) {
  const flow_control::FlowControlConfig& flow = config.flow_control;
  const std::optional<flow_control::AdvertisedBuffer> advertised = flow_control::advertised_by(flow);
  if (!config.mmu.count_cells || !has_lossless(config) || !advertised)
    return;
  const Bytes buffer = advertised->buffer;
  const Bytes block = advertised->credits.block;
  const Bytes room = config.mmu.viq_limit.lowest_of(flow.lossless) + config.mmu.headroom;
  const Bytes taken = cells_of_credits(config, block, buffer / block);
  const std::string table(advertised->table);
  complaints.unless(taken <= room,
                    {"switch.mmu.count_cells", table + std::string(advertised->word), table + "block",
                     "switch.mmu.cell", "switch.mmu.viq_limit"},
                    "credits for " + quantity_text(buffer) + " in blocks of " + quantity_text(block) +
                        " admit frames that take " + quantity_text(taken) + " in cells of " +
                        quantity_text(config.mmu.cell) + ", and a VIQ may take " + quantity_text(room) +
                        " (viq_limit and headroom); wanted " + table +
                        "block to be a multiple of the cell, fewer "
                        "credits, or count_cells = false");
}

void check_mmu_use(const SwitchConfig& config, Complaints& complaints) {
  complaints.unless(
      !config.mmu.pooled() || flow_control::traits_of(config.flow_control.scheme).takes_headroom_pool,
      {"switch.mmu.headroom_pool", "flow_control.scheme"},
      "only for flow_control.scheme = \"pfc\" or \"ttl_pfc\", which pause a VIQ that takes room of the pool");
  if (!config.mmu.partitioned() || !has_lossless(config))
    return;
  for_each_class(flow_control::at_switches(config.flow_control), [&](ClassId c) {
    complaints.unless(config.mmu.partition_size[c.index()] > 0_B,
                      {"switch.mmu.partition_size", "flow_control.lossless"},
                      "class " + std::to_string(c.index()) + " is lossless and would have no partition");
  });
}

// Checks the detectors of each port by the port's own rate and cable.
void check_detectors(const SwitchConfig& config, Complaints& complaints) {
  const link::LinkConfig* last = nullptr;
  for (const link::LinkConfig& port : config.ports) {
    if (last == nullptr || last->rate != port.rate || last->delay != port.delay)
      congestion::check(congestion_context(config, port), complaints);
    last = &port;
  }
}

// Under TTL-shifted PFC a partition must take a frame of each port; otherwise a queue could wait for another queue of
// its class.
void check_partitions(const SwitchConfig& config, Complaints& complaints) {
  if (!flow_control::traits_of(config.flow_control.scheme).follows_ttl)
    return;
  const Bytes least = config.mmu.whole_cells(config.max_frame) * static_cast<std::int64_t>(config.ports.size());
  for (std::size_t c = 0; c < kClasses; ++c) {
    const Bytes whole = config.mmu.partition_size[c] / config.mmu.cell * config.mmu.cell;
    complaints.unless(whole == 0_B || whole >= least,
                      {"switch.mmu.partition_size", "switch.mmu.buffer", "flow_control.scheme"},
                      "ttl_pfc: the partition of class " + std::to_string(c) + " is " + quantity_text(whole) +
                          " in whole cells, wanted at least a frame of each port, " + quantity_text(least));
  }
}

// The least XOFF of the lossless classes; 0: there are none.
Bytes least_xoff(const flow_control::FlowControlConfig& flow) {
  return flow.lossless == 0 ? 0_B : flow.pfc.lowest_xoff(flow.lossless);
}

}  // namespace

const std::vector<SettingTable>& setting_tables() {
  static const std::vector<SettingTable> kTables = make_tables();
  return kTables;
}

void check_combination(const SwitchConfig& config, Complaints& complaints) {
  check_class_rule(config, complaints);
  check_mmu_use(config, complaints);
  check_loans(config, complaints);
  check_beside_unit(config, complaints);
  check_edge(config, complaints);
  check_judged_inputs(config, complaints);
}

void check_flow_control(const SwitchConfig& config, Complaints& complaints) {
  check_engines(config, complaints);
  check_combination(config, complaints);
  check_within_unit(config, complaints);
  check_xoff(config, complaints);
  check_credit_cells(config, complaints);
}

void check_ports(const SwitchConfig& config, Complaints& complaints) {
  check_links(config, complaints);
  check_engines(config, complaints);
  check_disciplines(config, complaints);
  check_retry(config, complaints);
}

void check_tables(const SwitchConfig& config, Complaints& complaints) {
  for (const SettingTable& table : setting_tables()) {
    OfTable own(complaints, std::string(table.path));
    ledger::check_ranges(config, table.settings, own);
  }
  check_links(config, complaints);
  check_retry(config, complaints);
  check_parser_clock(config, complaints);
  check_classes(config, complaints);
  check_csr(config.csr, complaints);
  OfTable forwarding_table(complaints, "switch.forwarding");
  forwarding::check(config.forwarding, forwarding_table);
  OfTable mapper_table(complaints, "switch.class_mapper");
  reference::check(config.class_mapper, config.classes, mapper_table);
  check_parts(config, complaints);
  OfTable mmu_table(complaints, "switch.mmu");
  mmu::check(config.mmu, {.ports = config.ports.size(), .max_frame = config.max_frame}, mmu_table);
  OfTable crossbar_table(complaints, "switch.crossbar");
  crossbar::check(config.crossbar,
                  {.ports = config.ports.size(), .fastest_port = fastest_port(config), .max_frame = config.max_frame},
                  crossbar_table);
  OfTable egress_table(complaints, "switch.egress");
  egress::check(config.egress, config.max_frame, egress_table);
  check_detectors(config, complaints);
  check_partitions(config, complaints);
}

void check(const SwitchConfig& config, Complaints& complaints) {
  check_tables(config, complaints);
  check_flow_control(config, complaints);
}

congestion::PortContext congestion_context(const SwitchConfig& config, const link::LinkConfig& port, bool to_host) {
  const flow_control::FlowControlConfig& flow = config.flow_control;
  const flow_control::SchemeTraits& traits = flow_control::traits_of(flow.scheme);
  congestion::PortContext context;
  context.config = config.congestion;
  congestion::TcdConfig& tcd = context.config.tcd;
  if (tcd.xoff_to_xon == 0_B && traits.pauses_viqs())
    tcd.xoff_to_xon = flow.pfc.widest_gap(flow.lossless);
  if (const auto advertised = flow_control::advertised_by(flow); tcd.credit_period == 0_ps && advertised)
    tcd.credit_period = flow_control::credit_period(advertised->credits, port.rate);
  context.line_rate = port.rate;
  context.wire_overhead = on_wire(0_B, port);
  context.propagation = port.delay;
  context.max_frame = config.max_frame;
  context.buffer = config.mmu.buffer;
  context.classes = config.classes;
  context.lossless = flow.lossless;
  context.pauses = traits.pauses;
  context.pauses_port = traits.is_of_the_port;
  if (traits.pauses)
    context.xoff = least_xoff(flow);
  context.to_host = to_host;
  if (any_llr(config))
    context.recovery = llr::recovery_time(config.llr.link, {port.rate, port.delay, Time(0)}, config.max_frame);
  context.at_inputs = config.crossbar.strategy != crossbar::Strategy::kOutputQueued;
  context.ports = config.ports.size();
  context.fastest_port = fastest_port(config);
  context.clock = config.parser.clock;
  return context;
}

SwitchConfig checked(const SwitchConfig& config) {
  SwitchConfig result = resolved(config);
  ledger::Refusal refusal;
  check(result, refusal);
  return result;
}

SwitchConfig buildable(const SwitchConfig& config) {
  SwitchConfig result = resolved(config);
  ledger::Refusal refusal;
  check_tables(result, refusal);
  check_ports(result, refusal);
  return result;
}

}  // namespace weir::asic
