// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a processor does with the switch: it knows the registers by the header of `weir registers` alone.
#include <iostream>
#include <registers.h>
#include <remote_port_double.h>

namespace {

constexpr std::uint64_t kBase = 0xa0000000;

void say(const char* what, bool as_it_should_be) {
  std::cout << what << ": " << (as_it_should_be ? "yes" : "NO") << '\n';
}

}  // namespace

void double_guest(remoteport_tlm_memory_master& bus, const sc_core::sc_in<bool>& interrupt) {
  const auto read = [&](std::uint64_t offset, auto& value) {
    return bus.access(tlm::TLM_READ_COMMAND, kBase + offset, &value, sizeof value);
  };
  const auto write = [&](std::uint64_t offset, auto value) {
    return bus.access(tlm::TLM_WRITE_COMMAND, kBase + offset, &value, sizeof value);
  };
  std::uint32_t id = 0;
  say("the switch is there", read(WEIR_MANAGEMENT_ID, id) && id == WEIR_MANAGEMENT_ID_RESET);
  std::uint8_t letter = 0;
  say("a byte of a word", read(WEIR_MANAGEMENT_ID + 1, letter) && letter == (id >> 8 & 0xff));
  std::uint16_t across = 0;
  say("half a word across two is refused", !read(WEIR_MANAGEMENT_ID + 3, across));
  say("below the switch is nothing", !bus.access(tlm::TLM_READ_COMMAND, kBase - 4, &id, sizeof id));
  write(WEIR_INTERRUPT_MASK(1), std::uint32_t{WEIR_INTERRUPT_MASK_DROP});
  write(WEIR_INTERRUPT_MASK(1), std::uint8_t{WEIR_INTERRUPT_MASK_LINK_CHANGE});
  say("the line is low", !interrupt.read());
  write(WEIR_INTERRUPT_FORCE(1), std::uint8_t{WEIR_INTERRUPT_FORCE_LINK_CHANGE});
  if (!interrupt.read())
    sc_core::wait(sc_core::sc_time(1, sc_core::SC_MS), interrupt.posedge_event());
  std::uint32_t status = 0;
  say("the interrupt has come",
      interrupt.read() && read(WEIR_INTERRUPT_STATUS(1), status) && status == WEIR_INTERRUPT_STATUS_LINK_CHANGE);
  write(WEIR_INTERRUPT_FORCE(1), std::uint8_t{0});
  write(WEIR_INTERRUPT_STATUS(1), status);
  if (interrupt.read())
    sc_core::wait(sc_core::sc_time(1, sc_core::SC_MS), interrupt.negedge_event());
  say("it has gone", !interrupt.read());
}
