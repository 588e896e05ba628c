// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of a port's flow control, resolved: every field has a value, in exact units. One scheme is active;
// the settings of the others are not read.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "hw_model/base/by_class.h"
#include "hw_model/base/ids.h"
#include "hw_model/base/named.h"
#include "hw_model/base/units.h"
#include "hw_model/ledger/kept.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_config.h"
#include "hw_model/reference/hop_rules.h"
#include "hw_model/reference/stage_comparator.h"

namespace weir::flow_control {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): units of the defaults below

enum class Scheme {
  kNone,
  kPfc,
  kCbfc,
  kGfcConceptual,
  kGfcBufferBased,
  kGfcTimeBased,
  kGfcGradient,
  kPause,
  kTtlPfc,
  kEgressPfc,
  kEgressPause,
  kUeCbfc,
};

// Schemes as scenarios, lists and reports name and describe them; schemes() has those from outside of weir, too.
using SchemeName = Named<Scheme>;
inline constexpr std::array kSchemes = {
    SchemeName{Scheme::kNone, "none", "no flow control: a full queue drops"},
    SchemeName{Scheme::kPfc, "pfc", "IEEE 802.1Qbb priority flow control"},
    SchemeName{Scheme::kCbfc, "cbfc", "credits of InfiniBand; files call them ib_credits, too"},
    SchemeName{Scheme::kUeCbfc, "ue_cbfc", "credits of Ultra Ethernet, by channel"},
    SchemeName{Scheme::kGfcConceptual, "gfc_conceptual", "gentle flow control, continuous feedback (section 4.1)"},
    SchemeName{Scheme::kGfcBufferBased, "gfc_buffer_based", "gentle flow control, stages of the queue (section 5.1)"},
    SchemeName{Scheme::kGfcTimeBased, "gfc_time_based", "gentle flow control, periodic credits (section 5.2)"},
    SchemeName{Scheme::kGfcGradient, "gfc_gradient",
               "bounded for ever: above Bm only from a deeper VIQ to a shallower"},
    SchemeName{Scheme::kPause, "pause", "IEEE 802.3x PAUSE of the whole port"},
    SchemeName{Scheme::kTtlPfc, "ttl_pfc", "PFC with the class shifted by TTL, and a buffer partition a class"},
    SchemeName{Scheme::kEgressPfc, "egress_pfc", "PFC by the depth of egress queues, which drop at a limit"},
    SchemeName{Scheme::kEgressPause, "egress_pause",
               "802.3x PAUSE by the depth of egress queues, which drop at a limit"},
};

// A further word of scenario files for a scheme: two standards call their credits CBFC.
inline constexpr SchemeName kOtherWord{Scheme::kCbfc, "ib_credits"};

// 802.1Qbb, and all schemes with PAUSE frames. XOFF: the VIQ depth (802.3x: that of all lossless VIQs of the port) at
// or above which PAUSE is sent; XON: at or below which RESUME is.
struct PfcConfig {
  ByClass<Bytes> xoff = 800_KB;
  ByClass<Bytes> xon = 797_KB;
  std::uint16_t pause_quanta = 0xffff;  // timer value of a PAUSE, in quanta of 512 bit times
  double refresh_fraction = 0.5;        // a standing PAUSE is sent again after this part of its timer
  std::uint16_t refresh_quanta = 0;  // or after this number of quanta, which software sets; 0: refresh_fraction decides
  bool latch_xon = false;            // an XON that moves may only fall while a VIQ pauses; no key of a file

  // Whether classes may pause at different depths.
  bool by_class() const { return xoff.is_list() || xon.is_list(); }
  Bytes xoff_of(ClassId c) const { return xoff[c]; }
  Bytes xon_of(ClassId c) const { return xon[c]; }
  Bytes gap_of(ClassId c) const { return xoff[c] - xon[c]; }
  Bytes highest_xoff() const { return xoff.highest(); }
  // Of these classes; the highest of all where the set is empty.
  Bytes lowest_xoff(ClassMask classes) const { return xoff.lowest_of(classes); }
  // The largest XOFF - XON of these classes: that class takes longest to resume.
  Bytes widest_gap(ClassMask classes) const {
    Bytes widest = by_class() ? Bytes(0) : gap_of(ClassId(0));
    for_each_class(classes, [&](ClassId c) { widest = std::max(widest, gap_of(c)); });
    return widest;
  }

  // XON as a distance below XOFF, as commodity chips have it, of each class where XOFF is one for each.
  void set_xon_below(Bytes offset) {
    xon = xoff.changed([offset](Bytes depth) { return std::max(depth - offset, Bytes(0)); });
  }
  bool operator==(const PfcConfig&) const = default;
};

// From a PAUSE to its refresh, on a port of this rate.
constexpr Time refresh_interval(const PfcConfig& pfc, BitRate line_rate) {
  if (pfc.refresh_quanta != 0)
    return pause_time(pfc.refresh_quanta, line_rate);
  const Time whole = pause_time(pfc.pause_quanta, line_rate);
  return Time(static_cast<std::int64_t>(static_cast<double>(whole.count()) * pfc.refresh_fraction));
}

// TTL-based buffer management, section 1.2, on top of PfcConfig.
struct TtlPfcConfig {
  // VIQ (i, j) pauses class j - 1 upstream; false: class j, as in plain PFC, and, with a class for two hops, in a
  // switch at even hops.
  bool class_shift = true;
  ClassMask services = reference::kOneService;  // the class mapper's; not set by itself

  bool from_first = false;  // packets are in the first class of a service at their first switch, as at their host
  bool to_host = false;     // of a port: from_first makes class j class j there

  // The class that the VIQ of class `c` pauses upstream; kClasses: none.
  std::size_t paused_by(ClassId c) const {
    return reference::class_paused_by(services, c, class_shift && !(from_first && to_host));
  }

  bool operator==(const TtlPfcConfig&) const = default;
};

// The peer that a deep egress queue spares.
enum class Spared : std::uint8_t {
  kOwnPort,  // the peer at the queue's own port
  kNobody,
};
inline constexpr std::array<Named<Spared>, 2> kSpared{{{Spared::kOwnPort, "own_port"}, {Spared::kNobody, "nobody"}}};

// PFC and PAUSE by the depth of egress queues, on top of PfcConfig, whose XOFF and XON are then depths of VEQs.
struct EgressPfcConfig {
  Spared spared = Spared::kOwnPort;
  bool operator==(const EgressPfcConfig&) const = default;
};

// InfiniBand credits. The advertised buffer must be expressible: blocks <= 2^(counter_bits - 1).
struct CbfcConfig {
  Bytes buffer = 1_MB;  // what the receiver offers for each (port, class)
  Bytes block = 64_B;   // credit unit
  unsigned counter_bits = 16;
  Time period = Time(0);  // T_c; 0: the time of 65,535 B at line rate
  bool operator==(const CbfcConfig&) const = default;
};

// InfiniBand Architecture, volume 1, section 7.9.4: bytes that pass at line rate between two messages of a class.
inline constexpr Bytes kRecommendedCreditPeriod{65'535};

constexpr Time credit_period(const CbfcConfig& config, BitRate line_rate) {
  return config.period == Time(0) ? serialization_time(kRecommendedCreditPeriod, line_rate) : config.period;
}

// What becomes of a frame whose class has no channel of its own. best_effort: it goes by the best-effort channel,
// without credits. drop: there is no such channel, and switches drop it.
enum class Unmapped : std::uint8_t { kBestEffort, kDrop };
inline constexpr std::array<Named<Unmapped>, 2> kUnmapped{
    {{Unmapped::kBestEffort, "best_effort"}, {Unmapped::kDrop, "drop"}}};

// Credits of Ultra Ethernet. The channel of a class is one of the 32 of its port.
struct UeCreditsConfig {
  ue_cbfc::UeCbfcConfig credits;
  ue_cbfc::Profile profile = ue_cbfc::Profile::kRepaired;  // decides what the file leaves open (asic::with_defaults)
  PerClass<std::uint8_t> channels{0, 1, 2, 3, 4, 5, 6, 7};
  Unmapped unmapped = Unmapped::kBestEffort;

  // What the receiver offers the peer in the channel of a class; 0: what the VIQ may take (asic::resolved).
  PerClass<std::uint32_t> limits{};

  // With credits.pool_credits, in place of the limits.
  ue_cbfc::SharedMode pool_mode = ue_cbfc::SharedMode::kStatic;
  PerClass<std::uint32_t> pool_reserved{};
  PerClass<std::uint32_t> pool_shared_max{};
  PerClass<std::int8_t> pool_exponent{};

  bool pooled() const { return credits.pool_credits > 0; }
  ue_cbfc::PoolShareConfig share(std::size_t c) const {
    return {pool_reserved[c], pool_mode, pool_shared_max[c], pool_exponent[c]};
  }
  // Credits that a class may have in use.
  std::uint32_t most(std::size_t c) const { return pooled() ? credits.pool_credits : limits[c]; }
  // Bytes of frames that a credit stands for at most.
  std::int64_t bytes_of_credit() const {
    return credits.credit_size.count() - std::min<std::int64_t>(credits.overhead().count(), 0);
  }
  bool operator==(const UeCreditsConfig&) const = default;
};

// GFC, section 4.1: R(q) = C up to B0, then C (Bm - q)/(Bm - B0).
struct GfcConceptualConfig {
  Bytes b0 = 50_KB;
  Bytes bm = 100_KB;
  bool operator==(const GfcConceptualConfig&) const = default;
};

// The two forms of the stage comparator, which give the same stages.
enum class ComparatorForm : std::uint8_t {
  kThreshold,    // any thresholds, a register and a comparator each
  kLeadingZero,  // bm - b1 a power of two: a subtractor and an encoder
};
inline constexpr std::array<Named<ComparatorForm>, 2> kComparatorForms{
    {{ComparatorForm::kThreshold, "threshold"}, {ComparatorForm::kLeadingZero, "leading_zero"}}};

// GFC, section 5.1: stages B_k = Bm - (Bm - B1)/2^(k-1), R_k = C/2^k.
struct GfcBufferBasedConfig {
  Bytes b1 = 750_KB;
  Bytes bm = 1_MB;
  unsigned stages = 0;                                     // N; 0: the first k with B_k - B_(k-1) <= 1 byte
  ComparatorForm comparator = ComparatorForm::kThreshold;  // decides the registers; the stages are the same

  // The sizes with which the comparator is built.
  unsigned max_thresholds = reference::kThresholds;
  unsigned q_bits = reference::kQBits;

  // The values that software has written into a class's registers, `thresholds` or `tables` by `comparator`; none: the
  // table of b1, bm and stages. A list has all thresholds of the comparator, unused ones beyond the width of the queue
  // depth.
  PerClass<std::vector<Bytes>> thresholds = {};
  PerClass<std::optional<reference::LeadingZeroTable>> tables = {};
  bool operator==(const GfcBufferBasedConfig&) const = default;
};

// GFC, section 5.2: credits as in CBFC, rate C min(1, remaining/(Bm - B0)).
struct GfcTimeBasedConfig {
  Bytes b0 = 492_KB;
  Bytes bm = 1_MB;
  CbfcConfig credits = {};  // its `buffer` is not read: the receiver advertises Bm
  bool operator==(const GfcTimeBasedConfig&) const = default;
};

// The gradient rule (docs/reference/gradient_gate.md): above Bm a packet goes only from a deeper VIQ to a shallower
// one.
struct GfcGradientConfig {
  Bytes bm = 1_MB;
  CbfcConfig reports = {};  // of what is freed; its `buffer` is not read
  bool operator==(const GfcGradientConfig&) const = default;
};

struct FlowControlConfig {
  Scheme scheme = Scheme::kNone;
  ClassMask lossless = 0x01;  // classes that the scheme protects; the others are lossy
  Time processing_delay;      // t_r: from the arrival of a control frame to its effect
  PfcConfig pfc;              // of all schemes with PAUSE frames
  TtlPfcConfig ttl_pfc;
  EgressPfcConfig egress_pfc;
  CbfcConfig cbfc;
  UeCreditsConfig ue_cbfc;
  GfcConceptualConfig gfc_conceptual;
  GfcBufferBasedConfig gfc_buffer_based;
  GfcTimeBasedConfig gfc_time_based;
  GfcGradientConfig gfc_gradient;
  ledger::Kept others;  // of schemes from outside of weir
  bool operator==(const FlowControlConfig&) const = default;
};

}  // namespace weir::flow_control
