// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a link asks of a switch: for each rate and cable the window, replay memory and timer of link-level retry (LLR),
// the credits of Ultra Ethernet, and beside one another what PFC, PFC with LLR, both kinds of credits and GFC take of
// the buffer and of the control logic. Windows and credits are those of mechanisms/llr/llr_loop.h and
// mechanisms/ue_cbfc/credit_loop.h; headroom is that of tb/bounds; registers are those that blocks declare.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/mechanisms/llr/llr_config.h"
#include "hw_model/mechanisms/llr/llr_loop.h"
#include "hw_model/mechanisms/ue_cbfc/credit_loop.h"
#include "tb/bounds/retry_window.h"
#include "tb/cost/retry_profile.h"
#include "tb/cost/setup.h"
#include "tb/report/console_text.h"

namespace weir::cost {

struct LinkCostRequest {
  SwitchRequest plain;  // its rate and delay are those of each link
  std::vector<BitRate> rates = {};
  std::vector<double> cables = {};                        // metres; none: 300
  std::uint32_t channels = 32;                            // in the round of CF_Updates
  Bytes against{512};                                     // the smallest frame to which the smallest is compared
  Bytes spacing = llr::LlrConfig{}.ctlos_target_spacing;  // of ACKs
  Time llr_processing = {};                               // P_rx + P_tx
  Time store = {};                                        // that a frame spends in the receiver's buffer
};

// Two of each figure: with frames from the request's smallest one, and from `against`.
inline constexpr std::size_t kSmallest = 2;

struct RetryCost {
  bounds::RetryWindow window;  // frames of the smallest length, bytes of the length that asks for most
  Bytes at;                    // that length
  Bytes memory;                // replay buffer of a port: the window in bytes, and a frame
  std::uint64_t beside = 0;    // bits of SRAM beside it: what the port keeps about each frame of the window, counters
};

struct CreditCost {
  std::uint32_t channels = 0;
  std::uint32_t smallest = 0;      // credits of a channel for full rate with frames of the smallest length
  ue_cbfc::CreditRoomFacts every;  // with every length
  Time leak;                       // that a loss without LLR takes credits away for
};

// A scheme alone in the switch.
struct SchemeOnLink {
  std::string name;
  Bytes advertised = {};  // credits of a channel, in bytes; 0: the scheme has none
  // Buffer of a (port, lossless class), by the smallest frame: in whole cells, but for GFC, whose formula is of bytes.
  std::array<Bytes, kSmallest> each = {};
  Bytes queues = {};  // of all lossless queues of the switch
  Bytes replay = {};  // replay memory of all ports
  std::uint64_t flip_flops = 0;
  std::uint64_t control_sram = 0;

  Bytes all() const { return queues + replay; }
};

struct LinkCost {
  BitRate rate;
  double cable = 0;  // metres
  std::array<RetryCost, kSmallest> retry;
  Time loop;                                                 // of the largest frame: the replay timer is longer
  Time timer;                                                // the least one, in whole ticks
  std::array<std::array<CreditCost, 2>, kSmallest> credits;  // one channel, and all
  std::vector<SchemeOnLink> schemes;
  std::vector<std::string> limits;  // what registers, numbers or messages cannot express
};

struct LinkCosts {
  LinkCostRequest request;
  std::string title;
  std::vector<LinkCost> links;  // rates outermost
};

// Throws std::invalid_argument, one line that names the option, and as make_setup().
LinkCosts link_costs(const LinkCostRequest& request);

std::string link_costs_text(const LinkCosts& costs, const report::ConsoleStyle& style);
std::string link_costs_csv(const LinkCosts& costs);   // a row a link and scheme
std::string link_costs_json(const LinkCosts& costs);  // weir schema cost_links
std::string link_costs_page(const LinkCosts& costs);
// The table of LLR profiles, for frames from the smallest one. Throws as retry_profiles_text().
std::string link_retry_profiles(const LinkCosts& costs, RetryProfileRequest request);

}  // namespace weir::cost
