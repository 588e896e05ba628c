/* SPDX-FileCopyrightText: The weir authors */
/* SPDX-License-Identifier: Apache-2.0 */

/* Switches with lossless flow control for C, and for all that calls C: SystemVerilog by DPI-C, Python by ctypes. A
 * switch is one of a scenario file of `weir run`. How to use it: docs/user_guide/library_c.md.
 *
 * A process has one network of switches, because SystemC elaborates once: first weir_make() and weir_connect(), then
 * the first call that needs the switches at work (weir_run_until(), weir_send(), weir_read(), weir_write()), which ends
 * the making. All calls come from one thread.
 *
 * No function throws. One that fails says why in weir_error(). Times are in picoseconds from the start. A register is
 * named as in the register map, with its indices: "flow_control.pauses_received[1][0]".
 */

#ifndef WEIR_WEIR_H
#define WEIR_WEIR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct weir_switch weir_switch;

/* The line of the last failure; "" if the last call did not fail. */
const char* weir_error(void);

/* The switch `name` of a scenario: of its text, or of its file. `overrides`: KEY=VALUE, as of `weir run --set`, a line
 * each; NULL or "": none. Switches of one text, or one path, and the same overrides share a network; each name may
 * exist once. A switch lives until the process ends. NULL: the scenario was refused, or the making is over. */
weir_switch* weir_make(const char* scenario, const char* name, const char* overrides);
weir_switch* weir_make_from_file(const char* path, const char* name, const char* overrides);

/* Number of ports, counted from 0. */
size_t weir_ports(const weir_switch* of);

/* Lays the cable between two ports, which then belongs to the switches: nothing can be sent to them or taken from them.
 * All other ports have a cable to the caller. Returns 0, or -1. */
int weir_connect(weir_switch* a, size_t port_of_a, weir_switch* b, size_t port_of_b);

/* Writes the signals of all switches made so far to a file that ends in .fst or .vcd; frames at all their ports to a
 * file that ends in .pcapng. The file is complete after weir_close_recordings(). Before the making is over. Returns 0,
 * or -1. */
int weir_record(const char* path);

/* Ends recordings: their files have all up to now. Switches may go on. Returns 0, or -1. */
int weir_close_recordings(void);

/* The time of the kernel. */
uint64_t weir_now(void);

/* Runs all switches up to and with this time. Returns 0, or -1. */
int weir_run_until(uint64_t time);

/* The earliest time at which weir_send() lets a frame arrive: the end of the quantum in which the kernel is. */
uint64_t weir_earliest(weir_switch* to);

/* Sends a frame to a port: `bytes` bytes without FCS. `arrival` is the time of its last bit at the port, not before
 * weir_earliest(), behind the frame before at the rate of the cable; WEIR_NEXT: as soon as rate and delay of the
 * cable allow, if its first bit leaves now. Returns 0, or -1: the frame is not sent. */
#define WEIR_NEXT UINT64_MAX
int weir_send(weir_switch* to, size_t port, const void* frame, size_t bytes, uint64_t arrival);

/* Takes the next frame that has left a port, pauses included, and whose last bit has arrived at the end of the cable by
 * now. `room`: of the buffer, in bytes; a longer frame is cut. `*bytes` is its whole length without FCS, `*arrival`
 * the time of its last bit. Returns 1, 0 if there is none, or -1. */
int weir_take(weir_switch* from, size_t port, void* frame, size_t room, size_t* bytes, uint64_t* arrival);

/* Reads or writes a register over its bus, as a driver does: time goes on to the answer, at the end of the quantum and
 * some cycles. Returns 0, or -1: the access was refused. */
int weir_read(weir_switch* of, const char* name, uint64_t* value);
int weir_write(weir_switch* of, const char* name, uint64_t value);

/* Reads a register at once, without time; the switch may be ahead of the kernel by up to a quantum. Returns 0, or -1.
 */
int weir_peek(weir_switch* of, const char* name, uint64_t* value);

/* Names of all registers, each element of an array; NULL beyond the last. The name is valid until the next call. */
const char* weir_register_name(weir_switch* of, size_t element);

/* 1 while an interrupt stands that is not masked, else 0. */
int weir_irq(weir_switch* of);

/* Pins: the switch in reset, the cable of a port cut. A level acts at the end of the quantum. Returns 0, or -1: the
 * scheme of flow control has no such pins, because peers would go on counting what this switch forgets. */
int weir_set_reset(weir_switch* of, int held);
int weir_set_link(weir_switch* of, size_t port, int up);

#ifdef __cplusplus
}
#endif

#endif
