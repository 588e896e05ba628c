/* SPDX-FileCopyrightText: The weir authors */
/* SPDX-License-Identifier: Apache-2.0 */

/* The compress2 of the FST writer, which compresses at zlib's fastest level. The library wants level 9 for the times of
   the changes: that takes most of the CPU time of a run with waves, and makes the file 2 % smaller. */

#pragma once

#include <zlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As compress2 of zlib; `level` is not used. */
int weir_fst_compress2(Bytef* to, uLongf* to_bytes, const Bytef* from, uLong from_bytes, int level);

#ifdef __cplusplus
}
#endif
