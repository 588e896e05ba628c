// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/forwarding/route_window.h"

#include <memory>
#include <stdexcept>
#include <vector>

#include "hw_model/ledger/origin.h"

namespace weir::forwarding {
namespace {

using At = ledger::RegisterAccess;

class RouteWindow final : public ledger::Settings {
 public:
  struct Route {
    std::uint32_t address = 0;
    std::vector<bool> leads_to;  // by port
    bool enter = false;
  };

  RouteWindow(Forwarding& table, std::size_t ports) : table_(table) { live_.leads_to.resize(ports); }

  const Route& live() const { return live_; }
  Route& draft() { return draft_; }

  void begin() override { draft_ = live_; }
  void check() const override {
    if (draft_.enter && ports_of(draft_).empty())
      throw std::invalid_argument("forwarding: a route without a port is entered");
    if (draft_.enter && !table_.has_place_for_host(draft_.address))
      throw std::invalid_argument("forwarding: a route is entered into a full host table");
    if (draft_.enter && !table_.has_place_for_group(ports_of(draft_)))
      throw std::invalid_argument("forwarding: a route is entered to ports for which there is no ECMP group");
  }
  void apply(Time) override {
    live_ = draft_;
    if (live_.enter)
      table_.add_host(live_.address, ports_of(live_));
    live_.enter = false;
  }

 private:
  static std::vector<PortId> ports_of(const Route& route) {
    std::vector<PortId> ports;
    for (std::size_t p = 0; p < route.leads_to.size(); ++p) {
      if (route.leads_to[p])
        ports.emplace_back(p);
    }
    return ports;
  }

  Forwarding& table_;
  Route live_;
  Route draft_;
};

}  // namespace

void declare_route_window(ledger::Block& block, std::size_t ports) {
  const ledger::Origin origin("forwarding", "RFC 1812, 5.2.4");
  block
      .add(origin.setting({.name = "route_address",
                           .width = 32,
                           .width_follows = "IPv4 address",
                           .description = "window onto the host table: the host of the route"}))
      .add(origin.setting({.name = "route_port",
                           .width = 1,
                           .dimensions = {{"port", ports}},
                           .description = "the route leads to this port; several ports are an ECMP group"}))
      .add(origin.setting(
          {.name = "route_enter", .width = 1, .description = "1 enters the route into the host table; reads as 0"}));
}

void bind_route_window(Forwarding& table, std::size_t ports, const ledger::Binder& binder) {
  const auto window = std::make_shared<RouteWindow>(table, ports);
  binder.bind("route_address",
              {.read = [window](const At&) { return window->live().address; },
               .write = [window](const At&,
                                 std::uint64_t value) { window->draft().address = static_cast<std::uint32_t>(value); },
               .settings = window});
  binder.bind(
      "route_port",
      {.read = [window](const At& at) { return window->live().leads_to[at.indices[0]] ? 1U : 0U; },
       .write = [window](const At& at, std::uint64_t value) { window->draft().leads_to[at.indices[0]] = value != 0; },
       .settings = window});
  binder.bind("route_enter", {.read = [](const At&) { return std::uint64_t{0}; },
                              .write = [window](const At&, std::uint64_t value) { window->draft().enter = value != 0; },
                              .settings = window});
}

}  // namespace weir::forwarding
