// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A stage comparator of any kind in a switch: its thresholds are written, one cycle each; then each query of a depth is
// one clock cycle. The kind needs table_writes() and in_cpp().

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "hw_model/reference/stage_comparator.h"
#include "tb/cosim/block.h"
#include "tb/cosim/covered_lockstep.h"
#include "tb/cosim/make_block.h"
#include "tb/cosim/recorder.h"

namespace weir::cosim {

// `Core` needs clock(inputs) and evaluate(inputs); if it runs RTL, kSides and model() as the core of a rate limiter.
template <class Kind, class Core>
class ClockedComparator final : public reference::StageComparator {
 public:
  template <class... Arguments>
  explicit ClockedComparator(const reference::StageComparatorConfig& config, Arguments&&... arguments)
      : core_(std::forward<Arguments>(arguments)...), q_max_((std::int64_t{1} << config.q_bits) - 1) {
    for (const typename Kind::Inputs& write : Kind::table_writes(config)) {
      core_.clock(write);
    }
  }

  unsigned stage(Bytes q) override {
    typename Kind::Inputs in;
    in.q = static_cast<std::uint32_t>(std::min(q.count(), q_max_));
    core_.clock(in);
    const unsigned stage = core_.evaluate(in).stage;
    if constexpr (requires { Core::kSides; }) {
      rtl_.q = in.q;
      rtl_.stage[0] = stage;
      if constexpr (Core::kSides == 2) {
        rtl_.stage[1] = core_.model().stage;
      }
    }
    return stage;
  }

  reference::StageComparatorSides rtl() const override { return rtl_; }

 private:
  static constexpr unsigned sides() {
    if constexpr (requires { Core::kSides; }) {
      return Core::kSides;
    } else {
      return 0;
    }
  }

  Core core_;
  std::int64_t q_max_;
  reference::StageComparatorSides rtl_{.sides = sides()};
};

template <class Kind>
void install_comparator(reference::Factories& factories, const Variant<Kind>& variant, const FidelityAt& fidelity,
                        const LockstepTrail& trail) {
  factories.put<reference::StageComparator>([=](const reference::StageComparatorConfig& config, const std::string& name)
                                                -> std::unique_ptr<reference::StageComparator> {
    switch (fidelity.of(name)) {
      case Fidelity::rtl:
        return std::make_unique<ClockedComparator<Kind, DutCore<Kind>>>(config, variant.rtl(config));
      case Fidelity::lockstep:
        return std::make_unique<ClockedComparator<Kind, CoveredLockstep<Kind>>>(config, variant, config, name, trail);
      case Fidelity::reference:
        break;
    }
    return Kind::in_cpp(config, name);
  });
}

// The C++ model as a core that records every clock edge. In a scenario each query of a comparator is a cycle.
template <class Kind>
class RecordingComparatorCore {
 public:
  RecordingComparatorCore(const reference::StageComparatorConfig& config, std::shared_ptr<RecordedRows<Kind>> rows)
      : model_(Kind::model(config)), rows_(std::move(rows)) {}

  typename Kind::Outputs clock(const typename Kind::Inputs& in) {
    const typename Kind::Outputs out = model_.clock(in);
    rows_->add(rows_->next(), in, out);
    return out;
  }
  typename Kind::Outputs evaluate(const typename Kind::Inputs& in) { return model_.evaluate(in); }

 private:
  decltype(Kind::model(reference::StageComparatorConfig{})) model_;
  std::shared_ptr<RecordedRows<Kind>> rows_;
};

template <class Kind>
class RecordedComparator final : public reference::StageComparator {
 public:
  RecordedComparator(std::unique_ptr<reference::StageComparator> inner, const reference::StageComparatorConfig& config,
                     std::shared_ptr<RecordedRows<Kind>> rows)
      : inner_(std::move(inner)), shadow_(config, config, std::move(rows)) {}

  unsigned stage(Bytes q) override {
    shadow_.stage(q);
    return inner_->stage(q);
  }
  reference::StageComparatorSides rtl() const override { return inner_->rtl(); }

 private:
  std::unique_ptr<reference::StageComparator> inner_;
  ClockedComparator<Kind, RecordingComparatorCore<Kind>> shadow_;
};

template <class Kind>
void record_comparator(reference::Factories& factories, const Variant<Kind>& variant, Recorder& recorder) {
  factories.put<reference::StageComparator>(
      [variant, &recorder, inner = factories.of<reference::StageComparator>()](
          const reference::StageComparatorConfig& config,
          const std::string& name) -> std::unique_ptr<reference::StageComparator> {
        auto made = inner(config, name);
        if (!recorder.wants(name)) {
          return made;
        }
        const auto rows = std::make_shared<RecordedRows<Kind>>(recorder.rows_of(variant, config));
        // One more cycle, in which the last stage is at the output.
        recorder.at_end([rows](Time) { rows->end(rows->next() + 1); });
        return std::make_unique<RecordedComparator<Kind>>(std::move(made), config, rows);
      });
}

// The block of a kind of comparator. A pipelined form is too late for use in a switch.
template <class Kind>
Block comparator_block(const Variant<Kind>& variant) {
  Block block = make_block(variant);
  if (variant.latency == 0) {
    block.install = [variant](reference::Factories& factories, const FidelityAt& fidelity, const LockstepTrail& trail) {
      install_comparator(factories, variant, fidelity, trail);
    };
    block.record = [variant](reference::Factories& factories, Recorder& recorder) {
      record_comparator(factories, variant, recorder);
    };
  }
  return block;
}

}  // namespace weir::cosim
