// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir headroom: the headroom that PFC or PAUSE needs on a link, or in a scenario, exactly; tables of profiles judged
// by it.

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include "tb/commands/commands.h"
#include "tb/commands/headroom_pool.h"
#include "tb/commands/headroom_retry.h"
#include "tb/commands/headroom_witness.h"
#include "tb/commands/put_out.h"
#include "tb/commands/quantity_option.h"
#include "tb/commands/retry_profile_options.h"
#include "tb/commands/scenario_options.h"
#include "tb/headroom/link_report.h"
#include "tb/headroom/pool_report.h"
#include "tb/headroom/profile_table.h"
#include "tb/headroom/scenario_report.h"
#include "tb/scenario/file_text.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir {
namespace {

// The options as written; an empty one was not given.
struct HeadroomOptions {
  std::string scenario;
  scenario::Overrides overrides;
  std::vector<std::string> rates, cables;  // each several, between commas
  headroom::LinkRequest request;
  std::string scheme{headroom::kPauses.front().name};
  std::string min_frame, max_frame, our_frame, cell, overhead, pipeline, phy{"none"}, peer{"larger"}, xoff_unit;
  std::string lossless_mtu, port_mtu, gearbox, xon;
  RetryOptions retry;
  RetryProfileOptions profiles;
  std::vector<std::string> vendors;
  int threshold = 0;
  double mac_phy = 0;  // KiB
  std::string check;
  std::optional<std::string> over_subscribe;
  std::string witness;
  std::string format{"table"};
  std::string out;
  bool published = false;
  bool explain = false;
};

constexpr std::array kHeadroomFormats = {"table", "json", "csv", "html", "pg-profile", kRetryProfileFormat};
constexpr double kKib = 1024;

void set(const char* option, const std::string& written, Bytes& value) {
  if (!written.empty()) {
    value = bytes_option(option, written);
  }
}

void set(const char* option, const std::string& written, std::optional<Bytes>& value) {
  if (!written.empty()) {
    value = bytes_option(option, written);
  }
}

// The words, or else a time.
void set_times(const HeadroomOptions& options, headroom::LinkRequest& request) {
  using headroom::Peer;
  using headroom::Phy;
  if (options.peer == "larger" || options.peer == "quanta" || options.peer == "time") {
    request.peer = options.peer == "larger" ? Peer::kLarger : options.peer == "quanta" ? Peer::kQuanta : Peer::kTime;
  } else {
    request.peer = Peer::kGiven;
    request.peer_time = time_option("--peer (larger, quanta, time, or a time)", options.peer);
  }
  if (options.phy == "none" || options.phy == "same") {
    request.phy = options.phy == "none" ? Phy::kNone : Phy::kSame;
  } else {
    request.phy = Phy::kGiven;
    request.phy_time = time_option("--phy (none, same, or a time)", options.phy);
  }
  if (!options.pipeline.empty()) {
    request.pipeline = time_option("--pipeline", options.pipeline);
  }
  if (!options.gearbox.empty()) {
    request.vendor.gearbox = time_option("--gearbox", options.gearbox);
  }
}

std::int64_t metres_of(const std::string& written) {
  std::int64_t metres = 0;
  const char* const end = written.data() + written.size();
  const auto [read, error] = std::from_chars(written.data(), end, metres);
  if (error != std::errc() || read != end) {
    throw std::invalid_argument("--cable: wanted whole metres, 0 to " + std::to_string(headroom::kLongestCable) +
                                "; got " + text::in_quotes(written));
  }
  return metres;
}

// Puts what was written in place of the default.
template <class Value>
void set_all(const std::vector<std::string>& written, Value (*parse)(const std::string&), std::vector<Value>& values) {
  if (!written.empty()) {
    values.clear();
  }
  for (const std::string& some : written) {
    for (const std::string_view one : text::split(some, ',')) {
      values.push_back(parse(std::string(one)));
    }
  }
}

headroom::LinkRequest request_of(const HeadroomOptions& options) {
  headroom::LinkRequest request = options.request;
  set_all(options.rates, rate_option, request.rates);
  set_all(options.cables, metres_of, request.cables);
  set("--min-frame", options.min_frame, request.min_frame);
  set("--max-frame", options.max_frame, request.max_frame);
  set("--our-frame", options.our_frame, request.our_frame);
  set("--cell", options.cell, request.cell);
  set("--overhead", options.overhead, request.overhead);
  set("--xoff-unit", options.xoff_unit, request.xoff_unit);
  set("--lossless-mtu", options.lossless_mtu, request.vendor.lossless_mtu);
  set("--port-mtu", options.port_mtu, request.vendor.port_mtu);
  request.vendor.mac_phy = options.mac_phy * kKib;
  request.retry = retry_of(options.retry);
  set_times(options, request);
  request.pauses = options.scheme == "pfc" ? headroom::Pauses::kPfc : headroom::Pauses::kPause;
  return request;
}

int check_profiles(const HeadroomOptions& options) {
  const std::string text = scenario::read_text_file(options.check, "a table of profiles");
  const headroom::LinkRequest request = request_of(options);
  headroom::check(request);
  const std::vector<headroom::ProfileVerdict> verdicts = headroom::judge_profiles(
      headroom::read_profiles(text, options.check),
      [&request](const headroom::Profile& row, Time times) {
        bounds::PausedLink link = headroom::paused_link(request, row.rate, row.cable);
        link.times.peer = times;
        link.times.own = Time(0);
        return headroom::headroom_of(request, link);
      },
      [&request](BitRate rate) { return headroom::peer_time(request, rate) + headroom::own_time(request, rate); });
  put_out(options.out,
          options.format == "csv" ? headroom::verdict_csv(verdicts) : headroom::verdict_text(verdicts, request));
  return std::any_of(verdicts.begin(), verdicts.end(), [](const auto& one) { return one.loses; }) ? kNotHeld : kHeld;
}

std::string text_of(const HeadroomOptions& options, const headroom::LinkReport& report) {
  if (options.format == "json") {
    return headroom::link_json(report);
  }
  if (options.format == "csv") {
    return headroom::link_csv(report);
  }
  if (options.format == "pg-profile") {
    const Bytes frame = report.request.max_frame;
    const Bytes cell = std::max(report.request.cell, Bytes(1));
    const Bytes two_frames = 2 * ((frame + cell - Bytes(1)) / cell) * cell;
    return headroom::link_profiles(report, options.xon.empty() ? two_frames : bytes_option("--xon", options.xon),
                                   options.threshold);
  }
  if (options.format == kRetryProfileFormat) {
    return headroom::retry_profiles(report, retry_profile_of(options.profiles));
  }
  return options.format == "html" ? headroom::link_page(report) : headroom::link_text(report);
}

int links(const HeadroomOptions& options) {
  if (options.format == kRetryProfileFormat && !options.retry.llr) {
    throw std::invalid_argument("--format llr-profile: wanted --llr beside it");
  }
  headroom::LinkReport report{.request = request_of(options), .rows = {}, .vendors = {}, .explain = options.explain};
  report.rows = headroom::link_headrooms(report.request);
  for (const Named<headroom::Vendor>& known : headroom::kVendors) {
    if (std::find(options.vendors.begin(), options.vendors.end(), known.name) == options.vendors.end()) {
      continue;
    }
    if (report.request.cell == Bytes(0)) {
      throw std::invalid_argument("--sonic: the formulas are of cells; wanted --cell of 1B or more");
    }
    report.vendors.push_back(known.value);
  }
  if (!options.witness.empty()) {
    return write_and_run_witness(report.request, report.rows, options.witness);
  }
  put_out(options.out, text_of(options, report));
  return kHeld;
}

// What may stand beside these: each is another question.
struct Question {
  const char* option;
  std::vector<std::string_view> beside;
};

// What makes no sense beside a question is refused in one line.
void refuse_mixed(const CLI::App& command) {
  const std::vector<std::string_view> link = {
      "--min-frame",   "--max-frame",      "--our-frame",    "--cell",          "--overhead",   "--pipeline",
      "--phy",         "--peer",           "--scheme",       "--llr",           "--llr-frames", "--llr-bytes",
      "--llr-spacing", "--llr-processing", "--replay-first", "--pause-eligible"};
  std::vector<std::string_view> of_check = link;
  of_check.insert(of_check.end(), {"--pool", "--lossless-mtu", "--port-mtu", "--small", "--mac-phy", "--gearbox",
                                   "--tile", "--threshold", "--format", "--out"});
  std::vector<std::string_view> of_witness = of_check;
  of_witness.insert(of_witness.end(), {"--rate", "--cable", "--lossless", "--xoff-unit"});
  std::erase_if(of_witness, [](std::string_view one) { return one == "--format" || one == "--out"; });
  const bool of_scenario = command.count("SCENARIO") > 0;
  const std::vector<std::string_view> of_pool = {"SCENARIO",         "--set",    "--seed", "--format", "--out",
                                                 "--over-subscribe", "--witness"};
  std::vector<std::string_view> of_queues = {"--set", "--seed", "--explain",        "--format",
                                             "--out", "--pool", "--over-subscribe", "--witness"};
  std::vector<Question> questions{
      {"SCENARIO", of_queues}, {"--check", of_check}, {"--published", {"--format", "--out"}}};
  if (!of_scenario) {
    questions.push_back({"--witness", of_witness});
  } else if (command.count("--pool") > 0) {
    questions.push_back({"--pool", of_pool});
  }
  for (const Question& question : questions) {
    if (command.count(question.option) == 0) {
      continue;
    }
    for (const CLI::Option* option : command.get_options()) {
      const std::string name = option->get_name();
      const bool fits = name == question.option || name == "--help" ||
                        std::find(question.beside.begin(), question.beside.end(), name) != question.beside.end();
      if (option->count() > 0 && !fits) {
        throw std::invalid_argument(name + " makes no sense beside " + question.option);
      }
    }
  }
  for (const char* option : {"--set", "--seed", "--over-subscribe"}) {
    if (!of_scenario && command.count(option) > 0) {
      throw std::invalid_argument(std::string(option) + " makes no sense without SCENARIO");
    }
  }
  for (const char* option : {"--over-subscribe", "--witness"}) {
    if (of_scenario && command.count("--pool") == 0 && command.count(option) > 0) {
      throw std::invalid_argument(std::string(option) + ": wanted --pool beside SCENARIO");
    }
  }
}

int pools_of(const HeadroomOptions& options, const scenario::Scenario& scenario) {
  std::optional<headroom::Ratio> ratio;
  if (options.over_subscribe) {
    ratio = headroom::ratio_option(*options.over_subscribe);
  }
  const headroom::PoolReport report = headroom::pool_report(scenario, ratio);
  if (!options.witness.empty()) {
    return write_and_run_pool_witness(report, options.witness);
  }
  put_out(options.out, options.format == "json"   ? headroom::pool_json(report)
                       : options.format == "csv"  ? headroom::pool_csv(report)
                       : options.format == "html" ? headroom::pool_page(report)
                                                  : headroom::pool_text(report));
  return report.all_hold() ? kHeld : kNotHeld;
}

int of_scenario(const HeadroomOptions& options) {
  if (options.format == "pg-profile" || options.format == kRetryProfileFormat) {
    throw std::invalid_argument("--format " + options.format + ": wanted table, json, csv or html beside SCENARIO");
  }
  const scenario::Scenario scenario = load_judged(options.scenario, options.overrides);
  if (options.request.pool) {
    return pools_of(options, scenario);
  }
  const headroom::ScenarioReport report = headroom::scenario_report(scenario, options.explain);
  put_out(options.out, options.format == "json"   ? headroom::scenario_json(report)
                       : options.format == "csv"  ? headroom::scenario_csv(report)
                       : options.format == "html" ? headroom::scenario_page(report)
                                                  : headroom::scenario_text(report));
  return report.loses() ? kNotHeld : kHeld;
}

int run_headroom(const HeadroomOptions& options, const CLI::App& command) {
  refuse_mixed(command);
  refuse_beside_format(command, options.format);
  if (!options.scenario.empty()) {
    return of_scenario(options);
  }
  const bool tables = !options.check.empty() || options.published;
  if (tables && options.format != "table" && options.format != "csv") {
    throw std::invalid_argument("--format " + options.format + ": wanted table or csv beside " +
                                (options.published ? "--published" : "--check"));
  }
  if (options.published) {
    put_out(options.out, options.format == "csv" ? headroom::published_csv() : headroom::published_text());
    return kHeld;
  }
  return options.check.empty() ? links(options) : check_profiles(options);
}

void add_link_options(CLI::App& command, HeadroomOptions& options) {
  const auto text = [&](const char* name, std::string& value, const char* meaning) {
    command.add_option(name, value, meaning)->type_name("QUANTITY");
  };
  command.add_option("--rate", options.rates, "Line rate, 1Gbps to 1.6Tbps; may be repeated (default: 100Gbps)")
      ->type_name("RATE");
  command.add_option("--cable", options.cables, "Metres of cable, 5 ns each; several by commas (default: 300)")
      ->type_name("METRES");
  text("--min-frame", options.min_frame, "Shortest frame of the paused class (default: 64B)");
  text("--max-frame", options.max_frame, "Longest frame of the paused class (default: 1518B)");
  text("--our-frame", options.our_frame, "Longest frame that we send, of any class (default: --max-frame)");
  text("--cell", options.cell, "Unit of the buffer; 0B: queues count bytes (default: 208B)");
  text("--overhead", options.overhead, "Preamble and gap of a frame (default: 20B; papers: 0B)");
  text("--pipeline", options.pipeline, "From the last bit of a frame until the frame counts (default: 0ns)");
  command.add_option("--phy", options.phy, "Our PHY, MAC and FEC, both directions: none, same (as the peer) or a time")
      ->capture_default_str();
  command
      .add_option("--peer", options.peer,
                  "Peer's response: quanta (IEEE 802.3, 31B.3.7), time (that of 400 Gbps from there on), larger, or a "
                  "time")
      ->capture_default_str();
  command.add_option("--scheme", options.scheme, "What pauses: pfc, a class; pause, the port")
      ->check(CLI::IsMember({"pfc", "pause"}))
      ->capture_default_str();
  command.add_option("--lossless", options.request.lossless, "Lossless classes of the port, 1..8 (default: 1)");
  text("--xoff-unit", options.xoff_unit, "XOFF is a multiple of this (default: 1B)");
  command.add_flag("--pool", options.request.pool,
                   "The headroom is an account of a pool that queues share; of SCENARIO: how "
                   "large each switch's pool must be");
  command
      .add_option("--over-subscribe", options.over_subscribe,
                  "SCENARIO --pool: judges pools of so much less than what all queues need")
      ->type_name("RATIO");
}

void add_vendor_options(CLI::App& command, HeadroomOptions& options) {
  command
      .add_option("--sonic", options.vendors,
                  "The formula of SONiC's script beside ours: mellanox, barefoot; may be repeated")
      ->delimiter(',')
      ->check(CLI::IsMember({"mellanox", "barefoot"}));
  command.add_option("--lossless-mtu", options.lossless_mtu, "--sonic: longest lossless frame (default: --max-frame)")
      ->type_name("QUANTITY");
  command.add_option("--port-mtu", options.port_mtu, "--sonic: longest frame of the port (default: --our-frame)")
      ->type_name("QUANTITY");
  command.add_option("--small", options.request.vendor.small, "--sonic: percent of frames of 64 B (default: 100)");
  command.add_option("--mac-phy", options.mac_phy, "--sonic: MAC and PHY, KiB (default: 0)")
      ->check(number_between(0, 10'000));
  command.add_option("--gearbox", options.gearbox, "--sonic: gearbox, one way (default: 0ns)")->type_name("QUANTITY");
  command.add_flag("--tile", options.request.vendor.tile, "--sonic mellanox: 15 B a Gbps for tiles");
}

}  // namespace

void add_headroom_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<HeadroomOptions>();
  CLI::App* command =
      app.add_subcommand("headroom", "Size the headroom of PFC or PAUSE exactly, or judge a table of it");
  command->footer("Example: weir headroom --rate 400Gbps --cable 5,40,300 --max-frame 9216B --cell 254B --phy same");
  add_scenario_options(*command, options->scenario, options->overrides)
      ->required(false)
      ->description("Scenario file (TOML): what each of its lossless queues needs, and what it is given");
  add_link_options(*command, *options);
  add_retry_options(*command, options->retry);
  add_retry_profile_options(*command, options->profiles);
  add_vendor_options(*command, *options);
  command->add_option("--check", options->check, "Judge a pg_profile_lookup.ini: which rows lose, which waste buffer")
      ->type_name("FILE");
  command->add_flag("--published", options->published, "Published headroom, and what the terms make of it");
  command->add_flag("--explain", options->explain, "Every term with its source, for the first link");
  command->add_option("--format", options->format, "table, json, csv, html, pg-profile or llr-profile")
      ->check(CLI::IsMember(std::vector<std::string>(kHeadroomFormats.begin(), kHeadroomFormats.end())))
      ->capture_default_str();
  command->add_option("--xon", options->xon, "pg-profile: xon (default: two of the longest frames)")
      ->type_name("QUANTITY");
  command->add_option("--threshold", options->threshold, "pg-profile: exponent of the dynamic threshold")
      ->check(CLI::Range(-16, 16))
      ->capture_default_str();
  command
      ->add_option("--witness", options->witness,
                   "Write the scenario that fills the queue to the last cell, and its capture beside it, and run it")
      ->type_name("FILE.toml");
  command->add_option("--out", options->out, "File (default: standard output)");
  command->callback(
      [options, command, &action] { action.run = [options, command] { return run_headroom(*options, *command); }; });
}

}  // namespace weir
