// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <array>
#include <cstdint>

#include "hw_model/base/named.h"

namespace weir::capture {

// What captures have of a link beside frames: link_tap.h.
enum class LinkCapture : std::uint8_t {
  kAll,
  kNews,  // without ACKs that have no news
  kOff,
};

inline constexpr std::array kLinkCaptures{Named<LinkCapture>{LinkCapture::kAll, "all"},
                                          Named<LinkCapture>{LinkCapture::kNews, "news"},
                                          Named<LinkCapture>{LinkCapture::kOff, "off"}};

}  // namespace weir::capture
