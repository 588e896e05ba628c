// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/recorder.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <utility>

#include "hw_model/reference/leading_zero_comparator_cycle.h"
#include "hw_model/reference/rate_limiter_cycle.h"
#include "hw_model/reference/stage_comparator_cycle.h"
#include "hw_model/reference/ticked_rate_limiter.h"
#include "tb/cosim/clocked_stage_comparator.h"

namespace weir::cosim {

namespace {

using reference::RateForm;
using reference::RateLimiterConfig;
using reference::RateLimiterInputs;
using reference::RateLimiterOutputs;
using reference::StageComparatorConfig;
using reference::StageComparatorInputs;
using reference::StageComparatorOutputs;

// Rows of one limiter, as text.
class LimiterRows {
 public:
  LimiterRows(RateForm form, const RateLimiterConfig& config, Recorder::Write write)
      : ports_(rate_limiter_ports(form, config)), write_(std::move(write)) {}

  std::string head(const HeaderLines& header) const {
    return recording_head(header, recorded_ports(ports_), ports_.outputs);
  }
  void add(std::uint64_t cycle, const RateLimiterInputs& in, const RateLimiterOutputs& out) {
    if (in != RateLimiterInputs{}) {
      write_(recording_row(cycle, recorded_values(ports_, in), ports_.output_values(out)));
      next_ = cycle + 1;
    }
  }
  void end(std::uint64_t cycles) { write_(recording_end(std::max(cycles, next_))); }

 private:
  RateLimiterPorts ports_;
  Recorder::Write write_;
  std::uint64_t next_ = 0;
};

// The C++ model as a core that tells of every clock edge.
class RecordingLimiterCore {
 public:
  RecordingLimiterCore(RateForm form, const RateLimiterConfig& config, const std::string& /*name*/, LimiterRows* rows)
      : model_(form, config), rows_(rows) {}

  RateLimiterOutputs clock(const RateLimiterInputs& in) {
    const RateLimiterOutputs out = model_.clock(in);
    rows_->add(cycle_++, in, out);
    return out;
  }
  // Asked for once, at the end of the run: the cycle that is still being gathered.
  RateLimiterOutputs evaluate(const RateLimiterInputs& in) {
    const RateLimiterOutputs out = model_.evaluate(in);
    rows_->add(cycle_, in, out);
    return out;
  }
  void skip(std::uint64_t cycles) {
    model_.skip(cycles);
    cycle_ += cycles;
  }

 private:
  reference::RateLimiterCycle model_;
  LimiterRows* rows_;
  std::uint64_t cycle_ = 0;
};

// A comparator is asked, not clocked, in a scenario: each question is a cycle.
template <class Model, class In>
class RecordingComparatorCore {
 public:
  using Ports = BlockPorts<In, StageComparatorOutputs>;

  RecordingComparatorCore(const StageComparatorConfig& config, Ports ports, Recorder::Write write, std::uint64_t* cycle)
      : model_(config), ports_(std::move(ports)), write_(std::move(write)), cycle_(cycle) {}

  StageComparatorOutputs clock(const In& in) {
    const StageComparatorOutputs out = model_.clock(in);
    write_(recording_row((*cycle_)++, ports_.input_values(in), ports_.output_values(out)));
    return out;
  }
  StageComparatorOutputs evaluate(const In& in) { return model_.evaluate(in); }

 private:
  Model model_;
  Ports ports_;
  Recorder::Write write_;
  std::uint64_t* cycle_;
};

using ThresholdShadow =
    ClockedStageComparator<RecordingComparatorCore<reference::StageComparatorCycle, StageComparatorInputs>>;
using LeadingZeroShadow =
    ClockedLeadingZeroComparator<RecordingComparatorCore<reference::LeadingZeroCycle, reference::LeadingZeroInputs>>;

HeaderLines joined(HeaderLines header, const HeaderLines& about, const std::string& instance) {
  header.emplace_back("instance", instance);
  header.insert(header.end(), about.begin(), about.end());
  return header;
}

const std::array<std::string, 4> kBlocks = {"rate_limiter_stage", "rate_limiter_fixed_point",
                                            "stage_comparator_threshold", "stage_comparator_leading_zero"};

}  // namespace

std::span<const std::string> recordable_blocks() { return kBlocks; }

class Recorder::Limiter final : public reference::RateLimiter {
 public:
  Limiter(std::unique_ptr<reference::RateLimiter> inner, RateForm form, const RateLimiterConfig& config,
          const std::string& name, LimiterRows* rows)
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
  bool modes_can_change() const override { return false; }  // a recording is of one configuration
  void set_modes(Time, reference::Rounding, reference::RateRaise) override {
    throw std::invalid_argument("the modes of a limiter cannot change while it is recorded");
  }

  void close() { shadow_.idle_at(); }

 private:
  std::unique_ptr<reference::RateLimiter> inner_;
  reference::TickedRateLimiter<RecordingLimiterCore> shadow_;
};

template <class Shadow>
class Recorder::Comparator final : public reference::StageComparator {
 public:
  template <class Ports>
  Comparator(std::unique_ptr<reference::StageComparator> inner, const StageComparatorConfig& config, Ports ports,
             const Recorder::Write& write, std::uint64_t* cycle)
      : inner_(std::move(inner)), shadow_(config, config, std::move(ports), write, cycle) {}

  unsigned stage(Bytes q) override {
    shadow_.stage(q);
    return inner_->stage(q);
  }

 private:
  std::unique_ptr<reference::StageComparator> inner_;
  Shadow shadow_;
};

Recorder::Recorder(std::string block, std::string instance, HeaderLines about, Write write)
    : block_(std::move(block)), wanted_(std::move(instance)), about_(std::move(about)), write_(std::move(write)) {}

Recorder::~Recorder() = default;

bool Recorder::wants(std::string_view block, const std::string& instance) {
  if (block != block_) {
    return false;
  }
  instances_.push_back(instance);
  if (!found_.empty() || (!wanted_.empty() && instance != wanted_)) {
    return false;
  }
  found_ = instance;
  return true;
}

reference::RateLimiterFactory Recorder::wrap(reference::RateLimiterFactory inner) {
  return [this, inner = std::move(inner)](RateForm form, const RateLimiterConfig& config,
                                          const std::string& name) -> std::unique_ptr<reference::RateLimiter> {
    auto made = inner(form, config, name);
    if (!wants(form == RateForm::kStage ? kBlocks[0] : kBlocks[1], name)) {
      return made;
    }
    const auto rows = std::make_shared<LimiterRows>(form, config, write_);
    write_(rows->head(joined(recording_header(form, config), about_, name)));
    auto limiter = std::make_unique<Limiter>(std::move(made), form, config, name, rows.get());
    finish_ = [rows, limiter = limiter.get(), period = config.period](Time end) {
      limiter->close();
      rows->end(static_cast<std::uint64_t>((end.count() + period.count() - 1) / period.count()));
    };
    return limiter;
  };
}

reference::StageComparatorFactory Recorder::wrap(reference::StageComparatorFactory inner, bool leading_zero) {
  return [this, leading_zero, inner = std::move(inner)](
             const StageComparatorConfig& config,
             const std::string& name) -> std::unique_ptr<reference::StageComparator> {
    auto made = inner(config, name);
    if (!wants(kBlocks[leading_zero ? 3 : 2], name)) {
      return made;
    }
    const auto write_head = [&](const auto& ports) {
      write_(recording_head(joined(recording_header(config, leading_zero), about_, name), ports.inputs, ports.outputs));
    };
    const auto cycle = std::make_shared<std::uint64_t>(0);
    // One cycle more, in which the last stage stands at the output.
    finish_ = [this, cycle](Time) { write_(recording_end(*cycle + 1)); };
    if (leading_zero) {
      LeadingZeroPorts ports = leading_zero_ports(config);
      write_head(ports);
      return std::make_unique<Comparator<LeadingZeroShadow>>(std::move(made), config, std::move(ports), write_,
                                                             cycle.get());
    }
    StageComparatorPorts ports = stage_comparator_ports(config);
    write_head(ports);
    return std::make_unique<Comparator<ThresholdShadow>>(std::move(made), config, std::move(ports), write_,
                                                         cycle.get());
  };
}

void Recorder::require_found() const {
  if (!found_.empty()) {
    return;
  }
  if (instances_.empty()) {
    throw std::invalid_argument("--record " + block_ + ": this scenario has none");
  }
  throw std::invalid_argument("--record " + block_ + "=" + wanted_ + ": no such instance; the first of " +
                              std::to_string(instances_.size()) + " is " + instances_.front() + ", the last " +
                              instances_.back());
}

void Recorder::finish(Time end) {
  if (finish_) {
    finish_(end);
  }
}

}  // namespace weir::cosim
