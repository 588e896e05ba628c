// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/headroom/link_headroom.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hw_model/asic/switch_config.h"
#include "hw_model/frame/ordered_set.h"
#include "tb/bounds/bound_parts.h"
#include "tb/bounds/response.h"
#include "tb/report/human.h"
#include "tb/text/option_range.h"
#include "tb/text/quantity.h"

namespace weir::headroom {
namespace {

using text::to_text;

constexpr BitRate kLowestRate{1'000'000'000};
constexpr BitRate kHighestRate{1'600'000'000'000};
constexpr Time kLongestTime{1'000'000'000};
constexpr Bytes kShortestFrame{64};
constexpr Bytes kLongestFrame{9216};

}  // namespace

void check(const LinkRequest& request) {
  for (const BitRate rate : request.rates) {
    text::check_range("--rate", rate, kLowestRate, kHighestRate);
  }
  for (const std::int64_t cable : request.cables) {
    text::check_count("--cable", cable, 0, kLongestCable);
  }
  text::check_range("--max-frame", request.max_frame, kShortestFrame, kLongestFrame);
  text::check_range("--min-frame", request.min_frame, kShortestFrame, request.max_frame);
  text::check_range("--our-frame", request.our_frame.value_or(kShortestFrame), kShortestFrame, kLongestFrame);
  text::check_range("--cell", request.cell, Bytes(0), Bytes(512));
  text::check_range("--overhead", request.overhead, Bytes(0), Bytes(256));
  text::check_range("--pipeline", request.pipeline, Time(0), kLongestTime);
  text::check_range("--peer", request.peer_time, Time(0), kLongestTime);
  text::check_range("--phy", request.phy_time, Time(0), kLongestTime);
  text::check_range("--xoff-unit", request.xoff_unit, Bytes(1), Bytes(65'536));
  text::check_range("--lossless-mtu", request.vendor.lossless_mtu.value_or(kShortestFrame), kShortestFrame,
                    kLongestFrame);
  text::check_range("--port-mtu", request.vendor.port_mtu.value_or(kShortestFrame), kShortestFrame, kLongestFrame);
  text::check_range("--gearbox", request.vendor.gearbox, Time(0), kLongestTime);
  text::check_count("--lossless", request.lossless, 1, 8);
  text::check_count("--small", request.vendor.small, 0, 100);
  if (request.retry) {
    check(*request.retry);
  }
}

namespace {

VendorInputs vendor_inputs(const LinkRequest& request, BitRate rate, std::int64_t cable) {
  const VendorRequest& vendor = request.vendor;
  return {.rate = rate,
          .cable = cable,
          .cell = request.cell,
          .lossless_mtu = vendor.lossless_mtu.value_or(request.max_frame),
          .port_mtu = vendor.port_mtu.value_or(request.longest_of_ours()),
          .small = vendor.small,
          .mac_phy = vendor.mac_phy,
          .gearbox = vendor.gearbox,
          .quanta = bounds::response_quanta(rate),
          .tile = vendor.tile,
          .large_xoff = false};
}

// By so much a rounded XOFF may lie above the one that is meant. A queue that counts whole cells stands at their
// multiples, so that only cells between the two count.
Bytes granularity_of(const LinkRequest& request) {
  if (request.cell == Bytes(0)) {
    return request.xoff_unit - Bytes(1);
  }
  return request.xoff_unit % request.cell == Bytes(0)
             ? request.xoff_unit - request.cell
             : (request.xoff_unit + request.cell - Bytes(2)) / request.cell * request.cell;
}

// The frame that reaches XOFF may have found the queue a cell, or a byte, below it.
Bytes crosses(const LinkRequest& request, const bounds::PauseHeadroom& worst) {
  return request.pool ? worst.last : worst.last - std::max(request.cell, Bytes(1));
}

// As the bound of a scenario has it, bounds::retry_before_pause(): a replay, or an acknowledgement if that comes later,
// and the way of a NACK behind the lost PAUSE and a frame of ours.
Time wait_of_numbered_pause(const LinkRequest& request, BitRate rate, const bounds::PauseTimes& times) {
  asic::SwitchConfig end;
  end.max_frame = request.longest_of_ours();
  end.llr.link.ctlos_target_spacing = request.retry->spacing;
  const link::LinkConfig line{.rate = rate, .delay = times.cable / 2};
  const Time processing = request.retry->processing.value_or(Time(0));
  const Bytes longest = std::max(request.max_frame, end.max_frame) + request.overhead;
  const Bytes nack = bounds::nack_place(end.llr.link, longest) + frame::kOrderedSetLength;
  return std::max(times.replay, bounds::window_wait(end, end, line) + processing) + times.pause + times.our_frame +
         times.cable + processing + serialization_time(nack, rate);
}

LinkRow row_of(const LinkRequest& request, BitRate rate, std::int64_t cable) {
  LinkRow row;
  row.rate = rate;
  row.cable = cable;
  row.link = paused_link(request, rate, cable);
  row.worst = bounds::pause_headroom(row.link);
  row.crosses = crosses(request, row.worst);
  row.granularity = granularity_of(request);
  row.each = row.crosses + row.worst.after_xoff() + row.granularity;
  row.all = row.each * (request.pauses == Pauses::kPause ? 1 : request.lossless);
  row.densest_length = bounds::densest_length(row.link);
  row.alike = bounds::headroom_of_frames_alike(row.link, row.densest_length);
  row.linear = bounds::linear_headroom(row.link) + row.crosses;
  for (std::size_t i = 0; i < kVendors.size(); ++i) {
    if (request.cell > Bytes(0)) {
      row.vendors[i] = vendor_headroom(kVendors[i].value, vendor_inputs(request, rate, cable));
    }
  }
  return row;
}

}  // namespace

Time peer_time(const LinkRequest& request, BitRate rate) {
  switch (request.peer) {
    case Peer::kGiven:
      return request.peer_time;
    case Peer::kQuanta:
      return bounds::response_time(rate);
    case Peer::kTime:
    case Peer::kLarger:
      break;
  }
  return bounds::longest_response_time(rate);
}

Time own_time(const LinkRequest& request, BitRate rate) {
  switch (request.phy) {
    case Phy::kGiven:
      return request.phy_time;
    case Phy::kSame:
      return peer_time(request, rate);
    case Phy::kNone:
      break;
  }
  return Time(0);
}

Bytes headroom_of(const LinkRequest& request, const bounds::PausedLink& link) {
  const bounds::PauseHeadroom worst = bounds::pause_headroom(link);
  return crosses(request, worst) + worst.after_xoff();
}

RetryLink retry_link(const LinkRequest& request, BitRate rate, std::int64_t cable) {
  const Bytes longest = request.longest_of_ours();
  return {.facts = facts_of(*request.retry, rate, cable),
          .shortest = std::min(request.min_frame, longest),
          .longest = std::max(request.max_frame, longest)};
}

bounds::PausedLink paused_link(const LinkRequest& request, BitRate rate, std::int64_t cable) {
  bounds::PausedLink link;
  link.rate = rate;
  link.overhead = request.overhead;
  link.frames = bounds::FrameLengths::between(request.min_frame, request.max_frame);
  link.cell = request.cell;
  link.times = bounds::pause_times(link, request.longest_of_ours(), cable * bounds::kTimePerMetre,
                                   peer_time(request, rate), own_time(request, rate), request.pipeline);
  if (request.retry) {
    link.retry = window_of(*request.retry, retry_link(request, rate, cable));
  }
  if (request.retry && (request.retry->replay_first || request.retry->pause_eligible)) {
    const Bytes longest = request.longest_of_ours();
    link.times.replay = bounds::replay_time(
        link.retry, {.shortest = std::min(request.min_frame, longest), .longest = longest}, request.overhead, rate);
  }
  if (request.retry && request.retry->pause_eligible) {
    link.times.replay = wait_of_numbered_pause(request, rate, link.times);
  }
  return link;
}

std::vector<LinkRow> link_headrooms(const LinkRequest& request) {
  check(request);
  std::vector<LinkRow> rows;
  for (const BitRate rate : request.rates) {
    for (const std::int64_t cable : request.cables) {
      rows.push_back(row_of(request, rate, cable));
    }
  }
  return rows;
}

namespace {

void add_notes_of_retry(const LinkRequest& request, std::vector<std::string>& notes) {
  // Refresh after half of 65,535 quanta of 64 B of line time.
  constexpr Bytes kUntilRefresh{65'535 * 64 / 2};
  if (request.retry->pause_eligible) {
    notes.emplace_back(
        "LLR sends a PAUSE again that an error hits: one such repair counts, if a frame of ours follows at once that "
        "shows the gap; without one, and for each further error, a replay timer comes on top");
  } else {
    notes.push_back(fmt::format(
        "LLR does not carry PAUSE: where an error hits one, its refresh repairs the loss, after half of 65,535 "
        "quanta, and up to {} B of line time more come in until then",
        report::human_count(static_cast<std::uint64_t>(kUntilRefresh.count()))));
  }
  for (std::string& note : window_notes(request)) {
    notes.push_back(std::move(note));
  }
}

}  // namespace

std::vector<std::string> window_notes(const LinkRequest& request) {
  std::vector<std::string> notes;
  const RetryRequest& retry = *request.retry;
  if (!retry.processing && !(retry.frames && retry.bytes)) {
    notes.emplace_back(
        "the times of LLR's receiver after a frame and of its transmitter after an acknowledgement are not known and "
        "count as 0 in its window; --llr-processing sets them");
  }
  for (const BitRate rate : request.rates) {
    for (const std::int64_t cable : request.cables) {
      for (std::string& note : notes_of(retry, retry_link(request, rate, cable), link_name(rate, cable))) {
        notes.push_back(std::move(note));
      }
    }
  }
  return notes;
}

std::vector<std::string> notes_of(const LinkRequest& request) {
  std::vector<std::string> notes;
  if (request.phy == Phy::kNone) {
    notes.emplace_back(
        "the time of our own PHY, MAC and FEC is not known and counts as 0; --phy same takes the time of the peer, "
        "--phy TIME a time of your own");
  }
  if (request.overhead == Bytes(0)) {
    notes.emplace_back("preamble and gap do not count (--overhead 0B): fewer frames fit a real line");
  }
  bool doubted = false;
  for (const BitRate rate : request.rates) {
    if (request.peer != Peer::kGiven && rate > bounds::kResponses.back().rate) {
      notes.push_back(fmt::format("the time of the peer at {} is extrapolated: the table ends at {}", to_text(rate),
                                  to_text(bounds::kResponses.back().rate)));
    }
    doubted = doubted || bounds::response_time(rate) < bounds::longest_response_time(rate);
  }
  if (doubted && request.peer == Peer::kQuanta) {
    notes.emplace_back(
        "above 400Gbps the table of --peer quanta gives half of the time at 400Gbps; published headroom counts on all "
        "of it (--peer time)");
  }
  if (request.retry) {
    add_notes_of_retry(request, notes);
  }
  return notes;
}

std::string link_name(BitRate rate, std::int64_t metres) { return fmt::format("{} {} m", to_text(rate), metres); }

}  // namespace weir::headroom
