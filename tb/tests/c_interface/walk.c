/* SPDX-FileCopyrightText: The weir authors */
/* SPDX-License-Identifier: Apache-2.0 */

/* walk SCENARIO ORDERS: two switches back to back, and what they answer to a list of orders, a line each. walk.py and
 * walk.sv do the same. An order that is refused gives "-1 " and the reason. */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <weir/weir.h>

static unsigned char frame[9216];

static int refused(void) { return printf("-1 %s\n", weir_error()); }

/* From h1 to h2, whose content tells bytes apart. */
static int send(weir_switch* to, size_t port, size_t bytes, uint64_t arrival) {
  static const unsigned char head[] = {2, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0x88, 0xb6};
  for (size_t i = 0; i < bytes && i < sizeof frame; ++i) frame[i] = i < sizeof head ? head[i] : (unsigned char)i;
  return weir_send(to, port, frame, bytes, arrival);
}

static int take(weir_switch* from, size_t port) {
  size_t bytes = 0;
  uint64_t arrival = 0;
  uint32_t sum = 0;
  const int got = weir_take(from, port, frame, sizeof frame, &bytes, &arrival);
  if (got != 1) return got < 0 ? refused() : printf("none\n");
  for (size_t i = 0; i < bytes; ++i) sum = sum * 31 + frame[i];
  return printf("%zu %" PRIu64 " %" PRIu32 "\n", bytes, arrival, sum);
}

static int obey(weir_switch* of, const char* order, const char* name, uint64_t a, uint64_t b) {
  uint64_t value = 0;
  int done = -1;
  if (strcmp(order, "take") == 0) return take(of, a);
  if (strcmp(order, "read") == 0) done = weir_read(of, name, &value);
  if (strcmp(order, "peek") == 0) done = weir_peek(of, name, &value);
  if (strcmp(order, "write") == 0) done = weir_write(of, name, a);
  if (strcmp(order, "next") == 0) done = send(of, a, b, WEIR_NEXT);
  if (strcmp(order, "send") == 0) done = send(of, 0, b, a);
  if (strcmp(order, "until") == 0) done = weir_run_until(a);
  if (strcmp(order, "reset") == 0) done = weir_set_reset(of, a != 0);
  if (strcmp(order, "link") == 0) done = weir_set_link(of, a, b != 0);
  return done != 0 ? refused() : printf("%" PRIu64 " %" PRIu64 " %d\n", value, weir_now(), weir_irq(of));
}

int main(int count, char* words[]) {
  char line[512], order[16], name[256];
  FILE* const orders = count == 3 ? fopen(words[2], "r") : NULL;
  weir_switch* s[2];
  if (orders == NULL) return 2;
  s[0] = weir_make_from_file(words[1], "s1", "");
  s[1] = weir_make_from_file(words[1], "s2", NULL);
  if (s[0] == NULL || s[1] == NULL || weir_connect(s[0], 1, s[1], 1) != 0) return refused(), 1;
  while (fgets(line, sizeof line, orders) != NULL) {
    unsigned which = 0;
    uint64_t a = 0, b = 0;
    if (sscanf(line, "%15s %u %255s %" SCNu64 " %" SCNu64, order, &which, name, &a, &b) != 5 || which > 1) return 2;
    obey(s[which], order, name, a, b);
  }
  return weir_make_from_file(words[1], "s1", NULL) == NULL ? refused(), 0 : 1;
}
