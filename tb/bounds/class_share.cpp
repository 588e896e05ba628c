// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/class_share.h"

#include <algorithm>
#include <cmath>

#include "hw_model/asic/switch_settings.h"
#include "hw_model/base/class_mask.h"
#include "hw_model/datapath/egress/discipline_card.h"
#include "hw_model/datapath/egress/egress_settings.h"
#include "hw_model/mechanisms/congestion/tcd_timing.h"
#include "tb/bounds/detector_card.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
using egress::Discipline;
using text::to_text;

namespace {

constexpr char kOwnTime[] = "congestion.tcd.time = \"own\"";

// The classes that flows use; classes that switches make from other fields are not known here.
ClassMask used_classes(const Alike& alike) {
  ClassMask used = 0;
  for_each_sort_of_flow(*alike.scenario, [&](const scenario::Flow& flow) { used |= mask_of(flow.traffic_class); });
  return used;
}

// Whether another class that flows use goes before class c, whatever share class c has got.
bool is_below_another(ClassId c, ClassMask used, ClassMask strict) {
  const ClassMask first = used & strict;
  const bool is_strict = (first & mask_of(c)) != 0;
  return is_strict ? (first >> (c.index() + 1)) != 0 : first != 0;
}

// Bytes that a class is granted for a turn, without the rest of its previous turn and without the packet that exceeds
// the grant; 0 under round robin, which counts packets.
Bytes turn_of(const asic::SwitchConfig& device, ClassId c) {
  const egress::EgressConfig& config = device.egress;
  switch (config.discipline) {
    case Discipline::kRoundRobin:
      return Bytes(0);
    case Discipline::kVlArbitration:
      return egress::kVlUnit * std::int64_t{config.weights[c.index()]};
    default:
      return config.quantum * std::int64_t{config.weights[c.index()]};
  }
}

// The share of class c among the classes that are served in turn: round robin shares by frames of one length, others by
// weight.
ClassShare in_turn(const asic::SwitchConfig& device, ClassId c, ClassMask turns) {
  const auto weight = [&](ClassId one) {
    const Bytes turn = turn_of(device, one);
    return turn == Bytes(0) ? 1.0 : static_cast<double>(turn.count());
  };
  ClassShare result{.traffic_class = c};
  double sum = 0;
  for_each_class(turns, [&](ClassId other) {
    sum += weight(other);
    if (other != c) {
      result.turn += turn_of(device, other) + device.max_frame;
    }
  });
  result.share = weight(c) / sum;
  return result;
}

// Whether a discipline from outside of weir, whose shares nobody knows, shares the line out.
bool has_unknown_shares(const Alike& alike) { return egress::card_of(alike.device->egress.discipline) != nullptr; }

std::string percent(double share) {
  const long tenths = std::lround(share * 1000);
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " %";
}

std::string warning_of(const Alike& alike, const ClassShare& one, const link::LinkConfig& link) {
  const congestion::PortContext context = context_at(*alike.device, link);
  const std::string who = named(alike) + "class " + std::to_string(one.traffic_class.index());
  if (one.share == 0) {
    return who +
           (has_unknown_shares(alike) ? " has a share of the line that its discipline alone knows (switch.egress)"
                                      : " is sent behind classes that go first (switch.egress)") +
           ": no max(T_on) bounds its ON periods in the port's time; wanted " + kOwnTime;
  }
  const congestion::TcdConfig& tcd = context.config.tcd;
  const Bytes gap = tcd.xoff_to_xon > Bytes(0) ? tcd.xoff_to_xon : context.max_frame * 2;
  const Time wanted = longest_on_period(SharedLine{link.rate, one.share, serialization_time(one.turn, link.rate)}, gap,
                                        context.max_frame, link.delay, tcd.epsilon) +
                      context.recovery;
  const Time is = longest_on_period(context);
  if (is >= wanted) {
    return "";
  }
  return who + " shares the line (switch.egress) and has " + percent(one.share) +
         " of it: max(T_on) of that share is " + to_text(wanted) + " at ports of " + to_text(link.rate) + " and " +
         to_text(link.delay) + ", and it is " + to_text(is) + "; wanted that (congestion.tcd.longest_on), or " +
         kOwnTime;
}

}  // namespace

std::vector<ClassShare> class_shares(const Alike& alike) {
  const asic::SwitchConfig& device = *alike.device;
  const ClassMask used = used_classes(alike);
  const ClassMask strict = egress::strict_classes(device.egress);
  const ClassMask high = egress::arbitrates_lanes(device.egress) ? device.egress.strict : ClassMask{0};
  std::vector<ClassShare> shares;
  for_each_class(static_cast<ClassMask>(used & device.flow_control.lossless), [&](ClassId c) {
    const bool is_high = (high & mask_of(c)) != 0;
    if (has_unknown_shares(alike)) {
      shares.push_back({.traffic_class = c, .share = used == mask_of(c) ? 1.0 : 0.0});
    } else if (is_below_another(c, used, strict) || (!is_high && (high & used) != 0)) {
      shares.push_back({.traffic_class = c, .share = 0});
    } else if ((strict & mask_of(c)) != 0) {
      shares.push_back({.traffic_class = c});
    } else {
      shares.push_back(in_turn(device, c, static_cast<ClassMask>(used & (is_high ? high : ~strict & ~high))));
    }
  });
  return shares;
}

// max(T_on) of a class with a share of the line, derived as TCD eq. (2): R_d <= share C/2 and R_i - R_d = epsilon share
// C; B falls for tau and the wait, and then rises.
Time longest_on_period(const SharedLine& line, Bytes xoff_to_xon, Bytes max_frame, Time propagation, double epsilon) {
  const auto picoseconds = [&](Bytes length) {
    return static_cast<double>(length.count()) * kBitsPerByte * kPicosecondsPerSecond /
           static_cast<double>(line.rate.count());
  };
  const double tau = 2 * picoseconds(max_frame) + 2 * static_cast<double>(propagation.count()) +
                     static_cast<double>(line.wait.count());
  return Time(std::llround((2 * picoseconds(xoff_to_xon) / line.share + tau) / (2 * epsilon) + tau));
}

std::vector<std::string> share_warnings(const Alike& alike) {
  const asic::SwitchConfig& device = *alike.device;
  const bool by_class = device.congestion.tcd.time == congestion::TcdTime::kPort && !asic::changes_classes(device);
  std::vector<std::string> found;
  for (const ClassShare& one : by_class ? class_shares(alike) : std::vector<ClassShare>()) {
    for (const Inbound& inbound : alike.links) {
      std::string warning = warning_of(alike, one, inbound.cable->link);
      if (!warning.empty()) {
        found.push_back(std::move(warning));
        break;  // one of the links will do
      }
    }
  }
  return found;
}

std::vector<std::string> starvation_warnings(const scenario::Scenario& scenario) {
  std::vector<std::string> found;
  if (asic::changes_classes(scenario.device)) {
    return found;
  }
  for (const Alike& alike : alike_switches(scenario)) {
    for (const ClassShare& one : class_shares(alike)) {
      if (one.share == 0 && !has_unknown_shares(alike)) {
        found.push_back(
            named(alike) + "lossless class " + std::to_string(one.traffic_class.index()) +
            " is sent only while classes that go first have no packets (switch.egress.discipline): the class may " +
            "starve, and its VIQs stay full; weights give each class its share");
      }
    }
  }
  return found;
}

}  // namespace weir::bounds
