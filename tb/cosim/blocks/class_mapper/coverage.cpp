// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/class_mapper/coverage.h"

#include <bit>

namespace weir::cosim {

using reference::ClassMapperBlock;
using reference::ClassSource;

namespace {

constexpr std::size_t kPointBits = 4;
constexpr std::size_t kDscpBits = 6;
constexpr std::size_t kHops = 16;  // that have a bin each
constexpr std::size_t kNoTtl = 0;
constexpr std::size_t kAbove = 1;  // by more than a hop
constexpr std::size_t kAtSource = 2;
constexpr std::size_t kFirstHop = 3;
constexpr std::size_t kBeyond = kFirstHop + kHops;  // more than 16, 32, 64, 128
constexpr std::size_t kMagnitudes = 4;

// Each set of the three writes, a bit each, less one; behind them a reset.
const std::vector<std::string> kEvents = {"write",      "pcp_write", "write_pcp", "dscp_write",
                                          "write_dscp", "pcp_dscp",  "all",       "reset"};
const std::vector<std::string> kNoYes = {"no", "yes"};

std::vector<std::string> source_names() {
  std::vector<std::string> names;
  for (unsigned code = 0; code < reference::kSourceCodes; ++code) {
    const bool means = code < reference::kClassSources.size();
    names.push_back(means ? std::string(reference::kClassSources[code].name) : "code_" + std::to_string(code));
  }
  return names;
}

CoverageDimension hop_bins() {
  CoverageDimension bins{"hop", {"none", "above", "at_source"}};
  for (std::size_t hop = 1; hop <= kHops; ++hop) {
    bins.bins.push_back(std::to_string(hop));
  }
  for (std::size_t magnitude = 0; magnitude < kMagnitudes; ++magnitude) {
    bins.bins.push_back("over_" + std::to_string(kHops << magnitude));
  }
  return bins;
}

std::size_t hop_bin(unsigned ttl, unsigned ttl0) {
  if (ttl == 0) {
    return kNoTtl;
  }
  if (ttl > ttl0) {
    return ttl == ttl0 + 1 ? kAtSource : kAbove;
  }
  const std::size_t hop = ttl0 - ttl + 1;
  return hop <= kHops ? kFirstHop + hop - 1 : kBeyond + static_cast<std::size_t>(std::bit_width((hop - 1) / kHops)) - 1;
}

// The entry that is read, against the one that is written.
std::vector<CoverageDimension> beside(std::size_t bits) {
  CoverageDimension entry{"entry", {"written"}};
  for (std::size_t bit = 0; bit < bits; ++bit) {
    entry.bins.push_back("other_bit_" + std::to_string(bit));
  }
  return {entry, {"read", {"with_the_write", "after_it"}}};
}

// Counts the entry that is looked up where one is written, in its cycle or the one after it.
void read_beside(CoverageGroup& beside, unsigned read, unsigned written, std::size_t when) {
  const unsigned differing = read ^ written;
  if (differing == 0 || std::has_single_bit(differing)) {
    beside.hit(beside.index({static_cast<std::size_t>(std::bit_width(differing)), when}));
  }
}

unsigned point_of(const reference::ClassMapperInputs& in) { return reference::code_point(in.pcp, in.dei); }

// Whether a field of the header decides the class; else the class is 0.
bool by_header(ClassSource source) { return !reference::is_own(source) && !reference::is_in_frames(source); }

bool follows_ttl(std::uint8_t source) { return reference::follows_ttl(static_cast<ClassSource>(source)); }

}  // namespace

ClassMapperCoverage::ClassMapperCoverage(const ClassMapperBlock& block, unsigned /*latency*/)
    : ttl_bits_(block.ttl_bits),
      classes_("class", {{"source", source_names()}, numbers("class", 0, kClasses - 1), {"shift", kNoYes}}),
      hops_("hop", {{"source", {"ttl", "ttl_parity"}}, hop_bins()}),
      comparisons_("", {{"ttl0", block.ttl_bits}}, "ttl"),
      expiries_("expiry", {{"routed", kNoYes}, numbers("higher_bit", 0, block.ttl_bits - 1), numbers("lowest", 0, 1)}),
      points_("point", {numbers("point", 0, reference::kCodePoints - 1), numbers("class", 0, kClasses - 1)}),
      entries_("entry", {numbers("dscp", 0, reference::kDscps - 1), numbers("class", 0, kClasses - 1)}),
      beside_points_("beside_point", beside(kPointBits)),
      beside_("beside", beside(kDscpBits)),
      sources_("source", {{"from", source_names()}, {"to", source_names()}}),
      bits_("ttl0", {numbers("bit", 0, block.ttl_bits - 1), numbers("from", 0, 1), numbers("to", 0, 1)}),
      events_(kEvents) {
  for (std::size_t code = 0; code < reference::kSourceCodes; ++code) {
    for (std::size_t c = 1; !by_header(static_cast<ClassSource>(code)) && c < kClasses; ++c) {
      for (const std::size_t shift : {0U, 1U}) {
        classes_.rule_out(classes_.index({code, c, shift}));
      }
    }
  }
  for (std::size_t source = 0; source < 2; ++source) {
    for (std::size_t magnitude = 0; magnitude < kMagnitudes; ++magnitude) {
      if (kHops << magnitude >= (std::size_t{1} << ttl_bits_) - 1) {
        hops_.rule_out(hops_.index({source, kBeyond + magnitude}));
      }
    }
  }
}

void ClassMapperCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (in[i].rst_n) {
      registers(out[i]);
      packet(in[i], out[i]);
    }
    event(in[i]);
    before_ = in[i];
    shown_ = out[i];
  }
}

void ClassMapperCoverage::packet(const Inputs& in, const Outputs& out) {
  classes_.hit(classes_.index({out.source, out.traffic_class, in.class_shift ? 1U : 0U}));
  if (follows_ttl(out.source)) {
    by_ttl(in, out);
  } else if (static_cast<ClassSource>(out.source) == ClassSource::kPcp) {
    by_pcp(in, out);
  } else if (static_cast<ClassSource>(out.source) == ClassSource::kDscp) {
    by_dscp(in, out);
  }
  const unsigned higher = in.ttl >> 1U;
  if (higher == 0 || std::has_single_bit(higher)) {
    expiries_.hit(
        expiries_.index({in.routed ? 1U : 0U, static_cast<std::size_t>(std::bit_width(higher)), in.ttl & 1U}));
  }
}

void ClassMapperCoverage::by_ttl(const Inputs& in, const Outputs& out) {
  const bool parity = static_cast<ClassSource>(out.source) == ClassSource::kTtlParity;
  hops_.hit(hops_.index({parity ? 1U : 0U, hop_bin(in.ttl, out.ttl0)}));
  if (in.ttl != 0) {
    comparisons_.compared(0, in.ttl, out.ttl0);
  }
}

void ClassMapperCoverage::by_pcp(const Inputs& in, const Outputs& out) {
  static_assert(std::size_t{1} << kPointBits == reference::kCodePoints);
  points_.hit(points_.index({point_of(in), out.traffic_class}));
  for (const std::size_t when : {0U, 1U}) {
    const Inputs& write = when == 0 ? in : before_;
    if (write.pcp_write && write.rst_n) {
      read_beside(beside_points_, point_of(in), write.pcp_write_index, when);
    }
  }
}

void ClassMapperCoverage::by_dscp(const Inputs& in, const Outputs& out) {
  static_assert(std::size_t{1} << kDscpBits == reference::kDscps);
  entries_.hit(entries_.index({in.dscp, out.traffic_class}));
  for (const std::size_t when : {0U, 1U}) {
    const Inputs& write = when == 0 ? in : before_;
    if (write.dscp_write && write.rst_n) {
      read_beside(beside_, in.dscp, write.dscp_write_index, when);
    }
  }
}

// Counts how the write of the previous cycle has changed source and ttl0.
void ClassMapperCoverage::registers(const Outputs& out) {
  if (!before_.rst_n || !before_.write) {
    return;
  }
  sources_.hit(sources_.index({shown_.source, out.source}));
  for (unsigned bit = 0; bit < ttl_bits_; ++bit) {
    bits_.hit(bits_.index({bit, shown_.ttl0 >> bit & 1U, out.ttl0 >> bit & 1U}));
  }
}

void ClassMapperCoverage::event(const Inputs& in) {
  const std::size_t writes = (in.write ? 1U : 0U) | (in.pcp_write ? 2U : 0U) | (in.dscp_write ? 4U : 0U);
  events_.event(!in.rst_n ? kEvents.size() - 1 : writes > 0 ? writes - 1 : EventGroups::kNone);
}

}  // namespace weir::cosim
