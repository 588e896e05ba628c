// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How a result is described: once, beside its struct (results.h). From the description come summary.json, written and
// read, its JSON Schema, the quantities of [expect], and the columns of the tables.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>

namespace weir::report {

// What a number counts: packets, frames, events; false and true; seconds; bit/s; bytes; a part or a multiple.
enum class Measure : std::uint8_t { kCount, kBoolean, kTime, kRate, kBytes, kRatio };

// What must be in a scenario so that a result is filled at all. [expect] on one that nothing fills is refused at load.
enum class Needs : std::uint8_t {
  kNothing,
  kSamples,        // of the time series, in the last quarter of the run
  kCeMarks,        // something that marks packets CE
  kUeMarks,        // something that marks packets UE
  kGoBackN,        // a flow that sends again what is lost
  kNotifications,  // switches that tell sources of congestion
  kCnps,           // a flow whose destination tells its source of marks
  kTags,           // a flow that sends rate tags
  kTcp,            // a flow of TCP
  kTransactions,   // a flow of TCP that sends in transactions
  kWorkloads,      // flows that are drawn
  kLatency,        // measure.latency
  kOccupancy,      // measure.occupancy
  kFeedback,       // measure.feedback
  kDetections,     // a deadlock unit that declares what it finds
  kBaselines,      // measure.baselines.period
};

struct Said {
  std::string_view word = {};     // in summary.json, its unit at the end; empty: not there
  std::string_view meaning = {};  // a sentence
  Measure measure = Measure::kCount;
  std::string_view expect = {};   // its word in [expect]; empty: not there
  std::string_view heading = {};  // of its column in report.html; empty: none
  std::string_view console = {};  // the same on the console
  Needs needs = Needs::kNothing;
  bool where_any = false;                         // the columns are there only where a row has something in them
  bool left_out = false;                          // not in summary.json where it is an empty list, or null
  bool negative = false;                          // may be less than 0
  std::optional<std::int64_t> highest = {};       // of an integer
  std::string_view pattern = {};                  // of a text, or of each of a list
  std::span<const std::string_view> one_of = {};  // what a text may be
};

// A member of From.
template <class From, class Value>
struct Field {
  Value From::*member;
  Said said;

  const Value& of(const From& from) const { return from.*member; }
};

// What is computed of others: written and never read.
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
