/* SPDX-FileCopyrightText: The weir authors */
/* SPDX-License-Identifier: Apache-2.0 */

/* A bench in C: the round-robin arbiter serves four standing requests in turn, two models do not meet, and what cannot be
 * is refused in one line.
 */

#include <stdio.h>
#include <string.h>

#include "weir/reference.h"

enum { kMostPorts = 32 };

static int failures;

static void want(int holds, const char* what) {
  if (!holds) {
    ++failures;
    printf("%s; the last error: \"%s\"\n", what, weir_reference_error());
  }
}

static size_t place(const weir_reference_model* model, weir_reference_direction direction, const char* name) {
  size_t port = 0;
  while (port < weir_reference_ports(model, direction) &&
         strcmp(weir_reference_port_name(model, direction, port), name) != 0)
    ++port;
  want(port < weir_reference_ports(model, direction), name);
  return port;
}

int main(void) {
  weir_reference_model* arbiter = weir_reference_new("rr_arbiter", "INPUTS=4");
  weir_reference_model* other = weir_reference_new("rr_arbiter", NULL);
  want(arbiter != NULL && other != NULL, "wanted models");
  if (failures != 0)
    return 1;
  uint64_t in[kMostPorts] = {0};
  uint64_t out[kMostPorts] = {0};
  const size_t reset = place(arbiter, WEIR_REFERENCE_INPUT, "rst_ni");
  const size_t request = place(arbiter, WEIR_REFERENCE_INPUT, "req_i");
  const size_t grant = place(arbiter, WEIR_REFERENCE_OUTPUT, "grant_o");
  const size_t ready = place(arbiter, WEIR_REFERENCE_INPUT, "accept_i");
  want(weir_reference_port_bits(arbiter, WEIR_REFERENCE_INPUT, request) == 4, "wanted 4 requests");
  want(weir_reference_port_name(arbiter, WEIR_REFERENCE_INPUT, kMostPorts) == NULL, "wanted no such port");
  want(weir_reference_clock(arbiter, 1, in, out) == 0, "wanted a reset");
  in[reset] = 1;
  in[request] = 0xf;
  in[ready] = 1;
  uint64_t granted = 0;
  for (int cycle = 0; cycle < 4; ++cycle) {
    uint64_t before = granted;
    want(weir_reference_evaluate(arbiter, in, out) == 0, "wanted an answer");
    granted |= out[grant];
    want(granted != before, "wanted a grant that was not there before");
    uint64_t shown = out[grant];
    want(weir_reference_clock(arbiter, 1, in, out) == 0 && out[grant] == shown, "wanted the same before the edge");
  }
  want(granted == 0xf, "wanted all four served");
  want(weir_reference_new("rr_arbitre", NULL) == NULL && strstr(weir_reference_error(), "rr_arbiter") != NULL,
       "wanted the nearest block");
  want(weir_reference_new("rr_arbiter", "INPUTS=1000") == NULL && strchr(weir_reference_error(), '\n') == NULL,
       "wanted one line about INPUTS");
  want(weir_reference_new("rr_arbiter", "INPUTS=four") == NULL && strstr(weir_reference_error(), "a number") != NULL,
       "wanted a number");
  want(weir_reference_block(0) != NULL && weir_reference_error()[0] == '\0', "wanted a block and no error");
  want(weir_reference_block(1000) == NULL, "wanted no such block");
  weir_reference_delete(other);
  weir_reference_delete(arbiter);
  printf("%d failures\n", failures);
  return failures != 0;
}
