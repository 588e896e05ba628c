# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

include_guard(GLOBAL)

# weir_fstapi: the FST writer that comes with Verilator (GTKWave's own, MIT), compiled once for the whole program: a
# second copy, as a TRACE_FST library of Verilator has it, would clash. It checks no write, so that a full disk passes
# unseen; its fclose is ours, which looks at the error flag of the stream (tb/report/fst_close.c), and so is its
# compress2, which is faster (tb/report/fst_compress.c).

find_package(ZLIB REQUIRED)
find_path(WEIR_FSTAPI_DIR fstapi.c
          HINTS $ENV{VERILATOR_ROOT}/include/gtkwave ${VERILATOR_ROOT}/include/gtkwave
          PATHS /usr/share/verilator/include/gtkwave /usr/local/share/verilator/include/gtkwave
          NO_DEFAULT_PATH REQUIRED)

add_library(weir_fstapi STATIC
            ${WEIR_FSTAPI_DIR}/fstapi.c ${WEIR_FSTAPI_DIR}/lz4.c ${WEIR_FSTAPI_DIR}/fastlz.c
            ${PROJECT_SOURCE_DIR}/tb/report/fst_close.c
            ${PROJECT_SOURCE_DIR}/tb/report/fst_compress.c)
target_include_directories(weir_fstapi SYSTEM PUBLIC ${WEIR_FSTAPI_DIR})
target_include_directories(weir_fstapi PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_definitions(weir_fstapi PRIVATE FST_CONFIG_INCLUDE="fst_config.h")
# It stores integers at any address, on purpose: not for the sanitizers.
target_compile_options(weir_fstapi PRIVATE -w -fno-sanitize=all)
set_source_files_properties(${WEIR_FSTAPI_DIR}/fstapi.c PROPERTIES
                            COMPILE_DEFINITIONS "fclose=weir_fst_fclose;compress2=weir_fst_compress2")
target_link_libraries(weir_fstapi PUBLIC ZLIB::ZLIB)
