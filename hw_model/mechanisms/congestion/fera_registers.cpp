// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of FERA, and their bindings to a live meter. An enhancement that is off when the chip is built is not
// built. What follows from C, which the MAC says, is state: it changes with the rate of the port.

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/cycle_models/fera_meter_cycle.h"
#include "hw_model/frame/fera_tag.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/congestion/detectors.h"
#include "hw_model/mechanisms/congestion/fera.h"
#include "hw_model/mechanisms/congestion/fera_rules.h"
#include "hw_model/mechanisms/congestion/fera_views.h"
#include "hw_model/reference/fera_steps.h"
#include "hw_model/reference/fera_unit_widths.h"

namespace weir::congestion {
namespace {

using reference::FeraForm;
using reference::FeraMeter;
using reference::FeraSettings;

constexpr char kSource[] = "FERA, chapter 5";
constexpr char kEnhancements[] = "FERA, chapter 7";
constexpr unsigned kTagBits = 32;

constexpr unsigned kShiftBits = 6;
constexpr char kShiftFollows[] = "up to 63";
constexpr unsigned kStepBits = 8;
constexpr char kStepFollows[] = "counts the bits of a product and its shifts";

std::uint64_t shift(const FeraMeter& meter, BitRate rate) {
  return reference::fera_inverse_shift(reference::fera_capacity(rate, meter.settings().interval));
}
std::uint64_t units(double rate) { return static_cast<std::uint64_t>(std::llround(rate)); }

// What the hardware changes; the first values are those of a meter that has just been made.
struct State {
  const char* name;
  unsigned width;
  const char* follows;
  const char* what;
  std::function<std::uint64_t(const FeraMeter&)> read;
  bool in_rtl = false;  // it has it, where there is RTL of these settings
};

// 1/(C T), of the form without a divider.
void add_inverses(const FeraSettings& meter, const FeraWidths& widths, std::vector<State>& all) {
  const auto inverse = [](const FeraMeter& now, BitRate rate) {
    const Bytes capacity = reference::fera_capacity(rate, now.settings().interval);
    return static_cast<std::uint64_t>(reference::fera_inverse_capacity(now.settings(), capacity));
  };
  all.push_back({"fera_inverse_capacity", widths.inverse(), FeraWidths::kFraction,
                 "1/(C T): a power of two where C T is one",
                 [inverse](const FeraMeter& now) { return inverse(now, now.capacity()); }});
  all.push_back({"fera_inverse_shift", kShiftBits, kShiftFollows, "exponent of it: bits of C T, and 2",
                 [](const FeraMeter& now) { return shift(now, now.capacity()); }});
  if (meter.scaling != reference::FeraScaling::kNever) {
    all.push_back({"fera_inverse_capacity_last", widths.inverse(), FeraWidths::kFraction, "1/(C T) at the tick before",
                   [inverse](const FeraMeter& now) { return inverse(now, now.capacity_before()); }, true});
    all.push_back({"fera_inverse_shift_last", kShiftBits, kShiftFollows, "exponent of it",
                   [](const FeraMeter& now) { return shift(now, now.capacity_before()); }, true});
  }
}

std::vector<State> state_of(const PortContext& context) {
  const FeraSettings& meter = context.config.fera.meter;
  const FeraWidths widths(context);
  const auto bytes = [](BitRate rate, Time interval) {
    return ledger::register_value(reference::fera_capacity(rate, interval));
  };
  std::vector<State> all = {
      {"fera_arrived", widths.arrived, "bits of what all ports can send in T, in bytes, or arrived_bits",
       "A: bytes that have come for this port in the present interval",
       [](const FeraMeter& now) { return ledger::register_value(now.arrived()); }, true},
      {"fera_arrived_last", widths.arrived, "as fera_arrived", "A of the interval before, until it is worked out",
       [](const FeraMeter& now) { return ledger::register_value(now.arrived_before()); }, true},
      {"fera_queue", widths.depth, FeraWidths::kDepth, "q at the end of the interval before",
       [](const FeraMeter& now) { return ledger::register_value(now.queue()); }, true},
      {"fera_rate", widths.rate, "rate_bits", "r; 2^(width - 1) is the rate that the port was built for",
       [](const FeraMeter& now) { return units(now.rate()); }, true},
      {"fera_tag_rate", kTagBits, "the field of a tag", "r in kbit/s, what tags are lowered to",
       [](const FeraMeter& now) { return std::uint64_t{frame::fera_rate(now.advertised())}; }, true},
      {"fera_line", widths.rate, "rate_bits", "C as a rate: r is no more",
       [](const FeraMeter& now) { return units(now.units_of(now.capacity())); }},
      {"fera_initial_rate", widths.rate, "rate_bits", "C/N_0", [](const FeraMeter& now) { return units(now.first()); }},
      {"fera_least_rate", widths.rate, "rate_bits", "r_min: r is no less",
       [](const FeraMeter& now) { return units(now.least()); }},
  };
  if (meter.form == FeraForm::kDivisorFree) {
    add_inverses(meter, widths, all);
  }
  if (meter.form == FeraForm::kDividing) {
    all.push_back({"fera_cycle_bytes", reference::FeraMeterCycle::kCycleBytesBits, "8 bits, and 36 below one",
                   "C in bytes a clock cycle, rounded up", [clock = context.clock](const FeraMeter& now) {
                     return reference::FeraMeterCycle::cycle_bytes(now.capacity(), clock);
                   }});
  }
  if (meter.form != FeraForm::kDivisorFree || meter.scaling != reference::FeraScaling::kNever) {
    all.push_back({"fera_capacity", widths.capacity, "bits of C T in bytes", "C T in bytes",
                   [bytes](const FeraMeter& now) { return bytes(now.capacity(), now.settings().interval); }});
  }
  if (meter.form != FeraForm::kDivisorFree && meter.scaling != reference::FeraScaling::kNever) {
    all.push_back({"fera_capacity_last", widths.capacity, "bits of C T in bytes", "C T at the tick before",
                   [bytes](const FeraMeter& now) { return bytes(now.capacity_before(), now.settings().interval); },
                   true});
  }
  if (meter.lambda < 1)
    all.push_back({"fera_rate_last", widths.rate, "rate_bits", "r_(i-1): the rate before the present one",
                   [](const FeraMeter& now) { return units(now.rate_before()); }});
  if (meter.delta > 0)
    all.push_back({"fera_increase", widths.rate, "rate_bits", "delta_i: by which r may rise in T",
                   [](const FeraMeter& now) { return units(now.increase()); }});
  return all;
}

// Times since the last tick, in cycles.
void declare_clocks(ledger::Block& block, const PortContext& context, const ledger::Origin& origin) {
  const FeraSettings& meter = context.config.fera.meter;
  const FeraWidths widths(context);
  const char* const rtl = fera_rtl_block(context);
  constexpr char kFollows[] = "bits of T in clock cycles";
  const auto time = [&](const char* name, const char* what, const char* rtl_block) {
    return ledger::RegisterDeclaration{
        .name = name, .width = widths.interval, .rtl_block = rtl_block, .width_follows = kFollows, .description = what};
  };
  if (meter.clock == reference::FeraClock::kStands) {
    block.add(origin.state(
        time("fera_paused", "clock cycles of the present interval in which this port asked others to pause", rtl)));
    block.add(origin.internal(time("fera_paused_last", "those of the interval before, until it is worked out", rtl)));
  }
  if (meter.takes_off_time)
    block.add(origin.state(
        time("fera_off", "clock cycles of it in which this port was paused and its clock did not stand", "")));
  block.add(origin.internal(
      {.name = "fera_due", .rtl_block = rtl, .description = "T is over, and the rate is to be worked out"}));
  if (context.config.fera.phase == FeraPhase::kRandom)
    block.add(origin.internal(time("fera_timer", "clock cycles until the interval ends", "")));
}

reference::FeraUnitWidths fera_unit_widths(const PortContext& context) {
  const FeraWidths widths(context);
  return {.divides = context.config.fera.meter.form != FeraForm::kDivisorFree,
          .rate = widths.rate,
          .fraction = widths.fraction,
          .depth = widths.depth,
          .arrived = widths.arrived,
          .interval = widths.interval,
          .capacity = widths.capacity};
}

}  // namespace

void declare_fera(ledger::Block& block, const PortContext& context) {
  ledger::Refusal refusal;
  check_fera(context, refusal);
  const ledger::Origin origin("fera", kSource);
  for (const FeraView& setting : fera_views(context)) {
    block.add(origin.setting({.name = setting.name,
                              .width = setting.width,
                              .reset = setting.read(context.config.fera),
                              .width_follows = setting.follows,
                              .source = setting.enhancement ? kEnhancements : "",
                              .description = setting.what}));
  }
  const FeraMeter first(context.config.fera.meter, fera_port(context));
  for (const State& state : state_of(context)) {
    block.add(origin.state({.name = state.name,
                            .width = state.width,
                            .reset = state.read(first),
                            .rtl_block = state.in_rtl ? fera_rtl_block(context) : "",
                            .width_follows = state.follows,
                            .description = state.what}));
  }
  declare_clocks(block, context, origin);
  block.add(origin.events(
      "tags",
      {.name = "fera_lowered", .dimensions = per_class(context), .description = "tags whose rate was lowered here"}));
  Fera::check_declared(block, context);
}

// T is hundreds of thousands of cycles, so that one unit serves all ports in turn, with sums a bit a cycle.
void declare_fera_unit(ledger::Block& block, const PortContext& context) {
  const FeraSettings& meter = context.config.fera.meter;
  const reference::FeraUnitWidths widths = fera_unit_widths(context);
  const FeraWidths of_port(context);
  const ledger::Origin origin("fera", kSource);
  const char* const rtl = fera_rtl_block(context);
  const auto internal = [&](const char* name, unsigned width, const char* follows, const char* what) {
    block.add(origin.internal(
        {.name = name, .width = width, .rtl_block = rtl, .width_follows = follows, .description = what}));
  };
  internal("fera_state", 4, "nine steps", "what the unit is at");
  internal("fera_port", ledger::bits_to_name(context.ports), "names a port", "port whose rate is being worked out");
  internal("fera_product", widths.product(), "the longest factor, and the widest",
           "factor, shifted out as the product is added up");
  internal("fera_step", kStepBits, kStepFollows, "bits still to come");
  internal("fera_half", 1, "", "the last bit that was shifted out");
  internal("fera_rest", 1, "", "any before it");
  if (meter.form == FeraForm::kDivisorFree) {
    internal("fera_load", widths.fraction + reference::kFeraLoadBits, FeraWidths::kFraction, "rho");
    internal("fera_left", widths.interval + 1, "bits of T in clock cycles, and one", "t, less what fits of T");
    internal("fera_parts", 7, "counts to 64", "t in 64ths of T");
  } else {
    internal("fera_ratio", widths.fraction + reference::kFeraRatioBits, FeraWidths::kFraction, "1/rho");
    internal("fera_control", widths.fraction + reference::kFeraControlBits, FeraWidths::kFraction, "f");
    const bool table = meter.division == reference::FeraDivision::kTable;
    if (table) {
      block.add(origin.memory({.name = "fera_reciprocals",
                               .width = widths.fraction + reference::FeraReciprocals::kGuardBits + 1,
                               .dimensions = {{"entry", reference::FeraReciprocals::kEntries + 1}},
                               .width_follows = "fraction_bits, two more, and one",
                               .description = "64/64 to 64/128: constants"}));
      internal("fera_divisor", of_port.arrived, "as fera_arrived", "A of the port at hand, shifted to its highest bit");
    } else {
      internal("fera_dividend", widths.dividend(), "r before it is clamped times C T",
               "dividend, shifted out as the quotient is shifted in");
      internal("fera_remainder", widths.divisor(), "as fera_arrived, or C T", "partial remainder");
      internal("fera_division_step", kStepBits, kStepFollows, "bits of the quotient still to come");
    }
  }
  if (context.config.fera.phase == FeraPhase::kAligned)
    block.add(origin.internal({.name = "fera_timer",
                               .width = of_port.interval,
                               .width_follows = "bits of T in clock cycles",
                               .description = "clock cycles until the interval ends"}));
  if (*rtl != '\0')
    block.add(ledger::RtlInstance{.block = rtl,
                                  .parameters = {{"PORTS", context.ports},
                                                 {"PORT_W", ledger::bits_to_name(context.ports)},
                                                 {"R_W", widths.rate},
                                                 {"F_W", widths.fraction},
                                                 {"Q_W", widths.depth},
                                                 {"A_W", widths.arrived},
                                                 {"T_W", widths.interval},
                                                 {"CT_W", widths.capacity}},
                                  .resets = {{"FIRST", "fera_rate"}}});
}

void Fera::check_declared(const ledger::Block& block, const PortContext& context) {
  static constexpr auto kFields = ledger::state_fields<Fera>(
      ledger::model_only(&Fera::context_, "its settings: their registers; the rest constants and wires"),
      ledger::holds(&Fera::meter_, "fera_arrived", "fera_arrived_last", "fera_queue", "fera_rate", "fera_tag_rate",
                    "fera_line", "fera_initial_rate", "fera_least_rate"),
      ledger::model_only(&Fera::clocked_, "the same registers once more, in RTL"),
      ledger::model_only(&Fera::phase_, "what fera_timer begins with"),
      ledger::model_only(&Fera::began_, "fera_timer counts instead"),
      ledger::model_only(&Fera::waiting_, "egress.veq_depth, and waits_at_inputs"),
      ledger::model_only(&Fera::leaving_, "egress.veq_depth"),
      ledger::model_only(&Fera::leaves_at_, "egress.veq_depth"),
      ledger::model_only(&Fera::asking_, "wires: flow_control.veq_asserted of this port"),
      ledger::model_only(&Fera::closed_, "wires: the pauses that the port obeys"),
      ledger::model_only(&Fera::paused_, "fera_paused, where the clock stands"),
      ledger::model_only(&Fera::off_, "fera_off, where OFF time is taken off"),
      ledger::model_only(&Fera::paused_before_, "fera_paused begins at 0"),
      ledger::model_only(&Fera::off_before_, "fera_off begins at 0"), ledger::holds(&Fera::lowered_, "fera_lowered"));
  ledger::require_declared(block, kFields);
  const FeraSettings& meter = context.config.fera.meter;
  require((block.find("fera_paused") != nullptr) == (meter.clock == reference::FeraClock::kStands) &&
              (block.find("fera_off") != nullptr) == meter.takes_off_time,
          "fera: which times it measures is not what is declared");
}

void Fera::bind_registers(const ledger::Binder& binder) {
  using At = ledger::RegisterAccess;
  const auto live = std::make_shared<ledger::Drafted<FeraConfig>>(
      [this]() -> const FeraConfig& { return config(); }, [this](const FeraConfig& draft) { check_settings(draft); },
      [this](const FeraConfig& draft, Time now) { set(draft, now); });
  for (const FeraView& setting : fera_views(context_)) {
    binder.bind(setting.name, {.read = [live, read = setting.read](const At&) { return read(live->live()); },
                               .write = [live, write = setting.write](
                                            const At&, std::uint64_t value) { write(live->draft(), value); },
                               .settings = live});
  }
  for (const State& state : state_of(context_))
    binder.bind(state.name, {.read = [this, read = state.read](const At&) { return read(meter_); }});
  const auto cycles = [&](const char* name, const Stopwatch& watch, const Time& before) {
    binder.bind(name, {.read = [this, &watch, &before](const At& at) {
                  return static_cast<std::uint64_t>((watch.total(at.now) - before) / context_.clock);
                }});
  };
  if (config().meter.clock == reference::FeraClock::kStands)
    cycles("fera_paused", paused_, paused_before_);
  if (config().meter.takes_off_time)
    cycles("fera_off", off_, off_before_);
  binder.bind("fera_lowered", {.read = [this](const At& at) { return lowered_[at.indices[0]]; }});
}

}  // namespace weir::congestion
