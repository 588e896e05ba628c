// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/port/port_registers.h"

#include <algorithm>
#include <bit>

#include "hw_model/datapath/port/port.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/ledger/state_fields.h"

namespace weir::port {
namespace {

constexpr unsigned kMacAddressBits = 48;
constexpr unsigned kFcsBits = 32;
constexpr unsigned kControlBits = 160;  // opcode, class-enable vector and eight times; a credit message is shorter
constexpr unsigned kNarrowestWord = 64;
constexpr std::uint64_t kFlipFlopMessages = 4;  // up to as many a queue is not worth a memory
constexpr Bytes kSmallestFrame{64};

// Bits that the MAC moves a clock cycle: what comes in at line rate, as a power of two.
unsigned word_bits(const PortHardware& hardware) {
  const Wide bits = Wide{hardware.link.rate.count()} * hardware.parser.clock.count();
  const auto a_cycle = static_cast<std::uint64_t>((bits + kPicosecondsPerSecond - 1) / kPicosecondsPerSecond);
  return std::max(kNarrowestWord, static_cast<unsigned>(std::bit_ceil(a_cycle)));
}

// A frame is stored before it is forwarded: the largest one, and what comes in while the one before it is parsed.
void declare_receive_buffer(ledger::Block& block, const PortHardware& hardware, const ledger::Origin& origin) {
  const unsigned word = word_bits(hardware);
  const Bytes parsed = bytes_in(parser::longest_latency(hardware.parser), hardware.link.rate);
  const auto words = [&](Bytes length) {
    return static_cast<std::uint64_t>((length.count() * kBitsPerByte + word - 1) / word);
  };
  const std::uint64_t depth = words(hardware.max_frame + parsed) + 1;
  const auto word_bytes = static_cast<std::uint64_t>(word / kBitsPerByte);
  block
      .add(origin.memory(
          {.name = "receive_buffer",
           .width = word,
           .dimensions = {{"word", depth}},
           .accesses = {.reads_per_packet = 1, .writes_per_packet = 1, .word_bytes = word_bytes},
           .width_follows = "what comes in a clock cycle; the largest frame and what comes during parsing",
           .description = "frames received and not yet admitted"}))
      .add(origin.internal({.name = "receive_first",
                            .width = ledger::bits_to_name(depth),
                            .width_follows = "names a word",
                            .description = "first word of the frame that is parsed"}))
      .add(origin.internal({.name = "receive_next",
                            .width = ledger::bits_to_name(depth),
                            .width_follows = "names a word",
                            .description = "word that is written next"}))
      .add(origin.internal({.name = "receive_length",
                            .width = ledger::bits_for(static_cast<std::uint64_t>(frame::kMaxFrameLength.count())),
                            .width_follows = "frames up to 9216 B",
                            .description = "bytes of the frame that is being received"}))
      .add(origin.internal(
          {.name = "receive_fcs", .width = kFcsBits, .description = "FCS so far of the frame that is being received"}))
      .add(origin.internal(
          {.name = "transmit_fcs", .width = kFcsBits, .description = "FCS so far of the frame that is being sent"}));
}

// Control frames wait t_r, and may come back to back.
void declare_control_queue(ledger::Block& block, const PortHardware& hardware, const ledger::Origin& origin) {
  const Time frame = serialization_time(kSmallestFrame, hardware.link.rate);
  const auto most = static_cast<std::uint64_t>(hardware.processing_delay / frame) + 1;
  ledger::RegisterDeclaration message{
      .name = "control_message",
      .width = kControlBits,
      .dimensions = {{"message", most}},
      .width_follows = "opcode, class-enable vector, eight times; as many frames as come back to back within t_r",
      .description = "control frames that take effect t_r after their arrival"};
  if (most > kFlipFlopMessages)
    message.accesses = {.reads_per_packet = 1, .writes_per_packet = 1};
  block.add(most > kFlipFlopMessages ? origin.memory(message) : origin.internal(message))
      .add(origin.internal({.name = "control_first",
                            .width = ledger::bits_to_name(most),
                            .width_follows = "names a message",
                            .description = "message that takes effect next"}))
      .add(origin.internal({.name = "control_count",
                            .width = ledger::bits_for(most),
                            .width_follows = "counts messages",
                            .description = "control messages that wait"}));
}

}  // namespace

void Port::check_declared(const ledger::Block& block) {
  static constexpr char kOrder[] = "keeps the order of frames that are filed before they arrive";
  static constexpr char kBench[] = "for captures: the bench's";
  static constexpr char kFarEnd[] = "what a component at the other end does: the bench's";
  static constexpr auto kCounters = ledger::state_fields<PortCounters>(
      ledger::holds(&PortCounters::frames_sent, "frames_sent"),
      ledger::holds(&PortCounters::frames_received, "frames_received"),
      ledger::holds(&PortCounters::control_frames_received, "control_frames_received"));
  static constexpr auto kFields = ledger::state_fields<Port>(
      ledger::model_only(&Port::id_, "constant: which port this is"),
      ledger::model_only(&Port::byte_time_, "follows from the rate of the PHY"),
      ledger::model_only(&Port::processing_delay_, "constant: t_r, the depth of the control queue"),
      ledger::model_only(&Port::notices_arrival_, "constant of the scheme"),
      ledger::model_only(&Port::control_kinds_, "constant: the frames that its sinks take"),
      ledger::holds(&Port::station_, "mac_address"),
      ledger::holds(&Port::data_, "receive_buffer", "receive_first", "receive_next", "receive_length"),
      ledger::model_only(&Port::control_, "control frames that are still on the wire"),
      ledger::holds(&Port::effective_, "control_message", "control_first", "control_count"),
      ledger::model_only(&Port::head_, "the parser's header vector"), ledger::holds(&Port::max_frame_, "max_frame"),
      ledger::model_only(&Port::last_admission_, kOrder), ledger::model_only(&Port::last_arrival_, kOrder),
      ledger::part(&Port::counters_), ledger::model_only(&Port::tap_, kBench),
      ledger::model_only(&Port::tapped_, kBench), ledger::model_only(&Port::foreign_, kFarEnd),
      ledger::model_only(&Port::handshake_, kFarEnd), ledger::model_only(&Port::far_end_faults_, kFarEnd));
  ledger::require_declared(block, kCounters);
  ledger::require_declared(block, kFields);
}

ledger::Block declare_port(const PortHardware& hardware) {
  const ledger::Origin mac("port", "IEEE 802.3, clause 4");
  const ledger::Origin management("port", "IEEE 802.3, clause 30.3");
  ledger::Block block("port");
  block
      .add(mac.setting({.name = "mac_address",
                        .width = kMacAddressBits,
                        .source = "IEEE 802.3, annex 31B",
                        .description = "source of the port's control frames"}))
      .add(mac.setting({.name = "max_frame",
                        .width = ledger::bits_for(static_cast<std::uint64_t>(frame::kMaxFrameLength.count())),
                        .reset = static_cast<std::uint64_t>(hardware.max_frame.count()),
                        .width_follows = "frames up to 9216 B",
                        .description = "length above which frames are dropped"}));
  declare_receive_buffer(block, hardware, mac);
  declare_control_queue(block, hardware,
                        ledger::Origin("port", "IEEE 802.3, annex 31B; GFC, SIGCOMM '19, section 5.4"));
  const auto counted = [&](const char* name, const char* what) {
    block.add(management.events("frames", {.name = name, .description = what}));
  };
  counted("frames_sent", "frames sent, of any kind");
  counted("frames_received", "frames received, of any kind");
  counted("control_frames_received", "MAC control frames and private messages received");
  Port::check_declared(block);
  return block;
}

}  // namespace weir::port
