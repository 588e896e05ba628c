// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/setup.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/bound_parts.h"
#include "tb/bounds/filled_viqs.h"
#include "tb/bounds/lossless_lengths.h"
#include "tb/bounds/paused_link.h"
#include "tb/bounds/response.h"
#include "tb/bounds/scheme_card.h"
#include "tb/cost/limits.h"
#include "tb/report/human.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/shapers.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::cost {
namespace {

using text::to_text;

constexpr Bytes kMostBuffer{std::int64_t{1} << 32};
constexpr std::int64_t kMebi = 1024 * 1024;

[[noreturn]] void fail(const std::string& what) { throw std::invalid_argument(what); }

template <class Value>
void check_range(const char* option, Value value, Value lowest, Value highest) {
  if (value < lowest || value > highest) {
    if constexpr (std::is_same_v<Value, unsigned>) {
      fail(fmt::format("{}: wanted {}..{}; got {}", option, lowest, highest, value));
    } else {
      fail(fmt::format("{}: wanted {} to {}; got {}", option, to_text(lowest), to_text(highest), to_text(value)));
    }
  }
}

void check(const SwitchRequest& request) {
  check_range("--ports", request.ports, kFewestPorts, kMostPorts);
  check_range("--classes", request.classes, 1U, kMostClasses);
  check_range("--lossless", request.lossless.value_or(1), 1U, request.classes);
  check_range("--rate", request.rate, kLowestRate, kHighestRate);
  check_range("--max-frame", request.max_frame, Bytes(64), Bytes(9216));
  check_range("--min-frame", request.frames.shortest, Bytes(64), request.max_frame);
  check_range("--overhead", request.frames.overhead.value_or(Bytes(0)), Bytes(0), Bytes(64));
  check_range("--cell", request.cell, Bytes(32), Bytes(512));
  check_range("--buffer", request.buffer.value_or(kMostBuffer), request.max_frame, kMostBuffer);
  check_range("--delay", request.delay, Time(1), Time(1'000'000'000));
  check_range("--clock", request.clock, Time(100), Time(100'000));
  check_range("--processing", request.processing.value_or(Time(0)), Time(0), Time(1'000'000'000));
  check_range("--stages", request.stages.value_or(1), kFewestStages, kMostStages);
  check_range("--counter-bits", request.counter_bits.value_or(12), 2U, 32U);
  check_range("--block", request.credit_block, Bytes(1), request.max_frame);
}

// The share of the buffer that each of `queues` queues may take.
Bytes share_of(Setup& setup, Bytes buffer, std::int64_t queues) {
  const Bytes share = buffer / queues;
  if (share < setup.device.max_frame) {
    setup.warnings.push_back(fmt::format("{} queues share a buffer of {}: not a frame of {} for each", queues,
                                         report::human_bytes(static_cast<double>(buffer.count())),
                                         to_text(setup.device.max_frame)));
  }
  return std::max(share, setup.device.max_frame);
}

// Sets XOFF as high as the headroom permits.
void set_pfc(Setup& setup) {
  asic::SwitchConfig& device = setup.device;
  const asic::SwitchConfig pfc = variants(device, plain_pfc(), setup.headrooms).front();
  device.mmu = pfc.mmu;
  device.flow_control.pfc.xoff = device.mmu.viq_limit;
  device.flow_control.pfc.xon = std::max(device.flow_control.pfc.xoff - 2 * device.max_frame, Bytes(0));
}

// Thresholds and widths of all schemes, by what each queue gets of the buffer.
void fit_schemes(Setup& setup, const SwitchRequest& request, Bytes share) {
  // Credits count whole blocks, of which a frame must fit.
  const Bytes blocks_of_a_frame =
      (request.max_frame + request.credit_block - Bytes(1)) / request.credit_block * request.credit_block;
  const bounds::QueueRequest queue{.share = std::max(share, blocks_of_a_frame),
                                   .ports = request.ports,
                                   .credit_block = request.credit_block,
                                   .counter_bits = request.counter_bits,
                                   .stages = request.stages,
                                   .most_stages = kMostStages,
                                   .comparator = request.comparator};
  const std::vector<flow_control::Scheme>& schemes = setup.selection.schemes;
  for (const flow_control::SchemeName& one : flow_control::schemes()) {
    const bool wanted = std::find(schemes.begin(), schemes.end(), one.value) != schemes.end();
    if (const bounds::SchemeCard* card = bounds::scheme_card(one.value)) {
      card->fit(queue, wanted, setup.device);
    }
  }
}

// Makes the limiter's registers as wide as the longest frame, the lowest rate and the stages of this switch require.
void fit_limiter(asic::SwitchConfig& device) {
  reference::RateLimiterConfig& limiter = device.limiter;
  const BitRate rate = device.ports.front().rate;
  const auto ticks = static_cast<std::uint64_t>(
      (serialization_time(device.max_frame, rate) + limiter.period - Time(1)) / limiter.period);
  const auto slowest = static_cast<std::uint64_t>(rate / limiter.floor_rate);
  const unsigned stages = device.flow_control.gfc_buffer_based.stages;
  limiter.r_l_ticks = ledger::bits_for(ticks);
  limiter.stage = ledger::bits_for(stages);
  limiter.factor_int = ledger::bits_for(slowest);
  // Both forms wait for at most the longest frame at the least rate.
  limiter.r_c = ledger::bits_for(ticks * limiter.subticks * slowest);
}

// Says what t_r is and where it comes from.
std::string response_text(const SwitchRequest& request, Time processing) {
  const auto rate_text = [](BitRate rate) { return report::human_rate(static_cast<double>(rate.count())); };
  std::string source = "as --processing says";
  if (!request.processing) {
    source = request.rate > bounds::kLongestResponse
                 ? fmt::format("that of a peer at {}, extrapolated to {}; IEEE 802.3, 31B.3.7",
                               rate_text(bounds::kLongestResponse), rate_text(request.rate))
                 : fmt::format("{} quanta of a peer at {}, IEEE 802.3, 31B.3.7",
                               processing / pause_time(1, request.rate), rate_text(request.rate));
  }
  return fmt::format("t_r {}: {}", report::human_seconds(seconds(processing)), source);
}

}  // namespace

Bytes default_buffer(unsigned ports, BitRate rate) {
  constexpr std::int64_t kTerabit = 1'000'000'000'000;
  const std::int64_t line = rate.count() * ports;
  const Bytes by_rate(std::max<std::int64_t>(12, (line * 5 + kTerabit - 1) / kTerabit) * kMebi);
  return std::min(by_rate, kMostBuffer);
}

Setup make_setup(const SwitchRequest& request, const Selection& selection) {
  check(request);
  Setup setup;
  setup.selection = selection;
  setup.headrooms.frames = request.frames;
  const unsigned lossless = request.lossless.value_or(request.classes);
  asic::SwitchConfig& device = setup.device;
  device.ports.assign(request.ports, {.rate = request.rate, .delay = request.delay, .wire_overhead = false});
  device.max_frame = request.max_frame;
  device.classes = request.classes;
  device.parser.clock = request.clock;
  device.crossbar.clock = request.clock;
  device.mmu.buffer = request.buffer.value_or(default_buffer(request.ports, request.rate));
  device.mmu.cell = request.cell;
  device.mmu.partition_accounts = request.partition_accounts;
  flow_control::FlowControlConfig& config = device.flow_control;
  config.lossless = static_cast<ClassMask>((1U << lossless) - 1);
  config.processing_delay = request.processing.value_or(bounds::longest_response_time(request.rate));
  setup.response = response_text(request, config.processing_delay);
  const Bytes share = share_of(setup, device.mmu.buffer, static_cast<std::int64_t>(lossless) * request.ports);
  if (wants_input_queues(selection)) {
    give_input_queues(device);
  }
  set_pfc(setup);
  fit_schemes(setup, request, share);
  fit_limiter(device);
  setup.title = fmt::format("{} x {}, {}, {} of them lossless, {} buffer", report::counted(request.ports, "port"),
                            report::human_rate(static_cast<double>(request.rate.count())),
                            report::counted(request.classes, "class"), lossless,
                            report::human_bytes(static_cast<double>(device.mmu.buffer.count())));
  deadlock::ItsyConfig& itsy = device.deadlock.itsy;
  itsy.wide_entries = request.ports > std::size_t{1} << frame::kItsyUpTo64Ports.port;
  itsy.port_bits =
      request.ports > std::size_t{1} << frame::kItsyUpTo256Ports.port ? ledger::bits_to_name(request.ports) : 0;
  return setup;
}

namespace {

// What may come after XOFF where frames are sent again: the window, and with replay_first what comes during our replay.
void count_retry(Setup& setup) {
  const llr::LlrConfig& llr = setup.device.llr.link;
  setup.headrooms.frames.retry = {llr.outstanding_frames_max, llr.outstanding_bytes_max};
  for (const link::LinkConfig& port : setup.device.ports) {
    const Time replay = bounds::retry_before_pause(setup.device, setup.device, port, true);
    setup.headrooms.frames.replay = std::max(setup.headrooms.frames.replay, replay);
  }
}

}  // namespace

Setup make_setup(const scenario::Scenario& scenario, const std::string& device) {
  const std::vector<network::DeviceSpec>& devices = scenario.topology.devices;
  const auto is_switch = [](const network::DeviceSpec& spec) { return spec.kind == network::DeviceKind::kSwitch; };
  std::vector<std::string> names;
  std::size_t chosen = devices.size();
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (!is_switch(devices[i])) {
      continue;
    }
    names.push_back(devices[i].name);
    const bool larger = chosen == devices.size() || devices[i].ports > devices[chosen].ports;
    if (device.empty() ? larger : devices[i].name == device) {
      chosen = i;
    }
  }
  if (chosen == devices.size()) {
    if (names.empty()) {
      fail(scenario.file + ": has no switch, so there is no cost");
    }
    const std::string near = text::nearest_of(device, names);
    fail("--device: " + scenario.file + " has no switch " + text::in_quotes(device) +
         (near.empty() ? "; it has " + names.front() + (names.size() > 1 ? ", ..." : "")
                       : "; the nearest is \"" + near + "\""));
  }
  Setup setup;
  setup.device = scenario.device_of(chosen);
  setup.device.ports.assign(devices[chosen].ports, {});
  for (const network::Cable& cable : scenario.topology.cables) {
    for (const network::End& end : {cable.a, cable.b}) {
      if (end.device == chosen) {
        setup.device.ports.at(end.port.index()) = cable.link;
      }
    }
  }
  setup.device.egress.shapers = scenario::shapers_of(scenario, chosen);
  setup.selection = selection_of(setup.device);
  setup.headrooms = {.as_needed = false,
                     .frames = {.listed = bounds::sent_lengths(scenario, setup.device), .overhead = std::nullopt}};
  const auto retries = [&](const network::Cable& cable) {
    return (cable.a.device == chosen || cable.b.device == chosen) && scenario::carries_llr(scenario, cable);
  };
  if (std::ranges::any_of(scenario.topology.cables, retries)) {
    count_retry(setup);
  }
  setup.title = fmt::format("{} of {}, {} ports", devices[chosen].name, scenario.name, devices[chosen].ports);
  if (const std::size_t kinds = bounds::alike_switches(scenario).size(); kinds > 1) {
    setup.title += fmt::format(", one of {} kinds of switch", kinds);
  }
  setup.response = fmt::format("t_r {}: as flow_control.processing_delay says",
                               report::human_seconds(seconds(setup.device.flow_control.processing_delay)));
  setup.warnings = scenario.warnings;
  if (flow_control::traits_of(setup.device.flow_control.scheme).follows_ttl) {
    const bounds::FilledViqs filled(scenario);
    for (std::size_t port = 0; port < devices[chosen].ports; ++port) {
      setup.filled.push_back(filled.of_port(chosen, PortId(port)));
    }
  }
  return setup;
}

}  // namespace weir::cost
