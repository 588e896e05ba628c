// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The page rtl/pfc_engine/pfc_engine.md as a second model, written from the page alone: one class at a time, one step
// of its list after the other, in wide integers. The RTL and the cycle model are compared with it.

#include <memory>

#include "tb/cosim/blocks/pfc_engine/pfc_engine.h"
#include "tb/tests/rtl/variants.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::pfc_engine_page_test {

using reference::PfcEngineInputs;
using reference::PfcEngineOutputs;

struct Class {
  bool asserted = false, told = false, refresh_due = false;
  long refresh = 0, pause = 0;
};

class Page {
 public:
  PfcEngineOutputs clock(const PfcEngineInputs& in) {
    if (!in.rst_n)
      *this = {};
    PfcEngineOutputs out{};
    const long elapsed = prescaler_ + long{in.step};
    const long quanta = elapsed / kQuantum;
    out.quanta = static_cast<std::uint8_t>(quanta);
    out.prescaler = static_cast<std::uint32_t>(prescaler_);
    unsigned vector = 0;
    for (unsigned c = 0; c < 8; ++c) {
      Class& at = classes_[c];
      const auto bit = static_cast<std::uint8_t>(1U << c);
      const bool part = in.link_up && (in.port_pause ? c == 0 : (in.enable & bit) != 0);
      const bool pauses = part && at.asserted && !at.told;
      const bool refreshes = part && at.asserted && at.told && at.refresh_due;
      const bool resumes = part && at.told && !at.asserted;
      const auto mark = [&](std::uint8_t& mask, bool on) { mask |= on ? bit : std::uint8_t{0}; };
      mark(out.pauses, pauses);
      mark(out.refreshes, refreshes);
      mark(out.resumes, resumes);
      mark(out.asserted, at.asserted);
      mark(out.told, at.told);
      mark(out.refresh_due, at.refresh_due);
      mark(out.blocked, at.pause > 0);
      set(c, at.refresh, out.refresh_timers_0_3, out.refresh_timers_4_7);
      set(c, at.pause, out.pause_timers_0_3, out.pause_timers_4_7);
      const long says = pauses || refreshes ? in.pause_quanta : 0;
      if (!in.port_pause)
        set(c, says, out.times_0_3, out.times_4_7);
      else if (c == 0)
        out.head = static_cast<std::uint32_t>(0x00010000 + says);
      vector += pauses || refreshes || resumes ? bit : 0U;
      // The edge, by the list.
      const bool was_asserted = at.asserted;
      const long refresh_before = at.refresh;
      const long pause_before = at.pause;
      at.refresh = std::max(0L, at.refresh - quanta);
      at.pause = std::max(0L, at.pause - quanta);
      at.refresh_due = at.refresh_due || (refresh_before > 0 && at.refresh == 0);
      bool expires = pause_before > 0 && at.pause == 0;
      if (in.told && (pauses || refreshes || resumes)) {
        at.told = was_asserted;
        at.refresh_due = false;
        at.refresh = resumes ? 0 : in.refresh_quanta;
      }
      at.asserted = at.asserted || (in.filled & bit) != 0;
      at.asserted = at.asserted && (in.drained & bit) == 0;
      at.asserted = at.asserted || (in.above & bit) != 0;
      at.asserted = at.asserted && (in.below & bit) == 0;
      const std::uint32_t opcode = in.heard_head >> 16U;
      const bool named = in.port_pause ? c == 0 : (in.heard_head & bit) != 0;
      if (in.heard && opcode == (in.port_pause ? 0x0001U : 0x0101U) && named) {
        const std::uint64_t word = c < 4 ? in.heard_times_0_3 : in.heard_times_4_7;
        at.pause = in.port_pause ? in.heard_head & 0xffffU : word >> (16 * (3 - c % 4)) & 0xffffU;
        expires = false;
      }
      if (!part) {
        at = {};
        expires = false;
      }
      mark(out.expires, expires);
    }
    if (in.port_pause) {
      out.blocked = (out.blocked & 1U) != 0 ? 0xff : 0;
      out.expires = (out.expires & 1U) != 0 ? 0xff : 0;
    } else {
      out.head = 0x01010000U + vector;
    }
    out.due = vector != 0;
    prescaler_ = elapsed % kQuantum;
    if (!in.rst_n)
      *this = {};
    return out;
  }

 private:
  static constexpr long kQuantum = 512;
  static void set(unsigned c, long value, std::uint64_t& low, std::uint64_t& high) {
    (c < 4 ? low : high) += static_cast<std::uint64_t>(value) << (16 * (3 - c % 4));
  }

  Class classes_[8];
  long prescaler_ = 0;
};

void compare(std::span<const PfcEngineInputs> cycles, const char* name) {
  const auto variant = variant_named<PfcEngineKind>("pfc_engine");
  const auto rtl = variant.rtl(variant.setup);
  Page page;
  std::vector<PfcEngineOutputs> out(cycles.size());
  rtl->clock(std::vector<PfcEngineInputs>{{.rst_n = false}}, out);
  rtl->clock(cycles, out);
  for (std::size_t n = 0; n < cycles.size(); ++n)
    ASSERT_EQ(out[n], page.clock(cycles[n])) << name << ", cycle " << n;
}

TEST(PfcEnginePage, IsWhatTheRtlDoesInEachCycleOfScripts) {
  const reference::PfcEngineConfig config;
  compare(PfcEngineKind::directed(config), "directed");
  for (const Script<PfcEngineInputs>& script : PfcEngineKind::scripts(config)) {
    std::vector<PfcEngineInputs> cycles;
    for (const cosim::Run<PfcEngineInputs>& run : script.runs)
      cycles.insert(cycles.end(), run.cycles, run.in);
    compare(cycles, script.name.c_str());
  }
}

TEST(PfcEnginePage, IsWhatTheRtlDoesInRandomCycles) {
  PfcEngineStimulus stimulus(7, {});
  std::vector<PfcEngineInputs> cycles(300'000);
  stimulus.fill(cycles);
  compare(cycles, "random");
}

}  // namespace weir::cosim::pfc_engine_page_test
