// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/summary.h"

#include <nlohmann/json.hpp>

#include "tb/report/run_directory.h"
#include "tb/report/summary_schema.h"
#include "tb/tests/regress/report/sample_run.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::report::summary_test {

// Every field with a value of its own, so that two that are confused are seen.
Results distinct_results() {
  Results results = sample_ring(true).results;
  FlowResult& flow = results.flows.front();
  flow.fct_seconds = 0.125;
  flow.ce_packets = 71;
  flow.ue_packets = 72;
  flow.retransmitted_packets = 73;
  flow.discarded_packets = 74;
  flow.ce_cnps = 75;
  flow.ue_cnps = 76;
  flow.tags_sent = 77;
  flow.tags_returned = 78;
  flow.tags_lowered = 79;
  flow.tag_bytes = 80;
  flow.steady_tagged_bps = 81;
  flow.longest_tag_seconds = 0.5;
  flow.timeouts = 82;
  flow.transactions = 83;
  flow.mean_transaction_seconds = 0.25;
  QueueResult& queue = results.queues.front();
  std::uint64_t next = 100;
  for (std::int64_t* field : {&queue.viq_peak_bytes, &queue.viq_final_bytes, &queue.viq_steady_low_bytes.emplace(),
                              &queue.viq_steady_high_bytes.emplace(), &queue.veq_peak_bytes, &queue.xoff_bytes,
                              &queue.viq_headroom_peak_bytes}) {
    *field = static_cast<std::int64_t>(next++);
  }
  for (std::uint64_t* field : {&queue.pauses_sent, &queue.resumes_sent, &queue.pauses_received, &queue.feedback_frames,
                               &queue.feedback_bytes, &queue.received_packets, &queue.sent_packets}) {
    *field = next++;
  }
  queue.pausing_seconds = 0.0625;
  BufferResult& buffer = results.buffers.front();
  for (std::int64_t* field : {&buffer.buffer_bytes, &buffer.buffer_peak_bytes, &buffer.headroom_pool_bytes,
                              &buffer.headroom_pool_peak_bytes}) {
    *field = static_cast<std::int64_t>(next++);
  }
  queue.traffic_class = 7;
  queue.drops = {{"a", 1}, {"b", 2}};
  results.detections.push_back({0.5, "itsy", "s1.p2.c0", "loop of three"});
  results.deadlocks = {{0.25, 0.3125, 0.375, {"s1.p1.c0", "s2.p1.c0"}, {"h3.c0"}}, {0.5, 0.625, {}, {"s3.p1.c0"}, {}}};
  results.score = ScoreResult{.declared_true = 201,
                              .declared_false = 202,
                              .declared_apart = 203,
                              .declared_behind_host = 204,
                              .formed = 205,
                              .missed = 206,
                              .undecided = 207,
                              .broken_undeclared = 208,
                              .resolutions = 209,
                              .needless_resolutions = 210,
                              .longest_delay_seconds = 0.21875,
                              .false_ones = {"s1.p2.c0 at 5 ps"},
                              .knots = {{0.25, 0.375, {}, "sums", {"s1.p2.c0", "s2.p0.c0"}}}};
  results.baselines = {{"m1", 301, 302, 0.40625, {}, 303, 304, 305, 306, 0.5, 307, 308, 309}};
  results.partial = true;
  results.seed = std::numeric_limits<std::uint64_t>::max();
  return results;
}

TEST(Summary, IsReadBackExactly) {
  const SampleRun run = sample_ring(true);
  const std::string text = summary_to_json(distinct_results(), run.network);
  const Summary summary = summary_from_json(text, "summary.json");
  EXPECT_EQ(summary_to_json(summary.results, summary.network), text);
  EXPECT_EQ(summary.results.seed, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(summary.results.queues.front().drops.at("b"), 2);
  EXPECT_EQ(summary.results.flows.front().fct_seconds, 0.125);
  EXPECT_EQ(summary.results.queues.front().pausing_seconds, 0.0625);
  EXPECT_EQ(summary.results.buffers.front().headroom_pool_peak_bytes, 117);
  EXPECT_EQ(summary.results.quiet_queues.back().reason, "not_lossless");
  EXPECT_EQ(summary.results.flows.back().fct_seconds, std::nullopt);
  EXPECT_EQ(summary.results.deadlocks.at(0).found_at_seconds, 0.3125);
  EXPECT_EQ(summary.results.deadlocks.at(0).behind.at(0), "h3.c0");
  EXPECT_EQ(deadlocks_over_time(summary.results), std::nullopt);
  EXPECT_EQ(summary.results.score->knots.at(0).kind, "sums");
  EXPECT_EQ(summary.results.baselines.at(0).given_up, 309);
  EXPECT_EQ(summary.results.baselines.at(0).longest_delay_seconds, std::nullopt);
  EXPECT_EQ(summary.results.score->knots.at(0).dissolved_at_seconds, std::nullopt);
}

TEST(Summary, IsWrittenInPartsThatAreItsText) {
  const NetworkDrawing ring = sample_ring(true).network;
  Results results = distinct_results();
  results.queues.resize(500, results.queues.front());
  std::string text;
  std::size_t longest = 0;
  const auto write = [&](std::string_view part) {
    longest = std::max(longest, part.size());
    text += part;
  };
  write_summary(results, ring, write);
  EXPECT_EQ(text, summary_to_json(results, ring));
  EXPECT_LT(longest, text.size() / 4);
  text.clear();
  write_summary(Results{}, {}, write);
  EXPECT_EQ(text, summary_to_json(Results{}, {}));
}

TEST(Summary, IsTheDumpOfOneObject) {
  const NetworkDrawing ring = sample_ring(true).network;
  for (const std::string& text :
       {summary_to_json(distinct_results(), ring), summary_to_json(Results{}, ring), summary_to_json(Results{}, {})}) {
    EXPECT_EQ(text, nlohmann::ordered_json::parse(text).dump(2) + "\n");
  }
}

TEST(Summary, HasTheFieldsThatReadersRelyOn) {
  const auto json = nlohmann::json::parse(summary_to_json(distinct_results(), {}));
  for (const char* key : {"schema", "scenario", "version", "seed", "simulated_seconds", "wall_seconds",
                          "packets_delivered", "packet_hops", "kernel_events", "flows", "queues", "drops", "deadlock",
                          "detections", "expectations", "warnings"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  for (const char* key : {"name", "src", "dst", "delivered_bytes", "delivered_packets", "mean_bps", "steady_bps",
                          "fct_seconds", "ce_packets", "ue_packets", "retransmitted_packets", "discarded_packets"}) {
    EXPECT_TRUE(json["flows"][0].contains(key)) << key;
  }
  for (const char* key :
       {"device", "port", "class", "viq_peak_bytes", "viq_final_bytes", "veq_peak_bytes", "pauses_sent", "resumes_sent",
        "feedback_frames", "feedback_bytes", "paused_seconds", "hold_and_wait_seconds", "drops"}) {
    EXPECT_TRUE(json["queues"][0].contains(key)) << key;
  }
  EXPECT_EQ(json["schema"], kSummarySchema);
  EXPECT_EQ(json["queues"][0]["drops"], 3);
  EXPECT_EQ(json["deadlock"]["cycle"][0], "s1.p1.c0");
  EXPECT_TRUE(nlohmann::json::parse(summary_to_json(Results{}, {}))["deadlock"].is_null());
}

TEST(Summary, RefusesWhatIsNotANumber) {
  Results results = sample_ring(false).results;
  results.flows[1].mean_bps = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(error_of([&] { summary_to_json(results, {}); }), HasSubstr("mean_bps"));
}

// Nothing measured is no 0.
TEST(Summary, SaysWhatARunThatEndedEarlyDoesNotKnow) {
  Results results = sample_ring(false).results;
  results.partial = true;
  results.flows[0].steady_bps = std::nullopt;
  results.queues[0].viq_steady_bytes = std::nullopt;
  results.expectations[0].held = std::nullopt;
  const std::string text = summary_to_json(results, {});
  const auto json = nlohmann::json::parse(text);
  EXPECT_TRUE(json["flows"][0]["steady_bps"].is_null());
  EXPECT_TRUE(json["queues"][0]["viq_steady_bytes"].is_null());
  EXPECT_TRUE(json["expectations"][0]["held"].is_null());
  EXPECT_EQ(json["expectations"][1]["held"], true);
  const Results read = summary_from_json(text, "s").results;
  EXPECT_EQ(read.flows[0].steady_bps, std::nullopt);
  EXPECT_EQ(read.expectations[0].held, std::nullopt);
  EXPECT_FALSE(all_held(results));
}

// Whatever is described is a field of the file, and of its schema, in the same order.
TEST(SummarySchema, HasEveryField) {
  const auto schema = nlohmann::ordered_json::parse(summary_schema());
  const auto json = nlohmann::ordered_json::parse(summary_to_json(distinct_results(), sample_ring(true).network));
  const auto keys_of = [](const nlohmann::ordered_json& object) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : object.items()) {
      keys.push_back(key);
    }
    return keys;
  };
  const auto required = [](const nlohmann::ordered_json& object) {
    return object.at("required").get<std::vector<std::string>>();
  };
  std::vector<std::string> always = keys_of(json);
  std::erase(always, "score");  // where a unit declares deadlocks
  std::erase(always, "baselines");
  std::erase(always, "deadlocks");
  std::erase(always, "losses");
  EXPECT_EQ(required(schema), always);
  for (const char* list : {"flows", "queues", "buffers", "quiet_queues", "detections", "losses", "expectations"}) {
    EXPECT_EQ(required(schema["properties"][list]["items"]), keys_of(json[list][0])) << list;
  }
}

TEST(Summary, TakesNamesThatAreNotUtf8) {
  Results results;
  results.scenario = "ring\xff";
  EXPECT_NO_THROW(summary_from_json(summary_to_json(results, {}), "s"));
}

TEST(Summary, SaysWhatIsWrongWithAFile) {
  const auto message = [](const std::string& text) {
    try {
      summary_from_json(text, "run/summary.json");
    } catch (const BadRunFile& error) {
      return std::string(error.what());
    }
    return std::string("read");
  };
  EXPECT_THAT(message("{"), StartsWith("run/summary.json: not a summary of a run: parse error at line 1, column 2: "));
  EXPECT_EQ(message("[]"), "run/summary.json: not a summary of a run: wanted an object");
  EXPECT_THAT(message("{}"), HasSubstr("schema"));
  EXPECT_EQ(message(R"({"schema": "weir-summary-9"})"),
            "run/summary.json: schema is 'weir-summary-9'; wanted: 'weir-summary-1'");
  auto json = nlohmann::json::parse(summary_to_json(distinct_results(), {}));
  json["queues"][0].erase("viq_peak_bytes");
  EXPECT_THAT(message(json.dump()), HasSubstr("viq_peak_bytes"));
  EXPECT_THAT(message(json.dump()), Not(HasSubstr("\n")));
}

TEST(Verdict, HoldsWhereAllExpectationsDo) {
  EXPECT_TRUE(all_held(Results{}));
  EXPECT_TRUE(all_held(sample_ring(false).results));
  EXPECT_FALSE(all_held(sample_ring(true).results));
}

}  // namespace weir::report::summary_test
