/* SPDX-FileCopyrightText: The weir authors */
/* SPDX-License-Identifier: Apache-2.0 */

// A bare driver of a switch. It knows the switch by the header that `weir registers storm.toml --format c` writes,
// brings the switch up, sets thresholds, and then sleeps: what happens comes by interrupt. Each time it reads the flags
// of all ports in one burst, and clears those that it has seen in another. A flag that rises in between stays up, and
// with it the line. Nothing is polled, and no packet is seen here.

#include <board.h>
#include <registers.h>
#include <stdint.h>

#define PORTS WEIR_INTERRUPT_STATUS_PORT_COUNT

// Drops are told at a limit, not one by one: in a storm the watchdog drops what comes for the port.
static const uint32_t handled = WEIR_INTERRUPT_STATUS_LOSSLESS_DROP | WEIR_INTERRUPT_STATUS_WATCHDOG |
                                WEIR_INTERRUPT_STATUS_WATCHDOG_OVER | WEIR_INTERRUPT_STATUS_LINK_CHANGE |
                                WEIR_INTERRUPT_STATUS_DROP_LIMIT;

static const uint32_t xoff = 60000;     // bytes of a queue at which its sender is paused
static const uint32_t xon = 50000;      // and let go
static const uint32_t drop_limit = 10;  // frames of a port

static uint32_t storms[PORTS];

static int read32(uint64_t offset, uint32_t* value) { return board_read(offset, value, sizeof *value); }

static int write32(uint64_t offset, uint32_t value) { return board_write(offset, &value, sizeof value); }

// The same value for all ports, in one burst.
static int write_all(uint64_t offset, uint32_t value) {
  uint32_t values[PORTS];
  for (unsigned port = 0; port < PORTS; ++port)
    values[port] = value;
  return board_write(offset, values, sizeof values);
}

// Whether this is a switch with the registers that this driver was compiled for.
static int probe(void) {
  uint32_t id = 0;
  uint32_t version = 0;
  if (read32(WEIR_MANAGEMENT_ID, &id) || read32(WEIR_MANAGEMENT_VERSION, &version))
    return -1;
  return id == WEIR_MANAGEMENT_ID_RESET && version == WEIR_MANAGEMENT_VERSION_RESET ? 0 : -1;
}

// Ports are off while thresholds change. XON before XOFF when both fall, so that it is below at any time.
static int bring_up(void) {
  uint32_t used = 1;
  if (write_all(WEIR_MANAGEMENT_ENABLE(0), 0) || write32(WEIR_MANAGEMENT_RESET, 1) || read32(WEIR_MMU_USED, &used))
    return -1;
  if (used != 0)
    return -1;
  for (unsigned port = 0; port < PORTS; ++port) {
    if (write32(WEIR_FLOW_CONTROL_XON(port), xon) || write32(WEIR_FLOW_CONTROL_XOFF(port), xoff))
      return -1;
  }
  if (write_all(WEIR_MANAGEMENT_ENABLE(0), 1))
    return -1;
  if (write32(WEIR_INTERRUPT_DROP_LIMIT, drop_limit) || write_all(WEIR_INTERRUPT_STATUS(0), WEIR_INTERRUPT_STATUS_MASK))
    return -1;
  return write_all(WEIR_INTERRUPT_MASK(0), handled);
}

// What one port has to tell.
static void handle(unsigned port, uint32_t causes) {
  if (causes & WEIR_INTERRUPT_STATUS_WATCHDOG) {
    ++storms[port];
    board_say("storm of pauses at port %u: what comes for it is dropped", port);
  }
  if (causes & WEIR_INTERRUPT_STATUS_WATCHDOG_OVER)
    board_say("storm at port %u is over", port);
  if (causes & WEIR_INTERRUPT_STATUS_DROP_LIMIT)
    board_say("port %u has lost many frames", port);
  if (causes & WEIR_INTERRUPT_STATUS_LINK_CHANGE)
    board_say("link change at port %u", port);
  if ((causes & WEIR_INTERRUPT_STATUS_LOSSLESS_DROP) && storms[port] == 0)
    board_say("a lossless frame that came in at port %u is lost", port);
}

// Two accesses, whatever has happened.
static int serve(void) {
  uint32_t status[PORTS];
  if (board_read(WEIR_INTERRUPT_STATUS(0), status, sizeof status))
    return -1;
  for (unsigned port = 0; port < PORTS; ++port)
    status[port] &= handled;
  if (board_write(WEIR_INTERRUPT_STATUS(0), status, sizeof status))
    return -1;
  for (unsigned port = 0; port < PORTS; ++port)
    handle(port, status[port]);
  return 0;
}

int driver_main(void) {
  if (probe() || bring_up())
    return -1;
  board_say("up, with %u ports", (unsigned)PORTS);
  while (board_wait_for_interrupt()) {
    if (serve())
      return -1;
  }
  return 0;
}
