# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Read by cpack at its begin: what finds out on which packages a package depends. CPack has no option for that.
set(SHLIBDEPS_EXECUTABLE ${CMAKE_CURRENT_LIST_DIR}/debian/shlibdeps.sh CACHE INTERNAL "")
