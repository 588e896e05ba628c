// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/reference_settings.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "hw_model/base/quantity_text.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/reference/mapper_card.h"

namespace weir::reference {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): units of the ranges below

namespace {

// A source from outside of weir has no RTL, and its number may be above those of the RTL.
unsigned source_bits(const ClassMapperConfig& config) {
  return is_own(config.source) ? std::max(kClassSourceBits, ledger::bits_to_name(class_sources().size()))
                               : kClassSourceBits;
}

// The tables of header fields.
ledger::SettingsOf<ClassMapperConfig> table_settings() {
  using ledger::list, ledger::only_for, ledger::bits_to_name;
  using Config = ClassMapperConfig;
  return {
      only_for(
          list(&Config::pcp_classes, "pcp_classes", {0, kClasses - 1},
               "pcp: list of 16, the class of each PCP and DEI: PCP 0 with DEI 0, PCP 0 with DEI 1, PCP 1 with DEI 0 "
               "and so on; default: class = PCP, for either DEI.",
               {.width = [](const Config&) { return bits_to_name(kClasses); },
                .width_follows = "names a class of the header field",
                .name = "pcp_class",
                .each = "code_point"}),
          "source = \"pcp\" or service_by = \"pcp\"", [](const Config& mapper) { return uses_pcp(mapper); }),
      only_for(list(&Config::dscp_classes, "dscp_classes", {0, kClasses - 1},
                    "dscp: list of 64, the class of each DSCP; default: the class selectors, DSCP / 8.",
                    {.width = [](const Config&) { return bits_to_name(kClasses); },
                     .width_follows = "names a class of the header field",
                     .name = "dscp_class",
                     .each = "dscp"}),
               "source = \"dscp\" or service_by = \"dscp\"", [](const Config& mapper) { return uses_dscp(mapper); }),
  };
}

// The classes of hops.
ledger::SettingsOf<ClassMapperConfig> hop_settings() {
  using ledger::class_set, ledger::only_for, ledger::setting;
  using Config = ClassMapperConfig;
  constexpr unsigned kTtlBits = 8;
  return {
      only_for(
          setting(
              &Config::ttl0, "ttl0", {2, 15},
              "ttl, at most 8, and ttl_parity: the TTL with which hosts send, at least the number of links of the "
              "longest path.",
              {.width = [](const Config&) { return kTtlBits; }, .source = "TTL-based buffer management, section 1.3"}),
          "source = \"ttl\" or \"ttl_parity\"", [](const Config& mapper) { return follows_ttl(mapper.source); }),
      only_for(
          class_set(&Config::services, "services",
                    "ttl, ttl_parity and label: the first class of each service, class 0 among them. A service has "
                    "the classes up to the first class of the next service and counts hops from its own first "
                    "class; a service of a single class counts no hops. Default: one service, of all classes.",
                    {.width = [](const Config&) { return unsigned{kClasses}; },
                     .width_follows = "a bit a class",
                     .name = "services"}),
          "source = \"ttl\", \"ttl_parity\" or \"label\"",
          [](const Config& mapper) { return follows_hops(mapper.source); }),
      only_for(setting(&Config::service_by, "service_by", kServiceBys,
                       "ttl, ttl_parity and label: the field that names a packet's service, by any class of the "
                       "service; pcp: by `pcp_classes`; dscp: by `dscp_classes`.",
                       {.width = [](const Config&) { return 1U; }}),
               "source = \"ttl\", \"ttl_parity\" or \"label\"",
               [](const Config& mapper) { return follows_hops(mapper.source); }),
      only_for(setting(&Config::label_trust, "label_trust", kLabelTrusts,
                       "label: the senders whose labels are trusted; labels of other senders are written anew.",
                       {.width = [](const Config&) { return 1U; }}),
               "source = \"label\"", [](const Config& mapper) { return is_in_frames(mapper.source); }),
  };
}

}  // namespace

const ledger::SettingsOf<ClassMapperConfig>& class_mapper_settings() {
  using Config = ClassMapperConfig;
  static const ledger::SettingsOf<Config> kSettings = [] {
    ledger::SettingsOf<Config> settings = {
        ledger::setting(
            &Config::source, "source", class_sources(),
            "What decides the class of a packet. pcp: PCP and DEI of its VLAN tag, by `pcp_classes`. dscp: its DSCP, "
            "by "
            "`dscp_classes`. ttl: ttl0 - TTL, so that a packet is in class i at its i-th hop and in class 0 at its "
            "source. ttl_parity: half of ttl0 - TTL, rounded up, for networks where each switch has packets at odd "
            "hops only or at even hops "
            "only. label: a label that the edge writes and each switch counts up. Others come from outside of weir.",
            {.width = source_bits, .name = "class_source"}),
    };
    std::ranges::move(table_settings(), std::back_inserter(settings));
    std::ranges::move(hop_settings(), std::back_inserter(settings));
    return settings;
  }();
  return kSettings;
}

const ledger::SettingsOf<RateLimiterConfig>& limiter_settings() {
  using Config = RateLimiterConfig;
  static const ledger::SettingsOf<Config> kSettings = {
      ledger::setting(
          &Config::period, "period", {Time(kSubticks), 1_us, Time(kSubticks)},
          "Clock period of the limiters: one tick. A tick has 60 subticks, each a whole number of picoseconds."),
      ledger::setting(
          &Config::rounding, "rounding", kRoundings,
          "How a transmission time is rounded to ticks; residual carries the fraction to the next packet.",
          {.width = [](const Config&) { return ledger::bits_to_name(kRoundings.size()); }, .name = "limiter_rounding"}),
      ledger::setting(&Config::rate_raise, "rate_raise", kRateRaises,
                      "What happens to a running countdown when the rate is raised. hold: the countdown runs to its "
                      "end. clamp: the countdown is cut to at most that of the new rate.",
                      {.width = [](const Config&) { return 1U; }, .name = "limiter_clamp"}),
      ledger::setting(&Config::floor_rate, "floor_rate", {1_bps, 1'000_Gbps},
                      "Least rate to which a limiter is set; for less, the sender alternates between 0 and this rate."),
  };
  return kSettings;
}

namespace {

// The highest class to which a PCP has been moved. One that keeps its number may be above the classes that there are.
std::size_t highest_moved(const ClassMapperConfig& config) {
  std::size_t highest = 0;
  for (std::size_t point = 0; point < kCodePoints; ++point) {
    const ClassId c = config.pcp_classes[point];
    highest = c == priorities()[point] ? highest : std::max(highest, c.index());
  }
  return highest;
}

// A path of ttl0 links must have a class for each of its hops in one of the services at least.
void check_services(const ClassMapperConfig& config, ledger::Complaints& complaints) {
  complaints.unless(
      (config.services & kOneService) != 0, {"services"},
      "wanted class 0 in the list: each class belongs to a service, and the first service begins at class 0");
  Service longest{ClassId(0), ClassId(0)};
  for (std::size_t c = 0; c < kClasses; ++c) {
    const Service service = service_of(config.services, ClassId(c));
    longest = service.classes() > longest.classes() ? service : longest;
  }
  const std::size_t wanted = classes_of_hops(config);
  complaints.unless(
      !follows_ttl(config.source) || wanted > kClasses || wanted <= longest.classes(), {"services", "ttl0"},
      "paths of ttl0 = " + std::to_string(config.ttl0) + " links need a service of " + std::to_string(wanted) +
          " classes; the longest service has " + std::to_string(longest.classes()) + ", from " +
          std::to_string(longest.first.index()) + " to " + std::to_string(longest.last.index()));
}

}  // namespace

void check(const ClassMapperConfig& config, unsigned classes, ledger::Complaints& complaints) {
  const auto below = [&](bool used, std::size_t highest, const char* word) {
    complaints.unless(
        !used || highest < classes, {word, "source"},
        "wanted classes below the " + std::to_string(classes) + " that the switch has; got " + std::to_string(highest));
  };
  below(uses_pcp(config), highest_moved(config), "pcp_classes");
  below(uses_dscp(config), std::max_element(config.dscp_classes.begin(), config.dscp_classes.end())->index(),
        "dscp_classes");
  complaints.unless(!follows_ttl(config.source) || classes_of_hops(config) <= kClasses, {"ttl0", "source"},
                    "wanted at most " + std::to_string(kClasses) + ", as many as there are classes for hops; got " +
                        std::to_string(config.ttl0));
  check_services(config, complaints);
}

void check(const RateLimiterConfig& config, BitRate line_rate, Bytes max_frame, ledger::Complaints& complaints) {
  try {
    config.validate();  // widths, which software cannot set
  } catch (const std::invalid_argument& error) {
    complaints.about({"period"}, error.what());
    return;
  }
  const Time longest = serialization_time(max_frame, line_rate);
  complaints.unless(longest <= config.longest_transmission(), {"period", "switch.max_frame", "port.rate"},
                    "a frame of " + quantity_text(max_frame) + " at " + quantity_text(line_rate) + " takes " +
                        quantity_text(longest) + ", and r_l holds " + quantity_text(config.longest_transmission()) +
                        "; wanted a longer period, a shorter switch.max_frame or a faster port");
}

}  // namespace weir::reference
