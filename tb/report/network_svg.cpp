// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/network_svg.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "tb/report/html_text.h"
#include "tb/report/network_boxes.h"
#include "tb/report/network_layout.h"

namespace weir::report {

namespace {

constexpr std::size_t kMaxCablesWithPorts = 40;  // beyond, numbers at every cable's ends would overlap
constexpr std::size_t kMaxDrawnHosts = 64;
constexpr double kWidestDrawing = 1900;  // pixels; a wider one is folded
constexpr std::size_t kMaxNamedCables = 4;

// `distance` pixels from `from` towards `to`, and `aside` pixels to the right of that way.
Point along(Point from, Point to, double distance, double aside = 0) {
  const double length = std::max(std::hypot(to.x - from.x, to.y - from.y), 1.0);
  const Point unit{(to.x - from.x) / length, (to.y - from.y) / length};
  return {from.x + unit.x * distance - unit.y * aside, from.y + unit.y * distance + unit.x * aside};
}

// Pixels from the centre of a box to its edge on the way to `to`; of one device, the half of its width.
double reach(const Box& box, Point from, Point to) {
  const Point half{extent(box).x / 2, extent(box).y / 2};
  if (box.count.empty()) {
    return half.x;
  }
  const double length = std::max(std::hypot(to.x - from.x, to.y - from.y), 1.0);
  const double across = std::abs(to.x - from.x) / length;
  const double down = std::abs(to.y - from.y) / length;
  return std::min(across > 0 ? half.x / across : length, down > 0 ? half.y / down : length);
}

constexpr double kAside = 4;  // pixels, of lines beside a cable

using Ports = std::set<std::pair<std::string, unsigned>>;  // device and port

// A cable as one of the two boxes sees it.
struct End {
  const std::string& device;
  unsigned port;
  const std::string& peer;
  unsigned peer_port;
};

End end_of(const NetworkDrawing::Cable& cable, bool at_b) {
  return at_b ? End{cable.b, cable.b_port, cable.a, cable.a_port} : End{cable.a, cable.a_port, cable.b, cable.b_port};
}

class Drawing {
 public:
  Drawing(const NetworkDrawing& network, const Boxes& boxes, const Ports& blocked, const NetworkInstants& instants)
      : network_(network), boxes_(boxes), blocked_(blocked), instants_(instants), layout_(lay_out(boxes)) {
    find_held_inside();
  }

  double width() const { return layout_.width; }

  // `defines`: with the arrow's head, which a page needs once.
  std::string text(bool defines) {
    const bool opens = std::ranges::any_of(boxes_.boxes, &Box::opens);
    svg_ = fmt::format(
        "<svg class=\"network\" viewBox=\"0 0 {0:.0f} {1:.0f}\" style=\"max-width:{2:.0f}px;min-width:{3:.0f}px\" "
        "role=\"{4}\" "
        "aria-label=\"The network\">\n",
        layout_.width, layout_.height, 1.5 * layout_.width, 0.45 * layout_.width, opens ? "group" : "img");
    if (defines) {
      svg_ +=
          "<defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" "
          "markerWidth=\"5\" markerHeight=\"5\" orient=\"auto-start-reverse\"><path class=\"arrow\" d=\"M0 0 10 5 0 "
          "10z\"/></marker><marker id=\"stop\" viewBox=\"0 0 4 10\" refX=\"2\" refY=\"5\" markerWidth=\"2\" "
          "markerHeight=\"5\" orient=\"auto\"><path class=\"stop\" d=\"M0 0h4v10h-4z\"/></marker></defs>\n";
    }
    for (const BoxCable& cable : boxes_.cables) {
      draw_cable(cable);
    }
    for (const BoxCable& cable : boxes_.cables) {
      draw_level(cable, false);
      draw_level(cable, true);
      draw_held(cable, false);
      draw_held(cable, true);
    }
    for (const BoxCable& cable : boxes_.cables) {
      draw_blocked(cable, false);
      draw_blocked(cable, true);
    }
    for (std::size_t box = 0; box < boxes_.boxes.size(); ++box) {
      draw_box(box);
    }
    if (boxes_.cables.size() <= kMaxCablesWithPorts) {
      for (const BoxCable& cable : boxes_.cables) {
        draw_port(cable, false);
        draw_port(cable, true);
      }
    }
    return std::move(svg_) + "</svg>\n";
  }

 private:
  void draw_cable(const BoxCable& cable) {
    const Point a = layout_.centres[cable.a];
    const Point b = layout_.centres[cable.b];
    std::string title;
    if (cable.cables.size() > kMaxNamedCables) {
      title = fmt::format("{} cables between {} and {}", cable.cables.size(), boxes_.boxes[cable.a].name,
                          boxes_.boxes[cable.b].name);
    } else {
      for (const NetworkDrawing::Cable* each : cable.cables) {
        title += fmt::format("{}{} port {} to {} port {}: {}", title.empty() ? "" : "\n", each->a, each->a_port,
                             each->b, each->b_port, each->label);
      }
    }
    svg_ += fmt::format(
        "<line class=\"cable\" x1=\"{:.0f}\" y1=\"{:.0f}\" x2=\"{:.0f}\" y2=\"{:.0f}\"><title>{}</title></line>\n", a.x,
        a.y, b.x, b.y, html_escaped(title));
  }

  // The places in instants_ of the cable's ports at box `a`, or `b`, that `has` picks; in the form of an attribute.
  template <class Has>
  std::string ports_of(const BoxCable& cable, bool at_b, Has has) const {
    std::string list;
    for (std::size_t i = 0; i < cable.cables.size(); ++i) {
      const End end = end_of(*cable.cables[i], cable.turned[i] != at_b);
      const auto place = instants_.places.find({end.device, end.port});
      if (place != instants_.places.end() && has(instants_.ports[place->second])) {
        list += (list.empty() ? "" : " ") + std::to_string(place->second);
      }
    }
    return list;
  }

  // How full the ports of a switch are: a bar on the cable, beside the box.
  void draw_level(const BoxCable& cable, bool at_b) {
    const std::size_t box = at_b ? cable.b : cable.a;
    const std::string ports =
        ports_of(cable, at_b, [](const NetworkInstants::Port& port) { return !port.levels.empty(); });
    if (ports.empty() || boxes_.boxes[box].host) {
      return;
    }
    constexpr double kBar = 24;  // pixels
    constexpr double kBarAside = 9;
    const std::size_t other = at_b ? cable.a : cable.b;
    const Point from = layout_.centres[box];
    const Point to = layout_.centres[other];
    const double near = reach(boxes_.boxes[box], from, to) + 3;
    const double room = std::hypot(to.x - from.x, to.y - from.y) - near - reach(boxes_.boxes[other], to, from) - 3;
    const Point start = along(from, to, near, kBarAside);
    const Point end = along(from, to, near + std::min(kBar, room / 2 - 2), kBarAside);
    for (const char* part : {"empty", "full"}) {
      svg_ += fmt::format("<line class=\"{}\" {}x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", part,
                          *part == 'f' ? fmt::format("pathLength=\"100\" data-level=\"{}\" ", ports) : "", start.x,
                          start.y, end.x, end.y);
    }
  }

  bool is_blocked(const BoxCable& cable, bool from_b) const {
    for (std::size_t i = 0; i < cable.cables.size(); ++i) {
      const End end = end_of(*cable.cables[i], cable.turned[i] != from_b);
      if (blocked_.contains({end.device, end.port})) {
        return true;
      }
    }
    return false;
  }

  // Boxes of a cable: `a`, or `b`, and the other.
  static std::pair<std::size_t, std::size_t> ends(const BoxCable& cable, bool from_b) {
    return from_b ? std::pair{cable.b, cable.a} : std::pair{cable.a, cable.b};
  }

  // The ends of a line from box to box, so many pixels beyond their borders and beside their centres.
  std::pair<Point, Point> between(std::size_t from, std::size_t to, double gap, double gap_at_end, double aside) const {
    const Point a = layout_.centres[from];
    const Point b = layout_.centres[to];
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    return {along(a, b, reach(boxes_.boxes[from], a, b) + gap, aside),
            along(a, b, length - reach(boxes_.boxes[to], b, a) - gap_at_end, aside)};
  }

  // A line beside the cable from box `a`, or `b`, to the other, shown while flow control holds what would go this way.
  void draw_held(const BoxCable& cable, bool from_b) {
    const std::string ports =
        ports_of(cable, from_b, [](const NetworkInstants::Port& port) { return !port.held.empty(); });
    if (ports.empty()) {
      return;
    }
    const auto [from, to] = ends(cable, from_b);
    const auto [start, end] = between(from, to, 2, 4, kAside);
    svg_ += fmt::format(
        "<line class=\"held{}\" data-held=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" "
        "marker-end=\"url(#stop)\"><title>{}</title></line>\n",
        is_blocked(cable, from_b) ? " circle" : "", ports, start.x, start.y, end.x, end.y,
        html_escaped(fmt::format("flow control holds {} for {}", boxes_.boxes[from].name, boxes_.boxes[to].name)));
  }

  // What is blocked on the way from box `a`, or `b`, to the other.
  void draw_blocked(const BoxCable& cable, bool from_b) {
    std::string title;
    bool back = false;
    for (std::size_t i = 0; i < cable.cables.size(); ++i) {
      const End end = end_of(*cable.cables[i], cable.turned[i] != from_b);
      if (blocked_.contains({end.device, end.port})) {
        title += fmt::format("{}{} port {} waits for {} ({})", title.empty() ? "" : "\n", end.device, end.port,
                             end.peer, cable.cables[i]->label);
      }
      back = back || blocked_.contains({end.peer, end.peer_port});
    }
    if (title.empty()) {
      return;
    }
    const auto [from, to] = ends(cable, from_b);
    // The line is drawn beside the cable if both directions are blocked.
    const auto [start, end] = between(from, to, 0, 1, back ? kAside : 0);
    svg_ += fmt::format(
        "<line class=\"blocked\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" "
        "marker-end=\"url(#arrow)\"><title>{}</title></line>\n",
        start.x, start.y, end.x, end.y, html_escaped(title));
  }

  // Whether a cable inside the box is blocked.
  bool stuck(const Box& box) const {
    std::set<std::string_view> inside;
    for (const std::size_t device : box.devices) {
      inside.insert(network_.devices[device].name);
    }
    return std::ranges::any_of(blocked_, [&](const auto& port) {
      if (!inside.contains(port.first)) {
        return false;
      }
      const NetworkDrawing::Cable* cable = cable_at(network_, port.first, port.second);
      return cable != nullptr && inside.contains(other_end(*cable, port.first));
    });
  }

  // The ports with holds at cables inside each box, as an attribute.
  void find_held_inside() {
    held_inside_.resize(boxes_.boxes.size());
    if (instants_.ports.empty()) {
      return;
    }
    std::map<std::string_view, std::size_t> box_of;
    for (std::size_t box = 0; box < boxes_.boxes.size(); ++box) {
      for (const std::size_t device : boxes_.boxes[box].devices) {
        box_of[network_.devices[device].name] = box;
      }
    }
    for (const NetworkDrawing::Cable& cable : network_.cables) {
      const auto a = box_of.find(cable.a);
      const auto b = box_of.find(cable.b);
      if (a == box_of.end() || b == box_of.end() || a->second != b->second) {
        continue;
      }
      for (const auto& port : {std::pair(cable.a, cable.a_port), std::pair(cable.b, cable.b_port)}) {
        const auto place = instants_.places.find(port);
        if (place != instants_.places.end() && !instants_.ports[place->second].held.empty()) {
          std::string& list = held_inside_[a->second];
          list += (list.empty() ? "" : " ") + std::to_string(place->second);
        }
      }
    }
  }

  void draw_box(std::size_t number) {
    const Box& box = boxes_.boxes[number];
    const Point at = layout_.centres[number];
    const Point size = extent(box);
    if (box.count.empty() && box.host) {
      svg_ += fmt::format("<circle class=\"node\" cx=\"{:.0f}\" cy=\"{:.0f}\" r=\"{:.0f}\"/>", at.x, at.y, size.x / 2);
    } else {
      if (box.opens) {
        svg_ += fmt::format("<g class=\"pod\" role=\"button\" tabindex=\"0\" aria-expanded=\"false\" data-pod=\"{}\">",
                            pods_++);
      }
      svg_ += fmt::format(
          "<rect class=\"node{}{}\"{} x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" "
          "rx=\"7\"/>",
          box.host ? "" : " switch", !blocked_.empty() && stuck(box) ? " stuck" : "",
          held_inside_[number].empty() ? "" : fmt::format(" data-inside=\"{}\"", held_inside_[number]),
          at.x - size.x / 2, at.y - size.y / 2, size.x, size.y);
    }
    double y = at.y - kLineHeight / 2 * static_cast<double>(box.count.size());
    svg_ += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", at.x, y, html_escaped(box.name));
    for (const std::string& line : box.count) {
      y += kLineHeight;
      svg_ += fmt::format("<text class=\"label\" x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", at.x, y, html_escaped(line));
    }
    if (box.opens) {
      svg_ += fmt::format("<title>{}</title></g>\n", html_escaped(names_in(box)));
    }
  }

  std::string names_in(const Box& box) const {
    std::string names;
    for (const std::size_t device : box.devices) {
      names += (names.empty() ? "" : ", ") + network_.devices[device].name;
    }
    return names;
  }

  void draw_port(const BoxCable& cable, bool at_b) {
    const std::size_t box = at_b ? cable.b : cable.a;
    if (cable.cables.size() > 1 || boxes_.boxes[box].host || !boxes_.boxes[box].count.empty()) {
      return;
    }
    const Point from = layout_.centres[box];
    const Point to = layout_.centres[at_b ? cable.a : cable.b];
    const Point at = along(from, to, reach(boxes_.boxes[box], from, to) + 14, -12);
    svg_ += fmt::format("<text class=\"port\" x=\"{:.0f}\" y=\"{:.0f}\">p{}</text>\n", at.x, at.y,
                        end_of(*cable.cables.front(), cable.turned.front() != at_b).port);
  }

  const NetworkDrawing& network_;
  const Boxes& boxes_;
  const Ports& blocked_;
  const NetworkInstants& instants_;
  NetworkLayout layout_;
  std::vector<std::string> held_inside_;  // [box]
  std::size_t pods_ = 0;                  // drawn so far
  std::string svg_;
};

// Boxes that fit the page.
Boxes boxes_of(const NetworkDrawing& network) {
  const auto hosts = static_cast<std::size_t>(std::ranges::count(network.devices, true, &NetworkDrawing::Device::host));
  Boxes single = apart(network);
  if (hosts <= kMaxDrawnHosts && lay_out(single).width <= kWidestDrawing) {
    return single;
  }
  Boxes fewer = hosts_folded(network);
  if (lay_out(fewer).width <= kWidestDrawing) {
    return fewer;
  }
  Boxes pods = pods_folded(network);
  return pods.boxes.empty() || pods.boxes.size() >= fewer.boxes.size() ? fewer : pods;
}

}  // namespace

const NetworkDrawing::Cable* cable_at(const NetworkDrawing& network, std::string_view device, unsigned port) {
  const auto found = std::ranges::find_if(network.cables, [&](const NetworkDrawing::Cable& cable) {
    return (cable.a == device && cable.a_port == port) || (cable.b == device && cable.b_port == port);
  });
  return found != network.cables.end() ? &*found : nullptr;
}

const std::string& other_end(const NetworkDrawing::Cable& cable, std::string_view device) {
  return cable.a == device ? cable.b : cable.a;
}

NetworkPicture network_picture(const NetworkDrawing& network, const std::optional<Deadlock>& deadlock,
                               const NetworkInstants& instants) {
  if (network.devices.empty()) {
    return {};
  }
  Ports blocked;
  for (const std::string& text : deadlock ? deadlock->cycle : std::vector<std::string>()) {
    if (const auto place = parse_place(text)) {
      blocked.emplace(place->device, place->port);
    }
  }
  const Boxes boxes = boxes_of(network);
  Drawing drawing(network, boxes, blocked, instants);
  NetworkPicture picture;
  picture.svg = drawing.text(true);
  picture.width = drawing.width();
  picture.folded = boxes.boxes.size() < network.devices.size();
  if (std::ranges::any_of(boxes.boxes, &Box::opens)) {
    for (const Boxes& inside : opened(network, boxes)) {
      picture.pods.push_back(Drawing(network, inside, blocked, instants).text(false));
    }
  }
  return picture;
}

}  // namespace weir::report
