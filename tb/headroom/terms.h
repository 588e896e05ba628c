// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The terms of the budget of a link as reports show them: of links that are given by a few numbers, and of a scenario.

#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "tb/bounds/pause_headroom.h"
#include "tb/cost/figures.h"

namespace weir::headroom {

// A term: its time on a link, and where the figure comes from.
struct Term {
  std::string_view name;
  Time bounds::PauseTimes::*time;
  std::string_view source;            // of a link that is given by options
  std::string_view source_of_device;  // of a link of a scenario
};

inline constexpr std::array<Term, 8> kTerms{{
    {"our frame", &bounds::PauseTimes::our_frame, "our longest frame has just begun when PAUSE is due; ties included",
     "a frame of switch.max_frame has just begun when PAUSE is due; ties included"},
    {"ordered sets", &bounds::PauseTimes::sets, "none is counted",
     "8 B each, those that lengthen the gap behind our frame: link.llr.ctlos_frame_start_spacing, ctlos_frame_spacing"},
    {"our replay", &bounds::PauseTimes::replay,
     "all that may be outstanding towards the peer, once: --replay-first, --pause-eligible",
     "all that may be outstanding towards the peer, once: replay_first; with pause_eligible an acknowledgement, "
     "if later, and a repair"},
    {"PAUSE", &bounds::PauseTimes::pause, "64 B; IEEE 802.3, annexes 31B and 31D",
     "64 B; IEEE 802.3, annexes 31B and 31D"},
    {"cable", &bounds::PauseTimes::cable, "twice, at 5 ns a metre: PAUSE out, the last data in",
     "twice the delay of the link: PAUSE out, the last data in"},
    {"peer", &bounds::PauseTimes::peer, "until the peer begins no frame: IEEE 802.3, 31B.3.7, or --peer",
     "flow_control.processing_delay, until the peer begins no frame"},
    {"own PHY", &bounds::PauseTimes::own, "PHY, MAC and FEC, both directions: --phy", "the model has none"},
    {"pipeline", &bounds::PauseTimes::pipeline, "from the last bit of a frame until the frame counts: --pipeline",
     "the longest way through the parser: switch.parser"},
}};

struct TimesOf {
  std::string name;
  bounds::PauseTimes times;
};

// A row for each: all terms, and their sum. Without "our replay" and "ordered sets" where no link has that term.
cost::Table times_table(std::string what, std::span<const TimesOf> rows);

// What each term puts into the queue, by the frames that fill most; with the term's source. And LLR's window.
cost::Table sources_table(const std::string& link_name, const bounds::PausedLink& link, std::string_view Term::*source);

// Bytes that the queue counts for a byte of the line, of frames that fill most.
double density_of(const bounds::PausedLink& link);

// "3 x 255 B, 12 x 64 B"
std::string frames_text(std::span<const bounds::FramesAlike> frames);
// "3 x 255 B, 12 x 64 B, then 1518 B"
std::string mix_text(const bounds::PauseHeadroom& worst);

// {"our_frame_ps": ..., ...}; [{"frame_bytes": ..., "frames": ...}, ...]
nlohmann::ordered_json times_json(const bounds::PauseTimes& times);
nlohmann::ordered_json mix_json(std::span<const bounds::FramesAlike> frames);

}  // namespace weir::headroom
