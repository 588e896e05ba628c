// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/reference/mapper_card.h"
#include "tb/scenario/find_named.h"
#include "tb/scenario/key_check.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::scenario {
using text::in_quotes;
using text::to_text;

namespace {

// In the order of the words of `do`; from kHoldAcks on in the order of PortDeed.
enum class What : std::uint8_t {
  kSetLinkRate,
  kStopHost,
  kStartFlow,
  kWriteRegister,
  kResetSwitch,
  kSetDrainRate,
  kHoldAcks,
  kFreezeAcks,
  kFlushRetry,
  kInitRetry,
  kClearCounters,
  kStopCcUpdates,
  kIgnoreCcUpdates,
  kSetUpChannel,
  kRemoveChannel,
  kCutLink,
};
constexpr std::array kWhats{What::kSetLinkRate,     What::kStopHost,     What::kStartFlow,     What::kWriteRegister,
                            What::kResetSwitch,     What::kSetDrainRate, What::kHoldAcks,      What::kFreezeAcks,
                            What::kFlushRetry,      What::kInitRetry,    What::kClearCounters, What::kStopCcUpdates,
                            What::kIgnoreCcUpdates, What::kSetUpChannel, What::kRemoveChannel, What::kCutLink};

PortDeed deed_of(What what) {
  return static_cast<PortDeed>(static_cast<int>(what) - static_cast<int>(What::kHoldAcks));
}

// A key and a kind of event that has it.
struct OfKind {
  std::string_view key;
  What what;
  bool required;
};
constexpr std::array kOfKind{
    OfKind{"between", What::kSetLinkRate, true},     OfKind{"rate", What::kSetLinkRate, true},
    OfKind{"from", What::kSetLinkRate, false},       OfKind{"host", What::kStopHost, true},
    OfKind{"class", What::kStopHost, false},         OfKind{"length", What::kStopHost, false},
    OfKind{"how", What::kStopHost, false},           OfKind{"flow", What::kStartFlow, true},
    OfKind{"device", What::kWriteRegister, true},    OfKind{"register", What::kWriteRegister, true},
    OfKind{"value", What::kWriteRegister, true},     OfKind{"device", What::kResetSwitch, true},
    OfKind{"length", What::kResetSwitch, false},     OfKind{"host", What::kSetDrainRate, true},
    OfKind{"class", What::kSetDrainRate, false},     OfKind{"rate", What::kSetDrainRate, true},
    OfKind{"between", What::kHoldAcks, true},        OfKind{"from", What::kHoldAcks, false},
    OfKind{"length", What::kHoldAcks, false},        OfKind{"between", What::kFreezeAcks, true},
    OfKind{"from", What::kFreezeAcks, false},        OfKind{"length", What::kFreezeAcks, false},
    OfKind{"between", What::kFlushRetry, true},      OfKind{"from", What::kFlushRetry, false},
    OfKind{"between", What::kInitRetry, true},       OfKind{"from", What::kInitRetry, false},
    OfKind{"first_number", What::kInitRetry, false}, OfKind{"between", What::kClearCounters, false},
    OfKind{"from", What::kClearCounters, false},     OfKind{"device", What::kClearCounters, false},
    OfKind{"between", What::kStopCcUpdates, true},   OfKind{"from", What::kStopCcUpdates, false},
    OfKind{"length", What::kStopCcUpdates, false},   OfKind{"between", What::kIgnoreCcUpdates, true},
    OfKind{"from", What::kIgnoreCcUpdates, false},   OfKind{"length", What::kIgnoreCcUpdates, false},
    OfKind{"between", What::kSetUpChannel, false},   OfKind{"from", What::kSetUpChannel, false},
    OfKind{"device", What::kSetUpChannel, false},    OfKind{"class", What::kSetUpChannel, false},
    OfKind{"limit", What::kSetUpChannel, false},     OfKind{"between", What::kRemoveChannel, true},
    OfKind{"from", What::kRemoveChannel, true},      OfKind{"class", What::kRemoveChannel, false},
    OfKind{"between", What::kCutLink, true},         OfKind{"length", What::kCutLink, false},
};

// "mmu.viq_limit", "egress.weight[3]", "flow_control.xoff[2][0]"; false: it is none of these.
bool parse_register(std::string_view text, WriteRegister& write) {
  const std::size_t dot = text.find('.');
  const std::size_t bracket = std::min(text.find('['), text.size());
  if (dot == 0 || dot >= bracket || dot + 1 == bracket) {
    return false;
  }
  write.block = text.substr(0, dot);
  write.name = text.substr(dot + 1, bracket - dot - 1);
  for (text.remove_prefix(bracket); !text.empty();) {
    const std::size_t end = text.find(']');
    if (text.front() != '[' || end == std::string_view::npos) {
      return false;
    }
    const char* const last = text.data() + end;
    std::uint64_t& index = write.indices.emplace_back();
    const auto [rest, error] = std::from_chars(text.data() + 1, last, index);
    if (error != std::errc() || rest != last) {
      return false;
    }
    text.remove_prefix(end + 1);
  }
  return true;
}

class EventLoader {
 public:
  EventLoader(const Document& document, Scenario& scenario)
      : document_(document), scenario_(scenario), duration_(Reader(document, "scenario").time("duration")) {}

  void load() {
    const Value* list = document_.root.find("event");
    for (std::size_t i = 0; list != nullptr && i < list->elements.size(); ++i) {
      add(Reader(document_, "event", list->elements[i], i), i);
    }
  }

 private:
  void add(const Reader& reader, std::size_t index);
  void load_time(const Reader& reader, ScenarioEvent& event) const;
  void refuse_others(const Reader& reader, What what) const;
  void set_link_rate(const Reader& reader, ScenarioEvent& event) const;
  void stop_host(const Reader& reader, ScenarioEvent& event) const;
  void set_drain_rate(const Reader& reader, ScenarioEvent& event) const;
  std::size_t host_named(const Reader& reader) const;
  void start_flow(const Reader& reader, ScenarioEvent& event);
  void write_register(const Reader& reader, ScenarioEvent& event) const;
  void reset_switch(const Reader& reader, ScenarioEvent& event) const;
  std::size_t switch_named(const Reader& reader) const;
  std::vector<std::size_t> cables_between(const Reader& reader) const;
  bool starts_by_itself(std::size_t flow) const;

  const Document& document_;
  Scenario& scenario_;
  Time duration_;  // as the file has it: what a shorter run does not reach is no mistake
  std::set<std::string> names_;
};

void EventLoader::add(const Reader& reader, std::size_t index) {
  ScenarioEvent event;
  event.name = reader.text_or("name", "e" + std::to_string(index + 1));
  if (!names_.insert(event.name).second) {
    reader.fail("name", "there are two events named " + in_quotes(event.name));
  }
  const What what = reader.word("do", kWhats);
  refuse_others(reader, what);
  load_time(reader, event);
  switch (what) {
    case What::kSetLinkRate:
      set_link_rate(reader, event);
      break;
    case What::kStopHost:
      stop_host(reader, event);
      break;
    case What::kStartFlow:
      start_flow(reader, event);
      break;
    case What::kWriteRegister:
      write_register(reader, event);
      break;
    case What::kResetSwitch:
      reset_switch(reader, event);
      break;
    case What::kSetDrainRate:
      set_drain_rate(reader, event);
      break;
    case What::kHoldAcks:
    case What::kFreezeAcks:
    case What::kFlushRetry:
    case What::kInitRetry:
    case What::kClearCounters:
    case What::kStopCcUpdates:
    case What::kIgnoreCcUpdates:
      load_port_deed(reader, scenario_, deed_of(what), event);
      break;
    case What::kSetUpChannel:
    case What::kRemoveChannel:
      load_channels(reader, scenario_, what == What::kRemoveChannel, event);
      break;
    case What::kCutLink:
      load_cut_link(reader, scenario_, event);
      break;
  }
  scenario_.events.push_back(std::move(event));
}

void EventLoader::load_time(const Reader& reader, ScenarioEvent& event) const {
  if (reader.has("at") == reader.has("after")) {
    reader.fail("at", reader.has("at") ? "wanted 'at' or 'after'; got both" : "wanted 'at' or 'after'; got none");
  }
  for (const std::string_view key : {"below", "over"}) {
    if (reader.has(key) != reader.has("after")) {
      reader.fail(key, reader.has("after")
                           ? "required with after, but missing; wanted " + wanted(*find_key("event[]", key))
                           : "only with after");
    }
  }
  if (reader.has("at")) {
    event.at = reader.time("at");
    event.when_text = "at " + to_text(event.at);
    if (event.at >= duration_) {
      reader.fail("at", "wanted a time before scenario.duration, " + to_text(duration_) + "; got " + to_text(event.at));
    }
    return;
  }
  const FlowSlows slows{flow_named(reader, "after", scenario_), reader.rate("below"), reader.time("over")};
  const Flow& flow = scenario_.flows[slows.flow];
  const Time frame = serialization_time(flow.frame_length, slows.below);
  if (slows.over < frame) {
    reader.fail("over", "wanted at least " + to_text(frame) + ", a frame of " + in_quotes(flow.name) +
                            " at the rate of below; got " + to_text(slows.over));
  }
  event.after = slows;
  event.when_text = "once " + flow.name + " falls below " + to_text(slows.below) + " over " + to_text(slows.over);
}

// Refuses keys that belong to other kinds of events, and missing keys.
void EventLoader::refuse_others(const Reader& reader, What what) const {
  const std::vector<std::string_view>& words = find_key("event[]", "do")->words;
  const auto in_words = [&](What kind) { return "\"" + std::string(words[static_cast<std::size_t>(kind)]) + "\""; };
  for (const OfKind& of : kOfKind) {
    std::string kinds;
    bool of_this = false;
    for (const OfKind& other : kOfKind) {
      if (other.key == of.key) {
        kinds += (kinds.empty() ? "" : " and ") + in_words(other.what);
        of_this = of_this || other.what == what;
      }
    }
    if (reader.has(of.key) && !of_this) {
      reader.fail(of.key, "only for do = " + kinds);
    }
    if (what == of.what && of.required && !reader.has(of.key)) {
      reader.fail(of.key, "required for do = " + in_words(what) + ", but missing; wanted " +
                              wanted(*find_key("event[]", of.key)));
    }
  }
}

void EventLoader::set_link_rate(const Reader& reader, ScenarioEvent& event) const {
  SetLinkRate set{{}, reader.rate("rate")};
  const std::vector<Value>& pair = reader.list("between");
  const std::string from = reader.has("from") ? reader.text("from") : std::string();
  if (!from.empty() && from != pair[0].text && from != pair[1].text) {
    reader.fail("from", "wanted one of the two devices of between; got " + in_quotes(from));
  }
  for (const std::size_t i : cables_between(reader)) {
    const network::Cable& cable = scenario_.topology.cables[i];
    for (const network::End& end : {cable.a, cable.b}) {
      if (from.empty() || scenario_.topology.devices[end.device].name == from) {
        set.ends.push_back(end);
      }
    }
    const BitRate built = cable.link.rate;
    if (set.rate > built) {
      reader.fail("rate", "wanted at most the rate that the link is built for, " + to_text(built) + "; got " +
                              to_text(set.rate));
    }
  }
  event.what_text = from.empty()
                        ? pair[0].text + " and " + pair[1].text + " send to each other at " + to_text(set.rate)
                        : from + " sends to " + pair[from == pair[0].text ? 1 : 0].text + " at " + to_text(set.rate);
  event.what = set;
}

std::vector<std::size_t> EventLoader::cables_between(const Reader& reader) const {
  const std::vector<Value>& pair = reader.list("between");
  const std::size_t a = device_named(reader, "between", pair[0].text, scenario_.topology);
  const std::size_t b = device_named(reader, "between", pair[1].text, scenario_.topology);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < scenario_.topology.cables.size(); ++i) {
    const network::Cable& cable = scenario_.topology.cables[i];
    if ((cable.a.device == a && cable.b.device == b) || (cable.a.device == b && cable.b.device == a)) {
      found.push_back(i);
    }
  }
  if (found.empty()) {
    reader.fail("between", "there is no cable between " + in_quotes(pair[0].text) + " and " + in_quotes(pair[1].text));
  }
  return found;
}

void EventLoader::stop_host(const Reader& reader, ScenarioEvent& event) const {
  constexpr std::array kHows{host::Stop::kAtOnce, host::Stop::kAsItFills};
  StopHost stop;
  stop.host = host_named(reader);
  stop.traffic_class = ClassId(static_cast<std::size_t>(reader.integer("class")));
  stop.length = reader.has("length") ? reader.time("length") : kNever;
  stop.how = reader.word("how", kHows);
  event.what_text = reader.text("host") + " takes no packet of class " + std::to_string(stop.traffic_class.index()) +
                    (stop.length == kNever ? " any more" : " for " + to_text(stop.length));
  event.what = stop;
}

// The host that keeps packets of a class.
std::size_t EventLoader::host_named(const Reader& reader) const {
  const std::size_t host = device_named(reader, "host", reader.text("host"), scenario_.topology);
  if (scenario_.topology.devices[host].kind != network::DeviceKind::kHost) {
    reader.fail("host", "wanted a host; " + in_quotes(reader.text("host")) + " is a switch");
  }
  if (reference::is_in_frames(scenario_.device.class_mapper.source)) {
    reader.fail("do",
                "a host does not see in which class its packets wait at a switch; wanted no switch.class_mapper.source "
                "= " +
                    in_quotes(reference::name_of(scenario_.device.class_mapper.source)));
  }
  return host;
}

void EventLoader::set_drain_rate(const Reader& reader, ScenarioEvent& event) const {
  SetDrainRate set;
  set.host = host_named(reader);
  set.traffic_class = ClassId(static_cast<std::size_t>(reader.integer("class")));
  set.rate = reader.rate("rate");
  if (scenario_.service_rate_of(set.host) > BitRate(0)) {
    reader.fail("host",
                in_quotes(reader.text("host")) + " has a service_rate for all its classes; wanted another host");
  }
  event.what_text = reader.text("host") + " takes packets of class " + std::to_string(set.traffic_class.index()) +
                    " at " + to_text(set.rate);
  event.what = set;
}

void EventLoader::start_flow(const Reader& reader, ScenarioEvent& event) {
  const std::size_t number = flow_named(reader, "flow", scenario_);
  Flow& flow = scenario_.flows[number];
  if (event.after && event.after->flow == number) {
    reader.fail("flow", in_quotes(flow.name) + " would wait for itself");
  }
  if (flow.start == kNever) {
    reader.fail("flow", in_quotes(flow.name) + " is started by another event");
  }
  if (starts_by_itself(number)) {
    reader.fail("flow", in_quotes(flow.name) + " has a start of its own; wanted a flow without the key 'start'");
  }
  if (!event.after && flow.stop <= event.at) {
    reader.fail("at", "wanted a time before the stop of " + in_quotes(flow.name) + ", " + to_text(flow.stop) +
                          "; got " + to_text(event.at));
  }
  flow.start = kNever;
  event.what_text = flow.name + " starts";
  event.what = StartFlow{number};
}

void EventLoader::write_register(const Reader& reader, ScenarioEvent& event) const {
  const std::string text = reader.text("register");
  WriteRegister write;
  write.device = switch_named(reader);
  if (!parse_register(text, write)) {
    reader.fail("register", "wanted a block and a register such as \"mmu.viq_limit\" or \"egress.weight[3]\"; got " +
                                in_quotes(text));
  }
  write.value = static_cast<std::uint64_t>(reader.integer("value"));
  write.register_where = reader.where("register");
  write.value_where = reader.where("value");
  event.what_text = reader.text("device") + ": " + text + " = " + std::to_string(write.value);
  event.what = write;
}

std::size_t EventLoader::switch_named(const Reader& reader) const {
  const std::size_t device = device_named(reader, "device", reader.text("device"), scenario_.topology);
  if (scenario_.topology.devices[device].kind != network::DeviceKind::kSwitch) {
    reader.fail("device", "wanted a switch; " + in_quotes(reader.text("device")) + " is a host");
  }
  return device;
}

// After a reset nothing repeats the feedback that peers have got; only a PAUSE expires by itself.
void EventLoader::reset_switch(const Reader& reader, ScenarioEvent& event) const {
  const flow_control::Scheme scheme = scenario_.device.flow_control.scheme;
  if (const auto& traits = flow_control::traits_of(scheme);
      traits.protects && !traits.pauses && !traits.outlives_reset) {
    reader.fail("do", "under flow_control.scheme = " + in_quotes(Reader(document_, "flow_control").text("scheme")) +
                          " a switch cannot be reset: its peers would keep the credits or rates of its last message "
                          "for ever; wanted a scheme with pauses, which end by themselves, \"ue_cbfc\" or \"none\"");
  }
  const ResetSwitch reset{switch_named(reader), reader.has("length") ? reader.time("length") : Time(0)};
  event.what_text =
      reader.text("device") + " is reset" + (reset.length > Time(0) ? " and down for " + to_text(reset.length) : "");
  event.what = reset;
}

// Flows of [[flow]] come first, in their order.
bool EventLoader::starts_by_itself(std::size_t flow) const {
  const Value* list = document_.root.find("flow");
  return list != nullptr && flow < list->elements.size() && list->elements[flow].find("start") != nullptr;
}

}  // namespace

void load_events(const Document& document, Scenario& scenario) { EventLoader(document, scenario).load(); }

}  // namespace weir::scenario
