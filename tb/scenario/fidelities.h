// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How the blocks that exist as RTL are simulated in a scenario: table [fidelity].

#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "tb/cosim/fidelity.h"

namespace weir::scenario {

struct Fidelities {
  cosim::Fidelity rate_limiter = cosim::Fidelity::reference;
  cosim::Fidelity stage_comparator = cosim::Fidelity::reference;
  cosim::Fidelity tcd_detector = cosim::Fidelity::reference;
  cosim::Fidelity llr_tx = cosim::Fidelity::reference;
  cosim::Fidelity llr_rx = cosim::Fidelity::reference;
  cosim::Fidelity ue_cbfc_receiver = cosim::Fidelity::reference;
  cosim::Fidelity ue_cbfc_sender = cosim::Fidelity::reference;
  cosim::Fidelity ib_credits = cosim::Fidelity::reference;
  cosim::Fidelity pfc_engine = cosim::Fidelity::reference;
  cosim::Fidelity egress_scheduler = cosim::Fidelity::reference;
  cosim::Fidelity gradient_gate = cosim::Fidelity::reference;
  cosim::Fidelity lossless_port = cosim::Fidelity::reference;
  cosim::Fidelity equipped_port = cosim::Fidelity::reference;
  cosim::Fidelity gentle_port = cosim::Fidelity::reference;
  cosim::Fidelity gradient_port = cosim::Fidelity::reference;
  cosim::Fidelity linear_port = cosim::Fidelity::reference;
  cosim::Fidelity viq_admission = cosim::Fidelity::reference;
  cosim::Fidelity partition_admission = cosim::Fidelity::reference;
  cosim::Fidelity itsy_causality = cosim::Fidelity::reference;
  cosim::Fidelity fera_meter = cosim::Fidelity::reference;
  cosim::Fidelity fera_meter_dividing = cosim::Fidelity::reference;
  cosim::Fidelity class_mapper = cosim::Fidelity::reference;
  cosim::Fidelity linear_rate = cosim::Fidelity::reference;
  cosim::Fidelity rr_arbiter = cosim::Fidelity::reference;
  cosim::Fidelity islip = cosim::Fidelity::reference;
  bool operator==(const Fidelities&) const = default;
};

// A key of [fidelity] with the name of its RTL block, which stands beside the model of a switch or host.
struct ClockedKey {
  std::string_view block;
  cosim::Fidelity Fidelities::*of;
  std::string_view meaning;
};
// A block is installed in front of those that come before it in this list.
inline constexpr std::array<ClockedKey, 23> kClockedKeys{{
    {"tcd_detector", &Fidelities::tcd_detector,
     "TCD's detectors, one a port and lossless class. reference: the switch's C++ model. rtl: Verilated RTL marks the "
     "packets. lockstep: the RTL, its cycle model and the switch's model, compared. Default: `all`, or reference."},
    {"llr_tx", &Fidelities::llr_tx,
     "The transmitter of link-level retry of each port. rtl: Verilated RTL numbers frames, opens the window, begins "
     "replays and initialisations. lockstep: the RTL, its cycle model and the port's model, compared. Default: `all`, "
     "or reference."},
    {"llr_rx", &Fidelities::llr_rx,
     "The receiver of link-level retry of each port. rtl: Verilated RTL accepts frames and says which ordered sets are "
     "due. lockstep: the RTL, its cycle model and the port's model, compared. Default: `all`, or reference."},
    {"ue_cbfc_receiver", &Fidelities::ue_cbfc_receiver,
     "The receiving side of ue_cbfc's credits of each port. rtl: Verilated RTL counts credits and writes CF_Updates. "
     "lockstep: the RTL, its cycle model and the port's model, compared. Default: `all`, or reference."},
    {"ue_cbfc_sender", &Fidelities::ue_cbfc_sender,
     "The sending side of ue_cbfc's credits of each port. rtl: Verilated RTL says which frames may leave, hears "
     "CF_Updates and writes CC_Updates. lockstep: the RTL, its cycle model and the port's model, compared. Default: "
     "`all`, or reference."},
    {"ib_credits", &Fidelities::ib_credits,
     "The credits of `ib_credits`, one block a port and lossless class. rtl: Verilated RTL says which packets may "
     "start, "
     "when a message is due, and what the message says. lockstep: the RTL, its cycle model and the port's model, "
     "compared. Default: `all`, or reference."},
    {"pfc_engine", &Fidelities::pfc_engine,
     "The PAUSE frames of each port, of every scheme that sends them. rtl: Verilated RTL says which frame is due, what "
     "the frame says, and which classes may not send. lockstep: the RTL, its cycle model and the port's model, "
     "compared. Default: `all`, or reference."},
    {"egress_scheduler", &Fidelities::egress_scheduler,
     "The scheduler of each port of a switch, with strict priority, DWRR or both. rtl: Verilated RTL chooses the class "
     "that sends next. lockstep: the RTL, its cycle model and the switch's model, compared. Default: `all`, where the "
     "RTL has the discipline, or reference."},
    {"gradient_gate", &Fidelities::gradient_gate,
     "The gates of `gfc_gradient`, one a port and lossless class. rtl: Verilated RTL says which packets outputs may "
     "take, and what messages say. lockstep: the RTL, its cycle model and the port's model, compared. Default: `all`, "
     "or reference."},
    {"lossless_port", &Fidelities::lossless_port,
     "Each port of a switch or host as one block, in place of `pfc_engine`, `ib_credits` and `egress_scheduler`. rtl: "
     "Verilated RTL says what a port sends next: a PAUSE frame, a message of credits, or a packet of which class. "
     "lockstep: the RTL, its cycle model and the models of the parts, compared. Not part of `all`. Default: "
     "reference."},
    {"equipped_port", &Fidelities::equipped_port,
     "The same with TCD's detectors of the port, in place of `lossless_port` and `tcd_detector`, under schemes with "
     "PAUSE frames. Not part of `all`. Default: reference."},
    {"gentle_port", &Fidelities::gentle_port,
     "Each port as `lossless_port`, with limiters and comparators of `gfc_buffer_based`, in place of `rate_limiter` "
     "and `stage_comparator`. rtl: Verilated RTL also says the stage of a queue, and when a limiter lets its class "
     "go. Not part of `all`. Default: reference."},
    {"gradient_port", &Fidelities::gradient_port,
     "Each port as `lossless_port`, with the gates of `gfc_gradient`, in place of `gradient_gate`. rtl: Verilated RTL "
     "also says which packets outputs may take, and when a message is due. Not part of `all`. Default: reference."},
    {"linear_port", &Fidelities::linear_port,
     "Each port as `lossless_port`, with credits, division and limiters of `gfc_time_based`, in place of "
     "`rate_limiter` and `linear_rate`. rtl: Verilated RTL makes the rate of a message, and says when a limiter lets "
     "its class go. Not part of `all`. Default: reference."},
    {"viq_admission", &Fidelities::viq_admission,
     "The admission of a switch that counts whole cells and has no partitions, one block a switch. rtl: Verilated RTL "
     "answers packets, and says which VIQs ask for a pause. lockstep: the RTL, its cycle model and the switch's model, "
     "compared. Default: `all`, where the RTL has the settings of the switch, or reference."},
    {"partition_admission", &Fidelities::partition_admission,
     "The admission of a switch with partitions and no headroom pool, one block a switch. rtl: Verilated RTL answers "
     "packets, and says which VIQs ask for a pause. lockstep: the RTL, its cycle model and the switch's model, "
     "compared. Default: `all`, where the RTL has the settings of the switch, or reference."},
    {"itsy_causality", &Fidelities::itsy_causality,
     "The causality units of ITSY as repaired, one a lossless class of a switch. rtl: Verilated RTL says which checks "
     "leave, and which have come home. lockstep: the RTL, its cycle model and the switch's protocol, compared. "
     "Default: `all`, where XON of the switch does not move, or reference."},
    {"fera_meter", &Fidelities::fera_meter,
     "FERA's meters without a divisor, one a port of a switch. rtl: Verilated RTL says the rate of tags. lockstep: the "
     "RTL, its cycle model and the switch's meter, with pauses in whole cycles, compared. Default: `all`, where the "
     "RTL "
     "has the settings of FERA, or reference."},
    {"fera_meter_dividing", &Fidelities::fera_meter_dividing,
     "The same of FERA's meters with a divider, `congestion.fera.datapath` = \"dividing\"."},
    {"class_mapper", &Fidelities::class_mapper,
     "The class mapper behind the parser of each port of a switch, by PCP and DEI, DSCP or TTL. rtl: Verilated RTL "
     "says "
     "the class of a packet, and whether its TTL has expired. lockstep: the RTL, its cycle model and the switch's "
     "model, "
     "compared. Default: `all`, where the RTL has the source of classes, or reference."},
    {"linear_rate", &Fidelities::linear_rate,
     "The divider for the rates of `gfc_time_based`, one a port. rtl: Verilated RTL computes the limiter's factor of "
     "each "
     "message. lockstep: the RTL, its cycle model and the port's model, compared. Default: `all`, or reference."},
    {"rr_arbiter", &Fidelities::rr_arbiter,
     "The arbiters of an input-queued crossbar, by round robin or iSLIP: one an output and, with cells, one an input. "
     "rtl: Verilated RTL chooses. lockstep: the RTL, its cycle model and the crossbar's model, compared. Default: "
     "`all`, or reference."},
    {"islip", &Fidelities::islip,
     "The matching of a crossbar of cells by iSLIP, one block a switch. rtl: Verilated RTL matches inputs to outputs "
     "in each slot. lockstep: the RTL, its cycle model and the crossbar's model, compared. Default: `all`, or "
     "reference."},
}};

// Every block that has a key.
inline constexpr auto kFidelityKeys = [] {
  std::array<std::pair<std::string_view, cosim::Fidelity Fidelities::*>, kClockedKeys.size() + 2> keys{
      {{"rate_limiter", &Fidelities::rate_limiter}, {"stage_comparator", &Fidelities::stage_comparator}}};
  for (std::size_t i = 0; i < kClockedKeys.size(); ++i)
    keys[i + 2] = {kClockedKeys[i].block, kClockedKeys[i].of};
  return keys;
}();

}  // namespace weir::scenario
