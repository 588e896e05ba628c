// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/crossbar_registers.h"

#include <algorithm>

#include "hw_model/datapath/crossbar/arbiter.h"
#include "hw_model/datapath/crossbar/cell_crossbar.h"
#include "hw_model/datapath/crossbar/crossbar_settings.h"
#include "hw_model/datapath/crossbar/input_side.h"
#include "hw_model/datapath/crossbar/packet_crossbar.h"
#include "hw_model/datapath/crossbar/round_weights.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/hop_label.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/ledger/state_fields.h"

namespace weir::crossbar {
namespace {

const ledger::Origin& origin() {
  static const ledger::Origin kOrigin(
      "crossbar",
      "M. Karol, M. Hluchyj, S. Morgan, Input Versus Output Queueing, IEEE Trans. Comm. "
      "35(12), 1987; TTL-based buffer management, section 1.1");
  return kOrigin;
}

ledger::Dimensions each_port(const CrossbarHardware& hardware) { return {{"port", hardware.ports}}; }

std::uint64_t cells_of_frame(const CrossbarHardware& hardware) {
  return static_cast<std::uint64_t>((hardware.max_frame + hardware.config.cell - Bytes(1)) / hardware.config.cell);
}

// Bits that count `span` in periods of the crossbar's clock.
unsigned cycles(const CrossbarHardware& hardware, Time span) {
  return ledger::bits_for(static_cast<std::uint64_t>((span + hardware.config.clock - Time(1)) / hardware.config.clock));
}

}  // namespace

void InputSide::check_declared(const ledger::Block& block) {
  static constexpr auto kQueue = ledger::state_fields<Queue>(ledger::holds(&Queue::packets, "queue_head", "queue_tail"),
                                                             ledger::holds(&Queue::cells_left, "cells_left"));
  static constexpr auto kRefused =
      ledger::state_fields<Refused>(ledger::model_only(&Refused::since, "measures how long the gate keeps heads"),
                                    ledger::model_only(&Refused::longest, "measures how long the gate keeps heads"));
  static constexpr auto kClass =
      ledger::state_fields<ClassQueues>(ledger::part(&ClassQueues::queues), ledger::part(&ClassQueues::refused),
                                        ledger::holds(&ClassQueues::heads, "queue_waiting"),
                                        ledger::model_only(&ClassQueues::wanted, "the columns of `queue_waiting`"));
  static constexpr auto kFields = ledger::state_fields<InputSide>(
      ledger::model_only(&InputSide::inputs_, "constant"),
      ledger::model_only(&InputSide::gate_, "wires to flow control, which judges"), ledger::part(&InputSide::classes_),
      ledger::model_only(&InputSide::held_, "checks the account of bytes"),
      ledger::holds(&InputSide::reserved_, "reserved"),
      ledger::model_only(&InputSide::scarce_, "spares the model a comparison that hardware makes every slot"),
      ledger::model_only(&InputSide::requests_, "wires: the classes of `may_go` together"),
      ledger::model_only(&InputSide::outputs_, "wires: the inputs of `may_go` together"),
      ledger::model_only(&InputSide::askers_, "spares the model to look through `may_go`"),
      ledger::holds(&InputSide::offers_, "may_go"));
  ledger::require_declared(block, kQueue);
  ledger::require_declared(block, kRefused);
  ledger::require_declared(block, kClass);
  ledger::require_declared(block, kFields);
}

// The input of frames that the switch makes itself: its queues are lists of the frames' places. Such a frame is never
// of the largest size, so at most a cell or two of it are left.
void declare_own_input(ledger::Block& block, const CrossbarHardware& hardware) {
  const bool fifo = hardware.config.queueing == Queueing::kFifo;
  ledger::Dimensions each_queue = {{"class", hardware.classes}};
  if (!fifo)
    each_queue.push_back({"output", hardware.ports});
  const auto state = [&](const char* name, unsigned width, const char* follows, const char* what) {
    block.add(origin().internal(
        {.name = name, .width = width, .dimensions = each_queue, .width_follows = follows, .description = what}));
  };
  const unsigned place = ledger::bits_to_name(hardware.own_places);
  constexpr Bytes kLongest = frame::kMinFrameLength + frame::kHopLabelLength;
  const auto cells = static_cast<std::uint64_t>((kLongest + hardware.config.cell - Bytes(1)) / hardware.config.cell);
  state("own_head", place, "names a place of such a frame", "frame of the switch's own that crosses next");
  state("own_tail", place, "names a place of such a frame", "frame of the switch's own that came last");
  state("own_cells_left", ledger::bits_for(cells + 1), "cells of such a frame, or not begun",
        "cells of the frame at the head that have not crossed");
  state("own_waiting", 1, "", "the queue holds a frame of the switch's own");
  state("own_may_go", 1, "", "its output has room for the frame at the head");
  if (fifo)
    state("own_head_output", ledger::bits_to_name(hardware.ports), "names a port", "output of the frame at the head");
}

void declare_inputs(ledger::Block& block, const CrossbarHardware& hardware) {
  const bool fifo = hardware.config.queueing == Queueing::kFifo;
  ledger::Dimensions each_queue = {{"port", hardware.ports}, {"class", hardware.classes}};
  if (!fifo)
    each_queue.push_back({"output", hardware.ports});
  const auto column = [&](const char* name, unsigned width, std::uint64_t word_bytes, const char* follows,
                          const char* what) {
    block.add(origin().memory({.name = name,
                               .width = width,
                               .dimensions = each_queue,
                               .accesses = {.reads_per_packet = 1, .writes_per_packet = 1, .word_bytes = word_bytes},
                               .width_follows = follows,
                               .description = what}));
  };
  const unsigned pointer = ledger::bits_to_name(hardware.cells);
  column("queue_head", pointer, 0, "names a cell of the packet buffer", "packet that crosses next, by its first cell");
  column("queue_tail", pointer, 0, "names a cell of the packet buffer", "packet that came last, by its first cell");
  column("cells_left", ledger::bits_for(cells_of_frame(hardware) + 1),
         static_cast<std::uint64_t>(hardware.config.cell.count()), "cells of the largest frame, or not begun",
         "cells of the packet at the head that have not crossed");
  block
      .add(origin().state(
          {.name = "queue_waiting", .dimensions = each_queue, .description = "the queue holds a packet"}))
      .add(origin().internal({.name = "may_go",
                              .dimensions = each_queue,
                              .description = "its output has room for the packet at the head"}))
      .add(origin().state({.name = "reserved",
                           .width = ledger::bits_for(static_cast<std::uint64_t>(
                               std::max(hardware.config.output_buffer, 3 * hardware.max_frame).count())),
                           .dimensions = {{"port", hardware.ports}, {"class", hardware.classes}},
                           .width_follows = "bits of the room of an (output, class) in bytes",
                           .description = "bytes of packets that are crossing to this output"}));
  if (fifo)
    block.add(origin().internal({.name = "head_output",
                                 .width = ledger::bits_to_name(hardware.ports),
                                 .dimensions = each_queue,
                                 .width_follows = "names a port",
                                 .description = "output of the packet at the head"}));
  if (hardware.own_places > 0)
    declare_own_input(block, hardware);
  InputSide::check_declared(block);
}

void Islip::check_declared(const ledger::Block& block) {
  static constexpr char kWires[] = "wires of the slot at hand";
  static constexpr auto kFields = ledger::state_fields<Islip>(
      ledger::model_only(&Islip::ports_, "constant"), ledger::model_only(&Islip::iterations_, "constant"),
      ledger::model_only(&Islip::weights_, "wires to the weights, which the crossbar has"),
      ledger::holds(&Islip::grant_pointer_, "grant_pointer"), ledger::holds(&Islip::accept_pointer_, "accept_pointer"),
      ledger::model_only(&Islip::free_inputs_, kWires), ledger::model_only(&Islip::open_outputs_, kWires),
      ledger::model_only(&Islip::granted_inputs_, kWires), ledger::model_only(&Islip::grants_, kWires));
  ledger::require_declared(block, kFields);
}

void declare_arbiter(ledger::Block& block, const CrossbarHardware& hardware) {
  const ledger::Origin islip("crossbar", "N. McKeown, The iSLIP Scheduling Algorithm, IEEE/ACM ToN 7(2), 1999");
  const auto pointer = [&](const char* name, std::size_t named, const char* what) {
    block.add(islip.internal({.name = name,
                              .width = ledger::bits_to_name(named),
                              .dimensions = each_port(hardware),
                              .width_follows = "names a port",
                              .description = what}));
  };
  pointer("grant_pointer", hardware.inputs(), "input that this output grants next");
  pointer("accept_pointer", hardware.ports, "output that this input accepts next");
  Islip::check_declared(block);
}

void RoundWeights::check_declared(const ledger::Block& block) {
  static constexpr auto kFields = ledger::state_fields<RoundWeights>(
      ledger::model_only(&RoundWeights::ports_, "constant"), ledger::holds(&RoundWeights::weights_, "arbiter_weight"),
      ledger::holds(&RoundWeights::begun_, "arbiter_begun"),
      ledger::model_only(&RoundWeights::counted_in_, "spares the model to clear all counts of an output"),
      ledger::model_only(&RoundWeights::round_, "likewise"),
      ledger::model_only(&RoundWeights::crossing_,
                         "wires: classes whose `cells_left` is that of a packet that has begun"),
      ledger::model_only(&RoundWeights::below_, "wires: `arbiter_begun` below `arbiter_weight`"),
      ledger::model_only(&RoundWeights::under_way_, "wires: the classes of `crossing_` together"));
  ledger::require_declared(block, kFields);
}

void declare_weights(ledger::Block& block, const CrossbarHardware& hardware) {
  const ledger::Origin katevenis("crossbar",
                                 "M. Katevenis, S. Sidiropoulos, C. Courcoubetis, Weighted Round-Robin Cell "
                                 "Multiplexing in a General-Purpose ATM Switch Chip, IEEE JSAC 9(8), 1991");
  const ledger::Dimensions each_pair = {{"port", hardware.ports}, {"output", hardware.ports}};
  block
      .add(katevenis.setting({.name = "arbiter_weight",
                              .width = RoundWeights::kWidth,
                              .dimensions = each_pair,
                              .reset = 1,
                              .description = "packets that this input may begin in a round of the output"}))
      .add(katevenis.internal({.name = "arbiter_begun",
                               .width = RoundWeights::kWidth,
                               .dimensions = each_pair,
                               .width_follows = "counts to arbiter_weight",
                               .description = "packets that this input has begun in the present round of the output"}));
  RoundWeights::check_declared(block);
}

void CellCrossbar::check_declared(const ledger::Block& block) {
  static constexpr char kChecks[] = "for the checked build";
  static constexpr auto kComplete = ledger::state_fields<Complete>(
      ledger::model_only(&Complete::way, "a copy of the selection, to hand the packet over at the end of its slot"),
      ledger::model_only(&Complete::traffic_class, "a copy of the selection"));
  static constexpr auto kMatch = ledger::state_fields<Match>(ledger::holds(&Match::input, "selected_input"),
                                                             ledger::holds(&Match::output, "selected"));
  static constexpr auto kFields = ledger::state_fields<CellCrossbar>(
      ledger::model_only(&CellCrossbar::cell_, "constant: the width of the crossbar"),
      ledger::holds(&CellCrossbar::slot_time_, "slot_timer"), ledger::part(&CellCrossbar::side_),
      ledger::part(&CellCrossbar::weights_), ledger::part(&CellCrossbar::arbiter_),
      ledger::holds(&CellCrossbar::matches_, "selected_input", "selected_class", "selected"),
      ledger::part(&CellCrossbar::complete_), ledger::model_only(&CellCrossbar::decided_, kChecks),
      ledger::model_only(&CellCrossbar::armed_, "a scheduled event stands for the slot timer"),
      ledger::model_only(&CellCrossbar::slots_, kChecks), ledger::model_only(&CellCrossbar::seen_inputs_, kChecks),
      ledger::model_only(&CellCrossbar::seen_outputs_, kChecks));
  ledger::require_declared(block, kComplete);
  ledger::require_declared(block, kMatch);
  ledger::require_declared(block, kFields);
}

void declare_cell_transfer(ledger::Block& block, const CrossbarHardware& hardware) {
  const auto internal = [&](const char* name, unsigned width, ledger::Dimensions dimensions, const char* follows,
                            const char* what) {
    block.add(origin().internal({.name = name,
                                 .width = width,
                                 .dimensions = std::move(dimensions),
                                 .width_follows = follows,
                                 .description = what}));
  };
  internal("slot_timer", cycles(hardware, slot_time(hardware.config, hardware.fastest_port)), {}, "cycles of a slot",
           "clock cycles of the present slot");
  internal("selected", 1, each_port(hardware), "", "this output takes a cell in this slot");
  internal("selected_input", ledger::bits_to_name(hardware.inputs()), each_port(hardware), "names a port",
           "input that the crossbar joins to this output");
  internal("selected_class", ledger::bits_to_name(hardware.classes), each_port(hardware), "names a class",
           "class that this input sends");
  CellCrossbar::check_declared(block);
}

void PacketCrossbar::check_declared(const ledger::Block& block) {
  static constexpr char kChecks[] = "for the checked build";
  static constexpr char kConstant[] = "constant";
  static constexpr auto kLane = ledger::state_fields<Lane>(
      ledger::holds(&Lane::turn, "turn"), ledger::holds(&Lane::busy, "transferring"),
      ledger::holds(&Lane::input, "transfer_input"), ledger::holds(&Lane::until, "transfer_timer"),
      ledger::holds(&Lane::traffic_class, "transfer_class"));
  static constexpr auto kFields = ledger::state_fields<PacketCrossbar>(
      ledger::model_only(&PacketCrossbar::ports_, kConstant),
      ledger::model_only(&PacketCrossbar::max_frame_, kConstant),
      ledger::model_only(&PacketCrossbar::jitter_, kConstant), ledger::model_only(&PacketCrossbar::gated_, kConstant),
      ledger::model_only(&PacketCrossbar::read_rate_, kConstant), ledger::part(&PacketCrossbar::side_),
      ledger::part(&PacketCrossbar::weights_), ledger::part(&PacketCrossbar::lanes_),
      ledger::model_only(&PacketCrossbar::delays_, "a random delay of the bench"),
      ledger::model_only(&PacketCrossbar::free_inputs_, "wires: inputs that are not read"),
      ledger::holds(&PacketCrossbar::reading_, "reading"), ledger::holds(&PacketCrossbar::read_until_, "read_timer"),
      ledger::model_only(&PacketCrossbar::to_serve_, "spares the model to ask every output"),
      ledger::model_only(&PacketCrossbar::transfers_, kChecks));
  ledger::require_declared(block, kLane);
  ledger::require_declared(block, kFields);
}

void declare_packet_transfer(ledger::Block& block, const CrossbarHardware& hardware) {
  const Time reading = serialization_time(hardware.max_frame, crossing_rate(hardware.config, hardware.fastest_port));
  const auto internal = [&](const char* name, unsigned width, const char* follows, const char* what) {
    block.add(origin().internal({.name = name,
                                 .width = width,
                                 .dimensions = each_port(hardware),
                                 .width_follows = follows,
                                 .description = what}));
  };
  internal("turn", ledger::bits_to_name(hardware.inputs()), "names a port", "input that is next in this output's turn");
  internal("transferring", 1, "", "a packet is on its way to this output");
  internal("transfer_input", ledger::bits_to_name(hardware.inputs()), "names a port",
           "input from which the packet comes");
  internal("transfer_class", ledger::bits_to_name(hardware.classes), "names a class", "class of the packet on its way");
  internal("transfer_timer", cycles(hardware, hardware.config.jitter), "cycles of the longest delay",
           "clock cycles until the packet is at its output");
  internal("reading", 1, "", "this input's FIFO is being read");
  internal("read_timer", cycles(hardware, reading), "cycles of the largest frame",
           "clock cycles until the frame has been read");
  PacketCrossbar::check_declared(block);
}

ledger::Block declare_crossbar(const CrossbarHardware& hardware) {
  ledger::Block block("crossbar");
  if (hardware.config.strategy == Strategy::kOutputQueued)
    return block;
  declare_inputs(block, hardware);
  if (hardware.config.arbiter == Arbiter::kWeightedRoundRobin)
    declare_weights(block, hardware);
  if (hardware.config.transfer == Transfer::kPacket) {
    declare_packet_transfer(block, hardware);
  } else {
    declare_arbiter(block, hardware);
    declare_cell_transfer(block, hardware);
  }
  return block;
}

}  // namespace weir::crossbar
