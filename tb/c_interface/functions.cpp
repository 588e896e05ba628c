// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The functions of weir/weir.h.

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "hw_model/asic/switch_asic.h"
#include "hw_model/datapath/link/kernel_time.h"
#include "tb/c_interface/weir/weir.h"
#include "tb/c_interface/world.h"
#include "tb/platform/chip.h"
#include "tb/text/last_error.h"
#include "tb/text/words.h"

namespace {

using weir::c_interface::World;

// What `work` returns, which gets the network; if it throws, `failed`, and the reason is kept.
template <class Result, class Work>
Result guarded(Result failed, const Work& work) {
  return weir::text::guarded<World>(failed, [&] {
    try {
      World& world = World::of_this_process();
      world.enter();
      return work(world);
    } catch (const sc_core::sc_report& report) {  // its what() has places in the source
      throw std::runtime_error(report.get_msg());
    }
  });
}

// The same for functions that return 0 or -1.
template <class Work>
int done(const Work& work) {
  return guarded(-1, [&](World& world) {
    work(world);
    return 0;
  });
}

template <class T>
T& given(T* pointer, const char* what) {
  if (pointer == nullptr)
    throw std::invalid_argument(std::string("wanted ") + what + "; got NULL");
  return *pointer;
}

weir_switch* make(World& world, const weir::Settings& of, const char* name, const char* overrides) {
  weir::Settings settings = of;
  for (const std::string_view line : weir::text::split(overrides != nullptr ? overrides : "", '\n')) {
    if (line.empty())
      continue;
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos)
      throw std::invalid_argument("wanted KEY=VALUE; got " + weir::text::in_quotes(line));
    settings.set(std::string(line.substr(0, equals)), std::string(line.substr(equals + 1)));
  }
  return world.make(settings, name);
}

}  // namespace

extern "C" {

const char* weir_error() { return weir::text::last_error<World>().c_str(); }

weir_switch* weir_make(const char* scenario, const char* name, const char* overrides) {
  return guarded<weir_switch*>(nullptr, [&](World& world) {
    given(name, "the name of a switch");
    return make(world, weir::from_text(&given(scenario, "the text of a scenario"), name), name, overrides);
  });
}

weir_switch* weir_make_from_file(const char* path, const char* name, const char* overrides) {
  return guarded<weir_switch*>(nullptr, [&](World& world) {
    given(name, "the name of a switch");
    return make(world, weir::from_file(&given(path, "the path of a scenario"), name), name, overrides);
  });
}

size_t weir_ports(const weir_switch* of) { return of != nullptr ? of->stations.size() : 0; }

int weir_connect(weir_switch* a, size_t port_of_a, weir_switch* b, size_t port_of_b) {
  return done([&](World& world) { world.connect(given(a, "a switch"), port_of_a, given(b, "a switch"), port_of_b); });
}

int weir_record(const char* path) {
  return done([&](World& world) { world.record(&given(path, "the name of a file")); });
}

int weir_close_recordings() {
  return done([&](World& world) { world.close_recordings(); });
}

uint64_t weir_now() { return static_cast<uint64_t>(weir::link::kernel_time().count()); }

int weir_run_until(uint64_t time) {
  return done([&](World& world) { world.run_until(time); });
}

uint64_t weir_earliest(weir_switch* to) {
  return guarded<uint64_t>(0, [&](World& world) {
    world.start();
    return static_cast<uint64_t>(World::earliest(given(to, "a switch")).count());
  });
}

int weir_send(weir_switch* to, size_t port, const void* frame, size_t bytes, uint64_t arrival) {
  return done([&](World& world) {
    const auto at = arrival != WEIR_NEXT ? std::optional(arrival) : std::nullopt;
    world.send(given(to, "a switch"), port, frame, bytes, at);
  });
}

int weir_take(weir_switch* from, size_t port, void* frame, size_t room, size_t* bytes, uint64_t* arrival) {
  return guarded(-1, [&](World& world) {
    world.start();
    weir::c_interface::Station& station = World::station(given(from, "a switch"), port);
    const weir::c_interface::Frame* const head = station.head(weir::link::kernel_time());
    if (head == nullptr)
      return 0;
    given(bytes, "a place for the length") = head->bytes.size();
    given(arrival, "a place for the time") = static_cast<uint64_t>(head->arrival.count());
    if (room > 0)
      std::memcpy(&given(static_cast<unsigned char*>(frame), "a buffer"), head->bytes.data(),
                  std::min(room, head->bytes.size()));
    station.pop();
    return 1;
  });
}

int weir_read(weir_switch* of, const char* name, uint64_t* value) {
  return done([&](World& world) {
    weir_switch& device = given(of, "a switch");
    given(value, "a place for the value") = world.access(device, &given(name, "the name of a register"), {});
  });
}

int weir_write(weir_switch* of, const char* name, uint64_t value) {
  return done(
      [&](World& world) { world.access(given(of, "a switch"), &given(name, "the name of a register"), value); });
}

int weir_peek(weir_switch* of, const char* name, uint64_t* value) {
  return done([&](World& world) {
    world.start();
    weir_switch& device = given(of, "a switch");
    given(value, "a place for the value") = World::peek(device, &given(name, "the name of a register"));
  });
}

const char* weir_register_name(weir_switch* of, size_t element) {
  return guarded<const char*>(nullptr, [&](World&) -> const char* {
    const auto& names = given(of, "a switch").register_names();
    return element < names.size() ? names[element].c_str() : nullptr;
  });
}

int weir_irq(weir_switch* of) {
  return guarded(-1, [&](World&) { return given(of, "a switch").irq.read() ? 1 : 0; });
}

int weir_set_reset(weir_switch* of, int held) {
  return done([&](World&) { given(of, "a switch").reset_pin().write(held == 0); });
}

int weir_set_link(weir_switch* of, size_t port, int up) {
  return done([&](World&) { given(of, "a switch").link_pin(port).write(up != 0); });
}

}  // extern "C"
