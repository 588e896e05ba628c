// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/switch_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "tb/bounds/response.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::cost {
namespace {

using View = std::string_view;

constexpr View kMechanisms = "mechanisms";
constexpr double kShortestCable = 0.001;  // metres
constexpr double kLongestCable = 200'000;

template <class Number>
Number number_of(View value, const char* wanted) {
  Number number{};
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (value.empty() || error != std::errc() || end != value.data() + value.size()) {
    throw std::invalid_argument(std::string("wanted ") + wanted + "; got " + text::in_quotes(value));
  }
  return number;
}

unsigned whole(View value) { return number_of<unsigned>(value, "a whole number"); }

// 5 ns a metre, the usual figure for copper and fibre.
void set_cable(SwitchRequest& request, View value) {
  const double metres = number_of<double>(value, "metres");
  if (!(metres >= kShortestCable && metres <= kLongestCable)) {
    throw std::invalid_argument("wanted 0.001 to 200000 metres; got " + std::string(value));
  }
  request.delay = Time(static_cast<std::int64_t>(metres * static_cast<double>(bounds::kTimePerMetre.count()) + 0.5));
}

void set_comparator(SwitchRequest& request, View value) {
  if (value != "threshold" && value != "leading_zero") {
    throw std::invalid_argument("wanted threshold or leading_zero; got " + text::in_quotes(value));
  }
  request.comparator =
      value == "threshold" ? flow_control::ComparatorForm::kThreshold : flow_control::ComparatorForm::kLeadingZero;
}

constexpr std::array kOptions = {
    SwitchOption{"ports", "UINT", "Ports, all alike (default: 32)",
                 [](SwitchRequest& request, View value) { request.ports = whole(value); }},
    SwitchOption{"classes", "UINT", "Queues of a port, 1..8 (default: 8)",
                 [](SwitchRequest& request, View value) { request.classes = whole(value); }},
    SwitchOption{"lossless", "UINT", "Lossless queues of a port (default: 1; with --sweep all)",
                 [](SwitchRequest& request, View value) { request.lossless = whole(value); }},
    SwitchOption{"stages", "UINT", "Stages N of buffer-based GFC (default: by the paper's rule, at most 24)",
                 [](SwitchRequest& request, View value) { request.stages = whole(value); }},
    SwitchOption{"counter-bits", "UINT", "Bits of credit counters (default: the fewest for the buffer)",
                 [](SwitchRequest& request, View value) { request.counter_bits = whole(value); }},
    SwitchOption{"comparator", "TEXT:{threshold,leading_zero}",
                 "Stage comparator of buffer-based GFC: threshold or leading_zero (default: threshold)",
                 set_comparator},
    SwitchOption{"buffer", "QUANTITY", "Packet buffer (default: 5 MiB a Tbps, 12 MiB or more)",
                 [](SwitchRequest& request, View value) { request.buffer = text::parse_bytes(value); }},
    SwitchOption{"cell", "QUANTITY", "Unit of allocation of the packet buffer (default: 208B)",
                 [](SwitchRequest& request, View value) { request.cell = text::parse_bytes(value); }},
    SwitchOption{"max-frame", "QUANTITY", "Largest frame, the papers' MTU (default: 1500B)",
                 [](SwitchRequest& request, View value) { request.max_frame = text::parse_bytes(value); }},
    SwitchOption{"min-frame", "QUANTITY", "Smallest frame of a queue under PFC or PAUSE (default: 64B)",
                 [](SwitchRequest& request, View value) { request.frames.shortest = text::parse_bytes(value); }},
    SwitchOption{"overhead", "QUANTITY", "Preamble and gap of a frame there, 0B to 64B (default: 20B)",
                 [](SwitchRequest& request, View value) { request.frames.overhead = text::parse_bytes(value); }},
    SwitchOption{"block", "QUANTITY", "Block of credits (default: 64B)",
                 [](SwitchRequest& request, View value) { request.credit_block = text::parse_bytes(value); }},
    SwitchOption{"rate", "QUANTITY", "Line rate (default: 100Gbps)",
                 [](SwitchRequest& request, View value) { request.rate = text::parse_rate(value); }},
    SwitchOption{"delay", "QUANTITY", "Propagation of a cable, one way (default: 1.5us)",
                 [](SwitchRequest& request, View value) { request.delay = text::parse_time(value); }},
    SwitchOption{"cable", "FLOAT:FLOAT in [0.001 - 200000]",
                 "Length of a cable in metres, 5 ns each, in place of its propagation", set_cable},
    SwitchOption{
        "processing", "QUANTITY",
        "Time to act on a received control frame (default: by the line rate, IEEE 802.3 31B.3.7; 905 quanta at "
        "400 Gbps)",
        [](SwitchRequest& request, View value) { request.processing = text::parse_time(value); }},
    SwitchOption{"clock", "QUANTITY", "Period of the core's clock (default: 1.2ns)",
                 [](SwitchRequest& request, View value) { request.clock = text::parse_time(value); }},
};

// NAME and VALUE of "chip.NAME=VALUE".
std::pair<View, View> name_and_value(View setting) {
  const std::size_t equals = std::min(setting.find('='), setting.size());
  return {setting.substr(kChip.size(), equals - kChip.size()), setting.substr(std::min(equals + 1, setting.size()))};
}

void apply(SwitchRequest& request, View name, View value) {
  const auto* const option = std::ranges::find_if(kOptions, [&](const SwitchOption& one) { return one.name == name; });
  if (option == kOptions.end()) {
    std::vector<std::string> known{std::string(kMechanisms)};
    std::ranges::transform(kOptions, std::back_inserter(known), &SwitchOption::name);
    throw std::invalid_argument("weir cost has no option " + text::in_quotes("--" + std::string(name)) +
                                " that describes a switch" + text::nearest_hint(name, known));
  }
  option->set(request, value);
}

}  // namespace

std::span<const SwitchOption> switch_options() { return kOptions; }

Setup make_setup(const std::vector<std::string>& settings) {
  SwitchRequest request;
  request.lossless = 1;
  Selection selection = plain_pfc();
  for (const std::string& setting : settings) {
    const auto [name, value] = name_and_value(setting);
    try {
      if (name == kMechanisms) {
        const std::vector<View> names = text::split(value, ',');
        selection = select_mechanisms({names.begin(), names.end()});
      } else {
        apply(request, name, value);
      }
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument("--set " + text::one_line(setting) + ": " + error.what());
    }
  }
  return make_setup(request, selection);
}

std::string cost_command_of(const std::vector<std::string>& settings) {
  std::string command = "weir cost";
  for (const std::string& setting : settings) {
    const auto [name, value] = name_and_value(setting);
    command += " --" + std::string(name) + " " + text::shell_word(std::string(value));
  }
  return command;
}

}  // namespace weir::cost
