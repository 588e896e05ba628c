// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/pfc_engine/pfc_engine.h"

#include "tb/cosim/clocked_in_switch.h"

namespace weir::cosim {

using reference::PfcEngineConfig;
using reference::PfcEngineInputs;
using reference::PfcEngineOutputs;

namespace {

constexpr Time kPeriod{1200};

constexpr Width<PfcEngineConfig> kWidths[] = {
    {"prescaler_bits", "PRESCALER_W", &PfcEngineConfig::prescaler_bits, reference::kPfcPrescalerBits, 4,
     "for any number of quanta in a cycle", 24},
};

}  // namespace

BlockPorts<PfcEngineInputs, PfcEngineOutputs> PfcEngineKind::ports(const Setup& setup) {
  setup.validate();
  using In = PfcEngineInputs;
  using Out = PfcEngineOutputs;
  const unsigned prescaler = setup.prescaler_bits;
  return {.period = kPeriod,
          .inputs = {port("rst_ni", 1, &In::rst_n), port("step_i", prescaler + 1, &In::step),
                     port("told_i", 1, &In::told), port("filled_i", 8, &In::filled), port("drained_i", 8, &In::drained),
                     port("above_i", 8, &In::above), port("below_i", 8, &In::below), port("heard_i", 1, &In::heard),
                     port("heard_head_i", 32, &In::heard_head), port("heard_times_0_3_i", 64, &In::heard_times_0_3),
                     port("heard_times_4_7_i", 64, &In::heard_times_4_7), port("port_pause_i", 1, &In::port_pause),
                     port("enable_i", 8, &In::enable), port("link_up_i", 1, &In::link_up),
                     port("pause_quanta_i", 16, &In::pause_quanta), port("refresh_quanta_i", 16, &In::refresh_quanta)},
          .outputs = {
              port("quanta_o", 2, &Out::quanta),
              port("due_o", 1, &Out::due),
              port("pauses_o", 8, &Out::pauses),
              port("refreshes_o", 8, &Out::refreshes),
              port("resumes_o", 8, &Out::resumes),
              port("head_o", 32, &Out::head),
              port("times_0_3_o", 64, &Out::times_0_3),
              port("times_4_7_o", 64, &Out::times_4_7),
              port("blocked_o", 8, &Out::blocked),
              port("expires_o", 8, &Out::expires),
              port("asserted_o", 8, &Out::asserted),
              port("told_o", 8, &Out::told),
              port("refresh_due_o", 8, &Out::refresh_due),
              port("refresh_timers_0_3_o", 64, &Out::refresh_timers_0_3),
              port("refresh_timers_4_7_o", 64, &Out::refresh_timers_4_7),
              port("pause_timers_0_3_o", 64, &Out::pause_timers_0_3),
              port("pause_timers_4_7_o", 64, &Out::pause_timers_4_7),
              port("prescaler_o", prescaler, &Out::prescaler),
          }};
}

std::span<const Width<PfcEngineConfig>> PfcEngineKind::widths() { return kWidths; }

Block PfcEngineKind::block(const Variant<PfcEngineKind>& variant) { return clocked_block(variant); }

}  // namespace weir::cosim
