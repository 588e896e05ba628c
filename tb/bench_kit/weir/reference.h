/* SPDX-FileCopyrightText: The weir authors */
/* SPDX-License-Identifier: Apache-2.0 */

/* The reference models of RTL blocks, cycle by cycle, for benches in C, SystemVerilog (DPI) and Python:
 * libweir_reference.so. A model has the ports of its block's RTL, but for clk_i; values are in the order of the ports,
 * a port of up to 64 bits each. In each cycle the inputs are applied, the outputs are those just before the clock edge,
 * then the edge comes: golden vectors show the same.
 *
 * No function throws. One that fails says why in weir_reference_error(), a line that stays until the next call in the
 * same thread. A model is used by one thread at a time.
 */

#ifndef WEIR_REFERENCE_H
#define WEIR_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct weir_reference_model weir_reference_model;

typedef enum { WEIR_REFERENCE_INPUT, WEIR_REFERENCE_OUTPUT } weir_reference_direction;

/* The line of the last failure in this thread; "" if there was none. */
const char* weir_reference_error(void);

/* Names of blocks, as `weir list blocks` has them; NULL beyond the last. */
const char* weir_reference_block(size_t index);

/* The model of a block after power-up: apply a reset first. `parameters`: those of the RTL that differ from what it is
 * built with, "R_L_TICKS_W=9 R_C_W=24"; a table is a list, "THRESHOLDS=1,2,3"; NULL or "": none. NULL: no such block or
 * parameter, or values for which there is no hardware. */
weir_reference_model* weir_reference_new(const char* block, const char* parameters);
void weir_reference_delete(weir_reference_model* model);

/* Ports, rst_ni among the inputs. */
size_t weir_reference_ports(const weir_reference_model* model, weir_reference_direction direction);
/* Name and width in bits, 1 to 64; NULL and 0 beyond the last. */
const char* weir_reference_port_name(const weir_reference_model* model, weir_reference_direction direction,
                                     size_t port);
unsigned weir_reference_port_bits(const weir_reference_model* model, weir_reference_direction direction, size_t port);

/* Plays `cycles` clock cycles: `in` has a row of inputs for each, `out` takes a row of outputs for each. Bits above a
 * port's width are not looked at. Returns 0, or -1: the model does not take such inputs, and stays where it was at the
 * first of them. */
int weir_reference_clock(weir_reference_model* model, size_t cycles, const uint64_t* in, uint64_t* out);

/* The outputs for one row of inputs, without a clock edge. Returns as weir_reference_clock(). */
int weir_reference_evaluate(weir_reference_model* model, const uint64_t* in, uint64_t* out);

/* The same cycle for callers without arrays, such as SystemVerilog: set the inputs, which keep their values from cycle
 * to cycle and are 0 at first, step, then get the outputs of the cycle. weir_reference_set() returns 0, or -1: no such
 * port. */
int weir_reference_set(weir_reference_model* model, size_t port, uint64_t value);
/* Plays a clock cycle. Returns as weir_reference_clock(). */
int weir_reference_step(weir_reference_model* model);
/* 0 before the first step, and beyond the last output. */
uint64_t weir_reference_get(const weir_reference_model* model, size_t port);

#ifdef __cplusplus
}
#endif

#endif
