// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/expectation.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "tb/scenario/expectation_key.h"

namespace weir::scenario {
namespace {

using report::FlowResult;
using report::QueueResult;
using report::Results;

// What a quantity is, and where it stands in the results. No value: it did not happen in this run.
template <class From>
struct Quantity {
  std::string_view name;
  std::optional<double> (*value)(const From&);
};

template <class Count>
double number(Count count) {
  return static_cast<double>(count);
}

double sum(const std::map<std::string, std::uint64_t>& by_reason) {
  double total = 0;
  for (const auto& [reason, count] : by_reason) {
    total += number(count);
  }
  return total;
}

using Value = std::optional<double>;

constexpr std::array kOfRun{
    Quantity<Results>{"deadlock", [](const Results& r) -> Value { return r.deadlock ? 1 : 0; }},
    Quantity<Results>{
        "deadlock_time",
        [](const Results& r) -> Value { return r.deadlock ? Value(r.deadlock->formed_at_seconds) : std::nullopt; }},
    Quantity<Results>{"drops", [](const Results& r) -> Value { return sum(r.drops); }},
    Quantity<Results>{"faults", [](const Results& r) -> Value { return number(r.faults.size()); }},
    Quantity<Results>{"warnings", [](const Results& r) -> Value { return number(r.warnings.size()); }},
    Quantity<Results>{"packets_delivered", [](const Results& r) -> Value { return number(r.packets_delivered); }},
    Quantity<Results>{"throughput",
                      [](const Results& r) -> Value {
                        double total = 0;
                        for (const FlowResult& flow : r.flows) {
                          total += flow.steady_bps;
                        }
                        return total;
                      }},
    Quantity<Results>{"hold_and_wait",
                      [](const Results& r) -> Value {
                        double longest = 0;
                        for (const QueueResult& queue : r.queues) {
                          longest = std::max(longest, queue.hold_and_wait_seconds);
                        }
                        return longest;
                      }},
};

constexpr std::array kOfFlow{
    Quantity<FlowResult>{"steady_rate", [](const FlowResult& f) -> Value { return f.steady_bps; }},
    Quantity<FlowResult>{"mean_rate", [](const FlowResult& f) -> Value { return f.mean_bps; }},
    Quantity<FlowResult>{"delivered_packets", [](const FlowResult& f) -> Value { return number(f.delivered_packets); }},
    Quantity<FlowResult>{"delivered_bytes", [](const FlowResult& f) -> Value { return number(f.delivered_bytes); }},
    Quantity<FlowResult>{"fct", [](const FlowResult& f) -> Value { return f.fct_seconds; }},
    Quantity<FlowResult>{"ce_packets", [](const FlowResult& f) -> Value { return number(f.ce_packets); }},
    Quantity<FlowResult>{"ue_packets", [](const FlowResult& f) -> Value { return number(f.ue_packets); }},
};

constexpr std::array kOfQueue{
    Quantity<QueueResult>{"viq_peak", [](const QueueResult& q) -> Value { return number(q.viq_peak_bytes); }},
    Quantity<QueueResult>{"viq_final", [](const QueueResult& q) -> Value { return number(q.viq_final_bytes); }},
    Quantity<QueueResult>{"viq_steady", [](const QueueResult& q) -> Value { return q.viq_steady_bytes; }},
    Quantity<QueueResult>{"viq_steady_low",
                          [](const QueueResult& q) -> Value { return number(q.viq_steady_low_bytes); }},
    Quantity<QueueResult>{"viq_steady_high",
                          [](const QueueResult& q) -> Value { return number(q.viq_steady_high_bytes); }},
    Quantity<QueueResult>{"veq_peak", [](const QueueResult& q) -> Value { return number(q.veq_peak_bytes); }},
    Quantity<QueueResult>{"pauses_sent", [](const QueueResult& q) -> Value { return number(q.pauses_sent); }},
    Quantity<QueueResult>{"resumes_sent", [](const QueueResult& q) -> Value { return number(q.resumes_sent); }},
    Quantity<QueueResult>{"feedback_frames", [](const QueueResult& q) -> Value { return number(q.feedback_frames); }},
    Quantity<QueueResult>{"feedback_bytes", [](const QueueResult& q) -> Value { return number(q.feedback_bytes); }},
    Quantity<QueueResult>{"paused", [](const QueueResult& q) -> Value { return q.paused_seconds; }},
    Quantity<QueueResult>{"hold_and_wait", [](const QueueResult& q) -> Value { return q.hold_and_wait_seconds; }},
    Quantity<QueueResult>{"drops", [](const QueueResult& q) -> Value { return sum(q.drops); }},
};

constexpr std::array kSpecs{
    QuantitySpec{"deadlock", Measure::kBoolean, "Whether the oracle found one."},
    QuantitySpec{"deadlock_time", Measure::kTime, "When it formed; without a deadlock the expectation fails."},
    QuantitySpec{"drops", Measure::kCount, "Packets lost, for any reason."},
    QuantitySpec{"faults", Measure::kCount, "Packets lost in a lossless class."},
    QuantitySpec{"warnings", Measure::kCount, "Safety bounds that the settings break."},
    QuantitySpec{"packets_delivered", Measure::kCount, "Data packets that reached their destination."},
    QuantitySpec{"throughput", Measure::kRate, "Sum of the flows' steady rates."},
    QuantitySpec{"hold_and_wait", Measure::kTime, "Longest hold-and-wait time of a queue."},
    QuantitySpec{"flow.*.steady_rate", Measure::kRate, "Delivered frame bits a second, last quarter of the run."},
    QuantitySpec{"flow.*.mean_rate", Measure::kRate, "The same from the flow's start to the end of the run."},
    QuantitySpec{"flow.*.delivered_packets", Measure::kCount, "Packets that reached the destination."},
    QuantitySpec{"flow.*.delivered_bytes", Measure::kBytes, "Frame bytes that reached the destination."},
    QuantitySpec{"flow.*.fct", Measure::kTime, "Completion time of a flow with a size; fails if it did not complete."},
    QuantitySpec{"flow.*.ce_packets", Measure::kCount, "Packets marked congestion encountered."},
    QuantitySpec{"flow.*.ue_packets", Measure::kCount, "Packets marked undetermined encountered."},
    QuantitySpec{"queue.*.*.*.viq_peak", Measure::kBytes, "Highest depth of the virtual ingress queue."},
    QuantitySpec{"queue.*.*.*.viq_final", Measure::kBytes, "Its depth at the end."},
    QuantitySpec{"queue.*.*.*.viq_steady", Measure::kBytes, "Mean of its samples in the last quarter of the run."},
    QuantitySpec{"queue.*.*.*.viq_steady_low", Measure::kBytes, "Lowest sample there."},
    QuantitySpec{"queue.*.*.*.viq_steady_high", Measure::kBytes, "Highest sample there."},
    QuantitySpec{"queue.*.*.*.veq_peak", Measure::kBytes, "Highest depth of the virtual egress queue."},
    QuantitySpec{"queue.*.*.*.pauses_sent", Measure::kCount, "PAUSE frames for this class, refreshes included."},
    QuantitySpec{"queue.*.*.*.resumes_sent", Measure::kCount, "RESUME frames for this class."},
    QuantitySpec{"queue.*.*.*.feedback_frames", Measure::kCount, "Feedback frames of any scheme."},
    QuantitySpec{"queue.*.*.*.feedback_bytes", Measure::kBytes, "Their frame bytes."},
    QuantitySpec{"queue.*.*.*.paused", Measure::kTime, "Time in which the sending side was paused."},
    QuantitySpec{"queue.*.*.*.hold_and_wait", Measure::kTime,
                 "Time in which packets waited and flow control let none of them go."},
    QuantitySpec{"queue.*.*.*.drops", Measure::kCount, "Packets lost here."},
};

template <class From, std::size_t n>
const Quantity<From>* find_quantity(const std::array<Quantity<From>, n>& quantities, std::string_view name) {
  const auto found = std::find_if(quantities.begin(), quantities.end(),
                                  [name](const Quantity<From>& quantity) { return quantity.name == name; });
  return found == quantities.end() ? nullptr : &*found;
}

// How far a value lies inside the range; negative: outside. Not a value: as far outside as can be.
double slack(const Expectation& expectation, const Value& value) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  if (!value) {
    return -kFar;
  }
  const double above = expectation.minimum ? *value - *expectation.minimum : kFar;
  const double below = expectation.maximum ? *expectation.maximum - *value : kFar;
  return std::min(above, below);
}

struct Judged {
  bool any = false;
  Value value;
  double slack = 0;
  std::string name;

  void take(const Expectation& expectation, const Value& other, const std::string& from) {
    const double distance = scenario::slack(expectation, other);
    if (!any || distance < slack) {
      *this = {true, other, distance, from};
    }
  }
};

Judged judge(const Expectation& expectation, const ExpectationKey& key, const Results& results) {
  Judged judged;
  if (key.scope == Scope::kRun) {
    judged.take(expectation, find_quantity(kOfRun, key.quantity)->value(results), "");
  } else if (key.scope == Scope::kFlow) {
    for (const FlowResult& flow : results.flows) {
      if (matches(key.names[0], flow.name)) {
        judged.take(expectation, find_quantity(kOfFlow, key.quantity)->value(flow), flow.name);
      }
    }
  } else {
    for (const QueueResult& queue : results.queues) {
      const std::string port = "p" + std::to_string(queue.port);
      const std::string traffic_class = "c" + std::to_string(queue.traffic_class);
      if (matches(key.names[0], queue.device) && matches(key.names[1], port) && matches(key.names[2], traffic_class)) {
        judged.take(expectation, find_quantity(kOfQueue, key.quantity)->value(queue),
                    queue.device + "." + port + "." + traffic_class);
      }
    }
    if (!judged.any) {
      judged.take(expectation, 0.0, "");  // queues that saw nothing are not in the results
    }
  }
  return judged;
}

}  // namespace

std::span<const QuantitySpec> quantity_specs() { return kSpecs; }

std::optional<ExpectationKey> parse_expectation_key(std::string_view key) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= key.size();) {
    const std::size_t end = std::min(key.find('.', begin), key.size());
    parts.emplace_back(key.substr(begin, end - begin));
    begin = end + 1;
  }
  ExpectationKey result;
  result.quantity = parts.back();
  if (parts.size() == 3 && parts[0] == "flow") {
    result.scope = Scope::kFlow;
  } else if (parts.size() == 5 && parts[0] == "queue") {
    result.scope = Scope::kQueue;
  } else if (parts.size() != 1) {
    return std::nullopt;
  }
  for (std::size_t i = 1; i + 1 < parts.size(); ++i) {
    result.names.push_back(parts[i]);
  }
  return result;
}

bool matches(std::string_view pattern, std::string_view name) {
  // The usual two pointers: after a mismatch, let the last '*' take one letter more.
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t star = std::string_view::npos;
  std::size_t taken = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++taken;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::vector<report::ExpectationResult> evaluate(const std::vector<Expectation>& expectations, const Results& results) {
  std::vector<report::ExpectationResult> evaluated;
  for (const Expectation& expectation : expectations) {
    const ExpectationKey key = parse_expectation_key(expectation.key).value();
    const Judged judged = judge(expectation, key, results);
    report::ExpectationResult result;
    result.text = expectation.text;
    if (expectation.key.find('*') != std::string::npos && !judged.name.empty()) {
      result.text += " (worst: " + judged.name + ")";
    }
    result.held = judged.any && judged.slack >= 0;
    result.value = judged.value;
    evaluated.push_back(std::move(result));
  }
  return evaluated;
}

}  // namespace weir::scenario
