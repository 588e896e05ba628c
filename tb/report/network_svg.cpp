// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/network_svg.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "tb/report/html_text.h"
#include "tb/report/network_layout.h"

namespace weir::report {

namespace {

constexpr double kSwitchRadius = 21;
constexpr double kHostRadius = 16;
constexpr std::size_t kMaxCablesWithPorts = 40;  // beyond, numbers at every cable's ends would overlap

struct Point {
  double x = 0;
  double y = 0;
};

double radius_of(const PlacedDevice& device) { return device.host ? kHostRadius : kSwitchRadius; }

// `distance` pixels from `from` towards `to`, and `aside` pixels to the right of that way.
Point along(Point from, Point to, double distance, double aside = 0) {
  const double length = std::max(std::hypot(to.x - from.x, to.y - from.y), 1.0);
  const Point unit{(to.x - from.x) / length, (to.y - from.y) / length};
  return {from.x + unit.x * distance - unit.y * aside, from.y + unit.y * distance + unit.x * aside};
}

class Drawing {
 public:
  Drawing(const NetworkDrawing& network, const std::optional<Deadlock>& deadlock)
      : network_(network), layout_(lay_out(network)) {
    for (const PlacedDevice& device : layout_.devices) {
      devices_.emplace(device.name, &device);
    }
    if (!deadlock) {
      return;
    }
    for (const std::string& text : deadlock->cycle) {
      if (const auto place = parse_place(text)) {
        blocked_.emplace(place->device, place->port);
      }
    }
  }

  std::string text() {
    svg_ = fmt::format(
        "<svg class=\"network\" viewBox=\"0 0 {0:.0f} {1:.0f}\" style=\"max-width:{2:.0f}px;min-width:{3:.0f}px\" "
        "role=\"img\" "
        "aria-label=\"The network\">\n<defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" "
        "markerWidth=\"5\" markerHeight=\"5\" orient=\"auto-start-reverse\"><path class=\"arrow\" d=\"M0 0 10 5 0 "
        "10z\"/></marker></defs>\n",
        layout_.width, layout_.height, 1.5 * layout_.width, 0.45 * layout_.width);
    for (const NetworkDrawing::Cable& cable : network_.cables) {
      draw_cable(cable);
    }
    for (const NetworkDrawing::Cable& cable : network_.cables) {
      draw_blocked(cable, cable.a, cable.a_port, cable.b);
      draw_blocked(cable, cable.b, cable.b_port, cable.a);
    }
    for (const PlacedDevice& device : layout_.devices) {
      draw_device(device);
    }
    if (network_.cables.size() <= kMaxCablesWithPorts) {
      for (const NetworkDrawing::Cable& cable : network_.cables) {
        draw_port(cable.a, cable.a_port, cable.b);
        draw_port(cable.b, cable.b_port, cable.a);
      }
    }
    return std::move(svg_) + "</svg>\n";
  }

 private:
  const PlacedDevice* drawn(const std::string& name) const {
    const auto found = devices_.find(name);
    return found != devices_.end() && found->second->drawn ? found->second : nullptr;
  }

  static Point centre(const PlacedDevice& device) { return {device.x, device.y}; }

  void draw_cable(const NetworkDrawing::Cable& cable) {
    const PlacedDevice* a = drawn(cable.a);
    const PlacedDevice* b = drawn(cable.b);
    if (a == nullptr || b == nullptr) {
      return;
    }
    svg_ += fmt::format(
        "<line class=\"cable\" x1=\"{:.0f}\" y1=\"{:.0f}\" x2=\"{:.0f}\" y2=\"{:.0f}\"><title>{} port {} to {} port "
        "{}: {}</title></line>\n",
        a->x, a->y, b->x, b->y, html_escaped(cable.a), cable.a_port, html_escaped(cable.b), cable.b_port,
        html_escaped(cable.label));
  }

  void draw_blocked(const NetworkDrawing::Cable& cable, const std::string& from, unsigned port, const std::string& to) {
    const PlacedDevice* a = drawn(from);
    const PlacedDevice* b = drawn(to);
    if (a == nullptr || b == nullptr || !blocked_.contains({from, port})) {
      return;
    }
    // The line is drawn beside the cable if both directions are blocked.
    const unsigned back = &from == &cable.a ? cable.b_port : cable.a_port;
    const double aside = blocked_.contains({to, back}) ? 4 : 0;
    const double length = std::hypot(b->x - a->x, b->y - a->y);
    const Point start = along(centre(*a), centre(*b), radius_of(*a), aside);
    const Point end = along(centre(*a), centre(*b), length - radius_of(*b) - 1, aside);
    svg_ += fmt::format(
        "<line class=\"blocked\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" "
        "marker-end=\"url(#arrow)\"><title>{} port {} waits for {} ({})</title></line>\n",
        start.x, start.y, end.x, end.y, html_escaped(from), port, html_escaped(to), html_escaped(cable.label));
  }

  void draw_device(const PlacedDevice& device) {
    if (!device.drawn) {
      return;
    }
    const double radius = radius_of(device);
    if (device.host) {
      svg_ +=
          fmt::format("<circle class=\"node\" cx=\"{:.0f}\" cy=\"{:.0f}\" r=\"{:.0f}\"/>", device.x, device.y, radius);
    } else {
      svg_ += fmt::format(
          "<rect class=\"node switch\" x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" "
          "rx=\"7\"/>",
          device.x - radius, device.y - radius, 2 * radius, 2 * radius);
    }
    svg_ += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", device.x, device.y, html_escaped(device.name));
    if (device.hidden_hosts > 0) {
      svg_ += fmt::format("<text class=\"label\" x=\"{:.0f}\" y=\"{:.0f}\">{} hosts</text>\n", device.x,
                          device.y + radius + 10, device.hidden_hosts);
    }
  }

  void draw_port(const std::string& name, unsigned port, const std::string& peer) {
    const PlacedDevice* device = drawn(name);
    const PlacedDevice* other = drawn(peer);
    if (device == nullptr || other == nullptr || device->host) {
      return;
    }
    const Point at = along(centre(*device), centre(*other), radius_of(*device) + 14, -12);
    svg_ += fmt::format("<text class=\"port\" x=\"{:.0f}\" y=\"{:.0f}\">p{}</text>\n", at.x, at.y, port);
  }

  const NetworkDrawing& network_;
  NetworkLayout layout_;
  std::map<std::string, const PlacedDevice*> devices_;
  std::set<std::pair<std::string, unsigned>> blocked_;
  std::string svg_;
};

}  // namespace

std::optional<QueuePlace> parse_place(std::string_view text) {
  const std::size_t class_point = text.rfind(".c");
  if (class_point == std::string_view::npos) {
    return std::nullopt;
  }
  const std::size_t port_point = text.substr(0, class_point).rfind(".p");
  if (port_point == std::string_view::npos || port_point == 0) {
    return std::nullopt;
  }
  const auto number = [](std::string_view digits, unsigned& value) {
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return end.ec == std::errc{} && end.ptr == digits.data() + digits.size();
  };
  QueuePlace place;
  place.device = text.substr(0, port_point);
  const bool read = number(text.substr(port_point + 2, class_point - port_point - 2), place.port) &&
                    number(text.substr(class_point + 2), place.traffic_class);
  return read ? std::optional(place) : std::nullopt;
}

const NetworkDrawing::Cable* cable_at(const NetworkDrawing& network, std::string_view device, unsigned port) {
  const auto found = std::ranges::find_if(network.cables, [&](const NetworkDrawing::Cable& cable) {
    return (cable.a == device && cable.a_port == port) || (cable.b == device && cable.b_port == port);
  });
  return found != network.cables.end() ? &*found : nullptr;
}

const std::string& other_end(const NetworkDrawing::Cable& cable, std::string_view device) {
  return cable.a == device ? cable.b : cable.a;
}

std::string network_svg(const NetworkDrawing& network, const std::optional<Deadlock>& deadlock) {
  if (network.devices.empty()) {
    return {};
  }
  return Drawing(network, deadlock).text();
}

}  // namespace weir::report
