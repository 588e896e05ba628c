// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A count of frames and of their bytes.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"

namespace weir {

struct Amount {
  std::uint64_t packets = 0;
  Bytes bytes{0};

  void add(Bytes length) {
    ++packets;
    bytes += length;
  }
  Amount& operator+=(const Amount& other) {
    packets += other.packets;
    bytes += other.bytes;
    return *this;
  }
  bool operator==(const Amount&) const = default;
};

}  // namespace weir
