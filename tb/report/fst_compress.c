/* SPDX-FileCopyrightText: The weir authors */
/* SPDX-License-Identifier: Apache-2.0 */

#include "tb/report/fst_compress.h"

int weir_fst_compress2(Bytef* to, uLongf* to_bytes, const Bytef* from, uLong from_bytes, int level) {
  (void)level;
  return compress2(to, to_bytes, from, from_bytes, Z_BEST_SPEED);
}
