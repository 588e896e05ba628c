// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The sources of a packet's class, and all that the switch and its bench ask of a source. A new source is a line here,
// its classes in ClassMapper::map(), and, if frames carry it, what switches do to frames in a file of its own.
//
// - pcp: a table of 16 for PCP and DEI of the outer 802.1Q tag (IEEE 802.1Q, 6.9.3 and 8.6.6), both 0 for an untagged
//   frame; at reset class = PCP, whatever the DEI.
// - dscp: a table of 64 (RFC 2474); at reset the class selectors, class = DSCP / 8.
// - ttl: class = ttl0 - ttl (TTL-based buffer management, section 1.3), where ttl is what is left at this hop: the TTL
//   that arrives, less one. A packet sits in class i at its i-th hop, and in class 0 at its source. Below 0 and above 7
//   the class saturates: the former is a host that sends with more than ttl0, the latter a hop beyond the longest legal
//   path, where with ttl0 <= 8 no packet is alive in a switch. A frame without a TTL (not IP) is in class 0.
// - ttl_parity: a class for two hops, ceil((ttl0 - ttl)/2), for networks in which all packets of a switch are at odd
//   hops, or all at even ones (docs/decisions/0209). With ttl0 <= 15 no packet is alive beyond class 7.
// - label: the edge puts a label on, the class of the next hop, which each switch counts up (hop_label.h); of a frame
//   without a trusted label the first class of its service. The TTL does not matter.
//
// Sources from outside of weir have values above those (mapper_card.h): their classes do not follow hops, and no frame
// has them.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace weir::reference {

enum class ClassSource : std::uint8_t { kPcp, kDscp, kTtl, kTtlParity, kLabel };

struct ClassSourceTraits {
  ClassSource value;
  std::string_view name;
  unsigned hops_a_class = 0;     // hops of a packet in one class of its service; 0: the class is the same at every hop
  bool by_ttl = false;           // the TTL counts the hops
  unsigned at_first_switch = 0;  // the class at a packet's first switch, counted from its class at its host
  unsigned tags = 0;             // by which frames are longer between switches: frames carry the class in them
};

inline constexpr std::array<ClassSourceTraits, 5> kClassSources{{
    {ClassSource::kPcp, "pcp"},
    {ClassSource::kDscp, "dscp"},
    {ClassSource::kTtl, "ttl", 1, true, 1},
    {ClassSource::kTtlParity, "ttl_parity", 2, true, 1},
    {ClassSource::kLabel, "label", 1, false, 0, 1},
}};

// Of the register class_source and its port of the RTL: there is room for sources that no header field decides, at
// which the RTL answers with the first class.
inline constexpr unsigned kClassSourceBits = 3;
inline constexpr unsigned kHighestSource = kClassSources.size() - 1;
static_assert(kHighestSource < 1U << kClassSourceBits);

// Of sources from outside of weir.
inline constexpr std::size_t kMostOwnSources = 8;
constexpr bool is_own(ClassSource source) { return static_cast<std::size_t>(source) >= kClassSources.size(); }

inline constexpr auto kSourceTraits = [] {
  std::array<ClassSourceTraits, kClassSources.size() + kMostOwnSources> all{};
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = i < kClassSources.size() ? kClassSources[i] : ClassSourceTraits{.value = ClassSource(i), .name = ""};
  return all;
}();

constexpr const ClassSourceTraits& traits_of(ClassSource source) {
  return kSourceTraits[static_cast<std::size_t>(source)];
}

constexpr bool follows_ttl(ClassSource source) { return traits_of(source).by_ttl; }

// Whether a packet's class changes on its way.
constexpr bool follows_hops(ClassSource source) { return traits_of(source).hops_a_class != 0; }

// Whether switches tell each other the class of a packet in the frame, of which hosts know nothing.
constexpr bool is_in_frames(ClassSource source) { return traits_of(source).tags != 0; }

// The class at hop number `hop` (0 at the source), relative to the service's first class; `source` follows the TTL. Of
// other sources: the hop.
constexpr std::size_t class_at_hop(ClassSource source, std::size_t hop) {
  const unsigned hops = follows_ttl(source) ? traits_of(source).hops_a_class : 1;
  return (hop + hops - 1) / hops;
}

}  // namespace weir::reference
