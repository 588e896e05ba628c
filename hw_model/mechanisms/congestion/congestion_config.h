// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of a switch's congestion detectors, resolved: every field has a value, in exact units. Only those of the
// detectors in `detectors` are read.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/named.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/ipv4.h"
#include "hw_model/ledger/kept.h"
#include "hw_model/reference/fera_settings.h"

namespace weir::congestion {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): units of the defaults below

enum class DetectorKind : std::uint8_t { kRedEcn, kIbFecn, kTcd, kTcdInfiniband, kFera, kBcn };

// What lists and reports call them; detectors() has those from outside of weir, too.
using DetectorName = Named<DetectorKind>;
inline constexpr std::array kDetectors = {
    DetectorName{DetectorKind::kRedEcn, "red_ecn", "random early detection, marks CE by queue length at dequeue"},
    DetectorName{DetectorKind::kIbFecn, "ib_fecn", "InfiniBand forward congestion notification"},
    DetectorName{DetectorKind::kTcd, "tcd", "ternary congestion detection behind PFC"},
    DetectorName{DetectorKind::kTcdInfiniband, "tcd_infiniband", "ternary congestion detection behind credits"},
    DetectorName{DetectorKind::kFera, "fera", "forward explicit rate advertising: a meter a port"},
    DetectorName{DetectorKind::kBcn, "bcn", "backward congestion notification"},
};

// A number of bytes that follows from the port's flow control (thresholds.h).
inline constexpr Bytes kBytesByScheme{-1};

// RED with ECN: no mark at or below k_min, probability rising to p_max at k_max, all above. Defaults: DCQCN's, except
// where pauses hold a queue below its thresholds.
struct RedEcnConfig {
  Bytes k_min = kBytesByScheme;
  Bytes k_max = kBytesByScheme;
  double p_max = 0.01;
  unsigned probability_bits = 16;  // of the marking probability, and of the random number that it is compared with
  ClassMask classes = 0xff;        // that red_ecn marks
  bool beside = false;             // runs beside another detector, for those of `classes` without flow control
  bool notify = false;             // red_ecn also notifies the source of a marked packet, for each queue at most once
  Time notify_interval = Time(50'000'000);  // once each interval: whole microseconds up to a second; the default as the
                                            // notification point of DCQCN, SIGCOMM '15, section 3.1

  bool operator==(const RedEcnConfig&) const = default;
};

// Which packets of InfiniBand's FECN have been delayed for lack of credits, and get no mark.
enum class Delayed : std::uint8_t {
  kQueued,  // all that were in the queue while the port lacked credits
  kHead,    // the packet at the queue's head
};
inline constexpr std::array<Named<Delayed>, 2> kDelayed{{{Delayed::kQueued, "queued"}, {Delayed::kHead, "head"}}};

struct IbFecnConfig {
  Bytes threshold = 50_KB;
  Bytes packet_size = 0_B;    // shorter packets are not marked
  unsigned marking_rate = 0;  // packets between two marks
  Delayed delayed = Delayed::kQueued;
  bool victim_mask = false;  // marks delayed packets, too
};

// TCD: the rule by which a queue that was released from the undetermined state is congested.
enum class ReleaseRule : std::uint8_t {
  kByScheme,       // rise_or_pausing where flow control tells peers to pause, else rise_2mtu
  kLiteral,        // the paper's flowchart: the queue has risen
  kNotDecreased,   // the paper's prose: it has not fallen
  kRise2Mtu,       // it has risen by more than 2 MTU
  kRiseOrPausing,  // or it stands, and this switch has told a peer to pause
};
inline constexpr std::array<Named<ReleaseRule>, 5> kReleaseRules{{{ReleaseRule::kByScheme, "by_scheme"},
                                                                  {ReleaseRule::kLiteral, "literal"},
                                                                  {ReleaseRule::kNotDecreased, "not_decreased"},
                                                                  {ReleaseRule::kRise2Mtu, "rise_2mtu"},
                                                                  {ReleaseRule::kRiseOrPausing, "rise_or_pausing"}}};

// rise_or_pausing: which pauses count, and when they are looked at.
enum class PausedIngress : std::uint8_t { kFeeding, kAny };
inline constexpr std::array<Named<PausedIngress>, 2> kPausedIngresses{
    {{PausedIngress::kFeeding, "feeding"}, {PausedIngress::kAny, "any"}}};
enum class PauseSeen : std::uint8_t { kSticky, kInstant };
inline constexpr std::array<Named<PauseSeen>, 2> kPausesSeen{
    {{PauseSeen::kSticky, "sticky"}, {PauseSeen::kInstant, "instant"}}};

// TCD: how long a released queue that the rule has declared congested stays so.
enum class Hold : std::uint8_t {
  kSampled,  // until a sample says no; the queue is sampled meanwhile
  kNone,     // until the next packet, for which the queue's length decides
};
inline constexpr std::array<Named<Hold>, 2> kHolds{{{Hold::kSampled, "sampled"}, {Hold::kNone, "none"}}};

// TCD: the time that T_on and T are measured in.
enum class TcdTime : std::uint8_t {
  kPort,  // all time
  kOwn,   // each class's own: without the time in which the port sends data of others
};
inline constexpr std::array<Named<TcdTime>, 2> kTcdTimes{{{TcdTime::kPort, "port"}, {TcdTime::kOwn, "own"}}};

// TCD: tau = 2 MTU/C + 2 t_p, max(T_on) = (2 (B1 - B0) + tau C)/(2 epsilon C) + tau. The detector of InfiniBand takes
// max(T_on) = T_c. Settings of 0 are computed (tcd.h).
struct TcdConfig {
  double epsilon = 0.05;
  Bytes xoff_to_xon = 0_B;       // B1 - B0; 0: that of flow control, or two frames of the largest size
  Time credit_period = Time(0);  // T_c; 0: that of flow control, or the time of 65,535 B at line rate
  Time longest_on = Time(0);     // max(T_on); 0: by the equation, or T_c
  Time period = Time(0);         // T, from one sample of a released queue to the next; 0: 2 max(T_on)
  TcdTime time = TcdTime::kPort;
  Bytes low_threshold = 5_KB;  // at or below it a released queue is in state 0
  ReleaseRule rule = ReleaseRule::kByScheme;
  PausedIngress ingress = PausedIngress::kFeeding;
  PauseSeen pause = PauseSeen::kSticky;
  Bytes band = 0_B;  // by which a queue may fall that still counts as standing; 0: max(2 MTU, epsilon C T)
  Hold hold = Hold::kSampled;
  Bytes hard_level = 0_B;                  // above it CE whatever the state; 0: none
  Bytes host_hard_level = kBytesByScheme;  // the same at ports to hosts
  Time host_hard_time = Time(0);           // time above that level, without a gap, before CE
  RedEcnConfig marking;                    // congestion by queue length in states 0 and 1
  Time tick = Time(1'200);                 // of the time stamps
  unsigned timestamp_bits = 0;             // 0: the least that is safe (tcd.h)
};

// FERA's meters: when their intervals begin. Ports run freely, without regard to each other.
enum class FeraPhase : std::uint8_t {
  kRandom,   // drawn for each port, by the seed and the port's name
  kAligned,  // all at time 0
};
inline constexpr std::array<Named<FeraPhase>, 2> kFeraPhases{
    {{FeraPhase::kRandom, "random"}, {FeraPhase::kAligned, "aligned"}}};

struct FeraConfig {
  reference::FeraSettings meter;
  FeraPhase phase = FeraPhase::kRandom;
  ClassMask classes = 0xff;  // whose bytes count in A and q, and whose tags are lowered
};

// Where a switch is the edge of a FERA region (fera_edge.h).
enum class FeraEdgeAt : std::uint8_t {
  kNone,
  kHosts,    // ports to hosts
  kOutside,  // and to switches without meters
};
inline constexpr std::array<Named<FeraEdgeAt>, 3> kFeraEdgePlaces{
    {{FeraEdgeAt::kNone, "none"}, {FeraEdgeAt::kHosts, "hosts"}, {FeraEdgeAt::kOutside, "outside"}}};

struct FeraEdgeConfig {
  FeraEdgeAt at = FeraEdgeAt::kNone;
  Time tag_interval = Time(250'000'000);  // tau
  Bytes burst = 3_KB;                     // of the bucket of a flow
  unsigned flows = 64;                    // slots of a port

  std::vector<std::uint8_t> ports = {};  // by port, 1: at the edge, if there are edges; 0 beyond the vector's end
  bool is_edge(std::size_t port) const { return at != FeraEdgeAt::kNone && port < ports.size() && ports[port] != 0; }
};

struct BcnConfig {
  Bytes q_eq = 24_KB;                     // 16 packets of 1500 B
  std::uint32_t sampling_interval = 100;  // packets from one sample to the next
  unsigned w = 2;                         // weight of the queue's change, 0..255
};

struct CongestionConfig {
  // The detectors of each port: those listed, and RED beside them.
  std::vector<DetectorKind> row() const {
    std::vector<DetectorKind> all = detectors;
    if (red_ecn.beside)
      all.push_back(DetectorKind::kRedEcn);
    return all;
  }

  std::vector<DetectorKind> detectors = {};     // each at most once
  frame::Ecn undetermined = frame::Ecn::kEct0;  // UE: one of the two ECT; a sender that is watched uses the other
  RedEcnConfig red_ecn;
  IbFecnConfig ib_fecn;
  TcdConfig tcd;  // of both forms
  FeraConfig fera;
  FeraEdgeConfig fera_edge;
  BcnConfig bcn;
  ledger::Kept others;  // of detectors from outside of weir
};

}  // namespace weir::congestion
