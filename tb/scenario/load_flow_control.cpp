// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "hw_model/reference/stage_comparator.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"
#include "tb/text/quantity.h"

namespace weir::scenario {
using text::to_text;

namespace {

using flow_control::ComparatorForm;
using flow_control::Scheme;

// Schemes with PAUSE frames; their thresholds are those of [flow_control.pfc].
bool pauses(Scheme scheme) { return scheme == Scheme::kPfc || scheme == Scheme::kPause || scheme == Scheme::kTtlPfc; }

// As a depth, or as a distance below XOFF, the way commodity chips have it.
Bytes load_xon(const Reader& reader, Bytes xoff, bool active) {
  if (!reader.has("xon_offset")) {
    return reader.bytes("xon");
  }
  if (reader.has("xon")) {
    reader.fail("xon_offset", "xon is given, too; wanted one of the two");
  }
  const Bytes offset = reader.bytes("xon_offset");
  if (active && offset > xoff) {
    reader.fail("xon_offset", "wanted at most xoff, " + to_text(xoff) + "; got " + to_text(offset));
  }
  return std::max(xoff - offset, Bytes(0));
}

flow_control::PfcConfig load_pfc(const Document& document, Scheme scheme) {
  const bool active = pauses(scheme);
  const Reader reader(document, "flow_control.pfc");
  flow_control::PfcConfig config;
  config.xoff = reader.bytes("xoff");
  config.xon = load_xon(reader, config.xoff, active);
  config.pause_quanta = static_cast<std::uint16_t>(reader.count("pause_quanta"));
  config.refresh_fraction = reader.real("refresh_fraction");
  if (active && config.xon >= config.xoff) {
    reader.fail("xon", "wanted less than xoff, " + to_text(config.xoff) + "; got " + to_text(config.xon));
  }
  const Reader mmu(document, "switch.mmu");
  const Bytes room = mmu.bytes("viq_limit") + mmu.bytes("headroom");
  if (active && config.xoff > room) {
    reader.fail("xoff", "wanted at most what a VIQ may take (switch.mmu.viq_limit and headroom), " + to_text(room) +
                            ", or PAUSE would never be sent; got " + to_text(config.xoff));
  }
  const Bytes frame = Reader(document, "switch").bytes("max_frame");
  if (scheme == Scheme::kTtlPfc && config.xoff < frame) {
    reader.fail("xoff", "wanted at least switch.max_frame, " + to_text(frame) +
                            ", under ttl_pfc (TTL-based buffer management, section 1.4.2); got " +
                            to_text(config.xoff));
  }
  return config;
}

// A buffer that the counters cannot express is refused: modulo arithmetic would take a full buffer for an empty one.
void check_credits(const Reader& reader, std::string_view key, const flow_control::CbfcConfig& config) {
  const std::int64_t blocks = config.buffer / config.block;
  const std::int64_t most = std::int64_t{1} << (config.counter_bits - 1);
  if (blocks > most) {
    reader.fail(key, "wanted at most " + std::to_string(most) + " blocks of " + to_text(config.block) + ", " +
                         to_text(config.block * most) + ", which is what counters of " +
                         std::to_string(config.counter_bits) + " bits express; got " + to_text(config.buffer));
  }
  if (blocks == 0) {
    reader.fail(key, "wanted at least one block of " + to_text(config.block) + "; got " + to_text(config.buffer));
  }
}

flow_control::CbfcConfig load_credits(const Reader& reader, std::string_view buffer_key, bool active) {
  flow_control::CbfcConfig config;
  config.buffer = reader.bytes(buffer_key);
  config.block = reader.bytes("block");
  config.counter_bits = reader.count("counter_bits");
  config.period = reader.has("period") ? reader.time("period") : Time(0);
  if (active) {
    check_credits(reader, buffer_key, config);
  }
  return config;
}

// The threshold from which a rate falls lies below the one at which it is zero.
void check_below(const Reader& reader, std::string_view key, Bytes threshold, Bytes bm, bool active) {
  if (active && threshold >= bm) {
    reader.fail(key, "wanted less than bm, " + to_text(bm) + "; got " + to_text(threshold));
  }
}

flow_control::GfcConceptualConfig load_conceptual(const Document& document, bool active) {
  const Reader reader(document, "flow_control.gfc_conceptual");
  const flow_control::GfcConceptualConfig config{reader.bytes("b0"), reader.bytes("bm")};
  check_below(reader, "b0", config.b0, config.bm, active);
  return config;
}

flow_control::GfcBufferBasedConfig load_buffer_based(const Document& document, bool active) {
  const Reader reader(document, "flow_control.gfc_buffer_based");
  constexpr std::array kForms{ComparatorForm::kThreshold, ComparatorForm::kLeadingZero};
  const flow_control::GfcBufferBasedConfig config{reader.bytes("b1"), reader.bytes("bm"), reader.count("stages"),
                                                  reader.word("comparator", kForms)};
  check_below(reader, "b1", config.b1, config.bm, active);
  if (active && config.comparator == ComparatorForm::kLeadingZero &&
      !std::has_single_bit(static_cast<std::uint64_t>((config.bm - config.b1).count()))) {
    reader.fail("comparator", "leading_zero wants bm - b1 to be a power of two bytes, such as 262144 B; bm - b1 is " +
                                  to_text(config.bm - config.b1));
  }
  if (active && config.stages == 0) {
    const unsigned stages = reference::gfc_stage_count(config.bm, config.b1);
    if (stages > reference::kThresholds) {
      reader.fail("bm", "bm - b1 = " + to_text(config.bm - config.b1) + " makes " + std::to_string(stages) +
                            " stages, and a comparator has " + std::to_string(reference::kThresholds) +
                            " thresholds; wanted a smaller difference, or flow_control.gfc_buffer_based.stages");
    }
  }
  return config;
}

flow_control::GfcTimeBasedConfig load_time_based(const Document& document, bool active) {
  const Reader reader(document, "flow_control.gfc_time_based");
  flow_control::GfcTimeBasedConfig config;
  config.b0 = reader.bytes("b0");
  config.bm = reader.bytes("bm");
  check_below(reader, "b0", config.b0, config.bm, active);
  config.credits = load_credits(reader, "bm", active);
  return config;
}

// TTL-shifted PFC protects the class of every hop: hosts send in class 0, and the last switch of the longest legal path
// has a packet in class ttl0 - 1.
ClassMask classes_by_hop(const Document& document, const Reader& reader) {
  const Reader mapper(document, "switch.class_mapper");
  if (mapper.text("source") != "ttl") {
    reader.fail("scheme",
                "ttl_pfc wants switch.class_mapper.source = \"ttl\", or a class would not stand for a hop; "
                "got \"" +
                    mapper.text("source") + "\"");
  }
  return static_cast<ClassMask>((1U << mapper.count("ttl0")) - 1);
}

ClassMask load_lossless(const Document& document, const Reader& reader, Scheme scheme) {
  const ClassMask by_hop = scheme == Scheme::kTtlPfc ? classes_by_hop(document, reader) : ClassMask{0};
  if (scheme == Scheme::kNone) {
    return 0;  // nothing protects them: a loss is no fault
  }
  if (!reader.has("lossless")) {
    return by_hop != 0 ? by_hop : flow_control::FlowControlConfig{}.lossless;
  }
  ClassMask mask = 0;
  for (const Value& value : reader.list("lossless")) {
    mask |= mask_of(ClassId(static_cast<std::size_t>(value.integer)));
  }
  if ((by_hop & ~mask) != 0) {
    reader.fail("lossless", "ttl_pfc wants all classes below switch.class_mapper.ttl0 in it, 0 to " +
                                std::to_string(std::bit_width(unsigned{by_hop}) - 1) + ": packets pass through each");
  }
  return mask;
}

}  // namespace

flow_control::FlowControlConfig load_flow_control(const Document& document) {
  const Reader reader(document, "flow_control");
  flow_control::FlowControlConfig config;
  config.scheme = flow_control::kSchemes[reader.word_index("scheme")].scheme;
  config.lossless = load_lossless(document, reader, config.scheme);
  config.processing_delay = reader.time("processing_delay");
  config.pfc = load_pfc(document, config.scheme);
  config.cbfc = load_credits(Reader(document, "flow_control.cbfc"), "buffer", config.scheme == Scheme::kCbfc);
  config.gfc_conceptual = load_conceptual(document, config.scheme == Scheme::kGfcConceptual);
  config.gfc_buffer_based = load_buffer_based(document, config.scheme == Scheme::kGfcBufferBased);
  config.gfc_time_based = load_time_based(document, config.scheme == Scheme::kGfcTimeBased);
  return config;
}

}  // namespace weir::scenario
