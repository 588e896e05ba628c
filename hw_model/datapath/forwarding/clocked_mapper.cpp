// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/forwarding/clocked_mapper.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace weir::forwarding {

using reference::ClassMapperConfig;
using reference::ClassMapperInputs;
using reference::ClassMapperOutputs;

namespace {

// The first entry in which two tables differ; their size: they do not.
template <class Table>
std::size_t first_difference(const Table& one, const Table& other) {
  return static_cast<std::size_t>(std::ranges::mismatch(one, other).in1 - one.begin());
}

ClassMapperOutputs registers_of(const ClassMapperConfig& has) {
  return {.source = static_cast<std::uint8_t>(has.source), .ttl0 = has.ttl0};
}

std::uint8_t number(ClassId c) { return static_cast<std::uint8_t>(c.index()); }

}  // namespace

ClockedMapper::ClockedMapper(std::unique_ptr<reference::ClockedClassMapper> block) : block_(std::move(block)) {
  const reference::ClassMapperBlock built = block_->widths();
  reset_.source = static_cast<reference::ClassSource>(built.source);
  reset_.ttl0 = static_cast<std::uint8_t>(built.ttl0);
  has_ = reset_;
}

// A cycle that writes what differs, at most one entry of each table.
ClassMapperInputs ClockedMapper::write_of(const ClassMapperConfig& settings) const {
  ClassMapperInputs in;
  if (has_.source != settings.source || has_.ttl0 != settings.ttl0) {
    in.write = true;
    in.source = static_cast<std::uint8_t>(settings.source);
    in.ttl0 = settings.ttl0;
  }
  const std::size_t point = first_difference(has_.pcp_classes, settings.pcp_classes);
  if (point < reference::kCodePoints) {
    in.pcp_write = true;
    in.pcp_write_index = static_cast<std::uint8_t>(point);
    in.pcp_write_class = number(settings.pcp_classes[point]);
  }
  const std::size_t dscp = first_difference(has_.dscp_classes, settings.dscp_classes);
  if (dscp < reference::kDscps) {
    in.dscp_write = true;
    in.dscp_write_index = static_cast<std::uint8_t>(dscp);
    in.dscp_write_class = number(settings.dscp_classes[dscp]);
  }
  return in;
}

void ClockedMapper::take(const ClassMapperInputs& in) {
  if (in.write) {
    has_.source = static_cast<reference::ClassSource>(in.source);
    has_.ttl0 = in.ttl0;
  }
  if (in.pcp_write)
    has_.pcp_classes[in.pcp_write_index] = ClassId(in.pcp_write_class);
  if (in.dscp_write)
    has_.dscp_classes[in.dscp_write_index] = ClassId(in.dscp_write_class);
}

ClockedMapper::Answer ClockedMapper::ask(const Asked& asked, const ClassMapperConfig& settings, Time now) {
  block_->at(now);
  for (ClassMapperInputs in = write_of(settings); in.write || in.pcp_write || in.dscp_write; in = write_of(settings)) {
    const ClassMapperOutputs out = block_->clock(in);
    ClassMapperOutputs model = out;
    model.source = registers_of(has_).source;
    model.ttl0 = registers_of(has_).ttl0;
    block_->compare(out, model);
    take(in);
  }
  const parser::HeaderVector& header = asked.header;
  const ClassMapperInputs in{.class_shift = asked.shift,
                             .routed = header.network != parser::Network::kNone || header.ttl != 0,
                             .pcp = static_cast<std::uint8_t>(header.code_point >> 1U),
                             .dei = (header.code_point & 1U) != 0,
                             .dscp = header.dscp,
                             .ttl = header.ttl};
  ClassMapperOutputs model = registers_of(has_);
  model.traffic_class = number(asked.traffic_class);
  model.pauses = asked.paused < kClasses;
  model.pause_class = static_cast<std::uint8_t>(model.pauses ? asked.paused : 0);
  model.expires = header.error == frame::DecodeError::kTtlExpired;
  const ClassMapperOutputs out = block_->clock(in);
  block_->compare(out, model);
  return {ClassId(out.traffic_class), out.expires};
}

void ClockedMapper::reset(Time now) {
  block_->at(now);
  block_->clock({.rst_n = false});
  has_ = reset_;
}

}  // namespace weir::forwarding
