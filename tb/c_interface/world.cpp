// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/c_interface/world.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "hw_model/asic/switch_asic.h"
#include "hw_model/datapath/link/kernel_time.h"
#include "tb/platform/chip.h"
#include "tb/platform/inside.h"
#include "tb/text/words.h"

weir_switch::weir_switch(const std::string& name, const weir::Settings& settings)
    : module(name.c_str(), settings),
      bus(sc_core::sc_gen_unique_name((name + "_bus").c_str()), module),
      irq(sc_core::sc_gen_unique_name((name + "_irq").c_str())),
      stations(module.rx.size()),
      rst_n_(sc_core::sc_gen_unique_name((name + "_rst_n").c_str()), true) {
  module.irq.bind(irq);
  if (!chip().asic->may_forget_peers())
    return;
  module.rst_n.bind(rst_n_);
  for (std::size_t i = 0; i < module.link.size(); ++i) {
    links_.push_back(
        std::make_unique<sc_core::sc_signal<bool>>(sc_core::sc_gen_unique_name((name + "_link").c_str()), true));
    module.link[i].bind(*links_.back());
  }
}

weir::platform::Chip& weir_switch::chip() const { return *weir::platform::Inside::chip(module); }

const std::vector<std::string>& weir_switch::register_names() {
  if (!names_.empty())
    return names_;
  for (const weir::ledger::MappedRegister& one : chip().asic->csr().map().registers()) {
    for (std::uint64_t element = 0; element < one.declaration.count(); ++element)
      names_.push_back(one.path() + weir::ledger::subscript(one.indices_of(element)));
  }
  return names_;
}

void weir_switch::require_port(std::size_t port) const {
  if (port >= stations.size())
    throw std::invalid_argument(std::string(module.name()) + " has " + std::to_string(stations.size()) +
                                " ports, from 0; got port " + std::to_string(port));
}

bool weir_switch::has_cable(std::size_t port) { return module.tx[port].get_base_port().bind_count() > 0; }

void weir_switch::require_pins() const {
  if (links_.empty())
    throw std::invalid_argument(std::string(module.name()) +
                                ": its flow control counts credits or rates, which peers would keep: no pins");
}

sc_core::sc_signal<bool>& weir_switch::reset_pin() {
  require_pins();
  return rst_n_;
}

sc_core::sc_signal<bool>& weir_switch::link_pin(std::size_t port) {
  require_port(port);
  require_pins();
  return *links_[port];
}

namespace weir::c_interface {

namespace {

constexpr auto kLast = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / 2;  // time, in ps

// "block.name[1][0]"
RegisterAccess named(const weir_switch& of, const std::string& name) {
  const std::size_t bracket = std::min(name.find('['), name.size());
  std::vector<std::uint64_t> indices;
  std::string_view rest = std::string_view(name).substr(bracket);
  while (!rest.empty()) {
    const std::size_t end = rest.find(']');
    std::uint64_t index = 0;
    const char* const last = rest.data() + std::min(end, rest.size());
    const auto [stop, wrong] = std::from_chars(rest.data() + 1, last, index);
    if (rest.front() != '[' || end == std::string_view::npos || wrong != std::errc() || stop != last)
      throw std::invalid_argument("wanted a register with its indices, as \"flow_control.pauses_sent[1][0]\"; got " +
                                  text::in_quotes(name));
    indices.push_back(index);
    rest.remove_prefix(end + 1);
  }
  const std::uint64_t address = of.module.address(name.substr(0, bracket), indices);
  const auto location = of.chip().asic->csr().map().locate(address);
  if (!location)
    throw std::invalid_argument("there is no register " + text::in_quotes(name));
  return {.address = address, .bytes = static_cast<unsigned>(location->mapped->element_bytes)};
}

std::uint64_t result(const weir_switch& of, const std::string& name, const RegisterAccess& access) {
  if (access.accepted)
    return access.value;
  const std::string refusal = of.module.refusal();
  throw std::invalid_argument(name + ": " + (refusal.empty() ? "this access is not allowed" : refusal));
}

}  // namespace

World& World::of_this_process() {
  static World* const world = new World;
  return *world;
}

void World::enter() {
  if (std::this_thread::get_id() != thread_)
    throw std::logic_error("all calls come from one thread, which made the first call");
}

void World::require_making(const char* what) const {
  if (!making_)
    throw std::logic_error(std::string(what) + ": the switches are at work; SystemC elaborates once a process");
}

weir_switch* World::make(const Settings& settings, const std::string& name) {
  require_making("a switch is made");
  for (const auto& one : switches_) {
    if (name == one->module.name())
      throw std::invalid_argument("there is a switch " + text::in_quotes(name));
  }
  if (name.empty() || name.find('.') != std::string::npos || name.find(' ') != std::string::npos)
    throw std::invalid_argument("wanted the name of a switch of the scenario; got " + text::in_quotes(name));
  switches_.push_back(std::make_unique<weir_switch>(name, settings));
  return switches_.back().get();
}

void World::connect(weir_switch& a, std::size_t port_of_a, weir_switch& b, std::size_t port_of_b) {
  require_making("a cable is laid");
  a.require_port(port_of_a);
  b.require_port(port_of_b);
  if (&a == &b && port_of_a == port_of_b)
    throw std::invalid_argument("a cable has two ends, which are two ports");
  for (const auto& [of, port] : {std::pair{&a, port_of_a}, std::pair{&b, port_of_b}}) {
    if (of->has_cable(port))
      throw std::invalid_argument("port " + std::to_string(port) + " of " + of->module.name() + " has a cable");
  }
  a.module.tx[port_of_a].bind(b.module.rx[port_of_b]);
  b.module.tx[port_of_b].bind(a.module.rx[port_of_a]);
}

void World::record(const std::string& path) {
  require_making("a recording begins");
  std::vector<Switch*> all;
  for (const auto& one : switches_)
    all.push_back(&one->module);
  if (path.ends_with(".pcapng"))
    captures_.push_back(std::make_unique<Capture>(path, all));
  else
    waves_.push_back(std::make_unique<Waves>(path, all));
}

void World::close_recordings() {
  waves_.clear();
  captures_.clear();
}

void World::start() {
  if (!making_) {
    if (!broken_.empty())
      throw std::runtime_error(broken_);
    return;
  }
  making_ = false;
  for (const auto& one : switches_) {
    for (std::size_t i = 0; i < one->stations.size(); ++i) {
      if (!one->has_cable(i))
        one->stations[i] =
            std::make_unique<Station>(sc_core::sc_gen_unique_name((std::string(one->module.name()) + "_cable").c_str()),
                                      one->module, i, one->chip().asic->port(PortId(i)));
    }
  }
  run(sc_core::SC_ZERO_TIME, sc_core::SC_RUN_TO_TIME);
}

void World::run(const sc_core::sc_time& span, sc_core::sc_starvation_policy policy) {
  try {
    sc_core::sc_start(span, policy);
  } catch (const sc_core::sc_report& report) {
    broken_ = report.get_msg();
    throw;
  } catch (const std::exception& error) {
    broken_ = error.what();
    throw;
  }
}

void World::run_until(std::uint64_t time) {
  start();
  const Time now = link::kernel_time();
  if (time > kLast || Time(static_cast<std::int64_t>(time)) < now)
    throw std::invalid_argument("wanted a time from " + std::to_string(now.count()) + " ps, now, to " +
                                std::to_string(kLast) + " ps; got " + std::to_string(time) + " ps");
  run(link::to_kernel(Time(static_cast<std::int64_t>(time)) - now), sc_core::SC_RUN_TO_TIME);
}

Time World::earliest(const weir_switch& of) {
  const asic::Timing& timing = of.chip().asic->timing();
  return timing.quantum > Time(0) ? timing.boundary_after(link::kernel_time()) : link::kernel_time();
}

Station& World::station(const weir_switch& of, std::size_t port) {
  of.require_port(port);
  if (of.stations[port] == nullptr)
    throw std::invalid_argument("port " + std::to_string(port) + " of " + of.module.name() +
                                " has a cable to a switch");
  return *of.stations[port];
}

void World::send(weir_switch& to, std::size_t port, const void* frame, std::size_t bytes,
                 std::optional<std::uint64_t> arrival) {
  start();
  Station& station = World::station(to, port);
  if (frame == nullptr || bytes == 0 || bytes > std::numeric_limits<std::uint16_t>::max())
    throw std::invalid_argument("wanted a frame of 1 to 65535 bytes; got " + std::to_string(bytes));
  if (arrival && *arrival > kLast)
    throw std::invalid_argument("wanted a time of at most " + std::to_string(kLast) + " ps; got " +
                                std::to_string(*arrival) + " ps");
  const Time at(static_cast<std::int64_t>(arrival.value_or(0)));
  station.send(static_cast<const unsigned char*>(frame), bytes, arrival ? &at : nullptr, earliest(to));
}

std::uint64_t World::access(weir_switch& of, const std::string& name, std::optional<std::uint64_t> written) {
  start();
  RegisterAccess access = named(of, name);
  if (written && access.bytes < sizeof *written && *written >> (8 * access.bytes) != 0)
    throw std::invalid_argument(name + ": wanted at most " + std::to_string(8 * access.bytes) + " bits; got " +
                                std::to_string(*written));
  access.written = written;
  of.bus.begin(access);
  while (!access.done)
    run(sc_core::sc_max_time() - sc_core::sc_time_stamp(), sc_core::SC_EXIT_ON_STARVATION);
  return result(of, name, access);
}

std::uint64_t World::peek(weir_switch& of, const std::string& name) {
  RegisterAccess access = named(of, name);
  of.bus.peek(access);
  return result(of, name, access);
}

}  // namespace weir::c_interface
