// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/congestion_settings.h"

#include <algorithm>
#include <array>
#include <utility>

#include "hw_model/base/quantity_text.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/congestion/congestion.h"
#include "hw_model/mechanisms/congestion/detectors.h"
#include "hw_model/mechanisms/congestion/fera_rules.h"
#include "hw_model/mechanisms/congestion/fera_table.h"
#include "hw_model/mechanisms/congestion/tcd_timing.h"
#include "hw_model/mechanisms/congestion/thresholds.h"

namespace weir::congestion {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): units of the ranges below

namespace {

constexpr std::int64_t kNoDetector = 0;

// Words of a file: those that the model has behaviour for.
constexpr std::int64_t value_of(DetectorKind kind) { return static_cast<std::int64_t>(kind) + 1; }

// A row of one. What is only declared, for its cost, has no word, and neither has a longer row.
ledger::Setting<CongestionConfig> detector() {
  ledger::SettingText text{
      .word = "detector",
      .kind = ledger::SettingKind::kWord,
      .meaning =
          "What marks packets at every egress port. red_ecn: random early detection, which "
          "sets CE in packets whose sender can use it (`flow.ecn`). ib_fecn: InfiniBand's forward "
          "notification, in flows with framing = \"rocev2\". tcd, tcd_infiniband: ternary congestion "
          "detection, behind pauses and behind credits. fera: explicit rates, lowered in the tags of flows. bcn: none; "
          "tells sources of their queue, by `congestion.bcn`."};
  text.words = {{kNoDetector, "none"}};
  for (const DetectorName& one : kDetectors)
    text.words.push_back({value_of(one.value), one.name});
  return ledger::detail::described<CongestionConfig>(
      std::move(text),
      [](const CongestionConfig& config, std::size_t) -> ledger::SettingValue {
        return {config.detectors.size() != 1 ? kNoDetector : value_of(config.detectors.front())};
      },
      [](CongestionConfig& config, std::size_t, ledger::SettingValue value) {
        config.detectors.clear();
        if (value.count != kNoDetector)
          config.detectors.push_back(static_cast<DetectorKind>(value.count - 1));
      },
      {});
}

constexpr std::array kUndetermined{Named<frame::Ecn>{frame::Ecn::kEct0, "ect0"},
                                   Named<frame::Ecn>{frame::Ecn::kEct1, "ect1"}};

}  // namespace

const ledger::SettingsOf<CongestionConfig>& congestion_settings() {
  using Config = CongestionConfig;
  static const ledger::SettingsOf<Config> kSettings = {
      detector(),
      ledger::alike(ledger::setting(&Config::undetermined, "undetermined", kUndetermined,
                                    "Under TCD, the ECN code point that says that a packet has passed a port in the "
                                    "undetermined state; senders that are watched use the other one (`flow.ecn`)."),
                    "what one switch writes, others and hosts read"),
  };
  return kSettings;
}

namespace {

// A number of bytes, or what follows from the scheme (thresholds.h).
static_assert(kBytesByScheme.count() == ledger::kWordInstead);
template <class Config>
ledger::Setting<Config> by_scheme(ledger::Setting<Config> setting) {
  return ledger::or_word(std::move(setting), "by_scheme");
}

ledger::SettingsOf<RedEcnConfig> red_ecn_settings() {
  using Config = RedEcnConfig;
  return {
      by_scheme(ledger::setting(&Config::k_min, "k_min", {0_B, 1000_MB},
                                "Bytes behind a leaving packet up to which none is marked. by_scheme: 5 KB, or half of "
                                "k_max where that is less.",
                                {.name = "red_k_min"})),
      by_scheme(ledger::setting(&Config::k_max, "k_max", {1_B, 1000_MB},
                                "Bytes behind it above which each is marked. by_scheme: 200 KB, behind pauses at most "
                                "half of the least XOFF of a lossless class.",
                                {.name = "red_k_max"})),
      ledger::setting(&Config::p_max, "p_max", {0.000001, 1.0},
                      "Probability of a mark at k_max; it rises from 0 at k_min.", {.name = "red_slope"}),
      ledger::class_set(&Config::classes, "classes", "Classes that are marked.", {.name = "red_classes"}),
      ledger::setting(&Config::beside, "beside",
                      "Beside another `detector`, which watches the classes with flow control, it marks those of "
                      "`classes` without."),
      ledger::setting(&Config::notify, "notify",
                      "The switch also tells the source of a packet that it has marked: `notifications_received`."),
      ledger::setting(&Config::notify_interval, "notify_interval", {1_us, 1000_ms, 1_us},
                      "notify: an egress queue tells somebody at most once in this time.",
                      {.name = "red_notify_interval"}),
  };
}

ledger::SettingsOf<IbFecnConfig> ib_fecn_settings() {
  using Config = IbFecnConfig;
  return {
      ledger::setting(&Config::threshold, "threshold", {0_B, 1000_MB},
                      "Bytes behind a leaving packet above which its queue is congested.", {.name = "fecn_threshold"}),
      ledger::setting(&Config::packet_size, "packet_size", {0_B, frame::kMaxFrameLength},
                      "Shorter packets are not marked.", {.name = "fecn_packet_size"}),
      ledger::setting(&Config::marking_rate, "marking_rate", {0, 65'535},
                      "Packets that could be marked between two that are.", {.name = "fecn_marking_rate"}),
      ledger::setting(&Config::delayed, "delayed", kDelayed,
                      "Which packets were delayed for lack of credits and are not marked: all that were in the queue "
                      "meanwhile, or the one at its head."),
      ledger::setting(&Config::victim_mask, "victim_mask", "Marks delayed packets, too.", {.name = "fecn_victim_mask"}),
  };
}

ledger::SettingsOf<TcdConfig> tcd_times() {
  using Config = TcdConfig;
  return {
      ledger::setting(&Config::epsilon, "epsilon", {0.0001, 1.0},
                      "Congestion degree of the equation of max(T_on); with outputs that are FIFOs at most 0.05."),
      ledger::setting(&Config::xoff_to_xon, "xoff_to_xon", {0_B, 1000_MB},
                      "B1 - B0 of the same; 0: XOFF - XON of flow control, or two frames of max_frame."),
      ledger::setting(&Config::longest_on, "longest_on", {0_ps, 1000_ms},
                      "max(T_on): a queue that was OFF less than this ago is undetermined; 0: by the equation, behind "
                      "credits their period T_c.",
                      {.name = "tcd_longest_on"}),
      ledger::setting(&Config::period, "period", {0_ps, 1000_ms},
                      "T, from one sample of a released queue to the next; 0: 2 max(T_on).", {.name = "tcd_period"}),
      ledger::setting(&Config::time, "time", kTcdTimes,
                      "What T_on and T are measured in. port: all time. own: each class's own, which stands while the "
                      "port sends data of another class."),
      ledger::setting(&Config::tick, "tick", {1_ps, 1_us}, "Clock of the time stamps."),
      ledger::setting(&Config::timestamp_bits, "timestamp_bits", {0, 48},
                      "Width of the time stamps; 0: the least that no wrap-around can fake a short time with."),
  };
}

ledger::SettingsOf<TcdConfig> tcd_rule() {
  using Config = TcdConfig;
  return {
      ledger::setting(&Config::low_threshold, "low_threshold", {0_B, 1000_MB},
                      "Bytes behind a leaving packet at or below which a released queue is not congested.",
                      {.name = "tcd_low_threshold"}),
      ledger::setting(
          &Config::rule, "rule", kReleaseRules,
          "When a released queue is congested: it has risen in T; not fallen; risen by more than 2 MTU; or "
          "that, or it stands while this switch pauses. by_scheme: the last, behind credits the one before."),
      ledger::setting(&Config::hold, "hold", kHolds,
                      "How long a released queue that the rule has declared congested stays so. sampled: until a "
                      "sample, every T, says that it is not. none: until the next packet, of which RED decides."),
      ledger::setting(&Config::ingress, "ingress", kPausedIngresses,
                      "rise_or_pausing: whose pause counts: that of an ingress that holds packets for this port in "
                      "the class, or of any."),
      ledger::setting(&Config::pause, "pause", kPausesSeen,
                      "rise_or_pausing: a pause at any departure since the last sample, or at the sample."),
      ledger::setting(&Config::band, "band", {0_B, 1000_MB},
                      "rise_or_pausing: bytes by which a queue that stands may fall in T; 0: max(2 MTU, epsilon C T).",
                      {.name = "tcd_band"}),
      ledger::setting(&Config::hard_level, "hard_level", {0_B, 1000_MB},
                      "Bytes behind a leaving packet above which it gets CE whatever the state; 0: none.",
                      {.name = "tcd_hard_level"}),
      by_scheme(ledger::setting(
          &Config::host_hard_level, "host_hard_level", {0_B, 1000_MB},
          "The same at ports to hosts, where lower; 0: none. by_scheme: behind pauses half of the least XOFF of a "
          "lossless class, else none.",
          {.name = "tcd_hard_level"})),
      ledger::setting(&Config::host_hard_time, "host_hard_time", {0_ps, 1000_ms},
                      "At ports to hosts CE only after the queue has been above its level for so long on end.",
                      {.name = "tcd_hard_time"}),
  };
}

ledger::SettingsOf<RedEcnConfig> tcd_marking() {
  using Config = RedEcnConfig;
  return {
      by_scheme(ledger::setting(&Config::k_min, "k_min", {0_B, 1000_MB},
                                "Bytes behind a leaving packet up to which none is marked, in states 0 and 1. "
                                "by_scheme: 5 KB, or half of k_max where that is less.",
                                {.name = "tcd_k_min"})),
      by_scheme(ledger::setting(&Config::k_max, "k_max", {1_B, 1000_MB},
                                "Bytes behind it above which each is. by_scheme: 200 KB, behind pauses at most half of "
                                "the least XOFF of a lossless class.",
                                {.name = "tcd_k_max"})),
      ledger::setting(&Config::p_max, "p_max", {0.000001, 1.0},
                      "Probability of a mark at k_max; it rises from 0 at k_min.", {.name = "tcd_slope"}),
  };
}

ledger::SettingsOf<TcdConfig> tcd_settings() {
  ledger::SettingsOf<TcdConfig> all = tcd_times();
  for (auto part : {tcd_rule(), ledger::within(&TcdConfig::marking, tcd_marking())})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

ledger::SettingsOf<BcnConfig> bcn_settings() {
  using Config = BcnConfig;
  return {
      ledger::setting(&Config::q_eq, "q_eq", {0_B, 1000_MB}, "Q_eq: depth of a queue at which nothing is said.",
                      {.name = "bcn_q_eq"}),
      ledger::setting(&Config::sampling_interval, "sampling_interval", {1, 65'535},
                      "Packets that arrive for a queue from one sample to the next.",
                      {.name = "bcn_sampling_interval"}),
      ledger::setting(&Config::w, "w", {0, 255},
                      "Weight of the queue's change since the sample before in the index. Not in the thesis.",
                      {.name = "bcn_w"}),
  };
}

}  // namespace

const std::vector<DetectorTable>& detector_tables() {
  using Config = CongestionConfig;
  static const std::vector<DetectorTable> kTables = {
      {"congestion.red_ecn", "RED with ECN: RFC 3168, with the depth of the moment.",
       ledger::within(&Config::red_ecn, red_ecn_settings())},
      {"congestion.ib_fecn", "InfiniBand's FECN: Architecture, volume 1, annex A10.",
       ledger::within(&Config::ib_fecn, ib_fecn_settings())},
      {"congestion.tcd", "Ternary congestion detection, of both forms: TCD, SIGCOMM '21, section 4.",
       ledger::within(&Config::tcd, tcd_settings())},
      {"congestion.fera", "FERA's meter of each port: FERA, chapters 5 and 7.",
       ledger::within(&Config::fera, fera_settings())},
      {"congestion.fera_edge", "The edge of a FERA region: what hosts that know nothing of it would do.",
       ledger::within(&Config::fera_edge, fera_edge_settings())},
      {"congestion.bcn", "Backward congestion notification, at the switch: FERA, section 6.2.",
       ledger::within(&Config::bcn, bcn_settings())},
  };
  return kTables;
}

namespace {

void check_red(const PortContext& context, ledger::Complaints& complaints) {
  const RedEcnConfig red = red_config(context);
  complaints.unless(red.k_min < red.k_max, {"congestion.red_ecn.k_min", "congestion.red_ecn.k_max"},
                    "wanted less than k_max, " + quantity_text(red.k_max) + "; got " + quantity_text(red.k_min));
  complaints.unless(
      red.k_max <= context.buffer, {"congestion.red_ecn.k_max", "switch.mmu.buffer"},
      "wanted at most the whole buffer, " + quantity_text(context.buffer) + "; got " + quantity_text(red.k_max));
}

// RED beside another detector marks none of that one's classes.
void check_beside(const PortContext& context, ledger::Complaints& complaints) {
  const CongestionConfig& config = context.config;
  complaints.unless(!config.detectors.empty() && config.detectors.front() != DetectorKind::kRedEcn,
                    {"congestion.red_ecn.beside", "congestion.detector"},
                    "red_ecn stands beside a detector of lossless classes; wanted one of these as detector, or none "
                    "beside it");
  complaints.unless(red_classes(context) != 0, {"congestion.red_ecn.classes", "congestion.red_ecn.beside"},
                    "wanted a class without flow control for red_ecn to mark; each of these has it");
}

void check_fecn(const PortContext& context, ledger::Complaints& complaints) {
  const IbFecnConfig& fecn = context.config.ib_fecn;
  complaints.unless(
      fecn.threshold <= context.buffer, {"congestion.ib_fecn.threshold", "switch.mmu.buffer"},
      "wanted at most the whole buffer, " + quantity_text(context.buffer) + "; got " + quantity_text(fecn.threshold));
  complaints.unless(fecn.packet_size <= context.max_frame, {"congestion.ib_fecn.packet_size", "switch.max_frame"},
                    "wanted at most the largest frame, " + quantity_text(context.max_frame) + "; got " +
                        quantity_text(fecn.packet_size));
}

void check_bcn(const PortContext& context, ledger::Complaints& complaints) {
  const Bytes q_eq = context.config.bcn.q_eq;
  complaints.unless(
      q_eq <= context.buffer, {"congestion.bcn.q_eq", "switch.mmu.buffer"},
      "wanted at most the whole buffer, " + quantity_text(context.buffer) + "; got " + quantity_text(q_eq));
}

}  // namespace

unsigned depth_bits(const PortContext& context) {
  return ledger::bits_for(static_cast<std::uint64_t>(context.buffer.count()));
}

void check(const PortContext& context, ledger::Complaints& complaints) {
  const CongestionConfig& config = context.config;
  if (config.has(DetectorKind::kRedEcn))
    check_red(context, complaints);
  if (config.red_ecn.beside)
    check_beside(context, complaints);
  if (config.has(DetectorKind::kIbFecn))
    check_fecn(context, complaints);
  if (config.has(DetectorKind::kBcn))
    check_bcn(context, complaints);
  for (const DetectorKind form : {DetectorKind::kTcd, DetectorKind::kTcdInfiniband}) {
    if (config.has(form))
      check_tcd(context, form, complaints);
  }
  if (config.has(DetectorKind::kFera))
    check_fera(context, complaints);
  if (config.fera_edge.at != FeraEdgeAt::kNone)
    check_fera_edge(context, complaints);
}

}  // namespace weir::congestion
