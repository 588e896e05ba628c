// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <stdexcept>
#include <string>
#include <utility>

#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"
#include "tb/text/quantity.h"

namespace weir::scenario {
using text::to_text;

namespace {

parser::ParserConfig load_parser(const Document& document) {
  const Reader reader(document, "switch.parser");
  parser::ParserConfig config;
  config.clock = reader.time("clock");
  config.state_cycles = reader.count("state_cycles");
  config.lookup_cycles = reader.count("lookup_cycles");
  return config;
}

reference::ClassMapperConfig load_class_mapper(const Document& document) {
  using reference::ClassSource;
  constexpr std::array kSources{ClassSource::kPcp, ClassSource::kDscp, ClassSource::kTtl};
  const Reader reader(document, "switch.class_mapper");
  reference::ClassMapperConfig config;
  config.source = reader.word("source", kSources);
  config.ttl0 = static_cast<std::uint8_t>(reader.count("ttl0"));
  for (const auto& [key, source] : {std::pair{"dscp_classes", ClassSource::kDscp}, {"ttl0", ClassSource::kTtl}}) {
    if (reader.has(key) && config.source != source) {
      reader.fail(key, std::string("only for source = \"") + (source == ClassSource::kDscp ? "dscp\"" : "ttl\""));
    }
  }
  const std::vector<Value>& classes = reader.list("dscp_classes");
  if (reader.has("dscp_classes") && classes.size() != config.dscp_classes.size()) {
    reader.fail("dscp_classes", "wanted 64 classes, one for each DSCP; got " + std::to_string(classes.size()));
  }
  for (std::size_t dscp = 0; dscp < classes.size(); ++dscp) {
    config.dscp_classes[dscp] = ClassId(static_cast<std::size_t>(classes[dscp].integer));
  }
  return config;
}

std::uint32_t load_alpha(const Reader& reader, const char* key) {
  constexpr double kAlphaSteps = 128;
  const double alpha = reader.real(key) * kAlphaSteps;
  const auto steps = static_cast<std::uint32_t>(alpha);
  if (alpha != static_cast<double>(steps)) {
    reader.fail(key, "wanted a multiple of 1/128, 0.0078125");
  }
  return steps;
}

void load_headroom_pool(const Reader& reader, mmu::MmuConfig& config) {
  config.headroom_pool = reader.bytes("headroom_pool");
  config.lossless_alpha_128ths = load_alpha(reader, "lossless_alpha");
  if (!config.pooled()) {
    if (config.lossless_alpha_128ths > 0) {
      reader.fail("lossless_alpha", "wanted headroom_pool, too: headroom above a threshold that moves is set aside");
    }
    return;
  }
  if (config.headroom == Bytes(0) || config.headroom > config.headroom_pool) {
    reader.fail("headroom_pool", "wanted a headroom from 1B to headroom_pool, " + to_text(config.headroom_pool) +
                                     ", the most that one VIQ takes; headroom is " + to_text(config.headroom));
  }
  if (reader.has("count_cells") && !config.count_cells) {
    reader.fail("count_cells", "wanted true, or no headroom_pool, which is cells");
  }
  config.count_cells = true;
}

mmu::MmuConfig load_mmu(const Document& document) {
  const Reader reader(document, "switch.mmu");
  mmu::MmuConfig config;
  config.buffer = reader.bytes("buffer");
  config.cell = reader.bytes("cell");
  config.count_cells = reader.boolean("count_cells");
  config.viq_reserved = reader.bytes("viq_reserved");
  config.alpha_128ths = load_alpha(reader, "alpha");
  config.viq_limit = reader.bytes("viq_limit");
  config.headroom = reader.bytes("headroom");
  config.veq_limit = reader.bytes("veq_limit");
  load_headroom_pool(reader, config);
  if (config.cell > config.buffer) {
    reader.fail("cell", "wanted at most the whole buffer, " + to_text(config.buffer) + "; got " + to_text(config.cell));
  }
  if (config.viq_reserved > config.viq_limit) {
    reader.fail("viq_reserved",
                "wanted at most viq_limit, " + to_text(config.viq_limit) + "; got " + to_text(config.viq_reserved));
  }
  const Bytes most = config.viq_limit + (config.pooled() ? config.headroom_pool : config.headroom);
  if (most > config.buffer) {
    reader.fail("viq_limit", std::string("viq_limit and ") + (config.pooled() ? "headroom_pool, " : "headroom, ") +
                                 to_text(most) + ", exceed the whole buffer, " + to_text(config.buffer));
  }
  return config;
}

// Sizes of the partitions as the file has them; all 0 where it has none.
PerClass<Bytes> load_partition_sizes(const Reader& reader, Bytes buffer) {
  const std::vector<Value>& weights = reader.list("partition_weights");
  if (!reader.has("partition_weights")) {
    return reader.has("partitions") ? mmu::equal_partitions(buffer, reader.count("partitions")) : PerClass<Bytes>{};
  }
  if (weights.empty() || weights.size() > kClasses) {
    reader.fail("partition_weights", "wanted 1 to 8 weights; got " + std::to_string(weights.size()));
  }
  if (reader.has("partitions") && weights.size() != reader.count("partitions")) {
    reader.fail("partition_weights", "wanted a weight for each of the " + std::to_string(reader.count("partitions")) +
                                         " partitions; got " + std::to_string(weights.size()));
  }
  std::int64_t sum = 0;
  for (const Value& weight : weights) {
    sum += weight.integer;
  }
  PerClass<Bytes> sizes{};
  for (std::size_t c = 0; c < weights.size(); ++c) {
    sizes[c] = buffer * weights[c].integer / sum;
  }
  return sizes;
}

// What flow control adds to the MMU, and what must hold of both together.
mmu::MmuConfig load_partitions(const Document& document, const asic::SwitchConfig& device) {
  const Reader reader(document, "switch.mmu");
  const flow_control::Scheme scheme = device.flow_control.scheme;
  if (device.mmu.pooled() && scheme != flow_control::Scheme::kPfc && scheme != flow_control::Scheme::kTtlPfc) {
    reader.fail("headroom_pool",
                "only for flow_control.scheme = \"pfc\" or \"ttl_pfc\", which pause a VIQ that takes of it");
  }
  asic::SwitchConfig config = device;
  config.mmu.partition_size = load_partition_sizes(reader, device.mmu.buffer - device.mmu.headroom_pool);
  const mmu::MmuConfig mmu = asic::resolved_mmu(config);
  const char* key = reader.has("partition_weights") ? "partition_weights" : "partitions";
  const Bytes frame = mmu.whole_cells(device.max_frame);
  for (std::size_t c = 0; mmu.partitioned() && c < kClasses; ++c) {
    const Bytes size = mmu.partition_size[c];
    const std::string of_class = "class " + std::to_string(c);
    if (size > Bytes(0) && size < frame) {
      reader.fail(key, "the partition of " + of_class + ", " + to_text(size) + ", takes no frame of " +
                           to_text(device.max_frame) + ", which is " + to_text(frame) + " in whole cells");
    }
    if (size == Bytes(0) && (device.flow_control.lossless & mask_of(ClassId(c))) != 0) {
      reader.fail(key, of_class + " is lossless and would have no partition");
    }
  }
  return mmu;
}

// Queues at inputs and outputs: a crossbar that is faster than its ports, and as much room behind it as there is
// buffer.
void combine(const Reader& reader, Bytes buffer, crossbar::CrossbarConfig& config) {
  constexpr double kDouble = 2.0;
  if (config.transfer == crossbar::Transfer::kPacket) {
    reader.fail("transfer", "strategy = \"combined\" wants \"cell\": only cells cross faster than they leave");
  }
  if (!reader.has("speedup")) {
    config.speedup = kDouble;
  }
  if (config.speedup <= 1.0) {
    reader.fail("speedup", "strategy = \"combined\" wants more than 1, or packets would wait at the inputs alone");
  }
  if (config.output_buffer == Bytes(0)) {
    config.output_buffer = buffer;
  }
}

crossbar::CrossbarConfig load_crossbar(const Document& document, Bytes max_frame) {
  using crossbar::Arbiter;
  using crossbar::Queueing;
  using crossbar::Strategy;
  using crossbar::Transfer;
  constexpr std::array kStrategies{Strategy::kOutputQueued, Strategy::kInputQueued, Strategy::kCombined};
  constexpr std::array kQueueings{Queueing::kFifo, Queueing::kVirtualOutput};
  constexpr std::array kArbiters{Arbiter::kRoundRobin, Arbiter::kIslip};
  constexpr std::array kTransfers{Transfer::kCell, Transfer::kPacket};
  const Reader reader(document, "switch.crossbar");
  crossbar::CrossbarConfig config;
  config.strategy = reader.word("strategy", kStrategies);
  config.queueing = reader.word("queueing", kQueueings);
  config.arbiter = reader.word("arbiter", kArbiters);
  config.iterations = reader.count("iterations");
  config.transfer = reader.word("transfer", kTransfers);
  config.cell = reader.bytes("cell");
  config.clock = reader.time("clock");
  config.speedup = reader.real("speedup");
  config.jitter = reader.time("jitter");
  config.output_buffer = reader.bytes("output_buffer");
  if (config.output_buffer > Bytes(0) && config.output_buffer < max_frame) {
    reader.fail("output_buffer", "wanted 0B or at least switch.max_frame, " + to_text(max_frame) + "; got " +
                                     to_text(config.output_buffer));
  }
  if (config.strategy == Strategy::kCombined) {
    combine(reader, Reader(document, "switch.mmu").bytes("buffer"), config);
  }
  return config;
}

void refuse_unused_keys(const Reader& reader, const egress::EgressConfig& config) {
  using egress::Discipline;
  const bool strict_over = config.discipline == Discipline::kStrictOverDwrr;
  for (const char* key : {"weights", "quantum"}) {
    if (reader.has(key) && !strict_over && config.discipline != Discipline::kDwrr) {
      reader.fail(key, "only for discipline = \"dwrr\" or \"strict_over_dwrr\"");
    }
  }
  if (reader.has("strict") && !strict_over) {
    reader.fail("strict", "only for discipline = \"strict_over_dwrr\"");
  }
  if (strict_over && config.strict == 0) {
    reader.fail("strict", "wanted a class, or discipline = \"dwrr\"");
  }
}

egress::EgressConfig load_egress(const Document& document, Bytes max_frame) {
  using egress::Discipline;
  constexpr std::array kDisciplines{Discipline::kStrictPriority, Discipline::kRoundRobin, Discipline::kDwrr,
                                    Discipline::kStrictOverDwrr};
  const Reader reader(document, "switch.egress");
  egress::EgressConfig config;
  config.discipline = reader.word("discipline", kDisciplines);
  const std::vector<Value>& weights = reader.list("weights");
  if (reader.has("weights") && weights.size() != config.weights.size()) {
    reader.fail("weights", "wanted 8 weights, one for each class; got " + std::to_string(weights.size()));
  }
  for (std::size_t c = 0; c < weights.size(); ++c) {
    config.weights[c] = static_cast<std::uint8_t>(weights[c].integer);
  }
  for (const Value& c : reader.list("strict")) {
    config.strict |= mask_of(ClassId(static_cast<std::size_t>(c.integer)));
  }
  config.quantum = reader.bytes("quantum");
  if (config.quantum == Bytes(0)) {
    config.quantum = max_frame;
  }
  if (config.quantum < max_frame) {
    reader.fail("quantum",
                "wanted 0B or at least switch.max_frame, " + to_text(max_frame) + "; got " + to_text(config.quantum));
  }
  refuse_unused_keys(reader, config);
  return config;
}

reference::RateLimiterConfig load_limiter(const Document& document) {
  using reference::RateRaise;
  using reference::Rounding;
  constexpr std::array kRoundings{Rounding::kFloor, Rounding::kCeil, Rounding::kNearest, Rounding::kResidual};
  constexpr std::array kRateRaises{RateRaise::kHold, RateRaise::kClamp};
  const Reader reader(document, "limiter");
  reference::RateLimiterConfig config;
  config.period = reader.time("period");
  config.rounding = reader.word("rounding", kRoundings);
  config.rate_raise = reader.word("rate_raise", kRateRaises);
  config.floor_rate = reader.rate("floor_rate");
  if (config.period.count() % config.subticks != 0) {
    reader.fail("period", "wanted a multiple of " + std::to_string(config.subticks) + "ps, so that each of the " +
                              std::to_string(config.subticks) + " subticks is a whole number of ps; got " +
                              to_text(config.period));
  }
  config.validate();
  return config;
}

}  // namespace

asic::SwitchConfig load_device(const Document& document) {
  asic::SwitchConfig config;
  config.max_frame = Reader(document, "switch").bytes("max_frame");
  config.parser = load_parser(document);
  config.forwarding = load_forwarding(document);
  config.class_mapper = load_class_mapper(document);
  config.mmu = load_mmu(document);
  config.crossbar = load_crossbar(document, config.max_frame);
  config.egress = load_egress(document, config.max_frame);
  config.flow_control = load_flow_control(document);
  config.mmu = load_partitions(document, config);
  config.limiter = load_limiter(document);
  return config;
}

LimiterSettings load_fidelity(const Document& document) {
  using cosim::Fidelity;
  constexpr std::array kFidelities{Fidelity::reference, Fidelity::rtl, Fidelity::lockstep};
  const Reader reader(document, "limiter");
  return {reader.word("fidelity", kFidelities), reader.word("comparator_fidelity", kFidelities)};
}

}  // namespace weir::scenario
