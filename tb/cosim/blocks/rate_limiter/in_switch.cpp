// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/rate_limiter/in_switch.h"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>

#include "hw_model/cycle_models/ticked_rate_limiter.h"
#include "tb/cosim/blocks/rate_limiter/magnitudes.h"
#include "tb/cosim/covered_lockstep.h"
#include "tb/cosim/recorder.h"

namespace weir::cosim {

namespace {

using reference::RateForm;
using reference::RateLimiterConfig;
using reference::RateLimiterInputs;
using reference::RateLimiterOutputs;

// The RTL, or RTL and reference side by side, as the core of the limiter that the switch asks. `Clocked` plays batches.
template <class Clocked, std::size_t kBatch>
class LimiterCore {
 public:
  static constexpr unsigned kSides = Clocked::kSides;

  LimiterCore(RateForm form, const RateLimiterConfig& config, const std::string& /*name*/,
              const std::function<Clocked()>& make)
      : clocked_(make()), tick_(LimiterArithmetic({form, config}).tick) {}

  RateLimiterOutputs clock(const RateLimiterInputs& in) {
    const RateLimiterOutputs out = clocked_.clock(with_mode(in));
    idle_ = !in.rst_n || out.r_c_d < tick_;
    rests_ = false;
    return out;
  }
  RateLimiterOutputs evaluate(const RateLimiterInputs& in) { return clocked_.evaluate(with_mode(in)); }
  const RateLimiterOutputs& model() const { return clocked_.model(); }

  void set_modes(reference::Rounding rounding, reference::RateRaise rate_raise) {
    mode_ = reference::mode_code(rounding, rate_raise);
    rests_ = false;
  }

  // A wait is played cycle by cycle. The clock of an idle limiter is gated, as hardware would: once a cycle has shown
  // that none of all its registers changes, those that its ports do not show included.
  void skip(std::uint64_t cycles) {
    const std::span<const RateLimiterInputs> nothing = quiet_cycles();
    while (cycles > 0) {
      if (idle_ && !rests_) {
        --cycles;
        rests_ = clocked_.holds(nothing.front());
      }
      if (rests_) {
        clocked_.rest(cycles);
        return;
      }
      const auto batch = static_cast<std::size_t>(std::min<std::uint64_t>(cycles, kBatch));
      if (batch > 0) {
        idle_ = clocked_.clock(nothing.first(batch)).back().r_c_d < tick_;
        cycles -= batch;
      }
    }
  }

 private:
  RateLimiterInputs with_mode(RateLimiterInputs in) const {
    in.mode = mode_;
    return in;
  }

  // Cycles without an event in the present mode.
  std::span<const RateLimiterInputs> quiet_cycles() {
    static std::array<RateLimiterInputs, kBatch> cycles{};
    if (cycles.front().mode != mode_) {
      cycles.fill(with_mode({}));
    }
    return cycles;
  }

  Clocked clocked_;
  std::uint64_t tick_;     // in units of R_c
  bool idle_ = true;       // R_c is below a tick
  bool rests_ = false;     // no cycle without an event changes a register
  std::uint8_t mode_ = 0;  // as configured
};

// The C++ model as a core that tells of every clock edge.
class RecordingCore {
 public:
  RecordingCore(RateForm form, const RateLimiterConfig& config, const std::string& /*name*/,
                RecordedRows<RateLimiterKind>* rows)
      : model_(form, config), rows_(rows) {}

  RateLimiterOutputs clock(const RateLimiterInputs& in) {
    const RateLimiterOutputs out = model_.clock(in);
    add(cycle_++, in, out);
    return out;
  }
  // Asked for once, at the end of the run: the cycle that is still being gathered.
  RateLimiterOutputs evaluate(const RateLimiterInputs& in) {
    const RateLimiterOutputs out = model_.evaluate(in);
    add(cycle_, in, out);
    return out;
  }
  void skip(std::uint64_t cycles) {
    model_.skip(cycles);
    cycle_ += cycles;
  }

 private:
  // Rows are of cycles in which something stands at the inputs.
  void add(std::uint64_t cycle, const RateLimiterInputs& in, const RateLimiterOutputs& out) {
    if (in != RateLimiterInputs{}) {
      rows_->add(cycle, in, out);
    }
  }

  reference::RateLimiterCycle model_;
  RecordedRows<RateLimiterKind>* rows_;
  std::uint64_t cycle_ = 0;
};

class RecordedLimiter final : public reference::RateLimiter {
 public:
  RecordedLimiter(std::unique_ptr<reference::RateLimiter> inner, RateForm form, const RateLimiterConfig& config,
                  const std::string& name, RecordedRows<RateLimiterKind>* rows)
      : inner_(std::move(inner)), shadow_(form, config, name, rows) {}

  void packet_sent(Time end, Time transmission) override {
    inner_->packet_sent(end, transmission);
    shadow_.packet_sent(end, transmission);
  }
  void set_rate(Time now, std::uint64_t r_r) override {
    inner_->set_rate(now, r_r);
    shadow_.set_rate(now, r_r);
  }
  void reset(Time now) override {
    inner_->reset(now);
    shadow_.reset(now);
  }
  Time idle_at() override { return inner_->idle_at(); }
  std::uint64_t r_r() const override { return inner_->r_r(); }
  reference::RateLimiterRegisters registers(Time now) override { return inner_->registers(now); }
  reference::RateLimiterSides rtl(Time now) override { return inner_->rtl(now); }
  bool modes_can_change() const override { return false; }  // a recording is of one configuration
  void set_modes(Time, reference::Rounding, reference::RateRaise) override {
    throw std::invalid_argument("the modes of a limiter cannot change while it is recorded");
  }

  void close() { shadow_.idle_at(); }

 private:
  std::unique_ptr<reference::RateLimiter> inner_;
  reference::TickedRateLimiter<RecordingCore> shadow_;
};

// `make` makes what is clocked.
template <class Clocked, std::size_t kBatch>
std::unique_ptr<reference::RateLimiter> limiter_around(RateForm form, const RateLimiterConfig& config,
                                                       const std::string& name, const std::function<Clocked()>& make) {
  return std::make_unique<reference::TickedRateLimiter<LimiterCore<Clocked, kBatch>>>(form, config, name, make);
}

std::unique_ptr<reference::RateLimiter> make_limiter(const Variant<RateLimiterKind>& variant, Fidelity fidelity,
                                                     const RateLimiterConfig& config, const std::string& name,
                                                     const LockstepTrail& trail) {
  constexpr std::size_t kShortBatch = 16;  // nothing is compared: what an idle block does is time lost
  const RateLimiterSetup setup{variant.setup.form, config};
  if (fidelity == Fidelity::rtl) {
    return limiter_around<DutCore<RateLimiterKind>, kShortBatch>(
        setup.form, config, name, [&] { return DutCore<RateLimiterKind>(variant.rtl(setup)); });
  }
  using Lock = CoveredLockstep<RateLimiterKind>;
  return limiter_around<Lock, Lock::kBatch>(setup.form, config, name,
                                            [&] { return Lock(variant, setup, name, trail); });
}

}  // namespace

void install_limiter(reference::Factories& factories, const Variant<RateLimiterKind>& variant,
                     const FidelityAt& fidelity, const LockstepTrail& trail) {
  if (fidelity.is_reference()) {
    return;  // what the factories have by themselves
  }
  factories.put<reference::RateLimiter>([=, others = factories.of<reference::RateLimiter>()](
                                            RateForm form, const RateLimiterConfig& config,
                                            const std::string& name) -> std::unique_ptr<reference::RateLimiter> {
    const Fidelity here = fidelity.of(name);
    return form == variant.setup.form && here != Fidelity::reference ? make_limiter(variant, here, config, name, trail)
                                                                     : others(form, config, name);
  });
}

void record_limiter(reference::Factories& factories, const Variant<RateLimiterKind>& variant, Recorder& recorder) {
  factories.put<reference::RateLimiter>([variant, &recorder, inner = factories.of<reference::RateLimiter>()](
                                            RateForm form, const RateLimiterConfig& config,
                                            const std::string& name) -> std::unique_ptr<reference::RateLimiter> {
    auto made = inner(form, config, name);
    if (form != variant.setup.form || !recorder.wants(name)) {
      return made;
    }
    const auto rows = std::make_shared<RecordedRows<RateLimiterKind>>(recorder.rows_of(variant, {form, config}));
    auto limiter = std::make_unique<RecordedLimiter>(std::move(made), form, config, name, rows.get());
    recorder.at_end([rows, limiter = limiter.get(), period = config.period](Time end) {
      limiter->close();
      rows->end(static_cast<std::uint64_t>((end.count() + period.count() - 1) / period.count()));
    });
    return limiter;
  });
}

}  // namespace weir::cosim
