// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/cycle_waves.h"

#include <fstapi.h>
#include <memory>
#include <stdexcept>

namespace weir::cosim {

namespace {

struct CloseFst {
  void operator()(void* fst) const { fstWriterClose(fst); }
};

struct Signal {
  const WaveScope* scope;
  std::size_t index;
  fstHandle handle;
};

}  // namespace

void CycleWaves::write(const std::filesystem::path& file) const {
  const std::unique_ptr<void, CloseFst> fst(fstWriterCreate(file.c_str(), 1));
  if (!fst) {
    throw std::runtime_error("cannot write the waveform " + file.string());
  }
  fstWriterSetTimescale(fst.get(), -12);
  fstWriterSetScope(fst.get(), FST_ST_VCD_MODULE, top.c_str(), nullptr);
  const fstHandle clk = fstWriterCreateVar(fst.get(), FST_VT_VCD_WIRE, FST_VD_INPUT, 1, "clk_i", 0);
  std::vector<Signal> signals;
  for (const WaveScope& scope : scopes) {
    fstWriterSetScope(fst.get(), FST_ST_VCD_MODULE, scope.name.c_str(), nullptr);
    for (std::size_t i = 0; i < scope.ports.size(); ++i) {
      const Port& port = scope.ports[i];
      // GTKWave wants the range in a vector's name.
      const std::string name = port.bits == 1 ? port.name : port.name + " [" + std::to_string(port.bits - 1) + ":0]";
      signals.push_back(
          {&scope, i, fstWriterCreateVar(fst.get(), FST_VT_VCD_WIRE, FST_VD_IMPLICIT, port.bits, name.c_str(), 0)});
    }
    fstWriterSetUpscope(fst.get());
  }
  fstWriterSetUpscope(fst.get());

  const auto period_ps = static_cast<std::uint64_t>(period.count());
  const auto edge_after = [&](std::uint64_t cycle) {
    fstWriterEmitTimeChange(fst.get(), (cycle + 1) * period_ps);
    fstWriterEmitValueChange32(fst.get(), clk, 1, 1);
  };
  for (std::size_t n = 0; n < cycles.size(); ++n) {
    const std::uint64_t start = cycles[n] * period_ps;
    if (n > 0) {
      edge_after(cycles[n - 1]);
      if (cycles[n] != cycles[n - 1] + 1) {
        fstWriterEmitTimeChange(fst.get(), (cycles[n - 1] + 1) * period_ps + period_ps / 2);
        fstWriterEmitValueChange32(fst.get(), clk, 1, 0);
        fstWriterEmitTimeChange(fst.get(), start);
      }
    } else {
      fstWriterEmitTimeChange(fst.get(), start);
      fstWriterEmitValueChange32(fst.get(), clk, 1, 0);
    }
    for (const Signal& signal : signals) {
      const auto& values = signal.scope->values;
      if (n < values.size() && (n == 0 || values[n][signal.index] != values[n - 1][signal.index])) {
        fstWriterEmitValueChange64(fst.get(), signal.handle, signal.scope->ports[signal.index].bits,
                                   values[n][signal.index]);
      }
    }
    fstWriterEmitTimeChange(fst.get(), start + period_ps / 2);
    fstWriterEmitValueChange32(fst.get(), clk, 1, 0);
  }
  if (!cycles.empty()) {
    edge_after(cycles.back());
  }
}

}  // namespace weir::cosim
