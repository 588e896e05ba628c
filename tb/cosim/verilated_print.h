// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What Verilated RTL prints, in the place of printf (VL_PRINTF); included by the build in Verilator's verilated.cpp
// alone. Warnings of assertions are left out: stimulus breaks rules of software on purpose, thousands of times in a
// second, and standard output is what weir says. Errors, which end the program, are printed.

#pragma once

#include <cstdarg>
#include <cstdio>
#include <cstring>

inline int weir_verilated_print(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int printed = 0;
  if (std::strcmp(format, "%s") != 0) {
    printed = std::vprintf(format, arguments);
  } else if (const char* const text = va_arg(arguments, const char*);
             std::strstr(text, "%Warning: ") == nullptr || std::strstr(text, ": Assertion failed in ") == nullptr) {
    printed = std::printf("%s", text);
  }
  va_end(arguments);
  return printed;
}
