// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The forms of the report on links. All show the same figures.

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/cost/figures.h"
#include "tb/cost/link_costs.h"
#include "tb/cost/page_parts.h"
#include "tb/report/html_text.h"
#include "tb/report/human.h"
#include "tb/report/version.h"
#include "tb/text/quantity.h"

namespace weir::cost {
namespace {

using report::human_count;
using Json = nlohmann::ordered_json;

std::string in_bytes(Bytes value) { return human_count(static_cast<std::uint64_t>(value.count())); }
std::string in_bytes_or_dash(Bytes value) { return value > Bytes(0) ? in_bytes(value) : "-"; }
std::string in_nanoseconds(Time time) { return fmt::format("{:.1f}", static_cast<double>(time.count()) / 1000); }
std::string link_of(const LinkCost& link) { return fmt::format("{} {} m", text::to_text(link.rate), link.cable); }

std::string smallest_of(const LinkCostRequest& request, std::size_t i) {
  return text::to_text(i == 0 ? request.plain.frames.shortest : request.against);
}

Table schemes_table(const LinkCosts& costs) {
  Table table{
      .id = "schemes",
      .title = "Schemes side by side, each alone in the switch",
      .note =
          "each: buffer of a (port, lossless class), in whole cells but for GFC, whose formula counts bytes; of PFC "
          "and GFC with a frame below the threshold. Advertised: the credits of a class. Replay memory: of all "
          "ports. SRAM of control: without packets and replay memory.",
      .text_columns = 2,
      .head = {"link", "scheme", "advertised, B", "each, B", "all queues, B", "replay memory, B", "both, B",
               "flip-flops", "SRAM of control, bits"}};
  for (const LinkCost& link : costs.links) {
    for (const SchemeOnLink& one : link.schemes) {
      table.rows.push_back({link_of(link), one.name, in_bytes_or_dash(one.advertised), in_bytes(one.each.front()),
                            in_bytes(one.queues), in_bytes_or_dash(one.replay), in_bytes(one.all()),
                            human_count(one.flip_flops), human_count(one.control_sram)});
    }
  }
  return table;
}

Table retry_table(const LinkCosts& costs) {
  Table table{.id = "llr",
              .title = "Link-level retry",
              .note =
                  "Window: for full rate with the smallest frame, bytes with every length. Replay memory: of a port, "
                  "the bytes of the window and a frame. Loop: of the largest frame; the replay timer is longer.",
              .text_columns = 1,
              .head = {"link", "window, frames", "window, B", "asked for by, B", "replay memory, B",
                       "SRAM beside, bits", "loop, ns", "least timer, ns"}};
  for (const LinkCost& link : costs.links) {
    const RetryCost& retry = link.retry.front();
    table.rows.push_back({link_of(link), human_count(retry.window.frames), in_bytes(retry.window.bytes),
                          in_bytes(retry.at), in_bytes(retry.memory), human_count(retry.beside),
                          in_nanoseconds(link.loop),
                          human_count(static_cast<std::uint64_t>(link.timer / Time(1'000)))});
  }
  return table;
}

Table credits_table(const LinkCosts& costs) {
  Table table{.id = "credits",
              .title = fmt::format("Ultra Ethernet's credits of {}, of a channel, for full rate",
                                   text::to_text(costs.request.plain.credit_block)),
              .note =
                  "every: with frames of every length, and the length that asks for most. Away: how long a loss "
                  "without LLR takes credits away, at most.",
              .text_columns = 1,
              .head = {"link", "channels", "smallest frame", "every", "asked for by, B", "buffer, B", "away, us"}};
  for (const LinkCost& link : costs.links) {
    for (const CreditCost& one : link.credits.front()) {
      table.rows.push_back({link_of(link), human_count(one.channels), human_count(one.smallest),
                            human_count(one.every.credits), in_bytes(one.every.at),
                            in_bytes(std::int64_t{one.every.credits} * costs.request.plain.credit_block),
                            fmt::format("{:.1f}", static_cast<double>(one.leak.count()) / 1e6)});
      if (costs.request.channels == 1) {
        break;
      }
    }
  }
  return table;
}

Table smallest_table(const LinkCosts& costs) {
  const std::string small = smallest_of(costs.request, 0);
  const std::string other = smallest_of(costs.request, 1);
  Table table{.id = "smallest",
              .title = fmt::format("What a smallest frame of {} costs against one of {}", small, other),
              .note =
                  "each: buffer of a (port, lossless class). SRAM beside: what LLR keeps about the frames of its "
                  "window, and counters.",
              .text_columns = 2,
              .head = {"link", "of", small, other, "more"}};
  const auto add = [&](const LinkCost& link, const std::string& what, double from, double against) {
    table.rows.push_back({link_of(link), what, human_count(static_cast<std::uint64_t>(from)),
                          human_count(static_cast<std::uint64_t>(against)), fmt::format("{:.2f} x", from / against)});
  };
  for (const LinkCost& link : costs.links) {
    for (const SchemeOnLink& one : link.schemes) {
      add(link, one.name + ", each, B", static_cast<double>(one.each[0].count()),
          static_cast<double>(one.each[1].count()));
    }
    add(link, "LLR's window, frames", link.retry[0].window.frames, link.retry[1].window.frames);
    add(link, "LLR's window, B", static_cast<double>(link.retry[0].window.bytes.count()),
        static_cast<double>(link.retry[1].window.bytes.count()));
    add(link, "LLR, SRAM beside, bits", static_cast<double>(link.retry[0].beside),
        static_cast<double>(link.retry[1].beside));
  }
  return table;
}

std::vector<Table> tables_of(const LinkCosts& costs) {
  return {schemes_table(costs), retry_table(costs), credits_table(costs), smallest_table(costs)};
}

constexpr const char* kNoTimes =
    "the times of LLR's receiver and transmitter are not known and count as 0; --llr-processing sets them";

std::vector<std::string> notes_of(const LinkCosts& costs) {
  std::vector<std::string> notes;
  for (const LinkCost& link : costs.links) {
    for (const std::string& limit : link.limits) {
      notes.push_back(fmt::format("{}: {}", link_of(link), limit));
    }
  }
  if (costs.request.llr_processing == Time(0)) {
    notes.emplace_back(kNoTimes);
  }
  if (costs.request.store == Time(0)) {
    notes.emplace_back(
        "credits are reckoned for frames that leave the receiver's buffer at once; --store sets the time");
  }
  return notes;
}

bool is_of_retry(const std::string& limit) { return limit.starts_with("LLR:"); }

// What the registers of LLR hold of a window.
bounds::RetryWindow as_registers_hold(bounds::RetryWindow window) {
  constexpr std::uint32_t kHeldFrames = std::uint32_t{1} << (llr::LlrConfig::kSeqBits - 1);
  constexpr Bytes kHeldBytes{std::numeric_limits<std::uint32_t>::max()};
  return {.frames = std::min(window.frames, kHeldFrames), .bytes = std::min(window.bytes, kHeldBytes)};
}

Json retry_json(const RetryCost& retry) {
  return {{"window_frames", retry.window.frames},
          {"window_bytes", retry.window.bytes.count()},
          {"window_at_bytes", retry.at.count()},
          {"memory_bytes", retry.memory.count()},
          {"beside_bits", retry.beside}};
}

Json credit_json(const CreditCost& credit) {
  return {{"channels", credit.channels},
          {"smallest_credits", credit.smallest},
          {"every_credits", credit.every.credits},
          {"every_at_bytes", credit.every.at.count()},
          {"away_ps", credit.leak.count()}};
}

Json link_json(const LinkCost& link) {
  Json schemes = Json::array();
  for (const SchemeOnLink& one : link.schemes) {
    schemes.push_back({{"scheme", one.name},
                       {"advertised_bytes", one.advertised.count()},
                       {"each_bytes", one.each[0].count()},
                       {"against_each_bytes", one.each[1].count()},
                       {"queue_bytes", one.queues.count()},
                       {"replay_bytes", one.replay.count()},
                       {"flip_flop_bits", one.flip_flops},
                       {"control_sram_bits", one.control_sram}});
  }
  Json credits = Json::array();
  for (std::size_t round = 0; round < 2; ++round) {
    credits.push_back(
        {{"smallest", credit_json(link.credits[0][round])}, {"against", credit_json(link.credits[1][round])}});
  }
  return {{"rate_bps", link.rate.count()},
          {"cable_m", link.cable},
          {"llr", {{"smallest", retry_json(link.retry[0])}, {"against", retry_json(link.retry[1])}}},
          {"loop_ps", link.loop.count()},
          {"least_timer_ps", link.timer.count()},
          {"credits", std::move(credits)},
          {"schemes", std::move(schemes)},
          {"limits", link.limits}};
}

}  // namespace

std::string link_costs_text(const LinkCosts& costs, const report::ConsoleStyle& style) {
  std::string text = fmt::format("{}   weir {}\n", costs.title, report::program_version());
  for (const std::string& note : notes_of(costs)) {
    text += "warning: " + note + "\n";
  }
  for (const Table& table : tables_of(costs)) {
    text += text_of(table, style);
  }
  return text;
}

std::string link_costs_csv(const LinkCosts& costs) {
  std::string text =
      "rate_bps,cable_m,scheme,advertised_bytes,each_bytes,against_each_bytes,queue_bytes,replay_bytes,flip_flop_bits,"
      "control_sram_"
      "bits\n";
  for (const LinkCost& link : costs.links) {
    for (const SchemeOnLink& one : link.schemes) {
      text += fmt::format("{},{},\"{}\",{},{},{},{},{},{},{}\n", link.rate.count(), link.cable, one.name,
                          one.advertised.count(), one.each[0].count(), one.each[1].count(), one.queues.count(),
                          one.replay.count(), one.flip_flops, one.control_sram);
    }
  }
  return text;
}

std::string link_costs_json(const LinkCosts& costs) {
  Json links = Json::array();
  for (const LinkCost& link : costs.links) {
    links.push_back(link_json(link));
  }
  const LinkCostRequest& request = costs.request;
  const Json json = {{"schema", "weir-cost-links-1"},
                     {"version", report::program_version()},
                     {"title", costs.title},
                     {"warnings", notes_of(costs)},
                     {"ports", request.plain.ports},
                     {"lossless_classes", request.plain.lossless.value_or(request.plain.classes)},
                     {"min_frame_bytes", request.plain.frames.shortest.count()},
                     {"against_bytes", request.against.count()},
                     {"max_frame_bytes", request.plain.max_frame.count()},
                     {"credit_bytes", request.plain.credit_block.count()},
                     {"links", std::move(links)}};
  return json.dump(2) + "\n";
}

std::string link_retry_profiles(const LinkCosts& costs, RetryProfileRequest request) {
  request.spacing = costs.request.spacing;
  std::vector<RetryProfile> profiles;
  std::vector<std::string> comments{fmt::format("weir {}: {}", report::program_version(), costs.title)};
  if (costs.request.llr_processing == Time(0)) {
    comments.emplace_back(kNoTimes);
  }
  for (const LinkCost& link : costs.links) {
    profiles.push_back({.rate = link.rate,
                        .cable = link.cable,
                        .window = as_registers_hold(link.retry.front().window),
                        .loop = link.loop});
    for (const std::string& limit : link.limits) {
      if (is_of_retry(limit)) {
        comments.push_back(fmt::format("{}: {}", link_of(link), limit));
      }
    }
  }
  return retry_profiles_text(profiles, request, comments);
}

std::string link_costs_page(const LinkCosts& costs) {
  const report::PageFrame frame = page_frame("cost of links: " + costs.title);
  std::string page =
      page_head(frame) + fmt::format("<header>\n<div class=\"title\"><h1>What links cost: {}</h1></div>\n",
                                     report::html_escaped(costs.title));
  for (const std::string& note : notes_of(costs)) {
    page += fmt::format("<p class=\"description\">{}.</p>\n", report::html_escaped(note));
  }
  page += "</header>\n";
  for (const Table& table : tables_of(costs)) {
    page += table_html(table);
  }
  return page + page_foot(frame, "");
}

}  // namespace weir::cost
