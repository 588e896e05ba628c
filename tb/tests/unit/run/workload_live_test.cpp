// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Flows of workloads over whole networks: how long they take, exactly, and when the next begins. Each test needs a
// process of its own, as ctest gives it.

#include "tb/run/simulation.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"
#include "tb/tests/unit/temporary_directory.h"

namespace weir::workload_live_test {

using Row = std::map<std::string, std::string>;

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line + ",");
  for (std::string field; std::getline(stream, field, ',');) {
    fields.push_back(field);
  }
  return fields;
}

// The lines of flows.csv.
// The text of one of the files that the run would leave; empty where it leaves none of this name.
std::string table(const Outcome& outcome, const std::string& name) {
  const auto found = std::ranges::find(outcome.tables, name, [](const auto& one) { return one.first; });
  return found == outcome.tables.end() ? std::string() : found->second;
}

std::vector<Row> rows_of(const std::string& csv) {
  std::istringstream stream(csv);
  std::string line;
  std::getline(stream, line);
  const std::vector<std::string> names = fields_of(line);
  std::vector<Row> rows;
  while (std::getline(stream, line)) {
    const std::vector<std::string> fields = fields_of(line);
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < names.size(); ++i) {
      row[names[i]] = fields.at(i);
    }
  }
  return rows;
}

Outcome run(const std::string& text, const std::vector<std::string>& sets = {}) {
  return simulate(scenario::load_text(text, "s.toml", {sets, {}, {}}), Observation{});
}

std::int64_t number(const Row& row, const std::string& column) { return std::stoll(row.at(column)); }

// Three links of different rates and delays, with overhead on one of them; the parsers take their time.
constexpr const char* kPath = R"([scenario]
duration = "100ms"
[topology]
kind = "custom"
device = [
  { name = "a", kind = "host" },
  { name = "b", kind = "host" },
  { name = "s1", kind = "switch" },
  { name = "s2", kind = "switch" },
]
link = [
  { between = ["a", "s1"], rate = "10Gbps", delay = "1us" },
  { between = ["s1", "s2"], rate = "3Gbps", delay = "7us", wire_overhead = true },
  { between = ["s2", "b"], rate = "40Gbps", delay = "300ns" },
]
[switch.crossbar]
strategy = "output_queued"
[switch.parser]
state_cycles = 1
lookup_cycles = 3
)";

// The flows of a table, while its directory is there.
std::string list_of(const TemporaryDirectory& temporary, const std::string& csv) {
  temporary.put("flows.csv", csv);
  return "[[workload]]\nname = \"w\"\narrivals = \"list\"\nfile = \"" + (temporary.path() / "flows.csv").string() +
         "\"\n";
}

// Each size alone on its way, both ways: the run says what the closed form says, to the picosecond.
TEST(WorkloadLive, CompletionTimesOnAnIdlePathAreTheClosedForm) {
  const TemporaryDirectory temporary;
  const std::vector<std::int64_t> sizes{1, 14, 15, 1449, 1450, 1451, 2900, 2914, 2915, 64'000, 1'000'000};
  std::string csv = "start,src,dst,bytes\n";
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    csv += std::to_string(5 * i) + "ms,a,b," + std::to_string(sizes[i]) + "\n" + std::to_string(5 * i) + "ms,b,a," +
           std::to_string(sizes[i]) + "\n";
  }
  const Outcome outcome = run(kPath + list_of(temporary, csv));
  const std::vector<Row> rows = rows_of(table(outcome, "flows.csv"));
  ASSERT_EQ(rows.size(), 2 * sizes.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(number(rows[i], "bytes"), sizes[i / 2]);
    EXPECT_EQ(rows[i].at("fct_ps"), rows[i].at("alone_ps")) << rows[i].at("src") << " " << rows[i].at("bytes");
    EXPECT_EQ(rows[i].at("slowdown"), "1");
  }
}

TEST(WorkloadLive, BytesAreCountedExactly) {
  const TemporaryDirectory temporary;
  const Outcome outcome = run(kPath + list_of(temporary, "start,src,dst,bytes\n0us,a,b,1451\n"));
  const std::vector<Row> rows = rows_of(table(outcome, "flows.csv"));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(number(rows[0], "packets"), 2);
  EXPECT_EQ(number(rows[0], "delivered_bytes"), 1500 + 64);
  ASSERT_EQ(outcome.results.workloads.size(), 1U);
  EXPECT_EQ(outcome.results.workloads[0].payload_bytes, 1451U);
  EXPECT_EQ(outcome.results.workloads[0].slowdown_p99, 1.0);
}

// Store and forward by hand, without parser latency: 1500 B and 64 B over 10 Gbps, 3 Gbps with 20 B more, 40 Gbps. The
// short one follows the long one at once on each link: on the slow one it has caught up, and its 224 ns there are fewer
// than the 300 ns of the long one on the last.
TEST(WorkloadLive, TheClosedFormByHand) {
  const TemporaryDirectory temporary;
  const Outcome outcome = run(kPath + list_of(temporary, "start,src,dst,bytes\n0us,a,b,1451\n"),
                              {"switch.parser.state_cycles=0", "switch.parser.lookup_cycles=0"});
  constexpr std::int64_t kLongLeavesS1 = 1'200'000 + 1'000'000 + 4'053'334;
  constexpr std::int64_t kLongLeavesS2 = kLongLeavesS1 + 7'000'000 + 300'000;
  EXPECT_EQ(number(rows_of(table(outcome, "flows.csv")).at(0), "fct_ps"), kLongLeavesS2 + 12'800 + 300'000);
}

constexpr const char* kStar = R"([scenario]
duration = "1ms"
[topology]
kind = "star"
hosts = 3
[switch.crossbar]
strategy = "output_queued"
)";

// The line never idles, and each flow begins when the one before has handed over its last packet: when the second
// before that has left, because one packet waits behind the one that is sent.
TEST(WorkloadLive, BackToBackFillsTheLine) {
  const Outcome outcome = run(std::string(kStar) +
                              "[[workload]]\narrivals = \"back_to_back\"\nsize = \"14500B\"\n"
                              "sources = [\"h1\"]\ndestinations = [\"h3\"]\n");
  const std::vector<Row> rows = rows_of(table(outcome, "flows.csv"));
  ASSERT_GE(rows.size(), 83U);
  for (std::size_t i = 1; i + 1 < rows.size(); ++i) {
    EXPECT_EQ(number(rows[i], "start_ps"), static_cast<std::int64_t>(i) * 12'000'000 - 2'400'000) << i;
  }
  EXPECT_NEAR(*outcome.results.workloads[0].steady_bps, 10e9, 12'000 / 250e-6);  // a packet in a quarter of the run
}

// The next flow begins when the last acknowledgement has come: ten packets of 1500 B, the way of the last and of its
// answer of 64 B.
TEST(WorkloadLive, ClosedLoopWaitsForTheLastAcknowledgement) {
  const Outcome outcome = run(std::string(kStar) +
                              "[[workload]]\narrivals = \"closed_loop\"\nsize = \"14500B\"\n"
                              "acknowledged = true\nsources = [\"h1\"]\ndestinations = [\"h3\"]\n");
  const std::vector<Row> rows = rows_of(table(outcome, "flows.csv"));
  constexpr std::int64_t kTurn = 11 * 1'200'000 + 2 * 51'200 + 4 * 1'000'000;
  ASSERT_EQ(rows.size(), static_cast<std::size_t>(1'000'000'000 / kTurn + 1));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(number(rows[i], "start_ps"), static_cast<std::int64_t>(i) * kTurn);
  }
}

// With a window the transport's own acknowledgements end a flow; its places are used again, and every byte arrives
// once.
TEST(WorkloadLive, ClosedLoopWithAWindow) {
  const Outcome outcome = run(std::string(kStar) +
                              "[[workload]]\narrivals = \"closed_loop\"\nsize = \"5001B\"\ncontrol = \"window\"\n"
                              "window_packets = 100\nchoose = \"in_turn\"\nend = \"900us\"\n");
  const std::vector<Row> rows = rows_of(table(outcome, "flows.csv"));
  EXPECT_GT(rows.size(), 200U);
  for (const Row& row : rows) {
    EXPECT_EQ(number(row, "packets"), 4);  // 1442 B each, behind the transport word
    EXPECT_EQ(number(row, "delivered_bytes"), 5001 + 4 * 58);
  }
  EXPECT_EQ(outcome.results.workloads[0].complete_flows, outcome.results.workloads[0].flows);
  EXPECT_EQ(outcome.results.packets_in_network, 0U);
}

TEST(WorkloadLive, FlowsOfAFatTreeAreNoFasterThanAlone) {
  const Outcome outcome =
      run("[scenario]\nduration = \"2ms\"\n[topology]\nkind = \"fat_tree\"\nk = 4\n"
          "[[workload]]\nname = \"p\"\narrivals = \"poisson\"\nload = 0.5\nsizes = \"" +
          std::string(WEIR_SCENARIOS) +
          "/flow_sizes/hadoop.csv\"\nchoose = \"other_rack\"\n"
          "[[workload]]\nname = \"c\"\narrivals = \"closed_loop\"\nsize = \"20KB\"\nacknowledged = true\n");
  const std::vector<Row> rows = rows_of(table(outcome, "flows.csv"));
  std::size_t complete = 0;
  double sum = 0;
  for (const Row& row : rows) {
    if (row.at("fct_ps").empty()) {
      continue;
    }
    ++complete;
    sum += row.at("workload") == "p" ? seconds(Time(number(row, "fct_ps"))) : 0;
    EXPECT_GE(number(row, "fct_ps"), number(row, "alone_ps"));
  }
  EXPECT_GT(complete, 500U);
  const report::WorkloadResult& p = outcome.results.workloads[0];
  ASSERT_LT(p.complete_flows, p.flows);
  EXPECT_NEAR(*p.fct_mean_seconds, sum / static_cast<double>(p.complete_flows), 1e-12);
}

// A packet that meets nobody is under way for as long as its flow takes.
TEST(MeasureLive, LatencyIsFromTheMakingToTheDelivery) {
  const TemporaryDirectory temporary;
  const Outcome outcome =
      run(kPath + list_of(temporary, "start,src,dst,bytes\n0us,a,b,1450\n1ms,b,a,100\n"), {"measure.latency=true"});
  const std::vector<Row> rows = rows_of(table(outcome, "flows.csv"));
  ASSERT_EQ(outcome.results.classes.size(), 1U);
  const report::ClassResult& all = outcome.results.classes[0];
  EXPECT_EQ(all.name, "c0");
  EXPECT_EQ(all.latency_median_seconds, seconds(Time(number(rows[1], "fct_ps"))));
  EXPECT_EQ(all.latency_highest_seconds, seconds(Time(number(rows[0], "fct_ps"))));
  EXPECT_EQ(outcome.results.workloads[0].latency_highest_seconds, all.latency_highest_seconds);
  EXPECT_THAT(table(outcome, "latency.csv"), testing::HasSubstr("class.c0," + rows[1].at("fct_ps") + ","));
  EXPECT_THAT(table(outcome, "latency.csv"), testing::HasSubstr("workload.w," + rows[0].at("fct_ps") + ","));
}

// One frame: it is in its VIQ from its arrival at 2.2 us until it has left 1.2 us later, and in the rest of 1 ms
// nothing is. At its own host it waits for nothing.
constexpr const char* kOneFrame = "[[flow]]\nsrc = \"h1\"\ndst = \"h3\"\nsize = \"1500B\"\n";

void expect_one_frame(const Outcome& outcome) {
  EXPECT_THAT(table(outcome, "occupancy.csv"),
              testing::HasSubstr("s1.p0.c0.viq,0,1,998800000\ns1.p0.c0.viq,1500,1501,1200000\n"));
  EXPECT_THAT(table(outcome, "occupancy.csv"), testing::HasSubstr("s1.viqs,1500,1501,1200000\n"));
  EXPECT_THAT(table(outcome, "occupancy.csv"), testing::HasSubstr("s1.p1.c0.viq,0,1,1000000000\n"));
  ASSERT_EQ(outcome.results.buffers.size(), 1U);
  EXPECT_EQ(outcome.results.buffers[0].viqs_p99_bytes, 0);
}

TEST(MeasureLive, OccupancyIsWeightedByTime) {
  expect_one_frame(run(std::string(kStar) + kOneFrame, {"measure.occupancy=true"}));
}

TEST(MeasureLive, OccupancyBesideWavesIsTheSame) {
  const TemporaryDirectory temporary;
  const auto folder = temporary.path() / "waves";
  const report::RunDirectory directory = report::RunDirectory::create(folder);
  Observation observation;
  observation.waves = WavesWanted{.format = report::WaveFormat::kVcd};
  observation.directory = &directory;
  expect_one_frame(
      simulate(scenario::load_text(std::string(kStar) + kOneFrame, "s.toml", {{"measure.occupancy=true"}, {}, {}}),
               observation));
  EXPECT_TRUE(std::filesystem::exists(folder / "waves.vcd"));
}

TEST(MeasureLive, NothingUnlessAskedFor) {
  const Outcome outcome = run(std::string(kStar) + kOneFrame);
  EXPECT_TRUE(outcome.tables.empty());
  EXPECT_TRUE(outcome.results.classes.empty());
  EXPECT_FALSE(outcome.results.flows[0].latency_median_seconds);
  EXPECT_FALSE(outcome.results.queues[0].viq_median_bytes);
}

// Two senders into one under PFC: each is paused for half of the time, and a deadlock-free PFC network's shares are
// what its times say.
TEST(MeasureLive, SharesOfTimePaused) {
  const Outcome outcome =
      run(std::string(kStar) +
          "[switch.mmu]\nviq_limit = \"50KB\"\nheadroom = \"50KB\"\n[flow_control]\nscheme = \"pfc\"\n"
          "[flow_control.pfc]\nxoff = \"50KB\"\nxon = \"47KB\"\n"
          "[traffic]\npattern = \"incast\"\ntarget = \"h3\"\n");
  double largest = 0;
  for (const report::QueueResult& queue : outcome.results.queues) {
    EXPECT_DOUBLE_EQ(queue.paused_share, queue.paused_seconds / 1e-3);
    EXPECT_DOUBLE_EQ(queue.pausing_share, queue.pausing_seconds / 1e-3);
    largest = std::max(largest, queue.paused_share);
  }
  EXPECT_NEAR(largest, 0.46, 0.06);  // half of the time, once the queues are full
}

}  // namespace weir::workload_live_test
