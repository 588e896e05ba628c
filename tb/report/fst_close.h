/* SPDX-FileCopyrightText: The weir authors */
/* SPDX-License-Identifier: Apache-2.0 */

/* What the FST writer calls for fclose. A stream keeps its error flag until it is closed, so that one look there sees
   every write that failed. */

#pragma once

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

int weir_fst_fclose(FILE* stream);

/* The errno of the first stream of this thread that was closed with an error since the call before; 0: none. */
int weir_fst_take_error(void);

#ifdef __cplusplus
}
#endif
