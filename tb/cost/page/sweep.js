// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0
"use strict";
