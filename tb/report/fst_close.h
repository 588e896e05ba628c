/* SPDX-FileCopyrightText: The weir authors */
/* SPDX-License-Identifier: Apache-2.0 */

/* The fclose of the FST writer. A stream keeps its error flag until it is closed, so that one look at closing sees
   every write that failed. */

#pragma once

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

int weir_fst_fclose(FILE* stream);

/* Returns and clears the errno of the first stream of this thread closed with an error; 0: none. */
int weir_fst_take_error(void);

#ifdef __cplusplus
}
#endif
