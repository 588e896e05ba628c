// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/link_costs.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "hw_model/mechanisms/llr/llr_registers.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_registers.h"
#include "tb/bounds/response.h"
#include "tb/cost/comparison.h"
#include "tb/report/human.h"
#include "tb/text/option_range.h"
#include "tb/text/quantity.h"

namespace weir::cost {
namespace {

constexpr double kUsualCable = 300;  // metres
constexpr double kShortestCable = 0.001;
constexpr double kLongestCable = 120'000;
constexpr Time kLongestTime{1'000'000'000};
constexpr std::uint32_t kMostFrames = std::uint32_t{1} << (llr::LlrConfig::kSeqBits - 1);

void check(const LinkCostRequest& request) {
  for (const BitRate rate : request.rates) {
    if (rate < BitRate(1'000'000'000) || rate > BitRate(1'600'000'000'000)) {
      throw std::invalid_argument(
          fmt::format("--links: wanted rates of 1Gbps to 1.6Tbps; got {}", text::to_text(rate)));
    }
  }
  for (const double cable : request.cables) {
    if (!(cable >= kShortestCable && cable <= kLongestCable)) {
      throw std::invalid_argument(fmt::format("--cables: wanted 0.001 to 120000 metres; got {}", cable));
    }
  }
  if (request.channels < 1 || request.channels > ue_cbfc::kChannels) {
    throw std::invalid_argument(fmt::format("--channels: wanted 1 to 32; got {}", request.channels));
  }
  text::check_range("--against", request.against, Bytes(64), request.plain.max_frame);
  text::check_range("--llr-spacing", request.spacing, Bytes(320), Bytes(32'760));
  text::check_range("--llr-processing", request.llr_processing, Time(0), kLongestTime);
  text::check_range("--store", request.store, Time(0), kLongestTime);
  const std::int64_t size = request.plain.credit_block.count();
  if (size < 32 || size > ue_cbfc::UeCbfcConfig::kMostCreditSize || (size & (size - 1)) != 0) {
    throw std::invalid_argument(
        fmt::format("--block: credits of Ultra Ethernet have 32 to 2,048 B, a power of two; got {}",
                    text::to_text(request.plain.credit_block)));
  }
}

// The most that frames count in whole cells for which so many credits are enough: of each number of credits the longest
// frame counts most.
Bytes cells_of_credits(std::int64_t credits, Bytes size, Bytes shortest, Bytes longest, Bytes cell) {
  const auto whole = [](Bytes length, Bytes unit) { return (length.count() + unit.count() - 1) / unit.count(); };
  std::vector<std::int64_t> most(static_cast<std::size_t>(credits) + 1, 0);
  for (std::int64_t k = whole(shortest, size); k <= whole(longest, size); ++k) {
    const std::int64_t cells = whole(std::min(k * size, longest), cell);
    for (std::int64_t all = k; all <= credits; ++all) {
      std::int64_t& best = most[static_cast<std::size_t>(all)];
      best = std::max(best, most[static_cast<std::size_t>(all - k)] + cells);
    }
  }
  return most.back() * cell;
}

// One link, and the switch that has it at every port.
class LinkCoster {
 public:
  LinkCoster(const LinkCostRequest& request, BitRate rate, double cable) : request_(request), plain_(request.plain) {
    plain_.rate = rate;
    plain_.delay = Time(std::llround(cable * static_cast<double>(bounds::kTimePerMetre.count())));
    retry_link_ = {.rate = rate, .delay = plain_.delay, .processing = request.llr_processing};
    smallest_ = {request.plain.frames.shortest, request.against};
    cost_.rate = rate;
    cost_.cable = cable;
    credits_.credit_size = request.plain.credit_block;
  }

  LinkCost cost() {
    for (std::size_t i = 0; i < kSmallest; ++i) {
      cost_.retry[i] = retry(smallest_[i]);
      cost_.credits[i] = {credits(1, smallest_[i]), credits(request_.channels, smallest_[i])};
    }
    cost_.loop = llr::loop_time(retry_link_, plain_.max_frame, request_.spacing);
    cost_.timer = (cost_.loop / llr::LlrConfig::kTick + 1) * llr::LlrConfig::kTick;
    add_scheme("pfc", "pfc");
    add_retry("pfc, LLR", false);
    add_retry("pfc, LLR, replays first", true);
    SchemeOnLink infiniband = scheme("cbfc", "InfiniBand's credits (cbfc)", {plain_, plain_});
    set_credits(infiniband, infiniband.each);
    cost_.schemes.push_back(std::move(infiniband));
    for (std::size_t i = 0; i < (request_.channels > 1 ? 2U : 1U); ++i) {
      add_credits(i);
    }
    add_scheme("gfc_buffer_based", "gfc_buffer_based");
    add_limits();
    return std::move(cost_);
  }

 private:
  RetryCost retry(Bytes smallest) const {
    const llr::ReplayRoomFacts room = llr::replay_room(retry_link_, smallest, plain_.max_frame, request_.spacing);
    RetryCost cost;
    cost.window = {.frames = llr::least_window(retry_link_, smallest, request_.spacing), .bytes = room.bytes};
    cost.at = room.at;
    cost.memory = room.bytes + plain_.max_frame;
    cost.beside = retry_block(cost.window).bits().of(ledger::Storage::kSram) - 8 * replay_buffer(cost.window);
    return cost;
  }

  CreditCost credits(std::uint32_t channels, Bytes smallest) const {
    const ue_cbfc::CreditLinkFacts link{.rate = plain_.rate,
                                        .delay = plain_.delay,
                                        .processing = request_.llr_processing,
                                        .store = request_.store,
                                        .channels = channels};
    return {.channels = channels,
            .smallest = ue_cbfc::credits_for_rate(credits_, link, smallest),
            .every = ue_cbfc::credits_for_lengths(credits_, link, smallest, plain_.max_frame),
            .leak = ue_cbfc::longest_leak(credits_, link)};
  }

  static std::uint64_t replay_buffer(const bounds::RetryWindow& window) {
    return static_cast<std::uint64_t>(window.bytes.count());
  }

  // As far as the numbers go; what lies beyond is said in words.
  static ledger::Block retry_block(const bounds::RetryWindow& window) {
    llr::LlrConfig config;
    config.outstanding_frames_max = std::min(window.frames, kMostFrames);
    config.outstanding_bytes_max = window.bytes;
    return llr::declare_llr({config});
  }

  std::int64_t queues() const { return std::int64_t{plain_.ports} * plain_.lossless.value_or(plain_.classes); }

  Report report(const std::string& scheme, const SwitchRequest& request) const {
    return make_report(make_setup(request, select_mechanisms({scheme})), {});
  }

  // The buffer of a (port, lossless class), with the frame below the threshold.
  Bytes each(const Report& report) const {
    return Bytes((headroom_of(report).least.count() + queues() - 1) / queues());
  }

  using BySmallest = std::array<SwitchRequest, kSmallest>;

  SchemeOnLink scheme(const std::string& scheme, std::string name, const BySmallest& requests) const {
    const Report whole = report(scheme, requests.front());
    SchemeOnLink cost{.name = std::move(name)};
    cost.each = {each(whole), each(report(scheme, requests.back()))};
    cost.queues = headroom_of(whole).least;
    cost.flip_flops = whole.cost.flip_flops();
    cost.control_sram = whole.cost.control_sram();
    return cost;
  }

  void add_scheme(const std::string& name, std::string title) {
    cost_.schemes.push_back(
        scheme(name, std::move(title), {request_with(0, false, false), request_with(1, false, false)}));
  }

  // The window is that of the smallest frame of the request.
  SwitchRequest request_with(std::size_t i, bool retry, bool replay_first) const {
    SwitchRequest request = plain_;
    request.frames.shortest = smallest_[i];
    if (retry) {
      request.frames.retry = cost_.retry[i].window;
    }
    if (replay_first) {
      request.frames.replay =
          bounds::replay_time(request.frames.retry, {.shortest = smallest_[i], .longest = plain_.max_frame},
                              request.frames.overhead.value_or(link::kWireOverhead), plain_.rate);
    }
    return request;
  }

  void add_retry(std::string name, bool replay_first) {
    SchemeOnLink cost =
        scheme("pfc", std::move(name), {request_with(0, true, replay_first), request_with(1, true, replay_first)});
    const RetryCost& llr = cost_.retry.front();
    const ledger::Bits bits = retry_block(llr.window).bits();
    cost.replay = std::int64_t{plain_.ports} * llr.memory;
    cost.flip_flops += plain_.ports * bits.of(ledger::Storage::kFlipFlop);
    cost.control_sram += plain_.ports * llr.beside;
    cost_.schemes.push_back(std::move(cost));
  }

  // Of credits that advertise so much, by the smallest frame.
  void set_credits(SchemeOnLink& cost, const std::array<Bytes, kSmallest>& advertised) const {
    const Bytes size = credits_.credit_size;
    cost.advertised = advertised.front();
    for (std::size_t i = 0; i < kSmallest; ++i) {
      cost.each[i] = cells_of_credits(advertised[i] / size, size, smallest_[i], plain_.max_frame, plain_.cell);
    }
    cost.queues = queues() * cost.each.front();
  }

  // The rest of the switch is one without flow control.
  void add_credits(std::size_t round) {
    const Report rest = report("none", plain_);
    const ledger::Bits bits = ue_cbfc::declare_ue_cbfc({credits_}).bits();
    SchemeOnLink cost{.name = fmt::format("Ultra Ethernet's credits, {}",
                                          report::counted(cost_.credits.front()[round].channels, "channel"))};
    const auto advertised = [&](std::size_t i) {
      return std::int64_t{cost_.credits[i][round].every.credits} * credits_.credit_size;
    };
    set_credits(cost, {advertised(0), advertised(1)});
    cost.flip_flops = rest.cost.flip_flops() + plain_.ports * bits.of(ledger::Storage::kFlipFlop);
    cost.control_sram = rest.cost.control_sram() + plain_.ports * bits.of(ledger::Storage::kSram);
    cost_.schemes.push_back(std::move(cost));
  }

  void add_limits() {
    if (cost_.retry.front().window.frames > kMostFrames) {
      cost_.limits.push_back(fmt::format("LLR: the window of {} frames is beyond half of the numbers, {}",
                                         report::human_count(cost_.retry.front().window.frames),
                                         report::human_count(kMostFrames)));
    }
    if (cost_.timer > llr::LlrConfig::kLongestReplayTimer) {
      cost_.limits.push_back(fmt::format("LLR: the replay timer ends at {}, before the loop of the largest frame",
                                         text::to_text(llr::LlrConfig::kLongestReplayTimer)));
    }
    for (const CreditCost& one : cost_.credits.front()) {
      if (one.every.credits > credits_.highest_limit()) {
        cost_.limits.push_back(
            fmt::format("Ultra Ethernet's credits, {}: {} credits of {} for frames of {} are more than CF_Updates tell "
                        "apart, {}",
                        report::counted(one.channels, "channel"), report::human_count(one.every.credits),
                        text::to_text(credits_.credit_size), text::to_text(one.every.at),
                        report::human_count(credits_.highest_limit())));
      }
    }
  }

  const LinkCostRequest& request_;
  SwitchRequest plain_;
  llr::LlrLinkFacts retry_link_;
  std::array<Bytes, kSmallest> smallest_;
  ue_cbfc::UeCbfcConfig credits_;
  LinkCost cost_;
};

}  // namespace

LinkCosts link_costs(const LinkCostRequest& request) {
  check(request);
  const SwitchRequest& plain = request.plain;
  LinkCosts costs{.request = request, .title = {}, .links = {}};
  costs.title = fmt::format("{}, {} of {} classes lossless, frames of {} to {}", report::counted(plain.ports, "port"),
                            plain.lossless.value_or(plain.classes), plain.classes, text::to_text(plain.frames.shortest),
                            text::to_text(plain.max_frame));
  const std::vector<double> cables = request.cables.empty() ? std::vector{kUsualCable} : request.cables;
  for (const BitRate rate : request.rates) {
    for (const double cable : cables) {
      costs.links.push_back(LinkCoster(request, rate, cable).cost());
    }
  }
  return costs;
}

}  // namespace weir::cost
