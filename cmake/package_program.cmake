# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# What is installed with the program: the plans of results pages with their scenarios, JSON Schemas, manual page,
# completions, dissector, RTL, golden vectors, the documentation as a site; and the Python module. What is made by a build
# is installed if it was built: target package_files makes all of it.

set(share ${CMAKE_INSTALL_DATADIR}/weir)
install(PROGRAMS $<TARGET_FILE:weir> DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT weir OPTIONAL)
if(TARGET weir_mpi)
  install(TARGETS weir_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/weir COMPONENT weir OPTIONAL)
  add_dependencies(weir weir_mpi)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenarios ${PROJECT_SOURCE_DIR}/sweeps DESTINATION ${share} COMPONENT weir
        FILES_MATCHING PATTERN "*.toml" PATTERN "*.csv" PATTERN "*.pcap*")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/rtl DESTINATION ${share} COMPONENT weir FILES_MATCHING PATTERN "*.sv" PATTERN "*.md")

set(schemas "")
foreach(of scenario summary story cost cost_comparison cost_chips cost_links headroom headroom_scenario headroom_pools registers)
  set(schema ${PROJECT_BINARY_DIR}/schema/${of}.schema.json)
  add_custom_command(OUTPUT ${schema} COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/schema
                     COMMAND weir schema ${of} > ${schema} DEPENDS weir COMMENT "Writing the schema: ${of}" VERBATIM)
  list(APPEND schemas ${schema})
endforeach()
add_custom_target(schemas ALL DEPENDS ${schemas})
install(FILES ${schemas} DESTINATION ${share}/schema COMPONENT weir OPTIONAL)

install(FILES ${PROJECT_SOURCE_DIR}/tb/wireshark/weir.lua ${PROJECT_SOURCE_DIR}/tb/wireshark/weir_link.lua DESTINATION ${share}/wireshark COMPONENT weir)
set(manual ${PROJECT_BINARY_DIR}/weir.1)
add_custom_command(OUTPUT ${manual} COMMAND weir manual > ${manual} DEPENDS weir COMMENT "Writing the manual page"
                   VERBATIM)
add_custom_target(manual ALL DEPENDS ${manual})
install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT weir OPTIONAL)
set(completions ${PROJECT_SOURCE_DIR}/tb/commands/completions)
install(FILES ${completions}/weir.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT weir
        RENAME weir)
install(FILES ${completions}/weir.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT weir
        RENAME _weir)
install(FILES ${completions}/weir.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT weir)

# Golden vectors of the blocks that have less than 3.5 MB of them; `weir vectors` makes the same of any block.
set(vectors "")
foreach(block stage_comparator_leading_zero stage_comparator_threshold stage_comparator_threshold_pipelined)
  set(made ${PROJECT_BINARY_DIR}/vectors/${block})
  add_custom_command(OUTPUT ${made}/manifest.json COMMAND ${CMAKE_COMMAND} -E rm -rf ${made}
                     COMMAND weir vectors ${block} --out ${made} > ${made}.log DEPENDS weir
                     COMMENT "Writing golden vectors: ${block}" VERBATIM)
  list(APPEND vectors ${made}/manifest.json)
  install(DIRECTORY ${made} DESTINATION ${share}/vectors COMPONENT weir OPTIONAL)
endforeach()

# The documentation, by mkdocs (packages.txt, "to docs"), with the gallery's reports.
add_custom_target(site COMMAND ${CMAKE_COMMAND} -E env WEIR_PROGRAM=$<TARGET_FILE:weir>
                               mkdocs build --quiet --config-file ${PROJECT_SOURCE_DIR}/tb/site/mkdocs.yml
                               --site-dir ${PROJECT_BINARY_DIR}/site COMMENT "Writing the documentation" VERBATIM)
add_dependencies(site weir)
install(DIRECTORY ${PROJECT_BINARY_DIR}/site/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/html COMPONENT doc OPTIONAL)

# Debian's Python looks there below /usr.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/tb/python/weir DESTINATION lib/python3/dist-packages COMPONENT python
        FILES_MATCHING PATTERN "*.py")

add_custom_target(package_files DEPENDS ${vectors})
add_dependencies(package_files weir weir_libraries weir_reference_library schemas manual site)
