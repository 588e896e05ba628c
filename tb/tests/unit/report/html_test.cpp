// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/html.h"

#include "tb/report/html_text.h"
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

TEST(NetworkLayout, KeepsDevicesApart) {
  for (const SampleRun& run : {sample_ring(false), sample_fat_tree(4), sample_fat_tree(8)}) {
    const NetworkLayout layout = lay_out(run.network);
    ASSERT_EQ(layout.devices.size(), run.network.devices.size());
    for (const PlacedDevice& a : layout.devices) {
      if (!a.drawn) {
        continue;
      }
      EXPECT_GE(a.x, 0);
      EXPECT_LE(a.x, layout.width);
      EXPECT_GE(a.y, 0);
      EXPECT_LE(a.y, layout.height);
      for (const PlacedDevice& b : layout.devices) {
        if (&a != &b && b.drawn) {
          EXPECT_GE(std::hypot(a.x - b.x, a.y - b.y), 40) << run.results.scenario << ": " << a.name << ", " << b.name;
        }
      }
    }
  }
}

TEST(NetworkLayout, CountsTheHostsOfALargeNetwork) {
  unsigned hidden = 0;
  for (const PlacedDevice& device : lay_out(sample_fat_tree(8).network).devices) {
    hidden += device.hidden_hosts;
  }
  EXPECT_EQ(hidden, 128);
}

TEST(NetworkLayout, TakesOneSwitchNoSwitchAndLooseEnds) {
  NetworkDrawing star;
  star.devices.push_back({"s1", false});
  for (int host = 0; host < 16; ++host) {
    star.devices.push_back({"h" + std::to_string(host), true});
    star.cables.push_back({"h" + std::to_string(host), "s1", 0, static_cast<unsigned>(host), "10Gbps"});
  }
  EXPECT_GT(lay_out(star).width, 200);
  NetworkDrawing pair;
  pair.devices = {{"h1", true}, {"h2", true}};
  pair.cables = {{"h1", "h2", 0, 0, ""}, {"h1", "nobody", 1, 0, ""}};
  EXPECT_THAT(network_svg(pair, std::nullopt), HasSubstr("h2"));
  NetworkDrawing lonely;
  lonely.devices = {{"s1", false}, {"s2", false}};
  EXPECT_THAT(network_svg(lonely, std::nullopt), HasSubstr("s2"));
  EXPECT_THAT(network_svg({}, std::nullopt), IsEmpty());
}

TEST(NetworkSvg, MarksWhatADeadlockBlocks) {
  const SampleRun run = sample_ring(true);
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
      ++found;
    }
    return found;
  };
  EXPECT_EQ(count(network_svg(run.network, run.results.deadlock), "class=\"blocked\""), 3);
  EXPECT_EQ(count(network_svg(run.network, std::nullopt), "class=\"blocked\""), 0);
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
