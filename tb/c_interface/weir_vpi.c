/* SPDX-FileCopyrightText: The weir authors */
/* SPDX-License-Identifier: Apache-2.0 */

/* The functions of weir/weir.h as system functions of Verilog, for simulators that have VPI and no DPI-C, such as
 * Icarus Verilog: $weir_make and so on, with the arguments and answers of the functions of C. A switch is a number, 0
 * where it could not be made; a text is a string or a vector of characters; a frame is a vector whose byte i, from the
 * first on the wire, is [8*i +: 8]. A number with x or z is refused: the answer is -1 or 0, and $weir_error says why.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sv_vpi_user.h>

#include <weir/weir.h>

enum { kMostArguments = 6, kWordBits = 32 };

/* What this file refuses by itself; empty: ask weir_error(). */
static char refused[200];

/* A call under way: its system function and its arguments. */
typedef struct {
  vpiHandle call;
  vpiHandle argument[kMostArguments];
  int wrong;
  char* text[kMostArguments]; /* of arguments, freed at the end of the call */
} Call;

static uint64_t number(Call* call, int at) {
  s_vpi_value value;
  const int bits = (int)vpi_get(vpiSize, call->argument[at]);
  uint64_t result = 0;
  value.format = vpiVectorVal;
  vpi_get_value(call->argument[at], &value);
  for (int i = 0; i * kWordBits < bits; ++i) {
    const int left = bits - i * kWordBits; /* what is above them in the word is undefined */
    const uint32_t mask = left < kWordBits ? (1U << left) - 1 : UINT32_MAX;
    const uint32_t word = (uint32_t)value.value.vector[i].aval & mask;
    if (((uint32_t)value.value.vector[i].bval & mask) != 0 || (i > 1 && word != 0)) {
      snprintf(refused, sizeof refused, "argument %d of %s is x, z or wider than 64 bits", at + 1,
               vpi_get_str(vpiName, call->call));
      call->wrong = 1;
      return 0;
    }
    if (i < 2)
      result |= (uint64_t)word << (kWordBits * i);
  }
  return result;
}

/* The switches that were made. */
static weir_switch** made;
static size_t made_count;

static uint64_t remember(weir_switch* one) {
  if (one == NULL)
    return 0;
  made = realloc(made, (made_count + 1) * sizeof *made);
  if (made == NULL)
    abort();
  made[made_count++] = one;
  return made_count;
}

/* A switch by its number, from 1. */
static weir_switch* device(Call* call, int at) {
  const uint64_t which = number(call, at);
  if (!call->wrong && (which == 0 || which > made_count)) {
    snprintf(refused, sizeof refused, "argument %d of %s is no switch", at + 1, vpi_get_str(vpiName, call->call));
    call->wrong = 1;
  }
  return call->wrong ? NULL : made[which - 1];
}

static const char* text(Call* call, int at) {
  s_vpi_value value;
  value.format = vpiStringVal;
  vpi_get_value(call->argument[at], &value);
  const size_t length = strlen(value.value.str) + 1;
  call->text[at] = calloc(length, 1); /* the simulator reuses its own */
  if (call->text[at] == NULL)
    abort();
  memcpy(call->text[at], value.value.str, length - 1);
  return call->text[at];
}

static size_t bytes_of(Call* call, int at) { return (size_t)vpi_get(vpiSize, call->argument[at]) / 8; }

/* The bytes of a vector, the lowest first. */
static void get_bytes(Call* call, int at, unsigned char* bytes, size_t count) {
  s_vpi_value value;
  value.format = vpiVectorVal;
  vpi_get_value(call->argument[at], &value);
  for (size_t i = 0; i < count && i < bytes_of(call, at); ++i)
    bytes[i] = (unsigned char)((uint32_t)value.value.vector[i / 4].aval >> (8 * (i % 4)));
}

static void put_bytes(Call* call, int at, const unsigned char* bytes, size_t count) {
  const size_t words = ((size_t)vpi_get(vpiSize, call->argument[at]) + kWordBits - 1) / kWordBits;
  s_vpi_vecval* const vector = calloc(words, sizeof *vector);
  s_vpi_value value;
  if (vector == NULL)
    abort();
  for (size_t i = 0; i < count && i / 4 < words; ++i)
    vector[i / 4].aval = (PLI_INT32)((uint32_t)vector[i / 4].aval | (uint32_t)bytes[i] << (8 * (i % 4)));
  value.format = vpiVectorVal;
  value.value.vector = vector;
  vpi_put_value(call->argument[at], &value, NULL, vpiNoDelay);
  free(vector);
}

static void put_number(Call* call, int at, uint64_t given) {
  unsigned char bytes[8];
  for (int i = 0; i < 8; ++i)
    bytes[i] = (unsigned char)(given >> (8 * i));
  put_bytes(call, at, bytes, sizeof bytes);
}

/* The functions: each gives its answer as a number. */
static uint64_t make(Call* call) { return remember(weir_make(text(call, 0), text(call, 1), text(call, 2))); }
static uint64_t make_from_file(Call* call) {
  return remember(weir_make_from_file(text(call, 0), text(call, 1), text(call, 2)));
}
static uint64_t ports(Call* call) {
  const weir_switch* const of = device(call, 0);
  return call->wrong ? 0 : weir_ports(of);
}
static uint64_t connect_ports(Call* call) {
  weir_switch *const a = device(call, 0), *const b = device(call, 2);
  const size_t port_of_a = number(call, 1), port_of_b = number(call, 3);
  return (uint64_t)(call->wrong ? -1 : weir_connect(a, port_of_a, b, port_of_b));
}
static uint64_t record(Call* call) { return (uint64_t)weir_record(text(call, 0)); }
static uint64_t close_recordings(Call* call) {
  (void)call;
  return (uint64_t)weir_close_recordings();
}
static uint64_t now(Call* call) {
  (void)call;
  return weir_now();
}
static uint64_t run_until(Call* call) {
  const uint64_t time = number(call, 0);
  return (uint64_t)(call->wrong ? -1 : weir_run_until(time));
}
static uint64_t earliest(Call* call) {
  weir_switch* const to = device(call, 0);
  return call->wrong ? 0 : weir_earliest(to);
}
static uint64_t send_frame(Call* call) {
  weir_switch* const to = device(call, 0);
  const uint64_t port = number(call, 1), bytes = number(call, 3), arrival = number(call, 4);
  unsigned char* frame;
  int done;
  if (call->wrong)
    return (uint64_t)-1;
  if (bytes > bytes_of(call, 2)) {
    snprintf(refused, sizeof refused, "a frame of %llu bytes in a vector of %zu", (unsigned long long)bytes,
             bytes_of(call, 2));
    return (uint64_t)-1;
  }
  frame = calloc(bytes + 1, 1);
  if (frame == NULL)
    abort();
  get_bytes(call, 2, frame, bytes);
  done = weir_send(to, port, frame, bytes, arrival);
  free(frame);
  return (uint64_t)done;
}
static uint64_t take(Call* call) {
  weir_switch* const from = device(call, 0);
  const uint64_t port = number(call, 1), asked = number(call, 3);
  const size_t room = asked < bytes_of(call, 2) ? asked : bytes_of(call, 2);
  size_t bytes = 0;
  uint64_t arrival = 0;
  unsigned char* frame;
  int got;
  if (call->wrong)
    return (uint64_t)-1;
  frame = calloc(room + 1, 1);
  if (frame == NULL)
    abort();
  got = weir_take(from, port, frame, room, &bytes, &arrival);
  if (got == 1) {
    put_bytes(call, 2, frame, bytes < room ? bytes : room);
    put_number(call, 4, bytes);
    put_number(call, 5, arrival);
  }
  free(frame);
  return (uint64_t)got;
}
static uint64_t get_register(Call* call, int (*get)(weir_switch*, const char*, uint64_t*)) {
  weir_switch* const of = device(call, 0);
  uint64_t value = 0;
  const int done = call->wrong ? -1 : get(of, text(call, 1), &value);
  if (done == 0)
    put_number(call, 2, value);
  return (uint64_t)done;
}
static uint64_t read_register(Call* call) { return get_register(call, weir_read); }
static uint64_t peek(Call* call) { return get_register(call, weir_peek); }
static uint64_t write_register(Call* call) {
  weir_switch* const of = device(call, 0);
  const uint64_t value = number(call, 2);
  return (uint64_t)(call->wrong ? -1 : weir_write(of, text(call, 1), value));
}
static uint64_t irq(Call* call) {
  weir_switch* const of = device(call, 0);
  return (uint64_t)(call->wrong ? -1 : weir_irq(of));
}
static uint64_t set_reset(Call* call) {
  weir_switch* const of = device(call, 0);
  const int held = number(call, 1) != 0;
  return (uint64_t)(call->wrong ? -1 : weir_set_reset(of, held));
}
static uint64_t set_link(Call* call) {
  weir_switch* const of = device(call, 0);
  const uint64_t port = number(call, 1);
  const int up = number(call, 2) != 0;
  return (uint64_t)(call->wrong ? -1 : weir_set_link(of, port, up));
}

/* Those that answer with a text. */
static const char* error_text(Call* call) {
  (void)call;
  return refused[0] != '\0' ? refused : weir_error();
}
static const char* register_name(Call* call) {
  weir_switch* const of = device(call, 0);
  const size_t element = number(call, 1);
  const char* const name = call->wrong ? NULL : weir_register_name(of, element);
  return name == NULL ? "" : name;
}

typedef struct {
  const char* name;
  int arguments;
  uint64_t (*answers)(Call*);
  const char* (*says)(Call*);
} Function;

static const Function kFunctions[] = {
    {"$weir_error", 0, NULL, error_text},
    {"$weir_make", 3, make, NULL},
    {"$weir_make_from_file", 3, make_from_file, NULL},
    {"$weir_ports", 1, ports, NULL},
    {"$weir_connect", 4, connect_ports, NULL},
    {"$weir_record", 1, record, NULL},
    {"$weir_close_recordings", 0, close_recordings, NULL},
    {"$weir_now", 0, now, NULL},
    {"$weir_run_until", 1, run_until, NULL},
    {"$weir_earliest", 1, earliest, NULL},
    {"$weir_send", 5, send_frame, NULL},
    {"$weir_take", 6, take, NULL},
    {"$weir_read", 3, read_register, NULL},
    {"$weir_write", 3, write_register, NULL},
    {"$weir_peek", 3, peek, NULL},
    {"$weir_register_name", 2, NULL, register_name},
    {"$weir_irq", 1, irq, NULL},
    {"$weir_set_reset", 2, set_reset, NULL},
    {"$weir_set_link", 3, set_link, NULL},
};

/* The arguments of the call; returns how many there are. */
static int arguments_of(vpiHandle call, vpiHandle* argument) {
  int count = 0;
  const vpiHandle all = vpi_iterate(vpiArgument, call);
  for (vpiHandle one = all != NULL ? vpi_scan(all) : NULL; one != NULL; one = vpi_scan(all)) {
    if (count < kMostArguments)
      argument[count] = one;
    ++count;
  }
  return count;
}

static PLI_INT32 check(PLI_BYTE8* data) {
  const Function* const function = (const Function*)(void*)data;
  vpiHandle argument[kMostArguments];
  const vpiHandle call = vpi_handle(vpiSysTfCall, NULL);
  const int count = arguments_of(call, argument);
  if (count != function->arguments) {
    vpi_printf("%s:%d: %s has %d arguments, wanted %d\n", vpi_get_str(vpiFile, call), (int)vpi_get(vpiLineNo, call),
               function->name, count, function->arguments);
    vpi_control(vpiFinish, 1);
  }
  return 0;
}

static PLI_INT32 run(PLI_BYTE8* data) {
  const Function* const function = (const Function*)(void*)data;
  Call call = {0};
  s_vpi_value answer;
  s_vpi_vecval words[2] = {{0, 0}, {0, 0}};
  call.call = vpi_handle(vpiSysTfCall, NULL);
  arguments_of(call.call, call.argument);
  if (function->says != NULL) {
    answer.format = vpiStringVal;
    answer.value.str = (PLI_BYTE8*)function->says(&call);
  } else {
    refused[0] = '\0';
    const uint64_t number_of_answer = function->answers(&call);
    words[0].aval = (PLI_INT32)(uint32_t)number_of_answer;
    words[1].aval = (PLI_INT32)(uint32_t)(number_of_answer >> kWordBits);
    answer.format = vpiVectorVal;
    answer.value.vector = words;
  }
  vpi_put_value(call.call, &answer, NULL, vpiNoDelay);
  for (int i = 0; i < kMostArguments; ++i)
    free(call.text[i]);
  return 0;
}

static PLI_INT32 width(PLI_BYTE8* data) {
  (void)data;
  return 64;
}

static void add_functions(void) {
  for (size_t i = 0; i < sizeof kFunctions / sizeof kFunctions[0]; ++i) {
    s_vpi_systf_data given = {0};
    given.type = vpiSysFunc;
    given.sysfunctype = kFunctions[i].says != NULL ? vpiStringFunc : vpiSizedFunc;
    given.tfname = kFunctions[i].name;
    given.calltf = run;
    given.compiletf = check;
    given.sizetf = width;
    given.user_data = (PLI_BYTE8*)(uintptr_t)&kFunctions[i];
    vpi_register_systf(&given);
  }
}

void (*vlog_startup_routines[])(void) = {add_functions, NULL};
