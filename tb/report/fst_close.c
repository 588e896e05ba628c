/* SPDX-FileCopyrightText: The weir authors */
/* SPDX-License-Identifier: Apache-2.0 */

#include "tb/report/fst_close.h"

#include <errno.h>

static _Thread_local int first_error;

int weir_fst_fclose(FILE* stream) {
  const int failed_before = ferror(stream);
  errno = 0;
  const int result = fclose(stream);
  const int error = result != 0 && errno != 0 ? errno : EIO;
  /* The flag does not say why. Of what can go wrong with a regular file that could be opened, a full disk is it. */
  if (first_error == 0 && (failed_before || result != 0)) first_error = failed_before ? ENOSPC : error;
  return result;
}

int weir_fst_take_error(void) {
  const int error = first_error;
  first_error = 0;
  return error;
}
