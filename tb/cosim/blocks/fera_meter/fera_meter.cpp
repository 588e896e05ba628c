// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/fera_meter/fera_meter.h"

#include "tb/cosim/at_need_in_switch.h"

namespace weir::cosim {

using reference::FeraMeterConfig;
using reference::FeraMeterInputs;
using reference::FeraMeterOutputs;

namespace {

constexpr Time kPeriod{1200};

// Width by width, as header and parameters name them.
constexpr Width<FeraMeterConfig> kWidths[] = {
    {"ports", "PORTS", &FeraMeterConfig::ports, reference::kFeraPorts, 3},
    {"port_bits", "PORT_W", &FeraMeterConfig::port_bits, reference::kFeraPortBits, 3},
    {"rate_bits", "R_W", &FeraMeterConfig::rate_bits, reference::kFeraRateBits, 16},
    {"fraction_bits", "F_W", &FeraMeterConfig::fraction_bits, reference::kFeraFractionBits, 10},
    {"q_bits", "Q_W", &FeraMeterConfig::q_bits, reference::kQBits, 16},
    {"arrived_bits", "A_W", &FeraMeterConfig::arrived_bits, reference::kFeraArrivedBits, 20},
    {"interval_bits", "T_W", &FeraMeterConfig::interval_bits, reference::kFeraIntervalBits, 14},
    {"capacity_bits", "CT_W", &FeraMeterConfig::capacity_bits, reference::kFeraCapacityBits, 16},
    {"length_bits", "LEN_W", &FeraMeterConfig::length_bits, reference::kFeraLengthBits, 13},
    {"first", "FIRST", &FeraMeterConfig::first, reference::kFeraFirst, 1},
};

std::vector<PortOf<FeraMeterInputs>> inputs_of(const FeraMeterConfig& setup) {
  using In = FeraMeterInputs;
  const unsigned fraction = setup.fraction_bits;
  std::vector<PortOf<In>> inputs = {port("rst_ni", 1, &In::rst_n),
                                    port("arrives_i", 1, &In::arrives),
                                    port("arrives_port_i", setup.port_bits, &In::arrives_port),
                                    port("arrives_length_i", setup.length_bits, &In::arrives_length),
                                    port("tick_i", 1, &In::tick),
                                    port("tick_port_i", setup.port_bits, &In::tick_port),
                                    port("tick_queue_i", setup.q_bits, &In::tick_queue),
                                    port("asks_i", setup.ports, &In::asks),
                                    port("read_port_i", setup.port_bits, &In::read_port),
                                    port("interval_i", setup.interval_bits, &In::interval),
                                    port("least_clock_i", setup.interval_bits, &In::least_clock),
                                    port("q_eq_i", setup.q_bits, &In::q_eq),
                                    port("gain_i", fraction + setup.q_bits, &In::gain),
                                    port("least_f_i", fraction + 1, &In::least_f),
                                    port("scales_fall_i", 1, &In::scales_fall),
                                    port("scales_rise_i", 1, &In::scales_rise),
                                    port("line_i", setup.rate_bits, &In::line),
                                    port("least_i", setup.rate_bits, &In::least),
                                    port("capacity_i", setup.capacity_bits, &In::capacity),
                                    port("kbps_i", 32, &In::kbps)};
  if (setup.form == reference::FeraForm::kDividing) {
    inputs.push_back(port("cycle_bytes_i", reference::FeraMeterCycle::kCycleBytesBits, &In::cycle_bytes));
  } else {
    inputs.push_back(port("least_step_i", fraction + 1, &In::least_step));
    inputs.push_back(port("most_step_i", fraction + 2, &In::most_step));
    inputs.push_back(port("inverse_i", fraction + 4, &In::inverse));
    inputs.push_back(port("shift_i", 6, &In::shift));
  }
  return inputs;
}

std::vector<PortOf<FeraMeterOutputs>> outputs_of(const FeraMeterConfig& setup) {
  using Out = FeraMeterOutputs;
  return {port("busy_o", 1, &Out::busy),
          port("late_o", 1, &Out::late),
          port("port_o", setup.port_bits, &Out::port),
          port("due_o", setup.ports, &Out::due),
          port("rate_o", setup.rate_bits, &Out::rate),
          port("tag_rate_o", 32, &Out::tag_rate),
          port("arrived_o", setup.arrived_bits, &Out::arrived),
          port("arrived_last_o", setup.arrived_bits, &Out::arrived_last),
          port("queue_o", setup.q_bits, &Out::queue),
          port("paused_o", setup.interval_bits, &Out::paused),
          port("paused_last_o", setup.interval_bits, &Out::paused_last)};
}

}  // namespace

BlockPorts<FeraMeterInputs, FeraMeterOutputs> FeraMeterKind::ports(const Setup& setup) {
  setup.validate();
  return {.period = kPeriod, .inputs = inputs_of(setup), .outputs = outputs_of(setup)};
}

std::span<const Width<FeraMeterConfig>> FeraMeterKind::widths() { return kWidths; }

Block FeraMeterKind::block(const Variant<FeraMeterKind>& variant) { return block_at_need(variant); }

}  // namespace weir::cosim
