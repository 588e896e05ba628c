// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of a port, and their binding to the live port.

#include "hw_model/datapath/port/port_registers.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <string>

#include "hw_model/base/require.h"
#include "hw_model/datapath/port/port.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/ledger/rows.h"

namespace weir::port {
namespace {

using ledger::kOne;

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
std::uint64_t receive_words(const PortHardware& hardware) {
  const Bytes parsed = bytes_in(parser::longest_latency(hardware.parser), hardware.link.rate);
  const unsigned word = word_bits(hardware);
  const std::int64_t bits = (hardware.max_frame + parsed).count() * kBitsPerByte;
  return static_cast<std::uint64_t>((bits + word - 1) / word) + 1;
}
ledger::Dimensions per_word(const PortHardware& hardware) { return {{"word", receive_words(hardware)}}; }
unsigned word_name_bits(const PortHardware& hardware) { return ledger::bits_to_name(receive_words(hardware)); }
ledger::Accesses once_a_word(const PortHardware& hardware) {
  return {.reads_per_packet = 1,
          .writes_per_packet = 1,
          .word_bytes = static_cast<std::uint64_t>(word_bits(hardware) / kBitsPerByte)};
}

// Control frames wait t_r, and may come back to back.
std::uint64_t messages(const PortHardware& hardware) {
  const Time frame = serialization_time(kSmallestFrame, hardware.link.rate);
  return static_cast<std::uint64_t>(hardware.processing_delay / frame) + 1;
}
ledger::Dimensions per_message(const PortHardware& hardware) { return {{"message", messages(hardware)}}; }
bool many_messages(const PortHardware& hardware) { return messages(hardware) > kFlipFlopMessages; }
bool few_messages(const PortHardware& hardware) { return !many_messages(hardware); }

// What software may set; the address is bound by the port's flow-control engine.
struct FrameLimit {
  Bytes most;
};
struct Station {
  std::uint64_t address = 0;
};

}  // namespace

struct Port::Rows {
  using Row = ledger::RowsOf<PortHardware>;

  static constexpr unsigned kLengthBits = ledger::bits_for(ledger::register_value(frame::kMaxFrameLength));
  static constexpr char kControlSource[] = "IEEE 802.3, annex 31B; GFC, SIGCOMM '19, section 5.4";
  static constexpr char kManagement[] = "IEEE 802.3, clause 30.3";
  static constexpr char kOrder[] = "keeps the order of frames that are filed before they arrive";
  static constexpr char kBench[] = "for captures: the bench's";
  static constexpr char kFarEnd[] = "what a component at the other end does: the bench's";
  static constexpr ledger::RowText<PortHardware> kMessage = {
      "control_message", kControlBits, per_message,
      "opcode, class-enable vector, eight times; as many frames as come back to back within t_r",
      "control frames that take effect t_r after their arrival"};

  static constexpr auto kAll = Row::list(
      Row::setting<&Station::address>({"mac_address", kMacAddressBits, kOne, "", "source of the port's control frames"})
          .source("IEEE 802.3, annex 31B"),
      Row::setting<&FrameLimit::most>(
          {"max_frame", kLengthBits, kOne, "frames up to 9216 B", "length above which frames are dropped"}),
      Row::memory<&Port::data_>({"receive_buffer", word_bits, per_word,
                                 "what comes in a clock cycle; the largest frame and what comes during parsing",
                                 "frames received and not yet admitted"})
          .accesses(once_a_word),
      Row::internal({"receive_first", word_name_bits, kOne, "names a word", "first word of the frame that is parsed"}),
      Row::internal({"receive_next", word_name_bits, kOne, "names a word", "word that is written next"}),
      Row::internal(
          {"receive_length", kLengthBits, kOne, "frames up to 9216 B", "bytes of the frame that is being received"}),
      Row::internal({"receive_fcs", kFcsBits, kOne, "", "FCS so far of the frame that is being received"}),
      Row::internal({"transmit_fcs", kFcsBits, kOne, "", "FCS so far of the frame that is being sent"}),
      Row::memory<&Port::effective_>(kMessage)
          .accesses({.reads_per_packet = 1, .writes_per_packet = 1})
          .source(kControlSource)
          .when(many_messages),
      Row::internal(kMessage).source(kControlSource).when(few_messages),
      Row::internal({"control_first",
                     [](const PortHardware& hardware) { return ledger::bits_to_name(messages(hardware)); }, kOne,
                     "names a message", "message that takes effect next"})
          .source(kControlSource),
      Row::internal({"control_count", [](const PortHardware& hardware) { return ledger::bits_for(messages(hardware)); },
                     kOne, "counts messages", "control messages that wait"})
          .source(kControlSource),
      Row::events<&PortCounters::frames_sent>({"frames_sent", 64, kOne, "frames", "frames sent, of any kind"})
          .source(kManagement),
      Row::events<&PortCounters::frames_received>(
          {"frames_received", 64, kOne, "frames", "frames received, of any kind"})
          .source(kManagement),
      Row::events<&PortCounters::control_frames_received>(
          {"control_frames_received", 64, kOne, "frames", "MAC control frames and private messages received"})
          .source(kManagement),
      Row::model_only<&Port::id_>("constant: which port this is"),
      Row::model_only<&Port::byte_time_>("follows from the rate of the PHY"),
      Row::model_only<&Port::processing_delay_>("constant: t_r, the depth of the control queue"),
      Row::model_only<&Port::notices_arrival_>("constant of the scheme"),
      Row::model_only<&Port::control_kinds_>("constant: the frames that its sinks take"),
      Row::holds<&Port::station_>("mac_address"),
      Row::model_only<&Port::control_>("control frames that are still on the wire"),
      Row::model_only<&Port::head_>("the parser's header vector"), Row::holds<&Port::max_frame_>("max_frame"),
      Row::model_only<&Port::last_admission_>(kOrder), Row::model_only<&Port::last_arrival_>(kOrder),
      Row::part<&Port::counters_>(), Row::model_only<&Port::tap_>(kBench),
      Row::model_only<&Port::attended_>("constant of the wiring and of the bench"),
      Row::model_only<&Port::attended_receiving_>("the same"),
      Row::model_only<&Port::sets_>("sets on the wire; the pacer's registers are those of LLR"),
      Row::model_only<&Port::damage_>("errors of the wire: the bench's"), Row::model_only<&Port::foreign_>(kFarEnd),
      Row::model_only<&Port::handshake_>(kFarEnd), Row::model_only<&Port::far_end_faults_>(kFarEnd),
      Row::part<&Port::link_state_>(), Row::model_only<&LinkState::up>("management.link_up"),
      Row::model_only<&LinkState::lost>("management.frames_lost"));
};

ledger::Block Port::declare(const PortHardware& hardware) {
  ledger::Block block("port");
  ledger::declare(block, {"port", "IEEE 802.3, clause 4"}, hardware, Rows::kAll, FrameLimit{hardware.max_frame},
                  Station{});
  return block;
}

void Port::bind_registers(const ledger::Binder& binder) {
  const auto limit = std::make_shared<ledger::Drafted<FrameLimit>>(
      [this, now = std::make_shared<FrameLimit>()]() -> const FrameLimit& { return *now = {max_frame_}; },
      [built = max_frame_](const FrameLimit& draft) {
        require(draft.most >= frame::kMinFrameLength && draft.most <= built,
                "port: max_frame is " + std::to_string(draft.most.count()) + " B, wanted " +
                    std::to_string(frame::kMinFrameLength.count()) + ".." + std::to_string(built.count()) +
                    ", for which this switch has been built");
      },
      [this](const FrameLimit& draft, Time) { max_frame_ = draft.most; });
  ledger::bind(binder, Rows::kAll,
               {ledger::objects(limit),
                ledger::objects([this](const ledger::RegisterAccess&) -> const PortCounters& { return counters_; })});
}

}  // namespace weir::port
