// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/html.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "tb/report/deadlock_text.h"
#include "tb/report/html_tables.h"
#include "tb/report/html_text.h"
#include "tb/report/human.h"
#include "tb/report/loss_text.h"
#include "tb/report/network_svg.h"
#include "tb/report/page_assets.h"
#include "tb/report/page_frame.h"
#include "tb/report/plots.h"
#include "tb/report/rounded_json.h"

namespace weir::report {

namespace {

constexpr double kHalfPageWidth = 720;  // pixels

std::string badge(const Results& results) {
  const auto count = results.expectations.size();
  const auto failed = std::ranges::count(results.expectations, std::optional(false), &ExpectationResult::held);
  std::string text;
  if (count == 0) {
    text = "<span class=\"badge warn\">nothing was expected</span>";
  } else if (results.partial) {
    text = fmt::format("<span class=\"badge warn\">{} expectations not judged</span>", count);
  } else if (failed == 0) {
    text = fmt::format("<span class=\"badge good\">all {} expectations held</span>", count);
  } else {
    text = fmt::format("<span class=\"badge bad\">{} of {} expectations failed</span>", failed, count);
  }
  if (results.deadlock) {
    text += "<span class=\"badge bad\">deadlock</span>";
  }
  if (results.partial) {
    text += "<span class=\"badge warn\">partial</span>";
  }
  return text;
}

std::string fact(std::string_view name, const std::string& value) {
  return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, html_escaped(value));
}

std::string header(const Results& results) {
  std::string html = fmt::format("<header>\n<div class=\"title\"><h1>{}</h1>{}</div>\n", html_escaped(results.scenario),
                                 badge(results));
  if (!results.description.empty()) {
    html += fmt::format("<p class=\"description\">{}</p>\n", html_escaped(results.description));
  }
  html += "<dl class=\"facts\">\n";
  if (!results.source.empty()) {
    html += fact("Source", results.source);
  }
  html += fact("Seed", std::to_string(results.seed));
  html += fact("Simulated", human_seconds(results.simulated_seconds));
  html += fact("Wall clock", human_seconds(results.wall_seconds));
  html += fact("Packets delivered", human_count(results.packets_delivered));
  html += fact("Packet-hops", human_count(results.packet_hops));
  if (results.wall_seconds > 0) {
    html += fact("Packet-hops a second",
                 fmt::format("{:.3g} million", static_cast<double>(results.packet_hops) / results.wall_seconds / 1e6));
  }
  html += fact("weir", results.version + (results.commit.empty() ? "" : ", commit " + results.commit));
  if (!results.resolved_sha256.empty()) {
    html += fact("Resolved scenario, SHA-256", results.resolved_sha256);
  }
  std::string overrides;
  for (const std::string& one : results.overrides) {
    overrides += (overrides.empty() ? "" : ", ") + one;
  }
  if (!overrides.empty()) {
    html += fact("Set on the command line", overrides);
  }
  return html + "</dl>\n</header>\n";
}

void add_list_item(std::string& list, std::string_view kind, std::string_view name, const std::string& text) {
  list += fmt::format("<li><strong class=\"{}\">{}</strong> {}</li>\n", kind, name, html_escaped(text));
}

std::string deadlock_section(const Deadlock& deadlock, const NetworkDrawing& network) {
  std::string html = fmt::format(
      "<section id=\"deadlock\">\n<h2 class=\"bad\">Deadlock, formed at {}{}</h2>\n<p>Each of these egress queues "
      "waits "
      "for the next one; the last waits for the first.</p>\n<ol class=\"cycle\">\n",
      human_seconds(deadlock.formed_at_seconds), how_it_ended(deadlock));
  for (const std::string& text : deadlock.cycle) {
    const auto place = parse_place(text);
    const NetworkDrawing::Cable* cable = place ? cable_at(network, place->device, place->port) : nullptr;
    html += fmt::format("<li><code>{}</code>", html_escaped(text));
    if (cable != nullptr) {
      html += fmt::format(": {} port {} to {}, class {}", html_escaped(place->device), place->port,
                          html_escaped(other_end(*cable, place->device)), place->traffic_class);
    }
    html += "</li>\n";
  }
  return html + "</ol>\n</section>\n";
}

std::string findings_section(const Results& results) {
  std::string list;
  for (const std::string& fault : loss_lines(results)) {
    add_list_item(list, "bad", "Fault:", fault);
  }
  for (const std::string& warning : results.warnings) {
    add_list_item(list, "warn", "Warning:", warning);
  }
  for (const std::string& note : results.notes) {
    add_list_item(list, "soft", "Note:", note);
  }
  for (const std::string& detection : detection_lines(results.detections)) {
    add_list_item(list, "warn", "Detected:", detection);
  }
  for (const std::string& storm : detection_lines(results.storms)) {
    add_list_item(list, "warn", "Storm:", storm);
  }
  for (const std::string& storm : detection_lines(results.storms_over)) {
    add_list_item(list, "soft", "Storm over:", storm);
  }
  for (const std::string& limit : detection_lines(results.limits)) {
    add_list_item(list, "soft", "Limited:", limit);
  }
  if (results.score) {
    const bool wrong = results.score->declared_false > 0 || results.score->missed > 0;
    add_list_item(list, wrong ? "bad" : "soft", "Score:", score_text(results));
  }
  if (results.partial) {
    add_list_item(list, "warn", "Partial:",
                  "the run ended before the scenario's duration" +
                      (results.partial_reason.empty() ? "" : ": " + results.partial_reason));
  }
  add_list_item(list, results.standing == "yes" ? "bad" : "soft", "Standing:", standing_text(results));
  if (!results.deadlock) {
    add_list_item(list, "soft", "Deadlock:", none_text(results));
  }
  if (results.drops.empty()) {
    list += "<li>No packet was dropped.</li>\n";
  }
  for (const auto& [reason, packets] : results.drops) {
    add_list_item(list, "warn", "Dropped:",
                  fmt::format("{} {}, {}", human_count(packets), packets == 1 ? "packet" : "packets", reason));
  }
  return "<section id=\"findings\">\n<h2>Findings</h2>\n<ul class=\"findings\">\n" + list + "</ul>\n</section>\n";
}

// An arrow that no line breaks.
std::string with_arrows(std::string html) {
  constexpr std::string_view kTyped = "-&gt;";
  for (std::size_t at = html.find(kTyped); at != std::string::npos; at = html.find(kTyped, at)) {
    html.replace(at, kTyped.size(), "&rarr;");
  }
  return html;
}

// The sentences; a press on a time shows that time in plots and drawing (`shows`: there are some).
std::string story_section(const Story& story, const PlotPage& page, bool shows) {
  std::string rows;
  for (const Sentence& sentence : story.sentences) {
    const std::string time = story_time(story, sentence);
    rows += fmt::format(
        "<tr><td class=\"n\">{}</td><td>{}</td></tr>\n",
        time.empty() || !shows
            ? time
            : fmt::format("<button class=\"at\" data-at=\"{}\">{}</button>",
                          rounded(seconds(Time(*sentence.at_ps)) * page.units_per_second, kTimeDigits).dump(), time),
        with_arrows(html_escaped(sentence.text)));
  }
  std::string kept;  // an event of samples alone, such as the lowest rate, is no event of story.json
  if (!story.events.at_ps.empty()) {
    kept = fmt::format("<p class=\"soft\">{} events in story.json{}.</p>\n", human_count(story.events.at_ps.size()),
                       story.left_out == 0 ? ""
                                           : fmt::format("; {} between the first and the last are left out",
                                                         human_count(story.left_out)));
  }
  return fmt::format("<section id=\"story\">\n<h2>What happened</h2>\n<table>\n{}</table>\n{}</section>\n", rows, kept);
}

std::string network_caption(const Results& results, const NetworkDrawing& network, const NetworkPicture& picture,
                            bool slides) {
  std::set<std::string> labels;
  for (const NetworkDrawing::Cable& cable : network.cables) {
    labels.insert(cable.label);
  }
  const auto hosts = static_cast<std::size_t>(std::ranges::count(network.devices, true, &NetworkDrawing::Device::host));
  const auto counted = [](std::size_t count, std::string_view one, std::string_view more) {
    return fmt::format("{} {}", count, count == 1 ? one : more);
  };
  std::string caption = counted(network.devices.size() - hosts, "switch (square)", "switches (squares)") + ", " +
                        counted(hosts, "host (circle)", "hosts (circles)") + ", " +
                        counted(network.cables.size(), "cable", "cables");
  if (labels.size() == 1 && !labels.begin()->empty()) {
    caption += ", each " + *labels.begin();
  }
  if (labels.size() > 1) {
    caption += "; rest the pointer on a cable for its rate and delay";
  }
  if (picture.folded) {
    caption += picture.pods.empty() ? "; a box stands for the hosts of a switch"
                                    : "; a box stands for several devices: click a pod to see inside";
  }
  if (slides) {
    caption +=
        "; bar at a port: its fullest input queue, full at the depth at which the queue's scheme acts; yellow, with a "
        "stop: flow control holds a queue";
  }
  if (results.deadlock) {
    caption += "; red: what the deadlock blocks";
  }
  return caption;
}

// Shown by its script.
constexpr std::string_view kSlider =
    "<div id=\"slider\" hidden><button data-way=\"-1\" aria-label=\"The step before\">◂</button><input type=\"range\" "
    "step=\"any\" aria-label=\"Time\"><button data-way=\"1\" aria-label=\"The next step\">▸</button><output></output>"
    "</div>\n";

std::string network_section(const Results& results, const NetworkDrawing& network, const NetworkPicture& picture,
                            bool slides) {
  if (picture.svg.empty()) {
    return {};
  }
  std::string html = fmt::format("<section id=\"network\">\n<h2>Network</h2>\n{}<div class=\"scroll\">{}</div>\n",
                                 slides ? kSlider : "", picture.svg);
  if (!picture.pods.empty()) {
    html += "<div id=\"pod\" class=\"scroll\" hidden></div>\n";
  }
  return html + fmt::format("<p class=\"soft\">{}.</p>\n</section>\n",
                            html_escaped(network_caption(results, network, picture, slides)));
}

// The drawings of pods, as texts: a page would be slow to open with all of them as elements.
std::string pods_data(const NetworkPicture& picture) {
  std::string list;
  for (const std::string& pod : picture.pods) {
    list += (list.empty() ? "" : ",") + json_string(pod);
  }
  return list.empty() ? "" : page_data("pods", "[" + list + "]");
}

std::string plots_section(const PlotPage& page) {
  if (page.plots.empty()) {
    return "<section id=\"plots\"><p class=\"soft\">Nothing was sampled.</p></section>\n";
  }
  std::string html =
      "<section class=\"hint\"><span class=\"soft\">Drag over a plot to zoom in time, shift and drag to move, "
      "double-click to see all. All plots move together.</span><span><button id=\"zoom-deadlock\" hidden>Show the "
      "deadlock</button> <button id=\"reset-zoom\">Show "
      "all</button></span></section>\n";
  for (const Plot& plot : page.plots) {
    html += fmt::format(
        "<section id=\"plot-{0}\">\n<div class=\"plot-head\"><h2>{1}</h2><span class=\"soft\">{2}</span><span "
        "class=\"soft cursor\"></span></div>\n<div class=\"legend\"></div>\n<div class=\"plot\" role=\"img\" "
        "aria-label=\"{3} against time\"></div>\n</section>\n",
        html_escaped(plot.id), html_escaped(plot.title), html_escaped(plot.note), html_escaped(plot.y_label));
  }
  return html;
}

}  // namespace

std::string render_report(const Results& results, const TimeSeries& series, const NetworkDrawing& network,
                          const std::optional<Story>& story) {
  const PlotPage plots = make_plots(results, series);
  const PageFrame frame{
      results.scenario, {kDygraphStyle, kPageStyle}, {kDygraphScript, kPageScript, kNetworkScript, kSliderScript}};
  std::string html = page_head(frame) + header(results);
  // A drawing that would shrink in half a page gets the whole width.
  const NetworkInstants instants = network_instants(results, plots, story);
  const NetworkPicture picture = network_picture(network, results.deadlock, instants);
  const bool slides = !instants.ports.empty() && !picture.svg.empty();
  const bool wide = picture.width > kHalfPageWidth;
  html += "<p id=\"script-fault\" class=\"badge bad\"></p>\n<div class=\"columns\">\n<div>\n";
  html += story ? story_section(*story, plots, slides || !plots.plots.empty()) : "";
  html += expectations_section(results);
  if (results.deadlock) {
    html += deadlock_section(*results.deadlock, network);
  }
  if (wide) {
    html += "</div>\n<div>\n" + findings_section(results) + "</div>\n</div>\n" +
            network_section(results, network, picture, slides);
  } else {
    html += findings_section(results) + "</div>\n<div>\n" + network_section(results, network, picture, slides) +
            "</div>\n</div>\n";
  }
  html += events_section(results);
  html += links_section(results);
  html += retry_section(results);
  html += credits_section(results);
  html += baselines_section(results);
  html += plots_section(plots);
  html += flows_section(results);
  html += workloads_section(results);
  html += classes_section(results);
  html += queues_section(results);
  html += buffers_section(results);
  html += quiet_section(results);
  html += drops_section(results);
  html += fmt::format(
      "<footer>Made by weir {}. KB, MB: 1,000 and 1,000,000 bytes. The numbers of this page are in summary.json, its "
      "samples in timeseries.csv.</footer>\n<p id=\"plots-drawn\" hidden></p>\n",
      html_escaped(results.version));
  html += page_data("plot-data", plots_to_json(plots, results)) + pods_data(picture);
  html += slides ? page_data("slider-data", instants_to_json(instants, results.deadlock.has_value())) : "";
  html += page_scripts(frame);
  return html + "</body>\n</html>\n";
}

}  // namespace weir::report
