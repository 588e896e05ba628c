// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/summary.h"

#include <algorithm>
#include <numeric>

#include <nlohmann/json.hpp>

#include "tb/report/run_directory.h"

namespace weir::report {

namespace {

using Json = nlohmann::ordered_json;
using Counts = std::map<std::string, std::uint64_t>;

template <class T>
Json optional_json(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

template <class T>
std::optional<T> optional_value(const Json& json) {
  if (json.is_null()) {
    return std::nullopt;
  }
  return json.get<T>();
}

Json counts_json(const Counts& counts) {
  Json json = Json::object();
  for (const auto& [key, count] : counts) {
    json[key] = count;
  }
  return json;
}

Counts counts_value(const Json& json) {
  Counts counts;
  for (const auto& [key, count] : json.items()) {
    counts[key] = count.get<std::uint64_t>();
  }
  return counts;
}

// One list of members a struct serves both directions, so that no field is written and not read.
// Visitor: (key, member).
template <class Flow, class Visitor>
void visit_flow(Flow& flow, Visitor&& visit) {
  visit("name", flow.name);
  visit("src", flow.src);
  visit("dst", flow.dst);
  visit("sent_packets", flow.sent_packets);
  visit("delivered_packets", flow.delivered_packets);
  visit("delivered_bytes", flow.delivered_bytes);
  visit("mean_bps", flow.mean_bps);
  visit("steady_bps", flow.steady_bps);
  visit("fct_seconds", flow.fct_seconds);
  visit("ce_packets", flow.ce_packets);
  visit("ue_packets", flow.ue_packets);
}

template <class Queue, class Visitor>
void visit_queue(Queue& queue, Visitor&& visit) {
  visit("device", queue.device);
  visit("port", queue.port);
  visit("class", queue.traffic_class);
  visit("peer", queue.peer);
  visit("viq_peak_bytes", queue.viq_peak_bytes);
  visit("viq_headroom_peak_bytes", queue.viq_headroom_peak_bytes);
  visit("viq_final_bytes", queue.viq_final_bytes);
  visit("viq_steady_bytes", queue.viq_steady_bytes);
  visit("viq_steady_low_bytes", queue.viq_steady_low_bytes);
  visit("viq_steady_high_bytes", queue.viq_steady_high_bytes);
  visit("veq_peak_bytes", queue.veq_peak_bytes);
  visit("xoff_bytes", queue.xoff_bytes);
  visit("pauses_sent", queue.pauses_sent);
  visit("resumes_sent", queue.resumes_sent);
  visit("pauses_received", queue.pauses_received);
  visit("feedback_frames", queue.feedback_frames);
  visit("feedback_bytes", queue.feedback_bytes);
  visit("pausing_seconds", queue.pausing_seconds);
  visit("paused_seconds", queue.paused_seconds);
  visit("hold_and_wait_seconds", queue.hold_and_wait_seconds);
  visit("received_packets", queue.received_packets);
  visit("sent_packets", queue.sent_packets);
  visit("drops_by_reason", queue.drops);
}

template <class Buffer, class Visitor>
void visit_buffer(Buffer& buffer, Visitor&& visit) {
  visit("device", buffer.device);
  visit("buffer_bytes", buffer.buffer_bytes);
  visit("buffer_peak_bytes", buffer.buffer_peak_bytes);
  visit("headroom_pool_bytes", buffer.headroom_pool_bytes);
  visit("headroom_pool_peak_bytes", buffer.headroom_pool_peak_bytes);
}

template <class Quiet, class Visitor>
void visit_quiet(Quiet& quiet, Visitor&& visit) {
  visit("queue", quiet.queue);
  visit("viq_peak_bytes", quiet.viq_peak_bytes);
  visit("xoff_bytes", quiet.xoff_bytes);
  visit("reason", quiet.reason);
  visit("text", quiet.text);
}

template <class Numbers, class Visitor>
void visit_run(Numbers& results, Visitor&& visit) {
  visit("scenario", results.scenario);
  visit("description", results.description);
  visit("source", results.source);
  visit("version", results.version);
  visit("seed", results.seed);
  visit("partial", results.partial);
  visit("simulated_seconds", results.simulated_seconds);
  visit("wall_seconds", results.wall_seconds);
  visit("packets_injected", results.packets_injected);
  visit("packets_delivered", results.packets_delivered);
  visit("packets_in_network", results.packets_in_network);
  visit("packet_hops", results.packet_hops);
  visit("kernel_events", results.kernel_events);
}

struct Writer {
  Json& json;
  void operator()(const char* key, double member) const {
    if (!std::isfinite(member)) {
      throw std::invalid_argument(std::string("a result is not a number: ") + key);
    }
    json[key] = member;
  }
  template <class T>
  void operator()(const char* key, const T& member) const {
    json[key] = member;
  }
  void operator()(const char* key, const std::optional<double>& member) const { json[key] = optional_json(member); }
  void operator()(const char* key, const Counts& member) const { json[key] = counts_json(member); }
};

struct Reader {
  const Json& json;
  template <class T>
  void operator()(const char* key, T& member) const {
    member = json.at(key).template get<T>();
  }
  void operator()(const char* key, std::optional<double>& member) const {
    member = optional_value<double>(json.at(key));
  }
  void operator()(const char* key, Counts& member) const { member = counts_value(json.at(key)); }
};

std::uint64_t total(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& entry) { return sum + entry.second; });
}

Json flow_json(const FlowResult& flow) {
  Json json;
  visit_flow(flow, Writer{json});
  return json;
}

Json queue_json(const QueueResult& queue) {
  Json json;
  visit_queue(queue, Writer{json});
  json["drops"] = total(queue.drops);
  return json;
}

Json deadlock_json(const std::optional<Deadlock>& deadlock) {
  if (!deadlock) {
    return nullptr;
  }
  return {{"formed_at_seconds", deadlock->formed_at_seconds}, {"cycle", deadlock->cycle}};
}

Json network_json(const NetworkDrawing& network) {
  Json devices = Json::array();
  for (const NetworkDrawing::Device& device : network.devices) {
    devices.push_back({{"name", device.name}, {"host", device.host}});
  }
  Json cables = Json::array();
  for (const NetworkDrawing::Cable& cable : network.cables) {
    cables.push_back(
        {{"a", cable.a}, {"a_port", cable.a_port}, {"b", cable.b}, {"b_port", cable.b_port}, {"label", cable.label}});
  }
  return {{"devices", std::move(devices)}, {"cables", std::move(cables)}};
}

NetworkDrawing network_of(const Json& json) {
  NetworkDrawing network;
  for (const Json& device : json.at("devices")) {
    network.devices.push_back({device.at("name").get<std::string>(), device.at("host").get<bool>()});
  }
  for (const Json& cable : json.at("cables")) {
    network.cables.push_back({cable.at("a").get<std::string>(), cable.at("b").get<std::string>(),
                              cable.at("a_port").get<unsigned>(), cable.at("b_port").get<unsigned>(),
                              cable.at("label").get<std::string>()});
  }
  return network;
}

Results results_of(const Json& json) {
  Results results;
  visit_run(results, Reader{json});
  for (const Json& flow : json.at("flows")) {
    visit_flow(results.flows.emplace_back(), Reader{flow});
  }
  for (const Json& queue : json.at("queues")) {
    visit_queue(results.queues.emplace_back(), Reader{queue});
  }
  for (const Json& buffer : json.at("buffers")) {
    visit_buffer(results.buffers.emplace_back(), Reader{buffer});
  }
  for (const Json& quiet : json.at("quiet_queues")) {
    visit_quiet(results.quiet_queues.emplace_back(), Reader{quiet});
  }
  results.drops = counts_value(json.at("drops"));
  if (const Json& deadlock = json.at("deadlock"); !deadlock.is_null()) {
    results.deadlock =
        Deadlock{deadlock.at("formed_at_seconds").get<double>(), deadlock.at("cycle").get<std::vector<std::string>>()};
  }
  for (const Json& detection : json.at("detections")) {
    results.detections.push_back({detection.at("at_seconds").get<double>(),
                                  detection.at("mechanism").get<std::string>(),
                                  detection.at("place").get<std::string>(), detection.at("text").get<std::string>()});
  }
  for (const Json& expectation : json.at("expectations")) {
    results.expectations.push_back({expectation.at("text").get<std::string>(), expectation.at("held").get<bool>(),
                                    optional_value<double>(expectation.at("value"))});
  }
  results.warnings = json.at("warnings").get<std::vector<std::string>>();
  results.faults = json.at("faults").get<std::vector<std::string>>();
  return results;
}

}  // namespace

std::string summary_to_json(const Results& results, const NetworkDrawing& network) {
  Json json;
  json["schema"] = kSummarySchema;
  visit_run(results, Writer{json});
  json["flows"] = Json::array();
  for (const FlowResult& flow : results.flows) {
    json["flows"].push_back(flow_json(flow));
  }
  json["queues"] = Json::array();
  for (const QueueResult& queue : results.queues) {
    json["queues"].push_back(queue_json(queue));
  }
  json["buffers"] = Json::array();
  for (const BufferResult& buffer : results.buffers) {
    Json& one = json["buffers"].emplace_back();
    visit_buffer(buffer, Writer{one});
  }
  json["quiet_queues"] = Json::array();
  for (const QuietQueue& quiet : results.quiet_queues) {
    Json& one = json["quiet_queues"].emplace_back();
    visit_quiet(quiet, Writer{one});
  }
  json["drops"] = counts_json(results.drops);
  json["deadlock"] = deadlock_json(results.deadlock);
  json["detections"] = Json::array();
  for (const Detection& detection : results.detections) {
    json["detections"].push_back({{"at_seconds", detection.at_seconds},
                                  {"mechanism", detection.mechanism},
                                  {"place", detection.place},
                                  {"text", detection.text}});
  }
  json["expectations"] = Json::array();
  for (const ExpectationResult& expectation : results.expectations) {
    json["expectations"].push_back(
        {{"text", expectation.text}, {"held", expectation.held}, {"value", optional_json(expectation.value)}});
  }
  json["warnings"] = results.warnings;
  json["faults"] = results.faults;
  json["network"] = network_json(network);
  constexpr int kIndent = 2;
  // A name that is not UTF-8 is written with replacement characters: a report is better than none.
  return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

Summary summary_from_json(const std::string& text, const std::string& where) {
  try {
    const Json json = Json::parse(text);
    const std::string schema = json.at("schema").get<std::string>();
    if (schema != kSummarySchema) {
      throw BadRunFile(where + ": schema is '" + schema + "'; wanted: '" + kSummarySchema + "'");
    }
    return {results_of(json), network_of(json.at("network"))};
  } catch (const nlohmann::json::exception& error) {
    throw BadRunFile(where + ": not a summary of a run: " + error.what());
  }
}

bool all_held(const Results& results) { return std::ranges::all_of(results.expectations, &ExpectationResult::held); }

}  // namespace weir::report
