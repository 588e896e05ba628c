// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the driver needs of the board on which it runs: a bus to the registers of the switch, and its interrupt.

#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Whole words, from the start of the register map on. Return 0, or -1 when the switch answers with an error.
int board_read(uint64_t offset, void* data, unsigned bytes);
int board_write(uint64_t offset, const void* data, unsigned bytes);

// Sleeps until the interrupt line is high. Returns 0 when the board is switched off.
int board_wait_for_interrupt(void);

// One line on the console, `port` in place of the first %u.
void board_say(const char* format, unsigned port);

// Brings the switch up and serves it until the board is switched off. Returns 0, or -1 when it finds no switch that it
// knows.
int driver_main(void);

#ifdef __cplusplus
}
#endif

#endif
