// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is drawn of a network: a box for each device, or, in a network too large for that, boxes that stand for several
// devices. Hosts of one switch fold into one box. Switches above, with their neighbours in common, fold into one box;
// what these switches join folds into pods: the parts into which the network falls without them.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tb/report/network_drawing.h"

namespace weir::report {

struct Box {
  std::string name;                  // of the device; of several: "se1 … se8", "pod 3"
  std::vector<std::string> count;    // "16 switches", "64 hosts"; empty: one device
  bool host = false;                 // no switch is in it
  bool opens = false;                // a pod, to be drawn by itself with opened()
  unsigned tier = 0;                 // of its highest device: 0 for hosts, else the distance from the nearest host
  std::vector<std::size_t> devices;  // places in NetworkDrawing::devices
};

struct BoxCable {
  std::size_t a = 0, b = 0;  // places in Boxes::boxes
  std::vector<const NetworkDrawing::Cable*> cables;
  std::vector<bool> turned;  // of each cable: its end `b` is at box `a`
};

struct Boxes {
  std::vector<Box> boxes;
  std::vector<BoxCable> cables;  // between two boxes; cables inside a box are in none
};

// A box for each device. The cables of the result point into `network`.
Boxes apart(const NetworkDrawing& network);

// The same with one box for all hosts that have the same neighbours.
Boxes hosts_folded(const NetworkDrawing& network);

// Pods, and what joins them; without boxes where the network does not fall into pods.
Boxes pods_folded(const NetworkDrawing& network);

// Each pod with its switches apart, and the boxes around it, in the order of the pods in `folded`.
std::vector<Boxes> opened(const NetworkDrawing& network, const Boxes& folded);

}  // namespace weir::report
