// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/baselines/pause_graph.h"

#include <algorithm>
#include <iterator>

namespace weir::baselines {

PauseGraph::PauseGraph(std::size_t places) : egresses_(places), viqs_(places) {}

void PauseGraph::apply(const oracle::KnotEntry& entry) {
  using enum oracle::KnotEvent;
  switch (entry.event) {
    case kGated:
      egresses_[entry.place].gated = entry.amount;
      break;
    case kHeld:
      egresses_[entry.place].held = egresses_[entry.place].gated == entry.amount;
      break;
    case kFreed:
      free(entry.place);
      break;
    case kStands:
    case kFalls:
      stands(entry.place, entry.of, Bytes(entry.amount));
      break;
    case kPauses:
      viqs_[entry.place].pauses = true;
      break;
    case kResumes:
    case kForgets:
      viqs_[entry.place].pauses = false;
      break;
    case kLowers:
    case kDeclared:
    case kResolved:
    case kActs:
    case kDisturbed:
      break;
  }
}

std::vector<Point> PauseGraph::behind(Point egress) const {
  std::vector<Point> points;
  if (held(egress)) {
    for (const Standing& one : egresses_[egress].of) {
      if (pauses(one.viq)) {
        points.push_back(one.viq);
      }
    }
  }
  return points;
}

std::vector<Point> PauseGraph::ahead(Point viq) const {
  std::vector<Point> points;
  std::ranges::copy_if(viqs_[viq].at, std::back_inserter(points), [this](Point egress) { return held(egress); });
  return points;
}

void PauseGraph::stands(Point egress, Point viq, Bytes more) {
  std::vector<Standing>& of = egresses_[egress].of;
  const auto one = std::ranges::lower_bound(of, viq, {}, &Standing::viq);
  std::vector<Point>& at = viqs_[viq].at;
  if (one == of.end() || one->viq != viq) {
    of.insert(one, {viq, more});
    at.insert(std::ranges::lower_bound(at, egress), egress);
    return;
  }
  one->bytes += more;
  if (one->bytes == Bytes(0)) {
    of.erase(one);
    std::erase(at, egress);
  }
}

void PauseGraph::free(Point egress) {
  for (const Standing& one : egresses_[egress].of) {
    std::erase(viqs_[one.viq].at, egress);
  }
  egresses_[egress] = {};
}

}  // namespace weir::baselines
