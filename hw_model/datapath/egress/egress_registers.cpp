// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/egress/egress_registers.h"

#include <algorithm>
#include <utility>

#include "hw_model/datapath/egress/egress.h"
#include "hw_model/datapath/egress/egress_settings.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/ledger/state_fields.h"

namespace weir::egress {
namespace {

constexpr unsigned kWeightBits = 8;
constexpr unsigned kTimeBits = 48;

void declare_queues(ledger::Block& block, const EgressHardware& hardware, const ledger::Dimensions& each,
                    const ledger::Origin& origin) {
  const unsigned depth = ledger::bits_for(ledger::register_value(hardware.buffer));
  const auto pointer = [&](const char* name, const char* what) {
    block.add(origin.memory({.name = name,
                             .width = ledger::bits_to_name(hardware.cells),
                             .dimensions = each,
                             .accesses = {.reads_per_packet = 1, .writes_per_packet = 1},
                             .width_follows = "names a cell of the packet buffer",
                             .description = what}));
  };
  pointer("veq_head", "packet of the VEQ that leaves next, by its first cell");
  pointer("veq_tail", "packet of the VEQ that came last, by its first cell");
  block
      .add(origin.state({.name = "veq_depth",
                         .width = depth,
                         .dimensions = each,
                         .width_follows = "bits of the buffer in bytes: one VEQ may hold all of it",
                         .description = "bytes of the VEQ, the frame in transmission included"}))
      .add(origin.state({.name = "veq_waiting",
                         .dimensions = each,
                         .description = "the VEQ holds a packet that is not in transmission"}))
      .add(origin.counter({.name = "veq_peak",
                           .width = depth,
                           .dimensions = each,
                           .width_follows = "as veq_depth",
                           .description = "highest veq_depth"}))
      .add(origin.events("packets", {.name = "sent", .dimensions = each, .description = "packets sent"}));
}

// How long a queue was held, and held while something waited: started and stopped, not counted every cycle, so that it
// fits in a memory.
void declare_hold_times(ledger::Block& block, const ledger::Dimensions& each) {
  const ledger::Origin origin("egress", "GFC, SIGCOMM '19, section 2: hold and wait");
  const auto time = [&](const char* name, ledger::Access access, const char* what) {
    block.add(origin.memory({.name = name,
                             .width = kTimeBits,
                             .dimensions = each,
                             .accesses = {.reads_per_packet = 1, .writes_per_packet = 1},
                             .width_follows = "78 hours of nanoseconds",
                             .description = what},
                            access));
  };
  time("held_time", ledger::Access::kReadOnly, "nanoseconds in which flow control held the class");
  time("held_since", ledger::Access::kInternal, "when the present hold began; all ones: none");
  time("hold_and_wait_time", ledger::Access::kReadOnly,
       "nanoseconds in which flow control held the class while packets waited");
  time("hold_and_wait_since", ledger::Access::kInternal, "when the present hold-and-wait began; all ones: none");
  block.add(origin.internal({.name = "time_now",
                             .width = kTimeBits,
                             .width_follows = "78 hours of nanoseconds",
                             .description = "nanoseconds since reset"}));
}

// What leaves a port, while it leaves.
void declare_transmitter(ledger::Block& block, const EgressHardware& hardware, const ledger::Origin& origin) {
  const ledger::Dimensions each_port = {{"port", hardware.ports}};
  const auto internal = [&](const char* name, unsigned width, const char* follows, const char* what) {
    block.add(origin.internal(
        {.name = name, .width = width, .dimensions = each_port, .width_follows = follows, .description = what}));
  };
  internal("transmitting", 1, "", "a frame is on the wire");
  internal("transmitting_data", 1, "", "the frame on the wire is a data frame");
  internal("departing_class", ledger::bits_to_name(hardware.classes), "names a class",
           "class of the data frame on the wire");
  internal("departing_ingress", ledger::bits_to_name(hardware.ports), "names a port",
           "ingress port of the data frame on the wire, whose VIQ it leaves");
  internal("departing_length",
           ledger::bits_for(ledger::register_value(std::max(hardware.max_frame, frame::kMaxFrameLength))),
           "frames up to 9216 B", "length of the data frame on the wire");
}

void declare_scheduler(ledger::Block& block, const EgressHardware& hardware, const ledger::Dimensions& each) {
  const ledger::Origin dwrr("egress", "M. Shreedhar, G. Varghese, Deficit Round Robin, SIGCOMM '95, section 3");
  const std::uint64_t largest = ledger::register_value(std::max(hardware.max_frame, frame::kMaxFrameLength));
  const std::uint64_t most = ((std::uint64_t{1} << kWeightBits) - 1) * largest;
  for (const ledger::Setting<EgressConfig>& one : held_settings(hardware.config)) {
    ledger::RegisterDeclaration held = ledger::register_of(one, hardware.config, hardware.classes);
    held.width = one.kind == ledger::SettingKind::kClasses ? hardware.classes : held.width;
    block.add(dwrr.setting(std::move(held)));
  }
  block
      .add(dwrr.internal({.name = "turn",
                          .width = ledger::bits_to_name(hardware.classes),
                          .dimensions = {{"port", hardware.ports}},
                          .width_follows = "names a class",
                          .description = "class whose turn it is; round robin: class that sent last"}))
      .add(dwrr.state({.name = "deficit",
                       .width = ledger::bits_for(most + largest),
                       .dimensions = each,
                       .width_follows = "255 quanta and a frame of 9216 B",
                       .description = "bytes that the class may still send in its turn"}));
}

// What vl_arbiter.h remembers of a port.
void declare_lane_arbiters(ledger::Block& block, const EgressHardware& hardware) {
  if (!arbitrates_lanes(hardware.config)) {
    return;
  }
  const ledger::Origin origin("egress", "InfiniBand Architecture, volume 1, 7.6.9");
  const std::uint64_t largest = ledger::register_value(std::max(hardware.max_frame, frame::kMaxFrameLength));
  const std::uint64_t over = (largest + ledger::register_value(kVlUnit) - 1) / ledger::register_value(kVlUnit);
  const std::uint64_t limit = (std::uint64_t{kNoVlLimit} - 1) * ledger::register_value(kVlLimitUnit);
  const auto internal = [&](const char* name, unsigned width, const char* follows, const char* what) {
    block.add(origin.internal({.name = name,
                               .width = width,
                               .dimensions = {{"port", hardware.ports}},
                               .width_follows = follows,
                               .description = what}));
  };
  for (const bool high : {true, false}) {
    internal(high ? "vl_high_turn" : "vl_low_turn", ledger::bits_to_name(hardware.classes), "names a class",
             "lane whose turn it is in the arbitration table");
    internal(high ? "vl_high_left" : "vl_low_left", 1 + ledger::bits_for(std::max<std::uint64_t>(over, kNoVlLimit)),
             "255 units, and those of a frame of 9216 B below 0", "units left of the lane's weight, signed");
  }
  internal("vl_high_sent", ledger::bits_for(limit + largest), "254 x 4 KiB and a frame of 9216 B",
           "bytes sent by the high table since a packet of the low table might last go");
}

}  // namespace

void Egress::check_declared(const ledger::Block& block) {
  static constexpr auto kCounters = ledger::state_fields<QueueCounters>(
      ledger::holds(&QueueCounters::peak, "veq_peak"), ledger::holds(&QueueCounters::sent, "sent"),
      ledger::holds(&QueueCounters::held, "held_time", "held_since"),
      ledger::holds(&QueueCounters::hold_and_wait, "hold_and_wait_time", "hold_and_wait_since"));
  static constexpr auto kVeq = ledger::state_fields<Veq>(
      ledger::holds(&Veq::waiting, "veq_head", "veq_tail"), ledger::holds(&Veq::depth, "veq_depth"),
      ledger::holds(&Veq::deficit, "deficit"), ledger::part(&Veq::counters),
      ledger::model_only(&Veq::parked, "parked and others of block deadlock, where it resolves by flow"));
  static constexpr auto kLane = ledger::state_fields<Lane>(
      ledger::model_only(&Lane::id, "constant: which port this is"), ledger::holds(&Lane::busy, "transmitting"),
      ledger::holds(&Lane::sending_data, "transmitting_data"), ledger::holds(&Lane::nonempty, "veq_waiting"),
      ledger::model_only(&Lane::blocks, "blocked_group of block deadlock, where it resolves by flow"),
      ledger::holds(&Lane::last, "departing_class"), ledger::holds(&Lane::turn, "turn"),
      ledger::holds(&Lane::departing_ingress, "departing_ingress"),
      ledger::holds(&Lane::departing_length, "departing_length"),
      ledger::model_only(&Lane::departing_since, "the limiter's R_l counts the transmission time"),
      ledger::model_only(&Lane::gate_event, "a scheduled event stands for looking every cycle"),
      ledger::model_only(&Lane::watched, "constant: whether detectors or a deadlock unit are there"),
      ledger::model_only(&Lane::joined_due, "a wire: whether any source is due"),
      ledger::model_only(&Lane::detectors, "block congestion"));
  static constexpr auto kFields = ledger::state_fields<Egress>(
      ledger::part(&Egress::lanes_), ledger::part(&Egress::veq_), ledger::part(&Egress::shapers_),
      ledger::model_only(&Egress::lane_arbiters_, "vl_high_turn and others, where it is built with VL arbiters"),
      ledger::model_only(&Egress::strict_, "discipline and strict, decoded: kept, so that no packet asks"),
      ledger::model_only(&Egress::blocked_, "blocked_group of block deadlock, where it resolves by flow"),
      ledger::model_only(&Egress::total_, "checks the account of bytes"),
      ledger::model_only(&Egress::joined_, "constant: who puts frames before data"),
      ledger::model_only(&Egress::watched_, "constant: whether detectors or a deadlock unit are there"),
      ledger::model_only(&Egress::pausing_told_, "for waveforms"));
  ledger::require_declared(block, kCounters);
  ledger::require_declared(block, kVeq);
  ledger::require_declared(block, kLane);
  ledger::require_declared(block, kFields);
}

ledger::Block declare_egress(const EgressHardware& hardware) {
  const ledger::Origin origin("egress", "TTL-based buffer management, section 1.1");
  const ledger::Dimensions each = {{"port", hardware.ports}, {"class", hardware.classes}};
  ledger::Block block("egress");
  declare_queues(block, hardware, each, origin);
  declare_hold_times(block, each);
  declare_transmitter(block, hardware, origin);
  declare_scheduler(block, hardware, each);
  declare_lane_arbiters(block, hardware);
  declare_shapers(block, hardware.config.shapers, hardware.classes);
  Egress::check_declared(block);
  return block;
}

}  // namespace weir::egress
