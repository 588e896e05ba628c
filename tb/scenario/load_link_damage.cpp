// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/mechanisms/llr/llr_loop.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/key_check.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::scenario {
using text::in_quotes;
using text::to_text;

namespace {

using network::CountedFrames;
using network::DamageMark;
using network::ErrorKind;
using network::LinkError;

constexpr std::array kErrorKinds{ErrorKind::kBits,      ErrorKind::kFrames,    ErrorKind::kSets,
                                 ErrorKind::kCodewords, ErrorKind::kDelaySets, ErrorKind::kDoubleSets};
constexpr std::array kMarks{DamageMark::kBadFcs, DamageMark::kPoisoned, DamageMark::kMarked};
constexpr std::array kCounted{CountedFrames::kAny, CountedFrames::kData, CountedFrames::kControl,
                              CountedFrames::kCcUpdate, CountedFrames::kLlrNumber};

// A codeword of RS(544,514), of 10-bit symbols, carries 640 B of line time.
constexpr Bytes kCodeword{640};

// A key that some kinds of errors have.
struct KeyOfError {
  std::string_view key;
  std::vector<ErrorKind> kinds;
  bool required = false;
};

const std::vector<KeyOfError>& keys_of_errors() {
  using enum ErrorKind;
  static const std::vector<KeyOfError> keys{{"bit_error_rate", {kBits}, true},
                                            {"as", {kFrames}},
                                            {"count", {kFrames}},
                                            {"numbers", {kFrames, kSets, kDoubleSets}},
                                            {"first", {kFrames, kSets, kDoubleSets}},
                                            {"last", {kFrames, kSets, kDoubleSets}},
                                            {"interleave", {kCodewords}},
                                            {"period", {kCodewords}, true},
                                            {"phase", {kCodewords}},
                                            {"delay", {kDelaySets}, true}};
  return keys;
}

// Refuses keys of other kinds of errors, and missing ones.
void check_keys(const Reader& reader, ErrorKind kind) {
  const std::vector<std::string_view>& words = find_key("link_damage[]", "do")->words;
  const auto in_words = [&](ErrorKind one) { return in_quotes(std::string(words[static_cast<std::size_t>(one)])); };
  for (const KeyOfError& of : keys_of_errors()) {
    const bool belongs = std::find(of.kinds.begin(), of.kinds.end(), kind) != of.kinds.end();
    if (reader.has(of.key) && !belongs) {
      std::string kinds;
      for (const ErrorKind one : of.kinds) {
        kinds += (kinds.empty() ? "" : " and ") + in_words(one);
      }
      reader.fail(of.key, "only for do = " + kinds);
    }
    if (belongs && of.required && !reader.has(of.key)) {
      reader.fail(of.key, "required for do = " + in_words(kind) + ", but missing; wanted " +
                              wanted(*find_key("link_damage[]", of.key)));
    }
  }
}

bool by_llr_number(const LinkError& error) {
  return error.kind == ErrorKind::kFrames && error.counted == CountedFrames::kLlrNumber;
}

std::uint64_t lowest_of(const LinkError& error) { return by_llr_number(error) ? 0 : 1; }

// Frames and sets are counted from 1; link-level retry has numbers of its own.
void check_number(const Reader& reader, std::string_view key, std::uint64_t number, const LinkError& error) {
  constexpr std::uint64_t kHighest = (std::uint64_t{1} << llr::LlrConfig::kSeqBits) - 1;
  if (number < lowest_of(error)) {
    reader.fail(key, "the first number is 1; 0 is a number of link-level retry alone, count = \"llr_number\"");
  }
  if (by_llr_number(error) && number > kHighest) {
    reader.fail(key, "wanted numbers of link-level retry, up to " + std::to_string(kHighest) + "; got " +
                         std::to_string(number));
  }
}

void load_numbers(const Reader& reader, LinkError& error) {
  for (const Value& number : reader.list("numbers")) {
    error.numbers.push_back(static_cast<std::uint64_t>(number.integer));
  }
  if (!std::is_sorted(error.numbers.begin(), error.numbers.end(), std::less_equal<>())) {
    reader.fail("numbers", "wanted rising numbers");
  }
  for (const std::string_view key : {"first", "last"}) {
    if (reader.has(key) && reader.has("numbers")) {
      reader.fail(key, "wanted 'numbers', or 'first' and 'last'; got both");
    }
  }
  if (reader.has("numbers")) {
    if (error.numbers.empty()) {
      reader.fail("numbers", "wanted at least one number");
    }
    check_number(reader, "numbers", error.numbers.front(), error);
    return check_number(reader, "numbers", error.numbers.back(), error);
  }
  error.first = reader.has("first") ? static_cast<std::uint64_t>(reader.integer("first")) : lowest_of(error);
  if (reader.has("last")) {
    error.last = static_cast<std::uint64_t>(reader.integer("last"));
  }
  if (error.last < error.first) {
    reader.fail("last",
                "wanted at least first, " + std::to_string(error.first) + "; got " + std::to_string(error.last));
  }
  for (const auto& [key, number] : {std::pair{"first", error.first}, std::pair{"last", error.last}}) {
    if (reader.has(key)) {
      check_number(reader, key, number, error);
    }
  }
}

// A frame goes round a longer loop where the sets that acknowledge the frame come late.
void check_replay_timer(const Reader& reader, const Scenario& scenario, const network::End& sender, Time delay) {
  const network::Cable& cable = cable_at(scenario, sender);
  const asic::SwitchConfig& far = scenario.device_of(cable.opposite(sender).device);
  const llr::LlrConfig& retry = far.llr.link;
  const Time loop = llr::loop_time({.rate = cable.link.rate, .delay = cable.link.delay, .processing = delay},
                                   far.max_frame, retry.ctlos_target_spacing);
  if (retry.replay_timer_max <= loop) {
    reader.fail("delay", "wanted link.llr.replay_timer_max above " + to_text(loop) +
                             ", the loop of the link's largest frame with this delay; got " +
                             to_text(retry.replay_timer_max));
  }
}

void load_codewords(const Reader& reader, const Scenario& scenario, const std::vector<network::End>& senders,
                    LinkError& error) {
  error.span = kCodeword * reader.integer("interleave");
  error.period = reader.time("period");
  if (reader.has("phase")) {
    error.phase = reader.time("phase");
    if (error.phase >= error.period) {
      reader.fail("phase", "wanted less than period, " + to_text(error.period) + "; got " + to_text(error.phase));
    }
  }
  for (const network::Cable& cable : scenario.topology.cables) {
    const bool meant =
        std::any_of(senders.begin(), senders.end(), [&](const network::End& end) { return cable.has(end); });
    const Time span = serialization_time(error.span, cable.link.rate);
    if (meant && error.period < span) {
      reader.fail("period", "wanted at least " + to_text(span) + ", the " + to_text(error.span) +
                                " of the codewords on the link; got " + to_text(error.period));
    }
  }
}

void load_times_of(const Reader& reader, LinkError& error) {
  error.from = reader.time_or("start", Time(0));
  error.until = reader.has("end") ? reader.time("end") : kNever;
  if (error.until <= error.from) {
    reader.fail("end", "wanted a time after start, " + to_text(error.from) + "; got " + to_text(error.until));
  }
}

LinkError load_error(const Reader& reader, const Scenario& scenario, const std::vector<network::End>& senders) {
  LinkError error;
  error.kind = reader.word("do", kErrorKinds);
  check_keys(reader, error.kind);
  load_times_of(reader, error);
  switch (error.kind) {
    case ErrorKind::kBits:
      error.rate = reader.real("bit_error_rate");
      break;
    case ErrorKind::kFrames:
      error.mark = reader.word("as", kMarks);
      error.counted = reader.word("count", kCounted);
      load_numbers(reader, error);
      break;
    case ErrorKind::kSets:
    case ErrorKind::kDoubleSets:
      load_numbers(reader, error);
      break;
    case ErrorKind::kCodewords:
      load_codewords(reader, scenario, senders, error);
      break;
    case ErrorKind::kDelaySets:
      error.delay = reader.time("delay");
      break;
    case ErrorKind::kCut:
      break;  // of an event
  }
  return error;
}

// As scenario::repairs_all().
constexpr char kRepairsAll[] =
    "link.llr with replay_count_max = 255, init_llr_frame_action = \"block\", no data_age_timeout, no "
    "pcs_lost_timeout and no plain_classes";

// A stage that is lost is not said again, and a packet that is lost stays in the depth with which its sender reckons.
void refuse_scheme(const Reader& reader, const Scenario& scenario, const LinkErrors& errors) {
  const LinkError& error = errors.error;
  const flow_control::SchemeTraits& traits = flow_control::traits_of(scenario.device.flow_control.scheme);
  const bool sets =
      error.kind == ErrorKind::kSets || error.kind == ErrorKind::kDelaySets || error.kind == ErrorKind::kDoubleSets;
  const auto at_all = [&](bool (*holds)(const Scenario&, const network::End&)) {
    return std::all_of(errors.senders.begin(), errors.senders.end(),
                       [&](const network::End& sender) { return holds(scenario, sender); });
  };
  if (sets && !traits.by_channel && !at_all(has_llr)) {
    reader.fail("do",
                "links carry ordered sets under flow_control.scheme = \"ue_cbfc\" and with link.llr.wanted alone");
  }
  if (by_llr_number(error) && !at_all(has_llr)) {
    reader.fail("count", "frames have numbers of link-level retry on links with link.llr.wanted alone");
  }
  for (const network::End& sender : errors.senders) {
    if (error.kind == ErrorKind::kDelaySets && has_llr(scenario, sender)) {
      check_replay_timer(reader, scenario, sender, error.delay);
    }
  }
  if (at_all(repairs_all)) {
    return;
  }
  if (traits.limiter == reference::RateForm::kStage && network::hits_control(error)) {
    reader.fail(
        "do",
        std::string("a stage of buffer-based GFC is said once, and a lost one leaves the sender at a wrong rate for as "
                    "long as the queue keeps its stage; wanted another flow_control.scheme, ") +
            (error.kind == ErrorKind::kCut ? "or " : "do = \"frames\" with count = \"data\", or ") + kRepairsAll);
  }
  if (traits.judges_inputs) {
    reader.fail("do", std::string("a packet that is lost stays for ever in the depth with which its sender reckons at "
                                  "the other end, and the sender slows down for good; wanted another "
                                  "flow_control.scheme, or ") +
                          kRepairsAll);
  }
}

}  // namespace

void add_link_errors(const Reader& reader, Scenario& scenario, LinkErrors errors) {
  refuse_scheme(reader, scenario, errors);
  for (const LinkFaults& faults : scenario.link_faults) {
    for (const network::End& sender : faults.senders) {
      if (std::find(errors.senders.begin(), errors.senders.end(), sender) != errors.senders.end()) {
        reader.fail("between",
                    "a [[link_fault]] strikes frames of the same link in the same direction; wanted one of "
                    "the two tables for a direction");
      }
    }
  }
  scenario.link_damage.push_back(std::move(errors));
}

void load_link_damage(const Document& document, Scenario& scenario) {
  const Value* list = document.root.find("link_damage");
  for (std::size_t i = 0; list != nullptr && i < list->elements.size(); ++i) {
    const Reader reader(document, "link_damage", list->elements[i], i);
    LinkErrors errors;
    errors.senders = senders_of(reader, scenario.topology);
    errors.error = load_error(reader, scenario, errors.senders);
    add_link_errors(reader, scenario, std::move(errors));
  }
}

}  // namespace weir::scenario
