// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/html.h"

#include "tb/report/html_text.h"
#include "tb/report/network_boxes.h"
#include "tb/report/network_layout.h"
#include "tb/report/network_svg.h"
#include "tb/report/run_files.h"
#include "tb/report/summary.h"
#include "tb/tests/regress/report/sample_run.h"
#include "tb/tests/unit/switch_kit.h"
#include "tb/tests/unit/temporary_directory.h"

namespace weir::report::html_test {

using ::testing::ContainsRegex;

std::string page_of(const SampleRun& run) { return render_report(run.results, run.series, run.network); }

TEST(ReportPage, IsWrittenAgainByteForByte) {
  for (const bool deadlock : {false, true}) {
    const TemporaryDirectory temporary;
    const RunDirectory directory = RunDirectory::open(temporary.path());
    const SampleRun run = sample_ring(deadlock);
    write_run_files(directory, run.results, run.series, run.network);
    EXPECT_THAT(temporary.names(), ElementsAre("report.html", "summary.json", "timeseries.csv"));
    const std::string first = read_file(directory.file("report.html"));
    std::filesystem::remove(directory.file("report.html"));
    EXPECT_EQ(rewrite_report(temporary.path()), directory.file("report.html"));
    EXPECT_TRUE(read_file(directory.file("report.html")) == first);
  }
}

TEST(ReportPage, IsNotTouchedByARunDirectoryThatCannotBeRead) {
  const TemporaryDirectory temporary;
  temporary.put("report.html", "old");
  EXPECT_THROW(rewrite_report(temporary.path()), BadRunFile);
  temporary.put("summary.json", "{}");
  EXPECT_THROW(rewrite_report(temporary.path()), BadRunFile);
  EXPECT_EQ(read_file(temporary.path() / "report.html"), "old");
  EXPECT_THROW(rewrite_report(temporary.path() / "none"), BadOutputDirectory);
}

TEST(ReportPage, IsNamedWhenTheDiskIsFull) {
  const TemporaryDirectory temporary;
  temporary.fill_disk_for("report.html");
  const SampleRun run = sample_ring(false);
  EXPECT_EQ(error_of<OutputError>(
                [&] { write_run_files(RunDirectory::open(temporary.path()), run.results, run.series, run.network); }),
            (temporary.path() / "report.html").string() + ": cannot write: No space left on device");
  EXPECT_THAT(temporary.names(), ElementsAre("summary.json", "timeseries.csv")) << "the small result is not lost";
}

TEST(ReportPage, AsksNothingOfANetwork) {
  const std::string html = page_of(sample_ring(true));
  for (const char* reference : {" src=", "<link", "@import", "url(http", "url(//", "fetch(\"", "sourceMappingURL"}) {
    EXPECT_EQ(html.find(reference), std::string::npos) << reference;
  }
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
}

TEST(ReportPage, SaysWhatHappened) {
  const std::string html = page_of(sample_ring(true));
  EXPECT_THAT(
      html, AllOf(HasSubstr("ring_pfc"), HasSubstr("3 of 4 expectations failed"),
                  HasSubstr("Deadlock, formed at 4.312 ms"), HasSubstr("<code>s1.p1.c0</code>: s1 port 1 to s2"),
                  HasSubstr("s2.p2.c0 lost 1 packet of class 0 (lossless) at 5100.0 us"), HasSubstr("GFC, equation 14"),
                  HasSubstr("lossless_buffer_full"), HasSubstr("868.5 KB"), HasSubstr("SIGCOMM &#39;19")));
  EXPECT_THAT(page_of(sample_ring(false)),
              AllOf(HasSubstr("all 4 expectations held"), ContainsRegex("Deadlock:[^\n]*none")));
  EXPECT_THAT(render_report({}, {}, {}), AllOf(HasSubstr("nothing was expected"), HasSubstr("Nothing was sampled")));
}

TEST(ReportPage, SaysWhenEventsTookPlaceAndWhatLinksHaveDone) {
  SampleRun run = sample_ring(true);
  EXPECT_EQ(page_of(run).find("<h2>Events</h2>"), std::string::npos);
  EXPECT_EQ(page_of(run).find("<h2>Links with faults</h2>"), std::string::npos);
  run.results.events = {{"slow", "at 2.5ms", "s1 and s2 send to each other at 1Gbps", 2.5e-3},
                        {"never", "once f1 falls below 1Gbps over 1ms", "f2 starts", std::nullopt}};
  run.results.links = {{"s1", "s2", 31, 20, 10}};
  EXPECT_THAT(page_of(run), AllOf(HasSubstr("s1 and s2 send to each other at 1Gbps"), HasSubstr(">2.5 ms</td>"),
                                  HasSubstr("over 1ms (has not come true)"), HasSubstr(">31</td>")));
}

TEST(ReportPage, HasOtherWaysToFindDeadlocks) {
  SampleRun run = sample_ring(true);
  EXPECT_EQ(page_of(run).find("Other ways to find deadlocks"), std::string::npos);
  run.results.baselines.emplace_back().name = "unroller";
  run.results.baselines[0].messages = 4711;
  EXPECT_THAT(page_of(run),
              AllOf(HasSubstr("Other ways to find deadlocks"), HasSubstr("unroller"), HasSubstr(">4,711</td>")));
}

TEST(ReportPage, TakesHostileNames) {
  SampleRun run = sample_ring(true);
  const std::string hostile = "\"><script>alert('1')</script>";
  run.results.scenario = run.results.description = run.results.source = hostile;
  run.results.flows[0].name = run.results.queues[0].device = run.results.queues[0].peer = hostile;
  run.results.warnings = run.results.faults = {hostile};
  run.results.losses = {{hostile, 0, 0, 1, 0, 0, hostile}};
  run.results.expectations[0].text = hostile;
  run.results.drops[hostile] = 1;
  run.results.events = {{hostile, hostile, hostile, 0.0}};
  run.results.links = {{hostile, hostile, 1, 0, 0}};
  run.results.baselines.emplace_back().name = hostile;
  run.results.deadlock->cycle[0] = hostile + ".p1.c0";
  run.network.devices[0].name = hostile;
  run.network.cables[0].label = run.network.cables[0].a = hostile;
  run.series.columns[0].name = hostile + ".viq_depth_bytes";
  EXPECT_EQ(page_of(run).find("<script>alert"), std::string::npos);
}

TEST(HtmlText, EscapesForItsPlace) {
  EXPECT_EQ(html_escaped("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
  EXPECT_EQ(json_string("</script>\n\""), "\"\\u003c/script>\\n\\\"\"");
  EXPECT_EQ(inline_script("a = '</script>' + '<!--'"), "a = '<\\/script>' + '<\\!--'");
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

std::vector<std::string> names_of(const Boxes& boxes) {
  std::vector<std::string> names;
  for (const Box& box : boxes.boxes) {
    names.push_back(box.name);
  }
  return names;
}

TEST(NetworkLayout, KeepsBoxesApart) {
  const NetworkDrawing ring = sample_ring(false).network;
  const NetworkDrawing small = sample_fat_tree(4).network;
  const NetworkDrawing large = sample_fat_tree(16).network;
  const Boxes pods = pods_folded(large);
  for (const Boxes& boxes : {apart(ring), apart(small), hosts_folded(large), pods, opened(large, pods).at(3)}) {
    const NetworkLayout layout = lay_out(boxes);
    ASSERT_EQ(layout.centres.size(), boxes.boxes.size());
    for (std::size_t a = 0; a < boxes.boxes.size(); ++a) {
      const Point at = layout.centres[a];
      const Point size = extent(boxes.boxes[a]);
      EXPECT_GE(at.x, size.x / 2);
      EXPECT_LE(at.x + size.x / 2, layout.width);
      EXPECT_GE(at.y, size.y / 2);
      EXPECT_LE(at.y + size.y / 2, layout.height);
      for (std::size_t b = 0; b < a; ++b) {
        const Point other = extent(boxes.boxes[b]);
        const bool beside = std::abs(at.x - layout.centres[b].x) >= (size.x + other.x) / 2;
        const bool below = std::abs(at.y - layout.centres[b].y) >= (size.y + other.y) / 2;
        EXPECT_TRUE(beside || below) << boxes.boxes[a].name << ", " << boxes.boxes[b].name;
      }
    }
  }
}

TEST(NetworkBoxes, FoldHostsOfOneSwitch) {
  const Boxes boxes = hosts_folded(sample_fat_tree(4).network);
  EXPECT_EQ(boxes.boxes.size(), 20 + 8);
  EXPECT_EQ(boxes.boxes[0].name, "h0 … h1");
  EXPECT_THAT(boxes.boxes[0].count, ElementsAre("2 hosts"));
  EXPECT_EQ(boxes.cables[0].cables.size(), 2);
  const NetworkDrawing ring = sample_ring(false).network;
  EXPECT_EQ(names_of(hosts_folded(ring)).size(), ring.devices.size()) << "one host a switch";
}

TEST(NetworkBoxes, FoldPodsAndWhatJoinsThem) {
  const NetworkDrawing network = sample_fat_tree(16).network;
  const Boxes boxes = pods_folded(network);
  ASSERT_EQ(boxes.boxes.size(), 16 + 8);
  EXPECT_EQ(boxes.boxes[15].name, "pod 16");
  EXPECT_THAT(boxes.boxes[15].count, ElementsAre("16 switches", "64 hosts"));
  EXPECT_TRUE(boxes.boxes[15].opens);
  EXPECT_EQ(boxes.boxes[16].name, "sc1 … sc8");
  EXPECT_FALSE(boxes.boxes[16].opens);
  EXPECT_EQ(boxes.cables.size(), 16 * 8);
  std::size_t cables = 0;
  for (const BoxCable& cable : boxes.cables) {
    cables += cable.cables.size();
  }
  EXPECT_EQ(cables, 1024);
  const Boxes pod = opened(network, boxes).at(15);
  EXPECT_EQ(pod.boxes.size(), 8 + 16 + 8) << "hosts, switches, what is around";
  EXPECT_EQ(pod.cables.size(), 8 + 64 + 8);
  EXPECT_THAT(pods_folded(sample_fat_tree(4).network).boxes, SizeIs(4 + 4)) << "few switches at the top stay apart";
  EXPECT_THAT(pods_folded(sample_ring(false).network).boxes, IsEmpty()) << "every switch has hosts";
}

NetworkDrawing star(int hosts) {
  NetworkDrawing star;
  star.devices.push_back({"s1", false});
  for (int host = 0; host < hosts; ++host) {
    star.devices.push_back({"h" + std::to_string(host), true});
    star.cables.push_back({"h" + std::to_string(host), "s1", 0, static_cast<unsigned>(host), "10Gbps"});
  }
  return star;
}

TEST(NetworkPicture, FoldsWhatWouldBeTooWide) {
  const NetworkPicture small = network_picture(sample_fat_tree(4).network, std::nullopt);
  EXPECT_FALSE(small.folded);
  EXPECT_THAT(small.pods, IsEmpty());
  const NetworkPicture large = network_picture(sample_fat_tree(16).network, std::nullopt);
  EXPECT_TRUE(large.folded);
  EXPECT_THAT(large.pods, SizeIs(16));
  EXPECT_LE(large.width, 1900);
  EXPECT_EQ(count_of(large.svg, "role=\"button\" tabindex=\"0\" aria-expanded=\"false\""), 16);
  EXPECT_THAT(large.pods[15], AllOf(HasSubstr(">h960 … h967<"), HasSubstr(">sc57 … sc64<"), Not(HasSubstr("<defs>"))));
  EXPECT_EQ(count_of(network_picture(star(64), std::nullopt).svg, "<circle"), 64);
  EXPECT_THAT(network_picture(star(65), std::nullopt).svg, AllOf(HasSubstr(">65 hosts<"), Not(HasSubstr("<circle"))));
}

TEST(NetworkPicture, TakesOneSwitchNoSwitchAndLooseEnds) {
  EXPECT_GT(network_picture(star(16), std::nullopt).width, 200);
  NetworkDrawing pair;
  pair.devices = {{"h1", true}, {"h2", true}};
  pair.cables = {{"h1", "h2", 0, 0, ""}, {"h1", "nobody", 1, 0, ""}};
  EXPECT_THAT(network_picture(pair, std::nullopt).svg, HasSubstr("h2"));
  NetworkDrawing lonely;
  lonely.devices = {{"s1", false}, {"s2", false}};
  EXPECT_THAT(network_picture(lonely, std::nullopt).svg, HasSubstr("s2"));
  EXPECT_THAT(network_picture({}, std::nullopt).svg, IsEmpty());
}

TEST(NetworkPicture, MarksWhatADeadlockBlocks) {
  const SampleRun run = sample_ring(true);
  EXPECT_EQ(count_of(network_picture(run.network, run.results.deadlock).svg, "class=\"blocked\""), 3);
  EXPECT_EQ(count_of(network_picture(run.network, std::nullopt).svg, "class=\"blocked\""), 0);
}

TEST(NetworkPicture, MarksWhatADeadlockBlocksInPods) {
  const SampleRun run = sample_fat_tree(16);
  const NetworkPicture picture = network_picture(run.network, run.results.deadlock);
  EXPECT_THAT(picture.svg, HasSubstr("<title>sc1 port 1 waits for sa9 (10Gbps 1us)</title>"));
  EXPECT_EQ(count_of(picture.svg, "class=\"blocked\""), 2);
  EXPECT_EQ(count_of(picture.svg, " stuck\""), 1);
  EXPECT_EQ(count_of(picture.pods[0], "class=\"blocked\""), 2) << "sa3.p3 and sa7.p2 lead to switches of their pod";
  EXPECT_EQ(count_of(picture.pods[5], "class=\"blocked\""), 0);
}

// As random graphs are: each switch has a host.
NetworkDrawing flat(unsigned switches) {
  NetworkDrawing network;
  const auto name = [&](unsigned i) { return "s" + std::to_string(i % switches); };
  for (unsigned i = 0; i < switches; ++i) {
    network.devices.push_back({name(i), false});
    network.devices.push_back({"h" + std::to_string(i), true});
    network.cables.push_back({"h" + std::to_string(i), name(i), 0, 0, ""});
    network.cables.push_back({name(i), name(i + 1), 1, 2, ""});
    network.cables.push_back({name(i), name(7 * i + 3), 3 + i, 40 + i, ""});
  }
  return network;
}

TEST(ReportPage, DrawsAFlatNetworkAsNoLongRow) {
  for (const unsigned switches : {13U, 30U, 60U}) {
    const std::string svg = network_picture(flat(switches), std::nullopt).svg;
    double width = 0;
    double height = 0;
    ASSERT_EQ(std::sscanf(svg.substr(svg.find("viewBox")).c_str(), "viewBox=\"0 0 %lf %lf\"", &width, &height), 2);
    EXPECT_LT(width, 1.3 * height) << switches;
    EXPECT_LT(width, 45 * switches + 300) << "a row has 92 pixels a switch";
  }
}

TEST(ReportPage, KeepsTheWorstFlowsOfMany) {
  SampleRun run = sample_fat_tree(4);
  for (int i = 0; i < 25; ++i) {
    FlowResult& flow = run.results.flows.emplace_back();
    flow.name = "flow" + std::to_string(i);
    flow.mean_bps = i == 7 ? 9e9 : 1e9;
    run.series.columns.push_back({"flow." + flow.name + ".delivered_bps", "bps", std::vector<double>(200, 1e9)});
  }
  const std::string html = page_of(run);
  EXPECT_THAT(html, AllOf(HasSubstr("24 of 25 flows, those with the lowest mean rate, are shown"),
                          HasSubstr("24 of 25 flows are shown, those with the lowest mean rate"),
                          Not(HasSubstr("flow7<")), Not(HasSubstr("\"flow7\"")), HasSubstr("\"flow24\"")));
  run.results.flows.pop_back();
  EXPECT_THAT(page_of(run), AllOf(HasSubstr("flow7<"), Not(HasSubstr("24 flows"))));
}

TEST(ReportPage, HasTimesToPressOnlyBesidePlots) {
  SampleRun run = sample_ring(true);
  const Story story{.end_ps = 100'000'000'000,
                    .sentences = {{4'312'500'000, "", "deadlock_formed", "a circle closed", {}}}};
  const auto page = [&] { return render_report(run.results, run.series, run.network, story); };
  EXPECT_THAT(page(), HasSubstr("<button class=\"at\" data-at=\"4.3125\">4.3125 ms</button>"));
  run.series = {};
  EXPECT_THAT(page(), AllOf(HasSubstr("<td class=\"n\">4.3125 ms</td><td>a circle closed</td>"),
                            Not(HasSubstr("<button class=\"at\""))));
}

TEST(ReportPage, CountsEventsOfAStoryThatHasSome) {
  const SampleRun run = sample_ring(true);
  Story story{.end_ps = 100'000'000'000, .sentences = {{4'312'500'000, "", "lowest_rate", "slowed", {}}}};
  const auto page = [&] { return render_report(run.results, run.series, run.network, story); };
  EXPECT_THAT(page(), AllOf(HasSubstr("<td>slowed</td>"), Not(HasSubstr("events in story.json"))));
  story.queues = {"s1.p0.c0"};
  story.events = {.at_ps = {1, 2}, .what = {"xoff", "xon"}, .queue = {0, 0}, .depth_bytes = {0, 0}};
  EXPECT_THAT(page(), HasSubstr(">2 events in story.json.<"));
  story.left_out = 3;
  EXPECT_THAT(page(), HasSubstr(">2 events in story.json; 3 between the first and the last are left out.<"));
}

TEST(ReportPage, OfALargeNetworkIsSmall) {
  const SampleRun run = sample_fat_tree(16);
  const std::string html = page_of(run);
  EXPECT_LT(html.size(), 5'000'000);
  EXPECT_LT(count_of(html, "<tr>"), 600);
  EXPECT_THAT(html, HasSubstr("200 of 3,072 rows are shown; summary.json has all"));
}

TEST(ParsePlace, ReadsDevicePortClass) {
  const auto place = parse_place("pod.p1.sw.p12.c7");
  ASSERT_TRUE(place);
  EXPECT_EQ(place->device, "pod.p1.sw");
  EXPECT_EQ(place->port, 12);
  EXPECT_EQ(place->traffic_class, 7);
  for (const char* text : {"", "s1", "s1.p1", "s1.c1", ".p1.c1", "s1.p.c1", "s1.p1.c", "s1.px.c1", "s1.p1.c1x"}) {
    EXPECT_FALSE(parse_place(text)) << text;
  }
}

}  // namespace weir::report::html_test
