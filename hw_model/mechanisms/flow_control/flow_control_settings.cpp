// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

#include <bit>
#include <string>
#include <vector>

#include "hw_model/base/quantity_text.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/flow_control/pause_rules.h"
#include "hw_model/reference/cbfc_counters.h"
#include "hw_model/reference/gradient_gate.h"
#include "hw_model/reference/reference_settings.h"
#include "hw_model/reference/stage_comparator.h"

namespace weir::flow_control {

using ledger::alike;
using ledger::Complaints;
using ledger::OfTable;
using ledger::setting;
using ledger::SettingsOf;

namespace {

constexpr Bytes kMost{std::int64_t{1} << 32};
constexpr unsigned kQuantaBits = 16;
constexpr std::string_view kCounted = "both ends of a cable count the same credits";
constexpr std::string_view kComputedAtBothEnds = "one end of a cable reports what the other computes its rate from";

unsigned bits_of(Bytes largest) { return ledger::bits_for(static_cast<std::uint64_t>(largest.count())); }

// The threshold from which a rate falls lies below the one at which it would be zero.
void check_below(const char* word, Bytes threshold, Bytes bm, Complaints& complaints) {
  complaints.unless(threshold < bm, {word, "bm"},
                    "wanted less than bm, " + quantity_text(bm) + "; got " + quantity_text(threshold));
}

void check_period(const CbfcConfig& config, int lossless, const PortFacts& port, Complaints& complaints) {
  const Time period = credit_period(config, port.line_rate);
  const Time messages = serialization_time(frame::kControlFrameLength, port.line_rate) * lossless;
  complaints.unless(period > messages, {"period", "flow_control.lossless", "port.rate"},
                    "wanted more than the " + quantity_text(messages) +
                        " that one message a lossless class takes; got " + quantity_text(period));
}

// A buffer that the counters cannot express is refused: modulo arithmetic would take a full buffer for an empty one.
// `word`: of the setting that is the buffer.
void check_credits(const char* word, const CbfcConfig& config, Bytes buffer, int lossless, const PortFacts& port,
                   Complaints& complaints) {
  const std::int64_t blocks = buffer / config.block;
  const std::int64_t most = std::int64_t{1} << (config.counter_bits - 1);
  complaints.unless(blocks <= most, {word, "block", "counter_bits"},
                    "wanted at most " + std::to_string(most) + " blocks of " + quantity_text(config.block) + ", " +
                        quantity_text(config.block * most) + ", which is what counters of " +
                        std::to_string(config.counter_bits) + " bits express; got " + quantity_text(buffer));
  complaints.unless(blocks >= 1, {word, "block"},
                    "wanted at least one block of " + quantity_text(config.block) + "; got " + quantity_text(buffer));
  const reference::CreditConfig credits{.buffer = buffer, .block = config.block, .counter_bits = config.counter_bits};
  complaints.unless(credits.blocks(port.max_frame) <= blocks, {word, "block", "switch.max_frame"},
                    "wanted the blocks of at least one frame of switch.max_frame, " + quantity_text(port.max_frame) +
                        "; got " + quantity_text(buffer));
  check_period(config, lossless, port, complaints);
}

// Hosts stop below Bm, and the counters express what a VIQ alone may come to (theorem B with n = 1). How many VIQs feed
// one another is for the network to say.
void check_gradient(const GfcGradientConfig& gfc, int lossless, const PortFacts& port, Complaints& complaints) {
  const reference::GradientConfig rule = gradient_rule(gfc, port.max_frame);
  const std::int64_t stop = gfc.bm / gfc.reports.block;
  complaints.unless(stop > std::int64_t{rule.blocks(port.max_frame)}, {"bm", "block", "switch.max_frame"},
                    "wanted more than the " + std::to_string(rule.blocks(port.max_frame)) +
                        " blocks of a frame of switch.max_frame, since hosts stop a frame below bm; got " +
                        std::to_string(stop) + " blocks of " + quantity_text(gfc.reports.block));
  const std::int64_t most = (std::int64_t{1} << gfc.reports.counter_bits) - 1;
  complaints.unless(stop - 1 + 2 * std::int64_t{rule.blocks(port.max_frame)} <= most, {"bm", "block", "counter_bits"},
                    "wanted bm and two frames of switch.max_frame within the " + std::to_string(most) +
                        " blocks that counters of " + std::to_string(gfc.reports.counter_bits) + " bits express; got " +
                        std::to_string(stop) + " blocks");
  check_period(gfc.reports, lossless, port, complaints);
}

void check_stages(const GfcBufferBasedConfig& gfc, const reference::RateLimiterConfig& limiter,
                  Complaints& complaints) {
  const auto stages = gfc.stages != 0 ? gfc.stages : reference::gfc_stage_count(gfc.bm, gfc.b1);
  const std::string made = gfc.stages != 0 ? "" : "bm - b1 = " + quantity_text(gfc.bm - gfc.b1) + " makes ";
  const char* word = gfc.stages != 0 ? "stages" : "bm";
  complaints.unless(stages <= gfc.max_thresholds, {word, "b1", "stages"},
                    made + std::to_string(stages) + " stages, and a comparator has " +
                        std::to_string(gfc.max_thresholds) + " thresholds; wanted " +
                        (gfc.stages != 0 ? "fewer" : "a smaller difference, or flow_control.gfc_buffer_based.stages"));
  const std::uint64_t widest = limiter.r_r_max(reference::RateForm::kStage);
  complaints.unless(stages <= widest, {word, "b1", "stages"},
                    made + std::to_string(stages) + " stages, and the limiter's r_r of " +
                        std::to_string(limiter.stage) + " bits holds at most " + std::to_string(widest));
  const Bytes last = reference::gfc_stage_thresholds(gfc.bm, gfc.b1, stages).back();
  complaints.unless(last < Bytes(std::int64_t{1} << gfc.q_bits), {"bm"},
                    "threshold B_" + std::to_string(stages) + " = " + quantity_text(last) + " does not fit the " +
                        std::to_string(gfc.q_bits) + " bits of a queue depth");
}

void check_buffer_based(const GfcBufferBasedConfig& gfc, const PortFacts& port, Complaints& complaints) {
  check_below("b1", gfc.b1, gfc.bm, complaints);
  complaints.unless(gfc.comparator != ComparatorForm::kLeadingZero ||
                        std::has_single_bit(static_cast<std::uint64_t>((gfc.bm - gfc.b1).count())),
                    {"comparator", "b1", "bm"},
                    "leading_zero wants bm - b1 to be a power of two bytes, such as 262144 B; bm - b1 is " +
                        quantity_text(gfc.bm - gfc.b1));
  check_stages(gfc, port.limiter, complaints);
}

}  // namespace

const SettingsOf<FlowControlConfig>& flow_control_settings() {
  using Config = FlowControlConfig;
  static const SettingsOf<Config> kSettings = {
      alike(setting(&Config::scheme, "scheme", kSchemes,
                    "Which one is active; the tables of the others are checked and not used."),
            "both ends of a cable speak the same scheme"),
      alike(ledger::class_set(&Config::lossless, "lossless",
                              "Classes that it protects; with `none` there are none. Default under `ttl_pfc`: 0 to "
                              "ttl0 - 1, all of which it wants.",
                              {.width = [](const Config&) { return unsigned{kClasses}; },
                               .width_follows = "a bit a class, as the class-enable vector of a frame",
                               .name = "lossless_classes"}),
            "both ends of a cable protect the same classes"),
      setting(&Config::processing_delay, "processing_delay", {0_ps, Time(kPicosecondsPerSecond)},
              "t_r: from the arrival of a control frame to its effect."),
  };
  return kSettings;
}

const SettingsOf<PfcConfig>& pfc_settings() {
  using Config = PfcConfig;
  const auto depth = [](const Config& pfc) { return bits_of(pfc.xoff); };
  static const SettingsOf<Config> kSettings = {
      by_class(setting(&Config::xoff, "xoff", {1_B, kMost},
                       "VIQ depth at or above which PAUSE is sent; `pause`: of all lossless VIQs of the port together; "
                       "`egress_pfc`: depth of a VEQ; `egress_pause`: of all lossless VEQs of the port together. With "
                       "`pfc` and `ttl_pfc` also a list of 8, one for each class.",
                       {.width = depth, .width_follows = "bits of XOFF in bytes"}),
               &Config::xoff, &Config::xoff_by_class),
      by_class(setting(&Config::xon, "xon", {0_B, kMost},
                       "Depth at or below which RESUME is sent; as `xoff` also a list of 8.",
                       {.width = depth, .width_follows = "bits of XOFF in bytes"}),
               &Config::xon, &Config::xon_by_class),
      setting(&Config::pause_quanta, "pause_quanta", {1, 65'535}, "Timer value of a PAUSE, in quanta of 512 bit times.",
              {.width = [](const Config&) { return kQuantaBits; }}),
      setting(&Config::refresh_fraction, "refresh_fraction", {0.01, 0.99},
              "A standing PAUSE is sent again after this part of its timer.", {.name = "refresh_quanta"}),
  };
  return kSettings;
}

const SettingsOf<EgressPfcConfig>& egress_pfc_settings() {
  using Config = EgressPfcConfig;
  static const SettingsOf<Config> kSettings = {
      setting(&Config::spared, "spared", kSpared, "Whom a deep egress queue does not pause."),
  };
  return kSettings;
}

const SettingsOf<CbfcConfig>& cbfc_settings() {
  using Config = CbfcConfig;
  static const SettingsOf<Config> kSettings = {
      setting(&Config::buffer, "buffer", {1_B, kMost}, "What the receiver offers for each class.",
              {.name = "buffer_blocks"}),
      alike(setting(&Config::block, "block", {1_B, 9216_B}, "Credit unit."), kCounted),
      alike(setting(&Config::counter_bits, "counter_bits", {2, 32},
                    "Width of the counters; 12 in the standard. At most 2^(bits - 1) blocks are outstanding."),
            kCounted),
      setting(&Config::period, "period", {0_ps, Time(kPicosecondsPerSecond)},
              "From one credit message of a class to its next; 0ps: the time of 65,535 B at line rate.",
              {.name = "credit_period"}),
  };
  return kSettings;
}

const SettingsOf<GfcConceptualConfig>& gfc_conceptual_settings() {
  using Config = GfcConceptualConfig;
  const ledger::HeldIn<Config> held{.width = [](const Config& gfc) { return bits_of(gfc.bm); },
                                    .width_follows = "bits of Bm in bytes"};
  static const SettingsOf<Config> kSettings = {
      setting(&Config::b0, "b0", {0_B, kMost}, "B0: the rate falls from here.", held),
      setting(&Config::bm, "bm", {1_B, kMost}, "Bm: the rate would be zero here; it stays at a least rate.", held),
  };
  return kSettings;
}

const SettingsOf<GfcBufferBasedConfig>& gfc_buffer_based_settings() {
  using Config = GfcBufferBasedConfig;
  static const SettingsOf<Config> kSettings = {
      setting(&Config::b1, "b1", {1_B, kMost}, "B1: stage 1, half the line rate.", {.name = "b_k"}),
      setting(&Config::bm, "bm", {1_B, kMost}, "Bm: the limit of the stages.", {.name = "b_k"}),
      setting(&Config::stages, "stages", {0, 62}, "N; 0: the first k with B_k - B_(k-1) <= 1 byte.", {.name = "b_k"}),
      setting(&Config::comparator, "comparator", kComparatorForms,
              "Form of the stage comparator; leading_zero wants bm - b1 to be a power of two. Stages are the same."),
  };
  return kSettings;
}

const SettingsOf<GfcTimeBasedConfig>& gfc_time_based_settings() {
  using Config = GfcTimeBasedConfig;
  static const SettingsOf<Config> kSettings = [] {
    SettingsOf<Config> settings = {
        setting(&Config::b0, "b0", {0_B, kMost}, "B0: the rate falls from here.", {.name = "linear_range"}),
        setting(&Config::bm, "bm", {1_B, kMost}, "Bm: the buffer that credits advertise.", {.name = "buffer_blocks"}),
    };
    for (ledger::Setting<Config>& credit : ledger::within(&Config::credits, cbfc_settings())) {
      if (credit.word != "buffer")  // which is Bm
        settings.push_back(std::move(credit));
    }
    return settings;
  }();
  return kSettings;
}

const SettingsOf<GfcGradientConfig>& gfc_gradient_settings() {
  using Config = GfcGradientConfig;
  static const SettingsOf<Config> kSettings = [] {
    SettingsOf<Config> settings = {
        setting(&Config::bm, "bm", {1_B, kMost},
                "Bm: from here on a packet goes only from a VIQ that is as deep as that to which it goes, and hosts "
                "stop a frame of switch.max_frame below.",
                {.name = "gradient_stop"}),
    };
    for (ledger::Setting<Config>& report : ledger::within(&Config::reports, cbfc_settings())) {
      if (report.word == "block") {
        report.meaning = "What is sent, held and freed is counted in: a packet takes whole ones.";
      } else if (report.word == "counter_bits") {
        report.meaning = "Width of the counters: 2^bits - 1 blocks at most are sent and not known to be freed.";
      } else if (report.word == "period") {
        report.meaning =
            "From one message of a class to its next; 0ps: the time of 65,535 B at line rate. Where a slow sink takes "
            "less than two packets in it, the rule may starve one of two flows to it; of more flows in a line it "
            "starves some whatever this is.";
      }
      if (report.word != "buffer")
        settings.push_back(std::move(report));
    }
    return settings;
  }();
  return kSettings;
}

reference::GradientConfig gradient_rule(const GfcGradientConfig& gfc, Bytes max_frame) {
  return {.bm = gfc.bm, .longest = max_frame, .block = gfc.reports.block, .counter_bits = gfc.reports.counter_bits};
}

const std::vector<SchemeTable>& scheme_tables() {
  using Config = FlowControlConfig;
  static const std::vector<SchemeTable> kTables = {
      {"flow_control.pfc", "IEEE 802.1Qbb; the thresholds of `pause`, `ttl_pfc`, `egress_pfc` and `egress_pause`, too.",
       ledger::within(&Config::pfc, pfc_settings())},
      {"flow_control.egress_pfc",
       "PFC, and with `egress_pause` PAUSE, by the depth of egress queues, which drop at `switch.mmu.veq_limit`.",
       ledger::within(&Config::egress_pfc, egress_pfc_settings())},
      {"flow_control.cbfc", "InfiniBand credits.", ledger::within(&Config::cbfc, cbfc_settings())},
      {"flow_control.gfc_conceptual", "GFC, SIGCOMM '19, section 4.1: R(q) = C up to B0, then C (Bm - q)/(Bm - B0).",
       alike(ledger::within(&Config::gfc_conceptual, gfc_conceptual_settings()), kComputedAtBothEnds)},
      {"flow_control.gfc_buffer_based", "GFC, section 5.1: stages B_k = Bm - (Bm - B1)/2^(k-1), R_k = C/2^k.",
       ledger::within(&Config::gfc_buffer_based, gfc_buffer_based_settings())},
      {"flow_control.gfc_time_based", "GFC, section 5.2: credits, rate C min(1, remaining/(Bm - B0)).",
       alike(ledger::within(&Config::gfc_time_based, gfc_time_based_settings()), kComputedAtBothEnds)},
      {"flow_control.gfc_gradient",
       "GFC bounded for ever: uphill waits, downhill flows. `counter_bits` and `block` are those of credits; no credit "
       "is spent.",
       ledger::within(&Config::gfc_gradient, gfc_gradient_settings())},
  };
  return kTables;
}

const SchemeTraits& traits_of(Scheme scheme) {
  static constexpr SchemeTraits kOpen{};  // rates and drops: nobody is held for ever
  static constexpr SchemeTraits kPfcs{.pauses = true, .may_deadlock = true, .takes_headroom_pool = true};
  static constexpr SchemeTraits kPauses{.pauses = true, .may_deadlock = true, .is_of_the_port = true};
  static constexpr SchemeTraits kShifted{
      .pauses = true, .may_deadlock = true, .follows_ttl = true, .takes_headroom_pool = true};
  static constexpr SchemeTraits kByEgress{.pauses = true, .may_deadlock = true, .by_egress = true};
  static constexpr SchemeTraits kPortByEgress{
      .pauses = true, .may_deadlock = true, .is_of_the_port = true, .by_egress = true};
  static constexpr SchemeTraits kDownhill{.judges_inputs = true};
  static constexpr SchemeTraits kCredits{.may_deadlock = true};
  switch (scheme) {
    case Scheme::kPfc:
      return kPfcs;
    case Scheme::kPause:
      return kPauses;
    case Scheme::kTtlPfc:
      return kShifted;
    case Scheme::kEgressPfc:
      return kByEgress;
    case Scheme::kEgressPause:
      return kPortByEgress;
    case Scheme::kCbfc:
      return kCredits;
    case Scheme::kGfcGradient:
      return kDownhill;
    case Scheme::kNone:
    case Scheme::kGfcConceptual:
    case Scheme::kGfcBufferBased:
    case Scheme::kGfcTimeBased:
      break;
  }
  return kOpen;
}

const CbfcConfig* credits_of(const FlowControlConfig& config) {
  switch (config.scheme) {
    case Scheme::kCbfc:
      return &config.cbfc;
    case Scheme::kGfcTimeBased:
      return &config.gfc_time_based.credits;
    case Scheme::kGfcGradient:
      return &config.gfc_gradient.reports;
    default:
      return nullptr;
  }
}

ClassMask at_switches(const FlowControlConfig& config) {
  ClassMask classes = config.lossless;
  const bool is_shifted = traits_of(config.scheme).follows_ttl && !config.ttl_pfc.by_label;
  for (std::size_t c = 0; is_shifted && c < kClasses; ++c) {
    const reference::Service service = reference::service_of(config.ttl_pfc.services, ClassId(c));
    if (!service.is_plain())
      classes &= static_cast<ClassMask>(~mask_of(service.first));
  }
  return classes;
}

void check(const FlowControlConfig& config, const PortFacts& port, Complaints& complaints) {
  const int lossless = std::popcount(config.lossless);
  OfTable common(complaints, "flow_control");
  OfTable pfc(complaints, "flow_control.pfc");
  OfTable egress_pfc(complaints, "flow_control.egress_pfc");
  OfTable cbfc(complaints, "flow_control.cbfc");
  OfTable conceptual(complaints, "flow_control.gfc_conceptual");
  OfTable buffer_based(complaints, "flow_control.gfc_buffer_based");
  OfTable time_based(complaints, "flow_control.gfc_time_based");
  OfTable gradient(complaints, "flow_control.gfc_gradient");
  OfTable limiter(complaints, "limiter");
  check_ranges(config, flow_control_settings(), common);
  for (const SchemeTable& table : scheme_tables()) {
    OfTable of_scheme(complaints, std::string(table.path));
    check_ranges(config, table.settings, of_scheme);
  }
  check_ranges(port.limiter, reference::limiter_settings(), limiter);
  switch (config.scheme) {
    case Scheme::kNone:
      return;
    case Scheme::kTtlPfc:
    case Scheme::kPfc:
    case Scheme::kPause:
    case Scheme::kEgressPfc:
    case Scheme::kEgressPause:
      return check_pauses(config, port, pfc);
    case Scheme::kCbfc:
      return check_credits("buffer", config.cbfc, config.cbfc.buffer, lossless, port, cbfc);
    case Scheme::kGfcConceptual:
      check_below("b0", config.gfc_conceptual.b0, config.gfc_conceptual.bm, conceptual);
      conceptual.unless(config.gfc_conceptual.bm < kMost, {"bm"},
                        "wanted less than 4096MiB, which the message's depth field of 32 bits cannot say");
      return reference::check(port.limiter, port.line_rate, port.max_frame, limiter);
    case Scheme::kGfcBufferBased:
      check_buffer_based(config.gfc_buffer_based, port, buffer_based);
      return reference::check(port.limiter, port.line_rate, port.max_frame, limiter);
    case Scheme::kGfcTimeBased:
      check_below("b0", config.gfc_time_based.b0, config.gfc_time_based.bm, time_based);
      check_credits("bm", config.gfc_time_based.credits, config.gfc_time_based.bm, lossless, port, time_based);
      return reference::check(port.limiter, port.line_rate, port.max_frame, limiter);
    case Scheme::kGfcGradient:
      return check_gradient(config.gfc_gradient, lossless, port, gradient);
  }
}

}  // namespace weir::flow_control
