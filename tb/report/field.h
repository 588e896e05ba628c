// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The description of a result field, written once, beside its struct (results.h). From the descriptions come
// summary.json (writing and reading), its JSON Schema, the quantities of [expect], and the columns of the tables.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>

namespace weir::report {

// The unit of a number: packets, frames or events; false and true; seconds; bit/s; bytes; a part or a multiple.
enum class Measure : std::uint8_t { kCount, kBoolean, kTime, kRate, kBytes, kRatio };

// The part of a scenario without which a result stays empty; an expectation on a result that stays empty is refused.
enum class Needs : std::uint8_t {
  kNothing,
  kSamples,        // samples of the time series in the last quarter of the run
  kCeMarks,        // something that marks packets CE
  kUeMarks,        // something that marks packets UE
  kGoBackN,        // a flow that resends lost packets
  kNotifications,  // switches that notify sources of congestion
  kCnps,           // a flow whose destination notifies its source of marks
  kTags,           // a flow that sends rate tags
  kTcp,            // a flow of TCP
  kTransactions,   // a flow of TCP that sends in transactions
  kWorkloads,      // drawn flows
  kLatency,        // measure.latency
  kOccupancy,      // measure.occupancy
  kFeedback,       // measure.feedback
  kDetections,     // a deadlock unit that declares what it finds
  kStorms,         // a PFC watchdog
  kBaselines,      // measure.baselines.period
  kRetry,          // a link with link-level retry
  kUeCredits,      // the credits of Ultra Ethernet
};

struct Said {
  std::string_view word = {};     // in summary.json, with the unit at its end; empty: not there
  std::string_view meaning = {};  // a sentence
  Measure measure = Measure::kCount;
  std::string_view expect = {};   // word in [expect]; empty: not there
  std::string_view heading = {};  // heading of the column in report.html; empty: none
  std::string_view console = {};  // heading of the column on the console; empty: none
  Needs needs = Needs::kNothing;
  bool where_any = false;                         // the column appears only if some row has a value other than 0
  bool left_out = false;                          // left out of summary.json if null or an empty list
  bool negative = false;                          // may be negative
  std::optional<std::int64_t> highest = {};       // of an integer
  std::string_view pattern = {};                  // of a text, or of each text of a list
  std::span<const std::string_view> one_of = {};  // allowed texts
};

// The description of a member of From.
template <class From, class Value>
struct Field {
  Value From::*member;
  Said said;

  const Value& of(const From& from) const { return from.*member; }
};

// The description of a value computed from a whole From: written and never read.
template <class From, class Value>
struct Derived {
  Value (*value)(const From&);
  Said said;

  Value of(const From& from) const { return value(from); }
};

template <class From, class Value>
constexpr Field<From, Value> field(Value From::*member, Said said) {
  return {member, said};
}

template <class From, class Value>
constexpr Derived<From, Value> derived(Value (*value)(const From&), Said said) {
  return {value, said};
}

// `all`: a tuple of the fields of T, in the order of the file.
template <class T>
struct Fields;

template <class T>
concept Described = requires {
  Fields<T>::all;
};

template <Described T, class Visit>
constexpr void for_each_field(Visit&& visit) {
  std::apply([&](const auto&... each) { (visit(each), ...); }, Fields<T>::all);
}

}  // namespace weir::report
