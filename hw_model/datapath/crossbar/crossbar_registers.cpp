// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of the crossbar, and their binding to the live one.

#include "hw_model/datapath/crossbar/crossbar_registers.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/base/require.h"
#include "hw_model/datapath/crossbar/arbiter.h"
#include "hw_model/datapath/crossbar/arbiter_card.h"
#include "hw_model/datapath/crossbar/cell_crossbar.h"
#include "hw_model/datapath/crossbar/crossbar_settings.h"
#include "hw_model/datapath/crossbar/input_side.h"
#include "hw_model/datapath/crossbar/packet_crossbar.h"
#include "hw_model/datapath/crossbar/round_weights.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/ledger/rows.h"
#include "hw_model/reference/width_ranges.h"

namespace weir::crossbar {
namespace {

using At = ledger::RegisterAccess;
using ledger::kOne;
using Row = ledger::RowsOf<CrossbarHardware>;

constexpr char kConstant[] = "constant";
constexpr char kBlocks[] = "the same registers in RTL beside the model";
constexpr char kChecks[] = "for the checked build";
constexpr char kInCells[] = "names a cell of the packet buffer";
constexpr char kNamesPlace[] = "names a place of such a frame";
constexpr char kNamesPort[] = "names a port";
constexpr ledger::Accesses kEachPacket{.reads_per_packet = 1, .writes_per_packet = 1};

ledger::Dimensions each_port(const CrossbarHardware& hardware) { return {{"port", hardware.ports}}; }
ledger::Dimensions each_pair(const CrossbarHardware& hardware) {
  return {{"port", hardware.ports}, {"output", hardware.ports}};
}
ledger::Dimensions each_class(const CrossbarHardware& hardware) {
  return {{"port", hardware.ports}, {"class", hardware.classes}};
}
bool is_fifo(const CrossbarHardware& hardware) { return hardware.config.queueing == Queueing::kFifo; }
ledger::Dimensions of_queues(const CrossbarHardware& hardware, ledger::Dimensions each) {
  if (!is_fifo(hardware))
    each.push_back({"output", hardware.ports});
  return each;
}
ledger::Dimensions each_queue(const CrossbarHardware& hardware) { return of_queues(hardware, each_class(hardware)); }
ledger::Dimensions each_own_queue(const CrossbarHardware& hardware) {
  return of_queues(hardware, {{"class", hardware.classes}});
}

unsigned port_bits(const CrossbarHardware& hardware) { return ledger::bits_to_name(hardware.ports); }
unsigned input_bits(const CrossbarHardware& hardware) { return ledger::bits_to_name(hardware.inputs()); }
unsigned class_bits(const CrossbarHardware& hardware) { return ledger::bits_to_name(hardware.classes); }
unsigned pointer_bits(const CrossbarHardware& hardware) { return ledger::bits_to_name(hardware.cells); }
unsigned place_bits(const CrossbarHardware& hardware) { return ledger::bits_to_name(hardware.own_places); }

// Bits of the cells left of a frame, or that it has not begun.
unsigned left_bits(const CrossbarHardware& hardware, Bytes longest) {
  return ledger::bits_for(
      static_cast<std::uint64_t>((longest + hardware.config.cell - Bytes(1)) / hardware.config.cell) + 1);
}

// Bits that count `span` in periods of the crossbar's clock.
unsigned cycles(const CrossbarHardware& hardware, Time span) {
  return ledger::bits_for(static_cast<std::uint64_t>((span + hardware.config.clock - Time(1)) / hardware.config.clock));
}

unsigned frame_left_bits(const CrossbarHardware& hardware) { return left_bits(hardware, hardware.max_frame); }
unsigned own_left_bits(const CrossbarHardware& hardware) {
  return left_bits(hardware, frame::kMinFrameLength + Bytes(frame::kVlanTagBytes));
}
unsigned room_bits(const CrossbarHardware& hardware) {
  return ledger::bits_for(ledger::register_value(std::max(hardware.config.output_buffer, 3 * hardware.max_frame)));
}
unsigned slot_bits(const CrossbarHardware& hardware) {
  return cycles(hardware, slot_time(hardware.config, hardware.fastest_port));
}
unsigned transfer_bits(const CrossbarHardware& hardware) { return cycles(hardware, hardware.config.jitter); }
unsigned reading_bits(const CrossbarHardware& hardware) {
  return cycles(hardware,
                serialization_time(hardware.max_frame, crossing_rate(hardware.config, hardware.fastest_port)));
}

// The RTL of the arbiter, where there is one of so many inputs: of the whole, or of each output.
bool is_in_rtl(const CrossbarHardware& hardware) {
  const reference::WidthRange& inputs = *reference::width_range("INPUTS");
  return hardware.config.arbiter != Arbiter::kWeightedRoundRobin && card_of(hardware.config.arbiter) == nullptr &&
         hardware.inputs() >= inputs.least && hardware.inputs() <= inputs.most;
}
bool has_islip_block(const CrossbarHardware& hardware) {
  return is_in_rtl(hardware) && hardware.config.arbiter == Arbiter::kIslip &&
         hardware.config.transfer == Transfer::kCell && hardware.inputs() == hardware.ports;
}
std::string_view islip_block(const CrossbarHardware& hardware) { return has_islip_block(hardware) ? "islip" : ""; }
std::string_view arbiter_block(const CrossbarHardware& hardware) {
  return has_islip_block(hardware) ? "islip" : is_in_rtl(hardware) ? "rr_arbiter" : "";
}

bool has_own_input(const CrossbarHardware& hardware) { return hardware.own_places > 0; }
bool own_fifo(const CrossbarHardware& hardware) { return has_own_input(hardware) && is_fifo(hardware); }

}  // namespace

// The queues of the inputs; then the input of frames that the switch makes itself: its queues are lists of the frames'
// places. Such a frame is never of the largest size, so at most a cell or two of it are left.
struct InputSide::Rows {
  static constexpr auto kAll = Row::list(
      Row::memory<&Queue::packets>(
          {"queue_head", pointer_bits, each_queue, kInCells, "packet that crosses next, by its first cell"})
          .accesses(kEachPacket),
      Row::memory<&Queue::packets>(
          {"queue_tail", pointer_bits, each_queue, kInCells, "packet that came last, by its first cell"})
          .accesses(kEachPacket),
      Row::memory<&Queue::cells_left>({"cells_left", frame_left_bits, each_queue,
                                       "cells of the largest frame, or not begun",
                                       "cells of the packet at the head that have not crossed"})
          .accesses([](const CrossbarHardware& hardware) {
            ledger::Accesses each = kEachPacket;
            each.word_bytes = ledger::register_value(hardware.config.cell);
            return each;
          }),
      Row::state<&ClassQueues::heads>(
          {"queue_waiting", 1, each_queue, "", "the queue holds a packet"},
          [](const InputSide& side, const At& at) {
            const std::vector<Queue>& queues = side.classes_[at.indices[1]].queues;  // none until a class is used
            const std::size_t output = at.indices.size() > 2 ? at.indices[2] : 0;
            return !queues.empty() && !queues[side.index(at.indices[0], output)].packets.empty();
          }),
      Row::internal<&ClassQueues::offered>(
          {"may_go", 1, each_queue, "", "its output has room for the packet at the head"}),
      Row::state<&Door::reserved>({"reserved", room_bits, each_class, "bits of the room of an (output, class) in bytes",
                                   "bytes of packets that are crossing to this output"},
                                  [](const InputSide& side, const At& at) {
                                    return side.reserved(PortId(at.indices[0]), ClassId(at.indices[1]));
                                  }),
      Row::internal({"head_output", port_bits, each_queue, kNamesPort, "output of the packet at the head"})
          .when(is_fifo),
      Row::internal(
          {"own_head", place_bits, each_own_queue, kNamesPlace, "frame of the switch's own that crosses next"})
          .when(has_own_input),
      Row::internal({"own_tail", place_bits, each_own_queue, kNamesPlace, "frame of the switch's own that came last"})
          .when(has_own_input),
      Row::internal({"own_cells_left", own_left_bits, each_own_queue, "cells of such a frame, or not begun",
                     "cells of the frame at the head that have not crossed"})
          .when(has_own_input),
      Row::internal({"own_waiting", 1, each_own_queue, "", "the queue holds a frame of the switch's own"})
          .when(has_own_input),
      Row::internal({"own_may_go", 1, each_own_queue, "", "its output has room for the frame at the head"})
          .when(has_own_input),
      Row::internal({"own_head_output", port_bits, each_own_queue, kNamesPort, "output of the frame at the head"})
          .when(own_fifo),
      Row::model_only<&Queue::head_bytes>("the length that stands in the packet"),
      Row::model_only<&InputSide::shortest_>("spares the model comparisons of lengths with the room"),
      Row::model_only<&InputSide::longest_>("likewise"),
      Row::model_only<&Refused::since>("measures how long the gate keeps heads"),
      Row::model_only<&Refused::longest>("measures how long the gate keeps heads"), Row::part<&ClassQueues::queues>(),
      Row::part<&ClassQueues::refused>(), Row::model_only<&ClassQueues::wanted>("the columns of `queue_waiting`"),
      Row::model_only<&InputSide::inputs_>(kConstant), Row::model_only<&InputSide::queues_an_input_>(kConstant),
      Row::model_only<&InputSide::of_output_>(kConstant),
      Row::model_only<&InputSide::gate_>("wires to flow control, which judges"), Row::part<&InputSide::classes_>(),
      Row::part<&ClassQueues::doors>(), Row::model_only<&ClassQueues::id>(kConstant),
      Row::model_only<&ClassQueues::lower>("a list of the classes that are used"),
      Row::model_only<&InputSide::highest_>("likewise"),
      Row::model_only<&InputSide::held_>("checks the account of bytes"),
      Row::model_only<&Door::room>("the room less what is taken of it, which hardware subtracts every slot"),
      Row::model_only<&InputSide::requests_>("wires: the classes of `may_go` together"),
      Row::model_only<&InputSide::outputs_>("wires: the inputs of `may_go` together"),
      Row::model_only<&InputSide::asked_>("spares the model to look through `may_go`"),
      Row::model_only<&InputSide::several_>("likewise"),
      Row::model_only<&InputSide::listener_>("wires to the arbiter"));
};

struct Islip::Rows {
  static constexpr char kWires[] = "wires of the slot at hand";
  static constexpr auto kAll =
      Row::list(Row::internal<&Islip::grant_pointer_>(
                    {"grant_pointer", input_bits, each_port, kNamesPort, "input that this output grants next"})
                    .rtl(arbiter_block),
                Row::internal<&Islip::accept_pointer_>(
                    {"accept_pointer", port_bits, each_port, kNamesPort, "output that this input accepts next"})
                    .rtl(islip_block),
                Row::model_only<&Islip::ports_>(kConstant), Row::model_only<&Islip::iterations_>(kConstant),
                Row::model_only<&Islip::clocked_>(kBlocks), Row::model_only<&Islip::block_>(kBlocks),
                Row::model_only<&Islip::in_a_word_>(kConstant),
                Row::model_only<&Islip::weights_>("wires to the weights, which the crossbar has"),
                Row::model_only<&Islip::free_inputs_>(kWires), Row::model_only<&Islip::open_outputs_>(kWires),
                Row::model_only<&Islip::granted_inputs_>(kWires), Row::model_only<&Islip::grants_>(kWires));
};

struct RoundWeights::Rows {
  struct Weights {
    std::size_t ports = 1;
    std::vector<std::uint8_t> all;

    std::size_t pair(const At& at) const { return at.indices[1] * ports + at.indices[0]; }
  };

  static constexpr auto kAll = Row::list(
      Row::setting(
          {"arbiter_weight", kWidth, each_pair, "", "packets that this input may begin in a round of the output"},
          [](const Weights& now, const At& at) { return now.all[now.pair(at)]; },
          [](Weights& draft, const At& at, std::uint64_t value) {
            draft.all[draft.pair(at)] = static_cast<std::uint8_t>(value);
          }),
      Row::holds<&RoundWeights::weights_>("arbiter_weight"),
      Row::internal<&RoundWeights::begun_>({"arbiter_begun", kWidth, each_pair, "counts to arbiter_weight",
                                            "packets that this input has begun in the present round of the output"}),
      Row::model_only<&RoundWeights::ports_>(kConstant),
      Row::model_only<&RoundWeights::counted_in_>("spares the model to clear all counts of an output"),
      Row::model_only<&RoundWeights::round_>("likewise"),
      Row::model_only<&RoundWeights::crossing_>("wires: classes whose `cells_left` is that of a packet that has begun"),
      Row::model_only<&RoundWeights::below_>("wires: `arbiter_begun` below `arbiter_weight`"),
      Row::model_only<&RoundWeights::under_way_>("wires: the classes of `crossing_` together"));
};

struct CellCrossbar::Rows {
  static constexpr auto kAll = Row::list(
      Row::internal<&CellCrossbar::slot_time_>(
          {"slot_timer", slot_bits, kOne, "cycles of a slot", "clock cycles of the present slot"}),
      Row::internal<&Match::output>({"selected", 1, each_port, "", "this output takes a cell in this slot"}),
      Row::internal<&Match::input>(
          {"selected_input", input_bits, each_port, kNamesPort, "input that the crossbar joins to this output"}),
      Row::internal({"selected_class", class_bits, each_port, "names a class", "class that this input sends"}),
      Row::holds<&CellCrossbar::matches_>("selected_input", "selected_class", "selected"),
      Row::model_only<&Complete::way>("a copy of the selection, to hand the packet over at the end of its slot"),
      Row::model_only<&Complete::traffic_class>("a copy of the selection"),
      Row::model_only<&CellCrossbar::cell_>("constant: the width of the crossbar"), Row::part<&CellCrossbar::side_>(),
      Row::model_only<&CellCrossbar::clocked_>(kBlocks), Row::model_only<&CellCrossbar::in_order_>(kConstant),
      Row::model_only<&CellCrossbar::is_plain_>(kConstant), Row::part<&CellCrossbar::weights_>(),
      Row::part<&CellCrossbar::arbiter_>(), Row::part<&CellCrossbar::late_>(),
      Row::model_only<&CellCrossbar::ends_>("`cells_left` of packets that the selection stays with until their end"),
      Row::model_only<&CellCrossbar::alone_>("wires of the slot at hand"),
      Row::model_only<&CellCrossbar::islip_>("the arbiter once more"),
      Row::model_only<&CellCrossbar::open_>("wires: outputs with a request and without a known end"),
      Row::model_only<&CellCrossbar::contended_>("likewise"),
      Row::model_only<&CellCrossbar::decided_>("the number of the slot; the timer counts its cycles"),
      Row::model_only<&CellCrossbar::awake_>("a scheduled event stands for the slot timer"),
      Row::model_only<&CellCrossbar::planned_>("likewise"), Row::model_only<&CellCrossbar::next_>("likewise"),
      Row::model_only<&CellCrossbar::due_>("likewise"), Row::model_only<&CellCrossbar::passed_over_>(kChecks),
      Row::model_only<&CellCrossbar::until_walk_>(kChecks), Row::model_only<&CellCrossbar::seen_inputs_>(kChecks),
      Row::model_only<&CellCrossbar::seen_outputs_>(kChecks));
};

struct PacketCrossbar::Rows {
  static constexpr auto kAll = Row::list(
      Row::internal<&Lane::turn>(
          {"turn", input_bits, each_port, kNamesPort, "input that is next in this output's turn"})
          .rtl(arbiter_block),
      Row::internal<&Lane::busy>({"transferring", 1, each_port, "", "a packet is on its way to this output"}),
      Row::internal<&Lane::input>(
          {"transfer_input", input_bits, each_port, kNamesPort, "input from which the packet comes"}),
      Row::internal<&Lane::traffic_class>(
          {"transfer_class", class_bits, each_port, "names a class", "class of the packet on its way"}),
      Row::internal<&Lane::until>({"transfer_timer", transfer_bits, each_port, "cycles of the longest delay",
                                   "clock cycles until the packet is at its output"}),
      Row::internal<&PacketCrossbar::reading_>({"reading", 1, each_port, "", "this input's FIFO is being read"}),
      Row::internal<&PacketCrossbar::read_until_>({"read_timer", reading_bits, each_port, "cycles of the largest frame",
                                                   "clock cycles until the frame has been read"}),
      Row::model_only<&PacketCrossbar::ports_>(kConstant), Row::model_only<&PacketCrossbar::max_frame_>(kConstant),
      Row::model_only<&PacketCrossbar::jitter_>(kConstant), Row::model_only<&PacketCrossbar::gated_>(kConstant),
      Row::model_only<&PacketCrossbar::read_rate_>(kConstant), Row::part<&PacketCrossbar::side_>(),
      Row::model_only<&PacketCrossbar::clocked_>(kBlocks), Row::part<&PacketCrossbar::weights_>(),
      Row::part<&PacketCrossbar::lanes_>(), Row::model_only<&PacketCrossbar::delays_>("a random delay of the bench"),
      Row::model_only<&PacketCrossbar::free_inputs_>("wires: inputs that are not read"),
      Row::model_only<&PacketCrossbar::to_serve_>("spares the model to ask every output"),
      Row::model_only<&PacketCrossbar::transfers_>(kChecks));
};

ledger::Block declare_crossbar(const CrossbarHardware& hardware) {
  ledger::Block block("crossbar");
  if (hardware.config.strategy == Strategy::kOutputQueued)
    return block;
  const ledger::Origin inputs("crossbar",
                              "M. Karol, M. Hluchyj, S. Morgan, Input Versus Output Queueing, IEEE Trans. Comm. "
                              "35(12), 1987; TTL-based buffer management, section 1.1");
  ledger::declare(block, inputs, hardware, InputSide::Rows::kAll);
  if (hardware.config.arbiter == Arbiter::kWeightedRoundRobin)
    ledger::declare(
        block,
        {"crossbar",
         "M. Katevenis, S. Sidiropoulos, C. Courcoubetis, Weighted Round-Robin Cell "
         "Multiplexing in a General-Purpose ATM Switch Chip, IEEE JSAC 9(8), 1991"},
        hardware, RoundWeights::Rows::kAll,
        RoundWeights::Rows::Weights{hardware.ports, std::vector<std::uint8_t>(hardware.ports * hardware.ports, 1)});
  if (hardware.config.transfer == Transfer::kPacket) {
    ledger::declare(block, inputs, hardware, PacketCrossbar::Rows::kAll);
  } else {
    if (const ArbiterCard* const card = card_of(hardware.config.arbiter))
      card->declare(block, hardware);
    else
      ledger::declare(block, {"crossbar", "N. McKeown, The iSLIP Scheduling Algorithm, IEEE/ACM ToN 7(2), 1999"},
                      hardware, Islip::Rows::kAll);
    ledger::declare(block, inputs, hardware, CellCrossbar::Rows::kAll);
  }
  if (has_islip_block(hardware)) {
    block.add(ledger::RtlInstance{
        .block = "islip", .parameters = {{"INPUTS", hardware.ports}, {"ITERATIONS", hardware.config.iterations}}});
  } else if (is_in_rtl(hardware)) {
    block.add(ledger::RtlInstance{.block = std::string(arbiter_block(hardware)),
                                  .parameters = {{"INPUTS", hardware.inputs()}, {"LOCK", 0}},
                                  .dimensions = each_port(hardware)});
  }
  return block;
}

void RoundWeights::bind_registers(const ledger::Binder& binder) {
  using Weights = Rows::Weights;
  const auto live = std::make_shared<ledger::Drafted<Weights>>(
      [this, now = std::make_shared<Weights>()]() -> const Weights& {
        return *now = {ports_, weights_};
      },
      [](const Weights& draft) {
        require(std::ranges::find(draft.all, 0) == draft.all.end(),
                "arbiter_weight: wanted 1 or more packets a round, or the input would never be served; got 0");
      },
      [this](const Weights& draft, Time) {
        weights_ = draft.all;
        for (std::size_t output = 0; output < ports_; ++output) {
          for (std::size_t input = 0; input < ports_; ++input)
            judge(input, output);
        }
      });
  ledger::bind(binder, Rows::kAll, {ledger::objects(live)});
}

void InputSide::bind_registers(const ledger::Binder& binder) const {
  ledger::bind(binder, Rows::kAll, {ledger::objects([this](const At&) -> const InputSide& { return *this; })});
}

}  // namespace weir::crossbar
