// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string>

#include "tb/baselines/settings.h"
#include "tb/network/routing.h"
#include "tb/report/scopes.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/expectation.h"
#include "tb/scenario/expectation_key.h"
#include "tb/scenario/expectation_value.h"
#include "tb/scenario/fills.h"
#include "tb/scenario/key_check.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/key_text.h"
#include "tb/scenario/loader_parts.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::scenario {

using text::Dimension;
using text::in_quotes;
using text::nearest_of;
using text::parse_quantity;
using text::QuantityError;
using text::to_text;
using text::wanted;

namespace {

class ExpectationLoader {
 public:
  // `path`: the table of the keys, in messages.
  ExpectationLoader(const Document& document, const Scenario& scenario, std::string path = "expect")
      : document_(document), scenario_(scenario), path_(std::move(path) + ".") {}

  std::vector<Expectation> load() {
    if (const Value* table = document_.root.find("expect")) {
      if (table->kind != Value::Kind::kTable) {
        fail(document_, table->place, "expect", "wanted a table [expect]; got " + describe(*table));
      }
      load_table(*table, "");
    }
    return std::move(expectations_);
  }

  // The quantity `key`, which stands at `member`; names that it has exist, and something fills it.
  const QuantitySpec& quantity(const Member& member, const std::string& key) const {
    const QuantitySpec* spec = find_quantity(key);
    if (spec == nullptr) {
      fail_unknown(member, key);
    }
    check_names(member, key);
    if (const std::string why = nothing_fills(spec->needs, scenario_); !why.empty()) {
      fail(document_, member.key_place, path_ + key, "nothing in this scenario produces this result: " + why);
    }
    return *spec;
  }

 private:
  void load_table(const Value& table, const std::string& prefix);
  void load_condition(const Member& member, const std::string& key, const QuantitySpec& spec);
  void load_range(const Value& value, const std::string& path, const QuantitySpec& spec, Expectation& expectation);
  void load_same(const Value& value, const std::string& path, const QuantitySpec& spec, Expectation& expectation);
  double load_number(const Value& value, const std::string& path, Measure measure) const;
  void check_names(const Member& member, const std::string& key) const;
  void check_bin(const Member& member, const std::string& key, const ExpectationKey& parsed) const;
  void check_port(const Member& member, const std::string& key, const ExpectationKey& parsed) const;
  void check_number(const Member& member, const std::string& key, const std::string& pattern, char letter,
                    std::size_t count, const std::string& what) const;
  void check_retry(const Member& member, const std::string& key, const ExpectationKey& parsed) const;
  void check_link(const Member& member, const std::string& key, const ExpectationKey& parsed) const;
  [[noreturn]] void fail_unknown(const Member& member, const std::string& key) const;
  [[noreturn]] void fail_name(const Member& member, const std::string& key, const std::string& what,
                              const std::string& name, const std::vector<std::string>& known) const;

  const Document& document_;
  const Scenario& scenario_;
  std::string path_;
  std::vector<Expectation> expectations_;
};

void ExpectationLoader::fail_unknown(const Member& member, const std::string& key) const {
  const std::optional<ExpectationKey> parsed = parse_expectation_key(key);
  std::vector<std::string> candidates;
  for (const QuantitySpec& spec : quantity_specs()) {
    // The names of the key take the place of each '*', so that only the quantity is compared.
    std::string candidate(spec.key);
    const ExpectationKey shape = parse_expectation_key(spec.key).value();
    if (parsed && parsed->scope == shape.scope && !shape.scope.empty()) {
      candidate = report::joined({std::string(shape.scope), report::joined(parsed->names, "."), shape.quantity}, ".");
    }
    candidates.push_back(candidate);
  }
  const std::string nearest = nearest_of(key, candidates);
  fail(document_, member.key_place, path_ + key,
       nearest.empty() ? "unknown quantity" : "unknown quantity; the nearest known one is '" + nearest + "'");
}

void ExpectationLoader::fail_name(const Member& member, const std::string& key, const std::string& what,
                                  const std::string& name, const std::vector<std::string>& known) const {
  fail(document_, member.key_place, path_ + key,
       "there is no " + what + " " + in_quotes(name) + text::known_hint(name, known));
}

// A key that names nothing would hold for ever and check nothing.
void ExpectationLoader::check_names(const Member& member, const std::string& key) const {
  const ExpectationKey parsed = parse_expectation_key(key).value();
  const auto check_one_of = [&](const auto& all) {
    std::vector<std::string> names;
    for (const auto& one : all) {
      names.push_back(one.name);
    }
    if (std::none_of(names.begin(), names.end(), [&](const auto& name) { return matches(parsed.names[0], name); })) {
      fail_name(member, key, std::string(parsed.scope), parsed.names[0], names);
    }
  };
  if (parsed.scope == report::kWordOf<report::FlowResult>) {
    check_one_of(scenario_.flows);
  } else if (parsed.scope == report::kWordOf<report::EventResult>) {
    check_one_of(scenario_.events);
  } else if (parsed.scope == report::kWordOf<report::WorkloadResult>) {
    check_one_of(scenario_.workloads);
  } else if (parsed.scope == report::kWordOf<report::ClassResult>) {
    std::vector<std::string> names;
    for_each_sort_of_flow(scenario_,
                          [&](const Flow& flow) { names.push_back("c" + std::to_string(flow.traffic_class.index())); });
    if (std::none_of(names.begin(), names.end(), [&](const auto& name) { return matches(parsed.names[0], name); })) {
      fail_name(member, key, "flow in class", parsed.names[0], names);
    }
  } else if (parsed.scope == report::kWordOf<report::BaselineResult>) {
    const std::vector<std::string> names(baselines::kNames.begin(), baselines::kNames.end());
    if (std::none_of(names.begin(), names.end(), [&](const auto& name) { return matches(parsed.names[0], name); })) {
      fail_name(member, key, std::string(parsed.scope), parsed.names[0], names);
    }
  } else if (parsed.scope == report::kWordOf<report::BinResult>) {
    check_bin(member, key, parsed);
  } else if (parsed.scope == report::kWordOf<report::LinkResult>) {
    check_link(member, key, parsed);
  } else if (parsed.scope == report::kWordOf<report::QueueResult> ||
             parsed.scope == report::kWordOf<report::CreditChannelResult>) {
    check_port(member, key, parsed);
    check_number(member, key, parsed.names[2], 'c', kClasses, "class");
  } else if (parsed.scope == report::kWordOf<report::CreditPortResult>) {
    check_port(member, key, parsed);
  } else if (parsed.scope == report::kWordOf<report::RetryResult>) {
    check_port(member, key, parsed);
    check_retry(member, key, parsed);
  }
}

void ExpectationLoader::check_port(const Member& member, const std::string& key, const ExpectationKey& parsed) const {
  std::vector<std::string> devices;
  std::size_t ports = 0;
  for (const network::DeviceSpec& device : scenario_.topology.devices) {
    devices.push_back(device.name);
    ports = matches(parsed.names[0], device.name) ? std::max(ports, device.ports) : ports;
  }
  if (ports == 0) {
    fail_name(member, key, "device", parsed.names[0], devices);
  }
  check_number(member, key, parsed.names[1], 'p', ports, "port");
}

void ExpectationLoader::check_number(const Member& member, const std::string& key, const std::string& pattern,
                                     char letter, std::size_t count, const std::string& what) const {
  for (std::size_t i = 0; i < count; ++i) {
    if (matches(pattern, letter + std::to_string(i))) {
      return;
    }
  }
  fail(document_, member.key_place, path_ + key,
       "there is no " + what + " " + in_quotes(pattern) + "; wanted " + letter + "0 to " + letter +
           std::to_string(count - 1) + ", or a pattern with '*'");
}

void ExpectationLoader::check_retry(const Member& member, const std::string& key, const ExpectationKey& parsed) const {
  const auto is_meant = [&](const network::End& end) {
    return matches(parsed.names[0], scenario_.topology.devices[end.device].name) &&
           matches(parsed.names[1], "p" + std::to_string(end.port.index()));
  };
  if (std::ranges::none_of(scenario_.topology.cables, [&](const network::Cable& cable) {
        return carries_llr(scenario_, cable) && (is_meant(cable.a) || is_meant(cable.b));
      })) {
    fail(document_, member.key_place, path_ + key,
         "no link of " + in_quotes(parsed.names[0] + "." + parsed.names[1]) +
             " has link-level retry; wanted a port whose cable has link.llr.wanted at both ends");
  }
}

void ExpectationLoader::check_bin(const Member& member, const std::string& key, const ExpectationKey& parsed) const {
  for (const Workload& workload : scenario_.workloads) {
    for (std::size_t bin = 0; bin <= workload.bins.size(); ++bin) {
      if (matches(parsed.names[0], workload.name) && matches(parsed.names[1], std::to_string(bin + 1))) {
        return;
      }
    }
  }
  fail(document_, member.key_place, path_ + key,
       "there is no workload " + in_quotes(parsed.names[0]) + " with a bin " + in_quotes(parsed.names[1]) +
           "; bins are counted from 1, and one more than the sizes of its key 'bins'");
}

void ExpectationLoader::check_link(const Member& member, const std::string& key, const ExpectationKey& parsed) const {
  const auto name = [&](std::size_t device) { return scenario_.topology.devices[device].name; };
  const std::vector<std::vector<network::Peer>> peers = network::peers_of(scenario_.topology);
  const auto is_meant = [&](const network::End& sender) {
    return matches(parsed.names[0], name(sender.device)) &&
           matches(parsed.names[1], name(peers[sender.device][sender.port.index()].device));
  };
  const auto has_meant = [&](const auto& entry) {
    return std::any_of(entry.senders.begin(), entry.senders.end(), is_meant);
  };
  if (std::any_of(scenario_.link_faults.begin(), scenario_.link_faults.end(), has_meant) ||
      std::any_of(scenario_.link_damage.begin(), scenario_.link_damage.end(), has_meant)) {
    return;
  }
  fail(document_, member.key_place, path_ + key,
       "no [[link_fault]] or [[link_damage]] is about a link from " + in_quotes(parsed.names[0]) + " to " +
           in_quotes(parsed.names[1]));
}

void ExpectationLoader::load_table(const Value& table, const std::string& prefix) {
  for (const Member& member : table.members) {
    const std::string key = prefix + member.key;
    if (find_quantity(key) != nullptr) {
      load_condition(member, key, quantity(member, key));
      continue;
    }
    if (!is_group_of_expectations(member.value)) {
      fail_unknown(member, key);
    }
    load_table(member.value, key + ".");  // flow.f1.steady_rate without quotes is a table in a table
  }
}

double ExpectationLoader::load_number(const Value& value, const std::string& path, Measure measure) const {
  const auto refuse = [&](const std::string& wanted) {
    fail(document_, value.place, path, "wanted " + wanted + "; got " + describe(value));
  };
  if (measure == Measure::kBoolean) {
    if (value.kind != Value::Kind::kBoolean) {
      refuse("true or false");
    }
    return value.boolean ? 1 : 0;
  }
  if (measure == Measure::kCount) {
    if (value.kind != Value::Kind::kInteger || value.integer < 0) {
      refuse("an integer of at least 0, or { min = ..., max = ... }");
    }
    return value.real;
  }
  if (measure == Measure::kRatio) {
    if ((value.kind != Value::Kind::kInteger && value.kind != Value::Kind::kReal) || value.real < 0) {
      refuse("a number of at least 0, or { min = ..., max = ... }");
    }
    return value.real;
  }
  const Dimension dimension = measure == Measure::kTime   ? Dimension::kTime
                              : measure == Measure::kRate ? Dimension::kRate
                                                          : Dimension::kBytes;
  if (value.kind != Value::Kind::kText && value.kind != Value::Kind::kInteger && value.kind != Value::Kind::kReal) {
    refuse(wanted(dimension));
  }
  try {
    const std::int64_t count = parse_quantity(dimension, value.text);
    return measure == Measure::kTime ? seconds(Time(count)) : static_cast<double>(count);
  } catch (const QuantityError& error) {
    fail(document_, value.place, path, error.what());
  }
}

void ExpectationLoader::load_condition(const Member& member, const std::string& key, const QuantitySpec& spec) {
  const Value& value = member.value;
  const std::string path = path_ + key;
  Expectation expectation;
  expectation.key = key;
  expectation.where = to_text(document_, value.place);
  if (value.kind != Value::Kind::kTable) {
    expectation.minimum = expectation.maximum = load_number(value, path, spec.measure);
    expectation.text = key + " = " + value.text;
  } else if (value.find("same_as") != nullptr) {
    load_same(value, path, spec, expectation);
  } else {
    load_range(value, path, spec, expectation);
  }
  expectations_.push_back(std::move(expectation));
}

void ExpectationLoader::load_range(const Value& value, const std::string& path, const QuantitySpec& spec,
                                   Expectation& expectation) {
  if (spec.measure == Measure::kBoolean) {
    fail(document_, value.place, path, "wanted true or false; got a table");
  }
  for (const Member& member : value.members) {
    if (member.key != "min" && member.key != "max") {
      fail(document_, member.key_place, path + "." + member.key,
           "unknown key; wanted 'min', 'max' or both, or 'same_as'");
    }
    (member.key == "min" ? expectation.minimum : expectation.maximum) =
        load_number(member.value, path + "." + member.key, spec.measure);
  }
  if (value.members.empty()) {
    fail(document_, value.place, path, "wanted 'min', 'max' or both, or 'same_as'");
  }
  if (expectation.minimum && expectation.maximum && *expectation.minimum > *expectation.maximum) {
    fail(document_, value.find("min")->place, path + ".min",
         "wanted at most max, " + describe(*value.find("max")) + "; got " + describe(*value.find("min")));
  }
  expectation.text = (expectation.minimum ? value.find("min")->text + " <= " : "") + expectation.key +
                     (expectation.maximum ? " <= " + value.find("max")->text : "");
}

// The other quantity is one result of the same kind: two patterns would not say which of theirs belong together.
void ExpectationLoader::load_same(const Value& value, const std::string& path, const QuantitySpec& spec,
                                  Expectation& expectation) {
  for (const Member& member : value.members) {
    const std::string at = path + "." + member.key;
    if (member.key == "same_as") {
      if (member.value.kind != Value::Kind::kText) {
        fail(document_, member.value.place, at, "wanted the key of a quantity; got " + describe(member.value));
      }
      expectation.same_as = member.value.text;
    } else if ((member.key == "plus" || member.key == "within") && spec.measure != Measure::kBoolean) {
      (member.key == "plus" ? expectation.plus : expectation.within) = load_number(member.value, at, spec.measure);
    } else {
      fail(document_, member.key_place, at,
           spec.measure == Measure::kBoolean ? "unknown key beside 'same_as'; wanted none"
                                             : "unknown key beside 'same_as'; wanted 'plus', 'within' or both");
    }
  }
  const std::string& other = expectation.same_as;
  const Member named{.key = other, .key_place = value.find("same_as")->place, .value = {}};
  if (other.find('*') != std::string::npos) {
    fail(document_, named.key_place, path + ".same_as",
         "wanted a key without '*', one result; got " + in_quotes(other));
  }
  const ExpectationLoader of_other(document_, scenario_, path + ".same_as");
  const QuantitySpec* const known = find_quantity(other);
  if (known == nullptr) {
    of_other.fail_unknown(named, other);
  }
  of_other.quantity(named, other);
  if (known->measure != spec.measure) {
    fail(document_, named.key_place, path + ".same_as",
         in_quotes(other) + " is " + measure_text(known->measure) + "; wanted " + measure_text(spec.measure) +
             " such as " + in_quotes(expectation.key));
  }
  const auto given = [&](const char* word, const std::string& before, const std::string& behind) {
    const Value* const found = value.find(word);
    return found != nullptr ? before + found->text + behind : std::string();
  };
  expectation.text = expectation.key + " = " + other + given("plus", " + ", "") + given("within", " (within ", ")");
}

}  // namespace

std::vector<Expectation> load_expectations(const Document& document, const Scenario& scenario) {
  return ExpectationLoader(document, scenario).load();
}

void check_quantity(const Document& document, const Place& place, const std::string& path, const std::string& key,
                    const Scenario& scenario) {
  const ExpectationLoader loader(document, scenario, path);
  loader.quantity({.key = key, .key_place = place, .value = {}}, key);
}

}  // namespace weir::scenario
