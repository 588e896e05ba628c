// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/tests/regress/lossless/run.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <systemc>

#include "tb/bounds/dependencies.h"
#include "tb/bounds/gfc_bounds.h"
#include "tb/bounds/judged.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/oracle/conservation.h"
#include "tb/oracle/deadlock.h"
#include "tb/scenario/builder.h"
#include "tb/scenario/loader.h"

namespace weir::lossless {
namespace {

using namespace literals;  // NOLINT(google-build-using-namespace): units

// A circle that stands at Bm goes on at its least rate, a packet in 0.1 to 4 s. Time-based GFC sends credits all the
// while, too many to wait for the end: what is then left must not be held.
Time drain_time(Scheme scheme) {
  switch (scheme) {
    case Scheme::kGfcConceptual:
    case Scheme::kGfcBufferBased:
      return 900'000_ms;
    case Scheme::kGfcTimeBased:
      return 300_ms;
    case Scheme::kNone:
    case Scheme::kPfc:
    case Scheme::kCbfc:
    case Scheme::kUeCbfc:
    case Scheme::kGfcGradient:
    case Scheme::kPause:
    case Scheme::kTtlPfc:
    case Scheme::kEgressPfc:
    case Scheme::kEgressPause:
      break;
  }
  return 1'000_ms;
}

// Schemes that can hold a class for ever where buffers depend on one another in a circle.
bool may_deadlock(Scheme scheme) { return scheme == Scheme::kPfc || scheme == Scheme::kCbfc; }

void note(Result& result, const std::string& words) {
  std::snprintf(result.words, sizeof result.words, "%s", words.c_str());
}

class Run {
 public:
  Run(const scenario::Scenario& scenario, Time injection, const Planted& planted)
      : scenario_(scenario),
        injection_(injection),
        planted_(planted),
        network_(scenario::build(scenario)),
        drops_(*network_, scenario.required_headroom),
        deadlock_(*network_),
        conservation_(*network_, drops_) {
    for (std::size_t d = 0; d < network_->devices.size(); ++d) {
      network_->devices[d]->sample_every(scenario.sample_interval, [this, d](Time t) {
        deadlock_.snapshot(d, t);
        conservation_.snapshot(d, t);
      });
    }
  }

  // In stretches that grow, because most networks are empty soon.
  void go(Result& result) {
    for (Time reached; reached < scenario_.duration;) {
      reached = advance(reached);
      if (reached <= injection_) {
        result.early_excess = excess();
        result.beyond_bound = beyond_bound(result.early_excess);
        continue;
      }
      count(result);
      if (result.left == 0 || deadlock_.found()) {
        conservation_.audit(reached);
        break;
      }
    }
    finish(result);
  }

 private:
  // Both oracles look between stretches, too.
  Time advance(Time reached) {
    const Time stretch = std::max(injection_ / 2, (reached - injection_) / 4);
    const Time end = std::min(reached + stretch, scenario_.duration);
    sc_core::sc_start(sc_core::sc_time::from_value(static_cast<sc_dt::uint64>((end - reached).count())));
    deadlock_.evaluate();
    conservation_.evaluate(end);
    return end;
  }

  template <class Visit>
  void each_queue(Visit visit) const {
    for (const network::Device& device : network_->devices) {
      for (std::size_t p = 0; p < device->ports(); ++p) {
        for (std::size_t c = 0; c < kClasses; ++c) {
          visit(device, PortId(p), ClassId(c));
        }
      }
    }
  }

  void count(Result& result) const {
    result.sent = result.delivered = result.lossless_dropped = result.lossy_dropped = 0;
    for (const host::FlowMeasurement& flow : network_->measurements) {
      result.sent += flow.sent.packets + flow.received.acknowledgements_sent;
      result.delivered += flow.received.packets + flow.sent.acknowledgements_received;
    }
    each_queue([&](const network::Device& device, PortId p, ClassId c) {
      if (device.asic) {
        const bool lossless = planted_.lossy_is_lossless || device->engine(p).lossless(c);
        (lossless ? result.lossless_dropped : result.lossy_dropped) += device.asic->drops(p, c).total();
      }
    });
    result.left = result.sent - result.delivered - result.lossless_dropped - result.lossy_dropped;
  }

  // In largest frames.
  double excess() const {
    Bytes most;
    each_queue([&](const network::Device& device, PortId p, ClassId c) {
      if (device.asic && device->engine(p).lossless(c)) {
        most = std::max(most, device.asic->mmu().counters(p, c).peak - scenario_.device.mmu.viq_limit);
      }
    });
    return static_cast<double>(most.count()) / static_cast<double>(scenario_.device.max_frame.count());
  }

  // For as long as injection lasts; where no bound is known, four frames, the most that any of the bounds has.
  bool beyond_bound(double frames) const {
    constexpr double kMost = 4;
    scenario::Scenario until = scenario_;
    until.duration = injection_;
    const auto room = bounds::gfc_room(until);
    const auto frame = static_cast<double>(scenario_.device.max_frame.count());
    const double most = room ? static_cast<double>((*room - scenario_.device.mmu.viq_limit).count()) / frame : kMost;
    return bounds::is_gfc(scenario_.device.flow_control.scheme) && frames > most;
  }

  void finish(Result& result) const {
    result.excess = excess();
    each_queue([&](const network::Device& device, PortId p, ClassId c) {
      const Bytes first = device->engine(p).first_threshold();
      const bool above = device.asic && device->engine(p).lossless(c) && first > Bytes(0) &&
                         device.asic->mmu().counters(p, c).peak >= first;
      const egress::QueueCounters& queue = device->egress().counters(p, c);
      result.acted |= above || queue.held.running() || queue.held.total(Time(0)) > Time(0);
      result.waited |= queue.hold_and_wait.running() || queue.hold_and_wait.total(Time(0)) > Time(0);
    });
    for (std::size_t d = 0; d < network_->devices.size(); ++d) {
      if (!drops_.of(d).lossless().empty()) {
        note(result, drops_.of(d).lossless().front().text);
      }
    }
    if (deadlock_.found()) {
      result.deadlock = true;
      note(result, fmt::format("formed at {} ps: {}", deadlock_.found()->formed_at.count(),
                               fmt::join(deadlock_.found()->cycle, ", ")));
    }
    result.finished = true;
  }

  const scenario::Scenario& scenario_;
  Time injection_;
  Planted planted_;
  std::unique_ptr<network::Network> network_;
  oracle::Drops drops_;
  oracle::DeadlockOracle deadlock_;
  oracle::ConservationChecker conservation_;
};

}  // namespace

Result run(const Network& network, Scheme scheme, const Planted& planted) {
  constexpr Time kCoarse = 1_ms;  // where a run may be long; the oracles look between stretches as well
  if (planted.dies) {
    std::raise(SIGKILL);
  }
  Result result;
  try {
    const Horizon horizon{.duration = network.injection + drain_time(scheme),
                          .sample_interval = bounds::is_gfc(scheme) ? kCoarse : network.injection / 4};
    const std::string text = scenario_text(network, scheme, horizon, planted.headroom_cut * network.max_frame);
    const scenario::Scenario scenario = bounds::judged(scenario::load_text(text, "lossless.toml"));
    // Under GFC the bound for the whole drain is not kept: that is measured.
    const std::vector<std::string> unsafe = bounds::safety_warnings(scenario);
    if (!bounds::is_gfc(scheme) && planted.headroom_cut == 0 && !unsafe.empty()) {
      throw std::runtime_error("the thresholds are not safe: " + unsafe.front());
    }
    result.cyclic = !planted.no_dependencies && !bounds::buffer_dependencies(scenario).shortest_cycles().empty();
    Run(scenario, network.injection, planted).go(result);
  } catch (const std::exception& broken) {
    result.finished = false;
    note(result, broken.what());
  }
  return result;
}

std::vector<std::string> faults(Scheme scheme, const Result& result) {
  if (!result.finished) {
    return {fmt::format("the run broke: {}", result.words)};
  }
  std::vector<std::string> found;
  if (result.lossless_dropped > 0) {
    found.push_back(fmt::format("{} lossless packets lost: {}", result.lossless_dropped, result.words));
  }
  if (result.deadlock && !may_deadlock(scheme)) {
    found.push_back(fmt::format("a deadlock, {}", result.words));
  }
  if (result.deadlock && may_deadlock(scheme) && !result.cyclic) {
    found.push_back(fmt::format("a deadlock without a cyclic buffer dependency, {}", result.words));
  }
  if (result.beyond_bound) {
    found.push_back(fmt::format("a VIQ {:.2f} largest frames above Bm while injection lasted", result.early_excess));
  }
  if (bounds::is_gfc(scheme) && result.waited) {
    found.push_back("a queue has held and waited");
  }
  if (!result.deadlock && result.left > 0 && scheme != Scheme::kGfcTimeBased) {
    found.push_back(fmt::format("{} of {} packets are left", result.left, result.sent));
  }
  return found;
}

}  // namespace weir::lossless
