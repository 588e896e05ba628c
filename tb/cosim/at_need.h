// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// RTL with other parameters than those with which the program is built, made when a switch needs it. The maker is the
// program's (own_rtl::make_at_need); a program without one has the RTL as built.

#pragma once

#include <functional>
#include <memory>
#include <string>

namespace weir::cosim {

class PortDut;
struct BlockShape;

struct RtlMaker {
  // Why nothing can be made here, one line; empty: it can.
  std::function<std::string()> missing{};
  // Takes some seconds for each new shape.
  std::function<std::function<std::unique_ptr<PortDut>()>(const BlockShape& shape)> make{};
};

inline RtlMaker& rtl_maker() {
  static RtlMaker maker;
  return maker;
}

// Why other RTL than that as built cannot be had: "nothing here makes RTL".
inline std::string nothing_made() {
  return rtl_maker().missing ? rtl_maker().missing() : "this program makes no RTL with other parameters";
}

}  // namespace weir::cosim
