// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// [switch.forwarding] tables and [[switch.route]].

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/network/hop_parity.h"
#include "tb/network/routing.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"
#include "tb/text/address.h"
#include "tb/text/words.h"

namespace weir::scenario {
using text::in_quotes;
using text::parse_ipv4;
using text::parse_ipv6;

namespace {

// A number of digits alone, from 0 to `most`.
std::optional<unsigned> number(std::string_view text, unsigned most, int base = 10) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole && value <= most ? std::optional(value) : std::nullopt;
}

// "02:00:00:00:00:01" or with '-'.
std::optional<frame::MacAddress> parse_mac(std::string_view text) {
  constexpr std::size_t kLength = 17;
  if (text.size() != kLength) {
    return std::nullopt;
  }
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < kLength; i += 3) {
    const auto byte = number(text.substr(i, 2), 0xff, 16);
    if (!byte || (i + 2 < kLength && text[i + 2] != ':' && text[i + 2] != '-')) {
      return std::nullopt;
    }
    value = value << 8U | *byte;
  }
  return frame::MacAddress(value);
}

// Whether bits beyond the first `length` of `width` are set; `bits` is left-aligned.
bool has_bits_beyond(std::uint64_t bits, unsigned length) { return length < 64 && (bits << length) != 0; }

// "10.0.0.0/24", "10.0.0.7", "2001:db8::/32". False: it is no address; a message in `wrong`: it is a bad one.
bool parse_prefix(std::string_view text, TableRoute& route, std::string& wrong) {
  const std::size_t slash = text.find('/');
  const std::string address(text.substr(0, slash));
  const auto v4 = parse_ipv4(address);
  const auto v6 = parse_ipv6(address);
  if (!v4 && !v6) {
    return false;
  }
  const unsigned width = v4 ? 32 : 128;
  const auto length = slash == std::string_view::npos ? std::optional(width) : number(text.substr(slash + 1), width);
  if (!length) {
    wrong = "wanted a prefix length from 0 to " + std::to_string(width) + "; got " + in_quotes(text);
    return true;
  }
  route.length = *length;
  route.kind = v4 ? TableRoute::Kind::kIpv4 : TableRoute::Kind::kIpv6;
  route.ipv4 = v4.value_or(frame::Ipv4Address());
  route.ipv6 = v6.value_or(frame::Ipv6Address());
  const std::uint64_t upper = v4 ? std::uint64_t{v4->value()} << 32U : v6->upper();
  const std::uint64_t lower = v4 ? 0 : v6->lower();
  const unsigned rest = route.length > 64 ? route.length - 64 : 0;
  if (has_bits_beyond(upper, route.length) || has_bits_beyond(lower, rest)) {
    wrong = in_quotes(text) + " has bits beyond its length";
  }
  return true;
}

class RouteLoader {
 public:
  RouteLoader(const Document& document, const Scenario& scenario)
      : document_(document), topology_(scenario.topology), peers_(peers_of(topology_)) {}

  std::vector<TableRoute> load() const {
    std::vector<TableRoute> routes;
    const std::vector<Value>& list = Reader(document_, "switch").list("route");
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Reader reader(document_, "switch.route", list[i], i);
      TableRoute route;
      route.device = device(reader, "device", reader.text("device"));
      if (topology_.devices[route.device].kind != network::DeviceKind::kSwitch) {
        reader.fail("device", "wanted a switch; " + in_quotes(reader.text("device")) + " is a host");
      }
      load_destination(reader, route);
      load_ports(reader, route);
      routes.push_back(std::move(route));
    }
    return routes;
  }

 private:
  std::size_t device(const Reader& reader, std::string_view key, const std::string& name) const {
    const std::size_t found = topology_.find(name);
    if (found == topology_.devices.size()) {
      std::vector<std::string> names;
      for (const network::DeviceSpec& spec : topology_.devices) {
        names.push_back(spec.name);
      }
      reader.fail(key, "there is no device " + in_quotes(name) + text::known_hint(name, names));
    }
    return found;
  }

  void load_destination(const Reader& reader, TableRoute& route) const {
    const std::string to = reader.text("to");
    std::string wrong;
    if (const auto mac = parse_mac(to)) {
      route.kind = TableRoute::Kind::kMac;
      route.mac = *mac;
      route.vid = static_cast<std::uint16_t>(reader.count("vid"));
      return;
    }
    if (reader.has("vid")) {
      reader.fail("vid", "only for a route to a MAC address");
    }
    if (parse_prefix(to, route, wrong)) {
      if (!wrong.empty()) {
        reader.fail("to", wrong);
      }
      return;
    }
    const std::size_t host = topology_.find(to);
    if (host == topology_.devices.size() || topology_.devices[host].kind != network::DeviceKind::kHost) {
      reader.fail("to", "wanted a prefix such as \"10.0.0.0/24\" or \"2001:db8::/32\", a MAC address, or a host; got " +
                            in_quotes(to));
    }
    route.ipv4 = topology_.address(host);
    route.length = 32;
  }

  void load_ports(const Reader& reader, TableRoute& route) const {
    for (const Value& value : reader.list("via")) {
      const std::size_t neighbour = device(reader, "via", value.text);
      const std::size_t before = route.ports.size();
      for (std::size_t port = 0; port < peers_[route.device].size(); ++port) {
        if (peers_[route.device][port].device == neighbour) {
          route.ports.emplace_back(port);
        }
      }
      if (route.ports.size() == before) {
        reader.fail("via",
                    "there is no cable between " + in_quotes(reader.text("device")) + " and " + in_quotes(value.text));
      }
    }
    if (route.ports.empty()) {
      reader.fail("via", "wanted at least one neighbour of " + in_quotes(reader.text("device")));
    }
  }

  const Document& document_;
  const network::Topology& topology_;
  std::vector<std::vector<network::Peer>> peers_;
};

constexpr std::string_view kNoHop = "ttl_pfc takes the class from the TTL, which bridging does not decrement";

bool takes_hops_from_ttl(const Scenario& scenario) {
  return flow_control::traits_of(scenario.device.flow_control.scheme).follows_ttl &&
         reference::follows_ttl(scenario.device.class_mapper.source);
}

// A bridged packet keeps its TTL and so its class; TTL-shifted PFC would pause a class in which the packet does not
// wait.
void refuse_bridging(const Document& document, const Scenario& scenario) {
  const std::vector<Value>& list = Reader(document, "switch").list("route");
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (scenario.table_routes[i].kind == TableRoute::Kind::kMac) {
      Reader(document, "switch.route", list[i], i).fail("to", "wanted no MAC address: " + std::string(kNoHop));
    }
  }
}

// Refuses ttl_parity where a switch may have packets at odd and at even hops: a class is for two hops, and a switch
// must have packets at one of them.
void refuse_parity(const Document& document, const Scenario& scenario) {
  if (reference::traits_of(scenario.device.class_mapper.source).hops_a_class < 2) {
    return;
  }
  const network::HopParity parity = network::hop_parity(scenario.topology);
  if (!parity.fault.empty()) {
    Reader(document, "switch.class_mapper")
        .fail("source",
              "ttl_parity wants switches to have packets at odd hops only, or at even hops only: " + parity.fault);
  }
}

}  // namespace

void load_routes(const Document& document, Scenario& scenario) {
  const Reader forwarding(document, "switch.forwarding");
  scenario.tables = forwarding.word("tables", kTableFills);
  if (scenario.tables == TableFill::kBridged && takes_hops_from_ttl(scenario)) {
    forwarding.fail("tables", "wanted routes: " + std::string(kNoHop));
  }
  if (scenario.tables != TableFill::kListed) {
    scenario.paths = forwarding.word("paths", network::kPathChoices);
  } else if (forwarding.has("paths")) {
    forwarding.fail("paths", "not for tables = \"listed\"");
  }
  scenario.table_routes = RouteLoader(document, scenario).load();
  if (takes_hops_from_ttl(scenario)) {
    refuse_bridging(document, scenario);
  }
  refuse_parity(document, scenario);
}

}  // namespace weir::scenario
