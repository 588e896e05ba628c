// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/chip_settings.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <utility>

#include "tb/cost/link_options.h"
#include "tb/cost/quantities.h"
#include "tb/cost/switch_options.h"
#include "tb/text/words.h"

namespace weir::cost {
namespace {

using View = std::string_view;

constexpr View kMechanisms = "mechanisms";
constexpr View kDevice = "device";
constexpr std::array<View, 4> kNotOfLinks = {kMechanisms, "rate", "delay", "cable"};  // a link has its own, or none

// NAME and VALUE of "chip.NAME=VALUE".
std::pair<View, View> name_and_value(View setting) {
  const std::size_t equals = std::min(setting.find('='), setting.size());
  return {setting.substr(kChip.size(), equals - kChip.size()), setting.substr(std::min(equals + 1, setting.size()))};
}

[[noreturn]] void refuse(const std::string& setting, const std::string& what) {
  throw std::invalid_argument("--set " + text::one_line(setting) + ": " + what);
}

// What settings ask for.
struct Asked {
  SwitchRequest request = {};
  Selection selection = plain_pfc();
  LinkCostRequest link = {};
  std::string device;

  bool of_link() const { return !link.rates.empty(); }
};

template <class Options>
auto option_of(const Options& options, View name) {
  return std::ranges::find_if(options, [&](const auto& one) { return one.name == name; });
}

[[noreturn]] void refuse_name(View name) {
  std::vector<std::string> known{std::string(kMechanisms), std::string(kDevice)};
  std::ranges::transform(switch_options(), std::back_inserter(known), &SwitchOption::name);
  std::ranges::transform(link_options(), std::back_inserter(known), &LinkOption::name);
  throw std::invalid_argument("weir cost has no option " + text::in_quotes("--" + std::string(name)) +
                              " that describes a switch or a link" + text::nearest_hint(name, known));
}

void apply(Asked& asked, View name, View value) {
  if (name == kMechanisms) {
    const std::vector<View> names = text::split(value, ',');
    asked.selection = select_mechanisms({names.begin(), names.end()});
  } else if (name == kDevice) {
    asked.device = value;
  } else if (const auto of_switch = option_of(switch_options(), name); of_switch != switch_options().end()) {
    of_switch->set(asked.request, value);
  } else if (const auto of_link = option_of(link_options(), name); of_link != link_options().end()) {
    of_link->set(asked.link, value);
  } else {
    refuse_name(name);
  }
}

// Settings that do not go together.
void check_together(const Asked& asked, const std::vector<std::string>& settings) {
  for (const std::string& setting : settings) {
    const View name = name_and_value(setting).first;
    if (!asked.device.empty() && name != kDevice) {
      refuse(setting, "makes no sense beside chip.device, a switch of the scenario");
    }
    if (asked.of_link() && std::ranges::find(kNotOfLinks, name) != kNotOfLinks.end()) {
      refuse(setting, "makes no sense beside chip.links");
    }
    if (!asked.of_link() && option_of(link_options(), name) != link_options().end()) {
      refuse(setting, "needs chip.links");
    }
    if (name == kPartitionAccounts && std::ranges::none_of(names_of(asked.selection), has_partitions)) {
      refuse(setting, "the switch has no buffer with partitions; wanted chip.mechanisms=ttl_pfc");
    }
  }
}

Asked asked_of(const std::vector<std::string>& settings) {
  Asked asked;
  asked.request.lossless = 1;
  for (const std::string& setting : settings) {
    const auto [name, value] = name_and_value(setting);
    try {
      apply(asked, name, value);
    } catch (const std::invalid_argument& error) {
      refuse(setting, error.what());
    }
  }
  check_together(asked, settings);
  asked.link.plain = asked.request;
  return asked;
}

Setup setup_of(const Asked& asked, const scenario::Scenario& scenario, bool any) {
  return any && asked.device.empty() ? make_setup(asked.request, asked.selection) : make_setup(scenario, asked.device);
}

}  // namespace

std::map<std::string, double> quantities(const scenario::Scenario& scenario, const std::vector<std::string>& settings) {
  const Asked asked = asked_of(settings);
  return asked.of_link() ? quantities(link_costs(asked.link))
                         : quantities(make_report(setup_of(asked, scenario, !settings.empty()), {}));
}

void check_settings(const scenario::Scenario& scenario, const std::vector<std::string>& settings) {
  const Asked asked = asked_of(settings);
  if (asked.of_link()) {
    static_cast<void>(link_costs(asked.link));
  } else if (!settings.empty()) {
    static_cast<void>(setup_of(asked, scenario, true));
  }
}

std::string cost_command_of(const std::vector<std::string>& settings, const std::string& scenario) {
  std::string command = "weir cost";
  for (const std::string& setting : settings) {
    const auto [name, value] = name_and_value(setting);
    command += (name == kDevice ? " " + scenario : "") + " --" + std::string(name) + " " +
               text::shell_word(std::string(value));
  }
  return command;
}

}  // namespace weir::cost
