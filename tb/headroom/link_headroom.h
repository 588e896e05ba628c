// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The headroom of links that are given by a few numbers: for each rate and cable the exact bound (tb/bounds), the
// frames that reach the bound, and beside it what simpler formulas say.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/base/named.h"
#include "hw_model/base/units.h"
#include "tb/bounds/pause_headroom.h"
#include "tb/headroom/retry.h"
#include "tb/headroom/vendor_formula.h"

namespace weir::headroom {

// Which time a peer takes to obey a PAUSE.
enum class Peer : std::uint8_t {
  kLarger,  // the longer of the two below
  kQuanta,  // by the table of IEEE 802.3
  kTime,    // from 400 Gbps up the time at 400 Gbps
  kGiven,   // LinkRequest::peer_time
};

// Which time our own PHY, MAC and FEC take, both directions together.
enum class Phy : std::uint8_t {
  kNone,   // unknown, taken as 0: the result is too small by that time
  kSame,   // as the peer, whose time contains its own PHY and MAC
  kGiven,  // LinkRequest::phy_time
};

// What pauses: a class, or with PAUSE the port.
enum class Pauses : std::uint8_t { kPfc, kPause };

inline constexpr std::array<Named<Pauses>, 2> kPauses{{{Pauses::kPfc, "pfc"}, {Pauses::kPause, "pause"}}};

// The inputs of the vendors' formulas that the bound does not have.
struct VendorRequest {
  std::optional<Bytes> lossless_mtu = {};  // the longest frame of the class
  std::optional<Bytes> port_mtu = {};      // our longest frame
  unsigned small = 100;
  double mac_phy = 0;  // bytes
  Time gearbox = {};
  bool tile = false;
};

inline constexpr std::int64_t kLongestCable = 120'000;  // metres

struct LinkRequest {
  std::vector<BitRate> rates{BitRate(100'000'000'000)};
  std::vector<std::int64_t> cables{300};  // metres
  Bytes min_frame{64};                    // of the paused class
  Bytes max_frame{1518};
  std::optional<Bytes> our_frame = {};  // the longest of any class that we send; max_frame
  Bytes cell{208};                      // 0: the VIQ counts bytes
  Bytes overhead = link::kWireOverhead;
  Time pipeline = {};
  Peer peer = Peer::kLarger;
  Time peer_time = {};
  Phy phy = Phy::kNone;
  Time phy_time = {};
  Pauses pauses = Pauses::kPfc;
  unsigned lossless = 1;                   // classes that are paused
  Bytes xoff_unit{1};                      // XOFF is set in multiples of this
  bool pool = false;                       // headroom is a pool that the VIQs share
  std::optional<RetryRequest> retry = {};  // link-level retry, which the link does not have otherwise
  VendorRequest vendor = {};

  Bytes longest_of_ours() const { return our_frame.value_or(max_frame); }
};

struct LinkRow {
  BitRate rate;
  std::int64_t cable;  // metres
  bounds::PausedLink link;
  bounds::PauseHeadroom worst;
  Bytes crosses;         // above XOFF, at most, of the frame that reaches XOFF, wherever XOFF lies; in a pool all of it
  Bytes granularity;     // what XOFF in units adds
  Bytes each;            // the headroom of a (port, class); of a port under PAUSE
  Bytes all;             // of all lossless classes of the port: each fills its own, and all are full at once
  Bytes densest_length;  // frames of this length alone come nearest
  Bytes alike;           // with these frames alone
  Bytes linear;          // by the linear form, with the frame that reaches XOFF
  std::array<VendorTerms, 2> vendors;  // in the order of kVendors

  // Whole cells, where the VIQ counts cells.
  std::int64_t cells() const { return link.cell > Bytes(0) ? each / link.cell : 0; }
};

// Throws std::invalid_argument, one line that names the option, for a value beyond its range.
void check(const LinkRequest& request);

// A row for each rate and cable, rates outermost. Throws as check().
std::vector<LinkRow> link_headrooms(const LinkRequest& request);

// The time that a peer takes, and our own: by the request.
Time peer_time(const LinkRequest& request, BitRate rate);
Time own_time(const LinkRequest& request, BitRate rate);

// The link of a request at one rate and cable.
bounds::PausedLink paused_link(const LinkRequest& request, BitRate rate, std::int64_t cable);

// What a (port, class) needs on that link, with XOFF to the byte.
Bytes headroom_of(const LinkRequest& request, const bounds::PausedLink& link);

// What the user has to know of these rows: times that are unknown, extrapolated or doubted. One line each.
std::vector<std::string> notes_of(const LinkRequest& request);

// Of these, those about the window of a request with LLR.
std::vector<std::string> window_notes(const LinkRequest& request);

// The link as LLR sees it, with the frames of both directions.
RetryLink retry_link(const LinkRequest& request, BitRate rate, std::int64_t cable);

// "400Gbps 300 m"
std::string link_name(BitRate rate, std::int64_t metres);

}  // namespace weir::headroom
