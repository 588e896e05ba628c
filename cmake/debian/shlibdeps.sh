#!/bin/sh
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# dpkg-shlibdeps without what only libweir_mpi.so wants, which package_debian.cmake suggests.
exec dpkg-shlibdeps -xlibmetis5 -xlibopenmpi3 "$@"
