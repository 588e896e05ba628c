// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The PFC watchdog that software of commodity switches runs: a state machine of one (port, lossless class), which looks
// at the counters of the queue (pfc_counters.h) at every poll and tells of a storm and of its end. Source: the polling
// scripts of the open network system SONiC, `orchagent/pfc_detect_*.lua` and `pfc_restore*.lua` of sonic-swss.
//
// Detection, of an operational queue, or, where storms are only told, of any: a poll is bad if the rule says so. Each
// bad poll takes the poll interval from the time left, and a poll that finds no more than one interval left tells of a
// storm; a good poll starts anew. A storm is told at the ceil(detection/poll)-th bad poll in a row.
//
//   rule         a poll is bad if, since the last one,
//   broadcom     the class received PFC frames, none of which paused it anew; it is paused now, and was at the last
//   poll cisco        the class is paused now; nothing else counts mellanox     the queue holds bytes, sent nothing,
//   and was paused for more than 99 % of the measured time. Measured
//                time, not the configured interval, is added up: a storm is told above 99 % of the detection time
//   mellanox_until_4784  the same, told at 100 %: as before pull request 4784 of sonic-swss
//   vs           the queue holds bytes, sent nothing and the class received PFC frames; or it is empty, sent nothing
//   and
//                was paused for more than 80 % of the interval
//   barefoot     as vs, with the time in quanta of 512 bit times compared with microseconds, as the scripts of
//   barefoot,
//                clounix, marvell-prestera and nephos do
//   teralynx     the class received PFC frames, was paused for more than 80 % of the interval (quanta as for barefoot),
//                and the queue is empty, or holds bytes and sent nothing
//
// Restoration, of a stormed queue: a poll is good if the class received no PFC frame since the last one; with cisco, if
// it is not paused. It then counts down as detection does.
//
// The first poll, and the first after the values of the last one were deleted, only stores. All rules but broadcom and
// cisco delete them when they tell of a storm. What is told does not change the status: act() does, when the action has
// taken place.

#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "hw_model/base/named.h"
#include "hw_model/reference/pfc_counters.h"

namespace weir::reference {

enum class PfcRule : std::uint8_t { kBroadcom, kCisco, kMellanox, kMellanoxUntil4784, kVs, kBarefoot, kTeralynx };

inline constexpr std::array<Named<PfcRule>, 7> kPfcRules{{{PfcRule::kBroadcom, "broadcom"},
                                                          {PfcRule::kCisco, "cisco"},
                                                          {PfcRule::kMellanox, "mellanox"},
                                                          {PfcRule::kMellanoxUntil4784, "mellanox_until_4784"},
                                                          {PfcRule::kVs, "vs"},
                                                          {PfcRule::kBarefoot, "barefoot"},
                                                          {PfcRule::kTeralynx, "teralynx"}}};

enum class PfcNews : std::uint8_t { kNone, kStorm, kRestore };

struct PfcWatchdogTimes {
  PfcRule rule = PfcRule::kBroadcom;
  Time detection;
  Time restoration;
  Time poll;           // as the scripts reckon it, whatever the clock says
  bool alert = false;  // storms are only told: detection goes on
};

class PfcWatchdog {
 public:
  // One poll, `measured` after the one before (mellanox alone uses it).
  PfcNews poll(const PfcSample& now, Time measured, const PfcWatchdogTimes& times);

  // What was told has taken effect.
  void act(PfcNews news) { stormed_ = news == PfcNews::kStorm || (news != PfcNews::kRestore && stormed_); }

  // Deletes all values, and the queue is operational.
  void restart() { *this = PfcWatchdog(); }

  bool stormed() const { return stormed_; }
  // Time until a storm or its end is told, if all further polls are bad, or good.
  Time detection_left(const PfcWatchdogTimes& times) const { return times.detection - bad_; }
  Time restoration_left(const PfcWatchdogTimes& times) const { return times.restoration - good_; }

 private:
  bool is_bad(const PfcSample& now, Time measured, const PfcWatchdogTimes& times) const;
  PfcNews detect(const PfcSample& now, Time measured, const PfcWatchdogTimes& times);
  PfcNews restore(const PfcSample& now, const PfcWatchdogTimes& times);

  std::optional<PfcSample> last_;               // nothing: deleted
  std::optional<std::uint64_t> last_received_;  // outlives last_: restoration stores it alone
  Time bad_;                                    // time of the bad polls in a row
  Time good_;                                   // time of the good polls in a row
  bool stormed_ = false;
};

}  // namespace weir::reference
