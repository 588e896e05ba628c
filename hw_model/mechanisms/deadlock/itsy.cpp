// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/itsy.h"

#include <bit>
#include <stdexcept>
#include <string>

#include "hw_model/ledger/origin.h"

namespace weir::deadlock {
namespace {

constexpr unsigned kEventCounterBits = 64;
constexpr unsigned kMostIdBits = 32;

ledger::Dimensions each_port(const SwitchContext& context) {
  return {{"port", context.ports}, {"class", static_cast<std::uint64_t>(std::popcount(context.lossless))}};
}

// What is known of traffic and pauses inside this switch.
void declare_causality(ledger::Block& block, const SwitchContext& context, const ledger::Origin& origin) {
  block
      .add(
          origin.state({.name = "traffic_mapping",
                        .width = static_cast<unsigned>(context.ports),
                        .dimensions = each_port(context),
                        .width_follows = "a bit for each port of the switch",
                        .description = "row of the traffic mapping xi: bit i, the VEQ of this port holds a packet that "
                                       "came in through port i"}))
      .add(origin.state(
          {.name = "pausing", .dimensions = each_port(context), .description = "this port pauses its upstream"}))
      .add(origin.state({.name = "resumed",
                         .dimensions = each_port(context),
                         .description = "RESUME tag r_p: resumed in the present episode"}));
  if (context.config.itsy.count_packets) {
    ledger::Dimensions each_pair = each_port(context);
    each_pair.push_back({"ingress", context.ports});
    block.add(origin.memory({.name = "traffic_count",
                             .width = ledger::bits_for(context.cells),
                             .dimensions = each_pair,
                             .accesses = {.reads_per_packet = 2, .writes_per_packet = 2},
                             .width_follows = "bits of the cells of the buffer: all may be packets of one pair",
                             .description = "packets of the pair, so that its bit is cleared with the last"}));
  }
}

// What checking messages leave behind, and what is to be sent.
void declare_messages(ledger::Block& block, const SwitchContext& context, const ledger::Origin& origin) {
  const ItsyConfig& config = context.config.itsy;
  const ledger::Dimensions each = each_port(context);
  const auto state = [&](const char* name, unsigned width, const ledger::Dimensions& dimensions, const char* follows,
                         const char* what) {
    block.add(origin.state(
        {.name = name, .width = width, .dimensions = dimensions, .width_follows = follows, .description = what}));
  };
  state("initiator_switch", config.switch_id_bits, each, "switches of the network: 14 bits for 10,000",
        "S of the generic initiator of the message that this port received last");
  state("initiator_port", port_id_bits(context), each, "ports of a switch: 6 bits for 64", "P of it");
  state("initiator_seq", config.seq_bits, each, "seq_bits", "Seq_id of it");
  state("initiator_valid", 1, each, "", "there is one; cleared by RESUME");
  state("own_seq", config.seq_bits, each, "seq_bits", "Seq_id of the latest episode that this port began");
  state("initiates", 1, each, "", "this port is the generic initiator of an episode that has not ended");
  state("checking_due", 1, each, "", "a checking message is to be sent, with the next PAUSE or alone");
  state("consistency_due", 1, each, "", "a temporal consistency check is to be sent");
}

void declare_report(ledger::Block& block, const SwitchContext& context, const ledger::Origin& origin) {
  const ItsyConfig& config = context.config.itsy;
  block
      .add(origin.setting({.name = "switch_id",
                           .width = config.switch_id_bits,
                           .width_follows = "switches of the network",
                           .description = "S of this switch"}))
      .add(origin.setting({.name = "class_cut_off",
                           .dimensions = each_port(context),
                           .source = "ITSY, section V",
                           .description = "1: the class is lossy at this port, whose host pauses for ever"}))
      .add(origin.flag({.name = "deadlock",
                        .dimensions = each_port(context),
                        .description = "a deadlock was declared at this port"}))
      .add(origin.state({.name = "trigger_switch",
                         .width = config.switch_id_bits,
                         .width_follows = "as initiator_switch",
                         .description = "S of the initial trigger of the latest deadlock"}))
      .add(origin.state({.name = "trigger_port",
                         .width = port_id_bits(context),
                         .width_follows = "as initiator_port",
                         .description = "P of it"}));
  const auto counted = [&](const char* name, const char* what) {
    block.add(origin.counter({.name = name,
                              .width = kEventCounterBits,
                              .dimensions = {{"port", context.ports}},
                              .width_follows = "never wraps: 2^64 messages",
                              .description = what}));
  };
  counted("checking_messages", "checking messages sent");
  counted("consistency_messages", "temporal consistency checks sent");
}

}  // namespace

unsigned port_id_bits(const SwitchContext& context) {
  const unsigned configured = context.config.itsy.port_id_bits;
  return configured == 0 ? ledger::bits_to_name(context.ports) : configured;
}

void require_within(unsigned value, unsigned most, const char* name) {
  if (value < 1 || value > most)
    throw std::invalid_argument(std::string("itsy: ") + name + " is " + std::to_string(value) + ", wanted 1.." +
                                std::to_string(most));
}

void declare_itsy(ledger::Block& block, const SwitchContext& context) {
  const ItsyConfig& config = context.config.itsy;
  require_within(config.switch_id_bits, kMostIdBits, "switch_id_bits");
  require_within(port_id_bits(context), kMostIdBits, "port_id_bits");
  require_within(config.seq_bits, kMostIdBits, "seq_bits");
  if (std::uint64_t{1} << port_id_bits(context) < context.ports) {
    throw std::invalid_argument("itsy: port_id_bits is " + std::to_string(port_id_bits(context)) +
                                ", which cannot name " + std::to_string(context.ports) + " ports");
  }
  const ledger::Origin origin("itsy", "ITSY, section III.B");
  declare_causality(block, context, origin);
  declare_messages(block, context, origin);
  declare_report(block, context, origin);
  switch (config.resolution) {
    case Resolution::kNone:
      break;
    case Resolution::kCountMinDrop:
      declare_count_min_drop(block, context);
      break;
    case Resolution::kPortLevel:
      declare_port_level(block, context, "itsy_port_level");
      break;
    case Resolution::kFlowLevel:
      declare_flow_level(block, context);
      break;
  }
}

}  // namespace weir::deadlock
