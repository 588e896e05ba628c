// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/promises.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/cost/combination.h"
#include "tb/cost/page_assets.h"

namespace weir::cost {
namespace {

constexpr std::array<std::string_view, 4> kKept = {"yes", "in part", "no", "not measured"};

const nlohmann::json& shown_by_pages() {
  static const nlohmann::json entries = nlohmann::json::parse(kPromises);
  return entries;
}

Kept kept_of(std::string_view word) {
  return static_cast<Kept>(std::find(kKept.begin(), kKept.end(), word) - kKept.begin());
}

// `key`: the name of the mechanism in promises.json.
Promise as_shown(flow_control::Scheme scheme, const std::string& mechanism, const std::string& key) {
  Promise promise{.scheme = scheme, .mechanism = mechanism};
  for (const nlohmann::json& entry : shown_by_pages()) {
    if (entry.at("mechanism") != key) {
      continue;
    }
    const auto under = entry.at("under").get<std::vector<std::string>>();
    promise.promise = entry.at("promise");
    promise.page = fmt::format("docs/results/{}", entry.at("page").get<std::string>());
    if (under.empty() || std::find(under.begin(), under.end(), name_of(scheme)) != under.end()) {
      promise.kept = kept_of(entry.at("kept").get<std::string>());
      promise.shown = entry.at("shown");
    } else {
      promise.shown = fmt::format("measured under {} only", fmt::join(under, ", "));
    }
  }
  return promise;
}

void break_it(Promise& promise, const std::string& what_check_says) {
  promise.kept = Kept::kNo;
  promise.shown = "weir check: " + what_check_says;
  promise.page.clear();
}

// What works beside a scheme, a mechanism each.
std::vector<Selection> companions(const Selection& chip) {
  std::vector<Selection> all;
  for (const congestion::DetectorKind detector : chip.detectors) {
    all.push_back({.detectors = {detector}});
  }
  for (const UnitChoice& unit : chip.units) {
    all.push_back({.units = {unit}});
  }
  if (chip.ttl) {
    all.push_back({.ttl = true});
  }
  return all;
}

Promise beside(const Setup& setup, flow_control::Scheme scheme, const Selection& companion) {
  const std::string mechanism = names_of(companion).front();
  const bool published = !companion.units.empty() && deadlock::card_of(companion.units.front().unit)->resolves &&
                         setup.device.deadlock.itsy.protocol == deadlock::Protocol::kPublished;
  Promise promise = as_shown(scheme, mechanism, published ? mechanism + " published" : mechanism);
  Setup pair = setup;
  pair.selection = companion;
  pair.selection.schemes = {scheme};
  const SchemeVerdict verdict = judge(pair).front();
  if (!verdict.warnings.empty()) {
    break_it(promise, fmt::format("{}", fmt::join(verdict.warnings, "; ")));
  }
  return promise;
}

}  // namespace

std::string_view name(Kept kept) { return kKept.at(static_cast<std::size_t>(kept)); }

std::vector<Promise> promises_of(const Setup& setup) {
  std::vector<Promise> promises;
  for (const SchemeVerdict& one : judge(setup)) {
    const std::string scheme(name_of(one.scheme));
    promises.push_back(as_shown(one.scheme, scheme, scheme));
    if (!one.goes()) {
      break_it(promises.back(), one.refusal);
      continue;
    }
    for (const Selection& companion : companions(setup.selection)) {
      if (!companion.ttl || !flow_control::traits_of(one.scheme).follows_ttl) {
        promises.push_back(beside(setup, one.scheme, companion));
      }
    }
  }
  return promises;
}

std::string subject_of(const Promise& promise) {
  const std::string_view scheme = name_of(promise.scheme);
  return promise.mechanism == scheme ? promise.mechanism : fmt::format("{} with {}", promise.mechanism, scheme);
}

std::string summary_of(const std::vector<Promise>& promises) {
  std::string text;
  for (const Kept kept : {Kept::kNo, Kept::kInPart, Kept::kNotMeasured}) {
    std::vector<std::string> subjects;
    for (const Promise& promise : promises) {
      if (promise.kept == kept) {
        subjects.push_back(subject_of(promise));
      }
    }
    if (!subjects.empty()) {
      text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", name(kept), fmt::join(subjects, ", "));
    }
  }
  return text.empty() ? std::string(name(Kept::kYes)) : text;
}

}  // namespace weir::cost
