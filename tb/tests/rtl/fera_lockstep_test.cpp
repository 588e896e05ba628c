// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// FERA's meters in RTL beside their cycle model.

#include "tb/cosim/blocks/fera_meter/fera_meter.h"
#include "tb/cosim/run_block.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::fera_lockstep_test {

using reference::FeraMeterConfig;
using reference::FeraMeterCycle;
using reference::FeraMeterInputs;
using reference::FeraMeterOutputs;

constexpr std::uint64_t kCycles = 1'000'000;

template <class Lock>
void run(Lock& lockstep, FeraMeterStimulus stimulus, std::uint64_t cycles) {
  while (lockstep.cycles() < cycles) {
    stimulus.fill(lockstep.room_for(Lock::kBatch));
    lockstep.clock_prepared(Lock::kBatch);
  }
}

TEST(FeraMeterLockstep, ReferenceAndRtlAgreeEveryCycle) {
  for (const Variant<FeraMeterKind>& variant : FeraMeterKind::variants()) {
    SCOPED_TRACE(variant.name);
    auto lockstep = lockstep_of(variant, variant.setup, variant.rtl);
    ASSERT_NO_THROW(run(lockstep, FeraMeterStimulus(1, variant.setup), kCycles));
  }
}

// A meter that misses a little.
class Wrong {
 public:
  using Fault = void (*)(FeraMeterInputs&);
  Wrong(const FeraMeterConfig& config, Fault fault) : meter_(config), fault_(fault) {}

  FeraMeterOutputs clock(FeraMeterInputs in) {
    fault_(in);
    return meter_.clock(in);
  }
  FeraMeterOutputs evaluate(FeraMeterInputs in) {
    fault_(in);
    return meter_.evaluate(in);
  }
  bool operator==(const Wrong& other) const { return meter_ == other.meter_; }

 private:
  FeraMeterCycle meter_;
  Fault fault_;
};

TEST(FeraMeterLockstep, FindsFaultsPlantedInTheReference) {
  const std::array<Wrong::Fault, 5> faults = {
      // What either form has of C.
      [](FeraMeterInputs& in) {
        in.inverse ^= 1;
        in.cycle_bytes += in.cycle_bytes >> 14U;
      },
      [](FeraMeterInputs& in) { in.gain ^= 1; },
      [](FeraMeterInputs& in) { in.scales_rise = false; },
      [](FeraMeterInputs& in) { in.asks = 0; },
      [](FeraMeterInputs& in) { in.kbps ^= 1; },
  };
  for (const Variant<FeraMeterKind>& variant : FeraMeterKind::variants()) {
    for (std::size_t n = 0; n < faults.size(); ++n) {
      using Dut = DutOf<FeraMeterInputs, FeraMeterOutputs, Wrong>;
      LockstepFor<FeraMeterKind> lockstep(std::string(variant.name),
                                          std::make_unique<Dut>(Wrong(variant.setup, faults.at(n))),
                                          variant.rtl(variant.setup), FeraMeterKind::ports(variant.setup), {});
      EXPECT_THROW(run(lockstep, FeraMeterStimulus(1, variant.setup), kCycles), LockstepMismatch)
          << variant.name << ", fault " << n;
    }
  }
}

// What random stimulus reaches, so that agreement means something.
TEST(FeraMeterStimulus, ReachesEveryBoundAndBranch) {
  const FeraMeterConfig config;
  FeraMeterStimulus stimulus(1, config);
  FeraMeterCycle meter(config);
  std::vector<FeraMeterInputs> cycles(kCycles);
  stimulus.fill(cycles);
  int served = 0, held = 0, late = 0, full = 0, at_line = 0, at_least = 0, between = 0, paused = 0;
  FeraMeterOutputs before;
  FeraMeterInputs worked;  // with what is said of the port
  for (const FeraMeterInputs& in : cycles) {
    const FeraMeterOutputs out = meter.clock(in);
    late += out.late;
    full += out.arrived == (std::uint64_t{1} << config.arrived_bits) - 1;
    if (before.busy && !out.busy && in.rst_n) {
      FeraMeterInputs look = in;
      look.read_port = before.port;
      const FeraMeterOutputs of = meter.evaluate(look);
      ++served;
      held += of.arrived_last == 0;
      at_line += of.rate == worked.line;
      at_least += of.rate == worked.least;
      between += of.rate != worked.line && of.rate != worked.least;
      paused += of.paused_last > 0;
    }
    before = out;
    worked = in;
  }
  for (const int count : {served, held, late, full, at_line, at_least, between, paused}) {
    EXPECT_GT(count, 20);
  }
}

}  // namespace weir::cosim::fera_lockstep_test
